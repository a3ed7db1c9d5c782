"""The chart finds the trees that enumeration finds, in the same order, none twice."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from meantree.analysis.chart import NO_LABEL, NBest, Node, Scores, SpanModel, best_tree

LABELS = 3


def derivations(start: int, end: int, *, nameless: bool) -> Iterator[tuple[Node, ...]]:
    """All binary derivations over the tokens ``start`` to ``end``, both included; right children have a label."""
    below: list[tuple[Node, ...]] = [()]
    if start < end:
        below = [
            left + right
            for cut in range(start, end)
            for left in derivations(start, cut, nameless=True)
            for right in derivations(cut + 1, end, nameless=False)
        ]
    first = 0 if nameless or start == end else 1
    for label, children in itertools.product(range(first, LABELS), below):
        yield ((start, end + 1, label), *children)


def score_of(nodes: tuple[Node, ...], scores: Scores) -> float:
    return float(sum(scores[start, end - 1, label] for start, end, label in nodes))


def charts(size: int) -> st.SearchStrategy[Scores]:
    values = st.floats(-3, 3, width=32)
    return arrays.arrays(np.float32, (size, size, LABELS), elements=values)


@given(st.integers(1, 4).flatmap(charts))
def test_against_enumeration(scores: Scores) -> None:
    everything = list(derivations(0, len(scores) - 1, nameless=True))
    values = sorted((score_of(nodes, scores) for nodes in everything), reverse=True)
    assert score_of(tuple(best_tree(scores)), scores) == pytest.approx(values[0], abs=1e-4)
    listed = NBest(scores).trees(40)
    assert [score for score, _ in listed] == pytest.approx(values[:40], abs=1e-4)
    trees = [nodes for _, nodes in listed]
    assert len(set(trees)) == len(trees)
    named = {tuple(node for node in nodes if node[2] != NO_LABEL) for nodes in everything}
    assert set(trees) <= named
    assert len(named) == len(everything)


def test_one_word_has_as_many_trees_as_labels() -> None:
    scores = np.array([[[0.5, 2.0, 1.0]]], dtype=np.float32)
    assert NBest(scores).trees(10) == [(2.0, ((0, 1, 1),)), (1.0, ((0, 1, 2),)), (0.5, ())]


EVERY = 100_000


@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_probabilities_are_those_of_all_trees(size: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(size, size, 3)).astype(np.float32)
    trees = NBest(scores).trees(EVERY)
    weights = np.exp([score for score, _ in trees])
    expected = np.zeros((size, size, 3))
    for weight, (_, nodes) in zip(weights / weights.sum(), trees, strict=True):
        for start, end, label in nodes:
            expected[start, end - 1, label] += weight
    found = SpanModel.of(scores)
    for first, last in zip(*np.triu_indices(size), strict=True):
        for labels in ([1], [2], [1, 2]):
            wanted = expected[first, last, labels].sum()
            assert found.probability(int(first), int(last), labels) == pytest.approx(wanted, abs=1e-5)
    with_words = expected[..., 1:].sum(axis=-1)
    np.fill_diagonal(with_words, 1)
    assert found.constituents() == pytest.approx(with_words, abs=1e-5)


def test_large_scores_overflow_nothing() -> None:
    scores = np.random.default_rng(1).normal(scale=500, size=(30, 30, 4)).astype(np.float32)
    found = SpanModel.of(scores).constituents()
    assert np.isfinite(found).all()
    assert found.min() >= 0
    assert found.max() <= 1 + 1e-9
