"""Values with their intervals, row by row, in several series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from meantree.report.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.report.figures.charts import Size
from meantree.report.figures.fonts import figure_text
from meantree.report.figures.overviews import NONE
from meantree.report.figures.style import MARKERS, FigureStyle

APART: Final = 0.2
"""How far series of one row stand from each other; rows are 1 apart."""


def intervals(names: Sequence[str], series: Mapping[str, Floats], label: str, style: FigureStyle, size: Size) -> Chart:
    """A row for each name, from the top; in it a mark for each series, with a line from its lower to its upper bound.

    Args:
        names: of the rows.
        series: by name, shape (rows, 3): value, low and high; NaN where undefined. Without bounds there is no line.
        label: of the axis.
        style: how it looks.
        size: of the figure.
    """
    rows = np.arange(len(names))
    with drawing(style):
        figure, axes = new_axes(*size)
        axes.axvline(0, color=style.line, linewidth=0.6, linestyle=":")
        for number, (name, values) in enumerate(series.items()):
            colour = style.accent if len(series) == 1 else style.series[number % len(style.series)]
            at = rows + (number - (len(series) - 1) / 2) * APART
            bounded = ~np.isnan(values).any(axis=1)
            axes.hlines(at[bounded], values[bounded, 1], values[bounded, 2], color=colour, linewidth=1.2)
            marker = MARKERS[number % len(MARKERS)]
            drawn = figure_text(name, style.families)
            axes.scatter(values[:, 0], at, s=18, c=colour, marker=marker, linewidths=0, zorder=3, label=f" {drawn}")
        axes.set_yticks(rows, [figure_text(name, style.families) for name in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(figure_text(label, style.families, 60))
        if len(series) > 1:
            axes.legend(
                loc="lower left", bbox_to_anchor=(0, 1), ncols=len(series), borderaxespad=0.2, handletextpad=0.1
            )
        left, right = axes.get_xlim()
    boxes = tuple(Box(left, right, row + 0.5, row - 0.5, NONE, name) for row, name in enumerate(names))
    return Chart(figure, axes, np.zeros((0, 2)), boxes)
