"""The shapes of a picture, read back from its SVG: whatever a picture is of, other formats draw what SVG shows.

Coordinates are in pixels, x to the right and y downwards; curves are cut into straight pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, get_args
from xml.etree.ElementTree import Element, XMLParser, fromstring

from meantree.picture.style import LIGHT
from meantree.picture.svg import Drawn, picture_svg

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]
CURVE: Final = 8
"""Pieces of a curve."""
_SPACE = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_STEP = re.compile(r"([MLHVQClhvzZ])([^MLHVQClhvzZ]*)")


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn: ``#rrggbb``, pixels, and lengths of dashes and gaps (none: solid)."""

    colour: str
    width: float = 1.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """A line through points, an area between them, or both; ``opacity`` in [0, 1] is that of the area."""

    points: tuple[Point, ...]
    pen: Pen | None = None
    fill: str = ""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle from its upper left corner on, with corners of ``radius``."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    pen: Pen | None = None
    fill: str = ""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle around (x, y)."""

    x: float
    y: float
    radius: float
    fill: str


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text with its baseline at ``y``; ``x`` is where it starts, ends or has its middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Anchor


Part = Shape | Box | Disc | Lettering


@dataclass(frozen=True, slots=True)
class Shapes:
    """A whole picture, what is drawn first first."""

    parts: tuple[Part, ...]
    width: float
    height: float


def picture_shapes(drawings: Sequence[Drawn]) -> Shapes:
    """The shapes of drawings one above the other, in the colours for paper."""
    return shapes_of(picture_svg(drawings, LIGHT))


def shapes_of(svg: str) -> Shapes:
    """The shapes of a picture as :mod:`meantree.picture.svg` writes it.

    Raises:
        ValueError: if it holds what that never writes.
    """
    # Our own text, made a moment ago: no entities, no file of anybody else.
    root = fromstring(svg, parser=XMLParser(encoding="utf-8"))
    first, *groups = root
    if first.get("width") != "100%":
        raise ValueError("a picture begins with its background")
    parts = tuple(part for group in groups for part in _parts(group, 0.0, 0.0))
    return Shapes(parts, float(root.get("width", 0)), float(root.get("height", 0)))


def _parts(element: Element, x: float, y: float) -> Iterator[Part]:
    name = element.tag.removeprefix(_SPACE)
    if name == "g":
        dx, dy = _numbers(element.get("transform", "translate(0,0)").removeprefix("translate"))
        for child in element:
            yield from _parts(child, x + dx, y + dy)
    elif name in _READERS:
        yield _READERS[name](element, x, y)
    elif name != "title":
        raise ValueError(f"a picture holds no {name}")


def _line(element: Element, x: float, y: float) -> Part:
    ends = tuple((x + _of(element, f"x{end}"), y + _of(element, f"y{end}")) for end in (1, 2))
    return Shape(ends, _pen(element))


def _polyline(element: Element, x: float, y: float) -> Part:
    numbers = _numbers(element.get("points", ""))
    points = tuple((x + one, y + two) for one, two in zip(numbers[::2], numbers[1::2], strict=True))
    return Shape(points, _pen(element), *_fill(element))


def _path(element: Element, x: float, y: float) -> Part:
    points = tuple((x + one, y + two) for one, two in _walk(element.get("d", "")))
    return Shape(points, _pen(element), *_fill(element))


def _rect(element: Element, x: float, y: float) -> Part:
    left, top, width, height, radius = (_of(element, name) for name in ("x", "y", "width", "height", "rx"))
    return Box(x + left, y + top, width, height, radius, _pen(element), *_fill(element))


def _circle(element: Element, x: float, y: float) -> Part:
    return Disc(x + _of(element, "cx"), y + _of(element, "cy"), _of(element, "r"), element.get("fill", ""))


def _text(element: Element, x: float, y: float) -> Part:
    wanted = element.get("text-anchor", "start")
    anchor: Anchor = next(one for one in get_args(Anchor) if one == wanted)
    size, colour = _of(element, "font-size"), element.get("fill", LIGHT.text)
    return Lettering(x + _of(element, "x"), y + _of(element, "y"), element.text or "", size, colour, anchor)


_READERS: Mapping[str, Callable[[Element, float, float], Part]] = {
    "line": _line,
    "polyline": _polyline,
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "text": _text,
}


def _of(element: Element, name: str) -> float:
    return float(element.get(name, 0))


def _numbers(text: str) -> list[float]:
    return [float(found) for found in _NUMBER.findall(text)]


def _pen(element: Element) -> Pen | None:
    colour = element.get("stroke", "none")
    if colour == "none":
        return None
    dashes = tuple(_numbers(element.get("stroke-dasharray", "")))
    return Pen(colour, float(element.get("stroke-width", 1)), dashes)


def _fill(element: Element) -> tuple[str, float]:
    """Its colour, empty for none, and how opaque it is."""
    fill = element.get("fill", "none")
    return "" if fill == "none" else fill, float(element.get("fill-opacity", 1))


def _walk(path: str) -> Iterator[Point]:
    """The points of a path, curves in pieces."""
    x = y = 0.0
    start = (x, y)
    for command, text in _STEP.findall(path):
        values = _numbers(text)
        if command in "QC":
            ends = [(x, y), *zip(values[::2], values[1::2], strict=True)]
            yield from (_bezier(ends, step / CURVE) for step in range(1, CURVE + 1))
            x, y = ends[-1]
            continue
        if command in "zZ":
            x, y = start
        elif command in "Hh":
            x = values[0] + (x if command == "h" else 0)
        elif command in "Vv":
            y = values[0] + (y if command == "v" else 0)
        else:
            x, y = values[0] + (x if command == "l" else 0), values[1] + (y if command == "l" else 0)
        if command == "M":
            start = (x, y)
        yield x, y


def _bezier(ends: Sequence[Point], share: float) -> Point:
    """A point of the curve, by de Casteljau's construction."""
    while len(ends) > 1:
        ends = [(a + share * (c - a), b + share * (d - b)) for (a, b), (c, d) in pairwise(ends)]
    return ends[0]
