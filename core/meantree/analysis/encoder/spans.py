"""Labelled spans that do not overlap, from scores of tags: for each label one that begins a span and one inside it.

A tagging is one of a conditional random field (Lafferty et al. 2001) without scores for two tags in a row, so the sum
over all taggings is one over all choices of spans that do not overlap, and each span has an exact probability.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.session import Floats
from meantree.analysis.log_space import Doubles, log_sum

Indices = NDArray[np.intp]

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
