"""The picture of frames: two aligned frames one above the other, their parts as chips, with the links between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from meantree.analysis.frames import LinkKind, Role
from meantree.corpus.model import Side
from meantree.metrics.evidence import Status
from meantree.picture.shapes import Measure
from meantree.picture.shapes import Role as Kind
from meantree.project.annotation import Annotation
from meantree.project.blocks import Block, is_counted, status_of
from meantree.project.edits import Part, frames_of, partner_of, span_of

CHIP_HEIGHT, GAP, MARGIN = 34.0, 8.0, 12.0
BETWEEN = 26.0
"""Room for the links between the rows of a block."""
WIDEST, NARROWEST = 230.0, 44.0
PAD = 8.0
ELLIPSIS = "…"
SIDES: tuple[Side, Side] = ("hypothesis", "reference")


@dataclass(frozen=True, slots=True)
class Chip:
    """One predicate or filler; (x, y) is its upper left corner, ``role`` None for a predicate."""

    x: float
    y: float
    width: float
    label: str
    text: str
    role: Role | None
    status: Status
    side: Side
    part: Part


@dataclass(frozen=True, slots=True)
class ChipLink:
    """A link from (x1, y1) to (x2, y2); ``counted`` is False where roles differ or frames are not linked."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: LinkKind
    counted: bool
    hypothesis: Part
    reference: Part


def height_of(block: Block) -> float:
    """One row of chips, or two with the links between."""
    is_pair = block.hypothesis is not None and block.reference is not None
    return 2 * CHIP_HEIGHT + BETWEEN if is_pair else CHIP_HEIGHT


def block_picture(
    annotation: Annotation,
    block: Block,
    words: Mapping[Side, Sequence[str]],
    width: float,
    top: float,
    measure: Measure,
    *,
    right_to_left: bool = False,
) -> tuple[list[Chip], list[ChipLink]]:
    """Chips and links of one block in a room of ``width`` from ``top`` down, as high as :func:`height_of` says.

    Args:
        annotation: whose frames.
        block: which of them.
        words: the tokens of both texts.
        width: of the room; long fillers are cut short to fit.
        top: where it begins.
        measure: widths of texts.
        right_to_left: parts run from right to left.
    """
    chips: list[Chip] = []
    for side in SIDES:
        place = block.place(side)
        if place is not None:
            chips += _row(annotation, side, place, words[side], width, top, measure, right_to_left=right_to_left)
            top += CHIP_HEIGHT + BETWEEN
    return chips, list(_links(annotation, chips))


def _row(
    annotation: Annotation,
    side: Side,
    place: int,
    words: Sequence[str],
    width: float,
    y: float,
    measure: Measure,
    *,
    right_to_left: bool,
) -> Iterator[Chip]:
    frame = frames_of(annotation, side)[place]
    parts: list[Part] = [(place, None), *((place, number) for number in range(len(frame.fillers)))]
    parts.sort(key=lambda part: span_of(annotation, side, part))
    most = max(NARROWEST, min(WIDEST, (width - 2 * MARGIN + GAP) / len(parts) - GAP))
    x = MARGIN
    for part in parts:
        role = None if part[1] is None else frame.fillers[part[1]].role
        label = "predicate" if role is None else role.value
        whole = " ".join(words[slice(*span_of(annotation, side, part))])
        text = shortened(whole, most - 2 * PAD, measure, "word")
        wide = min(most, max(measure(text, "word"), measure(label, "note")) + 2 * PAD)
        left = width - x - wide if right_to_left else x
        label = shortened(label, wide - PAD, measure, "note")
        yield Chip(left, y, wide, label, text, role, status_of(annotation, side, part), side, part)
        x += wide + GAP


def _links(annotation: Annotation, chips: Sequence[Chip]) -> Iterator[ChipLink]:
    below = {chip.part: chip for chip in chips if chip.side == "reference"}
    for chip in chips:
        found = partner_of(annotation, "hypothesis", chip.part) if chip.side == "hypothesis" else None
        if found is not None and found[0] in below:
            other, kind = below[found[0]], found[1]
            ends = chip.x + chip.width / 2, chip.y + CHIP_HEIGHT, other.x + other.width / 2, other.y
            counted = is_counted(annotation, "hypothesis", chip.part, other.part)
            yield ChipLink(*ends, kind, counted, chip.part, other.part)


def shortened(text: str, room: float, measure: Measure, kind: Kind) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if measure(text, kind) <= room:
        return text
    end = len(text)
    while end > 1 and measure(text[:end].rstrip() + ELLIPSIS, kind) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS
