"""The score of an alignment in both directions, and what each choice of a word adds to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from meantree.alignment.cells import Floats
from meantree.alignment.edges import ARCS, arc_codes, step_codes
from meantree.alignment.model import Weights
from meantree.alignment.text_words import SORTS, TextWords

CANDIDATES = 6
"""So many partners of a word are looked at, those with the best local scores; and none."""

Choice = list[int]
"""For each word of a text its partner in the other, the number of words of the other text for none."""


@dataclass(frozen=True, slots=True)
class Side:
    """What the words of one text may choose in the other, and what that is worth.

    Attributes:
        candidates: for each word its possible partners.
        local: their scores.
        steps: of the choices of neighbours, a table for each sort of the left one, by the codes of
            :func:`meantree.alignment.edges.step_codes`.
        arcs: of the choices of head and dependent, a table for each sort of the dependent, by the codes of
            :func:`meantree.alignment.edges.arc_codes`.
        label: for each sort, what an arc between partners gains that has the same label.
        sorts: of each word; the last one stands before the text.
        text, other: both texts.
        dependents: of each word.
        none: stands for no partner.
    """

    candidates: list[list[int]]
    local: list[list[float]]
    steps: list[list[list[float]]]
    arcs: list[list[list[float]]]
    label: list[float]
    sorts: list[int]
    text: TextWords
    other: TextWords
    dependents: list[list[int]]
    none: int

    @staticmethod
    def of(text: TextWords, other: TextWords, local: Floats, weights: Weights) -> Side:
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
        kept = [
            [(place, score) for place, score in zip(places, row, strict=True) if score > -math.inf]
            for places, row in zip(shown.tolist(), scores, strict=True)
        ]
        return Side(
            [[place for place, _ in row] for row in kept],
            [[score for _, score in row] for row in kept],
            weights.steps[:, step_codes(len(other))].tolist(),
            weights.arcs[:, arc_codes(other.heads)].tolist(),
            (weights.arcs[:, ARCS.index("arc and label")] - weights.arcs[:, ARCS.index("arc")]).tolist(),
            [*(word.sort for word in text.words), SORTS.index("punctuation")],
            text,
            other,
            dependents_of(text),
            len(other),
        )

    def word_scores(self, place: int, chosen: Choice) -> list[float]:
        """Of each candidate of a word, its own and those of the edges to the other words of its text, as chosen."""
        none, candidates = self.none, self.candidates[place]
        before = self.steps[self.sorts[place - 1]][chosen[place - 1] if place else none + 1]
        steps = self.steps[self.sorts[place]]
        after = chosen[place + 1] if place + 1 < len(chosen) else none + 2
        scores = [
            score + before[one] + steps[one][after] for one, score in zip(candidates, self.local[place], strict=True)
        ]
        head = self.text.heads[place]
        if head >= 0:
            row = self.arcs[self.sorts[place]][chosen[head]]
            for number, one in enumerate(candidates):
                scores[number] += row[one] + self._labelled(place, chosen[head], one)
        for below in self.dependents[place]:
            arcs, two = self.arcs[self.sorts[below]], chosen[below]
            for number, one in enumerate(candidates):
                scores[number] += arcs[one][two] + self._labelled(below, one, two)
        return scores

    def total(self, chosen: Choice) -> float:
        """The sum of word and edge scores of all choices."""
        none = self.none
        score = sum(self.local[place][self.candidates[place].index(one)] for place, one in enumerate(chosen))
        framed = [none + 1, *chosen, none + 2]
        for place, (one, two) in enumerate(pairwise(framed)):
            score += self.steps[self.sorts[place - 1]][one][two]
        for place, head in enumerate(self.text.heads):
            if head >= 0:
                score += self.arcs[self.sorts[place]][chosen[head]][chosen[place]]
                score += self._labelled(place, chosen[head], chosen[place])
        return score

    def _labelled(self, dependent: int, head: int, one: int) -> float:
        """What the label adds where the partners of a head and its dependent are joined likewise."""
        if one == self.none or self.other.heads[one] != head:
            return 0.0
        return self.label[self.sorts[dependent]] if self.text.labels[dependent] == self.other.labels[one] else 0.0


@dataclass(frozen=True, slots=True)
class Energy:
    """Both directions, and what holds between them.

    Attributes:
        sides: hypothesis to reference, reference to hypothesis.
        agreement: weights in the order of :data:`meantree.alignment.edges.AGREEMENT`.
    """

    sides: tuple[Side, Side]
    agreement: tuple[float, float, float]

    @staticmethod
    def of(hyp: TextWords, ref: TextWords, local: tuple[Floats, Floats], weights: Weights) -> Energy:
        """Of two texts; ``local`` as :meth:`Side.of` takes it, a direction each."""
        none, mutual, other = weights.agreement.tolist()
        sides = Side.of(hyp, ref, local[0], weights), Side.of(ref, hyp, local[1], weights)
        return Energy(sides, (none, mutual, other))

    def scores(self, side: int, place: int, state: tuple[Choice, Choice], pointing: Sequence[int]) -> list[float]:
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

    def total(self, state: tuple[Choice, Choice]) -> float:
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
