"""Display lists: the graphical parts of pictures.

Layouts make them; the window, SVG, PDF and TikZ draw them. Coordinates are in pixels, x to the right and y
downwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final, Literal, Protocol

from meantree.comparison.marks import Severity, Statuses
from meantree.metrics.evidence import AnyStatus
from meantree.picture.style import APART, DASHES, LIGHT, SIZES, UNDERLINE, WIDTHS, Font, Palette

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]
POINTS: Final = 0.75
"""Points per pixel: 96 pixels or 72 points are an inch."""
BASELINE: Final = 0.35
"""Distance from the middle of a text down to its baseline, as a share of its size."""
# XML forbids some of these, the others would break a line.
_UNDRAWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn: ``#rrggbb``, pixels, and lengths of dashes and gaps (none: solid)."""

    colour: str
    width: float
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line, the edge of an area, or both; ``title`` says why it is there.

    Attributes:
        points: where it starts, then each section's handles and end.
        degrees: 1 for a straight section, 2 for one with a handle, 3 for one with two; if empty, all are straight.
    """

    points: tuple[Point, ...]
    pen: Pen | None = None
    fill: str = ""
    title: str = ""
    degrees: tuple[int, ...] = ()

    @property
    def sections(self) -> Iterator[tuple[Point, ...]]:
        """The points of each section, from its start to its end."""
        start = 0
        for degree in self.degrees or (1,) * (len(self.points) - 1):
            yield self.points[start : start + degree + 1]
            start += degree


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle from its upper left corner on, with corners of ``radius``.

    ``opacity`` in [0, 1] is that of its area, None if it is opaque.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    pen: Pen | None = None
    radius: float = 0
    opacity: float | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle around (x, y)."""

    x: float
    y: float
    radius: float
    fill: str


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text with its baseline at ``y``; ``x`` is where it starts, ends or has its middle. ``title`` is uncut."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Anchor = "middle"
    title: str = ""


Part = Line | Box | Disc | Lettering


@dataclass(frozen=True, slots=True)
class Group:
    """The parts of one element.

    Attributes:
        parts: from back to front.
        of: its shape in the layout, which tells where it can be pointed at.
        lit: its parts while it is pointed at, if they are others.
    """

    parts: tuple[Part, ...]
    title: str = ""
    of: object = None
    lit: tuple[Part, ...] = ()


class Drawing(Protocol):
    """A layout with a size and a display list."""

    @property
    def width(self) -> float:
        """In pixels."""

    @property
    def height(self) -> float:
        """In pixels."""

    def groups(self, palette: Palette) -> Iterable[Group]:
        """Make the display list, from back to front."""


@dataclass(frozen=True, slots=True)
class DisplayList:
    """A whole picture, from back to front, in the colours for paper."""

    parts: tuple[Part, ...]
    width: float
    height: float

    def groups(self, _palette: Palette) -> Iterator[Group]:
        """Return all parts as one group."""
        yield Group(self.parts)


def stack_drawings(drawings: Sequence[Drawing]) -> DisplayList:
    """Return drawings one above the other as one picture."""
    parts, y = list[Part](), 0.0
    for drawing in drawings:
        parts += (moved(part, round(y)) for group in drawing.groups(LIGHT) for part in group.parts)
        y += drawing.height
    return DisplayList(tuple(parts), round(max((drawing.width for drawing in drawings), default=0.0)), round(y))


def moved(part: Part, down: float, right: float = 0.0) -> Part:
    """Return a part moved by these numbers of pixels."""
    if not down and not right:
        return part
    if isinstance(part, Line):
        return replace(part, points=tuple((x + right, y + down) for x, y in part.points))
    return replace(part, x=part.x + right, y=part.y + down)


def drawable(text: str) -> str:
    """Return a text with replacement characters for those that cannot be drawn."""
    return _UNDRAWN.sub("\ufffd", text)


def lettering(text: str, x: float, y: float, font: Font, colour: str, anchor: Anchor = "middle") -> Lettering:
    """Return a text with its baseline at ``y``."""
    return Lettering(x, y, drawable(text), SIZES[font], colour, anchor)


def centred(text: str, x: float, y: float, font: Font, colour: str, anchor: Anchor = "middle") -> Lettering:
    """Return a text with the middle of its line at ``y``."""
    return lettering(text, x, y + SIZES[font] * BASELINE, font, colour, anchor)


def colour_of(status: AnyStatus | None, palette: Palette) -> str:
    """Return the colour of a status, or of elements that were not counted."""
    return palette.line if status is None else palette.status[status]


def pen_of(status: AnyStatus | None, palette: Palette, width: float | None = None) -> Pen:
    """Return the pen of a status, or of elements that were not counted."""
    return _pen(status, colour_of(status, palette), WIDTHS[status] if width is None else width)


@cache
def _pen(status: AnyStatus | None, colour: str, width: float) -> Pen:
    return Pen(colour, width, tuple(round(width * length, 1) for length in DASHES[status]))


def error_ground(x: float, y: float, width: float, severity: Severity | None, palette: Palette) -> Iterator[Box]:
    """Yield the ground of a word around (x, y) that is part of an error; nothing without one."""
    if severity is not None:
        yield Box(x - width / 2 - 3, y - 10, width + 6, 19, palette.errors[severity], radius=3)


def underlines(x: float, y: float, width: float, statuses: Statuses, palette: Palette) -> Iterator[Line]:
    """Yield the lines under a word centred at ``x``, one per status from ``y`` on."""
    for place, status in enumerate(statuses):
        if status is not None:
            foot = y + place * APART
            yield Line(
                ((x - width / 2, foot), (x + width / 2, foot)),
                pen_of(status, palette, round(UNDERLINE * WIDTHS[status], 1)),
            )


def winding_curve(points: Sequence[Point], pen: Pen) -> Line:
    """Return a curve that leaves and reaches every point vertically."""
    handles = [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        middle = (y1 + y2) / 2
        handles += (x1, middle), (x2, middle), (x2, y2)
    return Line(tuple(handles), pen, degrees=(3,) * (len(points) - 1))
