"""From gold alignments to rows of a log-linear model: one row for each choice of each word, in both directions.

The likelihood of a word's choice is looked at with all other words' choices given: those of people, or those that the
model itself makes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gold import Gold

from meantree.alignment.alignment_model import AGREEMENT, ARCS, STEPS, Weights, arc_codes, local_scores, step_codes
from meantree.alignment.cell_features import FEATURES, KINDS, NO_PARTNER, Cells, cells_of
from meantree.alignment.energy import CANDIDATES, dependents_of
from meantree.alignment.relations.all_relations import NAMES, RELATIONS
from meantree.alignment.text_words import WORD_CLASSES, TextWords, text_words

EDGES = len(WORD_CLASSES) * (len(STEPS) + len(ARCS)) + len(AGREEMENT)
SHARED = len(NAMES) + EDGES
"""Columns that all kinds of cells share: those of lexical resources and of edges."""
Choice = list[int]


@dataclass
class Example:
    """One pair of texts.

    Attributes:
        texts: both.
        cells: what a model looks at.
        right: in each direction for each word its right choices; empty for a word that is not looked at, since people
            were not sure.
        ignored: in each direction the pairs that are neither right nor wrong.
        local: in each direction rows of resources' strengths, shape (words, choices, resources).
    """

    gold: Gold
    texts: tuple[TextWords, TextWords]
    cells: Cells
    right: tuple[list[set[int]], list[set[int]]]
    ignored: tuple[set[tuple[int, int]], set[tuple[int, int]]]


def example(gold: Gold) -> Example:
    """What is looked at in one pair; links of blocks of several words with several words count as possible ones."""
    hyp, ref = text_words(gold.hypothesis), text_words(gold.reference)
    degree_one = np.bincount([one for one, _ in gold.sure], minlength=len(hyp))
    degree_two = np.bincount([two for _, two in gold.sure], minlength=len(ref))
    blocks = {(one, two) for one, two in gold.sure if degree_one[one] > 1 and degree_two[two] > 1}
    sure, possible = gold.sure - blocks, gold.possible | blocks
    right: tuple[list[set[int]], list[set[int]]] = ([set() for _ in hyp.words], [set() for _ in ref.words])
    for one, two in sure:
        right[0][one].add(two)
        right[1][two].add(one)
    unsure = {one for one, _ in possible}, {two for _, two in possible}
    for side, (own, other) in enumerate(((hyp, ref), (ref, hyp))):
        for word in range(len(own)):
            if not right[side][word] and word not in unsure[side]:
                right[side][word].add(len(other))
    turned = {(two, one) for one, two in possible}
    return Example(gold, (hyp, ref), cells_of(hyp, ref, RELATIONS), right, (set(possible), turned))


def edge_counts(one: Example, side: int, state: tuple[Choice, Choice]) -> np.ndarray:
    """How many edges of each sort each choice of each word has, shape (words, choices, edges)."""
    text, other = one.texts[side], one.texts[1 - side]
    size, own = len(other), len(text)
    chosen, back = state[side], state[1 - side]
    counts = np.zeros((own, size + 1, EDGES), np.float32)
    sorts = [*(word.word_class for word in text.words), WORD_CLASSES.index("punctuation")]
    first = len(WORD_CLASSES) * len(STEPS)
    steps, arcs = step_codes(size).astype(int), arc_codes(other.heads).astype(int)
    labelled, joined = ARCS.index("arc and label"), ARCS.index("arc")
    choices = np.arange(size + 1)
    labels = np.array([*other.labels, ""])
    below = dependents_of(text)

    def add(word: int, codes: np.ndarray) -> None:
        np.add.at(counts[word], (choices, codes), 1)

    for word in range(own):
        before = steps[chosen[word - 1] if word else size + 1, : size + 1]
        add(word, sorts[word - 1] * len(STEPS) + before)
        after = steps[: size + 1, chosen[word + 1] if word + 1 < own else size + 2]
        add(word, sorts[word] * len(STEPS) + after)
        head = text.heads[word]
        if head >= 0:
            codes = arcs[chosen[head]].copy()
            codes[(codes == joined) & (labels == text.labels[word])] = labelled
            add(word, first + sorts[word] * len(ARCS) + codes)
        for dependent in below[word]:
            codes = arcs[:, chosen[dependent]].copy()
            alike = text.labels[dependent] == labels[chosen[dependent]]
            codes[(codes == joined) & alike] = labelled
            add(word, first + sorts[dependent] * len(ARCS) + codes)
    first += len(WORD_CLASSES) * len(ARCS)
    none, mutual, differs = (first + AGREEMENT.index(name) for name in ("none", "mutual", "other"))
    returned = np.array(back)
    for word in range(own):
        pointing = int((returned == word).sum())
        counts[word, size, none] += pointing
        counts[word, :size, differs] += pointing
        matched = returned == word
        counts[word, :size][matched, differs] -= 1
        counts[word, :size][matched, mutual] += 2
        counts[word, :size][returned == own, none] += 1
        counts[word, :size][~matched & (returned != own), differs] += 1
    return counts


@dataclass
class Rows:
    """Rows of all examples: the parts that stay, and where each belongs.

    Attributes:
        kept: of all choices, whether they have a row.
        kinds: of each row a place among the kinds of cells, one more for no partner.
        own: columns of the kind (features of a cell or of a word without partner).
        known: strengths of the resources.
        starts: the first row of each word.
        right: whether a row is a right choice.
        open: whether a row takes part.
        weight: of each word.
    """

    kept: np.ndarray
    kinds: np.ndarray
    own: np.ndarray
    known: np.ndarray
    starts: np.ndarray
    right: np.ndarray
    open: np.ndarray
    weight: np.ndarray


def rows_of(examples: list[Example], weights: list[float], model: Weights | None = None) -> Rows:
    """The parts that do not depend on other words' choices; each example counts by its weight, however long.

    With a model only the choices that it would look at, and right ones.
    """
    kept, kinds, own, known, sizes, right, opened, shares = [], [], [], [], [], [], [], []
    wide = max(len(FEATURES), len(NO_PARTNER))
    for one, weight in zip(examples, weights, strict=True):
        cells = one.cells
        strengths = np.zeros((cells.strength.size, len(NAMES)), np.float32)
        strengths[cells.known.cells, cells.known.relations] = cells.known.strengths
        strengths = strengths.reshape(*cells.strength.shape, -1)
        scores = None if model is None else local_scores(cells, model)[0]
        looked = sum(bool(choices) for side in one.right for choices in side)
        for side in (0, 1):
            turned = (lambda table: table) if side == 0 else (lambda table: np.swapaxes(table, 0, 1))
            words, others = len(one.texts[side]), len(one.texts[1 - side])
            block = np.zeros((words, others + 1, wide), np.float32)
            block[:, :others, : len(FEATURES)] = turned(np.moveaxis(cells.features, 0, 2))
            block[:, others, : len(NO_PARTNER)] = cells.no_partner[side]
            kind = np.full((words, others + 1), len(KINDS), np.int8)
            kind[:, :others] = turned(cells.kind)
            table = np.zeros((words, others + 1, len(NAMES)), np.float32)
            table[:, :others] = turned(strengths)
            truth = np.zeros((words, others + 1), bool)
            free = np.ones((words, others + 1), bool)
            for word, choices in enumerate(one.right[side]):
                truth[word, list(choices)] = True
            for word, place in one.ignored[side]:
                free[word, place] = False
            free |= truth
            shown = truth.copy()
            shown[:, others] = True
            if scores is None:
                shown[:] = True
            else:
                best = np.argsort(-turned(scores), axis=1)[:, :CANDIDATES]
                np.put_along_axis(shown, best, True, 1)
            kept.append(shown.reshape(-1))
            kinds.append(kind[shown])
            own.append(block[shown])
            known.append(table[shown])
            sizes += shown.sum(1).tolist()
            right.append(truth[shown])
            opened.append(free[shown])
            shares += [weight / looked if choices else 0.0 for choices in one.right[side]]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    return Rows(
        np.concatenate(kept),
        np.concatenate(kinds),
        np.concatenate(own),
        np.concatenate(known),
        starts,
        np.concatenate(right),
        np.concatenate(opened),
        np.array(shares),
    )


def edges_of(rows: Rows, examples: list[Example], states: list[tuple[Choice, Choice]]) -> np.ndarray:
    """The parts of the rows that depend on other words' choices."""
    blocks, start = [], 0
    for one, state in zip(examples, states, strict=True):
        for side in (0, 1):
            counts = edge_counts(one, side, state).reshape(-1, EDGES)
            blocks.append(counts[rows.kept[start : start + len(counts)]])
            start += len(counts)
    return np.concatenate(blocks)


def unpacked(vector: np.ndarray) -> Weights:
    """Weights from one vector: kinds, no partner, resources, edges."""
    shapes = (
        (len(KINDS), len(FEATURES)),
        (len(NO_PARTNER),),
        (len(NAMES),),
        (len(WORD_CLASSES), len(STEPS)),
        (len(WORD_CLASSES), len(ARCS)),
        (len(AGREEMENT),),
    )
    cut = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    parts = np.split(vector.astype(np.float32), cut)
    cells, alone, known, *edges = (part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))
    return Weights(cells, known, alone, *edges)
