"""The search for the alignment with the highest score (annealed Gibbs sampling), and the confirmation of its links."""

from __future__ import annotations

import math
from collections.abc import Collection
from random import Random

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.cell_features import KINDS
from meantree.alignment.energy import Energy, Partners

State = tuple[Partners, Partners]
WordOf = tuple[int, int]
"""The hypothesis (0) or the reference (1), and a word of it."""
TEMPERATURES = (1.0, 0.7, 0.5, 0.3)
"""One sweep over the words at each temperature, followed by sweeps that can only raise the score."""
CERTAIN = 4.0
"""A choice better than all others by this much is made without sampling."""
MOST_RISING_SWEEPS = 30
"""Limit of the sweeps that only raise the score; few are needed."""
SEED = 2009
TOLERANCE = 1e-9
"""Scores that differ by less are equal."""


def best_alignment(energy: Energy) -> State:
    """Return the best state found; deterministic."""
    return _Sampler(energy).run()


def confirm(state: State, kind: NDArray[np.int8], exempt: Collection[tuple[int, int]] = ()) -> State:
    """Return the state without links of one direction only, except where adjacent words share a partner.

    A word keeps its partner if the partner has chosen it, or the word before or after it. In the latter case it loses
    the partner if the neighbour is the same word as the partner and no relation covers the word itself: in
    ``not confirm``, ``not`` is not aligned with ``confirm``.

    Args:
        kind: of each pair of words (:attr:`meantree.alignment.cell_features.Cells.kind`).
        exempt: ``(hypothesis, reference)`` pairs that need no confirmation.
    """
    forward, backward = state
    reversed_exempt = {(ref, hyp) for hyp, ref in exempt}
    return _confirmed(forward, backward, kind, frozenset(exempt)), _confirmed(
        backward, forward, kind.T, reversed_exempt
    )


def _confirmed(
    chosen: Partners, back: Partners, kind: NDArray[np.int8], exempt: Collection[tuple[int, int]]
) -> Partners:
    none, nowhere = len(back), len(chosen)

    def holds(position: int, partner: int) -> bool:
        if (position, partner) in exempt or partner == none or back[partner] == position:
            return True
        returned = back[partner]
        is_adjacent = returned < nowhere and abs(returned - position) == 1
        return is_adjacent and not (
            KINDS[kind[returned, partner]].startswith("same") and KINDS[kind[position, partner]].startswith("unlike")
        )

    return [partner if holds(position, partner) else none for position, partner in enumerate(chosen)]


class _Sampler:
    """One search: words are visited in turn; certain ones are skipped until their surroundings change.

    ``margins`` holds by how much the best choice of a word was better than the second best at its last visit; it is
    deleted when that may have changed.
    """

    def __init__(self, energy: Energy) -> None:
        self.energy = energy
        self.random = Random(SEED)
        self.state: State = (_greedy(energy, 0), _greedy(energy, 1))
        self.pointing = self._pointing()
        self.margins: dict[WordOf, float] = {}
        self.words: list[WordOf] = [
            (side, position)
            for side in (0, 1)
            for position, candidates in enumerate(energy.sides[side].candidates)
            if len(candidates) > 1
        ]

    def run(self) -> State:
        """Return the best state found."""
        self._rise()
        best, score, now = self._copy(), 0.0, 0.0
        for temperature in TEMPERATURES:
            now += sum(self._draw(word, temperature) for word in self.words if self._is_open(word))
            if now > score + TOLERANCE:
                best, score = self._copy(), now
        now += self._rise()
        return self._copy() if now > score + TOLERANCE else best

    def _is_open(self, word: WordOf) -> bool:
        return self.margins.get(word, 0.0) < CERTAIN

    def _rise(self) -> float:
        """Make the best choice for each word until none changes; return the rise of the score."""
        risen = 0.0
        for _ in range(MOST_RISING_SWEEPS):
            gains = [self._draw(word, 0.0) for word in self.words if word not in self.margins]
            if not gains:
                break
            risen += sum(gains)
        return risen

    def _draw(self, word: WordOf, temperature: float) -> float:
        """Choose again for one word; return the change of the score."""
        side, position = word
        candidates = self.energy.sides[side].candidates[position]
        scores = self.energy.scores(side, position, self.state, self.pointing[side])
        old = candidates.index(self.state[side][position])
        second, best = sorted(scores)[-2:]
        new = self._sample(scores, best, temperature) if temperature and best - second < CERTAIN else scores.index(best)
        if new != old and scores[new] - scores[old] != 0.0:
            self._change(side, position, candidates[new])
        else:
            new = old
        if scores[new] == best:
            self.margins[word] = best - second
        else:
            self.margins.pop(word, None)
        return scores[new] - scores[old]

    def _sample(self, scores: list[float], best: float, temperature: float) -> int:
        """Draw a choice with probability proportional to exp(score / temperature)."""
        weights = [math.exp((score - best) / temperature) for score in scores]
        drawn = self.random.random() * sum(weights)
        for number, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return number
        return scores.index(best)

    def _change(self, side: int, position: int, new: int) -> None:
        """Record a choice, and delete the margins of the words whose scores it changes."""
        chosen, other_side, pointing = self.state[side], 1 - side, self.pointing[1 - side]
        text = self.energy.sides[side].text
        near = [(side, position - 1), (side, position + 1), (side, text.heads[position])]
        near += [(side, below) for below in self.energy.sides[side].dependents[position]]
        near += [(other_side, other) for other, back in enumerate(self.state[other_side]) if back == position]
        for choice, step in ((chosen[position], -1), (new, 1)):
            if choice < len(pointing):
                pointing[choice] += step
                near.append((other_side, choice))
        chosen[position] = new
        for word in near:
            self.margins.pop(word, None)

    def _pointing(self) -> tuple[list[int], list[int]]:
        counts = tuple([0] * len(chosen) for chosen in self.state)
        for side in (0, 1):
            for choice in self.state[side]:
                if choice < len(counts[1 - side]):
                    counts[1 - side][choice] += 1
        return counts[0], counts[1]

    def _copy(self) -> State:
        return self.state[0].copy(), self.state[1].copy()


def _greedy(energy: Energy, side: int) -> Partners:
    """Return each word's choice with the best local score."""
    direction = energy.sides[side]
    return [row[scores.index(max(scores))] for row, scores in zip(direction.candidates, direction.local, strict=True)]
