"""The fonts of pictures: their sizes, and how wide texts are where no font can be asked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Literal

Font = Literal["word", "note", "label", "entry"]
Measure = Callable[[str, Font], float]
"""The width of a text in the font it is drawn in."""

FONT = "DejaVu Sans, Verdana, sans-serif"
SIZES: dict[Font, float] = {"word": 14.0, "note": 9.5, "label": 10.0, "entry": 12.0}


def approximate_width(text: str, font: Font) -> float:
    """A text's width where no font can be asked: generous for a sans-serif of this size."""
    wide = sum(1.75 if unicodedata.east_asian_width(char) in "WF" else 1.35 if char in "mwMW@%" else 1 for char in text)
    return 0.62 * SIZES[font] * wide
