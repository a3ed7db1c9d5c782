"""How often scores order pairs as people do: consistency, acc_eq, soft pairwise accuracy, tie-aware ρ of systems."""

from __future__ import annotations

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
    known_means,
    pairs_of,
    quotients,
    undefined,
)

Part = Literal["all", "best", "worst"]
"""All pairs, or only pairs with a translation that is rated best or worst of its source."""


def consistency(human: Floats, scores: Floats, part: Part = "all") -> Measured:
    """Return the share of pairs of one source, in [0, 1], that scores order as ratings do; ``number`` counts pairs.

    Pairs with equal ratings are left out; pairs with equal scores are wrong (Callison-Burch, Fordyce, Koehn, Monz &
    Schroeder 2008, Further Meta-Evaluation of Machine Translation; Padó et al. 2009, section 6, also for best and
    worst).

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        part: which pairs count.
    """
    known = ~np.isnan(human)
    pairs = pairs_of(known, "item")
    if not len(pairs):
        return undefined(ONE_SYSTEM)
    rated, scored = pairs.differences(human), pairs.differences(scores)
    is_ranked = rated != 0
    if part != "all":
        is_extreme = extreme_translations(human, part).ravel()
        is_ranked &= is_extreme[pairs.first] | is_extreme[pairs.second]
    if not is_ranked.any():
        return undefined("human judgements prefer no translation of any source")
    return judgement_consistency(scored[is_ranked] * np.sign(rated[is_ranked]))


def judgement_consistency(margins: Floats) -> Measured:
    """Return the share of pairwise judgements with a margin above 0; ``number`` counts judgements.

    Args:
        margins: shape (p,), the score of the better translation less that of the worse one; NaN is left out.
    """
    known = margins[~np.isnan(margins)]
    if not len(known):
        return undefined("no pairwise judgement can be compared")
    return Measured(float((known > 0).mean()), number=len(known))


def extreme_translations(human: Floats, part: Part) -> NDArray[np.bool_]:
    """Mark translations rated best of their source, or worst for the part ``worst``; shape (systems, segments)."""
    values = -human if part == "worst" else human
    best = np.where(np.isnan(values), -np.inf, values).max(axis=0)
    is_extreme: NDArray[np.bool_] = values == best
    return is_extreme


ROUNDING = 12
"""Decimals to which accuracies are compared: the order of additions changes later ones."""


def calibrated_accuracy(human: Floats, scores: Floats, grouping: Grouping = "item") -> Measured:
    """Return acc_eq in [0, 1] with tie calibration, at the smallest best ``epsilon``; ``number`` counts pairs.

    acc_eq = (concordant pairs + pairs tied in both) / all pairs, in the mean over groups (Deutsch, Foster & Freitag
    2023, Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration). Two scores tie if
    they differ by ε at most; ε is the difference of two scores, or 0, at which the accuracy is highest.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        grouping: within which pairs are compared; each group has the same weight, however many pairs it has.
    """
    known = ~np.isnan(human)
    number = count_pairs(known, grouping)
    if not number:
        return undefined(ONE_SYSTEM if grouping == "item" else "no two translations to compare")
    if number > MOST_PAIRS:
        return undefined(f"{number:,} pairs, expected at most {MOST_PAIRS:,}; compare within sources or systems")
    pairs = pairs_of(known, grouping)
    rated, scored = pairs.differences(human), pairs.differences(scores)
    sizes = np.abs(scored)
    order = np.argsort(sizes, kind="stable")
    weights = group_weights(pairs)[order]
    tied = weights * (rated[order] == 0)
    ordered = weights * ((rated * scored)[order] > 0)
    # Place k: the metric ties the k pairs with the smallest differences.
    accuracies = np.concatenate([[0.0], np.cumsum(tied)]) + ordered.sum() - np.concatenate([[0.0], np.cumsum(ordered)])
    sizes = sizes[order]
    steps = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True)) + 1  # pairs of one size are tied together
    if sizes[0] > 0:
        steps = np.concatenate([[0], steps])
    best = steps[int(np.argmax(np.round(accuracies[steps], ROUNDING)))]
    epsilon = float(sizes[best - 1]) if best else 0.0
    return Measured(float(min(1.0, accuracies[best])), number=number, epsilon=epsilon)


def right_pairs(pairs: Pairs, human: Floats, scores: Floats, epsilon: float) -> NDArray[np.bool_]:
    """Mark the pairs that the metric orders or ties as people do, shape (p,)."""
    rated, scored = pairs.differences(human), pairs.differences(scores)
    right: NDArray[np.bool_] = np.where(np.abs(scored) <= epsilon, rated == 0, rated * scored > 0)
    return right


def group_weights(pairs: Pairs) -> Floats:
    """Return weights of pairs, shape (p,), that sum to 1 and are the same in total for each group."""
    sizes = np.bincount(pairs.group, minlength=pairs.groups)
    weights: Floats = 1.0 / (sizes[pairs.group] * pairs.groups)
    return weights


SLACK = 1e-12
"""Sums that differ by a smaller share of what is summed are equal: the order of additions differs."""
ONE = "1 system, expected at least 2"


def permutation_p(values: Floats, signs: Floats) -> Floats:
    """Return p in [0, 1] that system i is better than j by chance, for systems i < j in order, shape (…, pairs).

    One-sided, from a paired permutation test over the segments that both have: the share of random signs of the
    segments' differences whose sum is larger than the observed one, and half of those with the same sum. Thompson et
    al. (2024) count ties fully; but then p of i over j and p of j over i add up to more than 1, and the accuracy of a
    metric that ties systems depends on their order. With halves they add up to 1, and tied systems have p = .5. NaN
    where two systems have no segment in common.

    Args:
        values: shape (…, systems, segments), NaN where undefined.
        signs: −1 and 1 at random, shape (permutations, segments), for people and metrics alike.
    """
    upper, lower = np.triu_indices(values.shape[-2], 1)
    if np.isnan(values).any():
        common = ~np.isnan(values[..., upper, :]) & ~np.isnan(values[..., lower, :])
        differences = np.where(common, values[..., upper, :] - values[..., lower, :], 0.0)
        return np.where(common.any(axis=-1), _shares(differences, signs), np.nan)
    centred = values - values.mean(axis=-2, keepdims=True)  # centred for precision: only differences count
    return _shares(centred, signs, (upper, lower))


def _shares(values: Floats, signs: Floats, pairs: tuple[Places, Places] | None = None) -> Floats:
    """Return the share of sums under random signs that exceed the sum, and half of those equal to it, in [0, 1].

    Shape (…, rows), or (…, pairs) for differences of two rows.
    """
    rows = values.reshape(-1, values.shape[-1])
    drawn = (signs @ rows.T).reshape(len(signs), *values.shape[:-1])
    sums, sizes = values.sum(axis=-1), np.abs(values).sum(axis=-1)
    if pairs is not None:  # one product for each system instead of one for each pair
        upper, lower = pairs
        drawn, sums = drawn[..., upper] - drawn[..., lower], sums[..., upper] - sums[..., lower]
        sizes = sizes[..., upper] + sizes[..., lower]
    as_large = np.count_nonzero(drawn >= sums - SLACK * sizes, axis=0)
    larger = np.count_nonzero(drawn > sums + SLACK * sizes, axis=0)
    shares: Floats = (as_large + larger) / (2 * len(signs))
    return shares


def soft_pairwise_accuracies(human: Floats, values: Floats, signs: Floats) -> Floats:
    """Return soft pairwise accuracies in [0, 1], shape of ``values`` without its last two axes.

    NaN where no two systems can be compared.

    Args:
        human: shape (systems, segments).
        values: shape (…, systems, segments), NaN in the same cells.
        signs: see :func:`permutation_p`.
    """
    errors = np.abs(permutation_p(human, signs) - permutation_p(values, signs))
    return 1.0 - known_means(errors)


def soft_pairwise_accuracy(human: Floats, scores: Floats, signs: Floats) -> Measured:
    """Return soft pairwise accuracy in [0, 1]: is a metric as sure as people are of which of two systems is better?

    It is the mean over pairs of systems i < j of 1 − |p_human − p_metric| (Thompson, Mathur, Deutsch & Khayrallah 2024,
    Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise Accuracy); for p see
    :func:`permutation_p`. A constant score has 1 − the mean of |p_human − .5|: .5 where people are sure of every two
    systems, more where they are not, and then perhaps more than a metric that is sure and wrong. ``number`` counts
    pairs.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        signs: see :func:`permutation_p`.
    """
    if len(human) < 2:
        return undefined(ONE)
    accuracy = float(soft_pairwise_accuracies(human, scores, signs))
    number = int((~np.isnan(permutation_p(human, signs[:1]))).sum())
    return undefined(NO_OVERLAP) if np.isnan(accuracy) else Measured(accuracy, number=number)


def tie_frequency(ratings: Floats) -> float | None:
    """Return the share of segments, in [0, 1], where several systems have the best rating; None without a comparison.

    Args:
        ratings: shape (systems, segments), NaN where not rated.
    """
    gaps = _gaps(ratings)
    return float((gaps == 0).mean()) if len(gaps) else None


def tolerance(scores: Floats, frequency: float) -> float | None:
    """Return the smallest ε that ties the first place in at least this share of segments; None without segments.

    Args:
        scores: shape (systems, segments), NaN where undefined.
        frequency: in [0, 1], :func:`tie_frequency` of the training data.
    """
    gaps = np.sort(_gaps(scores))
    if not len(gaps):
        return None
    ties = int(np.ceil(frequency * len(gaps) - 1e-9))
    return float(gaps[ties - 1]) if ties else 0.0


def first_places(values: Floats, epsilon: float = 0.0) -> Floats:
    """Return the share of segments in which each system is the best or at most ε worse, shape (systems,).

    NaN for systems that cannot be compared in any segment.
    """
    comparable = (~np.isnan(values)).sum(axis=0) > 1
    chosen = values[:, comparable]
    known = ~np.isnan(chosen)
    best = np.where(known, chosen, -np.inf).max(axis=0, initial=-np.inf)
    first = known & (best - np.where(known, chosen, 0.0) <= epsilon)
    return quotients(first.sum(axis=1), known.sum(axis=1))


def tie_aware_rho(people: Floats, scores: Floats, frequency: float) -> Measured:
    """Return tie-aware ρ of systems in [-1, 1]: how often is each first, if scores up to ``epsilon`` apart are ties?

    A system's prediction is the share of segments in which its score is the best or at most ε worse; ε gives as many
    segments a tie for the first place as the ratings of the training data do. Spearman's ρ compares these shares with
    those of people (Padó, Galley, Jurafsky & Manning 2009, Robust Machine Translation Evaluation with Entailment
    Features, section 4.2). ``number`` counts systems.

    Args:
        people: shape (systems,), :func:`first_places` of ratings or of pairwise judgements.
        scores: shape (systems, segments), NaN where undefined, higher is better.
        frequency: of ties for the first place in the training data, in [0, 1].
    """
    epsilon = tolerance(scores, frequency)
    if epsilon is None:
        return undefined("each source has only one system, so there is nothing to rank")
    shares = first_places(scores, epsilon)
    number = int((~np.isnan(people) & ~np.isnan(shares)).sum())
    if number < 3:
        return undefined(f"{counted(number, 'system')}, expected at least 3", epsilon=epsilon)
    rho = correlation(people, shares, "spearman")
    if rho is None:
        return undefined("all systems are best equally often", number, epsilon)
    return Measured(rho, number=number, epsilon=epsilon)


def _gaps(values: Floats) -> Floats:
    """Return the best value less the second best, of segments with at least two values."""
    chosen = values[:, (~np.isnan(values)).sum(axis=0) > 1]
    ordered = np.sort(np.where(np.isnan(chosen), -np.inf, chosen), axis=0)
    return ordered[-1] - ordered[-2] if len(ordered) > 1 else np.array([])
