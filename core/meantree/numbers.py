"""Numbers as people read them, in the window, in pictures and in reports.

One precision for one sort of number: scores, their differences and their bounds have three places everywhere
(:func:`fixed`, and :func:`difference`, which also writes what a feature adds), what was counted stands as a whole
number or has three places, too (:func:`amount`), and other values have three significant digits (:func:`short`). On
the screen the steps by which a score comes about are written like counts, with their points below each other
(:func:`aligned`), and with all their digits in a tip (:func:`full`); on paper, which has no tips, they have four digits
(``short(value, STEP_DIGITS)``). Nothing that is a score is written in any other way, and nothing that is not 0 as 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MINUS = "−"
NEGLIGIBLE = 1e-9
"""Scores are sums of floats."""
SMALLEST: Final = 0.001
"""Number but 0 that stands with three places."""
STEP_DIGITS: Final = 4
"""Of the steps of a derivation, so that whoever computes them again gets the three places of the score."""
UNREADABLE: Final = 10**9
"""So large a number is not read digit by digit."""
DIGIT_SPACE, POINT_SPACE = "\u2007", "\u2008"
"""Spaces as wide as a digit and as a point."""


def short(number: float, digits: int = 3) -> str:
    """A number in few characters; small ones stand as powers of ten, as in ``2e-19``."""
    if 0 < abs(number) < 0.01:
        mantissa, exponent = f"{number:.{digits - 3}e}".split("e")
        return f"{float(mantissa):g}e{int(exponent)}"
    return f"{number:.{digits - 1 if abs(number) < 0.1 else digits}g}"


def fixed(number: float, places: int = 3) -> str:
    """A score with three places, or as many as there is room for; a minus is as wide as a plus.

    With three places, what is smaller than .001 but not 0 is ``<.001``, below 0 ``>−.001``: a p of 1/1001, too.
    """
    size = abs(number)
    if 0 < size < SMALLEST - NEGLIGIBLE and places >= 3:
        return f">{MINUS}.001" if number < 0 else "<.001"
    text = f"{size:.{places}f}"
    return f"{MINUS}{text}" if number < 0 and float(text) else text


def percent(probability: float) -> str:
    """A probability in whole per cent, rounded down: 100 % is certain, and what is below a limit is written so."""
    return f"{int(100 * probability + NEGLIGIBLE)} %"


def amount(number: float) -> str:
    """What was counted: a whole number as such, ``1,234``; an expectation over parses with three places, as a score."""
    nearest = round(number)
    if abs(nearest) >= UNREADABLE:
        return short(number, STEP_DIGITS)  # values of kernels
    is_whole = number == nearest or (nearest != 0 and abs(number - nearest) < NEGLIGIBLE)
    return f"{nearest:,}" if is_whole else fixed(number)


def full(number: float) -> str:
    """All digits that mean something, for tips and for whoever computes a number again."""
    return f"{number:.10g}"


def difference(number: float, places: int = 3) -> str:
    """How much a score is above or below another one, or what a feature adds to it or takes from it.

    ``+0.000`` is more, but less than 0.0005; 0 has no sign.
    """
    sign = "" if abs(number) < NEGLIGIBLE else MINUS if number < 0 else "+"
    return f"{sign}{abs(number):.{places}f}"


def aligned(numbers: Sequence[str]) -> tuple[str, ...]:
    """Numbers with spaces behind them: at the right of a column their points stand below each other.

    Powers of ten stay as they are.
    """
    plain = [len(text.partition(".")[2]) for text in numbers if "e" not in text]
    return tuple(text if "e" in text else text + _padding(text, max(plain)) for text in numbers)


def _padding(text: str, most: int) -> str:
    places = len(text.partition(".")[2])
    return (POINT_SPACE if most and not places else "") + DIGIT_SPACE * (most - places)
