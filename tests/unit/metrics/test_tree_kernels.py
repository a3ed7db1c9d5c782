"""Tree kernels: counted by hand, by enumerating fragments, by the textbook's recursion, and on huge trees."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given

from helpers.scores import segment_score
from helpers.trees import analyses, bracketed, parsed
from meantree.analysis.constituents import TOP, ConstituencyTree, NBestConstituents
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import Token
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.tree_kernels import Dtk, Grammar, Tk, kernel


@pytest.mark.parametrize(
    ("hyp", "ref", "expected", "why"),
    [
        ("(NN a)", "(NN a)", 1.0, "one production"),
        ("(NN a)", "(NN b)", 0.0, "words are part of productions"),
        ("(NP (NN a))", "(NN a)", 1 / math.sqrt(3), "NP-NN, NP-NN-a and NN-a against NN-a"),
        ("(NP (DT a) (NN b))", "(NP (DT a) (NN c))", 3 / 6, "NP-DT-NN alone, with DT-a, and DT-a"),
        ("(NP (DT a) (NN b))", "(NP (NN b) (DT a))", 2 / 6, "the order of children counts"),
    ],
)
def test_tk(hyp: str, ref: str, expected: float, why: str) -> None:
    assert segment_score(Tk(), bracketed(hyp), bracketed(ref)) == pytest.approx(expected), why


@pytest.mark.parametrize(
    ("hyp", "ref", "expected", "why"),
    [
        ("a:0:root", "a:0:root", 1.0, "no production at all, but equal"),
        ("a:0:root", "b:0:root", 0.0, "no production at all"),
        ("a:0:root", "a:0:root b:1:x", 0.0, "one has none"),
        ("a:0:root b:1:x", "A:0:root B:1:y", 1.0, "labels and case do not count"),
        ("a:0:root b:1:x c:2:x", "b:0:root c:1:x", 1 / math.sqrt(3), "a-b, a-b-c, b-c against b-c"),
        ("b:2:x a:0:root", "a:0:root b:1:x", 1.0, "on which side a lone child stands is not seen"),
    ],
)
def test_dtk(hyp: str, ref: str, expected: float, why: str) -> None:
    assert segment_score(Dtk(), parsed(hyp), parsed(ref)) == pytest.approx(expected), why


def test_lambda_makes_large_fragments_weigh_less() -> None:
    hyp, ref = bracketed("(NP (DT a) (NN b))"), bracketed("(NP (DT a) (NN c))")
    # NP-DT-NN .5, with DT-a .25, DT-a .5; of itself (.5 · 1.5 · 1.5) + .5 + .5
    assert segment_score(metric("tk:lambda=.5"), hyp, ref) == pytest.approx(1.25 / 2.125)


def test_the_best_reference_counts_and_is_named() -> None:
    hyp, refs = bracketed("(NN a)"), [bracketed("(NN b)"), bracketed("(NP (NN a))")]
    assert segment_score(Tk(), hyp, *refs) == pytest.approx(1 / math.sqrt(3))
    assert Tk().evidence(Pair(hyp, refs)).reference == 1


def test_evidence_shows_the_largest_common_fragments() -> None:
    hyp = bracketed("(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))")
    ref = bracketed("(S (NP (DT the) (NN dog)) (VP (VBZ sleeps)))")
    units = Tk().evidence(Pair(hyp, [ref])).units
    common = {unit.label: unit for unit in units if unit.status is Status.MATCHED}
    assert list(common) == ["(S (NP (DT the) NN) (VP (VBZ sleeps)))"]
    (unit,) = common.values()
    (place,) = unit.hypothesis_places
    assert (place.nodes, place.frontier, place.tokens) == ((0, 1, 2, 4, 5), (3,), (0, 2)), "NN is there by its label"
    assert {unit.label for unit in units if unit.status is Status.EXTRA} == {"(NN cat)"}
    assert {unit.label for unit in units if unit.status is Status.MISSED} == {"(NN dog)"}


def fragments(node: int, grammar: Grammar) -> list[tuple[object, ...]]:
    """All fragments rooted in a node as nested tuples: each child is a label or one of its own fragments."""
    label, *below = grammar.productions[node]
    choices: list[list[object]] = [[name] for name in below]
    for choice, child in zip(choices, grammar.children[node], strict=False):
        if child in grammar.productions:
            choice += fragments(child, grammar)
    return [(label, *parts) for parts in itertools.product(*choices)]


def productions_in(fragment: tuple[object, ...]) -> int:
    return 1 + sum(productions_in(part) for part in fragment if isinstance(part, tuple))


def by_enumeration(first: Grammar, second: Grammar, decay: float) -> float:
    counts = [
        Counter(f for node in grammar.productions for f in fragments(node, grammar)) for grammar in (first, second)
    ]
    return sum(count * counts[1][f] * decay ** productions_in(f) for f, count in counts[0].items())


@given(hyp=analyses(), ref=analyses())
def test_against_enumeration_of_fragments(hyp: Analysis, ref: Analysis) -> None:
    for chosen in (Tk(), Tk(decay=0.4), Dtk()):
        first, second = chosen._grammar(hyp), chosen._grammar(ref)
        if max(len(first.words), len(second.words)) <= 8:
            expected = by_enumeration(first, second, chosen.decay)
            assert math.exp(kernel(first, second, chosen.decay)) == pytest.approx(expected)


def right_branching(words: Sequence[str]) -> Analysis:
    """(X word word word (X word word word (X …)))."""
    labels: list[str] = []
    parents: list[int] = []
    outer = TOP
    for place in range(len(words)):
        if place % 3 == 0:
            labels.append("X")
            parents.append(outer)
            outer = len(labels) - 1
        labels.append("W")
        parents.append(outer)
    tree = ConstituencyTree(tuple(labels), tuple(parents))
    nbest = NBestConstituents.of([tree], [1.0])
    tokens = tuple(Token(word) for word in words)
    return Analysis(" ".join(words), (Sentence(tokens, nbest.head_dependencies.tree(0), None, nbest),))


def test_no_overflow_on_huge_trees() -> None:
    words = [f"w{place}" for place in range(1050)]
    huge = right_branching(words)
    grammar = Tk()._grammar(huge)
    assert kernel(grammar, grammar, 1.0) > 710  # e to this is more than a float holds
    other = right_branching([*words[:500], "x", *words[501:]])
    assert segment_score(Tk(), huge, other) == pytest.approx(1 / 2)  # fragments have the lost word or have it not
    flat = parsed("h:0:root " + " ".join(f"w{place}:1:x" for place in range(1050)))
    assert segment_score(Dtk(), flat, flat) == pytest.approx(1)


def test_evidence_of_deep_trees() -> None:
    """A chain of more heads than Python nests calls is one fragment."""
    size = 1_400
    chain = parsed("w0:0:root " + " ".join(f"w{place}:{place}:x" for place in range(1, size)))
    (unit,) = Dtk().evidence(Pair(chain, [chain])).units
    assert unit.label.startswith("(w0 (w1 (w2 ")
    assert unit.label.endswith(f"(w{size - 2} w{size - 1}{')' * (size - 1)}")
    assert unit.matched == pytest.approx(1)
