"""Pictures of frames: two aligned frames one above the other, their parts as chips with links between them.

Phrases are never cut: long phrases and rows are broken into lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import (
    Block,
    blocks,
    frames_of,
    is_counted,
    partner_of,
    parts_of,
    span_of,
    spans_of,
)
from meantree.analysis.frames import LinkKind, Part, Role, phrase
from meantree.comparison.comparison import ComparedFrames
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import counted
from meantree.metrics.evidence import AnyStatus
from meantree.numbers import fixed
from meantree.picture.display_list import Box, Group, Point, lettering, pen_of, winding_curve
from meantree.picture.style import IMPROBABLE, LINK_STATUS, Font, Measure, Palette

CHIP_HEIGHT, LINE_HEIGHT, GAP, MARGIN = 34.0, 17.0, 8.0, 12.0
BETWEEN = 26.0
"""Height for the links between the rows of a block."""
TOP, TITLE_HEIGHT, BLOCK_GAP = 4.0, 20.0, 12.0
WIDEST, NARROWEST = 230.0, 44.0
PAD = 8.0
LANE, LANES = 3.0, 6.0
"""Pixels between links that pass a row at the same place, and maximum pixels for all of them."""
CLEAR = 3.0
"""Pixels between a chip and a link that passes it."""
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Chip:
    """One predicate or filler; (x, y) is its upper left corner, ``role`` None for a predicate.

    ``label`` is its name, with a sign if it is improbable.
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
    height: float
    lines: tuple[str, ...]

    def group(self, palette: Palette) -> Group:
        """Draw the box, the label in it, and the text below the label."""
        middle, pen = self.x + self.width / 2, pen_of(self.mark.status if self.mark else None, palette)
        corner, size = (self.x + 2, self.y + 2), (self.width - 4, self.height - 4)
        lines = (
            lettering(line, middle, self.y + 28 + number * LINE_HEIGHT, "word", palette.text)
            for number, line in enumerate(self.lines)
        )
        label = lettering(self.label, middle, self.y + 13, "note", palette.text)
        return Group((Box(*corner, *size, palette.roles[self.role], pen, 4), label, *lines), of=self)


@dataclass(frozen=True, slots=True)
class ChipLink:
    """A link between two chips, through ``points`` between the chips of other rows.

    ``status`` is that of the annotator, or of parts that an aligner linked; None if the link does not count, since
    roles differ or the frames are not linked.
    """

    points: tuple[Point, ...]
    kind: LinkKind
    status: AnyStatus | None
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

    @property
    def heading(self) -> str:
        """The number and the title."""
        return f"frame {self.number}: {self.title}"

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Draw the heading, then the chips over their links."""
        yield Group((lettering(self.heading, self.left + 12, self.top + 13, "note", palette.muted, "start"),), of=self)
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
    """Return the name of a part of a frame."""
    return "predicate" if role is None else role.value


def block_title(content: ComparedFrames, block: Block) -> str:
    """Return the relation between the frames of a block; words of a frame that is not aligned may have partners."""
    if block.hypothesis is None or block.reference is None:
        side = "reference" if block.hypothesis is None else "hypothesis"
        return f"only in the {side}" if content.by_hand else f"{side}, not aligned"
    return content.linked.alignment.frames[block.hypothesis, block.reference].value if content.by_hand else "aligned"


def chip_links(content: ComparedFrames, chips: Sequence[Chip]) -> Iterator[ChipLink]:
    """Yield the links between the chips of a block, from the bottom of one to the top of the other."""
    linked, below = content.linked, {chip.part: chip for chip in chips if chip.side == "reference"}
    linked_chips: list[tuple[Chip, Chip, LinkKind]] = []
    for chip in chips:
        partner = partner_of(linked, "hypothesis", chip.part) if chip.side == "hypothesis" else None
        if partner is not None and partner[0] in below:
            linked_chips.append((chip, below[partner[0]], partner[1]))
    paths = _paths(chips, [(upper, lower) for upper, lower, _ in linked_chips])
    for (chip, other, kind), points in zip(linked_chips, paths, strict=True):
        kind_status = LINK_STATUS.get(kind) if content.by_hand else chip.mark.status if chip.mark else None
        status = kind_status if is_counted(linked, "hypothesis", chip.part, other.part) else None
        yield ChipLink(tuple(points), kind, status, chip.part, other.part)


def _paths(chips: Sequence[Chip], ends: Sequence[tuple[Chip, Chip]]) -> list[list[Point]]:
    """Return paths from the bottom of one chip to the top of another, past the rows between them, in separate lanes."""
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
                path.append((path[-1][0], bottom))  # below the higher chips next to it
    return [[*path, (_middle(lower), lower.y)] for path, (_, lower) in zip(paths, ends, strict=True)]


def _middle(chip: Chip) -> float:
    return chip.x + chip.width / 2


def _lanes(row: Sequence[Chip], passing: Sequence[tuple[float, float]]) -> list[float]:
    """Return the x at which links with these start and end pass a row, without crossing on the way to it."""
    groups: dict[float, list[int]] = {}
    for number, (x, end) in enumerate(passing):
        gap = min(_gaps(row, (x, end)), key=lambda gap: (abs(gap - x) + abs(gap - end), gap))
        groups.setdefault(gap, []).append(number)
    first, last = min(chip.x for chip in row), max(chip.x + chip.width for chip in row)
    lanes = [0.0] * len(passing)
    for gap, numbers in groups.items():
        numbers.sort(key=lambda number: passing[number])
        step = min(LANE, LANES / max(1, len(numbers) - 1))
        # At the ends of the row lanes are outside of it; between two chips they are centred.
        before = len(numbers) - 1 if gap < first else 0.0 if gap > last else (len(numbers) - 1) / 2
        for place, number in enumerate(numbers):
            lanes[number] = gap + (place - before) * step
    return lanes


def _gaps(row: Sequence[Chip], preferred: Iterable[float]) -> list[float]:
    """Return where a row can be passed: between its chips, and at those of the preferred places without a chip."""
    edges = {chip.x - GAP / 2 for chip in row} | {chip.x + chip.width + GAP / 2 for chip in row}
    return [
        x for x in (*edges, *preferred) if not any(chip.x - CLEAR < x < chip.x + chip.width + CLEAR for chip in row)
    ]


def cut_to_width(text: str, room: float, measure: Measure, font: Font) -> str:
    """Return the text, cut to the room with an ellipsis."""
    if measure(text, font) <= room:
        return text
    end = len(text)
    while end > 1 and measure(text[:end].rstrip() + ELLIPSIS, font) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


ROW_GAP, COMMENT_HEIGHT = 16.0, 17.0
LINES = 3
"""A long phrase has this many lines instead of a wider chip, and more of them in a narrow room."""
RAGGED = 0.15
"""Share of a line that remains empty at its end."""
Comments = Mapping[tuple[Side, Part], str]


@dataclass(frozen=True, slots=True)
class CommentLine:
    """A line of a comment; (x, y) is its upper left corner."""

    x: float
    y: float
    text: str
    part: Part


@dataclass(frozen=True, slots=True)
class CommentedBlock:
    """A block with its comments, and the height of both."""

    picture: BlockPicture
    comments: tuple[CommentLine, ...]
    height: float


def commented_blocks(
    content: ComparedFrames, width: float, measure: Measure, comments: Comments
) -> tuple[CommentedBlock, ...]:
    """Return all blocks with comments, one below the other."""
    drawn: list[CommentedBlock] = []
    top = TOP
    for number, block in enumerate(blocks(content.linked), start=1):
        picture = _placed(_block(content, block, number, width, measure), 0.0, top, content)
        foot = _bottom(picture)
        lines = tuple(_comment_lines(content, picture.chips, comments, width, foot + 4, measure))
        foot = lines[-1].y + COMMENT_HEIGHT if lines else foot
        drawn.append(CommentedBlock(picture, lines, foot - top))
        top = foot + BLOCK_GAP
    return tuple(drawn)


def frames_title(content: ComparedFrames) -> str:
    """Return how many frames are drawn, their source, the metric that marks them, and its score of the pair if any."""
    drawn, score = len(content.blocks), "" if content.score is None else f" {fixed(content.score)}"
    bare = len(blocks(content.linked)) - drawn
    count = f"{drawn} and {counted(bare, 'bare noun')}" if bare else drawn
    return f"{count} · {content.source}{score}"


def frames_picture(content: ComparedFrames, width: float, measure: Measure) -> FramesPicture:
    """Return all blocks without comments, side by side if there is room in the width."""
    drawn: list[BlockPicture] = []
    x, y, below = 0.0, TOP, TOP
    for number, block in enumerate(content.blocks, start=1):
        picture = _block(content, block, number, width, measure)
        block_width = max(_width(picture.chips), measure(picture.heading, "note") + 2 * MARGIN)
        if x + block_width > width:
            x, y = 0.0, below
        drawn.append(_placed(picture, width - x - block_width if content.right_to_left else x, y, content, x))
        x += block_width + BLOCK_GAP
        below = max(below, y + _bottom(picture) + BLOCK_GAP)
    return FramesPicture(tuple(drawn), width, below)


def _width(chips: Sequence[Chip]) -> float:
    """Return the width of chips with margins."""
    return max(chip.x + chip.width for chip in chips) - min(chip.x for chip in chips) + 2 * MARGIN


def _bottom(block: BlockPicture) -> float:
    return max(chip.y + chip.height for chip in block.chips)


def _placed(block: BlockPicture, left: float, top: float, content: ComparedFrames, x: float = 0.0) -> BlockPicture:
    """Return a block moved to its place with its links; ``x`` is the distance from the side on which texts begin."""
    by = -x if content.right_to_left else x
    chips = tuple(replace(chip, x=chip.x + by, y=chip.y + top) for chip in block.chips)
    return replace(block, left=left, top=top, chips=chips, links=tuple(chip_links(content, chips)))


def _block(content: ComparedFrames, block: Block, number: int, width: float, measure: Measure) -> BlockPicture:
    """Return a block at the top, without links."""
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
    """Yield the parts of a frame in the order of the text, in as many rows as needed."""
    linked, frame = content.linked, frames_of(content.linked, side)[place]
    parts = sorted(parts_of(place, len(frame.fillers)), key=lambda part: span_of(linked, side, part))
    room = width - 2 * MARGIN
    chips = [_chip(content, side, part, room, measure, 1) for part in parts]
    if sum(chip.width + GAP for chip in chips) - GAP > room:
        chips = [_chip(content, side, part, room, measure, LINES) for part in parts]
    x, row = MARGIN, list[Chip]()
    for chip in chips:
        if row and x + chip.width > width - MARGIN:
            y += max(other.height for other in row) + ROW_GAP
            x, row = MARGIN, []
        chip_x = width - x - chip.width if content.right_to_left else x
        row.append(chip)
        x += chip.width + GAP
        yield replace(chip, x=chip_x, y=y)


def _chip(content: ComparedFrames, side: Side, part: Part, room: float, measure: Measure, lines: int) -> Chip:
    """Return a chip without a place, with this many lines if the room allows it."""
    frame = frames_of(content.linked, side)[part[0]]
    role = None if part[1] is None else frame.fillers[part[1]].role
    label = name_of(role) + IMPROBABLE * ((side, part) in content.doubtful)
    text = phrase(content.words[side], spans_of(content.linked, side, part))
    line_width = min(room - 2 * PAD, max(WIDEST, measure(text, "word") * (1 + RAGGED * (lines > 1)) / lines))
    text_lines = tuple(wrapped(text, line_width, measure, "word"))
    inner_width = max([NARROWEST - 2 * PAD, measure(label, "note"), *(measure(line, "word") for line in text_lines)])
    height = CHIP_HEIGHT + (len(text_lines) - 1) * LINE_HEIGHT
    mark = content.marks[side].get(part)
    return Chip(0.0, 0.0, inner_width + 2 * PAD, label, text, role, mark, side, part, height, text_lines)


def _comment_lines(
    content: ComparedFrames, chips: Sequence[Chip], comments: Comments, width: float, y: float, measure: Measure
) -> Iterator[CommentLine]:
    """Yield the comments on the parts of a block in order, each with the label and the first words of the part."""
    for chip in chips:
        comment = comments.get((chip.side, chip.part))
        if not comment:
            continue
        words = chip.text.split()
        phrase = chip.text if len(words) <= 4 else f"{' '.join(words[:4])} …"
        name = "frame" if chip.part[1] is None else name_of(chip.role)
        for line in wrapped(f"✎ {name} “{phrase}”: {comment}", width - 3 * MARGIN, measure, "note"):
            line_width = measure(line, "note")
            yield CommentLine(width - MARGIN - line_width if content.right_to_left else MARGIN, y, line, chip.part)
            y += COMMENT_HEIGHT


def wrapped(text: str, room: float, measure: Measure, font: Font) -> Iterator[str]:
    """Yield the text in lines that fit; wider words are cut."""
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
