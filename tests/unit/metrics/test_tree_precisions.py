"""Headword chains counted by hand and by brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given

from helpers.scores import segment_score
from helpers.trees import analyses, bracketed, parsed
from meantree.analysis.sentences import Analysis
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.tree_precisions import Dstm, Hwcm, Stm

SEES = "the:2:det cat:3:nsubj sees:0:root dogs:3:obj"


@pytest.mark.parametrize(
    ("statistics", "level", "expected", "why"),
    [
        ([2, 0, 0, 0, 4, 2, 0, 0], "segment", (0.5 + 0.001) / 2, "no match counts as eps, absent lengths do not count"),
        ([2, 0, 0, 0, 4, 2, 0, 0], "system", 0.25, "no eps above segments"),
        ([0, 0, 0, 0, 0, 0, 0, 0], "segment", 0.0, "an empty hypothesis"),
    ],
)
def test_score(statistics: list[float], level: str, expected: float, why: str) -> None:
    score = Hwcm().score(np.array(statistics, dtype=float), level="segment" if level == "segment" else "system")
    assert score == pytest.approx(expected), why


def test_evidence_tells_which_chains_were_missed() -> None:
    units = Hwcm(n=2).evidence(Pair(parsed(SEES), [parsed("the:2:det cat:0:root runs:2:acl")])).units
    by_label = {unit.label: unit.status for unit in units}
    assert by_label == {
        "the": Status.MATCHED,
        "cat": Status.MATCHED,
        "sees": Status.EXTRA,
        "dogs": Status.EXTRA,
        "runs": Status.MISSED,
        "cat → the": Status.MATCHED,
        "sees → cat": Status.EXTRA,
        "sees → dogs": Status.EXTRA,
        "cat → runs": Status.MISSED,
    }


def test_keep_case() -> None:
    assert segment_score("hwcm:case=keep,eps=0", parsed("Cat:0:root"), parsed("cat:0:root")) == 0


def _chains_by_brute_force(text: Analysis, n: int) -> Counter[tuple[str, ...]]:
    """All sequences of tokens, kept if each is the head of the next."""
    heads = text.tree().heads
    words = [token.text.casefold() for token in text.tokens]
    chains: Counter[tuple[str, ...]] = Counter()
    for length in range(1, n + 1):
        for nodes in itertools.product(range(len(words)), repeat=length):
            if all(heads[below] == above for above, below in itertools.pairwise(nodes)):
                chains[tuple(words[node] for node in nodes)] += 1
    return chains


@given(hyp=analyses(), ref=analyses())
def test_against_brute_force(hyp: Analysis, ref: Analysis) -> None:
    if max(len(hyp.tokens), len(ref.tokens)) > 9:
        hyp, ref = parsed("a:2:x b:0:root"), parsed("a:0:root b:1:x")
    chains, others = _chains_by_brute_force(hyp, 3), _chains_by_brute_force(ref, 3)
    expected = [0] * 6
    for chain, count in chains.items():
        expected[len(chain) - 1] += min(count, others[chain])
        expected[2 + len(chain)] += count
    assert Hwcm(n=3).statistics(Pair(hyp, [ref])).tolist() == expected


CAT = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"


@pytest.mark.parametrize(
    ("spec", "hyp", "refs", "expected", "why"),
    [
        ("stm:words=yes,d=2", CAT, [CAT.replace("cat", "dog")], (8 / 9 + 5 / 6) / 2, "one word, one NN over it"),
        ("stm:words=yes,d=1", "(NN Cat)", ["(NN cat)"], 1.0, "case is folded"),
        ("stm:words=yes,d=1,case=keep", "(NN Cat)", ["(NN cat)"], 1 / 2, "or not"),
        ("stm:d=2", "(NP (NN a))", ["(NP (DT a))"], (1 / 2 + 0.001) / 2, "no match at depth 2 counts as eps"),
        ("stm:d=1", "(NP (NN a) (NN b))", ["(X (NN a) (NN b))", "(NP (NN a))"], 1.0, "the maximum over references"),
        ("stm", "(NN a)", ["(NN a)"], 1.0, "depths that the hypothesis lacks are left out"),
        ("stm:d=2", "(A (S1 (NN a)))", ["(NN a)"], (1 / 3 + 0.001) / 2, "an inner node keeps whatever label it has"),
    ],
)
def test_stm_scores(spec: str, hyp: str, refs: list[str], expected: float, why: str) -> None:
    assert segment_score(spec, bracketed(hyp), *map(bracketed, refs)) == pytest.approx(expected), why


def test_documents_sum_their_counts_without_eps() -> None:
    assert Stm(d=2).score(np.array([1.0, 0, 2, 1]), level="document") == 0.25


def test_evidence_stands_on_nodes_and_words() -> None:
    units = Stm(d=2).evidence(Pair(bracketed(CAT), [bracketed("(S (NP (NN cats)) (VP (VBP sleep)))")])).units
    result = {unit.label: unit for unit in units}
    assert result["(NP DT NN)"].status is Status.EXTRA
    (place,) = result["(NP DT NN)"].hypothesis_places
    assert (place.nodes, place.tokens) == ((1, 2, 3), (0, 1))
    assert result["VBP"].status is Status.MISSED
    assert result["(S NP VP)"].status is Status.MATCHED


def nested(node: int, depth: int, labels: Sequence[str], children: Sequence[Sequence[int]]) -> tuple[object, ...]:
    """The subtree as nested tuples, cut below ``depth`` levels."""
    below = children[node] if depth > 1 else ()
    return (labels[node], *(nested(child, depth - 1, labels, children) for child in below))


def height(node: int, children: Sequence[Sequence[int]]) -> int:
    return 1 + max((height(child, children) for child in children[node]), default=0)


def by_brute_force(
    labels: Sequence[str], children: Sequence[Sequence[int]], deepest: int
) -> Iterator[tuple[int, tuple[object, ...]]]:
    for node in range(len(labels)):
        for depth in range(1, min(deepest, height(node, children)) + 1):
            yield depth, nested(node, depth, labels, children)


Counts = Counter[tuple[int, tuple[object, ...]]]


def expected(hyp: Counts, refs: Sequence[Counts], deepest: int) -> list[int]:
    matched, counts = [0] * deepest, [0] * deepest
    for (depth, shape), count in hyp.items():
        matched[depth - 1] += min(count, max(ref[depth, shape] for ref in refs))
        counts[depth - 1] += count
    return [*matched, *counts]


@given(texts=analyses(), ref=analyses(), other=analyses())
def test_stm_against_brute_force(texts: Analysis, ref: Analysis, other: Analysis) -> None:
    counted = []
    for text in (texts, ref, other):
        tree = text.constituency()
        assert tree is not None
        counted.append(Counter(by_brute_force(tree.labels, tree.children(), 5)))
    assert Stm(d=5).statistics(Pair(texts, [ref, other])).tolist() == expected(counted[0], counted[1:], 5)


@given(hyp=analyses(), ref=analyses())
def test_dstm_against_brute_force(hyp: Analysis, ref: Analysis) -> None:
    counted = []
    for text in (hyp, ref):
        words = [token.text.casefold() for token in text.tokens]
        counted.append(Counter(by_brute_force(words, text.tree().children(), 4)))
    assert Dstm().statistics(Pair(hyp, [ref])).tolist() == expected(counted[0], counted[1:], 4)
