"""Pictures of frames: two aligned frames one above the other, their parts as chips, with the links between.

Phrases are whole: long ones take several lines, and rows that are too long go on below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import Block, blocks, frames_of, parts_of, span_of
from meantree.analysis.frames import Part
from meantree.comparison.content import ComparedFrames
from meantree.corpus.corpus import SIDES, Side
from meantree.picture.fonts import Font, Measure
from meantree.picture.frame_blocks import (
    BETWEEN,
    BLOCK_GAP,
    CHIP_HEIGHT,
    GAP,
    LINE_HEIGHT,
    MARGIN,
    NARROWEST,
    PAD,
    TITLE_HEIGHT,
    TOP,
    WIDEST,
    BlockPicture,
    Chip,
    FramesPicture,
    block_title,
    chip_links,
)
from meantree.picture.numbers import fixed

ROW_GAP, REMARK_HEIGHT = 16.0, 17.0
LINES = 3
"""A long phrase takes so many lines rather than a wider chip, and more of them in a narrow room."""
RAGGED = 0.15
"""Room that the ends of lines leave, as a share."""
Remarks = Mapping[tuple[Side, Part], str]


@dataclass(frozen=True, slots=True)
class RemarkLine:
    """A line of a remark, or a title of it; (x, y) is its upper left corner."""

    x: float
    y: float
    text: str
    side: Side
    part: Part


@dataclass(frozen=True, slots=True)
class WholeBlock:
    """A block with its remarks, from the picture's ``block.top`` on, and how high all of it is."""

    picture: BlockPicture
    remarks: tuple[RemarkLine, ...]
    height: float


def whole_frames(
    content: ComparedFrames, width: float, measure: Measure, remarks: Remarks | None = None
) -> tuple[WholeBlock, ...]:
    """All blocks in a room of ``width``, one below the other; no word is left out.

    Args:
        content: what to draw.
        width: of the room.
        measure: widths of texts.
        remarks: what was said of predicates and fillers.
    """
    drawn: list[WholeBlock] = []
    top = TOP
    for number, block in enumerate(blocks(content.linked), start=1):
        one = _whole_block(content, block, number, top, width, measure, remarks or {})
        drawn.append(one)
        top += one.height + BLOCK_GAP
    return tuple(drawn)


def whose_frames(content: ComparedFrames) -> str:
    """Whose frames these are, by which metric they are marked, and its score of the pair if that is defined."""
    return content.source if content.score is None else f"{content.source} {fixed(content.score)}"


def frames_picture(
    content: ComparedFrames, width: float, measure: Measure, *, in_columns: bool = False
) -> FramesPicture:
    """All blocks in a room of ``width`` without remarks, one below the other.

    Args:
        content: what to draw.
        width: of the room.
        measure: widths of texts.
        in_columns: blocks stand beside each other where there is room.
    """
    drawn: list[BlockPicture] = []
    x, y, below = 0.0, TOP, TOP
    for number, block in enumerate(blocks(content.linked), start=1):
        one = _block(content, block, number, width, measure)
        wide = max(_width(one.chips), measure(f"{number}  {one.title}", "note") + 2 * MARGIN)
        if not in_columns or x + wide > width:
            x, y = 0.0, below
        drawn.append(_placed(one, width - x - wide if content.right_to_left else x, y, content, x))
        x += wide + BLOCK_GAP
        below = max(below, y + _bottom(one) + BLOCK_GAP)
    return FramesPicture(tuple(drawn), width, below)


def _width(chips: Sequence[Chip]) -> float:
    """From the margin before the first chip to the end of the last one."""
    return max(chip.x + chip.width for chip in chips) - min(chip.x for chip in chips) + 2 * MARGIN


def _bottom(block: BlockPicture) -> float:
    return max(chip.y + chip.height for chip in block.chips)


def _placed(block: BlockPicture, left: float, top: float, content: ComparedFrames, x: float = 0.0) -> BlockPicture:
    """A block elsewhere than at the top; ``x`` is how far from the side on which texts begin."""
    by = -x if content.right_to_left else x
    chips = tuple(replace(chip, x=chip.x + by, y=chip.y + top) for chip in block.chips)
    return replace(block, left=left, top=top, chips=chips, links=tuple(chip_links(content, chips)))


def _whole_block(
    content: ComparedFrames, block: Block, number: int, top: float, width: float, measure: Measure, remarks: Remarks
) -> WholeBlock:
    picture = _placed(_block(content, block, number, width, measure), 0.0, top, content)
    y = _bottom(picture)
    said = tuple(_remarks(content, picture.chips, remarks, width, y + 4, measure))
    return WholeBlock(picture, said, (said[-1].y + REMARK_HEIGHT if said else y) - top)


def _block(content: ComparedFrames, block: Block, number: int, width: float, measure: Measure) -> BlockPicture:
    """A block that stands at the top, without its links."""
    y, chips = TITLE_HEIGHT, list[Chip]()
    for side in SIDES:
        place = block.place(side)
        if place is not None:
            y += BETWEEN if chips else 0.0
            row = list(_row(content, side, place, width, y, measure))
            chips += row
            y = max(chip.y + chip.height for chip in row)
    return BlockPicture(block, number, block_title(content, block), 0.0, 0.0, tuple(chips), ())


def _row(content: ComparedFrames, side: Side, place: int, width: float, y: float, measure: Measure) -> Iterator[Chip]:
    """The parts of a frame in the order of the text, in as many rows as they need."""
    linked, frame = content.linked, frames_of(content.linked, side)[place]
    parts = sorted(parts_of(place, len(frame.fillers)), key=lambda part: span_of(linked, side, part))
    room = width - 2 * MARGIN
    chips = [_chip(content, side, part, room, measure, 1) for part in parts]
    if sum(chip.width + GAP for chip in chips) - GAP > room:
        chips = [_chip(content, side, part, room, measure, LINES) for part in parts]
    x, row = MARGIN, list[Chip]()
    for chip in chips:
        if row and x + chip.width > width - MARGIN:
            y += max(one.height for one in row) + ROW_GAP
            x, row = MARGIN, []
        left = width - x - chip.width if content.right_to_left else x
        row.append(chip)
        x += chip.width + GAP
        yield replace(chip, x=left, y=y)


def _chip(content: ComparedFrames, side: Side, part: Part, room: float, measure: Measure, lines: int) -> Chip:
    """A chip at no place yet, of so many lines where the room allows it."""
    frame = frames_of(content.linked, side)[part[0]]
    role = None if part[1] is None else frame.fillers[part[1]].role
    label = "predicate" if role is None else role.value
    text = " ".join(content.words[side][slice(*span_of(content.linked, side, part))])
    most = min(room - 2 * PAD, max(WIDEST, measure(text, "word") * (1 + RAGGED * (lines > 1)) / lines))
    written = tuple(wrapped(text, most, measure, "word"))
    wide = max([NARROWEST - 2 * PAD, measure(label, "note"), *(measure(line, "word") for line in written)])
    height = CHIP_HEIGHT + (len(written) - 1) * LINE_HEIGHT
    mark = content.marks[side].get(part)
    return Chip(0.0, 0.0, wide + 2 * PAD, label, text, role, mark, side, part, height, written)


def _remarks(
    content: ComparedFrames, chips: Sequence[Chip], remarks: Remarks, width: float, y: float, measure: Measure
) -> Iterator[RemarkLine]:
    """What was said of the parts of a block, in their order, each named by its label and its first words."""
    for chip in chips:
        said = remarks.get((chip.side, chip.part))
        if not said:
            continue
        words = chip.text.split()
        phrase = chip.text if len(words) <= 4 else f"{' '.join(words[:4])} …"
        name = "frame" if chip.part[1] is None else chip.label
        for line in wrapped(f"✎ {name} “{phrase}”: {said}", width - 3 * MARGIN, measure, "note"):
            wide = measure(line, "note")
            yield RemarkLine(width - MARGIN - wide if content.right_to_left else MARGIN, y, line, chip.side, chip.part)
            y += REMARK_HEIGHT


def wrapped(text: str, room: float, measure: Measure, font: Font) -> Iterator[str]:
    """The text in lines that fit; words that are wider than the room are cut."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if measure(longer, font) <= room:
            line = longer
            continue
        if line:
            yield line
        line = word
        while measure(line, font) > room and len(line) > 1:
            end = len(line) - 1
            while end > 1 and measure(line[:end], font) > room:
                end -= 1
            yield line[:end]
            line = line[end:]
    if line or not text.split():
        yield line
