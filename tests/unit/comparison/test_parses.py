"""Which parse of each sentence is drawn, and how probable its arcs are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.trees import analysis, parsed, sentence
from meantree.analysis.brackets import read_sentence
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
