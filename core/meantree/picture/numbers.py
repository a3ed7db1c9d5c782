"""Numbers as people read them, in the window, in pictures and in reports.

One precision for one sort of number: scores, their differences and their bounds have three places everywhere
(:func:`fixed`, :func:`signed`), counts and other values three significant digits (:func:`short`), and the steps by
which a score comes about four (``short(value, STEP_DIGITS)``), with their points below each other in a column
(:func:`aligned`). Nothing that is a score is written in any other way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MINUS = "−"
STEP_DIGITS: Final = 4
"""Of the steps of a derivation, so that whoever computes them again gets the three places of the score."""
DIGIT_SPACE, POINT_SPACE = "\u2007", "\u2008"
"""Spaces as wide as a digit and as a point."""


def short(number: float, digits: int = 3) -> str:
    """A number in few characters; small ones stand as powers of ten, as in ``2e-19``."""
    if 0 < abs(number) < 0.01:
        mantissa, exponent = f"{number:.{digits - 3}e}".split("e")
        return f"{float(mantissa):g}e{int(exponent)}"
    return f"{number:.{digits - 1 if abs(number) < 0.1 else digits}g}"


def fixed(number: float, places: int = 3) -> str:
    """A score with three places, or as many as there is room for; a minus is as wide as a plus."""
    size = abs(number)
    text = short(size) if 0 < size < 0.0005 and places >= 3 else f"{size:.{places}f}"
    return f"{MINUS}{text}" if number < 0 and float(text) else text


def signed(difference: float) -> str:
    """How much a score rose or fell."""
    return f"{MINUS if difference < 0 else '+'}{fixed(abs(difference))}"


def aligned(numbers: Sequence[str]) -> tuple[str, ...]:
    """Numbers with spaces behind them: at the right of a column their points stand below each other.

    Powers of ten stay as they are.
    """
    plain = [len(text.partition(".")[2]) for text in numbers if "e" not in text]
    return tuple(text if "e" in text else text + _padding(text, max(plain)) for text in numbers)


def _padding(text: str, most: int) -> str:
    places = len(text.partition(".")[2])
    return (POINT_SPACE if most and not places else "") + DIGIT_SPACE * (most - places)
