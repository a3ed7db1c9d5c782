"""The fonts of PDF documents: one that ships, those of the machine for scripts that it lacks, escapes for the rest."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from meantree.escaping import one_line
from meantree_resources import resource

if TYPE_CHECKING:
    from fpdf import FPDF
    from uharfbuzz import Face

FAMILY: Final = "shipped"
MOST_FILES: Final = 2_000
"""So many fonts of a machine are looked at."""
_RESTRICTED: Final = 0x0002
"""The bit of a font's licence that forbids to put it into documents."""
_FAVOURED: Final = ("notosans", "droidsans", "arialuni", "segoeui", "pingfang", "hiragino", "malgun", "msyh", "yugoth")
"""How the names of plain faces begin, which stand well beside ours."""
_MARKED: Final = ("bold", "black", "italic", "oblique", "light", "thin", "mono", "condensed", "serif")
"""What the names of others tell."""


class Fonts:
    """Sees to it that a document has a font for each character that it draws.

    Attributes:
        undrawn: characters that no font draws; they stand as escapes.
    """

    def __init__(self, pdf: FPDF) -> None:
        self._pdf = pdf
        self._known: set[int] = set()
        self._others: list[str] = []
        self._escapes: dict[str, str] = {}
        self.undrawn: set[str] = set()
        for style, name in (("", "DejaVuSans.ttf"), ("B", "DejaVuSans-Bold.ttf")):
            pdf.add_font(FAMILY, style, resource(f"fonts/{name}"))
        self._add(FAMILY)  # the bold face has fewer letters

    def ready(self, text: str) -> str:
        """A text that can be drawn: what is unseen, or what no font has, is escaped."""
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
        found = font_with(code)
        if found is None:
            return False
        path, number = found
        name = f"other{len(self._others)}"
        self._pdf.add_font(name, "", path, collection_font_number=number)
        self._add(name)
        return code in self._known

    def _add(self, name: str) -> None:
        """Take a font of the document for letters that others lack."""
        from fpdf.fonts import TTFFont

        self._others.append(name)
        self._pdf.set_fallback_fonts(self._others, exact_match=False)
        found = self._pdf.fonts[name]
        self._known.update(found.cmap if isinstance(found, TTFFont) else ())

    def _escape(self, letter: str) -> str:
        self.undrawn.add(letter)
        if letter not in self._escapes:
            self._escapes[letter] = letter.encode("ascii", "backslashreplace").decode("ascii")
        return self._escapes[letter]


@cache
def font_with(code: int) -> tuple[Path, int] | None:
    """A font of this machine that has a character and may be put into documents, and its number in its file."""
    for path in _installed():
        for number, codes in enumerate(characters(path)):
            if code in codes:
                return path, number
    return None


@cache
def _installed() -> tuple[Path, ...]:
    """The files of fonts, favoured ones first."""
    found = (path for folder in _folders() for path in _files(folder))
    files = [path for path, _ in zip(found, range(MOST_FILES), strict=False)]
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
def characters(path: Path) -> tuple[frozenset[int], ...]:
    """The characters of each font in a file; none of one that has no outlines or may not be put into documents."""
    import uharfbuzz

    try:
        blob = uharfbuzz.Blob.from_file_path(str(path))
        faces = [uharfbuzz.Face(blob, number) for number in range(_faces(path))]
        return tuple(frozenset(face.unicodes) if _may_be_embedded(face) else frozenset() for face in faces)
    except Exception:  # a broken font of the machine is no fault of the report
        return ()


def _faces(path: Path) -> int:
    """How many fonts a file holds."""
    with path.open("rb") as stream:
        head = stream.read(12)
    return int(struct.unpack(">I", head[8:12])[0]) if head[:4] == b"ttcf" else 1


def _may_be_embedded(face: Face) -> bool:
    tables = set(face.table_tags)
    if not tables & {"glyf", "CFF "} or "OS/2" not in tables or "post" not in tables:
        return False
    (licence,) = struct.unpack(">H", face.reference_table("OS/2").data[8:10])
    return int(licence) & 0x000F != _RESTRICTED
