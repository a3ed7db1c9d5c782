"""The report as a PDF file: made without a browser or a display, with pictures as vectors and texts as texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.escaping import escaped
from meantree.picture.style import LIGHT
from meantree.reporting.blocks import (
    Block,
    Details,
    Figure,
    Grid,
    Heading,
    Paragraph,
    Quotation,
    Run,
    Texts,
    line,
)
from meantree.reporting.content import ReportContent
from meantree.reporting.formats.pdf_page import SCALE, Page
from meantree.reporting.formats.pdf_text import BODY, LEADING, RULE, SMALL
from meantree.reporting.outline import report_blocks
from meantree.reporting.segment_pictures import Canvas
from meantree.reporting.table_text import cell_text, name_columns
from meantree.work import Work

LABEL: Final = 70.0
"""Width of the label before a text, in points."""
ROOM: Final[dict[int, float]] = {1: 130.0, 2: 130.0, 3: 90.0}
"""Points that must be left for a heading and what it stands over."""
NOTE: Final = 7.0
"""Size of print below a table."""
HEADED: Final = 90.0
"""Points of a segment's heading and source, with the caption of the picture below it."""

FOLDED: Final = 30.0
"""Points of the title of folded blocks."""
TWO_HEADINGS: Final = 185.0
"""Points that must be left for the heading of a section and the one right below it."""
MOST_HELD: Final = 400.0
"""Points of a segment's heading and texts that stay with its first translation, at most."""
MOST_ROWS: Final = 20
"""Rows of a table that stay with the heading above it."""


def pdf_parts(content: ReportContent, work: Work | None = None) -> Iterator[bytes]:
    """Yield the file.

    Raises:
        InputError, UsageError: if the project can no longer be read.
        Cancelled: if the user stopped it.
    """
    page = Page(escaped(content.title), content.options.date, content.options.paper)
    try:
        page.title(escaped(content.title))
        page.paragraph((Run(" · ".join(content.about), weight="muted"),))
        canvas = Canvas(page.measure, page.width / SCALE)
        blocks = report_blocks(content, canvas, work or Work(), undrawn=_undrawn(page))
        for block, room in _with_room(page, blocks):
            page.need(room)
            _write(page, block)
        yield page.done()
    finally:
        page.close()


def _with_room(page: Page, blocks: Iterator[Block]) -> Iterator[tuple[Block, float]]:
    """Yield blocks, each with the points that must be left for it: a heading stays with its picture or table."""
    held: list[Block] = []
    for block in blocks:
        if held and (isinstance(block, Texts) or _is_below(block, held[-1])):
            held.append(block)
        elif isinstance(block, Heading) and block.level <= 2:
            yield from ((one, 0.0) for one in held)
            held = [block]
        else:
            room = _room(page, block)
            if sum(isinstance(one, Heading) for one in held) > 1:
                room = max(room, TWO_HEADINGS)
            if isinstance(block, Heading) and any(isinstance(one, Texts) for one in held):
                room = min(MOST_HELD, sum(_height(page, one) for one in held) + ROOM[3])
            for one in held:
                yield one, room
                room = 0.0
            held = []
            yield block, 0.0
    yield from ((one, 0.0) for one in held)


def _height(page: Page, block: Block) -> float:
    """Return about how many points a heading or texts take."""
    if isinstance(block, Texts):
        return sum(page.height_of(text, BODY * page.width / (page.width - LABEL)) for _, text in block.rows)
    return 2.5 * BODY * LEADING


def _is_below(block: Block, above: Block) -> bool:
    """Return whether a block is a heading right below the heading of its section."""
    return isinstance(block, Heading) and isinstance(above, Heading) and above.level == 1 and block.level == 2


def _room(page: Page, block: Block) -> float:
    """Return the points that a heading needs above a block that starts on the same page."""
    if isinstance(block, Figure):
        return page.height_of_picture(block.drawings) + HEADED
    if isinstance(block, Details) and block.blocks:
        return FOLDED + _room(page, block.blocks[0])
    if isinstance(block, Grid) and not block.prose:
        note = page.height_of(line(Run(escaped(block.table.note))), NOTE)
        return HEADED + note + min(len(block.table.rows), MOST_ROWS) * SMALL * LEADING
    return 0.0


def _undrawn(page: Page) -> Iterator[str]:
    """Yield a line on the characters that no font has, once all pages but the last are written."""
    if page.undrawn:
        listed = " ".join(f"U+{ord(letter):04X}" for letter in page.undrawn)
        yield f"No font of this machine has these characters; they are printed as escapes: {listed}"


def _write(page: Page, block: Block) -> None:
    if isinstance(block, Heading):
        page.heading(block.level, block.text, block.details, block.anchor, ROOM.get(block.level, 50.0))
    elif isinstance(block, Paragraph):
        size = SMALL if block.small else BODY
        page.gap(3 if block.point else 0)
        page.paragraph(block.line, size=size, indent=10.0 if block.point else 0.0, bar=LIGHT.accent * block.point)
        page.gap(2)
    elif isinstance(block, Texts):
        for label, text in block.rows:
            page.labelled(label, text, LABEL)
            page.gap(1.5)
    elif isinstance(block, Figure):
        _figure(page, block)
    elif isinstance(block, Grid):
        _grid(page, block)
    elif isinstance(block, Quotation):
        page.gap(3)
        text = line(Run(f"{block.heading}: ", weight="muted"), block.text)
        page.paragraph(text, indent=10.0, bar=RULE)
        page.gap(3)
    elif isinstance(block, Details):
        page.heading(4, block.title, "", "", max(50.0, _room(page, block)))
        for inner in block.blocks:
            _write(page, inner)


def _figure(page: Page, figure: Figure) -> None:
    """Draw a picture with its caption, which is never alone on a page."""
    caption = line(Run(figure.caption, weight="muted")) if figure.caption else ()
    page.gap(4)
    name = figure.caption.partition(". ")[0].removesuffix(".")
    continued = line(Run(f"{name}, continued.", weight="muted")) if name else ()
    page.picture(figure.drawings, figure.alternative, caption, continued)
    page.gap(5)


def _grid(page: Page, grid: Grid) -> None:
    table = grid.table
    heads = [escaped(head) for head in table.head]
    rows = [[cell_text(value) for value in row] for row in table.rows]
    note = line(Run(escaped(table.note), weight="muted")) if table.note else ()
    if grid.prose:
        if table.title:
            page.heading(4, escaped(table.title), "", "", 60.0)
        page.prose_table(heads, rows)
    else:
        texts = frozenset({0, *name_columns(table)})
        page.table(escaped(table.title), heads, rows, texts=texts, strong=grid.strong, below=page.height_of(note, NOTE))
    if note:
        page.paragraph(note, size=NOTE)
    page.gap(4)
