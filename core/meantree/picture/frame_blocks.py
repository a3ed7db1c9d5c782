"""What pictures of frames are made of: chips of predicates and fillers, links between them, and blocks of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from meantree.alignment.linked_frames import Block, is_counted, partner_of
from meantree.analysis.frames import LinkKind, Part, Role
from meantree.comparison.content import ComparedFrames
from meantree.comparison.marks import Mark
from meantree.corpus.model import Side
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
Point = tuple[float, float]


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
    """A link between two chips, through ``points`` that lie between the chips of other rows.

    ``status`` is what the annotator says of it, or how the parts fared that an aligner linked; None where it does not
    count, as roles differ or frames are not linked.
    """

    points: tuple[Point, ...]
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


def block_title(content: ComparedFrames, block: Block) -> str:
    """How the frames of a block go together, in words."""
    if block.hypothesis is None:
        return "only in the reference"
    if block.reference is None:
        return "only in the hypothesis"
    return content.linked.alignment.frames[block.hypothesis, block.reference].value if content.by_hand else "aligned"


def chip_links(content: ComparedFrames, chips: Sequence[Chip]) -> Iterator[ChipLink]:
    """The links between the chips of a block, from below those of the hypothesis to above those of the reference."""
    linked, below = content.linked, {chip.part: chip for chip in chips if chip.side == "reference"}
    for chip in chips:
        found = partner_of(linked, "hypothesis", chip.part) if chip.side == "hypothesis" else None
        if found is not None and found[0] in below:
            other, kind = below[found[0]], found[1]
            points = tuple(_route(chips, chip, other))
            said = LINK_STATUS.get(kind) if content.by_hand else chip.mark.status if chip.mark else None
            status = said if is_counted(linked, "hypothesis", chip.part, other.part) else None
            yield ChipLink(points, kind, status, chip.part, other.part)


def _route(chips: Sequence[Chip], upper: Chip, lower: Chip) -> Iterator[Point]:
    """From below one chip to above another, through the gaps of the rows between them."""
    x, end = upper.x + upper.width / 2, lower.x + lower.width / 2
    yield x, upper.y + upper.height
    tops = sorted({chip.y for chip in chips if upper.y <= chip.y < lower.y})
    for top in tops:
        row = [chip for chip in chips if chip.y == top]
        bottom = max(chip.y + chip.height for chip in row)
        if top > upper.y:
            x = min(_gaps(row, (x, end)), key=lambda gap: (abs(gap - x) + abs(gap - end), gap))
            yield x, top
        if (x, bottom) != (upper.x + upper.width / 2, upper.y + upper.height):
            yield x, bottom
    yield end, lower.y


def _gaps(row: Sequence[Chip], wanted: Iterable[float]) -> list[float]:
    """Where a row can be passed: beside its chips and at those of the wanted places at which none stands."""
    beside = {chip.x - GAP / 2 for chip in row} | {chip.x + chip.width + GAP / 2 for chip in row}
    return [x for x in (*beside, *wanted) if not any(chip.x < x < chip.x + chip.width for chip in row)]


def shortened(text: str, room: float, measure: Measure, font: Font) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if measure(text, font) <= room:
        return text
    end = len(text)
    while end > 1 and measure(text[:end].rstrip() + ELLIPSIS, font) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS
