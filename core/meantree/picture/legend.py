"""Headings and the legend of pictures, as pictures."""

from __future__ import annotations

from meantree.metrics.evidence import Status
from meantree.picture.fonts import Measure
from meantree.picture.shapes import Caption, Picture, Stroke

MARGIN, SAMPLE, GAP = 12.0, 26.0, 6.0
ROW = 20.0
NOT_COUNTED = "not counted"


def heading_picture(text: str, measure: Measure) -> Picture:
    """A line above what it names."""
    width = measure(text, "entry")
    caption = Caption(MARGIN, ROW / 2 + 2, width, text, "entry", starts=True)
    return Picture((), (caption,), width + 2 * MARGIN, ROW + 2)


def legend_picture(measure: Measure, width: float | None = None) -> Picture:
    """A sample of each line style with its name, in a row, or in rows of ``width``."""
    strokes, captions = [], []
    x, y, widest = MARGIN, ROW / 2, 0.0
    for status in (*Status, None):
        name = NOT_COUNTED if status is None else status.value
        text = measure(name, "entry")
        room = SAMPLE + GAP + text + 3 * GAP
        if width is not None and x > MARGIN and x + room > width:
            x, y = MARGIN, y + ROW
        strokes.append(Stroke(((x, y), (x + SAMPLE, y)), (), status))
        captions.append(Caption(x + SAMPLE + GAP, y, text, name, "entry", starts=True))
        x += room
        widest = max(widest, x)
    return Picture(tuple(strokes), tuple(captions), widest, y + ROW / 2)
