"""Aligns the words of two texts: scores of words and of the arcs that join them (Padó et al. 2009, section 3.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from meantree.alignment.cells import Cells, Floats, cells_of
from meantree.alignment.energy import Energy
from meantree.alignment.model import Weights, local_scores, shipped_weights
from meantree.alignment.relations.base import Relation
from meantree.alignment.relations.registry import CONTEXT, RELATIONS
from meantree.alignment.relations.vectors import WordVectors
from meantree.alignment.search import confirmed, search
from meantree.alignment.similarity import Vectors
from meantree.alignment.text_words import TextWords, text_words
from meantree.alignment.word_alignment import HAND, Link, Reason, WordAlignment
from meantree.analysis.fixed_links import NOTHING_FIXED, Fixed
from meantree.analysis.sentences import Analysis

ALIKE_BY_CONTEXT = 0.2
"""The strength of a link that no lexical resource knows."""
BY_CONTEXT = Reason(CONTEXT, ALIKE_BY_CONTEXT, "nothing is known of these words; what stands around them fits")


def align(
    hyp: Analysis,
    ref: Analysis,
    fixed: Fixed = NOTHING_FIXED,
    vectors: Vectors | None = None,
    weights: Weights | None = None,
) -> WordAlignment:
    """Link each word of either text with the word of the other that stands for it, or with none.

    Both directions are found together. What one of them alone has is kept where several words beside each other stand
    for one (:func:`meantree.alignment.search.confirmed`).

    The same texts always give the same alignment. What lexical resources know is about English words; words of other
    languages are linked by their forms, values and surroundings.

    Args:
        hyp, ref: the texts, analysed at least as far as words and dependencies; entities help.
        fixed: what a person said of their links, which holds whatever else is found: of a word that has several
            partners by hand, the best one in each direction.
        vectors: of words, if the pipeline has some.
        weights: those that ship if none are given.
    """
    one, two = text_words(hyp), text_words(ref)
    if not len(one) or not len(two):
        return WordAlignment((None,) * len(one), (None,) * len(two))
    weights = weights or shipped_weights()
    relations = RELATIONS if vectors is None else (*RELATIONS, WordVectors(vectors))
    cells = cells_of(one, two, relations)
    energy = Energy.of(one, two, _local(cells, weights, fixed), weights)
    forward, backward = confirmed(search(energy), cells.kind, fixed.linked)
    reasons = _Reasons(one, two, cells, relations, fixed)
    return WordAlignment(
        tuple(reasons.link(place, other) if other < len(two) else None for place, other in enumerate(forward)),
        tuple(reasons.link(other, place) if other < len(one) else None for place, other in enumerate(backward)),
        (energy.sides[0].total(forward), energy.sides[1].total(backward)),
    )


def _local(cells: Cells, weights: Weights, fixed: Fixed) -> tuple[Floats, Floats]:
    """Local scores of both directions with those of no partner in the last column; what is fixed leaves no choice."""
    scores, (alone, other) = local_scores(cells, weights)
    for pair in fixed.unlinked:
        scores[pair] = -math.inf
    forward = np.concatenate([scores, alone[:, None]], axis=1)
    backward = np.concatenate([scores.T, other[:, None]], axis=1)
    for table, pairs in ((forward, fixed.linked), (backward, {(two, one) for one, two in fixed.linked})):
        for row in {row for row, _ in pairs}:
            columns = [column for place, column in pairs if place == row]
            kept = scores[row, columns] if table is forward else scores[columns, row]
            table[row] = -math.inf
            table[row, columns] = np.maximum(kept, 0.0)
    return forward, backward


class _Reasons:
    """Why words are linked: by a person, else by the first resource that knows them, else by what is around."""

    def __init__(
        self, hyp: TextWords, ref: TextWords, cells: Cells, relations: Sequence[Relation], fixed: Fixed
    ) -> None:
        self._texts = hyp, ref
        self._relations = relations
        self._fixed = fixed
        found = cells.found
        known = zip(found.cells.tolist(), found.relations.tolist(), found.strengths.tolist(), strict=True)
        self._first = {cell: (relation, strength) for cell, relation, strength in sorted(known, reverse=True)}

    def link(self, one: int, two: int) -> Link:
        """The link of two words."""
        hyp, ref = self._texts
        if (one, two) in self._fixed.linked:
            return Link(one, two, HAND)
        known = self._first.get(one * len(ref) + two)
        if known is None:
            return Link(one, two, BY_CONTEXT)
        relation = self._relations[known[0]]
        detail = relation.detail(hyp.words[one], ref.words[two])
        return Link(one, two, Reason(relation.name, round(known[1], 4), detail))
