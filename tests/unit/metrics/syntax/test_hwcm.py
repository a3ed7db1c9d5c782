"""Headword chains counted by hand and by brute force."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from helpers.trees import analyses, parsed
from meantree.analysis.sentences import Analysis
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.syntax.hwcm import Hwcm

SEES = "the:2:det cat:3:nsubj sees:0:root dogs:3:obj"


@pytest.mark.parametrize(
    ("hyp", "refs", "matched", "counts", "why"),
    [
        (SEES, [SEES], [4, 3, 1, 0], [4, 3, 1, 0], "the:cat:sees is the only chain of three"),
        (SEES, ["the:2:det cat:0:root"], [2, 1, 0, 0], [4, 3, 1, 0], "chains of other heads do not match"),
        ("a:0:root a:1:x a:1:x", ["a:0:root a:1:x"], [2, 1, 0, 0], [3, 2, 0, 0], "counts are clipped"),
        ("a:0:root a:1:x", ["a:0:root", "b:0:root a:1:x"], [1, 0, 0, 0], [2, 1, 0, 0], "to one reference's count"),
        ("Cat:0:root", ["cat:0:root"], [1, 0, 0, 0], [1, 0, 0, 0], "case is folded"),
        ("b:2:x a:0:root", ["a:0:root b:1:x"], [2, 1, 0, 0], [2, 1, 0, 0], "order in the sentence does not matter"),
    ],
)
def test_statistics(hyp: str, refs: list[str], matched: list[int], counts: list[int], why: str) -> None:
    statistics = Hwcm().statistics(Pair(parsed(hyp), [parsed(ref) for ref in refs]))
    assert statistics.tolist() == [*matched, *counts], why


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
    chosen = metric("hwcm:case=keep")
    assert chosen.score(chosen.statistics(Pair(parsed("Cat:0:root"), [parsed("cat:0:root")])), level="system") == 0


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
