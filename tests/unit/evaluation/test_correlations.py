"""Correlations, against scipy and by hand."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import get_args

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from helpers.rated_matrices import groups, matrices
from meantree.errors import Cancelled
from meantree.evaluation.correlations import (
    CORRELATIONS,
    Correlation,
    correlation,
    correlation_matrix,
    disagreement,
    grouped_correlations,
    mean_within_sources,
    row_correlations,
)
from meantree.evaluation.measured import Floats, Grouping
from meantree.evaluation.rating_correlations import correlated
from meantree.work import Work

NAN = float("nan")
PAIRS = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=2, max_size=20)


@pytest.mark.parametrize(
    ("first", "second"), [([], []), ([1.0], [2.0]), ([1.0, 1.0], [1.0, 2.0]), ([1.0, NAN, 3.0], [NAN, 2.0, 3.0])]
)
@pytest.mark.parametrize("kind", CORRELATIONS)
def test_what_cannot_be_told_is_undefined(first: list[float], second: list[float], kind: Correlation) -> None:
    assert correlation(np.array(first), np.array(second), kind) is None


@given(PAIRS)
def test_as_scipy_has_them(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, dtype=np.float64).T
    if len(set(first)) == 1 or len(set(second)) == 1:
        return
    assert correlation(first, second, "pearson") == pytest.approx(stats.pearsonr(first, second).statistic)
    assert correlation(first, second, "spearman") == pytest.approx(stats.spearmanr(first, second).statistic)
    assert correlation(first, second, "kendall") == pytest.approx(stats.kendalltau(first, second).statistic)


def test_rows_that_lack_a_value_are_left_out() -> None:
    first, second = np.array([1.0, 2.0, NAN, 3.0, 4.0]), np.array([1.0, 3.0, 9.0, 2.0, NAN])
    assert correlation(first, second, "spearman") == pytest.approx(0.5)
    assert correlation(first, second, "kendall") == pytest.approx(1 / 3)


def test_a_matrix_of_all_pairs() -> None:
    up = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    lacking = [1.0, NAN, *up[2:]]
    few = [1.0, NAN, NAN, 2.0, 3.0, 4.0]
    frame = pd.DataFrame({"up": up, "down": up[::-1], "flat": [1.0] * 6, "lacking": lacking, "few": few})
    matrix = correlation_matrix(frame, list(frame.columns), "pearson")
    assert matrix[:2, :2] == pytest.approx(np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert matrix[3, :2] == pytest.approx([1.0, -1.0])
    assert np.isnan(matrix[2]).all()
    assert np.isnan(matrix[:, 2]).all()
    assert np.isnan(matrix[4]).all(), "four rows say too little"


def test_a_matrix_can_be_given_up() -> None:
    frame = pd.DataFrame({"one": [1.0, 2.0]})
    with pytest.raises(Cancelled):
        correlation_matrix(frame, ["one"], "pearson", Work(cancelled=lambda: True))


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
    correlations = row_correlations(human, values, kind)
    assert np.isnan(correlations[0, 0])
    monkeypatch.setattr("meantree.evaluation.correlations.FEW", 2)
    np.testing.assert_allclose(row_correlations(human, values, kind), correlations)


def test_large_numbers_that_differ_little() -> None:
    values = 1e6 + np.array([[1.0, 2.0, 3.0], [5.0, 5.0, 5.0]])
    np.testing.assert_allclose(row_correlations(np.arange(3.0), values, "pearson"), [1, np.nan])


@pytest.mark.parametrize("kind", get_args(Correlation))
def test_equal_numbers_whose_mean_is_rounded_never_differ(kind: Correlation) -> None:
    values = np.array([0.1, 0.1, 0.1])
    assert values.mean() != 0.1
    assert np.isnan(row_correlations(np.arange(3.0), values, kind))


MEASURES = {"kendall": stats.kendalltau, "spearman": stats.spearmanr, "pearson": stats.pearsonr}


def _plain(human: Floats, scores: Floats, kind: str) -> float | None:
    results = []
    for group in groups(human, scores, "item"):
        ratings, values = [first for first, _ in group], [second for _, second in group]
        if len(set(ratings)) < 2:
            continue
        if len(set(values)) < 2:
            results.append(0.0)
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.append(float(MEASURES[kind](ratings, values).statistic))
    return sum(results) / len(results) if results else None


@given(found=matrices(), kind=st.sampled_from(list(MEASURES)))
def test_is_the_mean_of_each_source(found: tuple[Floats, Floats], kind: Correlation) -> None:
    expected = _plain(*found, kind)
    actual = mean_within_sources(*found, kind)
    assert actual == (None if expected is None else pytest.approx(expected, abs=1e-9))


VALUES = st.one_of(st.just(NAN), st.integers(-4, 4).map(float))
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(VALUES, min_size=width, max_size=width), min_size=0, max_size=12)
)


def _columns(table: list[list[float]]) -> list[Floats]:
    width = len(table[0]) if table else 2
    return list(np.array(table, dtype=np.float64).reshape(-1, width).T)


@given(TABLES)
def test_as_by_brute_force(table: list[list[float]]) -> None:
    result = disagreement(_columns(table), [True] * (len(table[0]) if table else 2))
    known = [row for row, values in enumerate(table) if not np.isnan(values).any()]

    def rank(row: int, column: int) -> Fraction:
        others = [table[place][column] for place in known if place != row]
        mine = table[row][column]
        below = sum(
            Fraction(1) if second < mine else Fraction(1, 2) if second == mine else Fraction(0) for second in others
        )
        return Fraction(below) / len(others) if others else Fraction(0)

    ranks = {row: [rank(row, column) for column in range(len(table[0]))] for row in known}
    spread = {row: max(ranks[row]) - min(ranks[row]) for row in known}
    assert result.rows.tolist() == sorted(known, key=lambda row: (-spread[row], row))
    assert result.spread == pytest.approx([float(spread[row]) for row in result.rows.tolist()])
    assert result.ranks.ravel() == pytest.approx([float(rank) for row in result.rows.tolist() for rank in ranks[row]])


@given(TABLES)
def test_identical_columns_disagree_nowhere(table: list[list[float]]) -> None:
    one = _columns(table)[0]
    assert not disagreement([one, one, np.exp(one)], [True] * 3).spread.any(), "as ranks are compared, not values"
    assert not disagreement([one, -one], [True, False]).spread.any()
