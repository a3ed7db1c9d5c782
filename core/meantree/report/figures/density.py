"""Points as dense as they lie: each in the colour of its neighbourhood, many of them counted in hexagons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from meantree.report.figures.canvas import Chart, Floats, drawing, new_axes
from meantree.report.figures.labels import add_title, fitting
from meantree.report.figures.style import FigureStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

WIDTH, HEIGHT = 520.0, 440.0
MANY: Final = 1_500
"""More points are counted in hexagons."""
ACROSS: Final = 32
"""Hexagons from left to right."""
NEAR: Final = 0.04
"""Standard deviation of the weights of neighbours, as a share of the axes."""
LIGHTEST: Final = 0.25
"""How much of the accent is seen where points are fewest."""


def density(title: str, x: Floats, y: Floats, labels: tuple[str, str], style: FigureStyle) -> Chart:
    """One column against another, a point a row, darker where more of them are.

    Args:
        title: above it.
        x, y: shape (n,), NaN where undefined.
        labels: of the axes.
        style: how it looks.
    """
    known = ~(np.isnan(x) | np.isnan(y))
    points = np.where(known[:, None], np.column_stack([x, y]), np.nan)
    with drawing(style):
        figure, axes = new_axes(WIDTH, HEIGHT)
        add_title(figure, title, style)
        drawn = points[known]
        if len(drawn) > MANY:
            _draw_hexagons(axes, drawn, style)
        else:
            near = neighbours(drawn)
            order = np.argsort(near, kind="stable")  # the densest on top
            axes.scatter(
                drawn[order, 0], drawn[order, 1], s=16, c=near[order], cmap=_colours(style), vmin=0, linewidths=0
            )
        axes.set_xlabel(fitting(labels[0], style, WIDTH / 2))
        axes.set_ylabel(fitting(labels[1], style, HEIGHT / 2))
    return Chart(figure, axes, points)


def neighbours(points: Floats) -> Floats:
    """How many points lie around each, itself among them, weighted by a normal curve; shape (n,).

    Args:
        points: shape (n, 2); each column is measured by its own range.
    """
    if not len(points):
        return np.zeros(0)
    ranges = np.ptp(points, axis=0)
    placed = points / np.where(ranges > 0, ranges, 1.0)
    apart = np.square(placed[:, None, :] - placed[None, :, :]).sum(axis=2)
    near: Floats = np.exp(-apart / (2 * NEAR**2)).sum(axis=1)
    return near


def _draw_hexagons(axes: Axes, points: Floats, style: FigureStyle) -> None:
    from matplotlib.ticker import LogLocator

    size = ACROSS, round(ACROSS * HEIGHT / WIDTH / 1.6)
    drawn = axes.hexbin(*points.T, gridsize=size, bins="log", mincnt=1, cmap=_colours(style), linewidths=0.2)
    figure = axes.figure
    bar = figure.colorbar(drawn, ax=axes, ticks=LogLocator(subs=(1.0, 3.0)), format="%d", pad=0.02, shrink=0.6)
    bar.set_label("translations")
    bar.outline.set_visible(False)


def _colours(style: FigureStyle) -> Colormap:
    """From few to many: more and more of the accent, then of the text's colour, so that it is told without colours."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    ground, accent = np.array(to_rgb(style.surface)), np.array(to_rgb(style.accent))
    lightest = tuple(ground + LIGHTEST * (accent - ground))
    return LinearSegmentedColormap.from_list("density", [lightest, style.accent, style.text])
