from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.arborescences import Floats, all_labelled, arc_scores
from meantree.analysis.nonprojective.marginals import (
    arc_marginals,
    label_probabilities,
    labelled_marginals,
    log_partition,
)


@given(arc_scores(), st.sampled_from([0.0, 0.25, 1.0, 2.0]))
def test_marginals_are_those_of_all_trees(scores: tuple[Floats, Floats], gamma: float) -> None:
    arcs, relations = scores
    every = all_labelled(arcs, relations)
    if not every:
        with pytest.raises(ValueError, match="no dependency tree"):
            labelled_marginals(arcs, relations, gamma=gamma)
        return
    powered = gamma * np.array(list(every.values()))
    total = np.logaddexp.reduce(powered)
    expected = np.zeros_like(relations)
    for (heads, labels), probability in zip(every, np.exp(powered - total), strict=True):
        expected[range(len(arcs)), heads, labels] += probability
    assert log_partition(arcs, relations, gamma=gamma) == pytest.approx(total)
    found = labelled_marginals(arcs, relations, gamma=gamma)
    np.testing.assert_allclose(found, expected, atol=1e-11, rtol=1e-9)
    np.testing.assert_allclose(arc_marginals(arcs, relations, gamma=gamma), expected.sum(axis=2), atol=1e-11)


@given(st.integers(1, 40), st.floats(0.1, 60), st.integers(0, 2**32 - 1))
def test_heads_of_a_word_and_words_to_be_the_root_sum_to_one(words: int, spread: float, seed: int) -> None:
    found = arc_marginals(np.random.default_rng(seed).normal(size=(words, words + 1)) * spread)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, atol=1e-9)
    assert found[:, 0].sum() == pytest.approx(1.0, abs=1e-9)
    assert (np.diagonal(found, 1) == 0).all()
    assert found.min() >= 0


@pytest.mark.parametrize("better", [50.0, 140.0, 290.0])
def test_a_cycle_that_outweighs_all_else_leaves_exact_probabilities(better: float) -> None:
    arcs = np.zeros((3, 4))
    arcs[0, 2] = arcs[1, 1] = better
    # Six trees have one arc of the cycle; all others vanish.
    expected = np.array([[2, 0, 3, 1], [2, 3, 0, 1], [2, 2, 2, 0]]) / 6
    found = arc_marginals(arcs)
    np.testing.assert_allclose(found, expected, rtol=1e-9)
    assert log_partition(arcs) == pytest.approx(better + np.log(6))


def test_an_improbable_arc_has_its_digits() -> None:
    arcs = np.array([[0.0, 0, -80], [-200, 0, 0]])
    assert arc_marginals(arcs)[0, 2] == pytest.approx(np.exp(-280), rel=1e-9)


def test_a_long_sentence_has_probabilities() -> None:
    arcs = np.random.default_rng(0).normal(size=(300, 301)) * 8
    found = arc_marginals(arcs)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    assert found[:, 0].sum() == pytest.approx(1.0, abs=1e-9)
    moved = log_partition(arcs + 7.0)
    assert moved - log_partition(arcs) == pytest.approx(2100.0)


def test_without_scores_all_trees_are_equally_probable() -> None:
    # Cayley: n^(n-1) rooted trees over n words.
    assert log_partition(np.zeros((6, 7))) == pytest.approx(5 * np.log(6))
    np.testing.assert_allclose(arc_marginals(np.random.default_rng(1).normal(size=(6, 7)), gamma=0)[:, 0], 1 / 6)


def test_labels_that_there_are_not_have_no_probability() -> None:
    relations = np.log(np.array([[0.9, 0.1], [1, 1]])) + np.array([[0.0, 0], [-np.inf, -np.inf]])
    assert label_probabilities(relations, gamma=0.5) == pytest.approx(np.array([[0.75, 0.25], [0, 0]]))
