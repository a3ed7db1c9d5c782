"""The score of an alignment in both directions, and the contribution of each word's choice to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from meantree.alignment.alignment_model import ARCS, Weights, arc_codes, step_codes
from meantree.alignment.cell_features import Floats
from meantree.alignment.text_words import WORD_CLASSES, TextWords

CANDIDATES = 6
"""Only so many partners of a word are considered, those with the best local scores, besides none."""

HOPELESS = 8.0
"""Candidates worse than the best one by this much are discarded: edges seldom compensate for it."""
ARC, LABELLED = ARCS.index("arc"), ARCS.index("arc and label")
Partners = list[int]
"""For each word of a text its partner in the other text; the length of the other text stands for none."""


@dataclass(frozen=True, slots=True)
class DirectionEnergy:
    """The possible partners of the words of one text, and their scores.

    Attributes:
        candidates: for each word its possible partners.
        steps: codes of the choices of adjacent words (:func:`meantree.alignment.alignment_model.step_codes`).
        arcs: codes of the choices of head and dependent (:func:`meantree.alignment.alignment_model.arc_codes`).
        step_scores: of these codes, a row for each class of the left word.
        arc_scores: of these codes, a row for each class of the dependent.
        word_classes: of each word; index -1 is the class of the word before the text.
        none: the choice of no partner.
    """

    candidates: list[list[int]]
    local: list[list[float]]
    steps: list[list[int]]
    arcs: list[list[int]]
    step_scores: list[list[float]]
    arc_scores: list[list[float]]
    word_classes: list[int]
    text: TextWords
    other: TextWords
    dependents: list[list[int]]
    none: int

    @staticmethod
    def of(text: TextWords, other: TextWords, local: Floats, weights: Weights) -> DirectionEnergy:
        """Prepare one direction.

        Args:
            local: scores of each word with each word of the other text and, in the last column, with none; minus
                infinity for excluded choices.
        """
        best = np.argsort(-local[:, :-1], axis=1, kind="stable")[:, :CANDIDATES]
        choices = np.concatenate([best, np.full((len(text), 1), len(other))], axis=1)
        scores = np.take_along_axis(local, choices, 1).tolist()
        floors = [max(row) - HOPELESS for row in scores]
        kept = [
            [(position, score) for position, score in zip(positions, row, strict=True) if score > floor]
            for positions, row, floor in zip(choices.tolist(), scores, floors, strict=True)
        ]
        return DirectionEnergy(
            [[position for position, _ in row] for row in kept],
            [[score for _, score in row] for row in kept],
            _steps(len(other)),
            arc_codes(other.heads).tolist(),
            weights.steps.tolist(),
            weights.arcs.tolist(),
            [*(word.word_class for word in text.words), WORD_CLASSES.index("punctuation")],
            text,
            other,
            dependents_of(text),
            len(other),
        )

    def word_scores(self, position: int, chosen: Partners) -> list[float]:
        """Return the score of each candidate of a word with its edges to the other words of its text, as chosen."""
        none, candidates, steps, arcs = self.none, self.candidates[position], self.steps, self.arcs
        before = steps[chosen[position - 1] if position else none + 1]
        after = chosen[position + 1] if position + 1 < len(chosen) else none + 2
        left, right = self.step_scores[self.word_classes[position - 1]], self.step_scores[self.word_classes[position]]
        scores = [
            score + left[before[candidate]] + right[steps[candidate][after]]
            for candidate, score in zip(candidates, self.local[position], strict=True)
        ]
        head = self.text.heads[position]
        if head >= 0:
            codes = arcs[chosen[head]]
            for number, candidate in enumerate(candidates):
                scores[number] += self._arc(codes[candidate], position, candidate)
        for dependent in self.dependents[position]:
            partner = chosen[dependent]
            by_code, joined = self.arc_scores[self.word_classes[dependent]], self._arc(ARC, dependent, partner)
            for number, candidate in enumerate(candidates):
                code = arcs[candidate][partner]
                scores[number] += joined if code == ARC else by_code[code]
        return scores

    def _arc(self, code: int, dependent: int, partner: int) -> float:
        """Return the score of an arc by the code of both choices; ``partner`` is the choice of the dependent."""
        if code == ARC and partner != self.none and self.text.labels[dependent] == self.other.labels[partner]:
            code = LABELLED
        return self.arc_scores[self.word_classes[dependent]][code]


@lru_cache(maxsize=128)
def _steps(size: int) -> list[list[int]]:
    codes: list[list[int]] = step_codes(size).tolist()
    return codes


@dataclass(frozen=True, slots=True)
class Energy:
    """Both directions and their agreement.

    Attributes:
        sides: hypothesis to reference, reference to hypothesis.
        agreement: weights in the order of :data:`meantree.alignment.alignment_model.AGREEMENT`.
    """

    sides: tuple[DirectionEnergy, DirectionEnergy]
    agreement: tuple[float, float, float]

    @staticmethod
    def of(hyp: TextWords, ref: TextWords, local: tuple[Floats, Floats], weights: Weights) -> Energy:
        """Prepare two texts; ``local`` as :meth:`DirectionEnergy.of` takes it, for each direction."""
        none, mutual, other = weights.agreement.tolist()
        sides = DirectionEnergy.of(hyp, ref, local[0], weights), DirectionEnergy.of(ref, hyp, local[1], weights)
        return Energy(sides, (none, mutual, other))

    def scores(
        self, side: int, position: int, state: tuple[Partners, Partners], pointing: Sequence[int]
    ) -> list[float]:
        """Return what each candidate of a word contributes to the total, given the choices of all other words.

        Args:
            side: 0 for the hypothesis, 1 for the reference.
            state: the choices of both texts.
            pointing: for each word of this text, how many words of the other text have chosen it.
        """
        direction = self.sides[side]
        scores = direction.word_scores(position, state[side])
        none, mutual, other = self.agreement
        back, from_there, nowhere = state[1 - side], pointing[position], len(state[side])
        for number, candidate in enumerate(direction.candidates[position]):
            if candidate == direction.none:
                scores[number] += from_there * none
            elif back[candidate] == position:
                scores[number] += 2 * mutual + (from_there - 1) * other
            else:
                scores[number] += (none if back[candidate] == nowhere else other) + from_there * other
        return scores


def dependents_of(text: TextWords) -> list[list[int]]:
    """Return the dependents of each word."""
    dependents: list[list[int]] = [[] for _ in text.words]
    for position, head in enumerate(text.heads):
        if head >= 0:
            dependents[head].append(position)
    return dependents
