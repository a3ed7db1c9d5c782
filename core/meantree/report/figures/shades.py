"""A table of values as boxes, the darker the higher, with a frame around the highest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from meantree.picture.numbers import fixed
from meantree.report.figures.canvas import Chart, Floats, drawing
from meantree.report.figures.labels import add_title
from meantree.report.figures.lattice import lattice, lattice_size
from meantree.report.figures.style import FigureStyle
from meantree.report.value_tables import MISSING

LIGHTEST: Final = 0.08
"""Of the accent, where the lowest value is."""
TALL: Final = 34.0
"""Pixels of a box."""


def shades(
    title: str, rows: Sequence[str], columns: Sequence[str], values: Floats, label: str, style: FigureStyle
) -> Chart:
    """A box for each row and column; the shade goes from the lowest to the highest of these values.

    Args:
        title: above it.
        rows, columns: their names.
        values: shape (rows, columns), NaN where undefined.
        label: what values are.
        style: how it looks.
    """
    known = values[~np.isnan(values)]
    low, spread = (float(known.min()), float(np.ptp(known))) if len(known) else (0.0, 0.0)
    share = np.nan_to_num((values - low) / spread if spread > 0 else np.zeros(values.shape))
    shade = np.where(np.isnan(values), 0.0, LIGHTEST + (1 - LIGHTEST) * share)
    chart = lattice(
        shade,
        rows,
        lambda row, column: _text(float(values[row, column])),
        lambda row, column: f"{rows[row]}, {columns[column]}: {_text(float(values[row, column]))}",
        style,
        lattice_size(rows, columns, style, TALL),
        ("", label),
        columns,
    )
    with drawing(style):
        add_title(chart.figure, title, style)
        if spread > 0:
            from matplotlib.patches import Rectangle

            row, column = np.unravel_index(int(np.nanargmax(values)), values.shape)
            box = Rectangle((float(column) - 0.5, float(row) - 0.5), 1, 1, fill=False, linewidth=2, clip_on=False)
            box.set_edgecolor(style.text)
            chart.axes.add_patch(box)
    return chart


def _text(value: float) -> str:
    return MISSING if np.isnan(value) else fixed(value)
