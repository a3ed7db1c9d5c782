"""From probabilities of candidate spans' labels to the fillers of one frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.frames import Span

NOTHING = 0
BEAM = 8
"""So many incomplete choices are kept; on EWT dev, 1,000 find the same frames."""
Choice = tuple[tuple[int, int], ...]
"""Places of spans with their labels."""
WORTH = 0.39
"""A label gains its probability less this, half of the best F1: F1 is expected to be highest where just the labels
above that are taken (Lipton, Elkan & Narayanaswamy 2014). On EWT dev, .38 to .46 differ by .1."""
State = tuple[float, int, frozenset[int], Choice]
"""What a choice gains over no roles at all, where it ends, the numbered labels it has, and the choice itself."""


def best_fillers(
    spans: Sequence[Span], probabilities: NDArray[np.float32], labels: Sequence[str]
) -> list[tuple[int, int]]:
    """The choice of spans that do not overlap with the best F1 to expect, each with its label: ``(place, label)``.

    A beam search over the spans from left to right; no numbered argument is filled twice.

    Args:
        spans: candidates in any order, each once.
        probabilities: shape (spans, labels), of each label of each span by itself; label 0 is no role.
        labels: names; of ``ARG0`` and the like, one frame has one filler at most.
    """
    gains = probabilities - np.float32(WORTH)
    gains[:, NOTHING] = 0
    useful = np.flatnonzero(gains.max(axis=1) > 0).tolist()
    useful.sort(key=lambda place: spans[place])
    states: list[State] = [(0.0, 0, frozenset(), ())]
    for start, places in groupby(useful, key=lambda place: spans[place][0]):
        after = list(states)
        for place in places:
            options = _options(gains[place], labels)
            for state in states:
                if state[1] <= start:
                    after += _longer(state, place, spans[place][1], options)
        states = _kept(after)
    return list(states[0][3])


def _options(gains: NDArray[np.float32], labels: Sequence[str]) -> list[tuple[float, int, bool]]:
    """Gain and number of each label that is better than none, and whether it can be had once only."""
    better = np.flatnonzero(gains > 0).tolist()
    return [(float(gains[label]), label, _is_core(labels[label])) for label in better]


def _longer(state: State, place: int, end: int, options: Sequence[tuple[float, int, bool]]) -> Iterator[State]:
    gain, _, used, choice = state
    for more, label, once in options:
        if label not in used:
            yield gain + more, end, used | {label} if once else used, (*choice, (place, label))


def _kept(states: list[State]) -> list[State]:
    """The best ones, best first; of those that end together and have the same numbered labels the best alone."""
    states.sort(key=lambda state: -state[0])
    found: dict[tuple[int, frozenset[int]], State] = {}
    for state in states:
        found.setdefault(state[1:3], state)
        if len(found) == BEAM:
            break
    return list(found.values())


def _is_core(label: str) -> bool:
    return label.startswith("ARG") and label[3:4].isdigit()
