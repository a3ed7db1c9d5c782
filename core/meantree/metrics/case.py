"""How words are compared."""

from __future__ import annotations

from typing import Literal

Case = Literal["fold", "keep"]


def folded(word: str, case: Case) -> str:
    """The word as compared: case-folded, or as written with ``case=keep``."""
    return word.casefold() if case == "fold" else word
