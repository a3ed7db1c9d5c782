"""Exact probabilities of arcs over all non-projective trees with one root, and a compact model of these trees.

Koo et al. (2007), Smith & Smith (2007) and McDonald & Satta (2007) invert the Laplacian of the arc weights, where
digits cancel if a cycle weighs much more than the ways out of it. Here the model is a random walk from word to head:
the path on which it first reaches the root, without its loops, is that of a random tree (Wilson 1996). Words are
eliminated from the walk by sums and products alone (Grassmann, Taksar & Heyman 1985), so each probability is as exact
as the weights, however small it is.

The walk is computed as if it almost never reached the root: this leaves a single root.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.nonprojective.best import Doubles, Scores, best_heads, log_sum
from meantree.analysis.tree import ROOT
from meantree.untrusted_json import as_codes, as_numbers, as_strings

MIN_PROBABILITY = 1e-5
"""Less probable labelled arcs are not part of the model."""
MAX_ARCS = 24
"""Labelled arcs of a word in the model, at most, so that any model can be stored; few words have so many."""
DECIMALS = 4
"""Decimals of the scores, so that a stored model equals the one that was computed."""
MAX_SCORE = 1e9
"""Absolute value of a score, at most, so that sums and differences are finite."""
MIN_EXPECTATION = 1e-6
"""Arcs with a lower expectation are not counted."""
MAX_DIFFERENCE = 300.0
"""Arcs that score this much less than the best arc to their word have equal weights, so that none is rounded to 0."""
ROOT_RATE = 1e-150
"""The rate of steps to the root; from a word without arcs from other words, the walk goes to the root at once."""


@dataclass(frozen=True, slots=True, eq=False)
class AllTrees:
    """An arc-factored model of all non-projective trees with a single root: a tree scores the sum of its arcs.

    The model is exact over its labelled arcs. Excluded are arcs that the parser considers less probable than 1e-5 in a
    random tree, and those of a word beyond its 24 most probable ones; together, the trees with an excluded arc are at
    most as probable as these arcs. A gamma far below 1, which raises improbable trees, raises only trees of the model.

    Attributes:
        dependents, heads, labels: int16, shape (arcs,): of each labelled arc its dependent, 0-based, its head, 1-based
            and 0 for the root, and an index into ``label_names``.
        scores: shape (arcs,), natural logarithms, of at most 1e9.

    Raises:
        ValueError: if an arc is invalid or has no finite score.
    """

    size: int
    dependents: NDArray[np.int16]
    heads: NDArray[np.int16]
    labels: NDArray[np.int16]
    scores: Doubles
    label_names: tuple[str, ...]

    def __post_init__(self) -> None:
        columns = (self.dependents, self.size), (self.heads, self.size + 1), (self.labels, len(self.label_names))
        if self.scores.ndim != 1 or any(
            codes.shape != self.scores.shape or ((codes < 0) | (codes >= end)).any() for codes, end in columns
        ):
            raise ValueError("the model has an arc that is not in the sentence")
        if not (np.abs(self.scores) <= MAX_SCORE).all():
            raise ValueError("an arc of the model has no finite score")

    @classmethod
    def of(cls, arcs: Scores, relations: Scores, names: Sequence[str]) -> Self:
        """Return the model of the probable arcs among all, and of the arcs of one best tree.

        Args:
            arcs, relations: as for :func:`arc_marginals`.

        Raises:
            ValueError: if no tree has a score above -inf.
        """
        label_count = relations.shape[2]
        rows, best = [], best_heads(arcs + relations.max(axis=2))
        for word, marginals in enumerate(arc_marginals(arcs, relations)):
            probabilities = (marginals[:, None] * label_probabilities(relations[word])).ravel()
            probable = np.flatnonzero(probabilities >= MIN_PROBABILITY)
            probable = probable[np.argsort(-probabilities[probable], kind="stable")][:MAX_ARCS]
            best_arc = best[word] * label_count + relations[word, best[word]].argmax()
            rows.append(np.union1d(probable, [best_arc]))
        dependents = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        heads, codes = np.divmod(np.concatenate(rows).astype(np.intp), label_count)
        scores = (arcs[dependents, heads] + relations[dependents, heads, codes]).astype(np.float64)
        used, labels = np.unique(codes, return_inverse=True)
        return cls(
            len(rows),
            dependents.astype(np.int16),
            heads.astype(np.int16),
            labels.ravel().astype(np.int16),
            scores.round(DECIMALS),
            tuple(names[code] for code in used.tolist()),
        )

    def expected_arcs(self, *, gamma: float = 1.0) -> dict[tuple[int, int, str], float]:
        """Return the probability of each arc ``(dependent, head, label)``, 0-based, if trees have exp(gamma * score).

        Roots have no arc. Arcs with an expectation below 1e-6 are excluded.
        """
        flattened = gamma * self.scores
        arcs = np.full((self.size, self.size + 1), -np.inf)
        np.logaddexp.at(arcs, (self.dependents, self.heads), flattened)
        places = self.dependents, self.heads
        expected = arc_marginals(arcs)[places] * np.exp(flattened - arcs[places])
        counted = (self.heads > 0) & (expected >= MIN_EXPECTATION)
        columns = (column[counted].tolist() for column in (*places, self.labels, expected))
        return {
            (dependent, head - 1, self.label_names[label]): value
            for dependent, head, label, value in zip(*columns, strict=True)
        }

    def to_json(self) -> list[Any]:
        """Return the model as JSON values."""
        columns = self.dependents, self.heads, self.labels, self.scores
        return [*(column.tolist() for column in columns), list(self.label_names)]

    @classmethod
    def from_json(cls, content: Sequence[Any], size: int) -> Self:
        """Return the model that :meth:`to_json` wrote, of a sentence of ``size`` words.

        Raises:
            ValueError, TypeError, OverflowError: if the values are no such model.
        """
        *codes, scores, names = content
        dependents, heads, labels = (as_codes(column, np.int16, 0, 2**15) for column in codes)
        return cls(size, dependents, heads, labels, as_numbers(scores), as_strings(names))

    def check_tree(self, own_tree: Sequence[int]) -> None:
        """Check that the arcs make up a tree with a single root; ``own_tree``, 0-based heads, is tried first.

        Raises:
            ValueError: if there is no such tree.
        """
        is_arc = np.zeros((self.size, self.size + 1), dtype=bool)
        is_arc[self.dependents, self.heads] = True
        has_own_arcs = is_arc[np.arange(self.size), np.array(own_tree) + 1].all()
        if not has_own_arcs or list(own_tree).count(ROOT) != 1:
            best_heads(np.where(is_arc, 0.0, -np.inf))  # raises the error


def arc_marginals(arcs: Scores, relations: Scores | None = None) -> Doubles:
    """Return the probability of each arc, with any label, in a random tree; (words, 1 + words).

    The probabilities of a word's heads sum to 1, and so do those of all words to be the root.

    Args:
        arcs: (words, 1 + words), the log score of the arc to each word from each head, the root first; -inf for
            impossible arcs. At least one word.
        relations: (words, 1 + words, labels), the log score of each label of each arc.

    Raises:
        ValueError: if no tree has a score above -inf.
    """
    scores = arcs.astype(np.float64)
    weights = _weights(scores if relations is None else scores + log_sum(relations.astype(np.float64), axis=-1))
    marginals = np.empty_like(weights)
    walks = [_Walk.of(weights)]
    while walks:
        walk = walks.pop()
        half = len(walk.words) // 2
        if half:
            walks += [walk.without(np.arange(half)), walk.without(np.arange(half, len(walk.words)))]
        else:  # an arc is in the tree if the walk from its head reaches the root before it returns
            word = walk.words[0]
            marginals[word] = weights[word] * np.concatenate([[1.0], walk.root_rates])
    marginals /= marginals.sum(axis=1, keepdims=True)
    return marginals


def label_probabilities(relations: Scores) -> Doubles:
    """Return the probability of each label, on the last axis, by exp(score); 0 if all labels have -inf."""
    scores = relations.astype(np.float64)
    top = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(top), 0.0, top))
    total = weights.sum(axis=-1, keepdims=True)
    probabilities: Doubles = np.divide(weights, total, out=weights, where=total > 0)
    return probabilities


@dataclass(frozen=True, slots=True, eq=False)
class _Walk:
    """The walk over some of the words, which skips the eliminated others.

    Attributes:
        rates: (all words, remaining words): the rate of steps from each word to each remaining one. Rows of eliminated
            words sum to 1; the diagonal has no meaning.
        root_rates: (all words,): the rate at which the root is reached on the way.
    """

    words: NDArray[np.intp]
    rates: Doubles
    root_rates: Doubles

    @classmethod
    def of(cls, weights: Doubles) -> _Walk:
        """Return the walk over all words."""
        return cls(np.arange(len(weights)), weights[:, 1:], weights[:, 0])

    def without(self, places: NDArray[np.intp]) -> _Walk:
        """Return the walk with the words of these places eliminated, too."""
        eliminated = self.words[places]
        block, root_rates = self.rates[eliminated], self.root_rates[eliminated]
        for row, place in enumerate(places):
            step = block[row]
            step[place] = 0.0
            pivot = float(step.sum() + ROOT_RATE * root_rates[row]) or np.finfo(np.float64).tiny
            step /= pivot
            root_rates[row] /= pivot
            into = block[:, place].copy()
            block[:, place] = 0.0
            block += into[:, None] * step
            root_rates += into * root_rates[row]
        remaining = np.delete(np.arange(len(self.words)), places)
        into = self.rates[:, places]
        into[eliminated] = 0.0
        rates = self.rates[:, remaining] + into @ block[:, remaining]
        all_root_rates = self.root_rates + into @ root_rates
        rates[eliminated], all_root_rates[eliminated] = block[:, remaining], root_rates
        return _Walk(self.words[remaining], rates, all_root_rates)


def _weights(scores: Doubles) -> Doubles:
    """Return the weights of arcs, 1 for the best arc to each word."""
    scores = scores.copy()
    words = np.arange(len(scores))
    scores[words, words + 1] = -np.inf
    if np.count_nonzero(np.isneginf(scores)) > len(scores):
        best_heads(scores)  # raises an error if there is no tree
    top = scores.max(axis=1, keepdims=True)
    lowest = np.where(np.isneginf(scores), -np.inf, -MAX_DIFFERENCE)
    weights: Doubles = np.exp(np.maximum(scores - top, lowest))
    return weights
