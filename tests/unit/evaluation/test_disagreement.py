"""Disagreement of rankings, by hand, by brute force and by what must always hold."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.evaluation.disagreement import Floats, disagreement

NAN = float("nan")
VALUES = st.one_of(st.just(NAN), st.integers(-4, 4).map(float))
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(VALUES, min_size=width, max_size=width), min_size=0, max_size=12)
)


def _columns(table: list[list[float]]) -> list[Floats]:
    width = len(table[0]) if table else 2
    return list(np.array(table, dtype=np.float64).reshape(-1, width).T)


def test_by_hand() -> None:
    edpm, ter = np.array([0.1, 0.5, 0.9, NAN]), np.array([0.2, 0.8, 0.3, 0.5])
    found = disagreement([edpm, ter], [True, False])  # worst to best: 0 1 2 and 1 2 0
    assert found.rows.tolist() == [0, 1, 2]
    assert found.ranks.tolist() == [[0.0, 1.0], [0.5, 0.0], [1.0, 0.5]]
    assert found.spread.tolist() == [1.0, 0.5, 0.5]


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows_disagree_nowhere(rows: int) -> None:
    found = disagreement([np.zeros(rows), np.ones(rows)], [True, True])
    assert found.rows.tolist() == list(range(rows))
    assert found.spread.tolist() == [0.0] * rows


@given(TABLES)
def test_as_by_brute_force(table: list[list[float]]) -> None:
    found = disagreement(_columns(table), [True] * (len(table[0]) if table else 2))
    known = [row for row, values in enumerate(table) if not np.isnan(values).any()]

    def rank(row: int, column: int) -> Fraction:
        others = [table[one][column] for one in known if one != row]
        mine = table[row][column]
        below = sum(Fraction(1) if one < mine else Fraction(1, 2) if one == mine else Fraction(0) for one in others)
        return Fraction(below) / len(others) if others else Fraction(0)

    ranks = {row: [rank(row, column) for column in range(len(table[0]))] for row in known}
    spread = {row: max(ranks[row]) - min(ranks[row]) for row in known}
    assert found.rows.tolist() == sorted(known, key=lambda row: (-spread[row], row))
    assert found.spread == pytest.approx([float(spread[row]) for row in found.rows.tolist()])
    assert found.ranks.ravel() == pytest.approx([float(one) for row in found.rows.tolist() for one in ranks[row]])


@given(TABLES)
def test_identical_columns_disagree_nowhere(table: list[list[float]]) -> None:
    one = _columns(table)[0]
    assert not disagreement([one, one, one], [True] * 3).spread.any()
    assert not disagreement([one, -one], [True, False]).spread.any()


@given(TABLES)
def test_monotone_changes_and_the_order_of_columns_change_nothing(table: list[list[float]]) -> None:
    columns = _columns(table)
    before = disagreement(columns, [True] * len(columns))
    changed = disagreement([np.exp(one) for one in columns[::-1]], [True] * len(columns))
    assert changed.rows.tolist() == before.rows.tolist()
    assert np.array_equal(changed.spread, before.spread)
    assert np.array_equal(changed.ranks, before.ranks[:, ::-1])
