"""Values with their intervals, row by row, in several series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import counted
from meantree.numbers import fixed
from meantree.report.figures.canvas import Chart, Floats, chart_of_rows, drawing, new_axes
from meantree.report.figures.distributions import Size
from meantree.report.figures.figure_style import MARKERS, FigureStyle
from meantree.report.figures.labels import (
    LABEL,
    LONG_NAME,
    TITLE,
    add_legend,
    add_title,
    fitting,
    legend_height,
    name_rows,
    width_beside,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

MARK_ROW: Final = 16.0
"""Pixels around the marks of a row."""
APART, CLOSE = 13.0, 9.0
"""Pixels from one mark of a row to the next: with bounds, and without."""
AXIS_HEIGHT: Final = 50.0
"""Pixels of the axis and its label."""


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """Marks of one series.

    Attributes:
        name: in the legend.
        values: shape (rows, 3): value, low and high; NaN where undefined. Without bounds there is no line.
        hollow: shape (rows,), whether a mark is only an outline.
    """

    name: str
    values: Floats
    hollow: NDArray[np.bool_]


def interval_chart(
    title: str, names: Sequence[str], series: Sequence[Marked], label: str, base: float | None, style: FigureStyle
) -> Chart:
    """A row for each name, from the top; in it a mark for each series, with a line from its lower to its upper bound.

    Args:
        title: above it.
        names: of the rows; one that has no value says so.
        series: what is marked.
        label: of the axis.
        base: where a line stands for no effect.
        style: how it looks.
    """
    from matplotlib.ticker import MaxNLocator

    apart = CLOSE if all(np.isnan(one.values[:, 1:]).all() for one in series) else APART
    row = MARK_ROW + apart * len(series)
    width = width_beside(names, style)
    height = TITLE + row * len(names) + AXIS_HEIGHT + legend_height([one.name for one in series], style, width)
    with drawing(style):
        figure, axes = new_axes(width, height)
        add_title(figure, title, style)
        if base is not None:
            axes.axvline(base, color=style.line, linewidth=0.8, linestyle=":")
        handles = []
        for number, one in enumerate(series):
            at = np.arange(len(names), dtype=np.float64) + (number - (len(series) - 1) / 2) * apart / row
            colour = style.accent if len(series) == 1 else style.series[number % len(style.series)]
            handles.append(_mark(axes, one, at, colour, MARKERS[number % len(MARKERS)], style))
        name_rows(axes, names, style)
        for edge in range(1, len(names) if len(series) > 1 else 0):
            axes.axhline(edge - 0.5, color=style.line, linewidth=0.4, alpha=0.5)
        for place in _undefined(series, len(names)):
            across = axes.get_yaxis_transform()
            axes.text(0.01, place, "undefined", transform=across, va="center", color=style.muted, fontsize="small")
        if all(_is_whole(one.values) for one in series):
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(fitting(label, style, LABEL))
        add_legend(figure, handles, [one.name for one in series], style)
    return chart_of_rows(figure, axes, [_told(name, series, place) for place, name in enumerate(names)])


def _mark(axes: Axes, one: Marked, at: Floats, colour: str, marker: str, style: FigureStyle) -> Line2D:
    """Draw a series, and return what stands for it in the legend."""
    from matplotlib.lines import Line2D

    bounded = ~np.isnan(one.values).any(axis=1)
    axes.hlines(at[bounded], one.values[bounded, 1], one.values[bounded, 2], color=colour, linewidth=1.2)
    faces = [style.surface if hollow else colour for hollow in one.hollow]
    axes.scatter(one.values[:, 0], at, s=22, c=faces, edgecolors=colour, marker=marker, linewidths=1, zorder=3)
    return Line2D([], [], color=colour, marker=marker, markersize=5, linestyle="")


def _is_whole(values: Floats) -> bool:
    known = values[~np.isnan(values)]
    return bool((known == known.round()).all())


def _undefined(series: Sequence[Marked], rows: int) -> list[int]:
    return [place for place in range(rows) if all(np.isnan(one.values[place, 0]) for one in series)]


def _told(name: str, series: Sequence[Marked], place: int) -> str:
    """What a row says, in words."""
    return f"{name} · " + ", ".join(
        f"{one.name} {_value(one.values[place])}" for one in series if len(series) == 1 or one.name
    )


def _value(found: Floats) -> str:
    value, low, high = map(float, found)
    if np.isnan(value):
        return "undefined"
    return fixed(value) if np.isnan(low) or np.isnan(high) else f"{fixed(value)} ({fixed(low)} to {fixed(high)})"


MOST: Final = 30
"""Bars of weights; what more there are is told together."""
BAR_ROW, BAR_AXIS_HEIGHT = 22.0, 50.0
"""Pixels of a bar, and of the axis and its label."""
HIGH: Final = 0.62
"""Of a bar; a row is 1."""
SIGNS: Final = ("raises the prediction", "lowers it")
OTHERS: Final = "extremes of the models without one corpus"


def weight_chart(title: str, names: Sequence[str], values: Floats, label: str, style: FigureStyle) -> Chart:
    """A bar for each of the heaviest weights, with a line between the extremes of others; what more there are is told.

    Args:
        title: above it.
        names: of the features, the heaviest first.
        values: shape (n, 3): weight, lowest and highest of the same learned on other data; NaN for none.
        label: of the axis.
        style: how it looks.
    """
    rest = values[MOST:, 0]
    rows = [*names[:MOST], *([counted(len(rest), "other feature")] if len(rest) else [])]
    shown = values[:MOST]
    raising, falling = np.maximum(shown[:, 0], 0), np.minimum(shown[:, 0], 0)
    told = [f"{name}: {fixed(float(value))}" for name, value in zip(rows, shown[:, 0], strict=False)]
    if len(rest):
        up, down = (fixed(float(np.abs(part).sum())) for part in (rest[rest > 0], rest[rest < 0]))
        told.append(f"together {up} up and {down} down")
    with_bounds = ~np.isnan(shown).any(axis=1)
    legend = [*SIGNS, OTHERS] if with_bounds.any() else [*SIGNS]
    with drawing(style):
        figure, axes = new_axes(*_size(rows, legend, style))
        add_title(figure, title, style)
        handles = _draw_bars(axes, raising, falling, style)
        places = np.flatnonzero(with_bounds)
        handles.append(axes.hlines(places, shown[places, 1], shown[places, 2], color=style.text, linewidth=1.3))
        name_rows(axes, rows, style, LONG_NAME)
        if len(rest):
            across = axes.get_yaxis_transform()
            axes.text(0.01, MOST, told[-1], transform=across, va="center", color=style.muted, fontsize="small")
        axes.set_xlabel(fitting(label, style, LABEL))
        add_legend(figure, handles[: len(legend)], legend, style)
    return chart_of_rows(figure, axes, told)


def group_weight_chart(title: str, groups: Sequence[str], values: Floats, label: str, style: FigureStyle) -> Chart:
    """What the features of each group add up to above and below 0, the group that weighs most first.

    Args:
        title: above it.
        groups: of the features, shape (n,).
        values: their weights, shape (n,).
        label: of the axis.
        style: how it looks.
    """
    of_group = {name: values[[group == name for group in groups]] for name in dict.fromkeys(groups)}
    ordered = sorted(of_group, key=lambda name: (-round(float(np.abs(of_group[name]).sum()), 12), name))
    raising = np.array([np.maximum(of_group[name], 0).sum() for name in ordered])
    falling = np.array([np.minimum(of_group[name], 0).sum() for name in ordered])
    with drawing(style):
        figure, axes = new_axes(*_size(ordered, SIGNS, style))
        add_title(figure, title, style)
        handles = _draw_bars(axes, raising, falling, style)
        name_rows(axes, [f"{name} ({len(of_group[name])})" for name in ordered], style, LONG_NAME)
        axes.set_xlabel(fitting(label, style, LABEL))
        add_legend(figure, handles, SIGNS, style)
    told = [
        f"{name}, {counted(len(of_group[name]), 'feature')}: {fixed(float(up))} and {fixed(float(down))}"
        for name, up, down in zip(ordered, raising, falling, strict=True)
    ]
    return chart_of_rows(figure, axes, told)


def _size(rows: Sequence[str], legend: Sequence[str], style: FigureStyle) -> Size:
    width = width_beside(rows, style, LONG_NAME)
    return width, TITLE + BAR_ROW * len(rows) + BAR_AXIS_HEIGHT + legend_height(legend, style, width)


def _draw_bars(axes: Axes, raising: Floats, falling: Floats, style: FigureStyle) -> list[Artist]:
    """From 0 to either side; which side is told by the side, not by colours alone."""
    axes.axvline(0, color=style.line, linewidth=0.8)
    places = np.arange(len(raising))
    return [
        axes.barh(places, raising, HIGH, color=style.high, linewidth=0)[0],
        axes.barh(places, falling, HIGH, color=style.low, linewidth=0)[0],
    ]
