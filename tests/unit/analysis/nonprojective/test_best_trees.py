"""The best trees of arcs and labels, one and many, compared with an enumeration."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.arborescences import Floats, all_labelled, all_trees, arc_scores
from meantree.analysis.nonprojective.best import Arcs, best_heads, best_tree, cheapest_tree
from meantree.analysis.nonprojective.nbest import best_trees
from meantree.analysis.tree import NBestDependencies, tree_fault


def scored(arcs: Floats) -> dict[tuple[int, ...], float]:
    every = {heads: float(arcs[range(len(arcs)), heads].sum()) for heads in all_trees(len(arcs))}
    return {heads: score for heads, score in every.items() if score > -np.inf}


@given(arc_scores())
def test_best_heads_are_those_of_the_best_tree_with_one_root(scores: tuple[Floats, Floats]) -> None:
    arcs, _ = scores
    trees = scored(arcs)
    if not trees:
        with pytest.raises(ValueError, match="no dependency tree"):
            best_heads(arcs)
        return
    assert trees[tuple(best_heads(arcs))] == pytest.approx(max(trees.values()))
    assert best_tree(arcs).heads.tolist() == best_heads(arcs)


@given(arc_scores())
def test_losses_of_arcs_are_lower_bounds(scores: tuple[Floats, Floats]) -> None:
    arcs, _ = scores
    trees = scored(arcs)
    if not trees:
        return
    best = best_tree(arcs)
    assert best.losses.min() >= 0
    assert best.losses[range(len(arcs)), best.heads].sum() == pytest.approx(0, abs=1e-9)
    for heads, score in trees.items():
        assert best.losses[range(len(arcs)), heads].sum() <= max(trees.values()) - score + 1e-9


def test_arcs_of_words_to_themselves_are_ignored() -> None:
    assert best_heads(np.array([[0.0, 9, 1], [0, 1, 9]])) in ([0, 1], [2, 0])


def test_the_best_tree_has_one_root() -> None:
    assert best_heads(np.array([[1e6, 0, 0], [1e6, -1.0, 0]])) == [2, 0]


@pytest.mark.parametrize("size", [2, 60, 1200])
def test_long_chains_of_cycles_are_solved(size: int) -> None:
    arcs = np.full((size, size + 1), -5.0)
    places = np.arange(size - 1)
    arcs[places, places + 2] = -1.0 - places / size  # every word below the next one
    arcs[places + 1, places + 1] = 0.0  # and the next one below it
    heads = best_heads(arcs)
    assert tree_fault(tuple(head - 1 for head in heads)) is None


@given(st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_the_cheapest_tree_of_arcs_is_the_best_tree_of_the_matrix(size: int, seed: int) -> None:
    arcs = np.random.default_rng(seed).normal(size=(size, size + 1))
    arcs[1:, 0] = -np.inf  # so that one word alone can be the root
    words, heads = np.nonzero(np.isfinite(arcs) & (np.arange(size)[:, None] + 1 != np.arange(size + 1)))
    choices = [np.flatnonzero(words == word).tolist() for word in range(size)]
    found = cheapest_tree(Arcs((heads - 1).tolist(), (-arcs[words, heads]).tolist()), choices)
    assert found is not None
    assert [int(heads[arc]) for arc in found[0]] == best_heads(arcs)


def test_arcs_without_a_tree() -> None:
    assert cheapest_tree(Arcs([1, 0], [0.0, 0.0]), [[0], [1]]) is None


NAMES = ("root", "obj", "det")


def rows(nbest: NBestDependencies) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Heads counted from 1, and the labels' codes."""
    trees = [nbest.tree(rank) for rank in range(len(nbest))]
    return [(tuple(head + 1 for head in one.heads), tuple(NAMES.index(label) for label in one.labels)) for one in trees]


@given(arc_scores(), st.sampled_from([1, 2, 7, 50]))
def test_the_best_trees_are_in_order(scores: tuple[Floats, Floats], size: int) -> None:
    arcs, relations = scores
    every = all_labelled(arcs, relations)
    if not every:
        with pytest.raises(ValueError, match="no dependency tree"):
            best_trees(arcs, relations, NAMES, size)
        return
    found = best_trees(arcs, relations, NAMES, size)
    trees = rows(found)
    expected = np.array(sorted(every.values(), reverse=True)[:size])
    assert len(set(trees)) == len(trees) == len(expected)
    assert [every[tree] for tree in trees] == pytest.approx(expected.tolist(), abs=1e-9)
    weights = np.exp(expected - expected[0])
    assert found.probabilities.tolist() == pytest.approx((weights / weights.sum()).tolist(), abs=1e-9)


@given(arc_scores())
def test_trees_of_equal_score_are_ordered_by_heads_and_labels(scores: tuple[Floats, Floats]) -> None:
    arcs, relations = np.zeros_like(scores[0]), np.zeros_like(scores[1])
    trees = rows(best_trees(arcs, relations, NAMES, 10_000))
    assert trees == sorted(trees)
    assert len(trees) == len(all_labelled(arcs, relations))


@pytest.mark.parametrize(("words", "sharpness"), [(25, 0), (25, 6), (60, 3)])
def test_lists_of_long_sentences_begin_longer_lists(words: int, sharpness: float) -> None:
    rng = np.random.default_rng(words)
    arcs, relations = rng.normal(size=(words, words + 1)) * 2, rng.normal(size=(words, words + 1, 5))
    arcs[np.arange(words), np.arange(words)] += sharpness
    found = best_trees(arcs, relations, "abcde", 50)
    longer = best_trees(arcs, relations, "abcde", 200)
    assert (found.heads == longer.heads[:50]).all()
    assert (np.diff(longer.probabilities) <= 1e-12).all()
    assert all(tree_fault(longer.tree(rank).heads) is None for rank in range(200))
    assert len({longer.tree(rank) for rank in range(200)}) == 200


def test_a_single_word_is_the_root() -> None:
    found = best_trees(np.zeros((1, 2)), np.log(np.array([[[0.75, 0.25], [0.5, 0.5]]])), ("root", "dep"))
    assert found.heads.tolist() == [[-1], [-1]]
    assert found.probabilities.tolist() == pytest.approx([0.75, 0.25])
    assert found.label_names == ("dep", "root") or found.label_names == ("root", "dep")
