"""Constituency trees and their lists as values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import constituency_trees
from meantree.analysis.constituents import TOP, ConstituencyTree, NBestConstituents, joined

# (S (NP (DT) (NN)) (VP (VBZ)))
TREE = ConstituencyTree(("S", "NP", "DT", "NN", "VP", "VBZ"), (TOP, 0, 1, 1, 0, 4))
FLAT = ConstituencyTree(("S", "DT", "NN", "VBZ"), (TOP, 0, 0, 0))


def test_children_leaves_and_spans() -> None:
    assert TREE.children() == [[1, 4], [2, 3], [], [], [5], []]
    assert TREE.leaves() == [2, 3, 5]
    assert TREE.spans() == [(0, 3), (0, 2), (0, 1), (1, 2), (2, 3), (2, 3)]


@given(st.integers(1, 9).flatmap(constituency_trees))
def test_spans_of_children_tile_their_parents(tree: ConstituencyTree) -> None:
    spans = tree.spans()
    for node, below in enumerate(tree.children()):
        assert sum(spans[child][1] - spans[child][0] for child in below) == (
            spans[node][1] - spans[node][0] if below else 0
        )
    assert [spans[leaf] for leaf in tree.leaves()] == [(at, at + 1) for at in range(len(tree.leaves()))]


def test_joined_trees_stay_apart() -> None:
    both = joined([FLAT, TREE])
    assert [node for node, parent in enumerate(both.parents) if parent == TOP] == [0, 4]
    assert both.spans()[4] == (3, 6)


def test_a_forest_keeps_its_trees_best_first_and_merges_equal_ones() -> None:
    nbest = NBestConstituents.of([TREE, FLAT, TREE], [1.0, 3.0, 1.0])
    assert [nbest.tree(rank) for rank in range(len(nbest))] == [FLAT, TREE]
    assert nbest.probabilities.tolist() == [0.6, 0.4]


def test_a_tree_may_weigh_nothing_beside_others() -> None:
    assert NBestConstituents.of([FLAT, TREE], [0.0, 2.0]).probabilities.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("weights", [[], [0.0], [2.0, -1.0]], ids=["no tree", "none is positive", "one is negative"])
def test_what_is_no_forest(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="an n-best list needs"):
        NBestConstituents.of([TREE, FLAT][: len(weights)], weights)


@given(st.integers(1, 7).flatmap(lambda size: st.lists(constituency_trees(size), min_size=1, max_size=5)))
def test_forests_give_back_what_they_were_made_of(trees: list[ConstituencyTree]) -> None:
    nbest = NBestConstituents.of(trees, [1 / rank for rank in range(1, len(trees) + 1)])
    assert {nbest.tree(rank) for rank in range(len(nbest))} == set(trees)
    assert nbest.probabilities.sum() == pytest.approx(1)
    assert sorted(nbest.probabilities, reverse=True) == nbest.probabilities.tolist()


def test_the_first_of_a_list() -> None:
    trees = [ConstituencyTree(("S", "A"), (TOP, 0)), ConstituencyTree(("S", "NP", "A"), (TOP, 0, 1))]
    nbest = NBestConstituents.of(trees, [1, 3])
    first = nbest.first(1)
    assert (len(first), first.tree(0), first.probabilities.tolist()) == (1, trees[1], [1])
    both = nbest.first(5)
    assert ([both.tree(rank) for rank in range(2)], both.probabilities.tolist()) == ([trees[1], trees[0]], [0.75, 0.25])
