"""The score of an alignment in both directions, and what each choice of a word adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from meantree.alignment.alignment_model import ARCS, Weights, arc_codes, step_codes
from meantree.alignment.cell_features import Floats
from meantree.alignment.text_words import SORTS, TextWords

CANDIDATES = 6
"""So many partners of a word are looked at, those with the best local scores; and none."""

HOPELESS = 8.0
"""Candidates that are worse than the best one by so much are left out: edges seldom make up for it."""
ARC, LABELLED = ARCS.index("arc"), ARCS.index("arc and label")
Partners = list[int]
"""For each word of a text its partner in the other, the number of words of the other text for none."""


@dataclass(frozen=True, slots=True)
class DirectionEnergy:
    """What the words of one text may choose in the other, and what that is worth.

    Attributes:
        candidates: for each word its possible partners.
        local: their scores.
        steps: codes of the choices of neighbours (:func:`meantree.alignment.alignment_model.step_codes`).
        arcs: codes of the choices of head and dependent (:func:`meantree.alignment.alignment_model.arc_codes`).
        step_scores: of these codes, a row for each sort of the left word.
        arc_scores: of these codes, a row for each sort of the dependent.
        sorts: of each word; the last one stands before the text.
        text, other: both texts.
        dependents: of each word.
        none: stands for no partner.
    """

    candidates: list[list[int]]
    local: list[list[float]]
    steps: list[list[int]]
    arcs: list[list[int]]
    step_scores: list[list[float]]
    arc_scores: list[list[float]]
    sorts: list[int]
    text: TextWords
    other: TextWords
    dependents: list[list[int]]
    none: int

    @staticmethod
    def of(text: TextWords, other: TextWords, local: Floats, weights: Weights) -> DirectionEnergy:
        """One direction.

        Args:
            text, other: both texts.
            local: of each word with each word of the other text and, in the last column, with none; minus infinity
                for what it may not choose.
            weights: of the edges.
        """
        best = np.argsort(-local[:, :-1], axis=1, kind="stable")[:, :CANDIDATES]
        shown = np.concatenate([best, np.full((len(text), 1), len(other))], axis=1)
        scores = np.take_along_axis(local, shown, 1).tolist()
        floors = [max(row) - HOPELESS for row in scores]
        kept = [
            [(place, score) for place, score in zip(places, row, strict=True) if score > floor]
            for places, row, floor in zip(shown.tolist(), scores, floors, strict=True)
        ]
        return DirectionEnergy(
            [[place for place, _ in row] for row in kept],
            [[score for _, score in row] for row in kept],
            _steps(len(other)),
            arc_codes(other.heads).tolist(),
            weights.steps.tolist(),
            weights.arcs.tolist(),
            [*(word.sort for word in text.words), SORTS.index("punctuation")],
            text,
            other,
            dependents_of(text),
            len(other),
        )

    def word_scores(self, place: int, chosen: Partners) -> list[float]:
        """Of each candidate of a word, its own and those of the edges to the other words of its text, as chosen."""
        none, candidates, steps, arcs = self.none, self.candidates[place], self.steps, self.arcs
        before = steps[chosen[place - 1] if place else none + 1]
        after = chosen[place + 1] if place + 1 < len(chosen) else none + 2
        left, right = self.step_scores[self.sorts[place - 1]], self.step_scores[self.sorts[place]]
        scores = [
            score + left[before[one]] + right[steps[one][after]]
            for one, score in zip(candidates, self.local[place], strict=True)
        ]
        head = self.text.heads[place]
        if head >= 0:
            codes = arcs[chosen[head]]
            for number, one in enumerate(candidates):
                scores[number] += self._arc(codes[one], place, one)
        for below in self.dependents[place]:
            two = chosen[below]
            own, joined = self.arc_scores[self.sorts[below]], self._arc(ARC, below, two)
            for number, one in enumerate(candidates):
                code = arcs[one][two]
                scores[number] += joined if code == ARC else own[code]
        return scores

    def total(self, chosen: Partners) -> float:
        """The sum of word and edge scores of all choices."""
        none = self.none
        score = sum(self.local[place][self.candidates[place].index(one)] for place, one in enumerate(chosen))
        framed = [none + 1, *chosen, none + 2]
        for place, (one, two) in enumerate(pairwise(framed)):
            score += self.step_scores[self.sorts[place - 1]][self.steps[one][two]]
        for place, head in enumerate(self.text.heads):
            if head >= 0:
                score += self._arc(self.arcs[chosen[head]][chosen[place]], place, chosen[place])
        return score

    def _arc(self, code: int, dependent: int, one: int) -> float:
        """What an arc is worth by the code of both choices, that of the dependent being ``one``; its label counts."""
        if code == ARC and one != self.none and self.text.labels[dependent] == self.other.labels[one]:
            code = LABELLED
        return self.arc_scores[self.sorts[dependent]][code]


@lru_cache(maxsize=128)
def _steps(size: int) -> list[list[int]]:
    codes: list[list[int]] = step_codes(size).tolist()
    return codes


@dataclass(frozen=True, slots=True)
class Energy:
    """Both directions, and what holds between them.

    Attributes:
        sides: hypothesis to reference, reference to hypothesis.
        agreement: weights in the order of :data:`meantree.alignment.alignment_model.AGREEMENT`.
    """

    sides: tuple[DirectionEnergy, DirectionEnergy]
    agreement: tuple[float, float, float]

    @staticmethod
    def of(hyp: TextWords, ref: TextWords, local: tuple[Floats, Floats], weights: Weights) -> Energy:
        """Of two texts; ``local`` as :meth:`DirectionEnergy.of` takes it, a direction each."""
        none, mutual, other = weights.agreement.tolist()
        sides = DirectionEnergy.of(hyp, ref, local[0], weights), DirectionEnergy.of(ref, hyp, local[1], weights)
        return Energy(sides, (none, mutual, other))

    def scores(self, side: int, place: int, state: tuple[Partners, Partners], pointing: Sequence[int]) -> list[float]:
        """What each candidate of a word adds to the total, as all other words have chosen.

        Args:
            side: 0 for the hypothesis.
            place: the word.
            state: the choices of both texts.
            pointing: how many words of the other text have chosen each word of this one.
        """
        mine = self.sides[side]
        scores = mine.word_scores(place, state[side])
        none, mutual, other = self.agreement
        back, from_there, nowhere = state[1 - side], pointing[place], len(state[side])
        for number, one in enumerate(mine.candidates[place]):
            if one == mine.none:
                scores[number] += from_there * none
            elif back[one] == place:
                scores[number] += 2 * mutual + (from_there - 1) * other
            else:
                scores[number] += (none if back[one] == nowhere else other) + from_there * other
        return scores

    def total(self, state: tuple[Partners, Partners]) -> float:
        """The score of an alignment: words and edges of both directions, and their agreement."""
        score = sum(side.total(chosen) for side, chosen in zip(self.sides, state, strict=True))
        for chosen, back in (state, state[::-1]):
            for place, one in enumerate(chosen):
                if one != len(back):
                    score += self.agreement[0 if back[one] == len(chosen) else 1 if back[one] == place else 2]
        return score


def dependents_of(text: TextWords) -> list[list[int]]:
    """The dependents of each word."""
    found: list[list[int]] = [[] for _ in text.words]
    for place, head in enumerate(text.heads):
        if head >= 0:
            found[head].append(place)
    return found
