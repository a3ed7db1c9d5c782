"""Letters of any script in figures: fonts that have them, and a sign in place of what no font has."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from meantree.escaping import shortened

BASE = "DejaVu Sans"
"""Comes with matplotlib."""
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
"""Fonts of many scripts that systems have; of these the first that has a letter writes it."""
NO_GLYPH = "□"
LONGEST_NAME = 28


def figure_text(text: str, families: Iterable[str], limit: int = LONGEST_NAME) -> str:
    """A name as it can be drawn: escaped, its middle left out where it is long, a sign for each letter without font."""
    known = [_letters(one) for one in font_families(families)]
    cut = shortened(text, limit)
    return "".join(one if any(ord(one) in letters for letters in known) else NO_GLYPH for one in cut)


def font_families(wanted: Iterable[str]) -> list[str]:
    """Those of the wanted fonts that matplotlib finds, then those of other scripts, each once."""
    return [one for one in dict.fromkeys((*wanted, BASE, *OTHERS)) if one in _installed()]


@cache
def _installed() -> frozenset[str]:
    from matplotlib.font_manager import fontManager

    return frozenset(fontManager.get_font_names())


@cache
def _letters(family: str) -> frozenset[int]:
    """The characters that a font has."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return frozenset(get_font(findfont(FontProperties(family=family))).get_charmap())
