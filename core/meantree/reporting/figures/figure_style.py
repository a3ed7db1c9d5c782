"""Colours and fonts of figures: light and dark as in the app, and for print."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from meantree.escaping import shortened
from meantree.metrics.evidence import Status
from meantree.picture.style import DARK, LIGHT, Palette

BLACK, WHITE = "#000000", "#ffffff"
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
"""Markers of series of points, which differ in print, too."""
LINES = ("-", "--", ":", "-.")
"""Line styles of series."""
POINT_SIZE = 9.0
"""Font size, in points."""


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """Colours as ``#rrggbb`` and fonts.

    Attributes:
        surface: behind everything.
        text, muted: titles and names; numbers of the axes.
        line: axes and their ticks.
        accent: of what has no series.
        series: colours of series, first the accent, distinct for colour-blind people; further series repeat them
            with other :data:`MARKERS` and :data:`LINES`.
        low, high: the ends of a scale from −1 to 1.
        families: preferred fonts.
    """

    surface: str
    text: str
    muted: str
    line: str
    accent: str
    series: tuple[str, ...]
    low: str
    high: str
    families: tuple[str, ...] = ()

    def look(self, number: int) -> tuple[str, str, str]:
        """Return colour, marker and line of a 0-based series."""
        return self.series[number % len(self.series)], MARKERS[number % len(MARKERS)], LINES[number % len(LINES)]


def style_of(palette: Palette, families: tuple[str, ...] = ()) -> FigureStyle:
    """Return the style for a palette of the app, with its fonts."""
    return replace(_DARK if palette is DARK else _LIGHT, families=families)


def _of(palette: Palette, yellow: str) -> FigureStyle:
    matched, missed, extra, partial = (palette.status[status] for status in Status)
    series = (partial, missed, matched, extra, yellow, palette.muted)
    return FigureStyle(
        palette.surface, palette.text, palette.muted, palette.line, palette.accent, series, missed, partial
    )


_LIGHT, _DARK = _of(LIGHT, "#8a6d00"), _of(DARK, "#e3c94a")
PRINT = replace(_LIGHT, surface=WHITE, text=BLACK, muted="#404040", line="#606060")


BASE = "DejaVu Sans"
"""The font that comes with matplotlib."""
OTHERS = (
    *("Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Noto Sans JP", "Noto Sans KR"),
    *("Droid Sans Fallback", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Microsoft YaHei", "SimHei", "PingFang SC"),
    *("Hiragino Sans", "MS Gothic", "Malgun Gothic", "Apple SD Gothic Neo", "Arial Unicode MS", "FreeSans"),
    *("Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil"),
    *(
        "Noto Sans Sinhala",
        "Noto Sans Thai",
        "Noto Sans Ethiopic",
        "Nirmala UI",
        "Leelawadee UI",
        "Segoe UI",
        "Unifont",
    ),
)
"""Fonts of many scripts, in order; the first one with a glyph for a letter draws it."""
NO_GLYPH = "□"
LONGEST_NAME = 28


def figure_text(text: str, families: Iterable[str], limit: int = LONGEST_NAME) -> str:
    """Return a name that can be drawn: escaped, shortened in the middle, with a sign for each letter without a font."""
    letters = _letters(tuple(families))
    return "".join(letter if ord(letter) in letters else NO_GLYPH for letter in shortened(text, limit))


def font_families(wanted: Iterable[str]) -> list[str]:
    """Return the wanted fonts that matplotlib finds, then those of other scripts, each once."""
    return [family for family in dict.fromkeys((*wanted, BASE, *OTHERS)) if family in _installed()]


@cache
def _installed() -> frozenset[str]:
    """Return the names of all fonts, which may have come and gone since matplotlib listed them."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    if sys.platform != "darwin":  # where finding fonts takes seconds
        for path in {*findSystemFonts()} - {font.fname for font in fontManager.ttflist}:
            with suppress(Exception):  # as matplotlib leaves out fonts that it cannot read
                fontManager.addfont(path)
    return frozenset(font.name for font in fontManager.ttflist if Path(font.fname).exists())


@cache
def _letters(wanted: tuple[str, ...]) -> frozenset[int]:
    """Return the code points that fonts cover."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    paths = (findfont(FontProperties(family=family)) for family in font_families(wanted))
    return frozenset[int]().union(*(get_font(path).get_charmap() for path in paths))
