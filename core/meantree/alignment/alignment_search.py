"""The alignment with the highest score: annealed Gibbs sampling, and exact search for short texts; what confirms it."""

from __future__ import annotations

import math
from collections.abc import Collection
from random import Random

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.cell_features import KINDS
from meantree.alignment.energy import Energy, Partners

State = tuple[Partners, Partners]
Place = tuple[int, int]
"""The hypothesis (0) or the reference (1), and a word of it."""
TEMPERATURES = (1.0, 0.7, 0.5, 0.3)
"""One sweep over the words at each; then sweeps in which the score only rises."""
CERTAIN = 4.0
"""A choice that is better than every other by so much is taken, not drawn."""
LAST = 30
"""Sweeps that only rise, at most; few are needed."""
SEED = 2009
SAME = 1e-9
"""Scores that differ by less are the same."""


def best_alignment(energy: Energy) -> State:
    """The best state seen; the same for the same energy."""
    return _Sampler(energy).run()


def confirm(state: State, kind: NDArray[np.int8], kept: Collection[tuple[int, int]] = ()) -> State:
    """The state without what one direction alone has, unless several words beside each other stand for one.

    A word keeps its partner if that has chosen it, or the word before or after it; not, if that one is the same word
    and nothing is known of this one: beside ``confirm``, ``not`` does not stand for ``confirm``.

    Args:
        state: of both directions.
        kind: of each pair of words (:attr:`meantree.alignment.cell_features.Cells.kind`).
        kept: ``(hypothesis, reference)`` pairs that need no confirmation.
    """
    forward, backward = state
    turned = {(two, one) for one, two in kept}
    return _confirmed(forward, backward, kind, frozenset(kept)), _confirmed(backward, forward, kind.T, turned)


def _confirmed(chosen: Partners, back: Partners, kind: NDArray[np.int8], kept: Collection[tuple[int, int]]) -> Partners:
    none, nowhere = len(back), len(chosen)

    def holds(place: int, one: int) -> bool:
        if (place, one) in kept or one == none or back[one] == place:
            return True
        own = back[one]
        beside = own < nowhere and abs(own - place) == 1
        return beside and not (
            KINDS[kind[own, one]].startswith("same") and KINDS[kind[place, one]].startswith("unlike")
        )

    return [one if holds(place, one) else none for place, one in enumerate(chosen)]


class _Sampler:
    """One search: words are visited in turn; those that are sure are passed until what is around them changes.

    ``margins`` has by how much the best choice of a word was better than the next when it was last looked at; it is
    forgotten when that may have changed.
    """

    def __init__(self, energy: Energy) -> None:
        self.energy = energy
        self.random = Random(SEED)
        self.state: State = (_greedy(energy, 0), _greedy(energy, 1))
        self.pointing = self._pointing()
        self.margins: dict[Place, float] = {}
        self.places = [
            (side, place)
            for side in (0, 1)
            for place, candidates in enumerate(energy.sides[side].candidates)
            if len(candidates) > 1
        ]

    def run(self) -> State:
        """The best state seen."""
        self._rise()
        best, score, now = self._copy(), 0.0, 0.0
        for temperature in TEMPERATURES:
            now += sum(self._draw(place, temperature) for place in self.places if self._is_open(place))
            if now > score + SAME:
                best, score = self._copy(), now
        now += self._rise()
        return self._copy() if now > score + SAME else best

    def _is_open(self, place: Place) -> bool:
        return self.margins.get(place, 0.0) < CERTAIN

    def _rise(self) -> float:
        """Take the best choice of each word until none changes; how much the score rose."""
        risen = 0.0
        for _ in range(LAST):
            gains = [self._draw(place, 0.0) for place in self.places if place not in self.margins]
            if not gains:
                break
            risen += sum(gains)
        return risen

    def _draw(self, where: Place, temperature: float) -> float:
        """Choose anew for one word; how much the score changed."""
        side, place = where
        candidates = self.energy.sides[side].candidates[place]
        scores = self.energy.scores(side, place, self.state, self.pointing[side])
        old = candidates.index(self.state[side][place])
        second, best = sorted(scores)[-2:]
        new = self._picked(scores, best, temperature) if temperature and best - second < CERTAIN else scores.index(best)
        if new != old and scores[new] - scores[old] != 0.0:
            self._change(side, place, candidates[new])
        else:
            new = old
        if scores[new] == best:
            self.margins[where] = best - second
        else:
            self.margins.pop(where, None)
        return scores[new] - scores[old]

    def _picked(self, scores: list[float], best: float, temperature: float) -> int:
        """Draw a choice with a probability that rises with its score, the colder the steeper."""
        weights = [math.exp((score - best) / temperature) for score in scores]
        drawn = self.random.random() * sum(weights)
        for number, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return number
        return scores.index(best)

    def _change(self, side: int, place: int, new: int) -> None:
        """Note a choice, and forget the margins of those whose scores it changes."""
        mine, theirs, pointing = self.state[side], 1 - side, self.pointing[1 - side]
        text = self.energy.sides[side].text
        near = [(side, place - 1), (side, place + 1), (side, text.heads[place])]
        near += [(side, below) for below in self.energy.sides[side].dependents[place]]
        near += [(theirs, other) for other, back in enumerate(self.state[theirs]) if back == place]
        for choice, step in ((mine[place], -1), (new, 1)):
            if choice < len(pointing):
                pointing[choice] += step
                near.append((theirs, choice))
        mine[place] = new
        for one in near:
            self.margins.pop(one, None)

    def _pointing(self) -> tuple[list[int], list[int]]:
        found = tuple([0] * len(chosen) for chosen in self.state)
        for side in (0, 1):
            for choice in self.state[side]:
                if choice < len(found[1 - side]):
                    found[1 - side][choice] += 1
        return found[0], found[1]

    def _copy(self) -> State:
        return self.state[0].copy(), self.state[1].copy()


def _greedy(energy: Energy, side: int) -> Partners:
    """Each word with the best local score."""
    mine = energy.sides[side]
    return [row[scores.index(max(scores))] for row, scores in zip(mine.candidates, mine.local, strict=True)]
