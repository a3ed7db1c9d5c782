"""Correlations, against scipy and by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from meantree.errors import Cancelled
from meantree.evaluation.correlations import CORRELATIONS, Correlation, correlation, correlation_matrix
from meantree.work import Work

NAN = float("nan")
PAIRS = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=2, max_size=20)


@pytest.mark.parametrize(
    ("one", "two"), [([], []), ([1.0], [2.0]), ([1.0, 1.0], [1.0, 2.0]), ([1.0, NAN, 3.0], [NAN, 2.0, 3.0])]
)
@pytest.mark.parametrize("kind", CORRELATIONS)
def test_what_cannot_be_told_is_undefined(one: list[float], two: list[float], kind: Correlation) -> None:
    assert correlation(np.array(one), np.array(two), kind) is None


@given(PAIRS)
def test_as_scipy_has_them(pairs: list[tuple[int, int]]) -> None:
    one, two = np.array(pairs, dtype=np.float64).T
    if len(set(one)) == 1 or len(set(two)) == 1:
        return
    assert correlation(one, two, "pearson") == pytest.approx(stats.pearsonr(one, two).statistic)
    assert correlation(one, two, "spearman") == pytest.approx(stats.spearmanr(one, two).statistic)
    assert correlation(one, two, "kendall") == pytest.approx(stats.kendalltau(one, two).statistic)


def test_rows_that_lack_a_value_are_left_out() -> None:
    one, two = np.array([1.0, 2.0, NAN, 3.0, 4.0]), np.array([1.0, 3.0, 9.0, 2.0, NAN])
    assert correlation(one, two, "spearman") == pytest.approx(0.5)
    assert correlation(one, two, "kendall") == pytest.approx(1 / 3)


def test_a_matrix_of_all_pairs() -> None:
    frame = pd.DataFrame({"up": [1.0, 2.0, 3.0], "down": [3.0, 2.0, 1.0], "flat": [1.0, 1.0, 1.0], "few": [1, NAN, 2]})
    found = correlation_matrix(frame, list(frame.columns), "pearson")
    assert found[:2, :2] == pytest.approx(np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert found[3, :2] == pytest.approx([1.0, -1.0])
    assert np.isnan(found[2]).all()
    assert np.isnan(found[:, 2]).all()


def test_a_matrix_can_be_given_up() -> None:
    frame = pd.DataFrame({"one": [1.0, 2.0]})
    with pytest.raises(Cancelled):
        correlation_matrix(frame, ["one"], "pearson", Work(cancelled=lambda: True))
