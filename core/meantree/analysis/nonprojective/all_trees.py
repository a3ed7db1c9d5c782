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

from meantree.analysis.nonprojective.best import Scores, best_heads

Floats = NDArray[np.float64]
FARTHEST = 300.0
"""Log units below the best arc to a word, from which on arcs weigh the same, so that no weight is rounded to 0."""
NEVER = 1e-150
"""How seldom the root is reached; where there is no way to another word, it is reached at once."""


def arc_marginals(arcs: Scores, relations: Scores | None = None, *, gamma: float = 1.0) -> Floats:
    """Return the probability of each arc, with any label, in a tree drawn by exp(gamma * score); (words, 1 + words).

    Those of the heads of a word sum to 1, and so do those of all words to be the root.

    Args:
        arcs: (words, 1 + words), log scores of the arc to each word from each head, of which the first is the root;
            -inf for arcs that there are not. At least one word.
        relations: (words, 1 + words, labels), log probabilities of the labels of each arc; they change nothing where
            they sum to 1 and gamma is 1.
        gamma: 0 or more: the less, the flatter.

    Raises:
        ValueError: if no tree has a score above -inf.
    """
    weights, _ = _weights(_scores(arcs, relations, gamma))
    found = np.empty_like(weights)
    waiting = [_Walk.of(weights)]
    while waiting:
        walk = waiting.pop()
        half = len(walk.words) // 2
        if half:
            waiting += [walk.without(np.arange(half)), walk.without(np.arange(half, len(walk.words)))]
        else:  # an arc is in the tree if the walk from its head reaches the root before it comes back
            word = walk.words[0]
            found[word] = weights[word] * np.concatenate([[1.0], walk.rates])
    found /= found.sum(axis=1, keepdims=True)
    return found


def labelled_marginals(arcs: Scores, relations: Scores, *, gamma: float = 1.0) -> Floats:
    """Return the probability of each labelled arc in a tree drawn by exp(gamma * score); (words, 1 + words, labels).

    Args:
        arcs, relations, gamma: as of :func:`arc_marginals`.

    Raises:
        ValueError: if no tree has a score above -inf.
    """
    return arc_marginals(arcs, relations, gamma=gamma)[..., None] * label_probabilities(relations, gamma=gamma)


def label_probabilities(relations: Scores, *, gamma: float = 1.0) -> Floats:
    """Return the probability of each label, on the last axis, by exp(gamma * score); 0 where all labels are -inf."""
    flattened = _flattened(relations, gamma)
    top = flattened.max(axis=-1, keepdims=True)
    weights = np.exp(flattened - np.where(np.isneginf(top), 0.0, top))
    total = weights.sum(axis=-1, keepdims=True)
    found: Floats = np.divide(weights, total, out=weights, where=total > 0)
    return found


def log_partition(arcs: Scores, relations: Scores | None = None, *, gamma: float = 1.0) -> float:
    """Return the natural logarithm of the sum of exp(gamma * score) over all trees.

    Args:
        arcs, relations, gamma: as of :func:`arc_marginals`; without relations trees have no labels.

    Raises:
        ValueError: if no tree has a score above -inf.
    """
    weights, offset = _weights(_scores(arcs, relations, gamma))
    walk = _Walk.of(weights).without(np.arange(len(weights) - 1))
    return float(offset + walk.log_pivots + np.log(walk.rates[-1]))


@dataclass(frozen=True, slots=True, eq=False)
class _Walk:
    """The walk between some of the words, which passes the others unseen.

    Attributes:
        words: those left.
        ways: (all words, words left); how much it goes from there to each of them next. Rows of the others sum to 1,
            on the diagonal there is anything.
        rates: (all words,), at which the root is reached in between.
        log_pivots: the logarithm of the product of the sums by which rows of the others were divided.
    """

    words: NDArray[np.intp]
    ways: Floats
    rates: Floats
    log_pivots: float = 0.0

    @classmethod
    def of(cls, weights: Floats) -> _Walk:
        """The walk between all words."""
        return cls(np.arange(len(weights)), weights[:, 1:], weights[:, 0])

    def without(self, places: NDArray[np.intp]) -> _Walk:
        """Pass the words of these places unseen, too."""
        dropped = self.words[places]
        block, rates = self.ways[dropped], self.rates[dropped]
        pivots = np.empty(len(places))
        for row, place in enumerate(places):
            way = block[row]
            way[place] = 0.0
            pivots[row] = pivot = float(way.sum() + NEVER * rates[row]) or np.finfo(np.float64).tiny
            way /= pivot
            rates[row] /= pivot
            into = block[:, place].copy()
            block[:, place] = 0.0
            block += into[:, None] * way
            rates += into * rates[row]
        kept = np.delete(np.arange(len(self.words)), places)
        into = self.ways[:, places]
        into[dropped] = 0.0
        left = self.ways[:, kept] + into @ block[:, kept]
        all_rates = self.rates + into @ rates
        left[dropped], all_rates[dropped] = block[:, kept], rates
        return _Walk(self.words[kept], left, all_rates, self.log_pivots + float(np.log(pivots).sum()))


def _scores(arcs: Scores, relations: Scores | None, gamma: float) -> Floats:
    """The logarithm of the sum over the labels of exp(gamma * score)."""
    scores = _flattened(arcs, gamma)
    if relations is None:
        return scores
    flattened = _flattened(relations, gamma)
    top = flattened.max(axis=-1)
    shift = np.where(np.isneginf(top), 0.0, top)
    sums = np.exp(flattened - shift[..., None]).sum(axis=-1)
    found: Floats = scores + shift + np.log(sums, where=sums > 0, out=np.full_like(sums, -np.inf))
    return found


def _flattened(scores: Scores, gamma: float) -> Floats:
    found: Floats = np.multiply(
        scores, gamma, dtype=np.float64, where=~np.isneginf(scores), out=np.full(scores.shape, -np.inf)
    )
    return found


def _weights(scores: Floats) -> tuple[Floats, float]:
    """The arcs' weights, those of the best arc to each word being 1, and the logarithm of what all were divided by."""
    scores = scores.copy()
    words = np.arange(len(scores))
    scores[words, words + 1] = -np.inf
    if np.count_nonzero(np.isneginf(scores)) > len(scores):
        best_heads(scores)
    top = scores.max(axis=1, keepdims=True)
    farthest = np.where(np.isneginf(scores), -np.inf, -FARTHEST)
    return np.exp(np.maximum(scores - top, farthest)), float(top.sum())


FLOOR = 1e-5
"""Labelled arcs that are less probable are left out of the model."""
MOST = 24
"""Labelled arcs of a word that are kept at most, so that no text is too large to be stored; few words have as many."""
DECIMALS = 4
"""Of a score, so that what is stored is what is counted with."""
RAREST = 1e-6
"""Arcs that are expected less often are not counted."""

NO_ALL_TREES = "no scores of all trees (neither n-best lists in the input nor other pipelines have them)"


@dataclass(frozen=True, slots=True, eq=False)
class AllTrees:
    """An arc-factored model of all non-projective trees with a single root: a tree scores the sum of its arcs.

    It is exact over the labelled arcs that it has. Left out are those that the parser holds less probable than 1e-5
    in a random tree, and those of a word beyond its 24 most probable ones; the trees with such an arc are together at
    most as probable as these arcs. So gamma well below 1, which is to raise what is improbable, raises only what is
    kept.

    Attributes:
        size: words of the sentence.
        dependents, heads, labels: int16, shape (arcs,), of each labelled arc: its dependent, 0-based, its head, 1-based
            and 0 for the root, and an index into ``label_names``.
        scores: shape (arcs,), natural logarithms, finite.
        label_names: the labels that occur.
    """

    size: int
    dependents: NDArray[np.int16]
    heads: NDArray[np.int16]
    labels: NDArray[np.int16]
    scores: NDArray[np.float64]
    label_names: tuple[str, ...]

    def __post_init__(self) -> None:
        columns = (self.dependents, self.size), (self.heads, self.size + 1), (self.labels, len(self.label_names))
        if self.scores.ndim != 1 or any(
            codes.shape != self.scores.shape or ((codes < 0) | (codes >= end)).any() for codes, end in columns
        ):
            raise ValueError("an arc of the model is none of the sentence")
        if not np.isfinite(self.scores).all():
            raise ValueError("an arc of the model has no finite score")

    @classmethod
    def of(cls, arcs: Scores, relations: Scores, names: Sequence[str]) -> Self:
        """Keep what is probable of the scores of all arcs, and one best tree whatever it is.

        Args:
            arcs, relations: as of :func:`meantree.analysis.nonprojective.all_trees.labelled_marginals`.
            names: of the labels.

        Raises:
            ValueError: if no tree has a score above -inf.
        """
        kinds = relations.shape[2]
        rows, best = [], best_heads(arcs + relations.max(axis=2))
        for word, shares in enumerate(arc_marginals(arcs, relations)):
            found = (shares[:, None] * label_probabilities(relations[word])).ravel()
            probable = np.flatnonzero(found >= FLOOR)
            probable = probable[np.argsort(-found[probable], kind="stable")][:MOST]
            sure = best[word] * kinds + relations[word, best[word]].argmax()
            rows.append(np.union1d(probable, [sure]))
        dependents = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        heads, codes = np.divmod(np.concatenate(rows).astype(np.intp), kinds)
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
        """The probability of each arc ``(dependent, head, label)``, 0-based, in a tree drawn by exp(gamma * score).

        The root has no arc; those expected less often than 1e-6 are left out.
        """
        flattened = gamma * self.scores
        arcs = np.full((self.size, self.size + 1), -np.inf)
        np.logaddexp.at(arcs, (self.dependents, self.heads), flattened)
        places = self.dependents, self.heads
        expected = arc_marginals(arcs)[places] * np.exp(flattened - arcs[places])
        counted = (self.heads > 0) & (expected >= RAREST)
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
        dependents, heads, labels = (np.array(column, dtype=np.int16) for column in codes)
        return cls(size, dependents, heads, labels, np.array(scores, dtype=np.float64), tuple(map(str, names)))
