"""Which characters paper can show: those of the shipped fonts, then of the machine's; others are escapes or a line."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from meantree.escaping import one_line
from meantree.picture.style import KEPT_WIDTHS, SIZES, Font, approximate_width
from meantree.shipped import shipped

if TYPE_CHECKING:
    from typst import FontInfo

FAMILY: Final = "DejaVu Sans"
MOST_FONTS: Final = 2_000
"""Maximum number of installed fonts that are examined."""
MOST_MISSING: Final = 0.2
"""Share of the characters of a text up to which those without a glyph are escaped."""
_RESTRICTED: Final = 0x0002
"""The bit of a font's licence that forbids embedding."""
_FAVOURED: Final = (
    "noto sans",
    "droid sans",
    "arial unicode",
    "segoe ui",
    "pingfang",
    "hiragino",
    "malgun",
    "yu gothic",
)
"""Prefixes of the names of plain fonts that go well with ours."""
_MARKED: Final = ("mono", "condensed", "serif", "last")
"""Parts of the names of other fonts; those of last resort draw boxes."""
_FONTS: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(("CJK", "IDEOGRAPHIC", "FULLWIDTH"), ("Chinese", "Noto Sans CJK SC")),
    **dict.fromkeys(("HIRAGANA", "KATAKANA"), ("Japanese", "Noto Sans CJK JP")),
    "HANGUL": ("Korean", "Noto Sans CJK KR"),
}
"""Names of scripts, and fonts that have them, by the first word of the names of characters; others are regular."""


@cache
def _advances() -> dict[int, float]:
    """Return the characters of the shipped font, each with its width as a share of the size."""
    from fontTools.ttLib import TTFont

    with TTFont(shipped("fonts") / "DejaVuSans.ttf", lazy=True) as font:
        widths, unit = font["hmtx"], font["head"].unitsPerEm
        return {code: widths[name][0] / unit for code, name in font.getBestCmap().items()}


@dataclass(slots=True)
class Glyphs:
    """The fonts that the texts of a document need.

    Attributes:
        undrawn: characters that no font has.
        others: fonts of the machine that have what ours lacks, in the order in which they were needed.
    """

    undrawn: set[str] = field(default_factory=set)
    others: list[FontInfo] = field(default_factory=list)
    _known: set[int] = field(default_factory=lambda: set(_advances()))

    @property
    def families(self) -> list[str]:
        """The names of the fonts, preferred ones first."""
        return list(dict.fromkeys((FAMILY, *(font.family for font in self.others))))

    @property
    def folders(self) -> list[Path]:
        """The folders that hold them."""
        return list(dict.fromkeys((shipped("fonts"), *(Path(font.path or "").parent for font in self.others))))

    def escaped(self, text: str) -> str:
        """Return a text on one line, in which invisible characters and those that no font has are escapes."""
        text = one_line(text)
        return text if self._known.issuperset(map(ord, text)) else text.translate(self._escapes(text))

    def picture(self, svg: str) -> str:
        """Return a picture in whose texts such characters are escapes."""
        return svg.translate({ord(letter): self.escaped(letter) for letter in {*svg} - {"\n"}})

    def replacement(self, text: str) -> str:
        """Return the line that stands for a text of which more than a fifth would be escapes; empty for other texts.

        A name of few letters is told apart by its escapes, which are shorter than that line.
        """
        text = one_line(text)
        if self._known.issuperset(map(ord, text)):
            return ""
        escapes = self._escapes(text)
        missing = [letter for letter in text if ord(letter) in escapes]
        if len(missing) <= MOST_MISSING * len(text):
            return ""
        line = f"Not printed: {without_font(missing)}."
        return line if len(line) < len(text.translate(escapes)) else ""

    def measure(self, text: str, font: Font) -> float:
        """Return the width of a text of a picture, in pixels."""
        return shipped_width(self.escaped(text), font)

    def _escapes(self, text: str) -> dict[int, str]:
        """Return the escapes of the characters of a text that no font has."""
        missing = [letter for letter in dict.fromkeys(text) if not self._has(letter)]
        self.undrawn.update(missing)
        return {ord(letter): letter.encode("ascii", "backslashreplace").decode("ascii") for letter in missing}

    def _has(self, letter: str) -> bool:
        code = ord(letter)
        if code in self._known:
            return True
        font = None if letter in self.undrawn else font_with(code)
        if font is None:
            return False
        self._known.add(code)
        if font not in self.others:
            self.others.append(font)
        return True


@lru_cache(KEPT_WIDTHS)
def shipped_width(text: str, font: Font) -> float:
    """Return the width of a text in the shipped font, in pixels; that of letters that it lacks is estimated."""
    advances = _advances()
    return sum(
        SIZES[font] * advances[ord(letter)] if ord(letter) in advances else approximate_width(letter, font)
        for letter in text
    )


def without_font(letters: Iterable[str]) -> str:
    """Return what to do for letters that no font has."""
    script, font = scripts(letters)[0]
    return f"no font of this machine has the {script} script; install {font}"


def scripts(letters: Iterable[str]) -> list[tuple[str, str]]:
    """Return the names of the scripts of characters, each with a font that has it, the most frequent one first."""
    return [script for script, _ in Counter(map(_script, letters)).most_common()]


def _script(letter: str) -> tuple[str, str]:
    if unicodedata.category(letter) in ("So", "Sk"):
        return "emoji", "Noto Emoji"
    word = unicodedata.name(letter, "unnamed").split()[0].split("-")[0]
    return _FONTS.get(word, (word.capitalize(), f"Noto Sans {word.capitalize()}"))


class _Machine:
    """The characters of the machine's fonts, which are read until one has what is looked for."""

    def __init__(self) -> None:
        self._fonts: dict[int, FontInfo] = {}
        self._unread = iter(_installed())
        self._lock = Lock()

    def font_with(self, code: int) -> FontInfo | None:
        """Return the preferred font that has a character."""
        with self._lock:
            while code not in self._fonts and (font := next(self._unread, None)) is not None:
                for other in characters(Path(font.path or ""), font.index):
                    self._fonts.setdefault(other, font)
            return self._fonts.get(code)


def font_with(code: int) -> FontInfo | None:
    """Return an installed font with a character that may be embedded."""
    return _machine().font_with(code)


@cache
def _machine() -> _Machine:
    return _Machine()


def _installed() -> list[FontInfo]:
    """Return the plain fonts of the machine, preferred ones first."""
    from typst import Fonts

    fonts = Fonts(include_system_fonts=True, include_embedded_fonts=False).fonts()
    plain = (font for font in fonts if font.path and font.style == "normal" and font.weight == 400)
    return sorted(plain, key=_rank)[:MOST_FONTS]


def _rank(font: FontInfo) -> tuple[bool, bool, str, str, int]:
    name = font.family.lower()
    return any(word in name for word in _MARKED), not name.startswith(_FAVOURED), name, font.path or "", font.index


def characters(path: Path, number: int) -> Iterator[int]:
    """Yield the characters of a font in a file; none if it may not be embedded."""
    from fontTools.ttLib import TTFont

    try:
        with path.open("rb") as stream, TTFont(stream, fontNumber=number, lazy=True) as font:
            may_be_embedded = font["OS/2"].fsType & 0x000F != _RESTRICTED
            codes = list(font.getBestCmap()) if may_be_embedded else []
    except Exception:  # a broken installed font must not stop the report
        return
    yield from codes
