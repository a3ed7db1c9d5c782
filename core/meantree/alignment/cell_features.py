"""What a model looks at in two texts: every pair of words (a cell), and every word that may have no partner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.relations.lexical_relation import Relation
from meantree.alignment.text_words import TextWords

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
"""Kinds of cells, by what the words are and whether a resource knows both; each has weights of its own."""
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
"""What is known of a cell, each in [0, 1] or near it; :func:`_features` says how."""
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
"""What is known of a word that may have no partner."""
_PARTS = {
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
"""Words on either side of a cell that are its region."""
SAME = frozenset({"identity", "lemma"})
"""Relations that make two words the same; what else is known of them then does not matter."""


@dataclass(frozen=True, slots=True)
class Found:
    """What lexical resources know: parallel arrays, each cell once for a relation.

    Attributes:
        cells: ``hypothesis word · words of the reference + reference word``.
        relations: places among the relations that were asked.
        strengths: in (0, 1].
    """

    cells: Ints
    relations: Ints
    strengths: Floats


@dataclass(frozen=True, slots=True)
class Cells:
    """All that a model of two texts looks at.

    Attributes:
        found: what lexical resources know.
        strength: the highest strength of each cell, shape (hypothesis, reference); 0 where nothing is known.
        kind: of each cell, a place in :data:`KINDS`, the same shape.
        features: shape (features, hypothesis, reference).
        alone: of the words of the hypothesis and of those of the reference, shape (words, features without partner).
    """

    found: Found
    strength: Floats
    kind: NDArray[np.int8]
    features: Floats
    alone: tuple[Floats, Floats]


def cells_of(hyp: TextWords, ref: TextWords, relations: Sequence[Relation]) -> Cells:
    """Look at two texts, neither of which is empty."""
    shape = len(hyp), len(ref)
    found = _found(hyp, ref, relations)
    strength = np.zeros(shape, np.float32)
    np.maximum.at(strength.reshape(-1), found.cells, found.strengths)
    same = np.zeros(shape, bool)
    for place in _places(relations):
        same.reshape(-1)[found.cells[found.relations == place]] = True
    kind = _kinds(hyp, ref, same, strength)
    near = _nearness(hyp, ref)
    features = _features(hyp, ref, same, strength, near)
    alone = _alone(hyp, len(ref), strength, near), _alone(ref, len(hyp), strength.T, near.T)
    return Cells(found, strength, kind, features, alone)


def _nearness(hyp: TextWords, ref: TextWords) -> Floats:
    """How alike all words are in their contexts, as cosines; 0 where the encoder did not read the texts."""
    if hyp.meanings is None or ref.meanings is None:
        return np.zeros((len(hyp), len(ref)), np.float32)
    cosines: Floats = hyp.meanings @ ref.meanings.T
    return cosines


def _places(relations: Sequence[Relation]) -> list[int]:
    return [place for place, relation in enumerate(relations) if relation.name in SAME]


def _found(hyp: TextWords, ref: TextWords, relations: Sequence[Relation]) -> Found:
    """What the relations know, the strongest of each cell; nothing but their sameness of words that are the same."""
    best: dict[tuple[int, int], float] = {}
    same: set[int] = set()
    width = len(ref)
    for number, relation in enumerate(relations):
        is_same = relation.name in SAME
        for one, two, strength in relation.find(hyp, ref):
            cell = one * width + two
            if cell in same:
                continue
            if is_same:
                same.add(cell)
            if strength > best.get((number, cell), 0.0):
                best[number, cell] = strength
    keys = np.array([*best], np.int64).reshape(-1, 2)
    return Found(keys[:, 1], keys[:, 0], np.array([*best.values()], np.float32))


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


def _features(hyp: TextWords, ref: TextWords, same: NDArray[np.bool_], strength: Floats, near: Floats) -> Floats:
    """See :data:`FEATURES`: the cells around a cell, along the texts and along arcs, say whether it is likely."""
    rows, columns = strength.shape
    around = np.zeros((rows + 6, columns + 6), np.float32)
    around[3:-3, 3:-3] = strength

    def at(down: int, right: int) -> Floats:
        return around[3 + down : 3 + down + rows, 3 + right : 3 + right + columns]

    left, right = at(-1, -1), at(1, 1)
    head, dependent, label, shared = _by_arcs(hyp, ref, strength)
    made = np.empty((len(FEATURES), rows, columns), np.float32)
    made[0] = 1.0
    made[1] = _equal([word.upos for word in hyp.words], [word.upos for word in ref.words])
    made[2] = np.abs((np.arange(rows) / rows)[:, None] - (np.arange(columns) / columns)[None, :])
    made[3] = same & ((same.sum(1) == 1)[:, None] & (same.sum(0) == 1)[None, :])
    made[4], made[5], made[6] = left, right, left * right
    made[7] = (at(-2, -2) + at(2, 2) + at(-3, -3) + at(3, 3)) / 4
    made[8] = np.maximum.reduce([at(-1, -2), at(-2, -1), at(1, 2), at(2, 1)])
    made[9] = np.maximum.reduce([at(-1, 0), at(1, 0), at(0, -1), at(0, 1)])
    made[10], made[11], made[12], made[13] = head, dependent, label, shared
    made[14] = strength.max(1)[:, None] - strength
    made[15] = strength.max(0)[None, :] - strength
    made[16] = _elsewhere(np.array(hyp.heads), np.array(ref.heads), strength, head)
    before, after = np.arange(-1, rows - 1), np.arange(1, rows + 1)
    others_before, others_after = np.arange(-1, columns - 1), np.arange(1, columns + 1)
    after[-1:] = others_after[-1:] = -1
    made[17] = _elsewhere(before, others_before, strength, left) + _elsewhere(after, others_after, strength, right)
    made[18] = _region(strength, made[3])
    made[19], made[20], made[21] = near, near.max(1)[:, None] - near, near.max(0)[None, :] - near
    return made


def _elsewhere(mine: Ints, theirs: Ints, strength: Floats, there: Floats) -> Floats:
    """How much better partners a related word of either has than that of the other; -1 for no such word."""
    best, others = (np.append(strength.max(axis), np.float32(0)) for axis in (1, 0))
    lost: Floats = (best[mine][:, None] + others[theirs][None, :]) / 2 - there
    return np.maximum(lost, np.float32(0))


def _region(strength: Floats, unique: Floats) -> Floats:
    """Whether words that occur in both texts once stand near each other around a cell."""
    rows, columns = strength.shape
    sums = np.zeros((rows + 2 * NEAR + 1, columns + 2 * NEAR + 1), np.float32)
    sums[NEAR + 1 : NEAR + 1 + rows, NEAR + 1 : NEAR + 1 + columns] = unique
    sums = sums.cumsum(0).cumsum(1)
    wide = 2 * NEAR + 1
    found: Floats = sums[wide:, wide:] - sums[:-wide, wide:] - sums[wide:, :-wide] + sums[:-wide, :-wide]
    return np.minimum(found / 3, np.float32(1))


def _by_arcs(hyp: TextWords, ref: TextWords, strength: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """How alike the heads are, the most similar dependents, the labels; and a head and the other word itself."""
    mine, theirs = np.array(hyp.heads), np.array(ref.heads)
    below, beside = np.flatnonzero(mine >= 0), np.flatnonzero(theirs >= 0)
    head = np.where((mine < 0)[:, None] & (theirs < 0)[None, :], np.float32(1), np.float32(0))
    head[np.ix_(below, beside)] = strength[np.ix_(mine[below], theirs[beside])]
    dependent = np.zeros_like(strength)
    lower = strength[np.ix_(below, beside)]
    some = np.zeros((len(mine), len(beside)), np.float32)
    np.maximum.at(some, mine[below], lower)
    np.maximum.at(dependent.T, theirs[beside], some.T)
    shared = np.zeros_like(strength)
    shared[below] = strength[mine[below]]
    shared[:, beside] = np.maximum(shared[:, beside], strength[:, theirs[beside]])
    return head, dependent, _equal(hyp.labels, ref.labels), shared


def _equal(one: Sequence[str], two: Sequence[str]) -> Floats:
    numbers = {name: number for number, name in enumerate({*one, *two})}
    mine, theirs = (np.array([numbers[name] for name in names]) for names in (one, two))
    equal: Floats = (mine[:, None] == theirs[None, :]).astype(np.float32)
    return equal


def _alone(text: TextWords, other: int, strength: Floats, near: Floats) -> Floats:
    """See :data:`NO_PARTNER`: what it has to leave, what its neighbours and its head have, its part of speech."""
    best, nearest = strength.max(1), near.max(1)
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
        **{name: np.array([tag in tags for tag in parts]) * ~marks for name, tags in _PARTS.items()},
    }
    stacked: Floats = np.stack([columns[name] for name in NO_PARTNER], axis=1).astype(np.float32)
    return stacked
