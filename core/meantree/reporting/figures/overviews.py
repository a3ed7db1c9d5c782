"""Figures of many rows: boxes of documents, bars of counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from meantree.reporting.figures.canvas import Box, Chart, Floats, Size, drawing
from meantree.reporting.figures.distributions import Series, defined
from meantree.reporting.figures.figure_style import LONGEST_NAME, FigureStyle
from meantree.reporting.figures.labels import fitting, labelled_axes, name_rows

ROW: Final = 22.0
"""Height of a row of a document or a bar, in pixels."""
MARGIN: Final = 70.0
"""Height of the axis, in pixels."""
FEW: Final = 5
"""Fewer rows are not drawn thicker."""
SPREAD: Final = 0.3
"""Largest offset of a document's points from its middle, so that equal ones can be seen; a row is 1."""


def room_for(height: float) -> int:
    """Return the number of rows that fit into a height in pixels."""
    return max(2, int((height - MARGIN) / ROW))


def shown_documents(values: Floats, documents: Sequence[Series], height: float) -> list[Series]:
    """Return the documents that fit, from the highest median to the lowest; of too many, those at both ends."""
    known = [document for document in defined(documents, values) if len(document.rows)]
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
        figure, axes = labelled_axes(size, (label, ""), style)
        x, y = points[~np.isnan(points).any(axis=1)].T
        axes.scatter(x, y, s=9, c=style.accent, alpha=0.45, linewidths=0)
        for place, document in enumerate(documents):
            low, middle, high = np.quantile(values[document.rows], [0.25, 0.5, 0.75])
            axes.barh(place, high - low, 0.62, left=low, color="none", edgecolor=style.muted, linewidth=1)
            axes.plot([middle, middle], [place - 0.31, place + 0.31], color=style.text, linewidth=1.8)
        names = [f"{_beside(document.name, style, size)} ({len(document.rows)})" for document in documents]
        name_rows(axes, names, FEW)
    return Chart(figure, axes, points)


def bars(names: Sequence[str], counts: Floats, of: Floats, label: str, style: FigureStyle, size: Size) -> Chart:
    """Draw counts in colour over their possible maxima in grey, from above."""
    with drawing(style):
        figure, axes = labelled_axes(size, (label, ""), style)
        places = np.arange(len(names))
        axes.barh(places, of, 0.62, color=style.line, alpha=0.35, linewidth=0)
        axes.barh(places, counts, 0.62, color=style.accent, linewidth=0)
        name_rows(axes, [_beside(name, style, size) for name in names], FEW)
        most = axes.get_xlim()[1]
    boxes = tuple(Box(0, most, place + 0.5, place - 0.5, np.arange(0), name) for place, name in enumerate(names))
    return Chart(figure, axes, boxes=boxes)


def _beside(name: str, style: FigureStyle, size: Size) -> str:
    """Return a name of a row, in at most two fifths of the figure."""
    return fitting(name, style, 0.4 * size[0], LONGEST_NAME)
