"""Charts of rows: values with their intervals, and weights as bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import counted
from meantree.numbers import fixed
from meantree.reporting.figures.canvas import Chart, Floats, drawing, new_axes
from meantree.reporting.figures.figure_style import FigureStyle
from meantree.reporting.figures.labels import (
    LABEL,
    LONG_NAME,
    TITLE,
    add_legend,
    add_title,
    fitting,
    name_rows,
    name_texts,
    width_beside,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

MARK_ROW: Final = 16.0
"""Height around the marks of a row, in pixels."""
APART, CLOSE = 13.0, 9.0
"""Distance of the marks of a row, with bounds and without, in pixels."""
AXIS_HEIGHT: Final = 50.0
"""Height of the axis with its label, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """Marks of one series.

    Attributes:
        name: in the legend.
        values: shape (rows, 3): value, low and high; NaN where undefined; without bounds no line is drawn.
        hollow: shape (rows,), whether a mark is an outline only.
    """

    name: str
    values: Floats
    hollow: NDArray[np.bool_]


def interval_chart(
    title: str, names: Sequence[str], series: Sequence[Marked], label: str, base: float | None, style: FigureStyle
) -> Chart:
    """Draw a row for each name, from the top, with a mark and an interval for each series.

    Args:
        title: above the axes.
        names: of the rows; a row without a value is labelled undefined.
        series: the marks.
        label: of the axis.
        base: position of the line for no effect, None for no line.
        style: colours and fonts.
    """
    from matplotlib.ticker import MaxNLocator

    apart = CLOSE if all(np.isnan(marked.values[:, 1:]).all() for marked in series) else APART
    row = MARK_ROW + apart * len(series)
    with drawing(style):
        figure, axes = new_axes(width_beside(names, style), TITLE + row * len(names) + AXIS_HEIGHT)
        add_title(figure, title, style)
        if base is not None:
            axes.axvline(base, color=style.line, linewidth=0.8, linestyle=":")
        handles = []
        for number, marked in enumerate(series):
            at = np.arange(len(names), dtype=np.float64) + (number - (len(series) - 1) / 2) * apart / row
            colour, marker, _ = style.look(number)
            handles.append(_mark(axes, marked, at, colour, marker, style))
        name_rows(axes, name_texts(names, style))
        for edge in range(1, len(names) if len(series) > 1 else 0):
            axes.axhline(edge - 0.5, color=style.line, linewidth=0.4, alpha=0.5)
        for place in _undefined(series, len(names)):
            across = axes.get_yaxis_transform()
            axes.text(0.01, place, "undefined", transform=across, va="center", color=style.muted, fontsize="small")
        if all(_is_whole(marked.values) for marked in series):
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(fitting(label, style, LABEL))
        add_legend(figure, handles, [marked.name for marked in series], style)
    return Chart(figure, axes)


def _mark(axes: Axes, marked: Marked, at: Floats, colour: str, marker: str, style: FigureStyle) -> Line2D:
    """Draw a series, and return its handle for the legend."""
    from matplotlib.lines import Line2D

    bounded = ~np.isnan(marked.values).any(axis=1)
    axes.hlines(at[bounded], marked.values[bounded, 1], marked.values[bounded, 2], color=colour, linewidth=1.2)
    faces = [style.surface if hollow else colour for hollow in marked.hollow]
    axes.scatter(marked.values[:, 0], at, s=22, c=faces, edgecolors=colour, marker=marker, linewidths=1, zorder=3)
    return Line2D([], [], color=colour, marker=marker, markersize=5, linestyle="")


def _is_whole(values: Floats) -> bool:
    known = values[~np.isnan(values)]
    return bool((known == known.round()).all())


def _undefined(series: Sequence[Marked], rows: int) -> list[int]:
    return [place for place in range(rows) if all(np.isnan(marked.values[place, 0]) for marked in series)]


MOST: Final = 30
"""Number of bars; further weights are summed up in one line."""
BAR_ROW: Final = 22.0
"""Height of a bar, in pixels."""
HIGH: Final = 0.62
"""Thickness of a bar; a row is 1."""
SIGNS: Final = ("raises the prediction", "lowers it")
OTHERS: Final = "extremes of the models without one corpus"


def weight_chart(title: str, names: Sequence[str], values: Floats, label: str, style: FigureStyle) -> Chart:
    """Draw a bar for each of the largest weights, with a line between the extremes on other data.

    Args:
        title: above the axes.
        names: of the features, the largest weights first.
        values: shape (n, 3): weight, and its lowest and highest value learned on other data; NaN for none.
        label: of the axis.
        style: colours and fonts.
    """
    shown, others = values[:MOST], values[MOST:, 0]
    rows = [*names[:MOST], *([counted(len(others), "other feature")] if len(others) else [])]
    raising, falling = np.maximum(shown[:, 0], 0), np.minimum(shown[:, 0], 0)
    places = np.flatnonzero(~np.isnan(shown).any(axis=1))
    legend = [*SIGNS, OTHERS] if len(places) else [*SIGNS]
    with drawing(style):
        chart, handles = _bars(title, rows, raising, falling, label, style)
        axes = chart.axes
        handles.append(axes.hlines(places, shown[places, 1], shown[places, 2], color=style.text, linewidth=1.3))
        if len(others):
            up, down = (fixed(float(np.abs(part).sum())) for part in (others[others > 0], others[others < 0]))
            said, across = f"together {up} raising and {down} lowering the prediction", axes.get_yaxis_transform()
            axes.text(0.01, MOST, said, transform=across, va="center", color=style.muted, fontsize="small")
        add_legend(chart.figure, handles[: len(legend)], legend, style)
    return chart


def group_weight_chart(title: str, groups: Sequence[str], values: Floats, label: str, style: FigureStyle) -> Chart:
    """Draw the sums of positive and of negative weights of each group, the largest group first.

    Args:
        title: above the axes.
        groups: of the features, shape (n,).
        values: their weights, shape (n,).
        label: of the axis.
        style: colours and fonts.
    """
    of_group = {name: values[[group == name for group in groups]] for name in dict.fromkeys(groups)}
    ordered = sorted(of_group, key=lambda name: (-round(float(np.abs(of_group[name]).sum()), 12), name))
    raising = np.array([np.maximum(of_group[name], 0).sum() for name in ordered])
    falling = np.array([np.minimum(of_group[name], 0).sum() for name in ordered])
    rows = [f"{name} ({len(of_group[name])})" for name in ordered]
    with drawing(style):
        chart, handles = _bars(title, rows, raising, falling, label, style)
        add_legend(chart.figure, handles, SIGNS, style)
    return chart


def _bars(
    title: str, rows: Sequence[str], raising: Floats, falling: Floats, label: str, style: FigureStyle
) -> tuple[Chart, list[Artist]]:
    """Draw bars from 0 to either side; return the handles of both, too."""
    figure, axes = new_axes(width_beside(rows, style, LONG_NAME), TITLE + BAR_ROW * len(rows) + AXIS_HEIGHT)
    add_title(figure, title, style)
    axes.axvline(0, color=style.line, linewidth=0.8)
    places = np.arange(len(raising))
    handles: list[Artist] = [
        axes.barh(places, raising, HIGH, color=style.high, linewidth=0)[0],
        axes.barh(places, falling, HIGH, color=style.low, linewidth=0)[0],
    ]
    name_rows(axes, name_texts(rows, style, LONG_NAME))
    axes.set_xlabel(fitting(label, style, LABEL))
    return Chart(figure, axes), handles
