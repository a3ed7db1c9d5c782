"""Pictures that are higher than a page, cut where nothing is drawn: between rows, never through one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from meantree.picture.svg_shapes import Box, Disc, Lettering, Part, Shapes

APART: Final = 8.0
"""Pixels without anything that part two rows; less stands between a word and what belongs to it."""
Band = tuple[float, float]


def pieces(shapes: Shapes, first: float, most: float) -> Iterator[Shapes]:
    """A picture from top to bottom in pieces; one that nothing parts is left as high as it is.

    Args:
        shapes: the picture, which begins with its heading: what follows on that stays with it.
        first, most: pixels of room for the first piece, and for each of the others.
    """
    bands = _bands(shapes)
    if len(bands) > 1:
        bands[:2] = [(bands[0][0], bands[1][1])]
    start, room, held = 0.0, first, list[Band]()
    for band in bands:
        if held and band[1] - start > room:
            yield _piece(shapes, start, held[-1][1])
            start, room, held = band[0], most, []
        held.append(band)
    yield _piece(shapes, start, shapes.height)


def _bands(shapes: Shapes) -> list[Band]:
    """From where to where something is drawn, from top to bottom."""
    found: list[Band] = []
    for top, bottom in sorted(map(_extent, shapes.parts)):
        if found and top < found[-1][1] + APART:
            found[-1] = (found[-1][0], max(found[-1][1], bottom))
        else:
            found.append((top, bottom))
    return found


def _extent(part: Part) -> Band:
    if isinstance(part, Lettering):
        return part.y - part.size, part.y + part.size / 3
    if isinstance(part, Disc):
        return part.y - part.radius, part.y + part.radius
    half = part.pen.width / 2 if part.pen is not None else 0.0
    if isinstance(part, Box):
        return part.y - half, part.y + part.height + half
    ys = [y for _, y in part.points]
    return min(ys) - half, max(ys) + half


def _piece(shapes: Shapes, top: float, bottom: float) -> Shapes:
    parts = (part for part in shapes.parts if top <= sum(_extent(part)) / 2 <= bottom)
    return Shapes(tuple(_moved(part, -top) for part in parts), shapes.width, bottom - top)


def _moved(part: Part, y: float) -> Part:
    if isinstance(part, Lettering | Disc | Box):
        return replace(part, y=part.y + y)
    return replace(part, points=tuple((one, two + y) for one, two in part.points))
