"""Pictures in PDF: vectors and selectable texts, made without a browser or a display."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from fpdf import FPDF
from fpdf.enums import PDFResourceType

from meantree import __version__
from meantree.picture.display_list import (
    POINTS,
    Box,
    Curve,
    Disc,
    DisplayList,
    Drawing,
    Lettering,
    Line,
    Pen,
    Point,
    stack_drawings,
)
from meantree.picture.pdf_fonts import FAMILY, PdfFonts

ROUND: Final = 0.5523
"""Length of the handles of a quarter of a circle, in radii."""


def operators(part: Line | Box | Disc) -> str:
    """Return the operators that draw a part and restore the graphics state."""
    if isinstance(part, Line):
        return _drawn(_path(part), part.pen, part.fill)
    if isinstance(part, Disc):
        edge = part.x - part.radius, part.y - part.radius, 2 * part.radius, 2 * part.radius
        return _drawn(_rounded(*edge, part.radius), None, part.fill)
    edge = part.x, part.y, part.width, part.height
    path = _rounded(*edge, min(part.radius, part.width / 2, part.height / 2))
    return _drawn(path, part.pen, part.fill, 1.0 if part.opacity is None else part.opacity)


def _drawn(path: str, pen: Pen | None, fill: str, opacity: float = 1.0) -> str:
    """Return a path that is filled, stroked or both; opacity mixes the colour with white, the colour of paper."""
    if not path or (pen is None and not fill):
        return ""
    state = [f"{_colour(fill, opacity)} rg"] if fill else []
    if pen is not None:
        # Butt caps, as in SVG: square caps would lengthen every dash and turn dots into dashes.
        state.append(f"{_colour(pen.colour)} RG {pen.width:.3f} w 0 J [{_numbers(pen.dashes)}] 0 d")
    act = "B" if fill and pen is not None else "f" if fill else "S"
    return f"q {' '.join(state)} {path} {act} Q"


def _path(line: Line) -> str:
    start, *others = line.points
    steps = map(_section, line.sections) if isinstance(line, Curve) else (f"{_numbers(point)} l" for point in others)
    return " ".join((f"{_numbers(start)} m", *steps))


def _section(points: Sequence[Point]) -> str:
    """Return the operator of a section of a path; PDF has none for a curve with a single handle."""
    if len(points) == 3:
        start, handle, end = points
        handles = (((x + 2 * handle[0]) / 3, (y + 2 * handle[1]) / 3) for x, y in (start, end))
        points = (start, *handles, end)
    return f"{_numbers([number for point in points[1:] for number in point])} {'l' if len(points) == 2 else 'c'}"


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    if radius <= 0:
        return f"{_numbers((x, y, width, height))} re"
    return " ".join(_corners(x, y, x + width, y + height, radius))


def _corners(left: float, top: float, right: float, foot: float, radius: float) -> Iterator[str]:
    """Yield a rounded rectangle clockwise from the upper left corner."""
    near, far = radius, radius * (1 - ROUND)
    yield f"{_numbers((left + near, top))} m {_numbers((right - near, top))} l"
    yield f"{_numbers((right - far, top, right, top + far, right, top + near))} c {_numbers((right, foot - near))} l"
    yield f"{_numbers((right, foot - far, right - far, foot, right - near, foot))} c {_numbers((left + near, foot))} l"
    yield f"{_numbers((left + far, foot, left, foot - far, left, foot - near))} c {_numbers((left, top + near))} l"
    yield f"{_numbers((left, top + far, left + far, top, left + near, top))} c h"


@lru_cache(maxsize=256)
def _colour(colour: str, opacity: float = 1.0) -> str:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _numbers([1 - opacity * (1 - part) for part in parts])


def _numbers(values: Sequence[float]) -> str:
    return " ".join([f"{value:.2f}" for value in values])


KEPT_TEXTS: Final = 1 << 12
"""Texts whose widths and codes are kept: most words of a report are measured and drawn several times."""
ASCENT: Final = 0.8
"""Distance from the upper edge of a text's cell to its baseline, as a share of its size."""
# Scripts without ligatures or reordering, from left to right.
_UNJOINED = re.compile(
    "[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u200a\u2010-\u2027\u2030-\u205e\u20a0-\u20cf"
    "\u2100-\u2bff\u2e80-\u3029\u3030-\u9fff\uac00-\ud7a3\uff00-\uff9f]*"
)


def picture_pdf(drawings: Sequence[Drawing]) -> bytes:
    """Return a PDF page with drawings one above the other."""
    picture = stack_drawings(drawings)
    size = max(1.0, picture.width * POINTS), max(1.0, picture.height * POINTS)
    pdf = new_pdf(size)
    painter = PdfPainter(pdf)
    pdf.add_page()
    try:
        painter.draw(picture, 0, 0, POINTS)
        painter.fonts.shrink()
        return bytes(pdf.output())
    finally:
        painter.fonts.close()


def new_pdf(size: tuple[float, float], day: date | None = None) -> FPDF:
    """Return an empty document with pages of this size in points, reproducible except for ``day``."""
    pdf = FPDF(orientation="portrait", unit="pt", format=size)  # keeps width and height as given
    pdf.set_creation_date(datetime.combine(day or date(1980, 1, 1), time(), tzinfo=UTC))
    pdf.set_producer(f"Meantree {__version__}")
    pdf.set_creator("Meantree")
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.set_auto_page_break(auto=False)
    return pdf


class PdfPainter:
    """Draws pictures and lines of text into a document."""

    def __init__(self, pdf: FPDF, expected: Collection[str] = ()) -> None:
        self.pdf, self.fonts = pdf, PdfFonts(pdf, expected)
        self._font = cache(self.fonts.font_of)
        pdf.set_text_shaping(use_shaping_engine=True)
        self._units = lru_cache(KEPT_TEXTS)(self._units_of)
        self._encoded = lru_cache(KEPT_TEXTS)(self._encoded_by)

    def draw(self, picture: DisplayList, x: float, y: float, scale: float) -> None:
        """Draw a picture with its upper left corner at (x, y), in points; a pixel becomes ``scale`` points."""
        placed = f"{scale:.4f} 0 0 {-scale:.4f} {x:.2f} {self.pdf.h - y:.2f} cm"
        for is_text, parts in groupby(picture.parts, lambda part: isinstance(part, Lettering)):
            if not is_text:
                drawn = " ".join(operators(part) for part in parts if not isinstance(part, Lettering))
                self.pdf._out(f"q {placed} {drawn} Q")
                continue
            for part in parts:
                if isinstance(part, Lettering):
                    at = x + part.x * scale, y + part.y * scale
                    self.write(part.text, *at, part.size * scale, part.colour, anchor=part.anchor)

    def write(
        self, text: str, x: float, y: float, size: float, colour: str, *, anchor: str = "start", bold: bool = False
    ) -> float:
        """Write one line with its baseline at ``y``, and return its width."""
        return self.write_ready(self.fonts.ready(text), x, y, size, colour, anchor=anchor, bold=bold)

    def write_ready(
        self, text: str, x: float, y: float, size: float, colour: str, *, anchor: str = "start", bold: bool = False
    ) -> float:
        """Write a line that :meth:`PdfFonts.ready` has returned."""
        if not text.strip():
            return 0.0
        width = self._width_of(text, size, bold)
        left = x if anchor == "start" else x - width if anchor == "end" else x - width / 2
        if _UNJOINED.fullmatch(text) is not None:
            self._write_unjoined(text, left, y, size, colour, bold)
            return width
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        self.pdf.set_text_color(colour)
        self.pdf.set_xy(left, y - ASCENT * size)
        self.pdf.cell(width, size, text)
        return width

    def _write_unjoined(self, text: str, x: float, y: float, size: float, colour: str, bold: bool) -> None:
        """Write a line as fpdf2 does, without its search for fonts and shapes, which takes most of its time."""
        shown = []
        for number, part in self._encoded(text, bold):
            self.pdf._resource_catalog.add(PDFResourceType.FONT, number, self.pdf.page)
            shown.append(f"/F{number} {size:.2f} Tf {part}")
        self.pdf._out(f"q {_colour(colour)} rg BT {x:.2f} {self.pdf.h - y:.2f} Td {' '.join(shown)} ET Q")

    def _encoded_by(self, text: str, bold: bool) -> tuple[tuple[int, str], ...]:
        """Return the operators that show the parts of a text, each with the number of its font."""
        parts = groupby(text, lambda letter: self._font(letter, bold))
        return tuple((font.i, font.encode_text("".join(letters))) for font, letters in parts)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a line of text."""
        return self._width_of(self.fonts.ready(text), size, bold)

    def _width_of(self, text: str, size: float, bold: bool) -> float:
        units = self._units(text, bold)
        if units is not None:
            return units * size * 0.001
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        return float(self.pdf.get_string_width(text))

    def _units_of(self, text: str, bold: bool) -> float | None:
        """Return the width of a text in thousandths of its size; None if it must be shaped."""
        if _UNJOINED.fullmatch(text) is None:
            return None
        return float(sum(self._font(letter, bold).cw[ord(letter)] for letter in text))
