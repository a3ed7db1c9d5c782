"""Values over a growing quantity: a line for each series, with a band of its spread."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from meantree.report.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.report.figures.charts import Size
from meantree.report.figures.fonts import figure_text
from meantree.report.figures.overviews import NONE
from meantree.report.figures.style import MARKERS, FigureStyle


def curves(series: Mapping[str, Floats], labels: tuple[str, str], style: FigureStyle, size: Size) -> Chart:
    """Lines from point to point; where a value is undefined, there is none.

    Args:
        series: by name, shape (points, 3): the quantity, the value and how far the value spreads; NaN where undefined.
        labels: of the quantity and of the value.
        style: how it looks.
        size: of the figure.
    """
    with drawing(style):
        figure, axes = new_axes(*size)
        for number, (name, points) in enumerate(series.items()):
            colour = style.series[number % len(style.series)]
            at, values, spread = points.T
            low, high = values - np.nan_to_num(spread), values + np.nan_to_num(spread)
            axes.fill_between(at, low, high, color=colour, alpha=0.15, linewidth=0)
            marker, drawn = MARKERS[number % len(MARKERS)], figure_text(name, style.families)
            axes.plot(at, values, color=colour, linewidth=1.2, marker=marker, markersize=4, label=f" {drawn}")
        axes.set_xlabel(figure_text(labels[0], style.families, 60))
        axes.set_ylabel(figure_text(labels[1], style.families, 60))
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(series), borderaxespad=0.2, handletextpad=0.1)
    boxes = tuple(
        Box(at, at, value, value, NONE, f"{name}, {at:g}: {value:.3f}")
        for name, points in series.items()
        for at, value, _ in points
        if not np.isnan(value)
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)
