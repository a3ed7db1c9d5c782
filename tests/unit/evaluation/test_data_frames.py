"""Scores and tables of values as pandas frames, by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest

from helpers.tables import put
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.evaluation.data_frames import LENGTHS, higher_is_better, rating_kind, segment_frame
from meantree.evaluation.value_table import ValueTable, frame
from meantree.scoring.table import ScoreTable


@dataclass(frozen=True)
class Share:
    """Statistics are part and whole; undefined where there is no whole."""

    higher_is_better: bool = True
    counts_together: bool = False

    def score(self, statistics: Any, *, level: str) -> float | None:
        del level
        return float(statistics[0] / statistics[1]) if statistics[1] else None


def _segment(name: str, document: str, systems: str, ratings: tuple[Rating, ...] = (), **more: Any) -> Segment:
    hypotheses = {system: Text(f"{system} says {name}") for system in systems}
    return Segment(name, document, hypotheses=hypotheses, ratings=ratings, **more)


@pytest.fixture
def table() -> ScoreTable:
    ratings = (
        Rating("a", "da", 1.0, "x"),
        Rating("a", "da", 3.0, "y"),
        Rating("b", "da", 5.0),
        Rating("b", "hter", 0.5),
    )
    references = {"r": Text("one two"), "s": Text("one")}
    segments = (
        _segment("1", "news", "ab", ratings, source="eins zwei drei", references=references),
        _segment("2", "news", "a", references={"s": Text("")}),
        _segment("1", "=talk", "ab"),
    )
    corpus = Corpus("c", segments, ("a", "b", "c"), ("r", "s"))
    made = ScoreTable(corpus, cast("Any", {"share": Share(), "wrong": Share(False)}))
    put(made, "a", "share", [[1.0, 2.0], [0.0, 0.0], [3.0, 4.0]])
    put(made, "b", "share", [[1.0, 4.0], None, None])
    return made


def _values(column: Any) -> list[float | None]:
    return [None if np.isnan(one) else float(one) for one in column]


def test_one_row_a_translation(table: ScoreTable) -> None:
    frame = segment_frame(table)
    ratings = ["rating:da", "rating:hter"]
    names = ["system", "document", "id", "key", "place"]
    assert list(frame.columns) == [*names, *LENGTHS, "share", "wrong", *ratings]
    assert list(map(tuple, frame[names].to_numpy())) == [
        ("a", "news", "1", "news/1", 0),
        ("a", "news", "2", "news/2", 1),
        ("a", "=talk", "1", "=talk/1", 2),
        ("b", "news", "1", "news/1", 0),
        ("b", "=talk", "1", "=talk/1", 2),
    ]
    assert _values(frame["source words"]) == [3, None, None, 3, None]
    assert _values(frame["hypothesis words"]) == [3, 3, 3, 3, 3]
    assert _values(frame["reference words"]) == [1.5, 0, None, 1.5, None]
    assert _values(frame["share"]) == [0.5, None, 0.75, 0.25, None]
    assert _values(frame["wrong"]) == [None] * 5
    assert _values(frame["rating:da"]) == [2, None, None, 5, None]
    assert _values(frame["rating:hter"]) == [None, None, None, 0.5, None]


def test_some_systems(table: ScoreTable) -> None:
    frame = segment_frame(table, ["b", "c"])
    assert set(frame["system"]) <= {"b", "c"}
    empty = segment_frame(table, [])
    assert list(empty.columns) == list(frame.columns)
    assert len(empty) == 0
    assert (empty["share"].dtype.name, empty["place"].dtype.name) == ("float64", "int64")


def test_which_way_is_better(table: ScoreTable) -> None:
    ups = {
        column: higher_is_better(table, column) for column in ("share", "wrong", "rating:da", "rating:HTER", LENGTHS[0])
    }
    assert ups == {"share": True, "wrong": False, "rating:da": True, "rating:HTER": False, LENGTHS[0]: True}
    assert (rating_kind("rating:da"), rating_kind("share")) == ("da", None)


def test_columns_have_their_kinds_and_nothing_undefined_is_a_number() -> None:
    rows = (("a", 3, 0.5, None, 1), ("b", None, None, None, 0.25))
    result = frame(ValueTable("t", "T", "said", ("name", "n", "r", "x", "name"), rows))
    assert list(result.columns) == ["name", "n", "r", "x", "name"]
    assert [str(kind) for kind in result.dtypes] == ["object", "Int64", "float64", "float64", "float64"]
    assert result["n"][0] == 3
    assert result["n"][1] is pd.NA
    np.testing.assert_array_equal(result["r"], [0.5, np.nan])
    assert result["x"].isna().all()
    assert result.attrs == {"name": "t", "title": "T", "note": "said"}


def test_text_beside_numbers_stays_what_it_is() -> None:
    result = frame(ValueTable("t", "T", "", ("depth",), ((1,), ("tree kernel",), (None,))))
    assert result["depth"].tolist() == [1, "tree kernel", None]
