"""Blocks of two texts with the links between their words: as much of both as fits, cut where few links are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

EARLIEST = 0.6
"""A block may end after this share of the words that it has room for, where fewer links are cut there."""
Span = tuple[int, int]
"""Words from the first to before the second, from 0."""


def link_blocks(
    widths: tuple[Sequence[float], Sequence[float]],
    links: Sequence[tuple[int, int]],
    width: float,
    gap: float,
) -> Iterator[tuple[Span, Span]]:
    """The words of both texts in each block; all words are in one, in their order.

    Args:
        widths: of the words of both texts.
        links: which words belong together.
        width: no block is wider, unless one word is.
        gap: between two words.
    """
    ends = [list(accumulate(word + gap for word in row)) for row in widths]
    start = (0, 0)
    while start[0] < len(widths[0]) or start[1] < len(widths[1]):
        longest = [_longest(row, at, width + gap) for row, at in zip(ends, start, strict=True)]
        end = min(_candidates(start, longest, widths), key=lambda end: (_cut(links, end), -sum(end)))
        yield (start[0], end[0]), (start[1], end[1])
        start = end


def _longest(ends: Sequence[float], start: int, room: float) -> int:
    """Where the longest row that begins at ``start`` ends."""
    before = ends[start - 1] if start else 0.0
    return min(len(ends), max(start + 1, bisect_right(ends, before + room)))


def _candidates(
    start: Span, longest: Sequence[int], widths: tuple[Sequence[float], Sequence[float]]
) -> list[tuple[int, int]]:
    """Ends of a block: near to the longest rows, at least one row of which is nearly full."""
    if longest[0] == len(widths[0]) and longest[1] == len(widths[1]):
        return [(longest[0], longest[1])]
    firsts, seconds = (
        range(min(one, at + max(1, round(EARLIEST * (one - at)))), one + 1)
        for one, at in zip(longest, start, strict=True)
    )
    return [(one, two) for one in firsts for two in seconds]


def _cut(links: Sequence[tuple[int, int]], end: tuple[int, int]) -> int:
    """How many links lead from before the end in one text to after it in the other."""
    return sum((one < end[0]) != (two < end[1]) for one, two in links)
