"""Probabilities of constituents, beside lists of all trees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.constituency.chart import NBest
from meantree.analysis.constituency.probabilities import SpanModel

EVERY = 100_000


@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_as_all_trees_say(size: int, seed: int) -> None:
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
