"""Pictures in PDF: vectors and selectable texts, made without a browser or a display."""

from __future__ import annotations

import os
import re
import struct
import sys
from collections.abc import Container, Iterator, Sequence
from datetime import UTC, date, datetime, time
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fpdf import FPDF
from fpdf.enums import PDFResourceType

from meantree import __version__
from meantree.escaping import one_line
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
from meantree_resources import resource

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.fonts import TTFFont
    from uharfbuzz import Face

FAMILY: Final = "shipped"
MOST_FILES: Final = 2_000
"""Maximum number of installed fonts that are examined."""
_RESTRICTED: Final = 0x0002
"""The bit of a font's licence that forbids embedding."""
_FAVOURED: Final = ("notosans", "droidsans", "arialuni", "segoeui", "pingfang", "hiragino", "malgun", "msyh", "yugoth")
"""Prefixes of the names of plain fonts that go well with ours."""
_MARKED: Final = ("bold", "black", "italic", "oblique", "light", "thin", "mono", "condensed", "serif")
"""Parts of the names of other fonts."""


class PdfFonts:
    """Fonts of a document, so that it can draw each character.

    Attributes:
        undrawn: characters that no font has; they are printed as escapes.
    """

    def __init__(self, pdf: FPDF) -> None:
        self._pdf = pdf
        self._known: set[int] = set()
        self._others: list[str] = []
        self._escapes: dict[str, str] = {}
        self.undrawn: set[str] = set()
        for style, name in (("", "DejaVuSans.ttf"), ("B", "DejaVuSans-Bold.ttf")):
            pdf.add_font(FAMILY, style, resource(f"fonts/{name}"))
        self._add(FAMILY)  # the bold font has fewer characters

    def ready(self, text: str) -> str:
        """Return a text that can be drawn: invisible and unsupported characters are escaped."""
        text = one_line(text)
        if self._known.issuperset(map(ord, text)):
            return text
        return "".join(letter if self._has(letter) else self._escape(letter) for letter in text)

    def close(self) -> None:
        """Close the files of all fonts; the document must be written by then."""
        from fpdf.fonts import TTFFont

        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def _has(self, letter: str) -> bool:
        code = ord(letter)
        if code in self._known:
            return True
        if letter in self._escapes:
            return False
        font = font_with(code)
        if font is None:
            return False
        path, number = font
        name = f"other{len(self._others)}"
        self._pdf.add_font(name, "", path, collection_font_number=number)
        self._add(name)
        return code in self._known

    def _add(self, name: str) -> None:
        """Use a font of the document for characters that others lack."""
        from fpdf.fonts import TTFFont

        self._others.append(name)
        self._pdf.set_fallback_fonts(self._others, exact_match=False)
        font = self._pdf.fonts[name]
        if isinstance(font, TTFFont):
            font.ttfont.recalcBBoxes = False  # those of the whole font do for a part of it, and take no time
            self._known.update(font.cmap)

    def _escape(self, letter: str) -> str:
        self.undrawn.add(letter)
        if letter not in self._escapes:
            self._escapes[letter] = letter.encode("ascii", "backslashreplace").decode("ascii")
        return self._escapes[letter]


@cache
def font_with(code: int) -> tuple[Path, int] | None:
    """Return an installed font with a character that may be embedded, and its number in its file."""
    for path in _installed():
        for number, codes in enumerate(characters(path)):
            if code in codes:
                return path, number
    return None


@cache
def _installed() -> tuple[Path, ...]:
    """Return the files of fonts, preferred ones first."""
    paths = (path for folder in _folders() for path in _files(folder))
    files = [path for path, _ in zip(paths, range(MOST_FILES), strict=False)]
    return tuple(sorted(files, key=_rank))


def _rank(path: Path) -> tuple[bool, bool, str]:
    name = path.name.lower()
    return any(word in name for word in _MARKED), not name.startswith(_FAVOURED), str(path)


def _files(folder: Path) -> Iterator[Path]:
    for root, _, names in os.walk(folder):
        yield from (Path(root, name) for name in sorted(names) if name.lower().endswith((".ttf", ".otf", ".ttc")))


def _folders() -> Iterator[Path]:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows"), "Fonts")
        yield Path(os.environ.get("LOCALAPPDATA", home), "Microsoft", "Windows", "Fonts")
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts")
    else:
        shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        yield from (Path(folder, "fonts") for folder in shared.split(":") if folder)
        yield from (home / ".local" / "share" / "fonts", home / ".fonts")


@cache
def characters(path: Path) -> tuple[Container[int], ...]:
    """Return the characters of each font in a file; none if it has no outlines or may not be embedded."""
    import uharfbuzz

    try:
        blob = uharfbuzz.Blob.from_file_path(str(path))
        faces = [uharfbuzz.Face(blob, number) for number in range(_faces(path))]
        return tuple(face.unicodes if _may_be_embedded(face) else () for face in faces)
    except Exception:  # a broken installed font must not stop the report
        return ()


def _faces(path: Path) -> int:
    """Return the number of fonts in a file."""
    with path.open("rb") as stream:
        head = stream.read(12)
    return int(struct.unpack(">I", head[8:12])[0]) if head[:4] == b"ttcf" else 1


def _may_be_embedded(face: Face) -> bool:
    tables = set(face.table_tags)
    if not tables & {"glyf", "CFF "} or "OS/2" not in tables or "post" not in tables:
        return False
    (licence,) = struct.unpack(">H", face.reference_table("OS/2").data[8:10])
    return int(licence) & 0x000F != _RESTRICTED


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


def _colour(colour: str, opacity: float = 1.0) -> str:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _numbers([1 - opacity * (1 - part) for part in parts])


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{value:.2f}" for value in values)


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
    """Draws pictures and lines of text into a document.

    Attributes:
        pdf: the document.
        fonts: what its texts are drawn with.
    """

    def __init__(self, pdf: FPDF) -> None:
        self.pdf, self.fonts = pdf, PdfFonts(pdf)
        self._plain: dict[bool, frozenset[int]] = {}

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
        if self.is_plain(text, bold=bold):
            return self._write_plain(text, x, y, size, colour, anchor, bold=bold)
        self.face(size, colour, bold=bold)
        self.shape(text)
        width = float(self.pdf.get_string_width(text))
        left = x if anchor == "start" else x - width if anchor == "end" else x - width / 2
        self.pdf.set_xy(left, y - ASCENT * size)
        self.pdf.cell(width, size, text)
        return width

    def is_plain(self, text: str, *, bold: bool = False) -> bool:
        """Return whether the shipped font has all characters of a text, and none needs to be shaped."""
        return _UNJOINED.fullmatch(text) is not None and self._codes(bold=bold).issuperset(map(ord, text))

    def _codes(self, *, bold: bool) -> frozenset[int]:
        if bold not in self._plain:
            self._plain[bold] = frozenset(self._font(bold=bold).cmap)
        return self._plain[bold]

    def _font(self, *, bold: bool) -> TTFFont:
        from fpdf.fonts import TTFFont

        font = self.pdf.fonts[f"{FAMILY}{'B' if bold else ''}"]
        assert isinstance(font, TTFFont)
        return font

    def _write_plain(
        self, text: str, x: float, y: float, size: float, colour: str, anchor: str, *, bold: bool
    ) -> float:
        """Write a line as :meth:`write_ready` does, without the search for fonts, which takes most of its time."""
        font = self._font(bold=bold)
        width = self._plain_width(text, size, bold=bold)
        left = x if anchor == "start" else x - width if anchor == "end" else x - width / 2
        self.pdf._resource_catalog.add(PDFResourceType.FONT, font.i, self.pdf.page)
        at = f"/F{font.i} {size:.2f} Tf {left:.2f} {self.pdf.h - y:.2f} Td"
        self.pdf._out(f"q {_colour(colour)} rg BT {at} {font.encode_text(text)} ET Q")
        return width

    def _plain_width(self, text: str, size: float, *, bold: bool) -> float:
        widths = self._font(bold=bold).cw
        return float(sum(widths[ord(letter)] for letter in text) * size * 0.001)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a line of text."""
        text = self.fonts.ready(text)
        if self.is_plain(text, bold=bold):
            return self._plain_width(text, size, bold=bold)
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        self.shape(text)
        return float(self.pdf.get_string_width(text)) if text else 0.0

    def shape(self, text: str) -> None:
        """Use text shaping only for scripts that need it, since it is slow."""
        self.pdf.set_text_shaping(use_shaping_engine=_UNJOINED.fullmatch(text) is None)

    def face(self, size: float, colour: str, *, bold: bool = False) -> None:
        """Set font and colour of the following text."""
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        self.pdf.set_text_color(colour)
