"""Pages of paper that are filled from top to bottom, with bookmarks, links, and tags for screen readers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final
from zlib import compress, decompress

from fpdf.output import OutputProducer, PDFPage
from fpdf.syntax import Name, PDFContentStream

from meantree.escaping import is_right_to_left
from meantree.metrics.evidence import Status
from meantree.picture.pdf import ASCENT, PdfPainter, new_pdf
from meantree.picture.style import CLOSING, DASHES, LIGHT, WIDE
from meantree.reporting.blocks import Line, Run, with_isolated
from meantree.reporting.formats.pdf_tags import Tags
from meantree.reporting.report_options import Paper

SIZES_OF_PAPER: Final[Mapping[Paper, tuple[float, float]]] = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}
"""Width and height in points."""
MARGIN: Final = 42.0
LEADING: Final = 1.35
"""Distance of baselines, as a multiple of the font size."""
BODY: Final = 9.0
SMALL: Final = 7.5
HEADINGS: Final = (14.0, 11.5, 10.0, 9.0)
"""Sizes of headings of level 1 to 4."""
GAPS: Final = (16.0, 12.0, 8.0, 5.0)
"""Points above them."""
LABEL_GAP: Final = 6.0
"""Points between a label and its text."""
RULE: Final = "#d8dce0"
KEPT_WIDTHS: Final = 20_000
"""Widths of texts that are kept: of about 50 pages."""
KEPT_LINES: Final = 1_000
"""Texts whose lines are kept from when their section is measured until they are written."""
FAST, SMALL_FILE = 1, 5
"""Levels of compression while a document grows, and in the file; 6 would take half as long again to save 1 %."""
UNDER: Final = 1.6
"""Distance from the baseline down to the line under marked words."""
# A word with the blanks after it; scripts without blanks are broken after any character but not before punctuation.
_WORDS: Final = re.compile(rf"[{WIDE}][{CLOSING}]*\s*|[^\s{WIDE}]+(?: %[^\s{WIDE}]*)?\s*|\s+")
_BREAK: Final = re.compile(rf"\s(?!%)|[{WIDE}][{CLOSING}]*")
_CODE: Final = re.compile(r"[^|:+,/_\s]*[|:+,/_\s]?")


@dataclass(slots=True)
class Piece:
    """Some text of a line with the run that it belongs to."""

    text: str
    run: Run
    width: float


class PdfText:
    """A document that grows downwards, page by page: its texts, in lines.

    Attributes:
        width: points between the margins.
        y: top of the next element.
    """

    def __init__(self, title: str, day: date | None, paper: Paper = "A4", expected: Collection[str] = ()) -> None:
        self._size = SIZES_OF_PAPER[paper]
        self._pdf = new_pdf(self._size, day)
        self._painter = PdfPainter(self._pdf, expected)
        self._pdf.set_title(title)
        self._pdf.set_lang("en")
        self._pdf._set_min_pdf_version("1.4")
        self.width = self._size[0] - 2 * MARGIN
        self._below = self._size[1] - MARGIN
        self.y = MARGIN
        self._title = title
        self._width = lru_cache(KEPT_WIDTHS)(self._painter.width)
        self._broken = lru_cache(KEPT_LINES)(self._lines_of)
        self._targets: dict[str, int] = {}
        self._tags = Tags(self._pdf)
        self._pdf.add_page()

    @property
    def undrawn(self) -> list[str]:
        """Characters without a glyph in any font, sorted."""
        return sorted(self._painter.fonts.undrawn)

    def done(self) -> bytes:
        """Return the file, with a number on every page."""
        total = self._pdf.page
        for number in range(1, total + 1):
            self._pdf.page, page = number, self._pdf.pages[number]
            if number < total:
                _unpack(page)
            self._pdf.font_family = ""  # fpdf2 would set no font if it is that of the page before
            foot = self._below + 20
            self._tags.artifact()
            self._painter.write(f"{number} / {total}", self._size[0] - MARGIN, foot, SMALL, LIGHT.muted, anchor="end")
            self._painter.write(cut(self._title), MARGIN, foot, SMALL, LIGHT.muted)
            self._tags.end_artifact()
            _pack(page, SMALL_FILE)
        self._painter.fonts.shrink()
        self._pdf.set_compression(compress=False)
        return bytes(self._pdf.output(output_producer_class=_PackedPages))

    def close(self) -> None:
        """Close the font files."""
        self._painter.fonts.close()

    def gap(self, points: float) -> None:
        """Add vertical space, but none at the top of a page."""
        if self.y > MARGIN:
            self.y += points

    # Texts

    def title(self, text: str) -> None:
        """Write the title of the report."""
        with self._tags.tagged("/H1"):
            self._set((Run(text, weight="strong"),), 0.0, 17.0)
        self.gap(2)

    def heading(self, level: int, text: str, details: str, anchor: str, room: float) -> None:
        """Write a heading of level 1 to 4; on the next page if less than ``room`` points are left below it."""
        size = HEADINGS[level - 1]
        self.gap(GAPS[level - 1])
        self.need(room)
        if anchor:
            self._pdf.set_y(self.y)
            self._pdf.start_section(self._painter.fonts.ready(cut(text)), level - 1, strict=False)
            self._pdf.set_link(self._target(anchor), y=self.y)
        runs = [Run(cut(text), weight="strong", isolated=True)]
        if details:
            runs += with_isolated((Run(f"   {details}", weight="muted"),))
        with self._tags.tagged(f"/H{level + 1}"):
            self._set(tuple(runs), 0.0, size, details_size=BODY)
        if level <= 2:
            self.gap(1)
            self._line(MARGIN, self.y, self.width)
        self.gap(4)

    def paragraph(self, runs: Line, *, size: float = BODY, indent: float = 0.0, bar: str = "") -> None:
        """Write a line of runs in as many lines as needed; with ``bar`` a coloured line stands at its left."""
        start = self.y
        with self._tags.tagged("/P"):
            self._set(runs, indent, size)
        if bar and self.y > start:  # on the same page
            self._pdf.set_fill_color(bar)
            self._pdf.rect(MARGIN + indent - 8, start, 2.0, self.y - start, style="F")

    def labelled(self, label: str, runs: Line, indent: float, *, size: float = BODY) -> None:
        """Write a label, and beside it a text in lines that begin ``indent`` points from the margin."""
        lines = self._label_lines(label, indent, size)
        room = max(1, len(lines)) * size * LEADING
        self.need(room)
        with self._tags.tagged("/P"):
            top, page = self.y, self._pdf.page
            for pieces in lines:
                self._write_pieces(pieces, MARGIN, indent - LABEL_GAP, size)
                self.y += size * LEADING
            self.y = top
            self._set(runs, indent, size)
        if self._pdf.page == page:
            self.y = max(self.y, top + room)

    def _label_lines(self, label: str, indent: float, size: float) -> list[list[Piece]]:
        return self._broken((Run(label, weight="muted", isolated=True),), indent - LABEL_GAP, size)

    def need(self, room: float) -> None:
        """Begin a new page if less than ``room`` points are left."""
        if self.y + room > self._below and self.y > MARGIN:
            page = self._pdf.pages[self._pdf.page]
            with self._tags.page_break():
                self._pdf.add_page()
                self.y = MARGIN
            _pack(page, FAST)

    @property
    def full(self) -> float:
        """Points of a page between its margins."""
        return self._below - MARGIN

    @property
    def left(self) -> float:
        """Points that are left on the page."""
        return self._below - self.y

    def height_of(self, runs: Line, size: float = BODY, indent: float = 0.0) -> float:
        """Return the height of a paragraph, in points."""
        return len(self._broken(runs, self.width - indent, size)) * size * LEADING

    def height_of_labelled(self, label: str, runs: Line, indent: float, size: float = BODY) -> float:
        """Return the height of a text beside its label, in points."""
        lines = max(1, len(self._label_lines(label, indent, size)))
        return max(self.height_of(runs, size, indent), lines * size * LEADING)

    # Lines

    def _target(self, anchor: str) -> int:
        if anchor not in self._targets:
            self._targets[anchor] = self._pdf.add_link()
        return self._targets[anchor]

    def _base(self, size: float) -> float:
        return self.y + ASCENT * size + (LEADING - 1) * size / 2

    def _set(self, runs: Line, indent: float, size: float, *, details_size: float | None = None) -> None:
        """Write runs in lines from ``indent`` on; muted ones may have another size."""
        room = self.width - indent
        for pieces in self._broken(runs, room, size, details_size):
            self.need(size * LEADING)
            self._write_pieces(pieces, MARGIN + indent, room, size, details_size)
            self.y += size * LEADING

    def _write_pieces(
        self, pieces: Sequence[Piece], x: float, room: float, size: float, details_size: float | None = None
    ) -> None:
        base = self._base(size)
        leftwards = is_right_to_left("".join(piece.text for piece in pieces if not piece.run.isolated))
        at = x + room if leftwards else x
        for piece in pieces:
            own = details_size if details_size is not None and piece.run.weight == "muted" else size
            left = at - piece.width if leftwards else at
            self._write_run(piece.text, piece.run, left, base, own, piece.width)
            at = left if leftwards else left + piece.width

    def _write_run(self, text: str, run: Run, x: float, base: float, size: float, width: float) -> None:
        colour = LIGHT.muted if run.weight in ("muted", "code") else LIGHT.text
        colour = LIGHT.accent if run.target else LIGHT.status[run.status] if run.status is not None else colour
        inked = width if text == text.rstrip() else self._width(text.rstrip(), size, bold=run.weight == "strong")
        if run.ground is not None:
            self._pdf.set_fill_color(LIGHT.errors[run.ground])
            self._pdf.rect(x, base - size, inked, size * LEADING - 1, style="F")
        self._painter.write_ready(text, x, base, size, colour, bold=run.weight == "strong")
        if run.status is not None and run.status is not Status.MATCHED:
            self._underline(x, base + UNDER, inked, run.status)
        if run.target:
            self._pdf.link(x, base - size, inked, size * LEADING, self._target(run.target))

    def _underline(self, x: float, y: float, width: float, status: Status) -> None:
        dashes = [0.8 * length for length in DASHES[status]]
        pattern = " ".join(f"{length:.2f}" for length in dashes)
        red, green, blue = (int(LIGHT.status[status][place : place + 2], 16) / 255 for place in (1, 3, 5))
        foot = self._pdf.h - y
        self._pdf._out(
            f"q {red:.3f} {green:.3f} {blue:.3f} RG 0.8 w [{pattern}] 0 d {x:.2f} {foot:.2f} m "
            f"{x + width:.2f} {foot:.2f} l S Q"
        )

    def _lines_of(self, runs: Line, room: float, size: float, details_size: float | None = None) -> list[list[Piece]]:
        """Return the lines of runs, each in pieces of one run."""
        lines: list[list[Piece]] = [[]]
        used = 0.0
        for run in runs:
            own = details_size if details_size is not None and run.weight == "muted" else size
            bold = run.weight == "strong"
            pattern = _CODE if run.weight == "code" else _WORDS
            for word in filter(None, pattern.findall(self._painter.fonts.ready(run.text))):
                for part in self._fitting_parts(word, room, own, bold=bold):
                    inked = self._width(part.rstrip(), own, bold=bold)
                    if lines[-1] and used + inked > room:
                        lines.append(self._carried(lines[-1], size, details_size))
                        used = sum(piece.width for piece in lines[-1])
                    width = self._width(part, own, bold=bold)
                    used += width
                    if lines[-1] and lines[-1][-1].run is run:
                        lines[-1][-1].text += part
                        lines[-1][-1].width += width
                    else:
                        lines[-1].append(Piece(part, run, width))
        return [pieces for pieces in lines if any(piece.text.strip() for piece in pieces)]

    def _carried(self, pieces: list[Piece], size: float, details_size: float | None) -> list[Piece]:
        """Take the beginning of a word from the end of a line, if the word goes on in another run; return it."""
        carried: list[Piece] = []
        kept = list(pieces)
        while kept and (last := _last_break(kept[-1].text)) < len(kept[-1].text):
            piece = kept.pop()
            own = details_size if details_size is not None and piece.run.weight == "muted" else size
            parts = [
                Piece(text, piece.run, self._width(text, own, bold=piece.run.weight == "strong"))
                for text in (piece.text[:last], piece.text[last:])
            ]
            carried.insert(0, parts[1])
            if last:
                kept.append(parts[0])
        if kept:
            pieces[:] = kept
            return carried
        return []

    def _fitting_parts(self, word: str, room: float, size: float, *, bold: bool) -> Iterator[str]:
        """Yield a word, in parts if it is wider than a line."""
        while len(word) > 1 and self._width(word.rstrip(), size, bold=bold) > room:
            most = bisect_left(range(1, len(word)), room, key=lambda end: self._width(word[:end], size, bold=bold))
            yield word[: max(1, most)]
            word = word[max(1, most) :]
        yield word

    def _fitting(self, text: str, width: float, size: float, *, bold: bool = False) -> str:
        """Return the text, cut at its end to the width."""
        if self._width(text, size, bold=bold) <= width:
            return text
        most = bisect_left(
            range(len(text)), width, key=lambda end: self._painter.width(f"{text[:end]}…", size, bold=bold)
        )
        return f"{text[: max(0, most - 1)]}…"

    def _line(self, x: float, y: float, width: float) -> None:
        self._pdf.set_draw_color(RULE)
        self._pdf.set_line_width(0.6)
        self._pdf.line(x, y, x + width, y)


def _last_break(text: str) -> int:
    """Return the end of the beginning of a text after which a line may end; 0 if there is none."""
    return max((found.end() for found in _BREAK.finditer(text)), default=0)


class _PackedPages(OutputProducer):
    """Writes a document whose pages are compressed already; its own compression must be off."""

    def _add_pages(self, _slice: slice = slice(0, None)) -> list[PDFPage]:
        pages = super()._add_pages(_slice)
        for page in pages:
            assert isinstance(page.contents, PDFContentStream)
            page.contents.filter = Name("FlateDecode")
        return pages


def _pack(page: PDFPage, level: int) -> None:
    """Compress the contents of a page."""
    page.contents = bytearray(compress(_contents(page), level))


def _unpack(page: PDFPage) -> None:
    """Decompress the contents of a page, so that it can be written on again."""
    page.contents = bytearray(decompress(_contents(page)))


def _contents(page: PDFPage) -> bytearray:
    assert isinstance(page.contents, bytearray)
    return page.contents


MOST_LETTERS: Final = 80


def cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
