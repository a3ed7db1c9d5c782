"""Pictures as lines and captions with meanings; the window and the reports draw the same ones.

Coordinates are in pixels at scale 1, x to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from meantree.comparison.comparison import COUNTED
from meantree.comparison.marks import Mark, Severity, Statuses
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import AnyStatus
from meantree.picture.display_list import (
    Box,
    Disc,
    Group,
    Line,
    centred,
    colour_of,
    error_ground,
    pen_of,
    underlines,
)
from meantree.picture.style import APART, FAINT, Font, Measure, Palette

ElementKey = tuple[Literal["token", "node"], Side, int]
"""The element that a shape shows: a token or constituent of one text, 0-based."""
EDGE = 1.4
"""The width of the line around a constituent."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign on a line at (x, y), and the text of this width that replaces it when the line is highlighted."""

    x: float
    y: float
    plain: str
    lit: str
    width: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through ``points``; ``ends`` are what it connects, ``status`` is None for an uncounted line.

    A ``faint`` line is thin; a line that does not ``join`` separates its ends.
    """

    points: tuple[tuple[float, float], ...]
    ends: tuple[ElementKey, ...]
    status: AnyStatus | None = None
    tip: str = ""
    sign: Sign | None = None
    faint: bool = False
    joins: bool = True

    def group(self, palette: Palette) -> Group:
        """Draw the line with its sign; when highlighted, it is not faint and shows the text of the sign."""
        line = Line(self.points, pen_of(self.status, palette, FAINT if self.faint else None), title=self.tip)
        bold = Line(self.points, pen_of(self.status, palette), title=self.tip) if self.faint else line
        sign, colour = self.sign, colour_of(self.status, palette)
        if sign is None:
            return Group((line,), of=self, lit=(bold,))
        patch = Box(sign.x - sign.width / 2 - 3, sign.y - 8, sign.width + 6, 16, palette.surface)
        lit = bold, patch, centred(sign.lit, sign.x, sign.y, "label", colour)
        if not sign.plain:
            return Group((line,), of=self, lit=lit)
        disc = Disc(sign.x, sign.y, 8, palette.surface)
        return Group((line, disc, centred(sign.plain, sign.x, sign.y, "word", colour)), of=self, lit=lit)


@dataclass(frozen=True, slots=True)
class Caption:
    """A text centred at (x, y): a word, a note, or a label in a frame; ``mark`` is its mark.

    If it ``starts`` there, its left end is at ``x``. ``both`` are the statuses by two translations if they differ;
    then ``mark`` is that of the first. ``error`` is the severity of an error that the word is part of.
    """

    x: float
    y: float
    width: float
    text: str
    font: Font
    key: ElementKey | None = None
    mark: Mark | None = None
    framed: bool = False
    starts: bool = False
    both: Statuses = ()
    error: Severity | None = None

    def group(self, palette: Palette) -> Group:
        """Draw the text in its frames or over its lines."""
        statuses = self.both or (self.mark.status if self.mark else None,)
        colour = palette.text if self.both or self.font != "label" else palette.muted
        if self.framed and not self.both and statuses[0]:
            colour = colour_of(statuses[0], palette)
        text = centred(self.text, self.x, self.y, self.font, colour, "start" if self.starts else "middle")
        if self.framed:
            return Group((*self._frames(statuses, palette), text), of=self)
        ground = error_ground(self.x, self.y, self.width, self.error, palette)
        return Group((*ground, text, *underlines(self.x, self.y + 10, self.width, statuses, palette)), of=self)

    def _frames(self, statuses: Statuses, palette: Palette) -> Iterator[Box]:
        """Yield the frame of the first translation, and inside it that of the second; a single one may have no edge."""
        for place, status in enumerate(statuses, start=1):
            apart = 2 * APART * (len(statuses) - place)
            width, height = self.width + 8 + apart, 17 + apart
            pen = pen_of(status, palette, EDGE) if status or self.both else None
            yield Box(self.x - width / 2, self.y - height / 2, width, height, palette.surface, pen, 4)


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture."""

    strokes: tuple[Stroke, ...]
    captions: tuple[Caption, ...]
    width: float
    height: float

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Make the display list."""
        yield from (stroke.group(palette) for stroke in self.strokes)
        yield from (caption.group(palette) for caption in self.captions)


MARGIN, SAMPLE, GAP = 12.0, 26.0, 6.0
ROW = 20.0
NOT_COUNTED = "not counted"


def heading_picture(text: str, measure: Measure) -> Picture:
    """Return a heading."""
    width = measure(text, "entry")
    caption = Caption(MARGIN, ROW / 2 + 2, width, text, "entry", starts=True)
    return Picture((), (caption,), width + 2 * MARGIN, ROW + 2)


def legend_picture(
    measure: Measure, width: float | None = None, statuses: Iterable[AnyStatus | None] = COUNTED
) -> Picture:
    """Return a sample of the line style of each status with its name, in rows of ``width``."""
    strokes, captions = [], []
    x, y, widest = MARGIN, ROW / 2, 0.0
    for status in statuses:
        name = NOT_COUNTED if status is None else str(status)
        text = measure(name, "entry")
        room = SAMPLE + GAP + text + 3 * GAP
        if width is not None and x > MARGIN and x + room > width:
            x, y = MARGIN, y + ROW
        strokes.append(Stroke(((x, y), (x + SAMPLE, y)), (), status))
        captions.append(Caption(x + SAMPLE + GAP, y, text, name, "entry", starts=True))
        x += room
        widest = max(widest, x)
    return Picture(tuple(strokes), tuple(captions), widest, y + ROW / 2)
