"""Pictures of frames: two aligned frames one above the other, their parts as chips, with the links between.

Phrases are whole: long ones take several lines, and rows that are too long go on below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import Block, blocks, frames_of, is_counted, partner_of, parts_of, span_of
from meantree.analysis.frames import LinkKind, Part, Role
from meantree.comparison.comparison import ComparedFrames
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import SIDES, Side
from meantree.metrics.evidence import Status
from meantree.numbers import fixed
from meantree.picture.display_list import Box, Group, Point, lettering, pen_of, winding_curve
from meantree.picture.style import IMPROBABLE, LINK_STATUS, Font, Measure, Palette

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

    ``label`` is its name, with a sign behind that of an improbable one. ``lines`` are those of a text that takes more
    than one, empty for one.
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
        return Group((winding_curve(self.points, pen_of(self.status, palette)),), of=self)


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


def name_of(role: Role | None) -> str:
    """What a part of a frame is, in words."""
    return "predicate" if role is None else role.value


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


def cut_to_width(text: str, room: float, measure: Measure, font: Font) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if measure(text, font) <= room:
        return text
    end = len(text)
    while end > 1 and measure(text[:end].rstrip() + ELLIPSIS, font) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


ROW_GAP, REMARK_HEIGHT = 16.0, 17.0
LINES = 3
"""A long phrase takes so many lines rather than a wider chip, and more of them in a narrow room."""
RAGGED = 0.15
"""Room that the ends of lines leave, as a share."""
Remarks = Mapping[tuple[Side, Part], str]


@dataclass(frozen=True, slots=True)
class CommentLine:
    """A line of a remark, or a title of it; (x, y) is its upper left corner."""

    x: float
    y: float
    text: str
    side: Side
    part: Part


@dataclass(frozen=True, slots=True)
class CommentedBlock:
    """A block with its remarks, from the picture's ``block.top`` on, and how high all of it is."""

    picture: BlockPicture
    remarks: tuple[CommentLine, ...]
    height: float


def commented_blocks(
    content: ComparedFrames, width: float, measure: Measure, remarks: Remarks | None = None
) -> tuple[CommentedBlock, ...]:
    """All blocks in a room of ``width``, one below the other; no word is left out.

    Args:
        content: what to draw.
        width: of the room.
        measure: widths of texts.
        remarks: what was said of predicates and fillers.
    """
    drawn: list[CommentedBlock] = []
    top = TOP
    for number, block in enumerate(blocks(content.linked), start=1):
        one = _whole_block(content, block, number, top, width, measure, remarks or {})
        drawn.append(one)
        top += one.height + BLOCK_GAP
    return tuple(drawn)


def frames_title(content: ComparedFrames) -> str:
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
) -> CommentedBlock:
    picture = _placed(_block(content, block, number, width, measure), 0.0, top, content)
    y = _bottom(picture)
    said = tuple(_remarks(content, picture.chips, remarks, width, y + 4, measure))
    return CommentedBlock(picture, said, (said[-1].y + REMARK_HEIGHT if said else y) - top)


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
    label = name_of(role) + IMPROBABLE * ((side, part) in content.doubtful)
    text = " ".join(content.words[side][slice(*span_of(content.linked, side, part))])
    most = min(room - 2 * PAD, max(WIDEST, measure(text, "word") * (1 + RAGGED * (lines > 1)) / lines))
    written = tuple(wrapped(text, most, measure, "word"))
    wide = max([NARROWEST - 2 * PAD, measure(label, "note"), *(measure(line, "word") for line in written)])
    height = CHIP_HEIGHT + (len(written) - 1) * LINE_HEIGHT
    mark = content.marks[side].get(part)
    return Chip(0.0, 0.0, wide + 2 * PAD, label, text, role, mark, side, part, height, written)


def _remarks(
    content: ComparedFrames, chips: Sequence[Chip], remarks: Remarks, width: float, y: float, measure: Measure
) -> Iterator[CommentLine]:
    """What was said of the parts of a block, in their order, each named by its label and its first words."""
    for chip in chips:
        said = remarks.get((chip.side, chip.part))
        if not said:
            continue
        words = chip.text.split()
        phrase = chip.text if len(words) <= 4 else f"{' '.join(words[:4])} …"
        name = "frame" if chip.part[1] is None else name_of(chip.role)
        for line in wrapped(f"✎ {name} “{phrase}”: {said}", width - 3 * MARGIN, measure, "note"):
            wide = measure(line, "note")
            yield CommentLine(width - MARGIN - wide if content.right_to_left else MARGIN, y, line, chip.side, chip.part)
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
