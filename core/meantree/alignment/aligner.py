"""Aligns the words of two texts: scores of words and of the arcs that join them (Padó et al. 2009, section 3.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from meantree.alignment.alignment_model import Weights, local_scores, shipped_weights
from meantree.alignment.alignment_search import State, best_alignment, confirm
from meantree.alignment.cell_features import Cells, Floats, cells_of
from meantree.alignment.energy import Energy, Partners
from meantree.alignment.relations.all_relations import CONTEXT, RELATIONS, Compatible
from meantree.alignment.relations.lexical_relation import DetailInContext, Relation
from meantree.alignment.relations.word_meanings import WordVectors
from meantree.alignment.similarity import Vectors
from meantree.alignment.text_words import TextWords, text_words
from meantree.alignment.word_alignment import HAND, Link, Reason, WordAlignment
from meantree.analysis.fixed_links import NOTHING_FIXED, Fixed
from meantree.analysis.sentences import Analysis

Pairs = frozenset[tuple[int, int]]
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
    for one (:func:`meantree.alignment.alignment_search.confirm`).

    What a person said changes the links of the words of which it was said, and no others: they are found as if nothing
    had been said, and where a link by hand takes a word's only partner, that word still keeps its own link with it.

    The same texts always give the same alignment, and a text is linked with itself word by word. What lexical resources
    know is about English words; words of other languages are linked by their forms, values and surroundings.

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
    in_context = one.meanings is not None and two.meanings is not None
    weights = weights or shipped_weights(in_context=in_context)
    relations = RELATIONS if vectors is None else (*RELATIONS, Compatible(WordVectors(vectors)))
    cells = cells_of(one, two, relations)
    local = _local(cells, weights)
    energy = Energy.of(one, two, local, weights)
    state = _in_order(len(one)) if one.words == two.words else confirm(best_alignment(energy), cells.kind)
    if fixed:
        energy = Energy.of(one, two, _fixed(local, state, fixed), weights)
        state = _corrected(state, best_alignment(energy), cells, fixed)
    forward, backward = state
    reasons = _Reasons(one, two, cells, relations, fixed)
    return WordAlignment(
        tuple(reasons.link(place, other) if other < len(two) else None for place, other in enumerate(forward)),
        tuple(reasons.link(other, place) if other < len(one) else None for place, other in enumerate(backward)),
    )


def _in_order(count: int) -> State:
    """Each word with the one in its place: among words that are repeated the search may find others as good."""
    return list(range(count)), list(range(count))


def _local(cells: Cells, weights: Weights) -> tuple[Floats, Floats]:
    """Local scores of both directions, with those of no partner in the last column."""
    scores, (alone, other) = local_scores(cells, weights)
    forward = np.concatenate([scores, alone[:, None]], axis=1)
    return forward, np.concatenate([scores.T, other[:, None]], axis=1)


def _fixed(local: tuple[Floats, Floats], found: State, fixed: Fixed) -> tuple[Floats, Floats]:
    """Local scores that leave no choice but to the words whose partner a person took from them."""
    forward, backward = (
        _of_one_side(table, chosen, pairs, denied)
        for table, chosen, pairs, denied in zip(
            local, found, _both_ways(fixed.linked), _both_ways(fixed.unlinked), strict=True
        )
    )
    return forward, backward


def _of_one_side(table: Floats, chosen: Partners, pairs: Pairs, denied: Pairs) -> Floats:
    made = np.full_like(table, -math.inf)
    linked: dict[int, list[int]] = {}
    for row, column in pairs:
        linked.setdefault(row, []).append(column)
    for row, own in enumerate(chosen):
        if row in linked:
            made[row, linked[row]] = np.maximum(table[row, linked[row]], 0.0)
        elif (row, own) in denied:
            made[row] = table[row]
        else:
            made[row, own] = table[row, own]
    for pair in denied:
        made[pair] = -math.inf
    return made


def _corrected(found: State, again: State, cells: Cells, fixed: Fixed) -> State:
    """The new choices of the words that lost their partner or were given one; the other words keep what they have.

    What a word chose in place of a partner that a person took from it must be confirmed as any other choice.
    """
    sure = confirm(again, cells.kind, fixed.linked)
    forward, backward = (
        [
            new if place in given or (place, own) in denied else own
            for place, (own, new) in enumerate(zip(old, renewed, strict=True))
        ]
        for old, renewed, given, denied in zip(
            found,
            sure,
            ({one for one, _ in pairs} for pairs in _both_ways(fixed.linked)),
            _both_ways(fixed.unlinked),
            strict=True,
        )
    )
    return forward, backward


def _both_ways(pairs: Pairs) -> tuple[Pairs, Pairs]:
    return pairs, frozenset((two, one) for one, two in pairs)


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
        if isinstance(relation, DetailInContext):
            detail = relation.detail_there(hyp, ref, (one, two))
        else:
            detail = relation.detail(hyp.words[one], ref.words[two])
        return Link(one, two, Reason(relation.name, round(known[1], 4), detail))
