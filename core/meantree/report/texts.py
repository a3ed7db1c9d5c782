"""Texts of a corpus as a page can hold them."""

from __future__ import annotations

import re

# Control characters but for tabs and line ends, and what no file of characters may hold. Letters that join or turn what
# follows stay: they belong to texts in many scripts, and each text stands apart.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    r"""A text in which characters that cannot be printed stand as escapes, as ``\x1b``."""
    return _UNPRINTABLE.sub(lambda found: _escape(found[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
