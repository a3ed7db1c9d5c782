"""Translations that metrics, or a metric and people, rank most differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What columns make of the same rows.

    Attributes:
        rows: shape (m,), 0-based rows in which every column is defined, those ranked most differently first; of equals
            the one that comes first in the table.
        ranks: shape (m, k), the share of the other rows that each column puts below this one, in [0, 1]: 0 is worst,
            1 is best; of equal values half are counted.
        spread: shape (m,), the largest of a row's ranks less the smallest, in [0, 1].
    """

    rows: NDArray[np.intp]
    ranks: Floats
    spread: Floats


def disagreement(columns: Sequence[Floats], higher_is_better: Sequence[bool]) -> Disagreement:
    """Rank the rows by each column, and order them by how far their ranks lie apart.

    Ranks, not values, are compared: metrics have scales of their own, and any monotone change of one changes nothing.

    Args:
        columns: each of shape (n,), NaN where undefined.
        higher_is_better: of each; error rates are turned round.
    """
    values = np.column_stack([one if up else -one for one, up in zip(columns, higher_is_better, strict=True)])
    rows = np.flatnonzero(~np.isnan(values).any(axis=1))
    halves = np.column_stack([_halves(one) for one in values[rows].T])
    spread = halves.max(axis=1) - halves.min(axis=1)  # whole numbers, so that equals are equal
    order = np.argsort(-spread, kind="stable")
    most = max(1, 2 * (len(rows) - 1))
    return Disagreement(rows[order], halves[order] / most, spread[order] / most)


def _halves(values: Floats) -> NDArray[np.intp]:
    """Average ranks from 0, times two."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    halves: NDArray[np.intp] = (2 * (np.cumsum(counts) - counts) + counts - 1)[which]
    return halves
