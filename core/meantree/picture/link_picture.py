"""The picture of two texts and the links between their words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf

from meantree.analysis.sentences import as_written
from meantree.comparison.comparison import ComparedText
from meantree.comparison.word_links import WordLink
from meantree.corpus.corpus import SIDES
from meantree.picture.display_list import Point
from meantree.picture.shapes import Caption, ElementKey, Picture, Sign, Stroke
from meantree.picture.style import BY_HAND, Measure

EARLIEST = 0.6
"""A block may end after this share of the words for which it has room, if that cuts fewer links."""
Span = tuple[int, int]
"""A range of words from 0, end exclusive."""


def link_blocks(
    widths: tuple[Sequence[float], Sequence[float]], links: Sequence[tuple[int, int]], width: float
) -> Iterator[tuple[Span, Span]]:
    """Yield the ranges of words of both texts in each block, one of them at least.

    Args:
        widths: of the words of both texts.
        width: maximum width of a block, unless a word is wider.
    """
    ends = [list(accumulate(word + WORD_GAP for word in row)) for row in widths]
    start = (0, 0)
    while True:
        longest = [_longest(row, at, width + WORD_GAP) for row, at in zip(ends, start, strict=True)]
        end = min(_candidates(start, longest, widths), key=lambda end: (_cut(links, end), -sum(end)))
        yield (start[0], end[0]), (start[1], end[1])
        if end == (len(widths[0]), len(widths[1])):
            return
        start = end


def _longest(ends: Sequence[float], start: int, room: float) -> int:
    """Return the end of the longest row that begins at ``start``."""
    before = ends[start - 1] if start else 0.0
    return min(len(ends), max(start + 1, bisect_right(ends, before + room)))


def _candidates(
    start: Span, longest: Sequence[int], widths: tuple[Sequence[float], Sequence[float]]
) -> list[tuple[int, int]]:
    """Return possible ends of a block, near the ends of the longest rows."""
    if longest[0] == len(widths[0]) and longest[1] == len(widths[1]):
        return [(longest[0], longest[1])]
    firsts, seconds = (
        range(min(last, at + max(1, round(EARLIEST * (last - at)))), last + 1)
        for last, at in zip(longest, start, strict=True)
    )
    return [(last, two) for last in firsts for two in seconds]


def _cut(links: Sequence[tuple[int, int]], end: tuple[int, int]) -> int:
    """Return how many links a break at these ends cuts."""
    return sum((hypothesis < end[0]) != (reference < end[1]) for hypothesis, reference in links)


WORD_GAP = 13.0
MARGIN = 14.0
UPPER, LOWER = 30.0, 190.0
HALF_WORD = 13.0
BLOCK_GAP = 10.0
NEAR = 110.0
"""The y of the lower row of a block if there are several blocks."""
SIGNS_AT = (0.4, 0.6, 0.8, 0.2)
"""Positions of signs on lines that share a word, from the hypothesis down, so that they do not cover each other; lines
mostly cross elsewhere."""
OPPOSITE, REMOVED = "≠", "✕"


def links_picture(
    texts: tuple[ComparedText, ComparedText], links: Sequence[WordLink], measure: Measure, width: float | None = None
) -> Picture:
    """Return the hypothesis above the reference, both spread over the same width, with a line for each link.

    Args:
        width: longer texts are broken into blocks one below the other; links may connect blocks; None for one block.
    """
    words = as_written(texts[0].analysis), as_written(texts[1].analysis)
    sizes = [measure(word, "word") for word in words[0]], [measure(word, "word") for word in words[1]]
    pairs = [(link.hypothesis, link.reference) for link in links if not link.is_removed]
    blocks = list(link_blocks(sizes, pairs, inf if width is None else width - 2 * MARGIN))
    lengths = (_length(row[slice(*span)]) for block in blocks for row, span in zip(sizes, block, strict=True))
    total_width = max(1.0, *lengths) + 2 * MARGIN
    places = _places(sizes, blocks, total_width, right_to_left=texts[0].right_to_left)
    captions: list[Caption] = []
    for number, side in enumerate(SIDES):
        marks = texts[number].marks
        for index, word in enumerate(words[number]):
            key: ElementKey = ("token", side, index)
            mark, error = marks.tokens.get(index), marks.severity(index)
            captions.append(Caption(*places[number][index], sizes[number][index], word, "word", key, mark, error=error))
    lower = LOWER if len(blocks) == 1 else NEAR
    far = lower - UPPER  # a longer line leaves its block and crosses words of others
    height = len(blocks) * (lower + UPPER) + (len(blocks) - 1) * BLOCK_GAP
    return Picture(tuple(_strokes(links, places, far, measure)), tuple(captions), total_width, height)


def _places(
    widths: tuple[Sequence[float], Sequence[float]],
    blocks: Sequence[tuple[Span, Span]],
    room: float,
    *,
    right_to_left: bool,
) -> tuple[list[Point], list[Point]]:
    """Return the centre of each word of both texts."""
    places: tuple[list[Point], list[Point]] = ([], [])
    lower = LOWER if len(blocks) == 1 else NEAR
    for number, block in enumerate(blocks):
        top = number * (lower + UPPER + BLOCK_GAP)
        for side, (span, y) in enumerate(zip(block, (UPPER, lower), strict=True)):
            row = widths[side][slice(*span)]
            for x in _centres(row, _length(row), room):
                places[side].append((room - x if right_to_left else x, top + y))
    return places


def _length(row: Sequence[float]) -> float:
    return sum(row) + WORD_GAP * max(0, len(row) - 1)


def _strokes(
    links: Sequence[WordLink], places: tuple[Sequence[Point], Sequence[Point]], far: float, measure: Measure
) -> Iterator[Stroke]:
    used: dict[ElementKey, set[float]] = {}
    for link in links:
        ends: tuple[ElementKey, ElementKey] = (
            ("token", "hypothesis", link.hypothesis),
            ("token", "reference", link.reference),
        )
        (above, upper), (below, lower) = places[0][link.hypothesis], places[1][link.reference]
        turn = HALF_WORD if lower > upper else -HALF_WORD
        top, bottom = upper + turn, lower - turn
        used_here = set().union(*(used.setdefault(end, set()) for end in ends))
        at = next((position for position in SIGNS_AT if position not in used_here), SIGNS_AT[0])
        for end in ends:
            used[end].add(at)
        sign_text = REMOVED if link.is_removed else OPPOSITE if link.is_opposite else BY_HAND if link.by_hand else ""
        x, y = above + at * (below - above), top + at * (bottom - top)
        sign = Sign(x, y, sign_text, link.relation, measure(link.relation, "label")) if link.relation else None
        yield Stroke(
            ((above, top), (below, bottom)),
            ends,
            link.status,
            link.description,
            sign,
            faint=link.is_removed or abs(bottom - top) > far,
            joins=not link.is_removed,
        )


def _centres(widths: Sequence[float], length: float, room: float) -> list[float]:
    """Return the centres of words; a shorter text is spread a little and centred."""
    gaps = max(1, len(widths) - 1)
    gap = min(2.2 * WORD_GAP, WORD_GAP + (room - 2 * MARGIN - length) / gaps)
    x = (room - sum(widths) - gap * (len(widths) - 1)) / 2
    centres = []
    for width in widths:
        centres.append(x + width / 2)
        x += width + gap
    return centres
