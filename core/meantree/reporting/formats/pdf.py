"""The report as a PDF file: made without a browser or a display, with pictures as vectors and texts as texts."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

from meantree.escaping import escaped
from meantree.evaluation.value_table import cell_text
from meantree.picture.style import LIGHT
from meantree.reporting.blocks import (
    Block,
    Figure,
    FlatBlock,
    Grid,
    Heading,
    Line,
    Paragraph,
    Quotation,
    Run,
    Texts,
    line,
    unfolded,
    with_isolated,
)
from meantree.reporting.content import ReportContent
from meantree.reporting.formats.pdf_flow import LABEL, NOTE, flowing
from meantree.reporting.formats.pdf_page import SCALE, Page
from meantree.reporting.formats.pdf_text import BODY, RULE, SMALL
from meantree.reporting.outline import report_blocks
from meantree.reporting.segment_pictures import Canvas
from meantree.reporting.table_text import name_columns
from meantree.work import Work

SCRIPTS: Final = 3
"""Scripts that are named if no font has their characters."""
CODES: Final = 12
"""Such characters that are listed."""
HEADED: Final = 30.0
"""Points that must be left for a heading and the first line below it."""


def pdf_parts(content: ReportContent, work: Work = Work()) -> Iterator[bytes]:
    """Yield the file.

    Raises:
        InputError, UsageError: if the project can no longer be read.
        Cancelled: if the user stopped it.
    """
    page = Page(escaped(content.title), content.options.date, content.options.paper, _characters(content))
    try:
        page.title(escaped(content.title))
        page.paragraph(_muted(" · ".join(content.about)))
        canvas = Canvas(page.measure, page.width / SCALE)
        blocks = report_blocks(content, canvas, work, undrawn=_undrawn(page))
        set_blocks(page, blocks)
        yield page.done()
    finally:
        page.close()


def set_blocks(page: Page, blocks: Iterator[Block]) -> None:
    """Write blocks below each other."""
    for placed in flowing(page, unfolded(blocks)):
        page.need(placed.room)
        _write(page, placed.block, placed.size)


def _characters(content: ReportContent) -> frozenset[str]:
    """Return the characters of the texts that are reported."""
    segments = [content.corpus.segments[place] for place in content.selection.selected]
    texts = (text.text for one in segments for text in (*one.hypotheses.values(), *one.references.values()))
    return frozenset().union(*texts, *(one.source or "" for one in segments))


def _undrawn(page: Page) -> Iterator[str]:
    """Yield a line on the characters that no font has, once all pages but the last are written."""
    if not page.undrawn:
        return
    names = (unicodedata.name(letter, "unnamed").split()[0].split("-")[0] for letter in page.undrawn)
    scripts = ", ".join(name if name == "CJK" else name.capitalize() for name, _ in Counter(names).most_common(SCRIPTS))
    codes = " ".join(f"U+{ord(letter):04X}" for letter in page.undrawn[:CODES])
    more = f" and {len(page.undrawn) - CODES:,} more" if page.undrawn[CODES:] else ""
    yield (
        f"No font of this machine has these characters ({scripts}); they are printed as escapes, until a font that has "
        f"them is installed: {codes}{more}"
    )


def _write(page: Page, block: FlatBlock, size: float = 1.0) -> None:
    if isinstance(block, Heading):
        page.heading(block.level, block.text, block.details, block.anchor, HEADED)
    elif isinstance(block, Paragraph):
        page.gap(3 if block.point else 0)
        print_ = SMALL if block.small else BODY
        page.paragraph(block.line, size=print_, indent=10.0 if block.point else 0.0, bar=LIGHT.accent * block.point)
        page.gap(2)
    elif isinstance(block, Texts):
        for label, text in block.rows:
            page.labelled(label, text, LABEL, size=SMALL if block.small else BODY)
            page.gap(1.5)
    elif isinstance(block, Figure):
        _figure(page, block, size)
    elif isinstance(block, Grid):
        _grid(page, block)
    elif isinstance(block, Quotation):
        page.gap(3)
        text = line(Run(f"{block.heading}: ", weight="muted"), block.text)
        page.paragraph(text, indent=10.0, bar=RULE)
        page.gap(3)


def _muted(text: str) -> Line:
    return with_isolated((Run(text, weight="muted"),)) if text else ()


def _figure(page: Page, figure: Figure, size: float) -> None:
    """Draw a picture with its caption, which is never alone on a page."""
    caption = _muted(figure.caption)
    page.gap(4)
    name = figure.caption.partition(". ")[0].removesuffix(".")
    continued = _muted(f"{name}, continued." if name else "")
    page.picture(figure.drawings, figure.alternative, caption, continued, size)
    page.gap(5)


def _grid(page: Page, grid: Grid) -> None:
    table = grid.table
    heads = [escaped(head) for head in table.head]
    rows = [[cell_text(value) for value in row] for row in table.rows]
    note = _muted(escaped(table.note))
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
