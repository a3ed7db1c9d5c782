"""JSON that others wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

DIGITS = 300
"""A whole number of more digits may exceed every float; it is read as a float, perhaps an infinite one."""
# Other escapes, and characters in two halves; the group is a half without the other.
_ESCAPES = re.compile(
    r"\\[^u]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def read_json(text: str, pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return the value of a text in JSON, all of whose strings can be encoded in UTF-8.

    Args:
        pairs_hook: makes objects of their names and values.

    Raises:
        ValueError: if it is no JSON, is nested too deeply, or has half a character (a lone surrogate).
    """
    half = next((match for match in _ESCAPES.finditer(text) if match[1]), None) if "\\u" in text else None
    if half is not None:
        raise ValueError(f"half a character, {half[1]}, in line {text.count(chr(10), 0, half.start()) + 1}")
    try:
        return json.loads(text, parse_int=_number, object_pairs_hook=pairs_hook)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _number(digits: str) -> float:
    return int(digits) if len(digits) <= DIGITS else float(digits)
