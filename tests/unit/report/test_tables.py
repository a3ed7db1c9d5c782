"""Score tables as text."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meantree.corpus.model import Corpus, Segment
from meantree.metrics.base import Level
from meantree.report.tables import header, name_cell, reference_title, rows, scores_tsv
from meantree.scoring.run import configured
from meantree.scoring.table import ScoreTable
from meantree.shown import shown


def _table() -> ScoreTable:
    segments = (Segment("1", "=cmd()"), Segment("2", "=cmd()"), Segment("1", "b"))
    table = ScoreTable(Corpus("c", segments, ("+sys",), ("ref",)), configured(["dpm"]))
    rows = [np.array([1.0, 2, 2]), None, np.array([0.0, 1, 1])]
    table.put("+sys", "dpm", rows)
    return table


def test_levels() -> None:
    table = _table()
    assert scores_tsv(table, "segment", ["+sys"]).splitlines() == [
        "system\tdocument\tsegment\tdpm",
        "'+sys\t'=cmd()\t1\t0.500000",
        "'+sys\t'=cmd()\t2\t",
        "'+sys\tb\t1\t0.000000",
    ]
    assert scores_tsv(table, "document", ["+sys"]).splitlines()[1:] == [
        "'+sys\t'=cmd()\t0.500000",
        "'+sys\tb\t0.000000",
    ]
    assert scores_tsv(table, "system", ["+sys"]).splitlines()[1:] == ["'+sys\t0.333333"]


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
    table = ScoreTable(corpus, configured(["dpm", "dpm:nbest=1"]))
    table.put("s", "dpm", [np.array([1.0, 2, 2]), np.array([0.0, 2, 2])])
    table.put("t", "dpm:nbest=1", [np.array([2.0, 2, 2]), None])
    assert list(rows(table, "system", ["t", "s"])) == [(["t"], [None, 1.0]), (["s"], [0.25, None])]
    assert list(rows(table, "document", ["s"])) == [(["s", "d"], [0.25, None])]
    assert list(rows(table, "segment", ["t", "s"])) == [
        (["t", "d", "1"], [None, 1.0]),
        (["t", "d", "2"], [None, None]),
        (["s", "d", "1"], [0.5, None]),
        (["s", "d", "2"], [0.0, None]),
    ]
    assert scores_tsv(table, "system", ["s", "t"]) == "system\tdpm\tdpm:nbest=1\ns\t0.250000\t\nt\t\t1.000000\n"


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
    assert read_back(cell) == shown(name)


@pytest.mark.parametrize("name", ["-1", "+3.5", "-1e-3", "0", "system", "a=b", "'quoted'", "–"])
def test_harmless_names_and_numbers_stay(name: str) -> None:
    assert name_cell(name) == name


def test_hostile_names_neither_break_a_row_nor_are_formulas() -> None:
    names = ("a\r\nb", "\x1b[31m", '=HYPERLINK("x")', "\u202eb", "\udcff")
    corpus = Corpus("c", (Segment("\t=1", ""),), names, ("ref",))
    text = scores_tsv(ScoreTable(corpus, configured(["bleu"])), "segment", names)
    rows = list(csv.reader(io.StringIO(text), delimiter="\t"))
    assert [row[0] for row in rows[1:]] == [r"a\r\nb", r"\x1b[31m", '\'=HYPERLINK("x")', r"\u202eb", r"\udcff"]
    assert all(row[1:] == ["", r"\t=1", ""] for row in rows[1:])


def test_a_reference_called_reference_is_not_said_twice() -> None:
    assert [reference_title(name) for name in ("A", "reference", "Reference", "")] == [
        "reference A",
        "reference",
        "Reference",
        "reference ",
    ]
