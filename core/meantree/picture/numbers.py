"""Numbers as people read them, in the window, in pictures and in reports."""

from __future__ import annotations

MINUS = "−"


def short(number: float, digits: int = 3) -> str:
    """A number in few characters; small ones stand as powers of ten, as in ``2e-19``."""
    if 0 < abs(number) < 0.01:
        mantissa, exponent = f"{number:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    return f"{number:.{2 if abs(number) < 0.1 else digits}g}"


def fixed(number: float, places: int = 3) -> str:
    """A score with three places, or as many as there is room for; a minus is as wide as a plus."""
    size = abs(number)
    text = short(size) if 0 < size < 0.0005 and places >= 3 else f"{size:.{places}f}"
    return f"{MINUS}{text}" if number < 0 and float(text) else text


def signed(difference: float) -> str:
    """How much a score rose or fell."""
    return f"{MINUS if difference < 0 else '+'}{fixed(abs(difference))}"
