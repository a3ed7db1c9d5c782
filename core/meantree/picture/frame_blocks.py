"""What pictures of frames are made of: chips of predicates and fillers, links between them, and blocks of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from meantree.alignment.linked_frames import Block, is_counted, partner_of
from meantree.analysis.frames import LinkKind, Part, Role
from meantree.comparison.content import ComparedFrames
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Status
from meantree.picture.display import Box, Group, Point, lettering, pen_of, winding
from meantree.picture.fonts import Font, Measure
from meantree.picture.style import LINK_STATUS, Palette

CHIP_HEIGHT, LINE_HEIGHT, GAP, MARGIN = 34.0, 17.0, 8.0, 12.0
BETWEEN = 26.0
"""Room for the links between the rows of a block."""
TOP, TITLE_HEIGHT, BLOCK_GAP = 4.0, 20.0, 12.0
WIDEST, NARROWEST = 230.0, 44.0
PAD = 8.0
LANE, LANES = 3.0, 6.0
"""Pixels between links that pass a row at the same place, and all of them together at most."""
CLEAR = 3.0
"""Pixels between a chip and a link that passes it."""
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

    def group(self, palette: Palette) -> Group:
        """Draw the box, the label in it, and the text below that."""
        middle, pen = self.x + self.width / 2, pen_of(self.mark.status if self.mark else None, palette)
        corner, size = (self.x + 2, self.y + 2), (self.width - 4, self.height - 4)
        lines = (
            lettering(line, middle, self.y + 28 + number * LINE_HEIGHT, "word", palette.text)
            for number, line in enumerate(self.lines or (self.text,))
        )
        label = lettering(self.label, middle, self.y + 13, "note", palette.text)
        return Group((Box(*corner, *size, palette.roles[self.role], pen, 4), label, *lines), of=self)


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

    def group(self, palette: Palette) -> Group:
        """Draw the link."""
        return Group((winding(self.points, pen_of(self.status, palette)),), of=self)


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

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Draw the title, then the chips over their links."""
        title = f"{self.number}  {self.title}"
        yield Group((lettering(title, self.left + 12, self.top + 13, "note", palette.muted, "start"),), of=self)
        yield from (link.group(palette) for link in self.links)
        yield from (chip.group(palette) for chip in self.chips)


@dataclass(frozen=True, slots=True)
class FramesPicture:
    """All blocks of two texts."""

    blocks: tuple[BlockPicture, ...]
    width: float
    height: float

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Make the display list."""
        return (group for block in self.blocks for group in block.groups(palette))


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
    found: list[tuple[Chip, Chip, LinkKind]] = []
    for chip in chips:
        partner = partner_of(linked, "hypothesis", chip.part) if chip.side == "hypothesis" else None
        if partner is not None and partner[0] in below:
            found.append((chip, below[partner[0]], partner[1]))
    paths = _paths(chips, [(upper, lower) for upper, lower, _ in found])
    for (chip, other, kind), points in zip(found, paths, strict=True):
        said = LINK_STATUS.get(kind) if content.by_hand else chip.mark.status if chip.mark else None
        status = said if is_counted(linked, "hypothesis", chip.part, other.part) else None
        yield ChipLink(tuple(points), kind, status, chip.part, other.part)


def _paths(chips: Sequence[Chip], ends: Sequence[tuple[Chip, Chip]]) -> list[list[Point]]:
    """From below one chip to above another, past the rows between them, each link in a lane of its own."""
    paths: list[list[Point]] = [[(_middle(upper), upper.y + upper.height)] for upper, _ in ends]
    for top in sorted({chip.y for chip in chips}):
        row = [chip for chip in chips if chip.y == top]
        bottom = max(chip.y + chip.height for chip in row)
        passing = [number for number, (upper, lower) in enumerate(ends) if upper.y < top < lower.y]
        lanes = _lanes(row, [(paths[number][-1][0], _middle(ends[number][1])) for number in passing])
        for number, x in zip(passing, lanes, strict=True):
            paths[number] += [(x, top), (x, bottom)]
        for path, (upper, lower) in zip(paths, ends, strict=True):
            if upper.y == top < lower.y and path[-1][1] != bottom:
                path.append((path[-1][0], bottom))  # below the higher chips beside it
    return [[*path, (_middle(lower), lower.y)] for path, (_, lower) in zip(paths, ends, strict=True)]


def _middle(chip: Chip) -> float:
    return chip.x + chip.width / 2


def _lanes(row: Sequence[Chip], passing: Sequence[tuple[float, float]]) -> list[float]:
    """Where links that come from one place and go to another pass a row; they do not cross on the way to it."""
    groups: dict[float, list[int]] = {}
    for number, (x, end) in enumerate(passing):
        gap = min(_gaps(row, (x, end)), key=lambda gap: (abs(gap - x) + abs(gap - end), gap))
        groups.setdefault(gap, []).append(number)
    first, last = min(chip.x for chip in row), max(chip.x + chip.width for chip in row)
    found = [0.0] * len(passing)
    for gap, numbers in groups.items():
        numbers.sort(key=lambda number: passing[number])
        step = min(LANE, LANES / max(1, len(numbers) - 1))
        # Beside the row lanes lie outside of it; between two chips around the middle.
        before = len(numbers) - 1 if gap < first else 0.0 if gap > last else (len(numbers) - 1) / 2
        for place, number in enumerate(numbers):
            found[number] = gap + (place - before) * step
    return found


def _gaps(row: Sequence[Chip], wanted: Iterable[float]) -> list[float]:
    """Where a row can be passed: beside its chips and at those of the wanted places at which none stands."""
    beside = {chip.x - GAP / 2 for chip in row} | {chip.x + chip.width + GAP / 2 for chip in row}
    return [x for x in (*beside, *wanted) if not any(chip.x - CLEAR < x < chip.x + chip.width + CLEAR for chip in row)]


def shortened(text: str, room: float, measure: Measure, font: Font) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if measure(text, font) <= room:
        return text
    end = len(text)
    while end > 1 and measure(text[:end].rstrip() + ELLIPSIS, font) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS
