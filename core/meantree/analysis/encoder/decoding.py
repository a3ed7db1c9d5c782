"""From the scores of the encoder's heads to structures: dependency trees of arcs, and labelled spans of tags.

A tagging is one of a conditional random field (Lafferty et al. 2001) without scores for two tags in a row: for each
label one tag begins a span and one is inside it. So the sum over all taggings is one over all choices of spans that do
not overlap, and each span has an exact probability.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.networks import Floats, Integers
from meantree.analysis.nonprojective.best import Doubles, Heads, Scores, best_heads, log_sum, spans_within
from meantree.analysis.tree import NBestDependencies

if TYPE_CHECKING:
    from meantree.analysis.nonprojective.all_trees import AllTrees

Indices = NDArray[np.intp]
ROOT_LABEL = "root"
CERTAINLY = 0.999
"""Factor of a bound that rounding errors do not exceed."""


@dataclass(frozen=True, slots=True, eq=False)
class ArcScores:
    """An arc-factored model of one sentence: the score of a tree is the sum of those of its arcs.

    Attributes:
        arcs: the log probability of each head of each word, by itself; (words, 1 + words), the root first.
        relations: the log probability of each label of each arc; (words, 1 + words, labels). Only arcs from the root
            are labelled ``root``.
    """

    arcs: Doubles
    relations: Doubles
    names: tuple[str, ...]

    def nbest(self, size: int) -> NBestDependencies:
        """Return the list of the ``size`` best trees."""
        from meantree.analysis.nonprojective.nbest import best_trees

        return best_trees(self.arcs, self.relations, self.names, size)

    def all_trees(self) -> AllTrees:
        """Return the compact model of all trees."""
        from meantree.analysis.nonprojective.all_trees import AllTrees

        return AllTrees.of(self.arcs, self.relations, self.names)


def best_arcs(arcs: Scores, relations: Scores, names: Sequence[str]) -> tuple[Heads, Integers]:
    """Return the best tree with a single root: its heads, counted from 1 and 0 for the root, and its label codes.

    Args:
        arcs, relations: scores by the head of the encoder: (words, 1 + words) and (words, 1 + words, labels).
    """
    heads, root = np.array(best_heads(arcs)), list(names).index(ROOT_LABEL)
    labels = relations[np.arange(len(heads)), heads]
    labels[:, root] = np.where(heads > 0, -np.inf, np.inf)
    return heads, labels.argmax(axis=1)


def arc_scores(arcs: Floats, relations: Floats, names: Sequence[str]) -> ArcScores:
    """Return normalised scores; arguments as for :func:`best_arcs`."""
    head_scores = arcs.astype(np.float64)
    np.fill_diagonal(head_scores[:, 1:], -np.inf)
    if len(head_scores) == 1:
        head_scores[:] = [[0.0, -np.inf]]
    labels, root = relations.astype(np.float64), list(names).index(ROOT_LABEL)
    labels[:, 1:, root] = -np.inf
    labels[:, 0, :] = np.where(np.arange(len(names)) == root, 0.0, -np.inf)
    return ArcScores(log_softmax(head_scores, axis=1), log_softmax(labels, axis=2), tuple(names))


def log_softmax(values: NDArray[np.floating[Any]], axis: int) -> Doubles:
    """Return values minus their :func:`log_sum` along an axis: logarithms of probabilities that sum to 1."""
    return values.astype(np.float64) - np.expand_dims(log_sum(values, axis), axis)


@dataclass(frozen=True, slots=True)
class LikelySpan:
    """A labelled span of words.

    Attributes:
        start: the first word, 0-based.
        end: the word after the last.
        probability: the probability of exactly this span with this label, in [0, 1].
    """

    start: int
    end: int
    label: int
    probability: float


def likely_spans(scores: Floats, min_probability: float, prior: Doubles | None = None) -> list[LikelySpan]:
    """Return the non-overlapping spans, in order, with the largest sum of (probability - ``min_probability``).

    The expected F1 is highest if ``min_probability`` is half of the best possible F1 (Lipton, Elkan & Narayanaswamy
    2014).

    Args:
        scores: (words, 1 + 2 × labels): the scores of no span, then of beginnings, then of insides.
        prior: (words, words), added to the score of a span from its first word to its last word.
    """
    if _upper_bound(scores, prior) < min_probability * CERTAINLY:
        return []
    spans = _scored(scores, prior)
    # A label is at most as probable as its span, which leaves few candidates.
    likely = np.exp(spans.scores + spans.around) > min_probability
    best = spans.labelled[likely]
    probabilities = np.exp(best.max(axis=1) + spans.around[likely])
    columns = (spans.starts[likely], spans.lasts[likely], best.argmax(axis=1), probabilities)
    by_end: dict[int, list[LikelySpan]] = {}
    for start, last, label, probability in zip(*(column.tolist() for column in columns), strict=True):
        by_end.setdefault(last + 1, []).append(LikelySpan(start, last + 1, label, probability))
    choices: list[tuple[float, tuple[LikelySpan, ...]]] = [(0.0, ())]  # the best choice among the first 0, 1, … words
    for end in range(1, len(scores) + 1):
        closed = (
            (choices[span.start][0] + span.probability - min_probability, (*choices[span.start][1], span))
            for span in by_end.get(end, ())
        )
        choices.append(max((choices[-1], *closed), key=lambda choice: choice[0]))
    return list(choices[-1][1])


def _upper_bound(scores: Floats, prior: Doubles | None) -> float:
    """Return an upper bound on the probability of any span, in time linear in the number of words.

    A choice with a span is exp(score of the span) times as probable as the same choice without it, so a span is at most
    as probable as the logistic function of its score. This score is at most that of a span with all following words
    that raise it.
    """
    gains = scores[:, 1:] - scores[:, :1]
    labels = gains.shape[1] // 2
    inside = np.maximum(gains[:, labels:], 0)
    bounds = (gains[:, :labels] + inside.sum(axis=0) - inside.cumsum(axis=0)).max(axis=1)
    score = float((bounds if prior is None else bounds + prior.max(axis=1)).max())
    return 1 / (1 + math.exp(-max(score, -700.0)))


class _Spans(NamedTuple):
    """All spans of a sentence, in order.

    Attributes:
        starts: the first word of each.
        lasts: the last word of each.
        labelled: (spans, labels), the score of each with each label, relative to no span.
        scores: the same, summed over labels in log space.
        around: the contribution of all other words to the log probability of each.
    """

    starts: Indices
    lasts: Indices
    labelled: Floats
    scores: Doubles
    around: Doubles


def _scored(scores: Floats, prior: Doubles | None) -> _Spans:
    starts, lasts = spans_within(len(scores))
    labels = scores.shape[1] // 2
    gains = scores[:, 1:] - scores[:, :1]
    inside = np.cumsum(gains[:, labels:], axis=0)
    labelled: Floats = gains[starts, :labels] + inside[lasts] - inside[starts]
    if prior is not None:
        labelled += prior[starts, lasts, None].astype(np.float32)
    summed = log_sum(labelled, axis=1)
    table = np.full((len(scores), len(scores)), -np.inf)
    table[starts, lasts] = summed
    before, after = _sums(np.stack([table, table[::-1, ::-1].T]))
    return _Spans(starts, lasts, labelled, summed, before[starts] + after[-2 - lasts] - before[-1])


def _sums(spans: Doubles) -> Doubles:
    """Return the log sum of the scores of all choices of spans among the first 0, 1, … words.

    Args:
        spans: the score of each span, (sentences, first word, last word).
    """
    totals = np.zeros((len(spans), spans.shape[1] + 1))
    for end in range(1, totals.shape[1]):
        closed = np.logaddexp.reduce(totals[:, :end] + spans[:, :end, end - 1], axis=1)
        totals[:, end] = np.logaddexp(totals[:, end - 1], closed)
    return totals
