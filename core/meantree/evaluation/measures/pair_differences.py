"""Pairwise-difference Pearson: do scores differ by as much as ratings do, within a source?

DiIanni & Deutsch 2025, Don't Sweat the Small Stuff: Segment-Level Meta-Evaluation Based on Pairwise Difference
Correlation: Pearson's r of the differences of scores with those of ratings, over the pairs of all groups together. Each
pair counts in both orders, so that the order of systems means nothing and both means are 0:
r = Σ Δh Δm / √(Σ Δh² Σ Δm²).
"""

from __future__ import annotations

import numpy as np

from meantree.evaluation.measures.measured import ONE_SYSTEM, Measured, undefined
from meantree.evaluation.measures.pairs import Floats, Grouping, count_pairs

LEAST = 1e-12
"""Of a sum of squared differences, as a share of the sum of squares: what is below is rounding."""


def difference_pearson(human: Floats, scores: Floats, grouping: Grouping = "item") -> Measured:
    """In [-1, 1]; ``number`` is of pairs, each counted once.

    No pair is made: within a group of k, Σ (a_i − a_j)(b_i − b_j) = k Σ a b − Σ a Σ b.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        grouping: within which pairs are made.
    """
    known = ~np.isnan(human)
    number = count_pairs(known, grouping)
    if not number:
        return undefined(ONE_SYSTEM if grouping == "item" else "no two translations to compare")
    axis = {"none": (0, 1), "item": (0,), "system": (1,)}[grouping]
    one, two = (np.where(known, values - values[known].mean(), 0.0) for values in (human, scores))
    count = known.sum(axis=axis)

    def products(first: Floats, second: Floats) -> float:
        return float((count * (first * second).sum(axis=axis) - first.sum(axis=axis) * second.sum(axis=axis)).sum())

    squares = products(one, one), products(two, two)
    size = int(count.max())
    if squares[0] <= LEAST * size * np.square(one).sum() or squares[1] <= LEAST * size * np.square(two).sum():
        return undefined("scores or ratings never differ where they are compared", number)
    r = products(one, two) / np.sqrt(squares[0] * squares[1])
    return Measured(float(np.clip(r, -1.0, 1.0)), number=number)
