"""Figures of tables of experiments: what is drawn is what the table says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from helpers.charts import drawn_charts, texts_outside
from meantree.agreement.frame_agreement import EndScores
from meantree.agreement.project_agreement import AgreementPart, ComparedAnnotators
from meantree.errors import Cancelled
from meantree.evaluation.value_table import (
    Curves,
    DotPlot,
    Heatmap,
    PValueMatrix,
    ScatterPlot,
    Steps,
    Value,
    ValueTable,
    WeightBars,
)
from meantree.reporting.figures import table_charts
from meantree.reporting.figures.canvas import Chart, figure_bytes
from meantree.reporting.figures.figure_style import PRINT, FigureStyle
from meantree.reporting.figures.labels import fitting, name_texts
from meantree.reporting.figures.matrices import confusion_chart, significance_matrix
from meantree.reporting.figures.row_charts import MOST
from meantree.reporting.figures.table_charts import STYLES, save_figures, table_drawings
from meantree.work import Work

HOSTILE = "[/x]$\\frac$ <b>&\u202e"
BOUNDED = ValueTable(
    "t",
    "T",
    "",
    ("corpus", "metric", "r", "r low", "r high", "n"),
    (("a", "bleu", 0.5, 0.4, 0.6, 3), ("a", HOSTILE, None, None, None, 3), ("b", "bleu", -0.5, None, None, 3)),
    (DotPlot((2,), "Pearson's r", by=1),),
)
BEATEN = ValueTable(
    "t-beaten-1",
    "T",
    "",
    ("metric", "r", "x", "y"),
    (("x", 0.5, None, 0.0004), ("y", None, None, None)),
    (PValueMatrix(),),
)
CURVE = ValueTable(
    "t-curve",
    "T",
    "",
    ("metric", "% of data", "segments", "mean ρ", "spread"),
    (("a", 10, 5, 0.3, 0.1), ("a", 20, 9, 0.4, 0.0), ("b", 10, 5, None, None), ("b", 20, 9, 0.6, 0.2)),
    (Curves(1, 3, 4),),
)
STEPS = ValueTable(
    "t-steps",
    "T",
    "",
    ("corpus", "depth", "STM", "BLEU"),
    (("a", 1, 0.1, 0.2), ("a", 2, 0.3, None), ("a", "kernel", 0.4, None), ("b", 1, None, None)),
    (Steps(1, (2, 3), "r", by=1),),
)
SHADES = ValueTable(
    "t-shades",
    "T",
    "",
    ("corpus", "parts", "n 1", "n 50"),
    (("a", "dlh", 0.2, 0.3), ("a", "1g", None, 0.1)),
    (Heatmap((2, 3), "r", by=1),),
)
WEIGHTS = ValueTable(
    "t-weights",
    "T",
    "",
    ("feature", "group", "all", "without a", "without b"),
    tuple((f"f{place}", f"g{place % 2}", (-1) ** place / (1 + place), 0.0, -0.25) for place in range(MOST + 3)),
    (WeightBars(2, 1, (3, 4), "weight"),),
)
POINTS = ValueTable(
    "t-points",
    "C, 3 translations",
    "",
    ("system", "segment", "da", "bleu"),
    (("s", "1", -5.0, 0.5), ("s", "2", 0.0, 0.75), ("s", "3", 1.0, None)),
    (ScatterPlot(3, 2, "ρ 0.500"),),
)
TABLES = (BOUNDED, BEATEN, CURVE, STEPS, SHADES, WEIGHTS, POINTS)
Rows = tuple[tuple[Value, ...], ...]
Found = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def only(table: ValueTable) -> Chart:
    (chart,) = drawn_charts(table).values()
    return chart


def marks_of(chart: Chart, many: int) -> list[Found]:
    """Points of collections that have so many."""
    result = (
        np.ma.filled(collection.get_offsets(), np.nan)
        for collection in chart.axes.collections
        if not _segments(collection)
    )
    return [points for points in result if len(points) == many]


def title_of(chart: Chart) -> str:
    return str(chart.figure.get_suptitle())


def test_a_figure_for_each_corpus_with_a_row_for_each_metric() -> None:
    charts = drawn_charts(BOUNDED)
    assert list(charts) == ["t a", "t b"]
    (marks,) = marks_of(charts["t a"], 2)
    np.testing.assert_array_equal(marks[:, 0], [0.5, np.nan])
    (line,) = (segment for collection in charts["t a"].axes.collections for segment in _segments(collection))
    np.testing.assert_array_equal(line[:, 0], [0.4, 0.6])
    assert [text.get_text() for text in charts["t a"].axes.texts] == ["undefined"]
    assert charts["t a"].axes.get_xlabel() == "Pearson's r"
    assert title_of(charts["t b"]) == "b · T"


def _segments(collection: object) -> list[Found]:
    return list(getattr(collection, "get_segments", list)())


def test_what_may_be_chance_is_hollow() -> None:
    rows = (
        ("a", 0.2, 0.1, 0.3, 0.04),
        ("b", 0.1, 0.1, 0.2, 0.05),
        ("c", 0.1, -0.1, 0.2, 0.04),
        ("d", 0.1, *[None] * 3),
    )
    head = ("pair", "Δ", "Δ low", "Δ high", "p")
    chart = only(ValueTable("t", "T", "", head, rows, (DotPlot((1,), "Δ", ps=(4,)),)))
    (marks,) = (collection for collection in chart.axes.collections if len(np.asarray(collection.get_offsets())) == 4)
    first, *others = (tuple(colour) for colour in np.asarray(marks.get_facecolor()))
    assert first not in others
    assert len(set(others)) == 1
    assert "hollow: p ≥ 0.05 or 0 in interval" in chart.axes.get_xlabel()


def test_a_series_of_which_nothing_is_defined_is_left_out() -> None:
    rows = (("a", 0.2, None), ("b", 0.1, None))
    chart = only(ValueTable("t", "T", "", ("role", "weight", "learned"), rows, (DotPlot((1, 2), "weight"),)))
    assert not chart.figure.legends
    assert len(marks_of(chart, 2)) == 1


def test_rows_of_texts_are_no_marks() -> None:
    rows = (("segment", "12", "13"), ("1-grams", 3, 4))
    chart = only(ValueTable("t", "T", "", ("what", "more", "less"), rows, (DotPlot((1, 2), "matched"),)))
    assert [tick.get_text() for tick in chart.axes.get_yticklabels()] == ["1-grams"]
    assert all(tick == int(tick) for tick in chart.axes.get_xticks())


def test_p_is_darker_the_smaller_it_is_in_the_row_of_who_beats() -> None:
    rows: Rows = (("x", 0.5, None, 0.0004, 0.2), ("y", 0.4, None, None, 0.03), ("z", 0.3, None, None, None))
    chart = only(replace(BEATEN, head=("metric", "r", "x", "y", "z"), rows=rows))
    np.testing.assert_array_equal(_shades(chart), [[0, 1, 0], [0, 0, 0.5], [0, 0, 0]])
    texts = {text.get_position(): text.get_text() for text in chart.axes.texts}
    assert texts == {(1, 0): "<.001", (2, 0): ".200", (2, 1): ".030"}


def _shades(chart: Chart) -> Found:
    (image,) = chart.axes.images
    return np.asarray(image.get_array())


def test_equal_shares_are_as_dark_as_they_are_large() -> None:
    shares = Heatmap((1, 2), "share", scale=(0.0, 1.0))
    rows = (("a", 1.0, 1.0), ("b", None, None), ("c", 1.0, 0.75))
    chart = only(ValueTable("t", "T", "", ("kind", "bleu", "chrf"), rows, (shares,)))
    drawn = _shades(chart)
    assert drawn.shape == (2, 2), "a row without a value is not drawn"
    assert drawn[0].tolist() == [1, 1]
    assert 0.7 < drawn[1, 1] < 0.8


@pytest.mark.parametrize("style", STYLES.values())
def test_p_is_read_on_any_shade(style: FigureStyle) -> None:
    ps = np.array([[np.nan, 0.2, 0.03], [np.nan, np.nan, 0.004], [np.nan, 0.0004, np.nan]])
    chart = significance_matrix("T", ps, ["x", "y", "z"], style)
    (image,) = chart.axes.images
    for text in chart.axes.texts:
        column, row = (int(place) for place in text.get_position())
        shade = float(np.asarray(image.get_array())[row, column])
        ground = _luminance(tuple(np.ravel(image.cmap(shade))))
        letters = _luminance(to_rgb(text.get_color()))
        assert max(ground, letters) / min(ground, letters) >= 5.3, (text.get_text(), style.surface)


def _luminance(colour: tuple[float, ...]) -> float:
    """As WCAG 2.1 has it, with what it adds for light that is scattered."""
    linear = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05


def test_a_curve_has_a_line_for_each_name_and_a_gap_where_nothing_is_defined() -> None:
    chart = only(CURVE)
    first, second = chart.axes.lines
    np.testing.assert_array_equal(first.get_xydata(), [[10, 0.3], [20, 0.4]])
    np.testing.assert_array_equal(np.asarray(second.get_ydata()), [np.nan, 0.6])
    assert (chart.axes.get_xlabel(), chart.axes.get_ylabel()) == ("% of data", "mean ρ")
    assert [text.get_text() for text in chart.figure.legends[0].get_texts()] == ["a", "b"]


def test_steps_that_are_no_numbers_stand_apart() -> None:
    chart = only(STEPS)  # nothing is defined in the second corpus
    lines = [
        np.asarray(line.get_ydata()).tolist()
        for line in chart.axes.lines
        if len(np.asarray(line.get_xdata())) > 2 or line.get_marker() != "None"
    ]
    assert lines[0] == [0.1, 0.3]
    np.testing.assert_array_equal(lines[1], [0.2, np.nan])
    kernels = [points[0, 1] for points in marks_of(chart, 1)]
    np.testing.assert_array_equal(kernels, [0.4, np.nan])
    assert [text.get_text() for text in chart.axes.get_xticklabels()] == ["1", "2", "kernel"]


def test_the_highest_value_has_a_frame() -> None:
    chart = only(SHADES)
    assert [text.get_text() for text in chart.axes.texts] == ["0.200", "0.300", "–", "0.100"]
    (frame,) = chart.axes.patches
    assert getattr(frame, "get_xy", tuple)() == (0.5, -0.5)
    shades = _shades(chart)
    assert shades[0, 1] == 1.0 > shades[0, 0] > shades[1, 1] > shades[1, 0] == 0.0


def test_several_highest_values_have_no_frame() -> None:
    chart = only(replace(SHADES, rows=(("a", "dlh", 1.0, 1.0), ("a", "dl", 0.0, 0.5))))
    assert not chart.axes.patches


def test_weights_are_bars_and_the_rest_is_told() -> None:
    heaviest, groups = drawn_charts(WEIGHTS).values()
    values = np.array([row[2] for row in WEIGHTS.rows], dtype=np.float64)
    rest = values[MOST:]
    raising, falling = (np.array([bar.get_width() for bar in bars]) for bars in heaviest.axes.containers)
    np.testing.assert_allclose(raising + falling, values[:MOST])
    assert heaviest.axes.get_yticklabels()[-1].get_text() == "3 other features"
    (text,) = heaviest.axes.texts
    up, down = rest[::2].sum(), -rest[1::2].sum()
    assert text.get_text() == f"together {up:.3f} raising and {down:.3f} lowering the prediction"
    bounds = [segment for collection in heaviest.axes.collections for segment in _segments(collection)]
    assert len(bounds) == MOST
    assert bounds[0][:, 0].tolist() == [-0.25, 0.0]
    raising, falling = (np.array([bar.get_width() for bar in bars]) for bars in groups.axes.containers)
    assert raising.tolist() == [pytest.approx(values[::2].sum()), 0.0]
    assert falling.tolist() == [0.0, pytest.approx(values[1::2].sum())]
    assert [tick.get_text() for tick in groups.axes.get_yticklabels()] == ["g0 (17)", "g1 (16)"]


def test_points_are_where_rows_are() -> None:
    chart = only(POINTS)
    np.testing.assert_array_equal(chart.points, [[0.5, -5.0], [0.75, 0.0], [np.nan, np.nan]])
    (drawn,) = chart.axes.collections
    assert sorted(map(tuple, np.asarray(drawn.get_offsets()).tolist())) == [(0.5, -5.0), (0.75, 0.0)]
    assert title_of(chart) == "C, 3 translations · bleu · ρ 0.500"
    assert (chart.axes.get_xlabel(), chart.axes.get_ylabel()) == ("bleu", "da")


def test_a_figure_is_declared_not_guessed_and_nothing_is_drawn_of_nothing() -> None:
    assert [list(table_drawings(replace(table, figures=()))) for table in TABLES] == [[]] * len(TABLES)
    for table in TABLES:
        empty = tuple(tuple(value if isinstance(value, str) else None for value in row) for row in table.rows)
        assert list(table_drawings(replace(table, rows=empty))) == []
        assert list(table_drawings(replace(table, rows=()))) == []


def test_tables_that_are_drawn_with_another_come_after_it_under_names_of_their_own() -> None:
    both = replace(BOUNDED, drawn=(POINTS, POINTS))
    assert [name for name, _ in table_drawings(both)] == ["t a", "t b", "t-points bleu", "t-points bleu 2"]


def test_drawing_is_counted_and_can_be_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_charts, "STYLES", {"": PRINT})
    results: list[tuple[str, int, int]] = []
    work = Work(lambda *step: results.append(step), lambda: len(results) > 1)
    with pytest.raises(Cancelled):
        save_figures([BEATEN, BOUNDED], tmp_path, work)
    assert results == [("Drawing figures", 0, 3), ("Drawing figures", 1, 3)]
    assert {path.stem for path in tmp_path.iterdir()} == {"t-beaten-1"}


def test_names_that_are_the_same_in_files_are_numbered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_charts, "STYLES", {"": PRINT})
    written = save_figures([BEATEN, replace(BEATEN, name="T/beaten:1")], tmp_path)
    assert [path.stem for path in written[::3]] == ["t-beaten-1", "T-beaten-1-2"]


def _of_names(*names: str) -> list[ValueTable]:
    """Each kind of figure with these names of rows, columns, corpora and groups."""
    some = tuple(range(2, 2 + len(names)))
    values: Rows = tuple((name, two, *[0.1] * len(names)) for name in names[:2] for two in names)
    head = (names[0], names[0], *names)
    tables = [
        ValueTable("m", names[0], "", head, values, (DotPlot(some, names[0], by=1),)),
        ValueTable("s", names[0], "", head, values, (Steps(1, some, names[0], by=1),)),
        ValueTable("h", names[0], "", head, values, (Heatmap(some, names[0], by=1),)),
        ValueTable("w", names[0], "", head, values, (WeightBars(2, 1, (), names[0]),)),
        ValueTable("p", names[0], "", head, values, (ScatterPlot(2, 2, names[0]),)),
    ]
    beat: Rows = tuple((name, 0.1, *[0.01] * len(names)) for name in names)
    grown: Rows = tuple((name, at, 0.1, 0.1) for name in names for at in range(3))
    return [
        *tables,
        ValueTable("b", names[0], "", (names[0], names[0], *names), beat, (PValueMatrix(),)),
        ValueTable("c", names[0], "", (*names[:1] * 4,), grown, (Curves(1, 2, 3),)),
    ]


NAMES = {
    "long": tuple(f"dpm:parts=1g,2g,dlh,dl,lh,nbest=50,gamma=.{place}" for place in range(6)),
    "hostile": (HOSTILE, "_under $x^{2$", "\u202eevil\x00\n", "北京 مرحبا हिन्दी", "\U00013000", ""),
    "broad": tuple("WM@…—" * 30 + str(place) for place in range(9)),
}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_names_stand_in_the_figure_and_none_upon_another(names: tuple[str, ...]) -> None:
    for table in _of_names(*names):
        chart = next(iter(drawn_charts(table).values()))
        svg = figure_bytes(chart, PRINT, ".svg").decode()
        assert "<b>" not in svg
        assert "\u202e" not in svg
        assert texts_outside(chart) == [], table.name
        axes = chart.axes
        rows = sorted((text.get_window_extent() for text in axes.get_yticklabels()), key=lambda box: box.y0)
        assert all(low.y1 <= high.y0 + 2 for low, high in pairwise(rows) if table.name in "mwhb")
        inner = axes.get_window_extent()
        assert inner.width > 100, table.name
        assert inner.height > 25, table.name


def test_names_that_differ_far_within_are_told_apart() -> None:
    names = ["a" * 20 + letter + "z" * 20 for letter in "bc"]
    drawn = name_texts(names, PRINT)
    assert len(set(drawn)) == 2
    assert name_texts(["short", "names"], PRINT) == ["short", "names"]
    assert fitting("", PRINT, 10) == ""


def test_every_cell_of_confused_roles_is_told() -> None:
    counts = np.arange(144, dtype=np.intp).reshape(12, 12)
    part = AgreementPart("", 0, (), {}, EndScores(0, None, None))
    chart = confusion_chart(ComparedAnnotators(("$x^2$ & <b>", "b\x1b[31m"), (), part, (), counts), PRINT)
    assert chart.boxes[1].text == "$x^2$ & <b>: agent · b\x1b[31m: patient · 1"
    assert (chart.boxes[13].left, chart.boxes[13].right, chart.boxes[13].top) == (0.5, 1.5, 0.5)
    written = {text.get_text() for text in chart.axes.texts}
    assert written == {str(count) for count in range(1, 144)}  # nothing for 0
    assert chart.axes.get_ylabel() == "$x^2$ & <b>"
    assert chart.axes.get_xlabel() == r"b\x1b[31m"
