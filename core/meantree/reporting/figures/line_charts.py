"""Values over a growing quantity: a line for each series, with a band of its spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from meantree.numbers import fixed
from meantree.reporting.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.reporting.figures.figure_style import LINES, MARKERS, FigureStyle
from meantree.reporting.figures.labels import (
    WIDTH,
    add_legend,
    add_title,
    fitting,
    legend_height,
    name_texts,
    text_width,
)
from meantree.reporting.figures.overviews import NONE

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
        figure, axes = new_axes(WIDTH, CURVES_HEIGHT + legend_height(list(series), style, WIDTH))
        add_title(figure, title, style)
        handles = []
        for number, points in enumerate(series.values()):
            colour, line = style.series[number % len(style.series)], LINES[number % len(LINES)]
            at, values, spread = points.T
            low, high = values - np.nan_to_num(spread), values + np.nan_to_num(spread)
            axes.fill_between(at, low, high, color=colour, alpha=0.15, linewidth=0)
            marker = MARKERS[number % len(MARKERS)]
            handles += axes.plot(at, values, color=colour, linewidth=1.4, linestyle=line, marker=marker, markersize=4)
        axes.set_xlabel(fitting(labels[0], style, WIDTH / 2))
        axes.set_ylabel(fitting(labels[1], style, CURVES_HEIGHT / 2))
        add_legend(figure, handles, list(series), style)
    boxes = tuple(
        Box(at, at, value, value, NONE, f"{name}, {at:g}: {value:.3f}")
        for name, points in series.items()
        for at, value, _ in points
        if not np.isnan(value)
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)


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
        figure, axes = new_axes(WIDTH, height + legend_height(list(series), style, WIDTH))
        add_title(figure, title, style)
        axes.axhline(0, color=style.line, linewidth=0.8, linestyle=":")
        handles = []
        for number, values in enumerate(series.values()):
            colour, marker = style.series[number % len(style.series)], MARKERS[number % len(MARKERS)]
            line = LINES[number % len(LINES)]
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
        axes.set_xlabel(fitting(labels[0], style, WIDTH / 2))
        axes.set_ylabel(fitting(labels[1], style, STEPS_HEIGHT / 2))
        add_legend(figure, handles, list(series), style)
    boxes = tuple(
        Box(place, place, value, value, NONE, f"{name}, {ticks[place]}: {fixed(value)}")
        for name, values in series.items()
        for place, value in enumerate(values.tolist())
        if not np.isnan(value)
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)
