"""What marked errors weigh (Freitag et al. 2021, Experts, Errors, and Context, table 1)."""

from __future__ import annotations

from typing import Final

NON_TRANSLATION: Final = 25.0
PUNCTUATION: Final = 0.1
"""A minor error of punctuation."""
# Their scheme has no critical errors, which others mark; they weigh as much as major ones at least.
BY_SEVERITY: Final = {"critical": 5.0, "major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0}


def weight(category: str, severity: str) -> float | None:
    """What one error weighs, whatever the case of its names; None for a severity that is unknown."""
    what, how = category.casefold(), severity.strip().casefold().replace(" ", "-")
    if "non-translation" in what and how != "no-error":
        return NON_TRANSLATION
    if "punctuation" in what and how == "minor":
        return PUNCTUATION
    return BY_SEVERITY.get(how)
