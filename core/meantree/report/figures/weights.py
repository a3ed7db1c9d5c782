"""What a model has learned: bars of signed weights, the heaviest first, and what its groups of features weigh."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from meantree.escaping import counted
from meantree.picture.numbers import fixed
from meantree.report.figures.canvas import Chart, Floats, chart_of_rows, drawing, new_axes
from meantree.report.figures.charts import Size
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
from meantree.report.figures.style import FigureStyle

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

MOST: Final = 30
"""Bars of weights; what more there are is told together."""
ROW, BELOW = 22.0, 50.0
"""Pixels of a bar, and of the axis and its label."""
HIGH: Final = 0.62
"""Of a bar; a row is 1."""
SIGNS: Final = ("raises the prediction", "lowers it")
OTHERS: Final = "extremes of the models without one corpus"


def weights(title: str, names: Sequence[str], values: Floats, label: str, style: FigureStyle) -> Chart:
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


def group_weights(title: str, groups: Sequence[str], values: Floats, label: str, style: FigureStyle) -> Chart:
    """What the features of each group add up to above and below 0, the group that weighs most first.

    Args:
        title: above it.
        groups: of the features, shape (n,).
        values: their weights, shape (n,).
        label: of the axis.
        style: how it looks.
    """
    of_group = {name: values[[one == name for one in groups]] for name in dict.fromkeys(groups)}
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
    return width, TITLE + ROW * len(rows) + BELOW + legend_height(legend, style, width)


def _draw_bars(axes: Axes, raising: Floats, falling: Floats, style: FigureStyle) -> list[Artist]:
    """From 0 to either side; which side is told by the side, not by colours alone."""
    axes.axvline(0, color=style.line, linewidth=0.8)
    places = np.arange(len(raising))
    return [
        axes.barh(places, raising, HIGH, color=style.high, linewidth=0)[0],
        axes.barh(places, falling, HIGH, color=style.low, linewidth=0)[0],
    ]
