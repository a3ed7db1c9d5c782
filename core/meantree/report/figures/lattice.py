"""A lattice of boxes with texts in them, the darker the more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from meantree.report.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.report.figures.charts import Size
from meantree.report.figures.fonts import figure_text
from meantree.report.figures.overviews import NONE, readable
from meantree.report.figures.style import FigureStyle

Cell = Callable[[int, int], str]
"""What is said of a row and a column."""


def lattice(
    shades: Floats,
    names: Sequence[str],
    text: Cell,
    told: Cell,
    style: FigureStyle,
    size: Size,
    labels: tuple[str, str],
) -> Chart:
    """A box for every two of the names; that of row i and column j is at ``i * k + j``.

    Args:
        shades: shape (k, k), how much of the accent is seen, in [0, 1].
        names: of rows and columns.
        text: of each box, drawn in it; empty for nothing.
        told: of each box, when it is pointed at.
        style: how it looks.
        size: of the figure.
        labels: of rows and of columns; empty for none.
    """
    from matplotlib.colors import LinearSegmentedColormap

    number = len(names)
    places = list(np.ndindex(number, number))
    with drawing(style):
        figure, axes = new_axes(*size)
        colours = LinearSegmentedColormap.from_list("accent", [style.surface, style.accent])
        axes.imshow(shades, cmap=colours, vmin=0, vmax=1, aspect="auto")
        drawn = [figure_text(name, style.families, 22) for name in names]
        axes.set_xticks(range(number), drawn, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(number), drawn)
        axes.set_ylabel(figure_text(labels[0], style.families, 40))
        axes.set_xlabel(figure_text(labels[1], style.families, 40))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        for edge in np.arange(number + 1) - 0.5:
            axes.axhline(edge, color=style.line, linewidth=0.3, alpha=0.5)
            axes.axvline(edge, color=style.line, linewidth=0.3, alpha=0.5)
        for row, column in places:
            if said := text(row, column):
                colour = readable(tuple(colours(shades[row, column])), style)
                axes.text(column, row, said, ha="center", va="center", color=colour)
    boxes = tuple(
        Box(column - 0.5, column + 0.5, row + 0.5, row - 0.5, NONE, told(row, column)) for row, column in places
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)
