"""Which way a text runs."""

from __future__ import annotations

import unicodedata


def is_right_to_left(text: str) -> bool:
    """Whether most letters belong to a script that runs from right to left."""
    strong = [kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")]
    return sum(kind != "L" for kind in strong) > len(strong) / 2
