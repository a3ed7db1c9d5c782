"""Pages of paper that are filled from top to bottom, with bookmarks, links, and tags for screen readers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import Final

from meantree.comparison.comparison import is_right_to_left
from meantree.metrics.evidence import Status
from meantree.picture.display_list import DisplayList, Drawing, page_pieces, stack_drawings
from meantree.picture.pdf import ASCENT, PdfPainter, new_pdf
from meantree.picture.style import CLOSING, DASHES, LIGHT, SIZES, WIDE, Font
from meantree.reporting.blocks import Line, Run
from meantree.reporting.pdf_packing import FAST, SMALL_FILE, PackedPages, pack, unpack
from meantree.reporting.pdf_tags import Tags
from meantree.reporting.report_options import Paper

SIZES_OF_PAPER: Final[Mapping[Paper, tuple[float, float]]] = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}
"""Width and height in points."""
MARGIN: Final = 42.0
GUTTER: Final = 9.0
"""Points between the columns of a table."""
SCALE: Final = 0.64
"""Points per pixel of pictures, at which their words are as large as the text."""
LEADING: Final = 1.35
"""Distance of baselines, as a multiple of the font size."""
BODY: Final = 9.0
SMALL: Final = 7.5
BETWEEN: Final = 6.0
"""Gap below a piece of a picture that continues."""
RULE: Final = "#d8dce0"
TABLE_SIZES: Final = (8.0, 7.5, 7.0, 6.5)
"""Sizes of print in tables, the largest first."""
WHOLE: Final = 0.5
"""Share of a page up to which tables are not broken."""
UNDER: Final = 1.6
"""Distance from the baseline down to the line under marked words."""
# A word with the blanks after it; scripts without blanks are broken after any character but not before punctuation.
_WORDS: Final = re.compile(rf"[{WIDE}][{CLOSING}]*\s*|[^\s{WIDE}]+\s*|\s+")
_BREAK: Final = re.compile(rf"\s|[{WIDE}][{CLOSING}]*")
_CODE: Final = re.compile(r"[^|:+,/_\s]*[|:+,/_\s]?")


@dataclass(slots=True)
class _Piece:
    """Some text of a line with the run that it belongs to."""

    text: str
    run: Run
    width: float


class Page:
    """A document that grows downwards, page by page.

    Attributes:
        width: points between the margins.
        y: top of the next element.
    """

    def __init__(self, title: str, day: date | None, paper: Paper = "A4") -> None:
        self._size = SIZES_OF_PAPER[paper]
        self._pdf = new_pdf(self._size, day)
        self._painter = PdfPainter(self._pdf)
        self._pdf.set_title(title)
        self._pdf.set_lang("en")
        self._pdf._set_min_pdf_version("1.4")
        self.width = self._size[0] - 2 * MARGIN
        self._below = self._size[1] - MARGIN
        self.y = MARGIN
        self._title = title
        self._widths: dict[tuple[str, float, bool], float] = {}
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
                unpack(page)
            self._pdf.font_family = ""  # fpdf2 would set no font if it is that of the page before
            foot = self._below + 20
            self._tags.artifact()
            self._painter.write(f"{number} / {total}", self._size[0] - MARGIN, foot, SMALL, LIGHT.muted, anchor="end")
            self._painter.write(_cut(self._title), MARGIN, foot, SMALL, LIGHT.muted)
            self._tags.end_artifact()
            pack(page, SMALL_FILE)
        self._pdf.set_compression(compress=False)
        return bytes(self._pdf.output(output_producer_class=PackedPages))

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
        size = (14.0, 11.5, 10.0, 9.0)[min(level, 4) - 1]
        self.gap((16.0, 12.0, 8.0, 5.0)[min(level, 4) - 1])
        self.need(room)
        if anchor:
            self._pdf.set_y(self.y)
            self._pdf.start_section(self._painter.fonts.ready(_cut(text)), level - 1, strict=False)
            self._pdf.set_link(self._target(anchor), y=self.y)
        runs = [Run(_cut(text), weight="strong")]
        if details:
            runs.append(Run(f"   {details}", weight="muted"))
        with self._tags.tagged(f"/H{min(level, 4) + 1}"):
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
        self.need(size * LEADING)
        narrow = self._fitting(label, indent - 6, size)
        with self._tags.tagged("/P"):
            if narrow:
                self._painter.write(narrow, MARGIN, self._base(size), size, LIGHT.muted)
            self._set(runs, indent, size)

    def table(
        self,
        title: str,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        texts: frozenset[int],
        strong: frozenset[tuple[int, int]] = frozenset(),
        below: float = 0.0,
    ) -> None:
        """Write a table in print so small that its columns fit, or else in parts below each other.

        It stands on one page if it takes at most :data:`WHOLE` of it, else its heads are written again on every page.

        Args:
            title: above it, empty for none.
            heads: of the columns.
            rows: cells as texts.
            texts: columns that are aligned to the left.
            strong: emphasized cells.
            below: points for the notes below it.
        """
        for size in TABLE_SIZES:
            widths = self._column_widths(heads, rows, strong, size)
            if sum(widths) <= self.width:
                break
        widest = max(texts & set(range(len(widths))), key=lambda place: widths[place], default=0)
        if widths and self.width / 4 < (room := widths[widest] - sum(widths) + self.width) < widths[widest]:
            widths[widest] = room  # a shortened text is better than a column of its own
        parts, line = list(_parts(widths, self.width)), size * LEADING
        height = (len(rows) + 2) * line + below + (BODY * LEADING + 5 if title else 0)
        self.need(height if height <= WHOLE * (self._below - MARGIN) else 4 * line)
        if title:
            self.gap(4)
            with self._tags.tagged("/P"):
                self._set((Run(title, weight="strong"),), 0.0, BODY)
            self.gap(1)
        for columns in parts:
            if len(parts) > 1:
                self.need(min(len(rows) + 2, 20) * line)
            self._columns(heads, rows, columns, widths, texts, strong, size)
            self.gap(3)

    def prose_table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], *, size: float = SMALL) -> None:
        """Write a table of sentences: a column of names, and others of equal width, with its heads on every page."""
        names = max((self._width(_cut(row[0]), size) for row in [heads, *rows]), default=0.0) + 10
        first = min(names, self.width / max(1, len(heads)))
        rooms = [first, *[(self.width - first) / max(1, len(heads) - 1)] * (len(heads) - 1)]
        line, page = size * LEADING, 0
        muted = [Run(cell, weight="muted") for cell in heads]
        head = [self._broken((run,), room - 8, size) for run, room in zip(muted, rooms, strict=True)]
        for row in rows:
            lines = [self._broken((Run(cell),), room - 8, size) for cell, room in zip(row, rooms, strict=True)]
            most = max(map(len, lines), default=0)
            self.need((min(most, 20) + (self._pdf.page != page) * max(map(len, head), default=0)) * line)
            start = 0
            while start < most:
                self.need(line)
                if self._pdf.page != page:
                    page = self._pdf.page
                    self._tags.begin_table()
                    self._prose_row(head, rooms, size, "/TH")
                room = max(1, int((self._below - self.y) / line))
                self._prose_row([cell[start : start + room] for cell in lines], rooms, size, "/TD")
                start += room
        self._tags.end_table()

    def _prose_row(
        self, cells: Sequence[Sequence[Sequence[_Piece]]], rooms: Sequence[float], size: float, kind: str
    ) -> None:
        """Write lines of cells beside each other, which fit on the page, and a rule below."""
        top, line = self.y, size * LEADING
        with self._tags.row():
            for left, room, lines in zip(accumulate(rooms, initial=MARGIN), rooms, cells, strict=False):
                with self._tags.tagged(kind):
                    for number, pieces in enumerate(lines):
                        self.y = top + number * line
                        self._write_pieces(pieces, left, room - 8, size)
        self.y = top + max(map(len, cells), default=0) * line
        self._line(MARGIN, self.y, self.width)
        self.y += 1.5

    # Pictures

    def measure(self, text: str, font: Font) -> float:
        """Return the width of a text in a picture, in pixels."""
        return self._width(text, SIZES[font])

    def picture(self, drawn: Sequence[Drawing], alternative: str, below: float, continued: Line = ()) -> None:
        """Draw pictures one below the other, scaled to the page's width; rows that do not fit are on the next page.

        Args:
            drawn: the pictures; a row higher than a page is scaled down, too.
            alternative: what a screen reader says instead.
            below: points that must be left below the end of the picture, for its caption.
            continued: stands above what continues on another page.
        """
        picture, scale = self._scaled(drawn)
        above = SMALL * LEADING if continued else 0.0
        most = (self._below - MARGIN - below - above) / scale
        if self._below - below - self.y < next(page_pieces(picture, 0.0, 0.0)).height * scale:
            self.need(self._below - self.y + 1)  # no row fits
        pieces = list(page_pieces(picture, (self._below - below - self.y) / scale, most))
        for number, piece in enumerate(pieces, start=1):
            text = alternative if len(pieces) == 1 else f"{alternative} (part {number} of {len(pieces)})"
            own = min(scale, scale * most / max(1.0, piece.height))
            self.need(piece.height * own + below + (above if number > 1 else 0.0))
            if number > 1 and continued:
                self.paragraph(continued, size=SMALL)
            self._draw(piece, own, text)
            self.gap(BETWEEN if number < len(pieces) else 0.0)

    def height_of_picture(self, drawn: Sequence[Drawing]) -> float:
        """Return the points that the first row of a picture takes, with what must be below it; at most half a page."""
        picture, scale = self._scaled(drawn)
        first = next(page_pieces(picture, 0.0, 0.0))
        return min(first.height * scale, (self._below - MARGIN) / 2)

    def _scaled(self, drawn: Sequence[Drawing]) -> tuple[DisplayList, float]:
        """Return pictures as one, and the points per pixel at which they fit the page."""
        picture = stack_drawings(drawn)
        return picture, min(SCALE, self.width / max(1.0, picture.width))

    def _draw(self, picture: DisplayList, scale: float, alternative: str) -> None:
        with self._tags.tagged("/Figure", alternative):
            self._painter.draw(picture, MARGIN, self.y, scale)
        self.y += picture.height * scale

    def need(self, room: float) -> None:
        """Begin a new page if less than ``room`` points are left."""
        if self.y + room > self._below and self.y > MARGIN:
            page = self._pdf.pages[self._pdf.page]
            with self._tags.page_break():
                self._pdf.add_page()
                self.y = MARGIN
            pack(page, FAST)

    def height_of(self, runs: Line, size: float = BODY) -> float:
        """Return the height of a paragraph, in points."""
        return len(self._broken(runs, self.width, size)) * size * LEADING

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
        self, pieces: Sequence[_Piece], x: float, room: float, size: float, details_size: float | None = None
    ) -> None:
        base = self._base(size)
        leftwards = is_right_to_left("".join(piece.text for piece in pieces if not piece.run.isolated))
        at = x + room if leftwards else x
        for piece in pieces:
            own = details_size if details_size is not None and piece.run.weight == "muted" else size
            text = piece.text.rstrip() if piece is pieces[-1] else piece.text
            left = at - piece.width if leftwards else at
            self._write_run(text, piece.run, left, base, own, piece.width)
            at = left if leftwards else left + piece.width

    def _write_run(self, text: str, run: Run, x: float, base: float, size: float, width: float) -> None:
        colour = LIGHT.muted if run.weight in ("muted", "code") else LIGHT.text
        colour = LIGHT.accent if run.target else LIGHT.status[run.status] if run.status is not None else colour
        self._painter.write_ready(text, x, base, size, colour, bold=run.weight == "strong")
        inked = width if text == text.rstrip() else self._width(text.rstrip(), size, bold=run.weight == "strong")
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

    def _broken(self, runs: Line, room: float, size: float, details_size: float | None = None) -> list[list[_Piece]]:
        """Return the lines of runs, each in pieces of one run."""
        lines: list[list[_Piece]] = [[]]
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
                        lines[-1].append(_Piece(part, run, width))
        return [pieces for pieces in lines if any(piece.text.strip() for piece in pieces)]

    def _carried(self, pieces: list[_Piece], size: float, details_size: float | None) -> list[_Piece]:
        """Take the beginning of a word from the end of a line, if the word goes on in another run; return it."""
        carried: list[_Piece] = []
        kept = list(pieces)
        while kept and not _BREAK.search(kept[-1].text[-1:]):
            piece = kept.pop()
            *_, last = [0, *(found.end() for found in _BREAK.finditer(piece.text))]
            own = details_size if details_size is not None and piece.run.weight == "muted" else size
            parts = [
                _Piece(text, piece.run, self._width(text, own, bold=piece.run.weight == "strong"))
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

    def _width(self, text: str, size: float, *, bold: bool = False) -> float:
        key = text, size, bold
        if key not in self._widths:
            self._widths[key] = self._painter.width(text, size, bold=bold)
        return self._widths[key]

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

    # Tables

    def _column_widths(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], strong: frozenset[tuple[int, int]], size: float
    ) -> list[float]:
        """Return the widths of columns, each at most half a page."""
        cells = [[self._width(_cut(head), size) for head in heads]]
        for number, row in enumerate(rows):
            cells.append(
                [self._width(_cut(cell), size, bold=(number, place) in strong) for place, cell in enumerate(row)]
            )
        return [min(self.width / 2, GUTTER + max(column)) for column in zip(*cells, strict=True)]

    def _columns(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        columns: Sequence[int],
        widths: Sequence[float],
        texts: frozenset[int],
        strong: frozenset[tuple[int, int]],
        size: float,
    ) -> None:
        page = 0
        for number, row in enumerate(rows):
            self.need(2 * size * LEADING)
            if self._pdf.page != page:
                page = self._pdf.page
                self._tags.begin_table()
                self._row([heads[place] for place in columns], columns, widths, texts, frozenset(), size, head=True)
                self._line(MARGIN, self.y, sum(widths[place] for place in columns))
                self.y += 1
            bold = frozenset(place for place in columns if (number, place) in strong)
            self._row([row[place] for place in columns], columns, widths, texts, bold, size)
        self._tags.end_table()

    def _row(
        self,
        cells: Sequence[str],
        columns: Sequence[int],
        widths: Sequence[float],
        texts: frozenset[int],
        bold: frozenset[int],
        size: float,
        *,
        head: bool = False,
    ) -> None:
        base, left = self._base(size), MARGIN
        colour = LIGHT.muted if head else LIGHT.text
        with self._tags.row():
            for place, cell in zip(columns, cells, strict=True):
                text = self._fitting(cell, widths[place] - GUTTER + 1, size, bold=place in bold)
                is_left = place in texts
                x, anchor = (left, "start") if is_left else (left + widths[place] - GUTTER + 1, "end")
                with self._tags.tagged("/TH" if head else "/TD"):
                    self._painter.write(text, x, base, size, colour, anchor=anchor, bold=place in bold)
                left += widths[place]
        self.y += size * LEADING


def _parts(widths: Sequence[float], room: float) -> Iterator[list[int]]:
    """Yield the columns that stand beside each other; the first column is there in every part."""
    columns, used = [0], widths[0] if widths else 0.0
    for place, width in enumerate(widths[1:], start=1):
        if used + width > room and len(columns) > 1:
            yield columns
            columns, used = [0], widths[0]
        columns.append(place)
        used += width
    if widths:
        yield columns


MOST_LETTERS: Final = 80


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
