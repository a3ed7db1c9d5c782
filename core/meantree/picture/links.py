"""The picture of two texts and the links between their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meantree.comparison.links import WordLink
from meantree.comparison.marks import Marks
from meantree.corpus.model import SIDES
from meantree.picture.shapes import Caption, Measure, Picture, Sign, Stroke, Thing

WORD_GAP = 13.0
MARGIN = 14.0
UPPER, LOWER = 30.0, 190.0
HALF_WORD = 13.0
SIGNS_AT = (0.4, 0.6, 0.8, 0.2)
"""Where signs stand on lines that share a word, from the hypothesis down, so that they do not cover each other; lines
that cross do so elsewhere, mostly."""
BY_HAND, OPPOSITE = "✎", "≠"


def links_picture(
    texts: tuple[Sequence[str], Sequence[str]],
    marks: tuple[Marks, Marks],
    links: Sequence[WordLink],
    measure: Measure,
    *,
    right_to_left: bool = False,
) -> Picture:
    """The hypothesis above, the reference below, both spread over the same width, a line for each link.

    Args:
        texts: the words of hypothesis and reference.
        marks: how their words fared.
        links: which words belong together.
        measure: widths of texts.
        right_to_left: words run from right to left.
    """
    widths = [[measure(word, "word") for word in words] for words in texts]
    lengths = [sum(row) + WORD_GAP * max(0, len(row) - 1) for row in widths]
    width = max(*lengths, 1.0) + 2 * MARGIN
    rows = [_centres(row, length, width) for row, length in zip(widths, lengths, strict=True)]
    if right_to_left:
        rows = [[width - x for x in row] for row in rows]
    captions: list[Caption] = []
    for number, (side, y) in enumerate(zip(SIDES, (UPPER, LOWER), strict=True)):
        for index, word in enumerate(texts[number]):
            key: Thing = ("token", side, index)
            mark = marks[number].tokens.get(index)
            captions.append(Caption(rows[number][index], y, widths[number][index], word, "word", key, mark))
    return Picture(tuple(_strokes(links, rows)), tuple(captions), width, LOWER + UPPER)


def _strokes(links: Sequence[WordLink], rows: Sequence[Sequence[float]]) -> Iterator[Stroke]:
    top, foot = UPPER + HALF_WORD, LOWER - HALF_WORD
    taken: dict[Thing, set[float]] = {}
    for link in links:
        ends: tuple[Thing, Thing] = ("token", "hypothesis", link.hypothesis), ("token", "reference", link.reference)
        above, below = rows[0][link.hypothesis], rows[1][link.reference]
        near = set().union(*(taken.setdefault(end, set()) for end in ends))
        at = next((one for one in SIGNS_AT if one not in near), SIGNS_AT[0])
        for end in ends:
            taken[end].add(at)
        plain = OPPOSITE if link.is_opposite else BY_HAND if link.by_hand else ""
        sign = Sign(above + at * (below - above), top + at * (foot - top), plain, link.relation)
        yield Stroke(((above, top), (below, foot)), ends, link.status, link.told, sign if link.relation else None)


def _centres(widths: Sequence[float], length: float, room: float) -> list[float]:
    """Word centres; a shorter text is spread a little, and stands in the middle."""
    gaps = max(1, len(widths) - 1)
    gap = min(2.2 * WORD_GAP, WORD_GAP + (room - 2 * MARGIN - length) / gaps)
    x = (room - sum(widths) - gap * (len(widths) - 1)) / 2
    centres = []
    for width in widths:
        centres.append(x + width / 2)
        x += width + gap
    return centres
