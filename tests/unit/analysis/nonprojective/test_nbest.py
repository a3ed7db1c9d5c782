from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.arborescences import Floats, all_labelled, arc_scores
from meantree.analysis.nonprojective.nbest import best_trees
from meantree.analysis.tree import NBestDependencies, tree_fault

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
