"""Soft pairwise accuracy: is a metric as sure as people are of which of two systems is better?

Thompson, Mathur, Deutsch & Khayrallah 2024, Improving Statistical Significance in Human Evaluation of Automatic Metrics
via Soft Pairwise Accuracy: the mean over pairs of systems i < j of 1 − |p_human − p_metric|. p is one-sided,
that system i is better than j, from a paired permutation test over the segments that both have: the share of random
signs of the segments' differences whose sum is larger than the one that was found, and half of those with the same
sum. The authors count all of these; but then p of i over j and of j over i add up to more than 1, and what a metric
that ties systems is worth hangs on which of them is named first. With halves they add up to 1, and of two systems that
a metric does not tell apart p is .5. So a score that tells none apart has 1 − the mean of |p_human − .5|: .5 where
people are sure of every two systems, more where they are not, and then perhaps more than a metric that is sure and
wrong.
"""

from __future__ import annotations

import numpy as np

from meantree.evaluation.measures.measured import NO_OVERLAP, Measured, undefined
from meantree.evaluation.measures.pairs import Floats, Places
from meantree.work import single_threaded

SLACK = 1e-12
"""Sums that differ by less, as a share of all that is summed, are the same: they were added in another order."""
ONE = "1 system, expected 2 at least"


def sign_matrix(segments: int, permutations: int, seed: int) -> Floats:
    """−1 and 1, shape (permutations, segments); one for all pairs, for people and every metric."""
    random = np.random.default_rng(seed)
    return 2.0 * random.integers(0, 2, size=(permutations, segments), dtype=np.int8).astype(np.float64) - 1.0


def permutation_p(values: Floats, signs: Floats) -> Floats:
    """p in [0, 1] that the first of two systems is better by mere chance, shape (…, pairs), of systems i < j in order.

    NaN where two systems have no segment in common.

    Args:
        values: shape (…, systems, segments), NaN where undefined.
        signs: :func:`sign_matrix`.
    """
    one, two = np.triu_indices(values.shape[-2], 1)
    if np.isnan(values).any():
        common = ~np.isnan(values[..., one, :]) & ~np.isnan(values[..., two, :])
        differences = np.where(common, values[..., one, :] - values[..., two, :], 0.0)
        return np.where(common.any(axis=-1), _shares(differences, signs), np.nan)
    centred = values - values.mean(axis=-2, keepdims=True)  # what all systems have in common is no difference
    return _shares(centred, signs, (one, two))


def _shares(values: Floats, signs: Floats, pairs: tuple[Places, Places] | None = None) -> Floats:
    """How many sums under random signs are larger than the sum, and half of those that are the same, in [0, 1].

    Shape (…, rows), or of differences of two rows.
    """
    rows = values.reshape(-1, values.shape[-1])
    with single_threaded():
        drawn = (signs @ rows.T).reshape(len(signs), *values.shape[:-1])
    sums, sizes = values.sum(axis=-1), np.abs(values).sum(axis=-1)
    if pairs is not None:  # of two systems, what is drawn is subtracted: a product for each system, not for each pair
        one, two = pairs
        drawn, sums = drawn[..., one] - drawn[..., two], sums[..., one] - sums[..., two]
        sizes = sizes[..., one] + sizes[..., two]
    as_large = np.count_nonzero(drawn >= sums - SLACK * sizes, axis=0)
    larger = np.count_nonzero(drawn > sums + SLACK * sizes, axis=0)
    shares: Floats = (as_large + larger) / (2 * len(signs))
    return shares


def soft_pairwise_accuracies(human: Floats, values: Floats, signs: Floats) -> Floats:
    """In [0, 1], shape of ``values`` without its last two axes; NaN where no two systems can be compared.

    Args:
        human: shape (systems, segments).
        values: shape (…, systems, segments), NaN in the same cells.
        signs: :func:`sign_matrix`.
    """
    errors = np.abs(permutation_p(human, signs) - permutation_p(values, signs))
    known = ~np.isnan(errors)
    sums, numbers = np.where(known, errors, 0.0).sum(axis=-1), known.sum(axis=-1)
    return np.where(numbers > 0, 1.0 - sums / np.maximum(numbers, 1), np.nan)


def soft_pairwise_accuracy(human: Floats, scores: Floats, signs: Floats) -> Measured:
    """In [0, 1], higher is better; ``number`` is of pairs of systems.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        signs: :func:`sign_matrix`.
    """
    if len(human) < 2:
        return undefined(ONE)
    found = float(soft_pairwise_accuracies(human, scores, signs))
    number = int((~np.isnan(permutation_p(human, signs[:1]))).sum())
    return undefined(NO_OVERLAP) if np.isnan(found) else Measured(found, number=number)
