"""Who beats whom: p of each two, the darker the smaller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from meantree.evaluation.significance import SIGNIFICANT
from meantree.report.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.report.figures.charts import Size
from meantree.report.figures.fonts import figure_text
from meantree.report.figures.overviews import NONE, readable
from meantree.report.figures.style import FigureStyle

SHADES: Final = ((0.001, 1.0), (0.01, 0.75), (SIGNIFICANT, 0.5))
"""Up to which p how much of the accent is seen; above these none."""


def beaten(ps: Floats, names: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """p that the row is better than the column by chance; the box of row i and column j is at ``i * k + j``.

    Args:
        ps: shape (k, k), NaN where two are not compared in that order.
        names: of rows and columns, the best first.
        style: how it looks.
        size: of the figure.
    """
    from matplotlib.colors import LinearSegmentedColormap

    number = len(names)
    shades = np.array([[_shade(float(p)) for p in row] for row in ps]).reshape(number, number)
    with drawing(style):
        figure, axes = new_axes(*size)
        colours = LinearSegmentedColormap.from_list("p", [style.surface, style.accent])
        axes.imshow(shades, cmap=colours, vmin=0, vmax=1, aspect="auto")
        drawn = [figure_text(name, style.families, 22) for name in names]
        axes.set_xticks(range(number), drawn, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(number), drawn)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel("beaten by the row, p")
        for edge in np.arange(number + 1) - 0.5:
            axes.axhline(edge, color=style.line, linewidth=0.3, alpha=0.5)
            axes.axvline(edge, color=style.line, linewidth=0.3, alpha=0.5)
        for row, column in np.ndindex(number, number):
            if not np.isnan(ps[row, column]):
                colour = readable(tuple(colours(shades[row, column])), style)
                axes.text(column, row, _text(float(ps[row, column])), ha="center", va="center", color=colour)
    boxes = tuple(
        Box(column - 0.5, column + 0.5, row + 0.5, row - 0.5, NONE, f"{names[row]} against {names[column]}")
        for row, column in np.ndindex(number, number)
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)


def _shade(p: float) -> float:
    """Also without colours: what is significant is darker, in steps."""
    return next((shade for most, shade in SHADES if p <= most), 0.0)  # NaN is at most nothing


def _text(p: float) -> str:
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
