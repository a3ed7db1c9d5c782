"""Pairwise consistency: the share of people's preferences that scores order the same way.

Callison-Burch, Fordyce, Koehn, Monz & Schroeder 2008, Further Meta-Evaluation of Machine Translation;
Padó et al. 2009, section 6, who count the best and the worst hypotheses of each source apart. Pairs that people tie are
left out; pairs that the metric ties are wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import counted
from meantree.evaluation.correlations import correlation
from meantree.evaluation.measured import (
    MOST_PAIRS,
    NO_OVERLAP,
    ONE_SYSTEM,
    Floats,
    Grouping,
    Measured,
    Pairs,
    Places,
    count_pairs,
    pairs_of,
    undefined,
)
from meantree.work import single_threaded

Part = Literal["all", "best", "worst"]
"""All pairs; those of which one is rated best of its source; those of which one is rated worst."""


def consistency(human: Floats, scores: Floats, part: Part = "all") -> Measured:
    """In [0, 1], over pairs of translations of one source; ``number`` is of pairs.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        part: which pairs.
    """
    known = ~np.isnan(human)
    pairs = pairs_of(known, "item")
    if not len(pairs):
        return undefined(ONE_SYSTEM)
    rated, scored = pairs.differences(human), pairs.differences(scores)
    kept = rated != 0
    if part != "all":
        among = extreme_translations(human, part).ravel()
        kept &= among[pairs.first] | among[pairs.second]
    if not kept.any():
        return undefined("people prefer no translation of a source")
    return preference_consistency(scored[kept] * np.sign(rated[kept]))


def preference_consistency(margins: Floats) -> Measured:
    """The share of preferences with a margin above 0; ``number`` is of preferences.

    Args:
        margins: shape (p,), the score of the preferred translation less that of the other one; NaN is left out.
    """
    known = margins[~np.isnan(margins)]
    if not len(known):
        return undefined("no preference can be compared")
    return Measured(float((known > 0).mean()), number=len(known))


def extreme_translations(human: Floats, part: Part) -> NDArray[np.bool_]:
    """Which translations are rated best of their source, or worst for the part ``worst``; shape (systems, segments)."""
    values = -human if part == "worst" else human
    best = np.where(np.isnan(values), -np.inf, values).max(axis=0)
    found: NDArray[np.bool_] = values == best
    return found


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


@dataclass(frozen=True, slots=True)
class TieAware:
    """ρ, and the ε at which it was found; None if undefined."""

    rho: Measured
    epsilon: float | None = None


def tie_frequency(ratings: Floats) -> float | None:
    """The share of segments, in [0, 1], in which several systems have the best rating; None if no two can be compared.

    Args:
        ratings: shape (systems, segments), NaN where not rated.
    """
    gaps = _gaps(ratings)
    return float((gaps == 0).mean()) if len(gaps) else None


def tolerance(scores: Floats, frequency: float) -> float | None:
    """The smallest ε with which at least this share of segments has a tie for the first place; None without a segment.

    Args:
        scores: shape (systems, segments), NaN where undefined.
        frequency: in [0, 1], :func:`tie_frequency` of the training data.
    """
    gaps = np.sort(_gaps(scores))
    if not len(gaps):
        return None
    wanted = int(np.ceil(frequency * len(gaps) - 1e-9))
    return float(gaps[wanted - 1]) if wanted else 0.0


def first_places(values: Floats, epsilon: float = 0.0) -> Floats:
    """The share of its segments in which each system is the best or at most ε worse, shape (systems,).

    NaN for a system that can be compared in no segment.
    """
    comparable = (~np.isnan(values)).sum(axis=0) > 1
    chosen = values[:, comparable]
    known = ~np.isnan(chosen)
    best = np.where(known, chosen, -np.inf).max(axis=0, initial=-np.inf)
    first = known & (best - np.where(known, chosen, 0.0) <= epsilon)
    numbers = known.sum(axis=1)
    shares: Floats = np.divide(first.sum(axis=1), numbers, out=np.full(len(values), np.nan), where=numbers > 0)
    return shares


def tie_aware_rho(people: Floats, scores: Floats, frequency: float) -> TieAware:
    """ρ in [-1, 1] of the shares of first places; ``number`` is of systems.

    Args:
        people: shape (systems,), :func:`first_places` of ratings or of preferences.
        scores: shape (systems, segments), NaN where undefined, higher is better.
        frequency: of ties for the first place in the training data, in [0, 1].
    """
    epsilon = tolerance(scores, frequency)
    if epsilon is None:
        return TieAware(undefined("one system for each source: none is first"))
    shares = first_places(scores, epsilon)
    number = int((~np.isnan(people) & ~np.isnan(shares)).sum())
    if number < 3:
        return TieAware(undefined(f"{counted(number, 'system')}, expected 3 at least"), epsilon)
    rho = correlation(people, shares, "spearman")
    if rho is None:
        return TieAware(undefined("all systems are first equally often", number), epsilon)
    return TieAware(Measured(rho, number=number), epsilon)


def _gaps(values: Floats) -> Floats:
    """By how much the second is worse than the best, of segments with two at least."""
    chosen = values[:, (~np.isnan(values)).sum(axis=0) > 1]
    ordered = np.sort(np.where(np.isnan(chosen), -np.inf, chosen), axis=0)
    return ordered[-1] - ordered[-2] if len(ordered) > 1 else np.array([])
