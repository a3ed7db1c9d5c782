"""From scores of candidate spans to the fillers of one frame."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.frames import Span

NOTHING = 0


def best_fillers(spans: Sequence[Span], scores: NDArray[np.float32], labels: Sequence[str]) -> list[tuple[int, int]]:
    """The most probable spans that do not overlap, each with its label: ``(place in spans, label)``.

    Args:
        spans: candidates in any order.
        scores: shape (spans, labels), log probabilities; label 0 is no role.
        labels: names; of ``ARG0`` and the like, one frame has one filler at most.
    """
    gains = scores[:, 1:].max(axis=1) - scores[:, NOTHING]
    chosen = 1 + scores[:, 1:].argmax(axis=1)
    found = [(place, int(chosen[place])) for place in _apart(spans, gains)]
    return _once(found, gains, labels)


def _apart(spans: Sequence[Span], gains: NDArray[np.float32]) -> list[int]:
    """The places of the spans with the largest sum of gains of which no two overlap (weighted interval scheduling)."""
    useful = sorted((place for place in range(len(spans)) if gains[place] > 0), key=lambda place: spans[place][1])
    ends = [spans[place][1] for place in useful]
    totals = [0.0]
    taken: list[tuple[bool, int]] = []
    for rank, place in enumerate(useful):
        before = bisect_right(ends, spans[place][0], hi=rank)
        value = totals[before] + float(gains[place])
        taken.append((value > totals[-1], before))
        totals.append(max(value, totals[-1]))
    result: list[int] = []
    rank = len(useful)
    while rank:
        take, before = taken[rank - 1]
        if take:
            result.append(useful[rank - 1])
            rank = before
        else:
            rank -= 1
    return sorted(result, key=lambda place: spans[place])


def _once(found: Sequence[tuple[int, int]], gains: NDArray[np.float32], labels: Sequence[str]) -> list[tuple[int, int]]:
    """Without the less probable ones of two numbered arguments of the same number."""
    best: dict[int, int] = {}
    for place, label in found:
        if label not in best or gains[place] > gains[best[label]]:
            best[label] = place
    return [(place, label) for place, label in found if not _is_core(labels[label]) or best[label] == place]


def _is_core(label: str) -> bool:
    return label.startswith("ARG") and label[3:4].isdigit()
