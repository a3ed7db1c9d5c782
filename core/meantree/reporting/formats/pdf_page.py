"""Pages of a PDF document: tables and pictures among the texts, which are broken where they do not fit on a page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from itertools import accumulate
from typing import Final

from meantree.picture.display_list import DisplayList, Drawing, PageRows, stack_drawings
from meantree.picture.style import LIGHT, SIZES, Font
from meantree.reporting.blocks import Line, Run, text_of, with_isolated
from meantree.reporting.formats.pdf_text import BODY, LEADING, MARGIN, SMALL, PdfText, Piece, cut
from meantree.reporting.report_options import Paper

SCALE: Final = 0.64
"""Points per pixel of pictures, at which their words are as large as the text."""
SMALLEST: Final = 0.42
"""Points per pixel below which no picture is made smaller."""
CAPTION_GAP: Final = 2.0
BETWEEN: Final = 6.0
"""Gap below a piece of a picture that continues."""
TABLE_SIZES: Final = (8.0, 7.5, 7.0, 6.5)
"""Sizes of print in tables, the largest first."""
WHOLE: Final = 0.5
"""Share of a page up to which tables are not broken."""
RULED: Final = 1.5
"""Points below the rule between rows of sentences."""
WIDEST: Final = 200
"""Letters of a cell by which the width of its column is measured."""
KEPT_PICTURES: Final = 16
"""Pictures that are kept from when their section is measured until they are drawn."""
LAST: Final = 3
"""Rows at the end of a table that are on one page."""
GUTTER: Final = 9.0
"""Points between the columns of a table."""


class Page(PdfText):
    """A document with tables and pictures among its texts."""

    def __init__(self, title: str, day: date | None, paper: Paper = "A4", expected: Collection[str] = ()) -> None:
        super().__init__(title, day, paper, expected)
        self._drawn: list[tuple[tuple[Drawing, ...], PageRows]] = []

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
        widths, size = self._fitting_columns(heads, rows, strong)
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

    def height_of_table(self, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> float:
        """Return the points that a table takes on one page."""
        widths, size = self._fitting_columns(heads, rows, frozenset())
        parts = len(list(_parts(widths, self.width)))
        return parts * ((len(rows) + 1) * size * LEADING + 4) + (BODY * LEADING + 5 if title else 0)

    def _fitting_columns(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], strong: frozenset[tuple[int, int]]
    ) -> tuple[list[float], float]:
        """Return the widths of columns in the largest print in which they fit, else in the smallest; and its size."""
        for size in TABLE_SIZES:
            widths = self._column_widths(heads, rows, strong, size)
            if sum(widths) <= self.width:
                break
        return widths, size

    def prose_table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write a table of sentences, with its heads on every page; its last rows stand on one page."""
        rooms, head, cells = self._prose_lines(heads, rows)
        line, page = SMALL * LEADING, 0
        heights = [max(map(len, lines), default=0) for lines in cells]
        for number, lines in enumerate(cells):
            most = heights[number]
            together = heights[number:] if number == len(rows) - LAST else [most]
            above = (self._pdf.page != page) * max(map(len, head), default=0)
            self.need((min(sum(together), 20) + above) * line + (len(together) + 1) * RULED)
            start = 0
            while start < most:
                self.need(line)
                if self._pdf.page != page:
                    page = self._pdf.page
                    self._tags.begin_table()
                    self._prose_row(head, rooms, "/TH")
                room = max(1, int((self._below - self.y) / line))
                self._prose_row([cell[start : start + room] for cell in lines], rooms, "/TD")
                start += room
        self._tags.end_table()

    def height_of_prose(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> float:
        """Return the points that a table of sentences takes on one page."""
        _, head, cells = self._prose_lines(heads, rows)
        return sum(max(map(len, lines), default=0) * SMALL * LEADING + RULED for lines in (head, *cells))

    def _prose_lines(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]]
    ) -> tuple[list[float], list[list[list[Piece]]], list[list[list[list[Piece]]]]]:
        """Return the widths of columns, and the lines of the cells of the head and of all rows."""
        cells: list[list[Line]] = [[(Run(cell, weight="muted"),) for cell in heads]]
        cells += [[with_isolated((Run(cell),)) for cell in row] for row in rows]
        wanted = [
            max(self._width(text_of(cell)[:WIDEST], SMALL) for cell in column) + 10
            for column in zip(*cells, strict=True)
        ]
        rooms = _shared(wanted, self.width, is_equal=bool(heads and heads[0]))
        head, *lines = (
            [self._broken(cell, room - 8, SMALL) for cell, room in zip(row, rooms, strict=True)] for row in cells
        )
        return rooms, head, lines

    def _prose_row(self, cells: Sequence[Sequence[Sequence[Piece]]], rooms: Sequence[float], kind: str) -> None:
        """Write lines of cells beside each other, which fit on the page, and a rule below."""
        top, line = self.y, SMALL * LEADING
        with self._tags.row():
            for left, room, lines in zip(accumulate(rooms, initial=MARGIN), rooms, cells, strict=False):
                with self._tags.tagged(kind):
                    for number, pieces in enumerate(lines):
                        self.y = top + number * line
                        self._write_pieces(pieces, left, room - 8, SMALL)
        self.y = top + max(map(len, cells), default=0) * line
        self._line(MARGIN, self.y, self.width)
        self.y += RULED

    def _column_widths(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], strong: frozenset[tuple[int, int]], size: float
    ) -> list[float]:
        """Return the widths of columns, each at most half a page."""
        cells = [[self._width(cut(head), size) for head in heads]]
        for number, row in enumerate(rows):
            cells.append(
                [self._width(cut(cell), size, bold=(number, place) in strong) for place, cell in enumerate(row)]
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
            self.need((LAST if number == len(rows) - LAST else 2) * size * LEADING)
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
                    for run in with_isolated((Run(text),)) if is_left else (Run(text),):
                        x += self._painter.write(run.text, x, base, size, colour, anchor=anchor, bold=place in bold)
                left += widths[place]
        self.y += size * LEADING

    # Pictures

    def measure(self, text: str, font: Font) -> float:
        """Return the width of a text in a picture, in pixels."""
        return self._width(text, SIZES[font])

    def picture(
        self, drawn: tuple[Drawing, ...], alternative: str, caption: Line, continued: Line = (), size: float = 1.0
    ) -> None:
        """Draw pictures one below the other, scaled to the page's width; rows that do not fit are on the next page.

        Args:
            drawn: the pictures; a row higher than a page is scaled down, too.
            alternative: what a screen reader says instead.
            caption: stands below the pictures, or below the part of them that is on the first page.
            continued: stands above what continues on another page.
            size: as a share of the usual one.
        """
        rows, scale = self._rows_of(drawn, size)
        below = self.height_of(caption, SMALL) + CAPTION_GAP if caption else 0.0
        above = SMALL * LEADING if continued else 0.0
        most = (self._below - MARGIN - max(below, above)) / scale
        if self._below - below - self.y < rows.first * scale:
            self.need(self._below - self.y + 1)  # no row fits
        pieces = list(rows.pieces((self._below - below - self.y) / scale, most))
        for number, piece in enumerate(pieces, start=1):
            text = alternative if len(pieces) == 1 else f"{alternative} (part {number} of {len(pieces)})"
            own = min(scale, scale * most / max(1.0, piece.height))
            self.need(piece.height * own + (below if number == 1 else above))
            if number > 1 and continued:
                self.paragraph(continued, size=SMALL)
            self._draw(piece, own, text)
            if number == 1 and caption:
                self.gap(CAPTION_GAP)
                self.paragraph(caption, size=SMALL)
            self.gap(BETWEEN if number < len(pieces) else 0.0)

    def first_of(self, drawn: tuple[Drawing, ...], size: float) -> float:
        """Return the points that the first row of a picture takes, with what must be below it; at most half a page."""
        rows, scale = self._rows_of(drawn, size)
        return min(rows.first * scale, self.full / 2)

    def pieces_of(
        self, drawn: tuple[Drawing, ...], below: float, above: float, left: float, size: float
    ) -> Iterator[float]:
        """Yield the points that each piece of a picture takes if so many are left on the page.

        Args:
            drawn: the pictures.
            below: points of the caption below the first piece.
            above: points of what stands above each other one.
            left: points for the first piece; it is on the next page if its first row does not fit.
            size: as a share of the usual one.
        """
        rows, scale = self._rows_of(drawn, size)
        most = (self.full - max(below, above)) / scale
        first = (left - below) / scale if rows.first * scale <= left - below else most
        for number, (top, bottom) in enumerate(rows.cuts(first, most)):
            yield min((bottom - top) * scale, self.full) + (above if number else below)

    def _rows_of(self, drawn: tuple[Drawing, ...], size: float) -> tuple[PageRows, float]:
        """Return pictures as one, and the points per pixel at which they fit the page."""
        rows = next((rows for known, rows in self._drawn if known is drawn), None)
        if rows is None:
            rows = PageRows(stack_drawings(drawn))
            self._drawn = [*self._drawn, (drawn, rows)][-KEPT_PICTURES:]
        scale = min(SCALE, self.width / max(1.0, rows.picture.width))
        return rows, max(size * scale, min(scale, SMALLEST))

    def _draw(self, picture: DisplayList, scale: float, alternative: str) -> None:
        with self._tags.tagged("/Figure", alternative):
            self._painter.draw(picture, MARGIN, self.y, scale)
        self.y += picture.height * scale


def _shared(wanted: Sequence[float], room: float, *, is_equal: bool) -> list[float]:
    """Return widths of columns: narrow ones as wanted and others equal.

    With ``is_equal`` all after the first are equal if they are wide enough.
    """
    widths = dict.fromkeys(range(len(wanted)), 0.0)
    rest = list(widths)
    names = min(wanted[0], room / len(wanted)) if wanted else 0.0
    share = (room - names) / max(1, len(wanted) - 1)
    if is_equal and all(width <= share for width in wanted[1:]):
        return [names, *[share] * (len(wanted) - 1)] if wanted else []
    while narrow := [place for place in rest if wanted[place] <= room / len(rest)]:
        for place in narrow:
            widths[place] = wanted[place]
            rest.remove(place)
        room -= sum(wanted[place] for place in narrow)
    return [widths[place] or room / len(rest) for place in widths]


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
