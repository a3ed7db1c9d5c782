"""From scores of tags to the names of one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
NOTHING = "O"


def best_tags(scores: Floats, transitions: Floats, starts: Floats) -> list[int]:
    """The row of tags with the largest sum (Viterbi).

    Args:
        scores: shape (words, tags), a word at least.
        transitions: from each tag to the next, shape (tags, tags).
        starts: of each tag at the first word.
    """
    totals = scores[0] + starts
    before: list[list[int]] = []
    for row in scores[1:]:
        paths = totals[:, None] + transitions
        before.append(paths.argmax(axis=0).tolist())
        totals = paths.max(axis=0) + row
    best = [int(totals.argmax())]
    for back in reversed(before):
        best.append(back[best[-1]])
    return best[::-1]


def names_of(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the names that tags say, as ``(start, end, kind)``, 0-based, end exclusive; ``I-`` may begin one."""
    start = 0
    for place, (before, tag) in enumerate(zip((NOTHING, *tags), (*tags, NOTHING), strict=True)):
        goes_on = tag[0] == "I" and before[2:] == tag[2:]
        if before != NOTHING and not goes_on:
            yield start, place, before[2:]
        if not goes_on:
            start = place
