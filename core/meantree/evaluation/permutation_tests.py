"""PERM-BOTH: does one metric follow ratings better than another, beyond chance?

Deutsch, Dror & Roth 2021, A Statistical Analysis of Summarization Evaluation Metrics using Resampling Methods:
scores of both metrics are standardised, then swapped at random, translation by translation. p is the share of
swaps after which the measures of the two differ no less than they were found to, one-sided. The measure is any that is
found of scores: a correlation, or soft pairwise accuracy as in the metrics task of WMT 2024.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measured import Floats, Grouping, pairs_of
from meantree.evaluation.pairwise_accuracy import calibrated_accuracy, group_weights, right_pairs
from meantree.evaluation.significance import CELLS
from meantree.work import Work, single_threaded

Statistic = Callable[[Floats], Floats]
"""From scores of shape (…, systems, segments) to a measure of shape (…,), NaN where undefined; higher is better."""
TOGETHER: Final = 500_000
"""Cells of matrices that are swapped at a time."""
SLACK: Final = 1e-12
"""Differences of measures that differ by less are the same."""


@dataclass(frozen=True, slots=True, eq=False)
class PairwiseSignificance:
    """Who follows ratings better.

    Attributes:
        names: of the metrics, the best first; those without a value last.
        values: shape (m,), of the measure, NaN where undefined.
        p: shape (m, m), at (i, j) with i before j: p that i is better than j by mere chance; NaN elsewhere. Not
            corrected for the number of pairs.
    """

    names: tuple[str, ...]
    values: Floats
    p: Floats


def perm_both(
    scores: Mapping[str, Floats],
    statistic: Statistic,
    *,
    permutations: int = 1000,
    seed: int = 1,
    work: Work | None = None,
) -> PairwiseSignificance:
    """Test every two metrics; the same swaps for all pairs.

    Args:
        scores: by name, shape (systems, segments), NaN in the same cells, higher is better.
        statistic: how well scores follow ratings.
        permutations: swaps; the smallest p is 1 / (permutations + 1).
        seed: of the swaps.
        work: progress and cancel.

    Raises:
        Cancelled: if the user asked to stop.
    """
    work = work or Work()
    values = {name: float(statistic(one)) for name, one in scores.items()}
    names = best_first(values)
    standard = {name: _standardised(scores[name]) for name in names if not np.isnan(values[name])}
    pairs = list(combinations(standard, 2))
    shape = next(iter(scores.values())).shape if scores else (0, 0)
    hits = np.zeros(len(pairs))
    random, done = np.random.default_rng(seed), 0
    while done < permutations and pairs:
        size = min(max(1, TOGETHER // max(1, shape[0] * shape[1])), permutations - done)
        swapped = random.integers(0, 2, size=(size, *shape), dtype=np.int8).astype(bool)
        for number, (one, two) in enumerate(pairs):
            work.step("Swapping scores", done * len(pairs) + number * size, permutations * len(pairs))
            found = values[one] - values[two] - SLACK
            hits[number] += _hits(statistic, standard[one], standard[two], swapped, found)
        done += size
    return significance_matrix(values, pairs, (hits + 1) / (permutations + 1))


def best_first(values: Mapping[str, float]) -> list[str]:
    """Names by value; those without one last."""
    return sorted(values, key=lambda name: (np.isnan(values[name]), -np.nan_to_num(values[name])))


def significance_matrix(
    values: Mapping[str, float], pairs: Iterable[tuple[str, str]], ps: Floats
) -> PairwiseSignificance:
    """The matrix of the p of pairs, the better metric of each first."""
    names = best_first(values)
    places = {name: place for place, name in enumerate(names)}
    matrix = np.full((len(names), len(names)), np.nan)
    for (one, two), p in zip(pairs, ps, strict=True):
        matrix[places[one], places[two]] = p
    return PairwiseSignificance(tuple(names), np.array([values[name] for name in names]), matrix)


def _hits(statistic: Statistic, one: Floats, two: Floats, swapped: NDArray[np.bool_], found: float) -> int:
    """In how many swaps the two differ no less; where one of them is undefined, nothing speaks against chance."""
    differences = statistic(np.where(swapped, two, one)) - statistic(np.where(swapped, one, two))
    return int((~(differences < found)).sum())


def _standardised(values: Floats) -> Floats:
    """With mean 0 and deviation 1; exactly 0 where all are the same, of which mean and deviation are rounded."""
    known = values[~np.isnan(values)]
    if not np.ptp(known) > 0:
        return np.where(np.isnan(values), np.nan, 0.0)
    standard: Floats = (values - known.mean()) / known.std()
    return standard


def perm_pairs(
    human: Floats,
    scores: Mapping[str, Floats],
    grouping: Grouping = "item",
    *,
    permutations: int = 1000,
    seed: int = 1,
    work: Work | None = None,
) -> PairwiseSignificance:
    """Test every two metrics by acc_eq; the same swaps for all of them.

    Args:
        human: shape (systems, segments), NaN where not rated.
        scores: by name, the same shape, NaN in the same cells, higher is better.
        grouping: within which pairs are made; each group counts the same.
        permutations: swaps; the smallest p is 1 / (permutations + 1).
        seed: of the swaps.
        work: progress and cancel.

    Raises:
        Cancelled: if the user asked to stop.
    """
    work = work or Work()
    calibrated = {name: calibrated_accuracy(human, one, grouping) for name, one in scores.items()}
    values = {
        name: float("nan") if (found := one.accuracy.value) is None else found for name, one in calibrated.items()
    }
    known = [name for name in best_first(values) if not np.isnan(values[name])]
    tested = list(combinations(known, 2))
    if not tested:
        return significance_matrix(values, [], np.zeros(0))
    pairs = pairs_of(~np.isnan(human), grouping)
    weights = group_weights(pairs)
    gained = {
        name: weights * right_pairs(pairs, human, scores[name], calibrated[name].epsilon or 0.0) for name in known
    }
    differences = np.stack([gained[one] - gained[two] for one, two in tested], axis=1)
    found = differences.sum(axis=0) - SLACK
    hits, done = np.zeros(len(tested)), 0
    random = np.random.default_rng(seed)
    while done < permutations:
        work.step("Swapping pairs", done, permutations)
        size = min(max(1, CELLS // len(pairs)), permutations - done)
        signs = 2.0 * random.integers(0, 2, size=(size, len(pairs)), dtype=np.int8).astype(np.float64) - 1.0
        with single_threaded():
            hits += (signs @ differences >= found).sum(axis=0)
        done += size
    return significance_matrix(values, tested, (hits + 1) / (permutations + 1))
