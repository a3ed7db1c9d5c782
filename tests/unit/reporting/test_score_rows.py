"""Score tables as text."""

from __future__ import annotations

import csv
import io
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.stores import HandMadeStore
from helpers.tables import put
from meantree.corpus.corpus import Corpus, Segment
from meantree.escaping import escaped
from meantree.metrics.metric import Level
from meantree.reporting.score_export import delimited_scores
from meantree.reporting.score_rows import header, name_cell, reference_title, rows
from meantree.scoring.run import configured_metrics
from meantree.scoring.table import ScoreTable
from meantree.work import Work


@pytest.mark.parametrize(
    ("level", "names"),
    [
        ("system", ["system"]),
        ("document", ["system", "document"]),
        ("segment", ["system", "document", "segment"]),
    ],
)
def test_names_that_identify_a_row(level: Level, names: list[str]) -> None:
    assert header(level) == names


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


STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def read_back(cell: str) -> str:
    """The shown name behind a cell, by the rule that :func:`name_cell` states."""
    begins = cell.lstrip("'").lstrip()[:1] in STARTS
    try:
        float(cell.lstrip("'"))
    except ValueError:
        return cell[1:] if cell.startswith("'") and begins else cell
    return cell


@given(st.text(st.one_of(st.sampled_from("'=+-@＝ \t\r1.e\\"), st.characters()), max_size=8))
@example("'=x")
@example("''-1")
@example(" +x")
def test_no_name_is_a_formula_and_none_becomes_another(name: str) -> None:
    cell = name_cell(name)
    assert not cell.lstrip().startswith(STARTS) or math.isfinite(float(cell))
    assert read_back(cell) == escaped(name)


@pytest.mark.parametrize("name", ["-1", "+3.5", "-1e-3", "0", "system", "a=b", "'quoted'", "–"])
def test_harmless_names_and_numbers_stay(name: str) -> None:
    assert name_cell(name) == name


def test_hostile_names_neither_break_a_row_nor_are_formulas() -> None:
    names = ("a\r\nb", "\x1b[31m", '=HYPERLINK("x")', "\u202eb", "\udcff")
    corpus = Corpus("c", (Segment("\t=1", ""),), names, ("ref",))
    table = ScoreTable(corpus, configured_metrics(["bleu"]))
    for name in names:
        put(table, name, "bleu", [None])
    text = b"".join(delimited_scores(table, HandMadeStore(), Work(), levels=["segment"], texts=False)).decode()
    rows = list(csv.reader(io.StringIO(text), delimiter="\t"))
    assert [row[1] for row in rows[1:]] == [r"a\r\nb", r"\x1b[31m", '\'=HYPERLINK("x")', r"\u202eb", r"\udcff"]
    assert all(row[2:6] == ["", r"\t=1", "", "0"] for row in rows[1:])


def test_a_reference_called_reference_is_not_said_twice() -> None:
    assert [reference_title(name) for name in ("A", "reference", "Reference", "")] == [
        "reference A",
        "reference",
        "Reference",
        "reference ",
    ]
