"""Which parse of each sentence is drawn, and how probable its arcs are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.stores import UnsureStore
from helpers.trees import analysis, parsed, sentence
from meantree.analysis.brackets import read_sentence
from meantree.analysis.corrections import corrected
from meantree.analysis.layers.required import Layers
from meantree.analysis.tree import ROOT
from meantree.comparison.compare import ComparisonOptions, compare
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

# The analyser's own tree is the second of the list.
LISTED = sentence("a:0:root b:1:x", probability=[("2:y 0:root", 0.75), ("0:root 1:x", 0.25)])
PLAIN = parsed("c:0:root").sentences[0]
TEXT, REFERENCE = analysis(PLAIN, LISTED), parsed("a:0:root b:1:x")
PAIR = Pair(TEXT, [REFERENCE], ("A",))


@pytest.mark.parametrize(
    ("spec", "ranks", "heads", "why"),
    [
        ("hwcm", (-1, -1), (ROOT, ROOT, 1), "the analyser's own tree was counted"),
        ("edpm:labels=dep", (-1, 0), (ROOT, 2, ROOT), "the best of the list was, where there is one"),
        ("dpm:labels=dep,nbest=1", (-1, -1), (ROOT, ROOT, 1), "a list of one is none"),
    ],
)
def test_what_was_counted_is_drawn(spec: str, ranks: tuple[int, ...], heads: tuple[int, ...], why: str) -> None:
    found = compare(PAIR, metric(spec)).hypothesis
    assert (found.ranks, found.tree.heads) == (ranks, heads), why
    assert found.lists == (None, LISTED.nbest)


def test_another_parse_is_drawn_of_the_side_and_sentence_that_was_chosen() -> None:
    found = compare(PAIR, metric("hwcm"), ComparisonOptions(ranks={"hypothesis": {1: 0}, "reference": {}}))
    assert found.hypothesis.tree.heads == (ROOT, 2, ROOT)
    other = compare(PAIR, metric("hwcm"), ComparisonOptions(ranks={"reference": {1: 0}}))
    assert other.hypothesis.tree.heads == (ROOT, ROOT, 1)


def test_arcs_are_as_probable_as_the_parses_that_have_them() -> None:
    found = compare(PAIR, metric("hwcm"))
    assert found.hypothesis.probabilities == {(1, 2, "y"): 0.75, (2, 1, "x"): 0.25}, "counted over the whole text"
    assert found.reference_text.probabilities == {}


UNSURE = UnsureStore().analyse({"a b c d": Layers(3, 2, roles=True)})["a b c d"]
DOUBTS = ComparisonOptions(doubts=True)


def test_arcs_are_as_probable_as_over_all_trees() -> None:
    found = compare(Pair(UNSURE, [REFERENCE], ("A",)), metric("hwcm"), DOUBTS)
    every = UNSURE.sentences[0].all_trees
    assert every is not None
    assert found.hypothesis.arc_probabilities == every.expected_arcs()
    assert [found.hypothesis.arc_probabilities[arc] for arc in UNSURE.tree().arcs()] == pytest.approx(
        [1, 0.6, 0.9], abs=1e-4
    )
    assert found.hypothesis.doubtful_arcs == {(2, 0, "l2")}
    assert "? less probable than 70 %" in found.rule
    assert (found.reference_text.arc_probabilities, found.reference_text.doubtful_arcs) == ({}, frozenset())
    twice = compare(Pair(analysis(PLAIN, *UNSURE.sentences), [REFERENCE], ("A",)), metric("hwcm"), DOUBTS)
    assert twice.hypothesis.doubtful_arcs == {(3, 1, "l2")}, "counted over the whole text"
    unmarked = compare(Pair(UNSURE, [REFERENCE], ("A",)), metric("hwcm"))
    assert not unmarked.hypothesis.doubtful_arcs
    assert "?" not in unmarked.rule


def test_an_arc_that_no_tree_has_is_improbable() -> None:
    text = analysis(replace(UNSURE.sentences[0], tree=parsed("a:0:root b:1:l1 c:1:never d:1:l0").tree()))
    found = compare(Pair(text, [REFERENCE], ("A",)), metric("hwcm"), DOUBTS).hypothesis
    assert found.arc_probabilities[2, 0, "never"] == 0
    assert (2, 0, "never") in found.doubtful_arcs


def test_what_a_person_set_is_not_improbable() -> None:
    text = corrected(UNSURE, {2: (0, "l1")})
    found = compare(Pair(text, [REFERENCE], ("A",)), metric("hwcm"), DOUBTS).hypothesis
    assert not found.doubtful_arcs
    assert found.arc_probabilities[3, 0, "l0"] == pytest.approx(0.9, abs=1e-4), (
        "the parser's own arcs are as probable as before"
    )
    assert all(dependent != 2 for dependent, _, _ in found.arc_probabilities)


def test_constituents_are_as_probable_as_over_all_trees() -> None:
    text = analysis(TREES, *UNSURE.sentences)
    found = compare(Pair(text, [BRACKETED.hypothesis], ("A",)), metric("stm"), DOUBTS)
    drawn = found.hypothesis
    assert drawn.constituency is not None
    assert {drawn.constituency.labels[node]: value for node, value in drawn.node_probabilities.items()} == {
        "S": 1.0,
        "NP": 0.97,
        "VP": 0.55,
    }
    assert min(drawn.node_probabilities) == len(TREES.constituents.tree(0))  # type: ignore[union-attr]
    assert [drawn.constituency.labels[node] for node in drawn.doubtful_nodes] == ["VP"]
    assert "? less probable than 70 %" in found.rule
    flat = compare(
        Pair(text, [BRACKETED.hypothesis], ("A",)), metric("stm"), replace(DOUBTS, ranks={"hypothesis": {1: 1}})
    )
    assert list(flat.hypothesis.node_probabilities.values()) == [1.0]


def test_parts_of_frames_are_as_probable_as_to_the_labeller() -> None:
    found = compare(Pair(UNSURE, [UNSURE], ("A",)), metric("meant"), DOUBTS).frames
    assert found is not None
    assert found.probabilities["reference", (0, None)] == 0.998
    assert found.doubtful == {("hypothesis", (0, 0)), ("reference", (0, 0))}


TREES = read_sentence(["(S (NN a) (VBZ b))", "(NP (NN a) (NN b))"], [0.6, 0.4])
BRACKETED = Pair(analysis(TREES, TREES), [analysis(TREES, TREES)], ("A",))


def test_constituents_are_marked_in_the_trees_that_were_counted() -> None:
    best = compare(BRACKETED, metric("stm")).hypothesis
    assert (best.ranks, best.constituency) == ((0, 0), BRACKETED.hypothesis.constituency())
    assert best.marks.nodes
    second = compare(BRACKETED, metric("stm"), ComparisonOptions(ranks={"hypothesis": {1: 1}})).hypothesis
    assert second.ranks == (0, 1)
    assert second.constituency == BRACKETED.hypothesis.constituency((0, 1))
    assert not second.marks.nodes, "their numbers mean nothing there"
    assert second.marks.tokens.keys() == best.marks.tokens.keys()


def test_dependencies_of_constituents_begin_with_the_best_list() -> None:
    found = compare(BRACKETED, metric("dpm:labels=ab,nbest=1")).hypothesis
    assert found.ranks == (0, 0)
    assert found.lists == (TREES.head_dependencies, TREES.head_dependencies)
    assert found.tree == BRACKETED.hypothesis.tree(head_dependencies=True)
    assert found.constituency is None


@pytest.mark.parametrize(("spec", "told"), [("hwcm", True), ("stm", False), ("dpm:labels=ab,nbest=1", False)])
def test_corrected_heads_are_those_of_dependencies(spec: str, told: bool) -> None:
    text = replace(BRACKETED.hypothesis, corrected=frozenset({1}))
    assert bool(compare(Pair(text, BRACKETED.references, ("A",)), metric(spec)).hypothesis.corrected) is told
