"""Places in a text whose blanks are others elsewhere: tables and tools trim, double and replace them."""

from __future__ import annotations


def without_blanks(text: str) -> str:
    """The text without any blanks."""
    return "".join(text.split())


def moved(start: int, end: int, one: str, other: str) -> tuple[int, int]:
    """Where the characters from ``start`` to ``end`` of one text stand in another that differs in blanks alone."""
    stripped = one.strip()
    if stripped == other.strip():
        shift = (len(other) - len(other.lstrip())) - (len(one) - len(one.lstrip()))
        size = len(other)
        return min(size, max(0, start + shift)), min(size, max(0, end + shift))
    places = [place for place, character in enumerate(other) if not character.isspace()]
    before, through = len(without_blanks(one[:start])), len(without_blanks(one[:end]))
    first = places[before] if before < len(places) else len(other)
    return first, max(first, places[through - 1] + 1 if through else 0)
