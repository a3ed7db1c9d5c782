"""Tie-aware system-level ρ: how often is each system first, where near misses are ties?

Padó, Galley, Jurafsky & Manning 2009, Robust Machine Translation Evaluation with Entailment Features, section 4.2: a
system's prediction is the share of segments in which its score is the best one or at most ε worse. ε is set so that
as many segments have a tie for the first place as in the ratings of the training data. The shares are correlated with
those that follow from ratings, by Spearman's ρ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from meantree.escaping import counted
from meantree.evaluation.correlations import correlation
from meantree.evaluation.measures.measured import Measured, undefined
from meantree.evaluation.measures.pairs import Floats


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
