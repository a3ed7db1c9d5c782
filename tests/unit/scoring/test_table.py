"""The array behind a column of scores says what the metric says of each row."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.tables import put
from meantree.corpus.corpus import Corpus, Segment
from meantree.metrics.registry import metric
from meantree.scoring.run import configured_metrics
from meantree.scoring.table import Column, ScoreTable, header, rows
from meantree.work import chunks

COUNTS = st.lists(st.integers(0, 9).map(float), min_size=3, max_size=3)
ROW = st.none() | COUNTS.map(lambda found: np.array([min(found), *found[1:]]))


@given(rows=st.lists(ROW, max_size=6), edits=st.lists(st.tuples(st.integers(0, 5), ROW), max_size=4))
def test_an_edited_column_is_that_of_the_edited_rows(
    rows: list[np.ndarray | None], edits: list[tuple[int, np.ndarray | None]]
) -> None:
    dpm = metric("dpm")
    column = Column(dpm, rows)
    for place, row in edits:
        if place < len(rows):
            column.put(place, row)
            rows[place] = row
    fresh = Column(dpm, rows)
    for one in (column, fresh):
        assert [one.score(place) for place in range(len(rows))] == [
            None if row is None else dpm.score(row, level="segment") for row in rows
        ]
        present = [row for row in rows if row is not None]
        assert one.total()[0] == len(present)
        assert one.total()[1].tolist() == (np.sum(present, axis=0).tolist() if present else [0.0] * len(one.total()[1]))


def test_undefined_is_not_zero() -> None:
    column = Column(metric("hmeant"), [np.array([0.0, 0.0]), None, np.array([0.0, 1.0])])
    assert [column.score(place) for place in range(3)] == [None, None, 0.0]
    assert column.row(0) is not None
    assert column.row(1) is None
    assert column.total([0, 1])[0] == 1


def test_a_table_without_a_column_has_no_scores() -> None:
    corpus = Corpus("c", (Segment("1", "d"),), ("s", "t"), ("r",))
    table = ScoreTable(corpus, configured_metrics(["dpm", "bleu"]))
    assert table.segment_scores("s", "dpm") == [None]
    assert table.document_scores("s", "dpm") == {"d": None}
    assert table.system_score("s", "dpm") is None
    put(table, "t", "dpm", [None])
    put(table, "s", "bleu", [None])
    assert table.scored_systems == ("s", "t")
    assert table.is_scored("s", "bleu")
    assert not table.is_scored("s", "dpm")
    assert table.segment_score("t", "dpm", 1) is None, "there is no such segment"
    assert table.segment_score("t", "dpm", -1) is None, "places count from 0"


@pytest.mark.parametrize("level", ["segment", "system"])
def test_the_first_row_that_is_scored_makes_room(level: str) -> None:
    column = Column(metric("dpm"), [None, None])
    column.put(1, np.array([1.0, 2.0, 2.0]))
    assert (column.score(1) if level == "segment" else column.total()[1].tolist()) == (
        0.5 if level == "segment" else [1.0, 2.0, 2.0]
    )


@given(rows=st.lists(ROW, min_size=1, max_size=8), chance=st.randoms(use_true_random=False))
def test_a_column_filled_part_by_part_is_whole_in_the_end(rows: list[np.ndarray | None], chance: random.Random) -> None:
    dpm, corpus = metric("dpm"), Corpus("c", tuple(Segment(str(n), "d") for n in range(len(rows))), ("s",), ("r",))
    table, order = ScoreTable(corpus, {"dpm": dpm}), list(range(len(rows)))
    chance.shuffle(order)
    whole = Column(dpm, rows)
    for done, places in enumerate(chunks(order, 2)):
        assert not table.is_scored("s", "dpm")
        assert (("s", "dpm") in table.begun) is (done > 0)
        assert table.system_score("s", "dpm") is None, "a part is no system"
        table.fill("s", "dpm", places, Column(dpm, [rows[place] for place in places]))
        assert all(table.segment_score("s", "dpm", place) == whole.score(place) for place in places)
    column = table.columns["s", "dpm"]
    for name in ("statistics", "scored", "scores", "defined", "done"):
        assert np.array_equal(getattr(column, name), getattr(whole, name))
    assert column.remaining == whole.remaining == 0
    assert not table.begun
    table.fill("s", "dpm", [0], Column(dpm, rows[:1]))
    assert table.is_scored("s", "dpm")


def test_that_a_begun_column_says_which_segments_are_done() -> None:
    corpus = Corpus("c", (Segment("1", "d"), Segment("2", "d")), ("s",), ("r",))
    table = ScoreTable(corpus, configured_metrics(["dpm"]))
    assert not table.is_done("s", "dpm", 1)
    table.fill("s", "dpm", [1], Column(table.metrics["dpm"], [None]))
    assert [table.is_done("s", "dpm", place) for place in range(2)] == [False, True]
    assert not table.is_scored("s", "dpm")
    table.fill("s", "dpm", [0], Column(table.metrics["dpm"], [None]))
    assert table.is_scored("s", "dpm"), "whole"


def test_systems_stand_in_the_order_asked_for_with_a_score_for_each_metric() -> None:
    corpus = Corpus("c", (Segment("1", "d"), Segment("2", "d")), ("s", "t"), ("ref",))
    table = ScoreTable(corpus, configured_metrics(["dpm", "dpm:nbest=1"]))
    put(table, "s", "dpm", [[1.0, 2, 2], [0.0, 2, 2]])
    put(table, "t", "dpm:nbest=1", [[2.0, 2, 2], None])
    assert list(rows(table, "system", ["t", "s"])) == [(["t"], [None, 1.0], [0, 1]), (["s"], [0.25, None], [2, 0])]
    assert list(rows(table, "document", ["s"])) == [(["s", "d"], [0.25, None], [2, 0])]
    assert list(rows(table, "segment", ["t", "s"])) == [
        (["t", "d", "1"], [None, 1.0], [0, 1]),
        (["t", "d", "2"], [None, None], [0, 0]),
        (["s", "d", "1"], [0.5, None], [1, 0]),
        (["s", "d", "2"], [0.0, None], [1, 0]),
    ]
    assert [header("system"), header("document")] == [["system"], ["system", "document"]]
