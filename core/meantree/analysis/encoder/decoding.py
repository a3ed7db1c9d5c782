"""From the scores of the encoder's heads to structures: dependency trees of arcs, and labelled spans of tags.

A tagging is one of a conditional random field (Lafferty et al. 2001) without scores for two tags in a row: for each
label one tag begins a span and one is inside it. So the sum over all taggings is one over all choices of spans that do
not overlap, and each span has an exact probability.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.networks import Floats, Integers
from meantree.analysis.nonprojective.all_trees import AllTrees
from meantree.analysis.nonprojective.best import Heads, Scores, best_heads
from meantree.analysis.nonprojective.nbest import best_trees
from meantree.analysis.tree import NBestDependencies

Doubles = NDArray[np.float64]
Indices = NDArray[np.intp]
ROOT_LABEL = "root"
CERTAINLY = 0.999
"""Below this share of a bound no rounding reaches it."""


@dataclass(frozen=True, slots=True, eq=False)
class ArcScores:
    """An arc-factored model of one sentence: the score of a tree is the sum of those of its arcs.

    Attributes:
        arcs: natural logarithm of how probable each head is, by itself; (words, 1 + words), first that of the root.
        relations: of each label of each arc; (words, 1 + words, labels). The root's arc alone is ``root``.
        names: of the labels.
    """

    arcs: Doubles
    relations: Doubles
    names: tuple[str, ...]

    def nbest(self, size: int) -> NBestDependencies:
        """Return the ``size`` best trees."""
        return best_trees(self.arcs, self.relations, self.names, size)

    def all_trees(self) -> AllTrees:
        """Return the model of all trees, as far as it is kept."""
        return AllTrees.of(self.arcs, self.relations, self.names)


def best_arcs(arcs: Scores, relations: Scores, names: Sequence[str]) -> tuple[Heads, Integers]:
    """Return the heads of the best tree with a single root, counted from 1 and 0 for the root, and codes of labels.

    Args:
        arcs, relations: what the head gives: (words, 1 + words) and (words, 1 + words, labels).
        names: of the labels.
    """
    heads, root = np.array(best_heads(arcs)), list(names).index(ROOT_LABEL)
    labels = relations[np.arange(len(heads)), heads]
    labels[:, root] = np.where(heads > 0, -np.inf, np.inf)
    return heads, labels.argmax(axis=1)


def arc_scores(arcs: Floats, relations: Floats, names: Sequence[str]) -> ArcScores:
    """Normalise what the head gives."""
    allowed = arcs.astype(np.float64)
    np.fill_diagonal(allowed[:, 1:], -np.inf)
    if len(allowed) == 1:
        allowed[:] = [[0.0, -np.inf]]
    labels, root = relations.astype(np.float64), list(names).index(ROOT_LABEL)
    labels[:, 1:, root] = -np.inf
    labels[:, 0, :] = np.where(np.arange(len(names)) == root, 0.0, -np.inf)
    return ArcScores(log_softmax(allowed, axis=1), log_softmax(labels, axis=2), tuple(names))


def log_sum(values: NDArray[np.floating[Any]], axis: int) -> Doubles:
    """Return the logarithm of the summed exponentials along an axis; minus infinity where all values are.

    As SciPy's ``logsumexp``, which takes ten times as long on small arrays, and long to load.
    """
    top = np.maximum(values.max(axis=axis, keepdims=True), np.finfo(values.dtype).min)
    with np.errstate(divide="ignore"):
        sums = np.log(np.exp(values - top).sum(axis=axis, dtype=np.float64))
    found: Doubles = sums + top.squeeze(axis)
    return found


def log_softmax(values: NDArray[np.floating[Any]], axis: int) -> Doubles:
    """Return values less their :func:`log_sum` along an axis: logarithms of probabilities that sum to 1."""
    return values.astype(np.float64) - np.expand_dims(log_sum(values, axis), axis)


@dataclass(frozen=True, slots=True)
class LabelledSpan:
    """A span of words.

    Attributes:
        start: the first word.
        end: the one after the last.
        label: its code.
        probability: of just this span with this label, in [0, 1].
    """

    start: int
    end: int
    label: int
    probability: float


def likely_spans(scores: Floats, worth: float, prior: Doubles | None = None) -> list[LabelledSpan]:
    """Return the choice of spans with the largest sum of their probabilities, less ``worth`` for each, in order.

    With half of the best F1 that can be had as ``worth``, F1 is expected to be highest (Lipton, Elkan & Narayanaswamy
    2014).

    Args:
        scores: (words, 1 + 2 × labels): of no span, then of beginnings, then of insides.
        worth: in [0, 1).
        prior: what is added to the score of a span from one word to another, both included: (words, words).
    """
    if _most_probable(scores, prior) < worth * CERTAINLY:
        return []
    spans = _scored(scores, prior)
    # A label is no more probable than its span, so that few spans are worth a look.
    likely = np.exp(spans.scores + spans.around) > worth
    best = spans.labelled[likely]
    probabilities = np.exp(best.max(axis=1) + spans.around[likely])
    columns = (spans.starts[likely], spans.lasts[likely], best.argmax(axis=1), probabilities)
    by_end: dict[int, list[LabelledSpan]] = {}
    for start, last, label, probability in zip(*(column.tolist() for column in columns), strict=True):
        by_end.setdefault(last + 1, []).append(LabelledSpan(start, last + 1, label, probability))
    choices: list[tuple[float, tuple[LabelledSpan, ...]]] = [(0.0, ())]  # the best one in the first 0, 1, … words
    for end in range(1, len(scores) + 1):
        closed = (
            (choices[one.start][0] + one.probability - worth, (*choices[one.start][1], one))
            for one in by_end.get(end, ())
        )
        choices.append(max((choices[-1], *closed), key=lambda choice: choice[0]))
    return list(choices[-1][1])


def _most_probable(scores: Floats, prior: Doubles | None) -> float:
    """Return what no span is more probable than, in a time that grows with the words and not with their pairs.

    Each choice that has a span is ``exp`` of its score times as probable as the same one without it, so that no span is
    more probable than the logistic function of its score; that is at most as great as if it had all words that follow
    and gain.
    """
    gains = scores[:, 1:] - scores[:, :1]
    labels = gains.shape[1] // 2
    inside = np.maximum(gains[:, labels:], 0)
    most = (gains[:, :labels] + inside.sum(axis=0) - inside.cumsum(axis=0)).max(axis=1)
    score = float((most if prior is None else most + prior.max(axis=1)).max())
    return 1 / (1 + math.exp(-max(score, -700.0)))


class _Spans(NamedTuple):
    """All spans of a sentence, in order.

    Attributes:
        starts: their first words.
        lasts: their last words.
        labelled: what each adds to the score of no span at all, by label: (spans, labels).
        scores: the same, summed over labels.
        around: what all other words add to the log probability of each.
    """

    starts: Indices
    lasts: Indices
    labelled: Floats
    scores: Doubles
    around: Doubles


def _scored(scores: Floats, prior: Doubles | None) -> _Spans:
    starts, lasts = np.triu_indices(len(scores))
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
    """Return the logarithm of the summed exponentiated scores of all choices of spans in the first 0, 1, … words.

    Args:
        spans: (sentences, first word, last word).
    """
    totals = np.zeros((len(spans), spans.shape[1] + 1))
    for end in range(1, totals.shape[1]):
        closed = np.logaddexp.reduce(totals[:, :end] + spans[:, :end, end - 1], axis=1)
        totals[:, end] = np.logaddexp(totals[:, end - 1], closed)
    return totals
