"""Pairwise significance of metrics: permutation tests of whether one follows ratings better than another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measured import Floats, Grouping, pairs_of, random_signs
from meantree.evaluation.pairwise_accuracy import calibrated_accuracy, group_weights, right_pairs
from meantree.evaluation.significance import CELLS
from meantree.work import Work

Statistic = Callable[[Floats], Floats]
"""Maps scores of shape (…, systems, segments) to a measure of shape (…,), NaN where undefined; higher is better."""
TOGETHER: Final = 500_000
"""Number of cells of matrices that are swapped at a time."""
SLACK: Final = 1e-12
"""Differences of measures that differ by less are equal."""


@dataclass(frozen=True, slots=True, eq=False)
class PairwiseSignificance:
    """Which metrics follow ratings better than which others.

    Attributes:
        names: of the metrics, best first; metrics without a value last.
        values: shape (m,), values of the measure, NaN where undefined.
        p: shape (m, m), at (i, j) with i before j the p that i is better than j by chance; NaN elsewhere. Not corrected
            for the number of pairs.
    """

    names: tuple[str, ...]
    values: Floats
    p: Floats


def perm_both(
    scores: Mapping[str, Floats], statistic: Statistic, *, permutations: int = 1000, seed: int = 1, work: Work = Work()
) -> PairwiseSignificance:
    """Test each two metrics by PERM-BOTH, with the same swaps for all pairs.

    Scores of both metrics are standardised, then swapped at random, translation by translation. p is the share of swaps
    after which the measures differ no less than before, one-sided (Deutsch, Dror & Roth 2021, A Statistical Analysis of
    Summarization Evaluation Metrics using Resampling Methods). Soft pairwise accuracy is tested so in the metrics task
    of WMT 2024.

    Args:
        scores: by name, shape (systems, segments), NaN in the same cells, higher is better.
        statistic: measures how well scores follow ratings.
        permutations: number of swaps; the smallest p is 1 / (permutations + 1).
    """
    values = {name: float(statistic(first)) for name, first in scores.items()}
    names = best_first(values)
    standard = {name: _standardised(scores[name]) for name in names if not np.isnan(values[name])}
    pairs = list(combinations(standard, 2))
    shape = next(iter(scores.values())).shape if scores else (0, 0)
    hits = np.zeros(len(pairs))
    random, done = np.random.default_rng(seed), 0
    while done < permutations and pairs:
        size = min(max(1, TOGETHER // max(1, shape[0] * shape[1])), permutations - done)
        swapped = random.integers(0, 2, size=(size, *shape), dtype=np.int8).astype(bool)
        for row, (first, second) in enumerate(pairs):
            work.step("Swapping scores", done * len(pairs) + row * size, permutations * len(pairs))
            observed = values[first] - values[second] - SLACK
            hits[row] += _hits(statistic, standard[first], standard[second], swapped, observed)
        done += size
    return significance_matrix(values, pairs, (hits + 1) / (permutations + 1))


def best_first(values: Mapping[str, float]) -> list[str]:
    """Return names from the highest value to the lowest; names without a value last."""
    return sorted(values, key=lambda name: (np.isnan(values[name]), -np.nan_to_num(values[name])))


def significance_matrix(
    values: Mapping[str, float], pairs: Iterable[tuple[str, str]], ps: Floats
) -> PairwiseSignificance:
    """Arrange the p of pairs, each with the better metric first, as a matrix."""
    names = best_first(values)
    places = {name: place for place, name in enumerate(names)}
    matrix = np.full((len(names), len(names)), np.nan)
    for (better, worse), p in zip(pairs, ps, strict=True):
        matrix[places[better], places[worse]] = p
    return PairwiseSignificance(tuple(names), np.array([values[name] for name in names]), matrix)


def _hits(statistic: Statistic, first: Floats, second: Floats, swapped: NDArray[np.bool_], observed: float) -> int:
    """Count swaps after which both differ no less; swaps that leave either undefined count, to be conservative."""
    differences = statistic(np.where(swapped, second, first)) - statistic(np.where(swapped, first, second))
    return int((~(differences < observed)).sum())


def _standardised(values: Floats) -> Floats:
    """Scale values to mean 0 and deviation 1; exactly 0 if all are equal, whatever the rounding of their mean."""
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
    work: Work = Work(),
) -> PairwiseSignificance:
    """Test each two metrics by acc_eq, with the same swaps for all pairs of metrics.

    Each metric keeps the ε that is best for it. For each pair of translations, both metrics either order it as people
    do or not; these two results are swapped at random, as in the metrics tasks of WMT since 2023
    (``PairwisePermutationSigDiff`` of mt-metrics-eval), because swapped scores would need a new ε each time. p is the
    share of swaps after which the accuracies differ no less than before, one-sided. The test ignores that pairs of one
    source share translations.

    Args:
        human: shape (systems, segments), NaN where not rated.
        scores: by name, the same shape, NaN in the same cells, higher is better.
        grouping: within which pairs are compared; each group has the same weight.
        permutations: number of swaps; the smallest p is 1 / (permutations + 1).
    """
    calibrated = {name: calibrated_accuracy(human, first, grouping) for name, first in scores.items()}
    values = {name: float("nan") if each.value is None else each.value for name, each in calibrated.items()}
    known = [name for name in best_first(values) if not np.isnan(values[name])]
    tested = list(combinations(known, 2))
    if not tested:
        return significance_matrix(values, [], np.zeros(0))
    pairs = pairs_of(~np.isnan(human), grouping)
    weights = group_weights(pairs)
    gains = {name: weights * right_pairs(pairs, human, scores[name], calibrated[name].epsilon or 0.0) for name in known}
    differences = np.stack([gains[first] - gains[second] for first, second in tested], axis=1)
    observed = differences.sum(axis=0) - SLACK
    hits, done = np.zeros(len(tested)), 0
    random = np.random.default_rng(seed)
    while done < permutations:
        work.step("Swapping pairs", done, permutations)
        size = min(max(1, CELLS // len(pairs)), permutations - done)
        signs = random_signs(random, size, len(pairs))
        hits += (signs @ differences >= observed).sum(axis=0)
        done += size
    return significance_matrix(values, tested, (hits + 1) / (permutations + 1))
