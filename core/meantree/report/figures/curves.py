"""Values over a growing quantity: a line for each series, with a band of its spread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from meantree.report.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.report.figures.labels import WIDTH, add_legend, add_title, fitting, legend_height
from meantree.report.figures.overviews import NONE
from meantree.report.figures.style import LINES, MARKERS, FigureStyle

HEIGHT: Final = 380.0


def curves(title: str, series: Mapping[str, Floats], labels: tuple[str, str], style: FigureStyle) -> Chart:
    """Lines from point to point; where a value is undefined, there is none.

    Args:
        title: above it.
        series: by name, shape (points, 3): the quantity, the value and how far the value spreads; NaN where undefined.
        labels: of the quantity and of the value.
        style: how it looks.
    """
    with drawing(style):
        figure, axes = new_axes(WIDTH, HEIGHT + legend_height(list(series), style, WIDTH))
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
        axes.set_ylabel(fitting(labels[1], style, HEIGHT / 2))
        add_legend(figure, handles, list(series), style)
    boxes = tuple(
        Box(at, at, value, value, NONE, f"{name}, {at:g}: {value:.3f}")
        for name, points in series.items()
        for at, value, _ in points
        if not np.isnan(value)
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)
