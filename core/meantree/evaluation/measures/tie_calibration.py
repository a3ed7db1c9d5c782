"""acc_eq with tie calibration: does a metric order two translations as people do, ties included?

Deutsch, Foster & Freitag 2023, Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration:
(concordant pairs + pairs tied in both) / all pairs, in the mean over groups. A metric ties two
translations whose scores differ by ε at most; ε is that difference of scores, or 0, at which the accuracy is highest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measures.measured import ONE_SYSTEM, Measured, undefined
from meantree.evaluation.measures.pairs import MOST_PAIRS, Floats, Grouping, Pairs, count_pairs, pairs_of

ROUNDING = 12
"""Decimals at which accuracies are equal: they were added in another order."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """An accuracy and the ε at which it was reached; None if undefined."""

    accuracy: Measured
    epsilon: float | None = None


def calibrated_accuracy(human: Floats, scores: Floats, grouping: Grouping = "item") -> Calibrated:
    """acc_eq in [0, 1] at the best ε, of equals the smallest; ``number`` is of pairs.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        grouping: within which pairs are made; each group counts the same, however many pairs it has.
    """
    known = ~np.isnan(human)
    number = count_pairs(known, grouping)
    if not number:
        return Calibrated(undefined(ONE_SYSTEM if grouping == "item" else "no two translations to compare"))
    if number > MOST_PAIRS:
        return Calibrated(undefined(f"{number:,} pairs, which are more than {MOST_PAIRS:,}; group them"))
    pairs = pairs_of(known, grouping)
    rated, scored = pairs.differences(human), pairs.differences(scores)
    sizes = np.abs(scored)
    order = np.argsort(sizes, kind="stable")
    weights = group_weights(pairs)[order]
    tied = weights * (rated[order] == 0)
    ordered = weights * ((rated * scored)[order] > 0)
    # Place k: the first k pairs are tied by the metric.
    found = np.concatenate([[0.0], np.cumsum(tied)]) + ordered.sum() - np.concatenate([[0.0], np.cumsum(ordered)])
    sizes = sizes[order]
    steps = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True)) + 1  # all pairs of one size are tied at once
    if sizes[0] > 0:
        steps = np.concatenate([[0], steps])
    best = steps[int(np.argmax(np.round(found[steps], ROUNDING)))]
    return Calibrated(Measured(float(min(1.0, found[best])), number=number), float(sizes[best - 1]) if best else 0.0)


def right_pairs(pairs: Pairs, human: Floats, scores: Floats, epsilon: float) -> NDArray[np.bool_]:
    """Which pairs the metric orders, or ties, as people do, shape (p,)."""
    rated, scored = pairs.differences(human), pairs.differences(scores)
    right: NDArray[np.bool_] = np.where(np.abs(scored) <= epsilon, rated == 0, rated * scored > 0)
    return right


def group_weights(pairs: Pairs) -> Floats:
    """Shape (p,), together 1, the same for each group."""
    sizes = np.bincount(pairs.group, minlength=pairs.groups)
    weights: Floats = 1.0 / (sizes[pairs.group] * pairs.groups)
    return weights
