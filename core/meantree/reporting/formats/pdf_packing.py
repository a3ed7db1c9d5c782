"""Pages of a PDF document that are compressed when they are full, which keeps the memory of long reports small."""

from __future__ import annotations

from zlib import compress, decompress

from fpdf.output import PDFPage
from fpdf.syntax import Name, PDFContentStream

from meantree.picture.pdf_fonts import SmallFonts

FAST, SMALL_FILE = 1, 6
"""Levels of compression while a document grows, and in the file."""


def pack(page: PDFPage, level: int) -> None:
    """Compress the contents of a page."""
    page.contents = bytearray(compress(_contents(page), level))


def unpack(page: PDFPage) -> None:
    """Decompress the contents of a page, so that it can be written on again."""
    page.contents = bytearray(decompress(_contents(page)))


def _contents(page: PDFPage) -> bytearray:
    assert isinstance(page.contents, bytearray)
    return page.contents


class PackedPages(SmallFonts):
    """Write a document whose pages are compressed already; its own compression must be off."""

    def _add_pages(self, _slice: slice = slice(0, None)) -> list[PDFPage]:
        pages = super()._add_pages(_slice)
        for page in pages:
            assert isinstance(page.contents, PDFContentStream)
            page.contents.filter = Name("FlateDecode")
        return pages
