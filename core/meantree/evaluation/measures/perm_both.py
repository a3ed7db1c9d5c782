"""PERM-BOTH: does one metric correlate better with ratings than another, beyond chance?

Deutsch, Dror & Roth 2021, A Statistical Analysis of Summarization Evaluation Metrics using Resampling Methods:
scores of both metrics are standardised, then swapped at random, translation by translation. p is the share of
swaps after which the difference of the correlations is no smaller than the one that was found; one-sided.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measures.pairs import Floats, Grouping
from meantree.work import Work

TOGETHER: Final = 500_000
"""Cells of matrices that are swapped at a time."""
SLACK: Final = 1e-12
"""Differences of correlations that differ by less are the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Beaten:
    """Who correlates better than whom.

    Attributes:
        names: of the metrics, the best first; those without a correlation last.
        values: shape (m,), Pearson's r, NaN where undefined.
        p: shape (m, m), at (i, j) with i before j: p that i is better than j by mere chance; NaN elsewhere. Not
            corrected for the number of pairs.
    """

    names: tuple[str, ...]
    values: Floats
    p: Floats


def perm_both(
    human: Floats,
    scores: Mapping[str, Floats],
    grouping: Grouping = "none",
    *,
    permutations: int = 1000,
    seed: int = 1,
    work: Work | None = None,
) -> Beaten:
    """Test every two metrics by Pearson's r with ratings; the same swaps for all pairs.

    Args:
        human: shape (systems, segments), NaN where not rated.
        scores: by name, the same shape, NaN in the same cells, higher is better.
        grouping: r of all translations, or the mean over sources or systems.
        permutations: swaps; the smallest p is 1 / (permutations + 1).
        seed: of the swaps.
        work: progress and cancel.

    Raises:
        Cancelled: if the user asked to stop.
    """
    work = work or Work()
    values = {name: float(grouped_pearson(human, one, grouping)) for name, one in scores.items()}
    names = sorted(values, key=lambda name: (np.isnan(values[name]), -np.nan_to_num(values[name])))
    standard = {name: _standardised(scores[name]) for name in names if not np.isnan(values[name])}
    places = {name: place for place, name in enumerate(names)}
    pairs = list(combinations(standard, 2))
    hits = np.zeros((len(names), len(names)))
    random, done = np.random.default_rng(seed), 0
    while done < permutations and pairs:
        size = min(max(1, TOGETHER // human.size), permutations - done)
        swapped = random.integers(0, 2, size=(size, *human.shape), dtype=np.int8).astype(bool)
        for number, (one, two) in enumerate(pairs):
            work.step("Swapping scores", done * len(pairs) + number * size, permutations * len(pairs))
            found = values[one] - values[two] - SLACK
            hits[places[one], places[two]] += _hits(human, standard[one], standard[two], swapped, found, grouping)
        done += size
    p = np.full(hits.shape, np.nan)
    for one, two in pairs:
        p[places[one], places[two]] = (hits[places[one], places[two]] + 1) / (permutations + 1)
    return Beaten(tuple(names), np.array([values[name] for name in names]), p)


def _hits(human: Floats, one: Floats, two: Floats, swapped: NDArray[np.bool_], found: float, grouping: Grouping) -> int:
    first = grouped_pearson(human, np.where(swapped, two, one), grouping)
    second = grouped_pearson(human, np.where(swapped, one, two), grouping)
    return int((first - second >= found).sum())


def _standardised(values: Floats) -> Floats:
    known = values[~np.isnan(values)]
    standard: Floats = (values - known.mean()) / known.std()
    return standard


def grouped_pearson(human: Floats, values: Floats, grouping: Grouping) -> Floats:
    """Pearson's r of matrices with ratings, shape of ``values`` without its last two axes; NaN where undefined.

    Args:
        human: shape (systems, segments), NaN where not rated.
        values: shape (…, systems, segments), NaN in the same cells.
        grouping: with one, the mean over the groups in which r is defined.
    """
    axis = {"none": (-2, -1), "item": (-2,), "system": (-1,)}[grouping]
    known = ~np.isnan(human)
    number = np.maximum(1, known.sum(axis=axis, keepdims=True))
    one, two = _centred(human, known, number, axis), _centred(values, known, number, axis)
    squares = np.square(one).sum(axis=axis), np.square(two).sum(axis=axis)
    least = 1e-20 * np.square(np.where(known, human, 0)).sum(), 1e-20 * np.square(np.where(known, values, 0)).sum()
    defined = (squares[0] > least[0]) & (squares[1] > least[1])
    spread = np.sqrt(np.where(defined, squares[0] * squares[1], 1.0))
    r = np.where(defined, (one * two).sum(axis=axis) / spread, np.nan)
    if grouping == "none":
        return np.asarray(r)
    sums, groups = np.where(defined, r, 0.0).sum(axis=-1), defined.sum(axis=-1)
    return np.where(groups > 0, sums / np.maximum(groups, 1), np.nan)


def _centred(values: Floats, known: NDArray[np.bool_], number: NDArray[np.intp], axis: tuple[int, ...]) -> Floats:
    filled = np.where(known, values, 0.0)
    return np.where(known, filled - filled.sum(axis=axis, keepdims=True) / number, 0.0)
