"""The charts that a table declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

import numpy as np

from meantree.evaluation.significance import SIGNIFICANT
from meantree.evaluation.value_table import (
    Curves,
    DotPlot,
    Heatmap,
    PValueMatrix,
    ScatterPlot,
    Steps,
    TableFigure,
    Value,
    ValueTable,
    WeightBars,
)
from meantree.files import new_folder, proposed_name
from meantree.picture.style import DARK, LIGHT
from meantree.reporting.figures.canvas import Chart, Floats, drawing, save_in_all_forms
from meantree.reporting.figures.distributions import Series, scatter
from meantree.reporting.figures.figure_style import PRINT, FigureStyle, style_of
from meantree.reporting.figures.labels import (
    WIDTH,
    add_legend,
    labelled_axes,
    name_texts,
    text_width,
)
from meantree.reporting.figures.matrices import heatmap, significance_matrix
from meantree.reporting.figures.row_charts import Marked, group_weight_chart, interval_chart, weight_chart
from meantree.work import Work

DrawChart = Callable[[FigureStyle], Chart]
Rows = Sequence[tuple[Value, ...]]
LOW, HIGH = " low", " high"
"""After the name of a column: its bounds."""
CHANCE: Final = f"p ≥ {SIGNIFICANT} or 0 in interval"


def own_drawings(table: ValueTable) -> Iterator[tuple[str, DrawChart]]:
    """Yield the charts of a table's own figures, without those of ``table.drawn``."""
    for figure in table.figures:
        yield from _DRAWINGS[type(figure)](table, figure)


def _marks(table: ValueTable, figure: DotPlot) -> Iterator[tuple[str, DrawChart]]:
    label = f"{figure.label} · hollow: {CHANCE}" if figure.ps else figure.label
    for part, part_rows in _parts(table, figure.by).items():
        rows = [row for row in part_rows if not any(isinstance(row[column], str) for column in figure.columns)]
        names = [str(row[figure.by]) for row in rows]
        all_series = [_marked(table, rows, figure, number) for number in range(len(figure.columns))]
        if series := [marked for marked in all_series if not np.isnan(marked.values[:, 0]).all()]:
            title = _title(table, part)
            yield (
                _name(table, figure.part, part),
                partial(interval_chart, title, names, series, label, figure.base),
            )


def _marked(table: ValueTable, rows: Rows, figure: DotPlot, number: int) -> Marked:
    column = figure.columns[number]
    values = np.full((len(rows), 3), np.nan)
    values[:, 0] = numbers(rows, column)
    name = table.head[column]
    if table.head[column + 1 : column + 3] == (name + LOW, name + HIGH):
        values[:, 1], values[:, 2] = numbers(rows, column + 1), numbers(rows, column + 2)
    ps = numbers(rows, figure.ps[number]) if figure.ps else np.zeros(len(rows))
    is_sure = ps < SIGNIFICANT
    if figure.ps and figure.base is not None:  # where the table has intervals, these must exclude no effect, too
        is_sure &= ~((values[:, 1] <= figure.base) & (figure.base <= values[:, 2]))
    return Marked(name, values, ~is_sure)


def _curves(table: ValueTable, figure: Curves) -> Iterator[tuple[str, DrawChart]]:
    columns = (figure.quantity, figure.value, figure.spread)
    series = {
        name: np.column_stack([numbers(rows, column) for column in columns]) for name, rows in _parts(table, 1).items()
    }
    if any(not np.isnan(points[:, 1]).all() for points in series.values()):
        labels = table.head[figure.quantity], table.head[figure.value]
        yield table.name, partial(line_chart, table.title, series, labels)


def _steps(table: ValueTable, figure: Steps) -> Iterator[tuple[str, DrawChart]]:
    for part, rows in _parts(table, figure.by).items():
        ticks = [tick if isinstance(tick := row[figure.steps], int) else str(tick) for row in rows]
        series = {table.head[column]: numbers(rows, column) for column in figure.columns}
        if any(not np.isnan(values).all() for values in series.values()):
            labels = table.head[figure.steps], figure.label
            yield _name(table, "", part), partial(step_chart, _title(table, part), ticks, series, labels)


def _shades(table: ValueTable, figure: Heatmap) -> Iterator[tuple[str, DrawChart]]:
    columns = [table.head[column] for column in figure.columns]
    for part, all_rows in _parts(table, figure.by).items():
        if rows := figure.rows(all_rows):
            names = [str(row[figure.by]) for row in rows]
            values = np.column_stack([numbers(rows, column) for column in figure.columns])
            yield (
                _name(table, "", part),
                partial(heatmap, _title(table, part), names, columns, values, figure.label, figure.scale),
            )


def _p_values(table: ValueTable, _figure: PValueMatrix) -> Iterator[tuple[str, DrawChart]]:
    names = [str(row[0]) for row in table.rows]
    ps = np.array([numbers(table.rows, 2 + column) for column in range(len(names))]).reshape(len(names), len(names)).T
    if not np.isnan(ps).all():
        yield table.name, partial(significance_matrix, table.title, ps, names)


def _weights(table: ValueTable, figure: WeightBars) -> Iterator[tuple[str, DrawChart]]:
    values = numbers(table.rows, figure.value)
    if not len(values) or np.isnan(values).all():
        return
    others = np.array([numbers(table.rows, column) for column in figure.others]).reshape(-1, len(values))
    bounds = (others.min(axis=0), others.max(axis=0)) if len(others) else (np.full(len(values), np.nan),) * 2
    names, groups = ([str(row[column]) for row in table.rows] for column in (0, figure.group))
    yield table.name, partial(weight_chart, table.title, names, np.column_stack([values, *bounds]), figure.label)
    title, label = f"{table.title}: sums by group", f"{figure.label}, summed"
    yield _name(table, "groups"), partial(group_weight_chart, title, groups, values, label)


def _points(table: ValueTable, figure: ScatterPlot) -> Iterator[tuple[str, DrawChart]]:
    x, y = (numbers(table.rows, column) for column in (figure.x, figure.y))
    labels = table.head[figure.x], table.head[figure.y]
    if not np.isnan(x + y).all():
        title = " · ".join(filter(None, (table.title, labels[0], figure.caption)))
        rows = [Series("", np.arange(len(x)))]
        yield _name(table, "", labels[0]), partial(scatter, x, y, labels, rows, size=SCATTER_SIZE, title=title)


_DRAWINGS: Final[Mapping[type[TableFigure], Callable[[ValueTable, Any], Iterator[tuple[str, DrawChart]]]]] = {
    DotPlot: _marks,
    Curves: _curves,
    Steps: _steps,
    Heatmap: _shades,
    PValueMatrix: _p_values,
    WeightBars: _weights,
    ScatterPlot: _points,
}


def numbers(rows: Rows, column: int) -> Floats:
    """Return a column, shape (rows,); NaN for cells that are no numbers."""
    cells = (row[column] for row in rows)
    return np.array([float(value) if isinstance(value, (int, float)) else np.nan for value in cells], dtype=np.float64)


def _parts(table: ValueTable, by: int) -> dict[str, list[tuple[Value, ...]]]:
    """Group rows by their first ``by`` columns, in order; all have the empty name if ``by`` is 0."""
    parts: dict[tuple[Value, ...], list[tuple[Value, ...]]] = {}
    for row in table.rows:
        parts.setdefault(row[:by], []).append(row)
    return {", ".join(map(str, part)): rows for part, rows in parts.items()}


def _name(table: ValueTable, *parts: str) -> str:
    return " ".join(filter(None, (table.name, *parts)))


def _title(table: ValueTable, *parts: str) -> str:
    return " · ".join(filter(None, (*parts, table.title)))


STYLES: Final[Mapping[str, FigureStyle]] = {"": PRINT, "light": style_of(LIGHT), "dark": style_of(DARK)}


def table_drawings(table: ValueTable) -> Iterator[tuple[str, DrawChart]]:
    """Yield a distinct name and a drawing function for each chart of a table; none if no value is defined.

    Nothing is drawn yet, so that names can be listed quickly.
    """
    used: set[str] = set()
    for drawn in (table, *table.drawn):
        for name, draw in own_drawings(drawn):
            unique = next(name + suffix for suffix in _suffixes() if name + suffix not in used)
            used.add(unique)
            yield unique, draw


def save_figures(tables: Iterable[ValueTable], folder: Path, work: Work = Work()) -> list[Path]:
    """Draw tables for print, light and dark, as SVG, PDF and PNG into a folder, which is created if needed.

    Raises:
        UsageError: if they cannot be written.
        Cancelled: if the user stopped it; files written so far are kept.
    """
    written: list[Path] = []
    used: set[str] = set()
    drawings = [drawing for table in tables for drawing in table_drawings(table)]
    with new_folder(folder):
        for place, (name, draw) in enumerate(drawings):
            work.step("Drawing figures", place, len(drawings))
            plain = proposed_name(name)  # different names may give the same
            unique = next(plain + suffix for suffix in _suffixes("-") if (plain + suffix).casefold() not in used)
            used.add(unique.casefold())
            for look, style in STYLES.items():
                written += save_in_all_forms(draw(style), style, folder, f"{unique}-{look}".rstrip("-"))
    return written


def _suffixes(gap: str = " ") -> Iterator[str]:
    """Yield suffixes that make names distinct: nothing, then numbers from 2."""
    return chain([""], (f"{gap}{number}" for number in count(2)))


SCATTER_SIZE: Final = (520.0, 440.0)


CURVES_HEIGHT: Final = 380.0


def line_chart(title: str, series: Mapping[str, Floats], labels: tuple[str, str], style: FigureStyle) -> Chart:
    """Draw a line for each series, interrupted where a value is undefined, with a band of its spread.

    Args:
        title: above the axes.
        series: by name, shape (points, 3): quantity, value and spread; NaN where undefined.
        labels: of the quantity and of the value.
        style: colours and fonts.
    """
    with drawing(style):
        figure, axes = labelled_axes((WIDTH, CURVES_HEIGHT), labels, style, title)
        handles = []
        for number, points in enumerate(series.values()):
            colour, marker, line = style.look(number)
            at, values, spread = points.T
            low, high = values - np.nan_to_num(spread), values + np.nan_to_num(spread)
            axes.fill_between(at, low, high, color=colour, alpha=0.15, linewidth=0)
            handles += axes.plot(at, values, color=colour, linewidth=1.4, linestyle=line, marker=marker, markersize=4)
        add_legend(figure, handles, list(series), style)
    return Chart(figure, axes)


STEPS_HEIGHT: Final = 360.0
LETTERS: Final = 16
"""Letters of the name of a step."""
GAP: Final = 8.0
"""Least distance of the names of steps, in pixels."""
NEAR: Final = 0.04
"""Offset between series within a step without a line, so that equal values can be seen."""


def step_chart(
    title: str,
    ticks: Sequence[str | int],
    series: Mapping[str, Floats],
    labels: tuple[str, str],
    style: FigureStyle,
) -> Chart:
    """Draw a line from step to step for each series, interrupted where a value is undefined.

    Args:
        title: above the axes.
        ticks: the steps; only numbers are joined by lines.
        series: by name, shape (steps,), NaN where undefined.
        labels: of the steps and of the values.
        style: colours and fonts.
    """
    joined = np.array([isinstance(tick, int) for tick in ticks])
    at = np.arange(len(ticks), dtype=np.float64)
    drawn = name_texts([str(tick) for tick in ticks], style, LETTERS)
    longest = text_width(drawn, style)
    turned = (longest + GAP) * len(drawn) > WIDTH * 0.88
    height = STEPS_HEIGHT + (0.7 * longest if turned else 0.0)
    with drawing(style):
        figure, axes = labelled_axes((WIDTH, height), labels, style, title)
        axes.axhline(0, color=style.line, linewidth=0.8, linestyle=":")
        handles = []
        for number, values in enumerate(series.values()):
            colour, marker, line = style.look(number)
            handles += axes.plot(
                at[joined], values[joined], color=colour, linewidth=1.4, linestyle=line, marker=marker, markersize=5
            )
            apart = at[~joined] + (number - (len(series) - 1) / 2) * NEAR
            axes.scatter(apart, values[~joined], s=26, c=colour, marker=marker, linewidths=0, zorder=3)
        for edge in np.flatnonzero(joined[:-1] & ~joined[1:]):
            axes.axvline(edge + 0.5, color=style.line, linewidth=0.5)
        axes.set_xticks(at, drawn)
        if turned:
            axes.tick_params(axis="x", labelrotation=45)
            for text in axes.get_xticklabels():
                text.set(ha="right", rotation_mode="anchor")
        axes.set_xlim(-0.4, len(ticks) - 0.6)
        add_legend(figure, handles, list(series), style)
    return Chart(figure, axes)
