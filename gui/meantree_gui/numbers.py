"""Numbers as the window writes them."""

from __future__ import annotations


def short(number: float, digits: int = 3) -> str:
    """A number in few characters; small ones stand as powers of ten, as in ``2e-19``."""
    if 0 < abs(number) < 0.01:
        mantissa, exponent = f"{number:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    return f"{number:.{2 if abs(number) < 0.1 else digits}g}"


def fixed(number: float) -> str:
    """A score with three places."""
    return short(number) if 0 < abs(number) < 0.0005 else f"{number:.3f}"


def signed(difference: float) -> str:
    """How much a score rose or fell."""
    return f"{'−' if difference < 0 else '+'}{fixed(abs(difference))}"
