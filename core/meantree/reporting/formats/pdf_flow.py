"""How blocks fill pages: what stays together, and how large pictures are, so that few of them go on overleaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from meantree.escaping import escaped
from meantree.evaluation.value_table import cell_text
from meantree.reporting.blocks import Figure, FlatBlock, Grid, Heading, Paragraph, Quotation, Texts, line
from meantree.reporting.formats.pdf_page import BETWEEN, CAPTION_GAP, WHOLE, Page
from meantree.reporting.formats.pdf_text import BODY, GAPS, HEADINGS, LEADING, SMALL

LABEL: Final = 70.0
"""Width of the label before a text, in points."""
NOTE: Final = 7.0
"""Size of print below a table."""
FIGURE: Final = 9.0
"""Points above and below a picture."""
KEPT: Final = 0.25
"""Share of a page up to which blocks that belong together are not parted."""
MOST_BELOW: Final = 0.4
"""Share of a page up to which a picture right below a heading and its texts is not torn."""
MOST_ABOVE: Final = 0.55
"""Share of a page up to which what stands above the last of such blocks is not parted from its beginning."""
SIZES_OF_PICTURES: Final = (1.0, 0.95, 0.9, 0.85)
"""Sizes in which the pictures of a section may be drawn, as shares of their usual one."""
TEAR: Final = 0.12
"""How bad it is that a picture goes on overleaf, in pages."""
REDUCED: Final = 0.5
"""How bad smaller pictures are: in pages, times the share by which they are smaller."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with the points that must be left for it, and the size of its pictures as a share of the usual one."""

    block: FlatBlock
    room: float = 0.0
    size: float = 1.0


def flowing(page: Page, blocks: Iterator[FlatBlock]) -> Iterator[Placed]:
    """Yield blocks as they are to be written, section by section; each section must be written before the next."""
    for blocks_of_section in _sections(blocks):
        section = _Section(page, {id(block): height(page, block) for block in blocks_of_section})
        units = list(section.units(blocks_of_section))
        size = section.best_size(units)
        for unit in units:
            room = section.needed(unit, size)
            for block in unit:
                yield Placed(block, room, size)
                room = 0.0


def _sections(blocks: Iterator[FlatBlock]) -> Iterator[list[FlatBlock]]:
    """Yield blocks from a heading of level 1 or 2 to the next; the first one below a section is with its heading."""
    section: list[FlatBlock] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level <= 2 and section:
            heads = [one.level for one in section if isinstance(one, Heading) and one.level <= 2]
            if block.level == 1 or heads != [1]:
                yield section
                section = []
        section.append(block)
    yield section


@dataclass(frozen=True, slots=True)
class _Section:
    """Blocks that are measured before they are written.

    Attributes:
        page: on which they begin.
        heights: points of each block, by its identity.
    """

    page: Page
    heights: dict[int, float]

    def units(self, blocks: Sequence[FlatBlock]) -> Iterator[list[FlatBlock]]:
        """Yield the blocks that stay together: texts and tables below their heading, or a picture."""
        unit: list[FlatBlock] = []
        for block in blocks:
            if unit and self._is_parted(unit, block):
                yield unit
                unit = []
            unit.append(block)
        if unit:
            yield unit

    def best_size(self, units: Sequence[Sequence[FlatBlock]]) -> float:
        """Return the size of pictures with which the section takes the least room and tears the fewest pictures."""
        sizes = SIZES_OF_PICTURES if any(isinstance(one, Figure) for unit in units for one in unit) else (1.0,)
        return min(sizes, key=lambda size: self._cost(units, size) + REDUCED * (1 - size))

    def needed(self, unit: Sequence[FlatBlock], size: float) -> float:
        """Return the points that must be left on the page on which a unit begins."""
        *others, last = unit
        above, most = self._height(others), KEPT * self.page.full
        if isinstance(last, Figure):
            first = self.page.first_of(last.drawings, size) + _around(self.page, last)[0] + FIGURE
            if others and self._height([last]) <= MOST_BELOW * self.page.full:
                first = self._height([last])
            return min(above, most) + first
        total = above + self._height([last])
        if isinstance(last, Grid) and not last.prose and self._height([last]) <= WHOLE * self.page.full:
            return total  # such a table is not broken
        return total if total <= most else min(total, MOST_ABOVE * self.page.full, above + 4 * BODY * LEADING)

    def _height(self, blocks: Sequence[FlatBlock]) -> float:
        return sum(self.heights[id(block)] for block in blocks)

    def _is_parted(self, unit: Sequence[FlatBlock], block: FlatBlock) -> bool:
        """Whether a block need not be on the page of the blocks above."""
        if not (isinstance(block, Heading | Figure) or (isinstance(block, Grid) and not block.prose)):
            return isinstance(unit[-1], Figure)
        if self._height(unit) > MOST_ABOVE * self.page.full:
            return True
        if isinstance(unit[-1], Heading) or (isinstance(block, Heading) and block.level <= 2):
            return False
        last = max((place for place, one in enumerate(unit) if isinstance(one, Heading) and one.level <= 2), default=-1)
        return last < 0 or not all(isinstance(one, Texts | Paragraph) for one in unit[last + 1 :])

    def _cost(self, units: Sequence[Sequence[FlatBlock]], size: float) -> float:
        """Return the pages that a section takes from here on, a part of one at its end, and its torn pictures."""
        full = self.page.full
        left, pages, tears = self.page.left, 0, 0
        for unit in units:
            if self.needed(unit, size) > left:
                left, pages = full, pages + 1
            for block in unit:
                if not isinstance(block, Figure):
                    left -= self._height([block])
                    while left < 0:
                        left, pages = left + full, pages + 1
                    continue
                around = _around(self.page, block)
                for number, piece in enumerate(self.page.pieces_of(block.drawings, *around, left - FIGURE, size)):
                    if number or piece > left:
                        left, pages, tears = full, pages + 1, tears + bool(number)
                    left -= piece + (BETWEEN if number else FIGURE)
        return pages - left / full + TEAR * tears


def _around(page: Page, figure: Figure) -> tuple[float, float]:
    """Return the points of the caption below a picture, and of the line above one that goes on."""
    below = page.height_of(line(figure.caption), SMALL) + CAPTION_GAP if figure.caption else 0.0
    return below, SMALL * LEADING if figure.caption else 0.0


def height(page: Page, block: FlatBlock) -> float:
    """Return the points that a block takes, with the gaps around it."""
    if isinstance(block, Heading):
        size = HEADINGS[block.level - 1]
        said = f"{block.text}   {block.details}"
        return GAPS[block.level - 1] + page.height_of(line(said), size if not block.details else BODY) + size / 2 + 5
    if isinstance(block, Paragraph):
        return page.height_of(block.line, SMALL if block.small else BODY) + (5 if block.point else 2)
    if isinstance(block, Texts):
        size = SMALL if block.small else BODY
        return sum(page.height_of_labelled(label, text, LABEL, size) + 1.5 for label, text in block.rows)
    if isinstance(block, Quotation):
        return page.height_of(line(f"{block.heading}: ", *block.text.splitlines()), BODY, 10.0) + 6
    if isinstance(block, Figure):
        return sum(page.pieces_of(block.drawings, *_around(page, block), page.full, 1.0)) + FIGURE
    table = block.table
    note = page.height_of(line(escaped(table.note)), NOTE) if table.note else 0.0
    heads, rows = [escaped(head) for head in table.head], [[cell_text(value) for value in row] for row in table.rows]
    if block.prose:
        title = BODY * LEADING + 12 if table.title else 0.0
        return title + page.height_of_prose(heads, rows) + note + 4
    return page.height_of_table(table.title, heads, rows) + note + 4
