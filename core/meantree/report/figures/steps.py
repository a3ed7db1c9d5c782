"""Values step by step: a line for each series over lengths or depths, and what is no number apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from meantree.picture.numbers import fixed
from meantree.report.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.report.figures.labels import WIDTH, add_legend, add_title, fitting, legend_height, name_texts, text_width
from meantree.report.figures.overviews import NONE
from meantree.report.figures.style import LINES, MARKERS, FigureStyle

HEIGHT: Final = 360.0
LETTERS: Final = 16
"""Of the name of a step."""
NEAR: Final = 0.04
"""How far series stand apart within a step that has no line, so that equal values can be seen."""


def steps(
    title: str,
    ticks: Sequence[str | int],
    series: Mapping[str, Floats],
    labels: tuple[str, str],
    style: FigureStyle,
) -> Chart:
    """Lines from step to step; where a value is undefined, there is none.

    Args:
        title: above it.
        ticks: the steps; those that are numbers are joined by lines.
        series: by name, shape (steps,), NaN where undefined.
        labels: of the steps and of the values.
        style: how it looks.
    """
    joined = np.array([isinstance(tick, int) for tick in ticks])
    at = np.arange(len(ticks), dtype=np.float64)
    drawn = name_texts([str(tick) for tick in ticks], style, LETTERS)
    longest = text_width(drawn)
    turned = longest * len(drawn) > WIDTH * 0.95
    height = HEIGHT + (0.7 * longest if turned else 0.0)
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
        axes.set_ylabel(fitting(labels[1], style, HEIGHT / 2))
        add_legend(figure, handles, list(series), style)
    boxes = tuple(
        Box(place, place, value, value, NONE, f"{name}, {ticks[place]}: {fixed(value)}")
        for name, values in series.items()
        for place, value in enumerate(values.tolist())
        if not np.isnan(value)
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)
