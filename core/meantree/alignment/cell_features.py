"""The features of the alignment model: of every pair of words (a cell), and of every word left unaligned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.relations.lexical_relation import Relation
from meantree.alignment.text_words import TextWords, distinct_words

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

KINDS = (
    "same content",
    "same function",
    "same punctuation",
    "related content",
    "related other",
    "unlike content",
    "unlike function",
    "unlike mixed",
    "unlike punctuation",
)
"""Kinds of cells, by word class and by whether a relation covers both words; each has its own weights."""
FEATURES = (
    "bias",
    "part of speech",
    "distance",
    "unique",
    "left",
    "right",
    "between",
    "near",
    "gap",
    "beside",
    "head",
    "dependent",
    "arc label",
    "shared arc",
    "better for hypothesis",
    "better for reference",
    "head elsewhere",
    "neighbours elsewhere",
    "region",
    "meaning",
    "nearer for hypothesis",
    "nearer for reference",
)
"""Features of a cell, each in [0, 1] or close to it; computed in :func:`_features`."""
NO_PARTNER = (
    "bias",
    "best content",
    "best function",
    "best punctuation",
    "neighbours",
    "head",
    "longer",
    "longer function",
    "nearest content",
    "nearest function",
    "noun",
    "name",
    "verb",
    "auxiliary",
    "determiner",
    "preposition",
    "pronoun",
    "adverb",
    "punctuation",
)
"""Features of leaving a word unaligned; computed in :func:`_no_partner_features`."""
_UPOS_FEATURES = {
    "noun": ("NOUN",),
    "name": ("PROPN",),
    "verb": ("VERB",),
    "auxiliary": ("AUX",),
    "determiner": ("DET",),
    "preposition": ("ADP", "PART"),
    "pronoun": ("PRON",),
    "adverb": ("ADV",),
}
NEAR = 4
"""So many words on either side of a cell belong to its region."""
SAME = frozenset({"identity", "lemma"})
"""Relations that make two words the same; further relations between such words are ignored."""


@dataclass(frozen=True, slots=True)
class KnownPairs:
    """The pairs of words that lexical relations propose, as parallel arrays; each cell once per relation.

    Attributes:
        cells: ``index in the hypothesis · length of the reference + index in the reference``.
        relations: indices into the sequence of relations.
    """

    cells: Ints
    relations: Ints
    strengths: Floats


@dataclass(frozen=True, slots=True)
class Cells:
    """All that the model sees of two texts.

    Attributes:
        known: the proposals of the lexical relations.
        strength: the highest strength of each cell, shape (hypothesis, reference); 0 without a proposal.
        kind: an index into :data:`KINDS` for each cell, of the same shape.
        features: shape (features, hypothesis, reference).
        no_partner: features of unaligned words of the hypothesis, and of the reference, each of shape (words,
        features).
    """

    known: KnownPairs
    strength: Floats
    kind: NDArray[np.int8]
    features: Floats
    no_partner: tuple[Floats, Floats]


def cells_of(hyp: TextWords, ref: TextWords, relations: Sequence[Relation]) -> Cells:
    """Return the features of two texts, neither of which is empty."""
    shape = len(hyp), len(ref)
    known = _known_pairs(hyp, ref, relations)
    strength = np.zeros(shape, np.float32)
    np.maximum.at(strength.reshape(-1), known.cells, known.strengths)
    same = np.zeros(shape, bool)
    for number, relation in enumerate(relations):
        if relation.name in SAME:
            same.reshape(-1)[known.cells[known.relations == number]] = True
    kind = _kinds(hyp, ref, same, strength)
    cosines = _cosines(hyp, ref)
    features = _features(hyp, ref, same, strength, cosines)
    no_partner = (
        _no_partner_features(hyp, len(ref), strength, cosines),
        _no_partner_features(ref, len(hyp), strength.T, cosines.T),
    )
    return Cells(known, strength, kind, features, no_partner)


def _cosines(hyp: TextWords, ref: TextWords) -> Floats:
    """Return the cosines of the contextual vectors of all pairs of words; 0 unless the encoder read both texts."""
    if hyp.meanings is None or ref.meanings is None:
        return np.zeros((len(hyp), len(ref)), np.float32)
    cosines: Floats = hyp.meanings @ ref.meanings.T
    return cosines


def _known_pairs(hyp: TextWords, ref: TextWords, relations: Sequence[Relation]) -> KnownPairs:
    """Return each relation's strongest proposal per cell; after identity or lemma, further relations are ignored."""
    (hyp_once, hyp_places), (ref_once, ref_places) = distinct_words(hyp), distinct_words(ref)
    everywhere = np.ix_(hyp_places, ref_places)
    same = np.zeros((len(hyp), len(ref)), bool)
    cells, numbers = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    strengths = [np.empty(0, np.float32)]
    for number, relation in enumerate(relations):
        if relation.of_words:  # texts that repeat words have few different pairs
            found = _strongest(hyp_once, ref_once, relation)[everywhere]
        else:
            found = _strongest(hyp, ref, relation)
        found[same] = 0
        if relation.name in SAME:
            same |= found > 0
        own = np.flatnonzero(found)
        cells.append(own)
        numbers.append(np.full(len(own), number))
        strengths.append(found.reshape(-1)[own])
    return KnownPairs(np.concatenate(cells), np.concatenate(numbers), np.concatenate(strengths))


def _strongest(hyp: TextWords, ref: TextWords, relation: Relation) -> Floats:
    """Return the strongest proposal of a relation for each pair of words, 0 without one."""
    strongest = np.zeros((len(hyp), len(ref)), np.float32)
    for hyp_index, ref_index, strength in relation.find(hyp, ref):
        if strength > strongest[hyp_index, ref_index]:
            strongest[hyp_index, ref_index] = strength
    return strongest


def _kinds(hyp: TextWords, ref: TextWords, same: NDArray[np.bool_], strength: Floats) -> NDArray[np.int8]:
    content, others = (np.array([word.is_content for word in text.words]) for text in (hyp, ref))
    marks, other_marks = (np.array([word.is_punctuation for word in text.words]) for text in (hyp, ref))
    both_content = content[:, None] & others[None, :]
    any_mark = marks[:, None] | other_marks[None, :]
    both_function = ~(content | marks)[:, None] & ~(others | other_marks)[None, :]
    kinds = np.select(
        [
            same & any_mark,
            same & both_function,
            same,
            any_mark,
            (strength > 0) & both_content,
            strength > 0,
            both_content,
            both_function,
        ],
        [2, 1, 0, 8, 3, 4, 5, 6],
        7,
    )
    return kinds.astype(np.int8)


def _features(hyp: TextWords, ref: TextWords, same: NDArray[np.bool_], strength: Floats, cosines: Floats) -> Floats:
    """Return :data:`FEATURES` of all cells: how well the words and their neighbours, heads and dependents match."""
    rows, columns = strength.shape
    around = np.zeros((rows + 6, columns + 6), np.float32)
    around[3:-3, 3:-3] = strength

    def at(down: int, right: int) -> Floats:
        return around[3 + down : 3 + down + rows, 3 + right : 3 + right + columns]

    left, right = at(-1, -1), at(1, 1)
    head, dependent, label, shared = _by_arcs(hyp, ref, strength)
    before, after = np.arange(-1, rows - 1), np.arange(1, rows + 1)
    ref_before, ref_after = np.arange(-1, columns - 1), np.arange(1, columns + 1)
    after[-1:] = ref_after[-1:] = -1
    unique = same & (same.sum(1) == 1)[:, None] & (same.sum(0) == 1)[None, :]
    values = {
        "bias": 1.0,
        "part of speech": _equal([word.upos for word in hyp.words], [word.upos for word in ref.words]),
        "distance": np.abs((np.arange(rows) / rows)[:, None] - (np.arange(columns) / columns)[None, :]),
        "unique": unique,
        "left": left,
        "right": right,
        "between": left * right,
        "near": (at(-2, -2) + at(2, 2) + at(-3, -3) + at(3, 3)) / 4,
        "gap": np.maximum.reduce([at(-1, -2), at(-2, -1), at(1, 2), at(2, 1)]),
        "beside": np.maximum.reduce([at(-1, 0), at(1, 0), at(0, -1), at(0, 1)]),
        "head": head,
        "dependent": dependent,
        "arc label": label,
        "shared arc": shared,
        "better for hypothesis": strength.max(1)[:, None] - strength,
        "better for reference": strength.max(0)[None, :] - strength,
        "head elsewhere": _elsewhere(np.array(hyp.heads), np.array(ref.heads), strength, head),
        "neighbours elsewhere": _elsewhere(before, ref_before, strength, left)
        + _elsewhere(after, ref_after, strength, right),
        "region": _region(strength, unique),
        "meaning": cosines,
        "nearer for hypothesis": cosines.max(1)[:, None] - cosines,
        "nearer for reference": cosines.max(0)[None, :] - cosines,
    }
    features = np.empty((len(FEATURES), rows, columns), np.float32)
    for number, name in enumerate(FEATURES):
        features[number] = values[name]
    return features


def _elsewhere(hyp_related: Ints, ref_related: Ints, strength: Floats, matched: Floats) -> Floats:
    """Return how much better partners than each other the related words (heads or neighbours) of two words have.

    Args:
        hyp_related, ref_related: for each word the index of its related word, -1 for none.
        matched: the strengths of the pairs of related words.
    """
    best, others = (np.append(strength.max(axis), np.float32(0)) for axis in (1, 0))
    lost: Floats = (best[hyp_related][:, None] + others[ref_related][None, :]) / 2 - matched
    return np.maximum(lost, np.float32(0))


def _region(strength: Floats, unique: NDArray[np.bool_]) -> Floats:
    """Return how many words that occur once in either text are paired close to each cell: 1 for three or more."""
    rows, columns = strength.shape
    sums = np.zeros((rows + 2 * NEAR + 1, columns + 2 * NEAR + 1), np.float32)
    sums[NEAR + 1 : NEAR + 1 + rows, NEAR + 1 : NEAR + 1 + columns] = unique
    sums = sums.cumsum(0).cumsum(1)
    wide = 2 * NEAR + 1
    counts: Floats = sums[wide:, wide:] - sums[:-wide, wide:] - sums[wide:, :-wide] + sums[:-wide, :-wide]
    return np.minimum(counts / 3, np.float32(1))


def _by_arcs(hyp: TextWords, ref: TextWords, strength: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the strengths of the heads and of the best dependents, equal labels, and a head with the other word."""
    hyp_heads, ref_heads = np.array(hyp.heads), np.array(ref.heads)
    hyp_below, ref_below = np.flatnonzero(hyp_heads >= 0), np.flatnonzero(ref_heads >= 0)
    head = np.where((hyp_heads < 0)[:, None] & (ref_heads < 0)[None, :], np.float32(1), np.float32(0))
    head[np.ix_(hyp_below, ref_below)] = strength[np.ix_(hyp_heads[hyp_below], ref_heads[ref_below])]
    dependent = np.zeros_like(strength)
    below = strength[np.ix_(hyp_below, ref_below)]
    best = np.zeros((len(hyp_heads), len(ref_below)), np.float32)
    np.maximum.at(best, hyp_heads[hyp_below], below)
    np.maximum.at(dependent.T, ref_heads[ref_below], best.T)
    shared = np.zeros_like(strength)
    shared[hyp_below] = strength[hyp_heads[hyp_below]]
    shared[:, ref_below] = np.maximum(shared[:, ref_below], strength[:, ref_heads[ref_below]])
    return head, dependent, _equal(hyp.labels, ref.labels), shared


def _equal(first: Sequence[str], second: Sequence[str]) -> Floats:
    codes = {name: code for code, name in enumerate({*first, *second})}
    rows, columns = (np.array([codes[name] for name in names]) for names in (first, second))
    equal: Floats = (rows[:, None] == columns[None, :]).astype(np.float32)
    return equal


def _no_partner_features(text: TextWords, other: int, strength: Floats, cosines: Floats) -> Floats:
    """Return :data:`NO_PARTNER` of all words: their best possible partners, those of words nearby, part of speech."""
    best, nearest = strength.max(1), cosines.max(1)
    size = len(text)
    content = np.array([word.is_content for word in text.words])
    marks = np.array([word.is_punctuation for word in text.words])
    around = np.concatenate([[1.0], best, [1.0]])
    heads = np.array(text.heads)
    parts = [word.upos for word in text.words]
    columns = {
        "bias": np.ones(size),
        "best content": best * content,
        "best function": best * ~(content | marks),
        "best punctuation": best * marks,
        "neighbours": (around[:-2] + around[2:]) / 2,
        "head": np.where(heads >= 0, best[heads], 1.0),
        "longer": np.full(size, np.log(size / other)),
        "nearest content": nearest * content,
        "nearest function": nearest * ~(content | marks),
        "longer function": np.log(size / other) * ~(content | marks),
        "punctuation": marks.astype(float),
        **{name: np.array([tag in tags for tag in parts]) * ~marks for name, tags in _UPOS_FEATURES.items()},
    }
    stacked: Floats = np.stack([columns[name] for name in NO_PARTNER], axis=1).astype(np.float32)
    return stacked
