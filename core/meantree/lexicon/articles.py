"""The indefinite article before a word."""

from __future__ import annotations

import re
from typing import Final

_OPEN: Final = re.compile(r"(?!use|usu|uto|eu|on(?:e|ce)\b|uni(?![dmn]))[aeiou]|hour|honest|hono|heir|8|1[18](?!\d)")
"""Beginnings of words after "an": no use, no union, but the unimportant, and 18."""


def article(word: str) -> str:
    """Return the indefinite article before a word, by its first letters: a user, an hour."""
    return "an" if _OPEN.match(word.lower()) else "a"
