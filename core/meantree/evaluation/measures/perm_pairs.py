"""Does one metric have a higher acc_eq than another, beyond chance? Results of pairs are swapped, not scores.

Each metric keeps the ε that is best for it. Of each pair of translations, both metrics say whether they order it as
people do; these two results are swapped at random, pair by pair, as in the metrics tasks of WMT since 2023
(``PairwisePermutationSigDiff`` of mt-metrics-eval): scores that are swapped would need a new ε each time. p is the
share of swaps after which the accuracies differ no less than they were found to, one-sided. That pairs of one source
have translations in common is not heeded.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from meantree.evaluation.measures.pairs import Floats, Grouping, pairs_of
from meantree.evaluation.measures.perm_both import SLACK, Beaten, beaten_by, best_first
from meantree.evaluation.measures.tie_calibration import calibrated_accuracy, group_weights, right_pairs
from meantree.evaluation.resampling import CELLS
from meantree.work import Work, single_threaded


def perm_pairs(
    human: Floats,
    scores: Mapping[str, Floats],
    grouping: Grouping = "item",
    *,
    permutations: int = 1000,
    seed: int = 1,
    work: Work | None = None,
) -> Beaten:
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
        return beaten_by(values, [], np.zeros(0))
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
    return beaten_by(values, tested, (hits + 1) / (permutations + 1))
