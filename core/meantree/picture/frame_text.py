"""The picture of a text in lines, with bars under the tokens of predicates and fillers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from meantree.analysis.frames import Role, Span, overlap
from meantree.picture.style import IMPROBABLE, Measure

WORD_HEIGHT, BAR_HEIGHT, BAR_GAP, LINE_GAP = 24.0, 15.0, 2.0, 6.0
WORD_GAP, MARGIN = 8.0, 12.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar under tokens.

    ``role`` is None for a predicate, ``lane`` 0 is the uppermost row of bars, and improbable parts have a sign.
    """

    span: Span
    role: Role | None
    lane: int = 0
    is_improbable: bool = field(default=False, kw_only=True)

    @property
    def label(self) -> str:
        """The name of its role, with a sign if it is improbable."""
        return ("pred." if self.role is None else self.role.value) + IMPROBABLE * self.is_improbable


@dataclass(frozen=True, slots=True)
class WordBox:
    """A token; (x, y) is the upper left corner of its box."""

    index: int
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class BarPiece:
    """The part of a bar in one line; ``label`` is written in the first piece that has room, else in the longest."""

    bar: Bar
    x: float
    y: float
    width: float
    label: str


@dataclass(frozen=True, slots=True)
class TextPicture:
    """A whole text."""

    words: tuple[WordBox, ...]
    bars: tuple[BarPiece, ...]
    height: float


def text_picture(
    words: Sequence[str], bars: Sequence[Bar], width: float, measure: Measure, *, right_to_left: bool = False
) -> TextPicture:
    """Return tokens in lines of at most ``width``, each followed by the lanes of its bars.

    Args:
        bars: those of one lane do not overlap.
    """
    widths = [measure(word, "word") + WORD_GAP for word in words]
    boxes: list[WordBox] = []
    y = MARGIN / 2
    for line in _lines(widths, width - 2 * MARGIN):
        x = MARGIN
        for index in line:
            left = width - x - widths[index] if right_to_left else x
            boxes.append(WordBox(index, left, y, widths[index]))
            x += widths[index]
        lanes = max((bar.lane + 1 for bar in bars if overlap(bar.span, (line.start, line.stop))), default=0)
        y += WORD_HEIGHT + lanes * (BAR_HEIGHT + BAR_GAP) + LINE_GAP
    pieces = [piece for bar in bars for piece in _pieces(bar, boxes, measure)]
    return TextPicture(tuple(boxes), tuple(pieces), y)


def _lines(widths: Sequence[float], room: float) -> Iterator[range]:
    """Yield the tokens of each line; a token that is wider than the room is alone in its line."""
    start, used = 0, 0.0
    for index, width in enumerate(widths):
        if index > start and used + width > room:
            yield range(start, index)
            start, used = index, 0.0
        used += width
    yield range(start, len(widths))


def _pieces(bar: Bar, boxes: Sequence[WordBox], measure: Measure) -> Iterator[BarPiece]:
    lines: dict[float, list[WordBox]] = {}
    for box in boxes[slice(*bar.span)]:
        lines.setdefault(box.y, []).append(box)
    ends = {y: (min(box.x for box in line), max(box.x + box.width for box in line)) for y, line in lines.items()}
    rooms = {y: right - left - 4 for y, (left, right) in ends.items()}
    fitting = [y for y, room in rooms.items() if measure(bar.label, "note") <= room]
    labelled = fitting[0] if fitting else max(rooms, key=lambda y: rooms[y], default=None)  # none beyond the text
    for y, (left, _) in ends.items():
        label = _label(bar, rooms[y], measure) if y == labelled else ""
        below = y + WORD_HEIGHT + bar.lane * (BAR_HEIGHT + BAR_GAP)
        yield BarPiece(bar, left + 2, below, rooms[y], label)


def _label(bar: Bar, room: float, measure: Measure) -> str:
    """Return the label of a bar, shortened to fit: ``ag.`` for ``agent``; empty without any room."""
    sign = IMPROBABLE * bar.is_improbable
    name = bar.label.removesuffix(sign).rstrip(".")
    labels = [bar.label, *(f"{name[:length]}.{sign}" for length in range(len(name) - 1, 0, -1))]
    return next((label for label in labels if measure(label, "note") <= room), "")
