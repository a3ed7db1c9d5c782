"""Soft pairwise accuracy: is a metric as sure as people are of which of two systems is better?

Thompson, Mathur, Deutsch & Khayrallah 2024, Improving Statistical Significance in Human Evaluation of Automatic Metrics
via Soft Pairwise Accuracy: the mean over pairs of systems i < j of 1 − |p_human − p_metric|. p is one-sided,
that system i is better than j, from a paired permutation test over the segments that both have: the share of random
signs of the segments' differences whose sum is no smaller than the one that was found.
"""

from __future__ import annotations

import numpy as np

from meantree.evaluation.measures.measured import NO_OVERLAP, Measured, undefined
from meantree.evaluation.measures.pairs import Floats
from meantree.work import single_threaded

SLACK = 1e-12
"""Sums that differ by less, as a share of all that is summed, are the same: they were added in another order."""
ONE = "1 system, expected 2 at least"


def sign_matrix(segments: int, permutations: int, seed: int) -> Floats:
    """−1 and 1, shape (permutations, segments); one for all pairs, for people and every metric."""
    random = np.random.default_rng(seed)
    return 2.0 * random.integers(0, 2, size=(permutations, segments), dtype=np.int8).astype(np.float64) - 1.0


def permutation_p(values: Floats, signs: Floats) -> Floats:
    """p in [0, 1] that the first of two systems is better by mere chance, shape (systems, systems), above the diagonal.

    NaN elsewhere, and where two systems have no segment in common.

    Args:
        values: shape (systems, segments), NaN where undefined.
        signs: :func:`sign_matrix`.
    """
    one, two = np.triu_indices(len(values), 1)
    common = ~np.isnan(values[one]) & ~np.isnan(values[two])
    differences = np.where(common, values[one] - values[two], 0.0)
    least = differences.sum(axis=1) - SLACK * np.abs(differences).sum(axis=1)
    with single_threaded():
        shares = (signs @ differences.T >= least).mean(axis=0)
    found = np.full((len(values), len(values)), np.nan)
    found[one, two] = np.where(common.any(axis=1), shares, np.nan)
    return found


def soft_pairwise_accuracy(human: Floats, scores: Floats, signs: Floats) -> Measured:
    """In [0, 1], higher is better; ``number`` is of pairs of systems.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        signs: :func:`sign_matrix`.
    """
    if len(human) < 2:
        return undefined(ONE)
    errors = np.abs(permutation_p(human, signs) - permutation_p(scores, signs))
    known = errors[~np.isnan(errors)]
    return Measured(float(1.0 - known.mean()), number=len(known)) if len(known) else undefined(NO_OVERLAP)
