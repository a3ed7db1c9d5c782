"""The picture of two texts and the links between their words."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.comparison.links import WordLink
from meantree.comparison.marks import Marks
from meantree.corpus.model import SIDES
from meantree.picture.shapes import Caption, Measure, Picture, Stroke, Thing

WORD_GAP = 13.0
MARGIN = 14.0
UPPER, LOWER = 30.0, 190.0
HALF_WORD = 13.0


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
    strokes = [
        Stroke(
            points=((rows[0][link.hypothesis], UPPER + HALF_WORD), (rows[1][link.reference], LOWER - HALF_WORD)),
            ends=(("token", "hypothesis", link.hypothesis), ("token", "reference", link.reference)),
            status=link.status,
            tip=link.label,
        )
        for link in links
    ]
    return Picture(tuple(strokes), tuple(captions), width, LOWER + UPPER)


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
