"""The picture of frames: two aligned frames one above the other, their parts as chips, with the links between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import (
    Block,
    blocks,
    frames_of,
    is_counted,
    partner_of,
    parts_of,
    span_of,
)
from meantree.analysis.frames import LinkKind, Part, Role
from meantree.comparison.content import ComparedFrames
from meantree.comparison.marks import Mark
from meantree.corpus.model import SIDES, Side
from meantree.metrics.evidence import Status
from meantree.picture.shapes import Font, Measure
from meantree.picture.style import LINK_STATUS

CHIP_HEIGHT, GAP, MARGIN = 34.0, 8.0, 12.0
BETWEEN = 26.0
"""Room for the links between the rows of a block."""
TOP, TITLE_HEIGHT, BLOCK_GAP = 4.0, 20.0, 12.0
WIDEST, NARROWEST = 230.0, 44.0
PAD = 8.0
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Chip:
    """One predicate or filler; (x, y) is its upper left corner, ``role`` None for a predicate.

    ``lines`` are those of a text that takes more than one, empty for one.
    """

    x: float
    y: float
    width: float
    label: str
    text: str
    role: Role | None
    mark: Mark | None
    side: Side
    part: Part
    height: float = CHIP_HEIGHT
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChipLink:
    """A link from (x1, y1) to (x2, y2).

    ``status`` is what the annotator says of it, or how the parts fared that an aligner linked; None where it does not
    count, as roles differ or frames are not linked.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    kind: LinkKind
    status: Status | None
    hypothesis: Part
    reference: Part


@dataclass(frozen=True, slots=True)
class BlockPicture:
    """One block from (``left``, ``top``) on: its number from 1, its title, chips and links."""

    block: Block
    number: int
    title: str
    left: float
    top: float
    chips: tuple[Chip, ...]
    links: tuple[ChipLink, ...]


@dataclass(frozen=True, slots=True)
class FramesPicture:
    """All blocks of two texts."""

    blocks: tuple[BlockPicture, ...]
    width: float
    height: float


def height_of(block: Block) -> float:
    """One row of chips, or two with the links between."""
    is_pair = block.hypothesis is not None and block.reference is not None
    return 2 * CHIP_HEIGHT + BETWEEN if is_pair else CHIP_HEIGHT


def frames_picture(
    content: ComparedFrames, width: float, measure: Measure, *, in_columns: bool = False
) -> FramesPicture:
    """Blocks in a room of ``width``, one below the other; long fillers are cut short to fit.

    Args:
        content: what to draw.
        width: of the room.
        measure: widths of texts.
        in_columns: blocks stand beside each other where there is room.
    """
    drawn: list[BlockPicture] = []
    x, y, below = 0.0, TOP, TOP
    for number, block in enumerate(blocks(content.linked), start=1):
        title = block_title(content, block)
        chips = tuple(_chips(content, block, width, measure))
        wide = max(_width(chips), measure(f"{number}  {title}", "note") + 2 * MARGIN)
        if not in_columns or x + wide > width:
            x, y = 0.0, below
        left = width - x - wide if content.right_to_left else x
        placed = tuple(_moved(chip, -x if content.right_to_left else x, y) for chip in chips)
        drawn.append(BlockPicture(block, number, title, left, y, placed, tuple(chip_links(content, placed))))
        x += wide + BLOCK_GAP
        below = max(below, y + TITLE_HEIGHT + height_of(block) + BLOCK_GAP)
    return FramesPicture(tuple(drawn), width, below)


def _width(chips: Sequence[Chip]) -> float:
    """From the margin before the first chip to the end of the last one."""
    return max(chip.x + chip.width for chip in chips) - min(chip.x for chip in chips) + 2 * MARGIN


def _moved(chip: Chip, x: float, y: float) -> Chip:
    return replace(chip, x=chip.x + x, y=chip.y + y)


def block_title(content: ComparedFrames, block: Block) -> str:
    """How the frames of a block go together, in words."""
    if block.hypothesis is None:
        return "only in the reference"
    if block.reference is None:
        return "only in the hypothesis"
    return content.linked.alignment.frames[block.hypothesis, block.reference].value if content.by_hand else "aligned"


def _chips(content: ComparedFrames, block: Block, width: float, measure: Measure) -> Iterator[Chip]:
    """The chips of a block that stands at the upper left corner, or at the right one."""
    top = TITLE_HEIGHT
    for side in SIDES:
        place = block.place(side)
        if place is not None:
            yield from _row(content, side, place, width, top, measure)
            top += CHIP_HEIGHT + BETWEEN


def _row(content: ComparedFrames, side: Side, place: int, width: float, y: float, measure: Measure) -> Iterator[Chip]:
    linked, words, marks = content.linked, content.words[side], content.marks[side]
    frame = frames_of(linked, side)[place]
    parts = sorted(parts_of(place, len(frame.fillers)), key=lambda part: span_of(linked, side, part))
    most = max(NARROWEST, min(WIDEST, (width - 2 * MARGIN + GAP) / len(parts) - GAP))
    x = MARGIN
    for part in parts:
        role = None if part[1] is None else frame.fillers[part[1]].role
        label = "predicate" if role is None else role.value
        whole = " ".join(words[slice(*span_of(linked, side, part))])
        text = shortened(whole, most - 2 * PAD, measure, "word")
        wide = min(most, max(measure(text, "word"), measure(label, "note")) + 2 * PAD)
        left = width - x - wide if content.right_to_left else x
        label = shortened(label, wide - PAD, measure, "note")
        yield Chip(left, y, wide, label, text, role, marks.get(part), side, part)
        x += wide + GAP


def chip_links(content: ComparedFrames, chips: Sequence[Chip]) -> Iterator[ChipLink]:
    """The links between the chips of a block, from below those of the hypothesis to above those of the reference."""
    linked, below = content.linked, {chip.part: chip for chip in chips if chip.side == "reference"}
    for chip in chips:
        found = partner_of(linked, "hypothesis", chip.part) if chip.side == "hypothesis" else None
        if found is not None and found[0] in below:
            other, kind = below[found[0]], found[1]
            ends = chip.x + chip.width / 2, chip.y + chip.height, other.x + other.width / 2, other.y
            said = LINK_STATUS.get(kind) if content.by_hand else chip.mark.status if chip.mark else None
            status = said if is_counted(linked, "hypothesis", chip.part, other.part) else None
            yield ChipLink(*ends, kind, status, chip.part, other.part)


def shortened(text: str, room: float, measure: Measure, font: Font) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if measure(text, font) <= room:
        return text
    end = len(text)
    while end > 1 and measure(text[:end].rstrip() + ELLIPSIS, font) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS
