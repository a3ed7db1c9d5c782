"""A lattice of boxes with texts in them, the darker the more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from meantree.report.figures.canvas import Box, Chart, Floats, drawing, new_axes
from meantree.report.figures.charts import Size
from meantree.report.figures.labels import fitting, name_texts, text_width
from meantree.report.figures.overviews import NONE, readable
from meantree.report.figures.style import FigureStyle

Cell = Callable[[int, int], str]
"""What is said of a row and a column."""
LETTERS: Final = 22
"""Of a name."""
LEAST: Final = 170.0
"""Pixels of the label of the columns, at least."""
SQUARE, ACROSS, AROUND = 60.0, 0.75, 60.0
"""Pixels of a box, how much of a name's length lies across below the boxes, and what stands around it all."""


def lattice(
    shades: Floats,
    names: Sequence[str],
    text: Cell,
    told: Cell,
    style: FigureStyle,
    size: Size,
    labels: tuple[str, str],
    columns: Sequence[str] | None = None,
) -> Chart:
    """A box for every row and column; that of row i and column j is at ``i * k + j``.

    Args:
        shades: shape (rows, k), how much of the accent is seen, in [0, 1].
        names: of rows, and of columns if these have no others.
        text: of each box, drawn in it; empty for nothing.
        told: of each box, when it is pointed at.
        style: how it looks.
        size: of the figure.
        labels: of rows and of columns; empty for none.
        columns: their names, k of them.
    """
    from matplotlib.colors import LinearSegmentedColormap

    across = names if columns is None else columns
    places = list(np.ndindex(len(names), len(across)))
    with drawing(style):
        figure, axes = new_axes(*size)
        colours = LinearSegmentedColormap.from_list("accent", [style.surface, style.accent])
        axes.imshow(shades, cmap=colours, vmin=0, vmax=1, aspect="auto")
        drawn = name_texts(across, style, LETTERS)
        axes.set_xticks(range(len(across)), drawn, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(len(names)), name_texts(names, style, LETTERS))
        left = text_width(name_texts(names, style, LETTERS))
        axes.set_ylabel(fitting(labels[0], style, size[1] / 2))
        axes.set_xlabel(fitting(labels[1], style, max(LEAST, size[0] - AROUND - left)))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        for edge in range(len(names) + 1):
            axes.axhline(edge - 0.5, color=style.line, linewidth=0.3, alpha=0.5)
        for edge in range(len(across) + 1):
            axes.axvline(edge - 0.5, color=style.line, linewidth=0.3, alpha=0.5)
        for row, column in places:
            if said := text(row, column):
                colour = readable(tuple(colours(shades[row, column])), style)
                axes.text(column, row, said, ha="center", va="center", color=colour)
    boxes = tuple(
        Box(column - 0.5, column + 0.5, row + 0.5, row - 0.5, NONE, told(row, column)) for row, column in places
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)


def lattice_size(names: Sequence[str], columns: Sequence[str], style: FigureStyle, tall: float = SQUARE) -> Size:
    """As large as boxes and names need it."""
    left, below = (text_width(name_texts(found, style, LETTERS)) for found in (names, columns))
    below *= ACROSS
    return AROUND + left + max(SQUARE * len(columns), below, LEAST), AROUND + below + tall * len(names)
