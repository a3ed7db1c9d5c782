"""The best non-projective tree with a single root (Chu & Liu 1965, Edmonds 1967)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.floating]
Heads = NDArray[np.int64]


def best_heads(scores: Scores) -> list[int]:
    """Return the head of each word, counted from 1; 0 is that of the root.

    Args:
        scores: (words, 1 + words), of the arc to each word from each head.
    """
    square = np.vstack([np.zeros(scores.shape[1]), scores]).astype(np.float64)
    heads = square.copy()
    np.fill_diagonal(heads, -np.inf)
    spread = float(np.ptp(scores)) * len(square) + 1  # so that a second root never pays
    heads[1:, 0] -= spread
    return [int(head) for head in _arborescence(heads)[1:]]


def _arborescence(scores: Scores) -> Heads:
    """Return the heads of the best tree of a square of scores ``[dependent, head]``; node 0 is the root."""
    heads: Heads = scores.argmax(axis=1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    inside = np.zeros(len(scores), bool)
    inside[cycle] = True
    outer = np.flatnonzero(~inside)
    # One node, the last, stands for the cycle: what enters it replaces the arc of the word that it enters.
    gains = scores[cycle] - scores[cycle, heads[cycle]][:, None]
    entered, left = gains[:, outer].argmax(axis=0), scores[np.ix_(outer, cycle)].argmax(axis=1)
    smaller = np.full((len(outer) + 1, len(outer) + 1), -np.inf)
    smaller[:-1, :-1] = scores[np.ix_(outer, outer)]
    smaller[-1, :-1] = gains[entered, outer]
    smaller[:-1, -1] = scores[outer, cycle[left]]
    found = _arborescence(smaller)
    result: Heads = heads.copy()
    for place, node in enumerate(outer):
        if node:
            result[node] = cycle[left[place]] if found[place] == len(outer) else outer[found[place]]
    result[cycle[entered[found[-1]]]] = outer[found[-1]]
    return result


def _cycle(heads: Heads) -> Heads | None:
    """Return the nodes of a cycle, or None if there is none."""
    state = np.zeros(len(heads), np.int64)  # 0 not visited, else the walk that came here
    state[0] = -1
    for start in range(1, len(heads)):
        node = start
        while state[node] == 0:
            state[node] = start
            node = int(heads[node])
        if state[node] == start:
            cycle = [node]
            while (following := int(heads[cycle[-1]])) != node:
                cycle.append(following)
            return np.array(cycle)
    return None
