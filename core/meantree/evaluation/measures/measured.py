"""What a measure found, or why it is not defined."""

from __future__ import annotations

from dataclasses import dataclass

ONE_SYSTEM = "one system for each source: nothing can be compared within a source"
NO_OVERLAP = "no two systems have a rated segment in common"


@dataclass(frozen=True, slots=True)
class Measured:
    """One number.

    Attributes:
        value: None where undefined.
        why: in words, why it is undefined; empty if it is not.
        low, high: the bounds of 95 % of its values in bootstrap samples; None where they were not asked for, or no
            sample has a value.
        number: of what it is a mean or correlation (pairs, translations, systems).
    """

    value: float | None
    why: str = ""
    low: float | None = None
    high: float | None = None
    number: int = 0


def undefined(why: str, number: int = 0) -> Measured:
    """What has no value, and why."""
    return Measured(None, why, number=number)
