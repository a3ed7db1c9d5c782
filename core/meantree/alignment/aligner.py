"""The word aligner: relates the words of two texts by word and dependency scores (Padó et al. 2009, section 3.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from meantree.alignment.alignment_model import Weights, local_scores, shipped_weights
from meantree.alignment.alignment_search import State, best_alignment, confirm
from meantree.alignment.cell_features import Cells, Floats, cells_of
from meantree.alignment.energy import Energy, Partners
from meantree.alignment.relations.all_relations import CONTEXT, IN_ANY_LANGUAGE, RELATIONS, VECTORS, Compatible, Unused
from meantree.alignment.relations.lexical_relation import Relation
from meantree.alignment.relations.word_meanings import WordVectors
from meantree.alignment.similarity import Vectors
from meantree.alignment.text_words import TextWords, text_words
from meantree.alignment.word_alignment import HAND, Link, Reason, WordAlignment
from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks
from meantree.analysis.sentences import Analysis

Pairs = frozenset[tuple[int, int]]
BY_CONTEXT = Reason(CONTEXT, 0.2, "no lexical resource relates these words; their contexts match")
"""The weak reason of a link that no relation covers."""


def align(
    hyp: Analysis,
    ref: Analysis,
    fixed: FixedLinks = NO_FIXED_LINKS,
    vectors: Vectors | None = None,
    weights: Weights | None = None,
) -> WordAlignment:
    """Align each word of either text with the word of the other that means the same, or with none.

    Both directions are searched together. A link of one direction only is kept where several adjacent words share a
    partner (:func:`meantree.alignment.alignment_search.confirm`).

    A correction changes the links of the words that it names, and no others: the search runs as if there were none. A
    word whose only partner is linked elsewhere by hand keeps its own link with it.

    The same texts always give the same alignment, and a text is aligned with itself word by word. Lexical resources
    cover English; words of other languages are aligned by their forms, values and contexts.

    Args:
        hyp, ref: the texts, analysed at least into words and dependencies; entities help.
        fixed: links that a person made or deleted, which are binding. Of several partners by hand, each direction takes
            the best one.
        vectors: of words, if the pipeline has some.
        weights: of the model, by default the shipped ones.
    """
    hyp_words, ref_words = text_words(hyp), text_words(ref)
    if not len(hyp_words) or not len(ref_words):
        return WordAlignment((None,) * len(hyp_words), (None,) * len(ref_words))
    in_context = hyp_words.meanings is not None and ref_words.meanings is not None
    weights = weights or shipped_weights(in_context=in_context)
    relations = RELATIONS if vectors is None else (*RELATIONS, Compatible(WordVectors(vectors)))
    if hyp.language or ref.language:
        relations = tuple(one if one.name in {*IN_ANY_LANGUAGE, VECTORS} else Unused(one) for one in relations)
    cells = cells_of(hyp_words, ref_words, relations)
    local = _local(cells, weights)
    energy = Energy.of(hyp_words, ref_words, local, weights)
    state = (
        _in_order(len(hyp_words)) if hyp_words.words == ref_words.words else confirm(best_alignment(energy), cells.kind)
    )
    parted: Pairs = frozenset()
    if fixed.linked or fixed.unlinked:
        parted = fixed.unlinked & {*enumerate(state[0]), *((word, other) for other, word in enumerate(state[1]))}
        energy = Energy.of(hyp_words, ref_words, _fixed(local, state, fixed), weights)
        state = _corrected(state, best_alignment(energy), cells, fixed)
    forward, backward = state
    reasons = _Reasons(hyp_words, ref_words, cells, relations, fixed)
    return WordAlignment(
        tuple(reasons.link(word, other) if other < len(ref_words) else None for word, other in enumerate(forward)),
        tuple(reasons.link(other, word) if other < len(hyp_words) else None for word, other in enumerate(backward)),
        parted,
        fixed.mistranslated,
    )


def _in_order(count: int) -> State:
    """Align each word with the one in the same position: the search might confuse repeated words."""
    return list(range(count)), list(range(count))


def _local(cells: Cells, weights: Weights) -> tuple[Floats, Floats]:
    """Return the local scores of both directions, with those of no partner in the last column."""
    scores, (hyp_none, ref_none) = local_scores(cells, weights)
    forward = np.concatenate([scores, hyp_none[:, None]], axis=1)
    return forward, np.concatenate([scores.T, ref_none[:, None]], axis=1)


def _fixed(local: tuple[Floats, Floats], state: State, fixed: FixedLinks) -> tuple[Floats, Floats]:
    """Return local scores that leave a choice only to words whose partner a person took away."""
    forward, backward = (
        _fixed_direction(table, chosen, pairs, denied)
        for table, chosen, pairs, denied in zip(
            local, state, _both_ways(fixed.linked), _both_ways(fixed.unlinked), strict=True
        )
    )
    return forward, backward


def _fixed_direction(table: Floats, chosen: Partners, pairs: Pairs, denied: Pairs) -> Floats:
    scores = np.full_like(table, -math.inf)
    linked: dict[int, list[int]] = {}
    for row, column in pairs:
        linked.setdefault(row, []).append(column)
    for row, partner in enumerate(chosen):
        if row in linked:
            scores[row, linked[row]] = np.maximum(table[row, linked[row]], 0.0)
        elif (row, partner) in denied:
            scores[row] = table[row]
        else:
            scores[row, partner] = table[row, partner]
    for pair in denied:
        scores[pair] = -math.inf
    return scores


def _corrected(state: State, corrected: State, cells: Cells, fixed: FixedLinks) -> State:
    """Return the new choices of the words that a person linked or unlinked; other words keep their choices.

    A choice in place of a deleted link must be confirmed like any other.
    """
    confirmed = confirm(corrected, cells.kind, fixed.linked)
    forward, backward = (
        [
            new if position in linked or (position, old) in denied else old
            for position, (old, new) in enumerate(zip(before, after, strict=True))
        ]
        for before, after, linked, denied in zip(
            state,
            confirmed,
            ({position for position, _ in pairs} for pairs in _both_ways(fixed.linked)),
            _both_ways(fixed.unlinked),
            strict=True,
        )
    )
    return forward, backward


def _both_ways(pairs: Pairs) -> tuple[Pairs, Pairs]:
    return pairs, frozenset((ref, hyp) for hyp, ref in pairs)


class _Reasons:
    """Finds why words are linked: by a person, else by the first relation that covers them, else by context."""

    def __init__(
        self, hyp: TextWords, ref: TextWords, cells: Cells, relations: Sequence[Relation], fixed: FixedLinks
    ) -> None:
        self._texts = hyp, ref
        self._relations = relations
        self._fixed = fixed
        known = cells.known
        rows = zip(known.cells.tolist(), known.relations.tolist(), known.strengths.tolist(), strict=True)
        self._first = {cell: (relation, strength) for cell, relation, strength in sorted(rows, reverse=True)}

    def link(self, hyp_index: int, ref_index: int) -> Link:
        """Return the link of two words with its reason."""
        hyp, ref = self._texts
        if (hyp_index, ref_index) in self._fixed.linked:
            return Link(hyp_index, ref_index, HAND)
        first = self._first.get(hyp_index * len(ref) + ref_index)
        if first is None:
            return Link(hyp_index, ref_index, BY_CONTEXT)
        relation = self._relations[first[0]]
        in_context = getattr(relation, "detail_in_context", None)
        if in_context is not None:
            detail = in_context(hyp, ref, (hyp_index, ref_index))
        else:
            detail = relation.detail(hyp.words[hyp_index], ref.words[ref_index])
        return Link(hyp_index, ref_index, Reason(relation.name, round(first[1], 4), detail))
