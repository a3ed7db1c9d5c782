"""Labelled spans that do not overlap, from scores of tags: for each label one that begins a span and one inside it.

A tagging is one of a conditional random field (Lafferty et al. 2001) without scores for two tags in a row, so the sum
over all taggings is one over all choices of spans that do not overlap, and each span has an exact probability.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from meantree.analysis.encoder.session import Floats
from meantree.analysis.log_space import Doubles, log_sum

CERTAINLY = 0.999
"""Below this share of a bound no rounding reaches it."""


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
    values, whole, around = _scored(scores, prior)
    # A label is no more probable than its span, so that few spans are worth a look.
    likely = np.exp(whole + around) > worth
    best = values[likely]
    columns = (*np.nonzero(likely), best.argmax(axis=1), np.exp(best.max(axis=1) + around[likely]))
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


def span_probabilities(scores: Floats, prior: Doubles | None = None) -> Doubles:
    """Return how probable each labelled span is: (first word, last word, label); arguments as :func:`likely_spans`."""
    values, _, around = _scored(scores, prior)
    found: Doubles = np.exp(values + around[:, :, None])
    return found


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


def _scored(scores: Floats, prior: Doubles | None) -> tuple[Floats, Doubles, Doubles]:
    """Return scores of labelled spans, of spans, and what all that is beside a span adds to its log probability."""
    values = _span_scores(scores)
    if prior is not None:
        values += prior[:, :, None].astype(np.float32)
    whole = log_sum(values, axis=2)
    before, after = _sums(np.stack([whole, whole[::-1, ::-1].T]))
    around: Doubles = before[:-1, None] + after[-2::-1] - before[-1]
    return values, whole, around


def _span_scores(scores: Floats) -> Floats:
    """Return what each span adds to the score of no span at all: (first word, last word, label)."""
    size, labels = len(scores), scores.shape[1] // 2
    gains = scores[:, 1:] - scores[:, :1]
    inside = np.cumsum(gains[:, labels:], axis=0)
    spans: Floats = gains[:, None, :labels] + inside[None, :] - inside[:, None]
    spans[np.tril_indices(size, -1)] = -np.inf
    return spans


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
