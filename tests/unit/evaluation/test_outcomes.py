"""Wins, ties and losses of two systems."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.tables import Rows, score_table
from meantree.errors import UsageError
from meantree.evaluation.outcomes import outcomes
from meantree.evaluation.significance import Resampling, Test

NORTH: Rows = [(2, 2, 2), (1, 2, 2), (0, 2, 2), (2, 2, 2), None]
SOUTH: Rows = [(1, 2, 2), (1, 2, 2), (2, 2, 2), None, (1, 2, 2)]
COUNTS = st.integers(0, 4).map(lambda matched: (matched, 4, 4))
COLUMNS = st.integers(1, 6).flatmap(
    lambda size: st.tuples(*[st.lists(st.none() | COUNTS, min_size=size, max_size=size)] * 2)
)


def test_segments_are_counted_where_both_were_scored() -> None:
    table = score_table("edpm", {"north": NORTH, "south": SOUTH})
    found = outcomes(table, "edpm", "north", "south", how=Resampling(resamples=100))
    assert (found.wins, found.ties, found.losses, found.undefined, found.left_out) == (1, 1, 1, 0, 2)
    assert found.segments == 3
    assert found.differences.tolist() == [0.5, 0.0, -1.0, 0.0, 0.0]
    assert found.defined.tolist() == [True, True, True, False, False]
    assert found.first_score == 0.5
    assert found.second_score == pytest.approx(4 / 6)
    assert found.difference == pytest.approx(0.5 - 4 / 6)
    some = outcomes(table, "edpm", "north", "south", places=np.array([0, 3]), how=Resampling(resamples=100))
    assert (some.wins, some.ties, some.losses, some.left_out) == (1, 0, 0, 1)
    assert some.defined.tolist() == [True, False, False, False, False]


def test_fewer_errors_win_and_small_differences_tie() -> None:
    table = score_table("ter", {"north": [(1, 10), (2, 10)], "south": [(3, 10), (2.5, 10)]})
    found = outcomes(table, "ter", "north", "south", how=Resampling(resamples=100))
    assert (found.wins, found.losses) == (2, 0)
    assert found.difference == pytest.approx(-0.125)
    close = outcomes(table, "ter", "north", "south", epsilon=0.1, how=Resampling(resamples=100))
    assert (close.wins, close.ties) == (1, 1)
    with pytest.raises(UsageError, match="expected 0 or more"):
        outcomes(table, "ter", "north", "south", epsilon=-1)


def test_a_segment_without_a_score_is_undefined() -> None:
    table = score_table("sepia", {"north": [(1, 2), (0, 0)], "south": [(1, 2), (1, 2)]})
    found = outcomes(table, "sepia", "north", "south", how=Resampling(resamples=100))
    assert (found.ties, found.undefined, found.left_out) == (1, 1, 0)
    mirrored = outcomes(table, "sepia", "south", "north", how=Resampling(resamples=100))
    assert (mirrored.ties, mirrored.undefined, mirrored.left_out) == (1, 1, 0)


@given(COLUMNS, st.sampled_from(["bootstrap", "randomisation"]))
def test_a_system_beside_itself_ties_and_sides_are_mirrored(columns: tuple[Rows, Rows], test: Test) -> None:
    table = score_table("edpm", dict(zip(("north", "south"), columns, strict=True)))
    itself = outcomes(table, "edpm", "north", "north", how=Resampling(test=test, resamples=30))
    assert (itself.wins, itself.losses) == (0, 0)
    assert itself.p == (1.0 if itself.segments else None)
    one = outcomes(table, "edpm", "north", "south", how=Resampling(test=test, resamples=30))
    two = outcomes(table, "edpm", "south", "north", how=Resampling(test=test, resamples=30))
    assert (one.wins, one.ties, one.losses) == (two.losses, two.ties, two.wins)
    assert one.p == two.p
    assert (one.differences == -two.differences).all()
    if one.difference is not None and two.difference is not None and one.low is not None and two.high is not None:
        assert one.difference == -two.difference
        assert one.low == pytest.approx(-two.high)
    assert one.segments + one.left_out == len(table.corpus.segments)
