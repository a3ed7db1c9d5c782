"""Scores of two choices together: of words beside each other, of words joined by an arc, of both directions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int8]

STEPS = (
    "both none",
    "left none",
    "right none",
    "same",
    "next",
    "one left out",
    "few left out",
    "far ahead",
    "one back",
    "few back",
    "far back",
)
"""Where the partners of two words stand that are beside each other. The text is between a first and a last word that
have each other for partners."""
ARCS = ("both none", "dependent none", "head none", "same", "arc", "arc and label", "reversed", "two steps", "far")
"""How the partners of two words are joined that an arc joins."""
AGREEMENT = ("none", "mutual", "other")
"""What the partner of a word has for its own partner."""
FEW = 4
"""Words that may lie between partners that are still near each other."""


def step_codes(size: int) -> Codes:
    """Places in :data:`STEPS` for two neighbours' choices, shape (size + 3, size + 3).

    A choice is a word of the other text, ``size`` for none, ``size + 1`` before the text, ``size + 2`` after it.
    """
    places = np.array([*range(size), 0, -1, size])
    ahead = places[None, :] - places[:, None]
    codes = np.select(
        [ahead == 0, ahead == 1, ahead == 2, ahead > 1 + FEW, ahead > 2, ahead == -1, ahead < -FEW],
        [
            STEPS.index(name)
            for name in ("same", "next", "one left out", "far ahead", "few left out", "one back", "far back")
        ],
        STEPS.index("few back"),
    ).astype(np.int8)
    codes[size, :], codes[:, size] = STEPS.index("left none"), STEPS.index("right none")
    codes[size, size] = STEPS.index("both none")
    return codes


def arc_codes(heads: Sequence[int]) -> Codes:
    """Places in :data:`ARCS` for the choices of a head (row) and its dependent (column), shape (size + 1, size + 1).

    Args:
        heads: of the words of the other text, -1 for none. A choice is one of them, or their number for none.
    """
    size = len(heads)
    codes = np.full((size + 1, size + 1), ARCS.index("far"), np.int8)
    above = np.array([*heads, -1])
    words = np.arange(size)
    joined = np.flatnonzero(above[:size] >= 0)
    siblings = (above[:size, None] == above[None, :size]) & (above[:size, None] >= 0)
    codes[:size, :size][siblings] = ARCS.index("two steps")
    higher = above[above[joined]]
    codes[higher[higher >= 0], joined[higher >= 0]] = ARCS.index("two steps")
    codes[above[joined], joined] = ARCS.index("arc")
    codes[joined, above[joined]] = ARCS.index("reversed")
    codes[words, words] = ARCS.index("same")
    codes[:, size], codes[size, :] = ARCS.index("dependent none"), ARCS.index("head none")
    codes[size, size] = ARCS.index("both none")
    return codes
