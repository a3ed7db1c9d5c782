"""Pictures that are higher than a page, cut where nothing is drawn: between rows, never through one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.picture.display import Box, Disc, Display, Lettering, Part, moved

APART: Final = 8.0
"""Pixels without anything that part two rows; less stands between a word and what belongs to it."""
Band = tuple[float, float]


def pieces(picture: Display, first: float, most: float) -> Iterator[Display]:
    """A picture from top to bottom in pieces; one that nothing parts is left as high as it is.

    Args:
        picture: the whole one, which begins with its heading: what follows on that stays with it.
        first, most: pixels of room for the first piece, and for each of the others.
    """
    bands = _bands(picture)
    if len(bands) > 1:
        bands[:2] = [(bands[0][0], bands[1][1])]
    start, room, held = 0.0, first, list[Band]()
    for band in bands:
        if held and band[1] - start > room:
            yield _piece(picture, start, held[-1][1])
            start, room, held = band[0], most, []
        held.append(band)
    yield _piece(picture, start, picture.height)


def _bands(picture: Display) -> list[Band]:
    """From where to where something is drawn, from top to bottom."""
    found: list[Band] = []
    for top, bottom in sorted(map(_extent, picture.parts)):
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
    ys = [y for _, y in part.outline]
    return min(ys) - half, max(ys) + half


def _piece(picture: Display, top: float, bottom: float) -> Display:
    parts = (part for part in picture.parts if top <= sum(_extent(part)) / 2 <= bottom)
    return Display(tuple(moved(part, -top) for part in parts), picture.width, bottom - top)
