"""Fonts of a PDF document: those that are shipped, and those of the machine for characters that they lack."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Collection, Container, Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, Final

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fpdf.fonts import TTFFont

from meantree.escaping import one_line
from meantree.shipped import shipped

if TYPE_CHECKING:
    from fpdf import FPDF
    from uharfbuzz import Face, SubsetInput

FAMILY: Final = "shipped"
MOST_FILES: Final = 2_000
"""Maximum number of installed fonts that are examined."""
_RESTRICTED: Final = 0x0002
"""The bit of a font's licence that forbids embedding."""
_UNUSED: Final = (b"GDEF", b"GPOS", b"GSUB", b"MATH", b"hdmx", b"kern", b"meta")
"""Tables of which a document has no use, since its texts are shaped already."""
_FAVOURED: Final = ("notosans", "droidsans", "arialuni", "segoeui", "pingfang", "hiragino", "malgun", "msyh", "yugoth")
"""Prefixes of the names of plain fonts that go well with ours."""
_MARKED: Final = ("bold", "black", "italic", "oblique", "light", "thin", "mono", "condensed", "serif")
"""Parts of the names of other fonts."""


class PdfFonts:
    """Fonts of a document, so that it can draw each character.

    Attributes:
        undrawn: characters that no font has; they are printed as escapes.
    """

    def __init__(self, pdf: FPDF, expected: Collection[str] = ()) -> None:
        """Add the shipped fonts.

        Args:
            expected: characters of its texts; of a font of the machine only these are opened, which saves time.
        """
        self._pdf, self._expected = pdf, frozenset(map(ord, expected))
        self._known: set[int] = set()
        self._others: list[str] = []
        self._parts: set[tuple[Path, int]] = set()
        self._folder: TemporaryDirectory[str] | None = None
        self._escapes: dict[str, str] = {}
        self.undrawn: set[str] = set()
        for style, name in (("", "DejaVuSans.ttf"), ("B", "DejaVuSans-Bold.ttf")):
            pdf.add_font(FAMILY, style, shipped("fonts") / name)
        self._add(FAMILY)  # the bold font has fewer characters

    def ready(self, text: str) -> str:
        """Return a text that can be drawn: invisible and unsupported characters are escaped."""
        text = one_line(text)
        if self._known.issuperset(map(ord, text)):
            return text
        return "".join(letter if self._has(letter) else self._escape(letter) for letter in text)

    def font_of(self, letter: str, bold: bool) -> TTFFont:
        """Return the font that draws a letter of a text that is ready."""
        fonts = _fonts(self._pdf)
        names = (f"{FAMILY}B" if bold else FAMILY, *self._others)
        return next(fonts[name] for name in names if ord(letter) in fonts[name].cmap)

    def shrink(self) -> None:
        """Keep the glyphs that the document uses; fpdf2 itself would do so with fontTools, which takes much longer.

        Nothing may be drawn afterwards.
        """
        for font in _fonts(self._pdf).values():
            if font.color_font:
                continue
            try:
                part = _UsedPart(font)
            except RuntimeError:  # HarfBuzz cannot divide it; fontTools may
                continue
            font.ttfont.close()
            font.ttfont = part

    def close(self) -> None:
        """Close the files of all fonts; the document must be written by then."""
        for font in _fonts(self._pdf).values():
            font.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _has(self, letter: str) -> bool:
        code = ord(letter)
        if code in self._known:
            return True
        if letter in self._escapes:
            return False
        font = font_with(code)
        if font is None:
            return False
        name = f"other{len(self._others)}"
        path, number = self._part(font, code)
        self._pdf.add_font(name, "", path, collection_font_number=number)
        self._add(name)
        return code in self._known

    def _part(self, font: tuple[Path, int], code: int) -> tuple[Path, int]:
        """Return a file of the expected characters of a font, a hundredth of it; the font itself at its second use."""
        if code not in self._expected or font in self._parts:
            return font
        self._parts.add(font)
        try:
            if self._folder is None:
                self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
            path = Path(self._folder.name, f"{len(self._parts)}.otf")
            path.write_bytes(_part_of(*font, characters=self._expected - self._known))
        except Exception:  # a full disk or a font that HarfBuzz cannot divide must not stop the report
            return font
        return path, 0

    def _add(self, name: str) -> None:
        """Use a font of the document for characters that others lack."""
        self._others.append(name)
        self._pdf.set_fallback_fonts(self._others, exact_match=False)
        self._known.update(_fonts(self._pdf)[name].cmap)

    def _escape(self, letter: str) -> str:
        self.undrawn.add(letter)
        if letter not in self._escapes:
            self._escapes[letter] = letter.encode("ascii", "backslashreplace").decode("ascii")
        return self._escapes[letter]


def _fonts(pdf: FPDF) -> dict[str, TTFFont]:
    """Return the fonts of a document that are read from files, by their keys."""
    return {key: font for key, font in pdf.fonts.items() if isinstance(font, TTFFont)}


class _UsedPart(TTFont):  # type: ignore[misc]  # fontTools has no types
    """The glyphs of a font that a document uses, as a file; fpdf2 asks for nothing else, and takes it as it is."""

    def __init__(self, font: TTFFont) -> None:
        import uharfbuzz

        super().__init__()
        glyphs = {name: font.ttfont.getGlyphID(name) for name in font.subset.get_all_glyph_names()}
        wanted: SubsetInput = uharfbuzz.SubsetInput()
        wanted.flags = uharfbuzz.SubsetFlags.NOTDEF_OUTLINE | uharfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
        wanted.glyph_set.update(glyphs.values())
        wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in _UNUSED)
        plan = uharfbuzz.SubsetPlan(_face(font.ttffile, font.collection_font_number), wanted)
        self._part, numbers = plan.execute(), plan.old_to_new_glyph_mapping
        self._numbers: dict[str, int] = {name: numbers[glyph] for name, glyph in glyphs.items()}
        self.setGlyphOrder([".notdef", *self._numbers])

    def getGlyphID(self, name: str) -> int:  # noqa: N802
        """Return the number of a glyph in the part."""
        return self._numbers[name]

    def save(self, file: BinaryIO) -> None:
        """Write the part, and add the table of outlines, which fpdf2 embeds alone if it has numbers of characters."""
        file.write(self._part.blob.data)
        if "CFF " in self._part.table_tags:
            outlines = DefaultTable("CFF ")
            outlines.data = self._part.reference_table("CFF ").data
            self["CFF "] = outlines


def _part_of(path: Path, number: int, characters: Iterable[int]) -> bytes:
    """Return a font with few characters of another, and all that their shaping may put in their place."""
    import uharfbuzz

    wanted: SubsetInput = uharfbuzz.SubsetInput()
    wanted.flags = uharfbuzz.SubsetFlags.GLYPH_NAMES | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    wanted.unicode_set.update(characters)
    return bytes(uharfbuzz.subset(_face(path, number), wanted).blob.data)


def _face(path: Path, number: int) -> Face:
    """Return a font of a file."""
    import uharfbuzz

    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)), number)


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
