"""Pages of A4 that are filled from top to bottom."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from typing import Final

from meantree.picture.display_list import DisplayList, Drawing, page_pieces, stack_drawings
from meantree.picture.pdf import ASCENT, PdfPainter, new_pdf
from meantree.picture.style import LIGHT, SIZES, Font

A4: Final = (595.28, 841.89)
"""Width and height in points."""
MARGIN: Final = 42.0
SCALE: Final = 0.64
"""Points per pixel of pictures, at which their words are as large as the text."""
LINE: Final = 1.35
"""Distance of baselines, as a multiple of the font size."""
BODY: Final = 9.0
CELL: Final = 52.0
"""Smallest width of a column of numbers."""
NARROW: Final = 40.0
"""The same for columns that are as wide as their heads."""
NAMES: Final = 120.0
"""Smallest width of the column of names."""
BETWEEN: Final = 6.0
"""Gap below a piece of a picture that continues."""
RULE: Final = "#d8dce0"


class Page:
    """A document that grows downwards, page by page.

    Attributes:
        width: points between the margins.
        y: top of the next element.
    """

    def __init__(self, title: str, day: date | None) -> None:
        self._pdf = new_pdf(A4, day)
        self._painter = PdfPainter(self._pdf)
        self._pdf.set_title(title)
        self._pdf.set_lang("en")
        self.width = A4[0] - 2 * MARGIN
        self._below = A4[1] - MARGIN
        self.y = MARGIN
        self._title = title
        self._widths: dict[tuple[str, Font], float] = {}
        self._pdf.add_page()

    @property
    def undrawn(self) -> list[str]:
        """Characters without a glyph in any font, sorted."""
        return sorted(self._painter.fonts.undrawn)

    def done(self) -> bytes:
        """Return the file, with a number on every page."""
        total = self._pdf.page
        for number in range(1, total + 1):
            self._pdf.page = number
            foot = self._below + 20
            self._painter.write(f"{number} / {total}", A4[0] - MARGIN, foot, 7.5, LIGHT.muted, anchor="end")
            self._painter.write(_cut(self._title), MARGIN, foot, 7.5, LIGHT.muted)
        return bytes(self._pdf.output())

    def close(self) -> None:
        """Close the font files."""
        self._painter.fonts.close()

    def gap(self, points: float) -> None:
        """Add vertical space."""
        self.y += points

    def title(self, text: str) -> None:
        """Write the title of the report."""
        self.paragraph(text, size=17, bold=True)
        self.gap(2)

    def heading(self, text: str, *, room: float = 50.0, mark: bool = False) -> None:
        """Write a heading over a line; on the next page if less than ``room`` points are left."""
        self.gap(12)
        self._need(room)
        if mark:
            self._pdf.set_y(self.y)
            self._pdf.start_section(self._painter.fonts.ready(_cut(text)))
        self.paragraph(text, size=12, bold=True)
        self.gap(1)
        self._line(MARGIN, self.y, self.width)
        self.gap(5)

    def subheading(self, name: str, details: str, *, room: float) -> None:
        """Write a name in bold, followed by details."""
        self.gap(7)
        self._need(room)
        size = 10.0
        width = self._painter.write(_cut(name), MARGIN, self.y + size, size, LIGHT.text, bold=True)
        if details:
            self.labelled("", details, width + 8, size=BODY, colour=LIGHT.muted, text_colour=LIGHT.muted)
        else:
            self.gap(size * LINE)
        self.gap(2)

    def label(self, text: str) -> None:
        """Write a small heading."""
        self.gap(4)
        self._need(40)
        self.paragraph(text, size=8, bold=True)
        self.gap(1)

    def paragraph(
        self, text: str, *, size: float = BODY, colour: str = LIGHT.text, bold: bool = False, anywhere: bool = False
    ) -> None:
        """Write a text in lines; with ``anywhere`` words may be broken."""
        self._lines(text, MARGIN, self.width, size, colour, bold=bold, anywhere=anywhere)

    def labelled(
        self,
        label: str,
        text: str,
        indent: float,
        *,
        size: float = BODY,
        colour: str = LIGHT.muted,
        text_colour: str = LIGHT.text,
        rightwards: bool = True,
        anywhere: bool = False,
    ) -> None:
        """Write a label, and beside it a text in lines that begin ``indent`` points from the margin."""
        self._need(size * LINE)
        narrow = self._fitting(label, indent - 6, size)
        if narrow:
            self._painter.write(narrow, MARGIN, self.y + ASCENT * size + (LINE - 1) * size / 2, size, colour)
        room = self.width - indent
        self._lines(text, MARGIN + indent, room, size, text_colour, rightwards=rightwards, anywhere=anywhere)

    def quotation(self, text: str) -> None:
        """Write a text with a bar at its left."""
        self.gap(4)
        self._need(3 * BODY)
        top = self.y
        self._lines(text, MARGIN + 9, self.width - 9, BODY, LIGHT.text)
        if self.y > top:  # on the same page
            self._pdf.set_fill_color(RULE)
            self._pdf.rect(MARGIN, top, 2.2, self.y - top, style="F")
        self.gap(2)

    def table(
        self,
        name: str,
        heads: Sequence[str],
        rows: Sequence[tuple[str, Sequence[str]]],
        *,
        size: float = BODY,
        full: bool = True,
        fitting: bool = False,
    ) -> None:
        """Write names and numbers; columns that do not fit continue below.

        ``fitting`` columns are as wide as names and heads, so that only very long ones are cut.
        """
        names, cell = NAMES, CELL
        if fitting:
            names = min(
                self.width / 2, 12 + max(self._painter.width(text, size) for text in (name, *(row for row, _ in rows)))
            )
            cell = min(self.width - names, max([NARROW, *(8 + self._painter.width(head, size) for head in heads)]))
        most = max(1, int((self.width - names) // cell))
        for start in range(0, len(heads), most):
            part = slice(start, start + most)
            part_rows = [(row, numbers[part]) for row, numbers in rows]
            self._columns(name, heads[part], part_rows, size, (names, cell), full=full)

    def measure(self, text: str, font: Font) -> float:
        """Return the width of a text in a picture, in pixels."""
        known = self._widths.get((text, font))
        if known is None:
            known = self._widths[text, font] = self._painter.width(text, SIZES[font])
        return known

    def picture(self, drawn: Sequence[Drawing]) -> None:
        """Draw pictures one below the other, scaled to the page's width, and continued on the next page if needed.

        A row higher than a page is scaled down, too.
        """
        picture = stack_drawings(drawn)
        scale = min(SCALE, self.width / max(1.0, picture.width))
        most = (self._below - MARGIN) / scale
        if picture.height <= most:
            self._draw(picture, scale)
            return
        for piece in page_pieces(picture, (self._below - self.y) / scale, most):
            self._draw(piece, min(scale, scale * most / max(1.0, piece.height)))
            self.gap(BETWEEN)

    def _draw(self, picture: DisplayList, scale: float) -> None:
        self._need(picture.height * scale)
        self._painter.draw(picture, MARGIN, self.y, scale)
        self.y += picture.height * scale

    def _columns(
        self,
        name: str,
        heads: Sequence[str],
        rows: Sequence[tuple[str, Sequence[str]]],
        size: float,
        least: tuple[float, float],
        *,
        full: bool,
    ) -> None:
        widest = max((self._painter.width(head, size) for head in heads), default=0.0)
        name_width, cell_width = least
        cell = min(max(cell_width, widest + 10), (self.width - name_width) / max(1, len(heads)))
        names = self.width - cell * len(heads) if full else name_width
        names = min(
            names, max(name_width, 10 + max(self._painter.width(_cut(row), size) for row, _ in [(name, ()), *rows]))
        )
        for place, (row, numbers) in enumerate([(name, heads), *rows]):
            self._need(2 * size * LINE)
            base = self.y + ASCENT * size + (LINE - 1) * size / 2
            colour = LIGHT.text if place else LIGHT.muted
            self._painter.write(self._fitting(row, names - 6, size), MARGIN, base, size, colour)
            for column, number in enumerate(numbers, start=1):
                right = MARGIN + names + column * cell
                self._painter.write(self._fitting(number, cell - 4, size), right, base, size, colour, anchor="end")
            self.y += size * LINE

    def _lines(
        self,
        text: str,
        x: float,
        width: float,
        size: float,
        colour: str,
        *,
        bold: bool = False,
        rightwards: bool = True,
        anywhere: bool = False,
    ) -> None:
        for line in self._broken(self._painter.fonts.ready(text), width, size, bold=bold, anywhere=anywhere):
            self._need(size * LINE)
            base = self.y + ASCENT * size + (LINE - 1) * size / 2
            at, anchor = (x, "start") if rightwards else (x + width, "end")
            self._painter.write_ready(line, at, base, size, colour, anchor=anchor, bold=bold)
            self.y += size * LINE

    def _broken(self, text: str, width: float, size: float, *, bold: bool, anywhere: bool) -> list[str]:
        from fpdf.enums import MethodReturnValue, WrapMode

        if not text.strip():
            return []
        self._painter.face(size, LIGHT.text, bold=bold)
        self._painter.shape(text)
        wrap = WrapMode.CHAR if anywhere else WrapMode.WORD
        lines = self._pdf.multi_cell(
            width, size, text, align="L", wrapmode=wrap, dry_run=True, output=MethodReturnValue.LINES
        )
        return list(lines) if isinstance(lines, list) else []

    def _fitting(self, text: str, width: float, size: float) -> str:
        """Return the text, cut at its end to the width."""
        if self._painter.width(text, size) <= width:
            return text
        most = bisect_left(range(len(text)), width, key=lambda end: self._painter.width(f"{text[:end]}…", size))
        return f"{text[: max(0, most - 1)]}…"

    def _need(self, room: float) -> None:
        """Begin a new page if less than ``room`` points are left."""
        if self.y + room > self._below and self.y > MARGIN:
            self._pdf.add_page()
            self.y = MARGIN

    def _line(self, x: float, y: float, width: float) -> None:
        self._pdf.set_draw_color(RULE)
        self._pdf.set_line_width(0.6)
        self._pdf.line(x, y, x + width, y)


MOST_LETTERS: Final = 80


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
