"""Figures of tables of experiments."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from meantree.errors import UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.report.figures.beaten import beaten
from meantree.report.figures.canvas import SUFFIXES
from meantree.report.figures.experiments import charts_of, save_figures
from meantree.report.figures.style import PRINT

BOUNDED = ValueTable(
    "t",
    "T",
    "",
    ("corpus", "metric", "r", "r low", "r high", "n"),
    (("a", "bleu", 0.5, 0.4, 0.6, 3), ("a", "[/x]$\u202e", None, None, None, 3), ("b", "bleu", -0.5, None, None, 3)),
)
BEATEN = ValueTable(
    "t-beaten-1", "T", "", ("metric", "r", "x", "y"), (("x", 0.5, None, 0.0004), ("y", None, None, None))
)


def test_a_figure_for_each_corpus_with_a_row_for_each_metric() -> None:
    charts = dict(charts_of(BOUNDED, PRINT))
    assert list(charts) == ["t a", "t b"]
    assert [box.text for box in charts["t a"].boxes] == ["bleu", "[/x]$\u202e"]
    (marks,) = (one for one in charts["t a"].axes.collections if np.shape(one.get_offsets())[0] == 2)
    np.testing.assert_array_equal(np.ma.filled(marks.get_offsets(), np.nan)[:, 0], [0.5, np.nan])
    (line,) = (segment for one in charts["t a"].axes.collections for segment in _segments(one))
    np.testing.assert_array_equal(line[:, 0], [0.4, 0.6])


def _segments(collection: object) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    return list(getattr(collection, "get_segments", list)())


def test_p_is_darker_the_smaller_it_is() -> None:
    ps = np.array([[np.nan, 0.0004, 0.2], [np.nan, np.nan, 0.03], [np.nan, np.nan, np.nan]])
    chart = beaten(ps, ["x", "y", "z"], PRINT, (400, 400))
    (image,) = chart.axes.images
    np.testing.assert_array_equal(np.asarray(image.get_array()), [[0, 1, 0], [0, 0, 0.5], [0, 0, 0]])
    assert [text.get_text() for text in chart.axes.texts] == ["<.001", ".200", ".030"]
    assert chart.boxes[1].text == "x against y"


def test_what_has_neither_bounds_nor_p_is_not_drawn() -> None:
    assert list(charts_of(ValueTable("t", "T", "", ("corpus", "r"), (("a", 0.5),)), PRINT)) == []
    assert [name for name, _ in charts_of(BEATEN, PRINT)] == ["t-beaten-1"]


def test_files_are_the_same_each_time(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "plots"
    written = save_figures([BEATEN], folder)
    looks = ("", "-light", "-dark")
    assert [path.name for path in written] == [f"t-beaten-1{look}{suffix}" for look in looks for suffix in SUFFIXES]
    first = {path: path.read_bytes() for path in written}
    save_figures([BEATEN], folder)
    assert {path: path.read_bytes() for path in written} == first
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot make the folder"):
        save_figures([BEATEN], tmp_path / "file")


def test_a_curve_has_a_line_for_each_name_and_a_gap_where_nothing_is_defined() -> None:
    rows = (("a", 10, 5, 0.3, 0.1), ("a", 20, 9, 0.4, 0.0), ("b", 10, 5, None, None), ("b", 20, 9, 0.6, 0.2))
    table = ValueTable("t-curve", "T", "", ("metric", "% of data", "segments", "mean ρ", "spread"), rows)
    ((_, chart),) = charts_of(table, PRINT)
    lines = {line.get_label(): line for line in chart.axes.lines}
    np.testing.assert_array_equal(lines[" a"].get_xydata(), [[10, 0.3], [20, 0.4]])
    np.testing.assert_array_equal(np.asarray(lines[" b"].get_ydata()), [np.nan, 0.6])
    assert (chart.axes.get_xlabel(), chart.axes.get_ylabel()) == ("% of data", "mean ρ")
    assert [box.text for box in chart.boxes] == ["a, 10: 0.300", "a, 20: 0.400", "b, 20: 0.600"]
