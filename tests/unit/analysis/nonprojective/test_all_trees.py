"""Probabilities of arcs over all trees, compared with an enumeration."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.arborescences import Floats, all_labelled, arc_scores
from helpers.trees import models
from meantree.analysis.nonprojective.all_trees import (
    MAX_ARCS,
    MIN_EXPECTATION,
    MIN_PROBABILITY,
    AllTrees,
    arc_marginals,
    label_probabilities,
)
from meantree.analysis.tree import ROOT

NAMES = ("root", "obj", "det")
Arcs = dict[tuple[int, int, str], float]


def enumerated(arcs: Floats, relations: Floats, gamma: float) -> Arcs:
    """Return the expectations over all trees, by enumeration."""
    scores = {tree: gamma * score for tree, score in all_labelled(arcs, relations).items()}
    total = np.logaddexp.reduce(list(scores.values()))
    found: Arcs = {}
    for (heads, codes), score in scores.items():
        for word, (head, code) in enumerate(zip(heads, codes, strict=True)):
            arc = word, head - 1, NAMES[code]
            found[arc] = found.get(arc, 0.0) + float(np.exp(score - total))
    return {arc: value for arc, value in found.items() if arc[1] != ROOT}


def dense(model: AllTrees) -> tuple[Floats, Floats]:
    """Return the scores of a model, -inf elsewhere."""
    relations = np.full((model.size, model.size + 1, len(NAMES)), -np.inf)
    codes = [NAMES.index(model.label_names[label]) for label in model.labels.tolist()]
    relations[model.dependents, model.heads, codes] = model.scores
    return np.zeros(relations.shape[:2]), relations


def assert_equal(found: Arcs, expected: Arcs, tolerance: float) -> None:
    assert found == pytest.approx({arc: expected[arc] for arc in found}, abs=tolerance)
    assert sum(value for arc, value in expected.items() if arc not in found) <= len(expected) * (
        MIN_EXPECTATION + tolerance
    )


@given(arc_scores(most=3), st.sampled_from([0.0, 0.25, 1.0, 3.0]))
def test_expectations_over_the_model_are_exact(scores: tuple[Floats, Floats], gamma: float) -> None:
    if not all_labelled(*scores):
        with pytest.raises(ValueError, match="no dependency tree"):
            AllTrees.of(*scores, NAMES)
        return
    model = AllTrees.of(*scores, NAMES)
    assert_equal(model.expected_arcs(gamma=gamma), enumerated(*dense(model), gamma), 1e-9)


@given(arc_scores(most=3))
def test_excluded_arcs_change_little(scores: tuple[Floats, Floats]) -> None:
    if all_labelled(*scores):
        expected = enumerated(*scores, 1.0)
        assert_equal(AllTrees.of(*scores, NAMES).expected_arcs(), expected, 3 * len(expected) * MIN_PROBABILITY + 1e-3)


@given(st.integers(1, 3), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.25, 1.0]))
def test_no_probable_arc_is_excluded(size: int, seed: int, gamma: float) -> None:
    chance = np.random.default_rng(seed)
    arcs, relations = chance.normal(size=(size, 1 + size)), chance.normal(size=(size, 1 + size, 3)) * 0.3
    found = AllTrees.of(arcs, relations, NAMES).expected_arcs(gamma=gamma)
    assert_equal(found, enumerated(arcs, relations, gamma), 1e-3)
    assert len(found) == len(enumerated(arcs, relations, gamma))


def test_long_sentences_keep_few_arcs_of_each_word() -> None:
    size, chance = 40, np.random.default_rng(1)
    arcs, relations = chance.normal(size=(size, 1 + size)), np.log(np.full((size, 1 + size, 3), 1 / 3))
    model = AllTrees.of(arcs, relations, NAMES)
    assert np.bincount(model.dependents, minlength=size).max() <= MAX_ARCS + 1
    arcs[np.arange(size), np.arange(size)] += 12  # all but certain
    sure = AllTrees.of(arcs, relations, NAMES)
    every = labelled_marginals(arcs, relations)
    assert sure.expected_arcs() == pytest.approx(
        {arc: every[arc[0], arc[1] + 1, NAMES.index(arc[2])] for arc in sure.expected_arcs()}, abs=1e-3
    )


@given(st.integers(1, 6).flatmap(models))
def test_models_are_restored_from_json(model: AllTrees) -> None:
    back = AllTrees.from_json(json.loads(json.dumps(model.to_json())), model.size)
    assert back.to_json() == model.to_json()
    assert back.expected_arcs(gamma=0.5) == model.expected_arcs(gamma=0.5)


@pytest.mark.parametrize(
    "content",
    [
        [],
        [[0], [0], [0], [0.0]],
        [[0], [2], [0], [0.0], ["root"]],
        [[1], [0], [0], [0.0], ["root"]],
        [[0], [0], [1], [0.0], ["root"]],
        [[-1], [0], [0], [0.0], ["root"]],
        [[0], [0], [0], [None], ["root"]],
        [[0], [0], [0], [float("inf")], ["root"]],
        [[0, 0], [0], [0], [0.0], ["root"]],
        [["x"], [0], [0], [0.0], ["root"]],
        [[[0]], [0], [0], [0.0], ["root"]],
        [[0], [0], [0], 0.0, ["root"]],
        [[99_999], [0], [0], [0.0], ["root"]],
    ],
)
def test_invalid_models(content: list[object]) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError)):
        AllTrees.from_json(content, 1)


def labelled_marginals(arcs: Floats, relations: Floats) -> Floats:
    return arc_marginals(arcs, relations)[..., None] * label_probabilities(relations)


@given(arc_scores())
def test_marginals_are_those_of_all_trees(scores: tuple[Floats, Floats]) -> None:
    arcs, relations = scores
    trees = all_labelled(arcs, relations)
    if not trees:
        with pytest.raises(ValueError, match="no dependency tree"):
            labelled_marginals(arcs, relations)
        return
    tree_scores = np.array(list(trees.values()))
    expected = np.zeros_like(relations)
    for (heads, labels), probability in zip(trees, np.exp(tree_scores - np.logaddexp.reduce(tree_scores)), strict=True):
        expected[range(len(arcs)), heads, labels] += probability
    np.testing.assert_allclose(labelled_marginals(arcs, relations), expected, atol=1e-11, rtol=1e-9)
    np.testing.assert_allclose(arc_marginals(arcs, relations), expected.sum(axis=2), atol=1e-11)


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


def test_an_improbable_arc_has_an_exact_probability() -> None:
    arcs = np.array([[0.0, 0, -80], [-200, 0, 0]])
    assert arc_marginals(arcs)[0, 2] == pytest.approx(np.exp(-280), rel=1e-9)


def test_a_long_sentence_has_probabilities() -> None:
    arcs = np.random.default_rng(0).normal(size=(300, 301)) * 8
    found = arc_marginals(arcs)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    assert found[:, 0].sum() == pytest.approx(1.0, abs=1e-9)


def test_impossible_labels_have_no_probability() -> None:
    relations = np.log(np.array([[3.0, 1], [1, 1]])) + np.array([[0.0, 0], [-np.inf, -np.inf]])
    assert label_probabilities(relations) == pytest.approx(np.array([[0.75, 0.25], [0, 0]]))
