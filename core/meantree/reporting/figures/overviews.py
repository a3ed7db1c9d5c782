"""Figures of many columns or many documents: a matrix of correlations, boxes side by side, bars of counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from meantree.numbers import fixed
from meantree.reporting.figures.canvas import Box, Chart, Floats, drawing, matrix_boxes, new_axes
from meantree.reporting.figures.distributions import Series, Size
from meantree.reporting.figures.figure_style import BLACK, LONGEST_NAME, POINT_SIZE, WHITE, FigureStyle
from meantree.reporting.figures.labels import fitting, name_texts

ROW: Final = 22.0
"""Height of a row of a document or a bar, in pixels."""
MARGIN: Final = 70.0
"""Height of the axis, in pixels."""
PLAIN: Final = 7.0
"""Contrast of readable letters, from 1 to 21."""
FEW: Final = 5
"""Fewer rows are not drawn thicker."""
SPREAD: Final = 0.3
"""Largest offset of a document's points from its middle, so that equal ones can be seen; a row is 1."""


def matrix(values: Floats, names: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """Draw correlations of every two columns, from −1 to 1; the box of row i and column j is at ``i * k + j``.

    Args:
        values: shape (k, k), NaN where undefined.
        names: of the columns.
        style: colours and fonts.
        size: of the figure.
    """
    from matplotlib.colors import LinearSegmentedColormap

    number = len(names)
    with drawing(style):
        figure, axes = new_axes(*size)
        colours = LinearSegmentedColormap.from_list("both", [style.low, style.surface, style.high])
        axes.imshow(np.ma.masked_invalid(values), cmap=colours, vmin=-1, vmax=1, aspect="auto")
        shown = name_texts(names, style, 16, min(size) / 4)
        axes.set_xticks(range(number), shown, rotation=45 if number > 4 else 0, ha="right" if number > 4 else "center")
        axes.set_yticks(range(number), shown)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        letters = float(np.clip(0.8 * size[0] / max(number, 1) / 6, 5, POINT_SIZE + 1))
        for row, column in np.ndindex(number, number):
            value = values[row, column]
            text = "–" if np.isnan(value) else fixed(float(value), 2)
            colour = style.text if np.isnan(value) else readable(tuple(colours((value + 1) / 2)), style)
            axes.text(column, row, text, ha="center", va="center", fontsize=letters, color=colour)
    boxes = matrix_boxes(number, number, lambda row, column: f"{names[row]} against {names[column]}")
    return Chart(figure, axes, boxes=boxes)


def readable(ground: tuple[float, ...], style: FigureStyle) -> str:
    """Return the text colour if it is readable on the ground, else black or white (contrast of WCAG 2.1)."""
    from matplotlib.colors import to_rgb

    def luminance(colour: Sequence[float]) -> float:
        linear = np.array(
            [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in colour[:3]]
        )
        return float(linear @ (0.2126, 0.7152, 0.0722)) + 0.05

    below = luminance(ground)

    def contrast(colour: str) -> float:
        ratio = luminance(to_rgb(colour)) / below
        return max(ratio, 1 / ratio)

    return style.text if contrast(style.text) >= PLAIN else max((BLACK, WHITE), key=contrast)


def room_for(height: float) -> int:
    """Return the number of rows that fit into a height in pixels."""
    return max(2, int((height - MARGIN) / ROW))


def shown_documents(values: Floats, documents: Sequence[Series], height: float) -> list[Series]:
    """Return the documents that fit, from the highest median to the lowest; of too many, those at both ends."""
    known = [Series(document.name, document.rows[~np.isnan(values[document.rows])]) for document in documents]
    known = [document for document in known if len(document.rows)]
    ordered = sorted(known, key=lambda document: -float(np.median(values[document.rows])))
    room = room_for(height)
    return ordered if len(ordered) <= room else ordered[: (room + 1) // 2] + ordered[len(ordered) - room // 2 :]


def document_boxes(values: Floats, label: str, documents: Sequence[Series], style: FigureStyle, size: Size) -> Chart:
    """Draw for each document, from above, a box from quartile to quartile with the median, and a point a row."""
    points = np.full((len(values), 2), np.nan)
    for place, document in enumerate(documents):
        # Multiples of the golden ratio are reproducible and keep neighbours apart.
        moved = ((np.arange(len(document.rows)) * 0.618034) % 1 - 0.5) * 2 * SPREAD
        points[document.rows] = np.column_stack([values[document.rows], place + moved])
    with drawing(style):
        figure, axes = new_axes(*size)
        axes.set_xlabel(fitting(label, style, size[0] / 2))
        x, y = points[~np.isnan(points).any(axis=1)].T
        axes.scatter(x, y, s=9, c=style.accent, alpha=0.45, linewidths=0)
        for place, document in enumerate(documents):
            low, middle, high = np.quantile(values[document.rows], [0.25, 0.5, 0.75])
            axes.barh(place, high - low, 0.62, left=low, color="none", edgecolor=style.muted, linewidth=1)
            axes.plot([middle, middle], [place - 0.31, place + 0.31], color=style.text, linewidth=1.8)
        names = [f"{_beside(document.name, style, size)} ({len(document.rows)})" for document in documents]
        axes.set_yticks(range(len(documents)), names)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(max(len(documents), FEW) - 0.5, -0.5)
    return Chart(figure, axes, points)


def bars(names: Sequence[str], counts: Floats, of: Floats, label: str, style: FigureStyle, size: Size) -> Chart:
    """Draw counts in colour over their possible maxima in grey, from above."""
    with drawing(style):
        figure, axes = new_axes(*size)
        places = np.arange(len(names))
        axes.barh(places, of, 0.62, color=style.line, alpha=0.35, linewidth=0)
        axes.barh(places, counts, 0.62, color=style.accent, linewidth=0)
        axes.set_yticks(places, [_beside(name, style, size) for name in names])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(max(len(names), FEW) - 0.5, -0.5)
        axes.set_xlabel(fitting(label, style, size[0] / 2))
        most = axes.get_xlim()[1]
    boxes = tuple(Box(0, most, place + 0.5, place - 0.5, np.arange(0), name) for place, name in enumerate(names))
    return Chart(figure, axes, boxes=boxes)


def _beside(name: str, style: FigureStyle, size: Size) -> str:
    """Return a name of a row, in at most two fifths of the figure."""
    return fitting(name, style, 0.4 * size[0], LONGEST_NAME)
