"""Parts of pictures as operators of a PDF page (ISO 32000-1, 8.5), in the pixels of the picture, y downwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.picture.display import Box, Disc, Line, Pen, Point

ROUND: Final = 0.5523
"""How far the handles of a quarter of a circle reach, in radii."""


def operators(part: Line | Box | Disc) -> str:
    """What draws a part; nothing else on the page is touched by it."""
    if isinstance(part, Line):
        return _drawn(_through(part.outline), part.pen, part.fill)
    if isinstance(part, Disc):
        edge = part.x - part.radius, part.y - part.radius, 2 * part.radius, 2 * part.radius
        return _drawn(_rounded(*edge, part.radius), None, part.fill)
    edge = part.x, part.y, part.width, part.height
    path = _rounded(*edge, min(part.radius, part.width / 2, part.height / 2))
    return _drawn(path, part.pen, part.fill, 1.0 if part.opacity is None else part.opacity)


def _drawn(path: str, pen: Pen | None, fill: str, opacity: float = 1.0) -> str:
    """A path that is filled, stroked or both; paper is white, so that a colour is mixed with that."""
    if not path or (pen is None and not fill):
        return ""
    state = [f"{_colour(fill, opacity)} rg"] if fill else []
    if pen is not None:
        # Flat ends, as in SVG: a page's own square ones would lengthen every dash and make dots into dashes.
        state.append(f"{_colour(pen.colour)} RG {pen.width:.3f} w 0 J [{_numbers(pen.dashes)}] 0 d")
    act = "B" if fill and pen is not None else "f" if fill else "S"
    return f"q {' '.join(state)} {path} {act} Q"


def _through(points: Sequence[Point]) -> str:
    return " ".join(f"{_numbers(point)} {'l' if place else 'm'}" for place, point in enumerate(points))


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    if radius <= 0:
        return f"{_numbers((x, y, width, height))} re"
    return " ".join(_corners(x, y, x + width, y + height, radius))


def _corners(left: float, top: float, right: float, foot: float, radius: float) -> Iterator[str]:
    """Clockwise from the upper left corner."""
    near, far = radius, radius * (1 - ROUND)
    yield f"{_numbers((left + near, top))} m {_numbers((right - near, top))} l"
    yield f"{_numbers((right - far, top, right, top + far, right, top + near))} c {_numbers((right, foot - near))} l"
    yield f"{_numbers((right, foot - far, right - far, foot, right - near, foot))} c {_numbers((left + near, foot))} l"
    yield f"{_numbers((left + far, foot, left, foot - far, left, foot - near))} c {_numbers((left, top + near))} l"
    yield f"{_numbers((left, top + far, left + far, top, left + near, top))} c h"


def _colour(colour: str, opacity: float = 1.0) -> str:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _numbers([1 - opacity * (1 - part) for part in parts])


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{value:.2f}" for value in values)
