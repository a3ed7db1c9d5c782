"""Numbers for people, in tables of commands, in the window, in pictures and in reports.

Each sort of number has one precision everywhere. Scores, their differences and their bounds have three decimals
(:func:`fixed`, and :func:`difference`), p three, too, and contributions of features four; counts are whole numbers or
have three decimals (:func:`amount`), in tables one (:class:`Count`); other values have three significant digits
(:func:`short`). The steps of a derivation are formatted like counts, aligned at their decimal points (:func:`aligned`),
with all digits in a tooltip (:func:`full`); on paper, which has no tooltips, they have four digits (``short(value,
STEP_DIGITS)``). No score is formatted in any other way in tables of commands, in the window and in reports; TSV, CSV
and JSON have more digits. Only 0 is written as 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MINUS = "−"
MISSING: Final = "–"
"""Stands for undefined values."""
NEGLIGIBLE = 1e-9
"""Rounding error of sums of floats."""
SMALLEST: Final = 0.001
"""Smallest positive number that is written with three decimals."""
STEP_DIGITS: Final = 4
"""Significant digits of the steps of a derivation: enough to compute the three decimals of the score."""
UNREADABLE: Final = 10**9
"""Numbers from here on are not written with all digits."""
DIGIT_SPACE, POINT_SPACE = "\u2007", "\u2008"
"""Spaces as wide as a digit and as a decimal point."""


def short(number: float, digits: int = 3) -> str:
    """Return a number in few characters; small ones in scientific notation, as in ``2e-19``."""
    if 0 < abs(number) < 0.01:
        mantissa, exponent = f"{number:.{digits - 3}e}".split("e")
        return f"{float(mantissa):g}e{int(exponent)}"
    return f"{number:.{digits - 1 if abs(number) < 0.1 else digits}g}"


def fixed(number: float, places: int = 3) -> str:
    """Return a score with three decimals, or as many as there is room for; the minus is as wide as a plus.

    With three decimals, numbers between 0 and .001, also a p of 1/1001, are ``<.001``, negative ones ``−<.001``.
    """
    size = abs(number)
    if 0 < size < SMALLEST - NEGLIGIBLE and places >= 3:
        return f"{MINUS}<.001" if number < 0 else "<.001"
    text = f"{size:.{places}f}"
    return f"{MINUS}{text}" if number < 0 and float(text) else text


def score_text(score: float | None) -> str:
    """Return a score or a p with three decimals; a dash if it is undefined."""
    return MISSING if score is None else fixed(score)


def p_text(p: float) -> str:
    """Return a p of a test, as in ``p = 0.031`` or ``p < .001``."""
    text = fixed(p)
    return f"p < {text[1:]}" if text.startswith("<") else f"p = {text}"


def percent(probability: float) -> str:
    """Return a probability in whole per cent, rounded; only certainty is 100 %, and only the impossible 0 %."""
    rounded = int(100 * probability + 0.5 + NEGLIGIBLE)
    if rounded == 0 < probability:
        return "<1 %"
    return f"{min(rounded, 99) if probability < 1 else rounded} %"


def amount(number: float) -> str:
    """Return a count: a whole number as in ``1,234``; an expectation over parses with three decimals, like a score."""
    nearest = round(number)
    if abs(nearest) >= UNREADABLE:
        return short(number, STEP_DIGITS)  # values of kernels
    is_whole = number == nearest or (nearest != 0 and abs(number - nearest) < NEGLIGIBLE)
    return f"{nearest:,}" if is_whole else fixed(number)


class Count(float):
    """A count in a table that is not whole, as repeated units may count in fractions; it has one decimal."""

    @classmethod
    def of(cls, number: float) -> Count | int:
        """Return a count rounded to one decimal, as an int if it is whole then."""
        rounded = round(number, 1)
        return round(rounded) if rounded == round(rounded) else cls(rounded)


def count_text(number: float) -> str:
    """Return a count in tables and sentences: with one decimal, or none if it is whole when rounded so."""
    count = Count.of(number)
    return f"{count:,}" if isinstance(count, int) else f"{count:,.1f}"


def full(number: float) -> str:
    """Return a number with all meaningful digits, for tooltips and for those who repeat a computation."""
    return f"{number:.10g}"


def difference(number: float, places: int = 3) -> str:
    """Return a difference of scores, or the contribution of a feature, with its sign.

    ``+0.000`` is positive, but less than 0.0005; 0 has no sign.
    """
    sign = "" if abs(number) < NEGLIGIBLE else MINUS if number < 0 else "+"
    return f"{sign}{abs(number):.{places}f}"


def interval_text(low: float, high: float) -> str:
    """Return the interval of a difference; bounds near 0 have a fourth decimal, to show their side of it."""
    return " to ".join(difference(bound, 3 if abs(bound) >= SMALLEST / 2 else 4) for bound in (low, high))


def apart(first: float, second: float) -> str:
    """Return how far two scores are apart, computed before these are rounded.

    .2457 less .2413 is +0.0044, but .246 less .241 is .005; where the printed scores seem to contradict, this says why,
    with a fourth decimal.
    """
    exact = first - second
    agrees = abs(round(exact, 3) - round(round(first, 3) - round(second, 3), 3)) < NEGLIGIBLE
    return difference(exact) if agrees else f"{difference(exact, 4)} before rounding"


def aligned(numbers: Sequence[str]) -> tuple[str, ...]:
    """Return numbers followed by spaces, so that their decimal points are aligned in a right-aligned column.

    Scientific notation does not change.
    """
    decimals = [len(text.partition(".")[2]) for text in numbers if "e" not in text]
    return tuple(text if "e" in text else text + _padding(text, max(decimals)) for text in numbers)


def _padding(text: str, decimals: int) -> str:
    places = len(text.partition(".")[2])
    return (POINT_SPACE if decimals and not places else "") + DIGIT_SPACE * (decimals - places)
