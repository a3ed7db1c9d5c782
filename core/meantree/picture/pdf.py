"""Pictures in PDF: vectors and texts that can be selected, without a browser or a display."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from itertools import groupby
from typing import Final

from fpdf import FPDF

from meantree import __version__
from meantree.picture.display import POINTS, Display, Drawn, Lettering, display
from meantree.picture.pdf_fonts import FAMILY, Fonts
from meantree.picture.pdf_operators import operators

ASCENT: Final = 0.8
"""Of a text's size: from the upper edge of its cell down to its baseline."""
# Scripts that set letter beside letter, from left to right.
_UNJOINED = re.compile(
    "[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u200a\u2010-\u2027\u2030-\u205e\u20a0-\u20cf"
    "\u2100-\u2bff\u2e80-\u3029\u3030-\u9fff\uac00-\ud7a3\uff00-\uff9f]*"
)


def picture_pdf(drawings: Sequence[Drawn]) -> bytes:
    """A page as large as drawings one above the other."""
    picture = display(drawings)
    size = max(1.0, picture.width * POINTS), max(1.0, picture.height * POINTS)
    pdf = document(size)
    painter = Painter(pdf)
    pdf.add_page()
    try:
        painter.draw(picture, 0, 0, POINTS)
        return bytes(pdf.output())
    finally:
        painter.fonts.close()


def document(size: tuple[float, float], day: date | None = None) -> FPDF:
    """An empty document with pages of so many points, in which nothing depends on when it is written but ``day``."""
    pdf = FPDF(orientation="portrait", unit="pt", format=size)  # which leaves width and height as they are
    pdf.set_creation_date(datetime.combine(day or date(1980, 1, 1), time(), tzinfo=UTC))
    pdf.set_producer(f"Meantree {__version__}")
    pdf.set_creator("Meantree")
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.set_auto_page_break(auto=False)
    return pdf


class Painter:
    """Draws pictures and lines of text into a document.

    Attributes:
        pdf: the document.
        fonts: what its texts are drawn with.
    """

    def __init__(self, pdf: FPDF) -> None:
        self.pdf, self.fonts = pdf, Fonts(pdf)

    def draw(self, picture: Display, x: float, y: float, scale: float) -> None:
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
        """Write one line with its baseline at ``y``, and say how wide it is."""
        return self.write_ready(self.fonts.ready(text), x, y, size, colour, anchor=anchor, bold=bold)

    def write_ready(
        self, text: str, x: float, y: float, size: float, colour: str, *, anchor: str = "start", bold: bool = False
    ) -> float:
        """The same with a text that was made ready already."""
        if not text.strip():
            return 0.0
        self.face(size, colour, bold=bold)
        self.shape(text)
        width = float(self.pdf.get_string_width(text))
        left = x if anchor == "start" else x - width if anchor == "end" else x - width / 2
        self.pdf.set_xy(left, y - ASCENT * size)
        self.pdf.cell(width, size, text)
        return width

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a line of text is."""
        text = self.fonts.ready(text)
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        self.shape(text)
        return float(self.pdf.get_string_width(text)) if text else 0.0

    def shape(self, text: str) -> None:
        """Turn on what joins and orders letters where a text needs it; others are quicker drawn without."""
        self.pdf.set_text_shaping(use_shaping_engine=_UNJOINED.fullmatch(text) is None)

    def face(self, size: float, colour: str, *, bold: bool = False) -> None:
        """Write what follows like this."""
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        self.pdf.set_text_color(colour)
