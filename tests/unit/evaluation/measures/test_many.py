"""Correlations of many rows at once are those of each."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.rated_matrices import matrices
from meantree.evaluation.correlations import Correlation, correlation
from meantree.evaluation.measures import many
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.many import grouped_correlations, row_correlations
from meantree.evaluation.measures.pairs import Floats, Grouping

KINDS = st.sampled_from(get_args(Correlation))
GROUPINGS = st.sampled_from(get_args(Grouping))


def _told(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


@given(matrices(), KINDS, GROUPINGS)
def test_many_matrices_are_as_each(pair: tuple[Floats, Floats], kind: Correlation, grouping: Grouping) -> None:
    human, scores = pair
    turned = np.where(np.isnan(human), np.nan, np.nan_to_num(scores[:, ::-1]))
    stacked = np.stack([scores, turned])
    for one, value in zip(stacked, grouped_correlations(human, stacked, kind, grouping), strict=True):
        expected = correlated(human, one, kind, grouping).value
        assert _told(value) == (None if expected is None else pytest.approx(expected, abs=1e-12))


@given(matrices(), matrices(), KINDS)
def test_rows_are_compared_where_both_are_defined(
    one: tuple[Floats, Floats], other: tuple[Floats, Floats], kind: Correlation
) -> None:
    rows, width = min(len(one[0]), len(other[0])), min(one[0].shape[1], other[0].shape[1])
    first, second = one[0][:rows, :width], other[1][:rows, :width]
    for a, b, value in zip(first, second, row_correlations(first, second, kind), strict=True):
        expected = correlation(a, b, kind)
        assert _told(value) == (None if expected is None else pytest.approx(expected, abs=1e-12))


@pytest.mark.parametrize("kind", get_args(Correlation))
def test_long_rows_are_as_short_ones(kind: Correlation, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    human = random.integers(0, 5, size=20).astype(np.float64)
    values = random.integers(0, 9, size=(2, 3, 20)).astype(np.float64)
    human[3] = values[1, 0, 4] = np.nan
    values[0, 0] = 1
    found = row_correlations(human, values, kind)
    assert np.isnan(found[0, 0])
    monkeypatch.setattr(many, "FEW", 2)
    np.testing.assert_allclose(row_correlations(human, values, kind), found)


def test_large_numbers_that_differ_little() -> None:
    values = 1e6 + np.array([[1.0, 2.0, 3.0], [5.0, 5.0, 5.0]])
    np.testing.assert_allclose(row_correlations(np.arange(3.0), values, "pearson"), [1, np.nan])


@pytest.mark.parametrize("kind", get_args(Correlation))
def test_equal_numbers_whose_mean_is_rounded_never_differ(kind: Correlation) -> None:
    values = np.array([0.1, 0.1, 0.1])
    assert values.mean() != 0.1
    assert np.isnan(row_correlations(np.arange(3.0), values, kind))
