"""Ranking: systems by score, with what chance makes of it, and clusters that a paired test tells apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.escaping import listed, quoted, unknown_name
from meantree.evaluation.measured import Floats
from meantree.evaluation.significance import (
    SIGNIFICANT,
    Resampling,
    bootstrap_scores,
    common_rows,
    interval,
    none_if_nan,
    p_values,
    summed_statistics,
)
from meantree.scoring.table import ScoreTable
from meantree.search.filters import Places
from meantree.work import Work


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system in a ranking.

    Attributes:
        system: its name.
        score: on the segments that are compared; None if undefined.
        low, high: the bounds of 95 % of its scores in bootstrap samples; None where no sample has a score.
        mean_rank: from 1, over the samples in which all systems have a score; equal scores share their ranks.
        cluster: from 1; every system of one is significantly better than every system of those after it. None without
            a score.
    """

    system: str
    score: float | None
    low: float | None
    high: float | None
    mean_rank: float | None
    cluster: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Systems from the best to the worst by one metric.

    Attributes:
        spec: the metric.
        systems: best first, those without a score last.
        p_values: of the difference of each two of them, shape (systems, systems), symmetric; NaN on the diagonal and
            where it cannot be told. Not corrected for their number.
        segments: how many are compared: those that all systems were scored on.
        left_out: how many others were asked for.
        how: how p was found; intervals and mean ranks are of the bootstrap either way.
    """

    spec: str
    systems: tuple[RankedSystem, ...]
    p_values: Floats
    segments: int
    left_out: int
    how: Resampling

    @property
    def names(self) -> tuple[str, ...]:
        """The systems, best first."""
        return tuple(one.system for one in self.systems)

    def p(self, first: str, second: str) -> float | None:
        """p of the difference of two of the systems, None where it cannot be told."""
        return none_if_nan(self.p_values[self.names.index(first), self.names.index(second)])


def ranking(
    table: ScoreTable,
    spec: str,
    *,
    places: Places | None = None,
    systems: Sequence[str] | None = None,
    how: Resampling | None = None,
    work: Work | None = None,
) -> Ranking:
    """Rank systems by one metric, on the segments that all of them were scored on.

    Clusters are those of the campaigns of WMT: a line is drawn where each system above it is better than each below it
    at p < .05. All systems are seen in the same samples, whatever the order in which they come.

    Args:
        table: scores.
        spec: one of its metrics.
        places: these segments alone, 0-based; all by default.
        systems: whom to rank; by default all that the metric scored.
        how: how chance is asked; by the bootstrap if None.
        work: progress and cancel.

    Raises:
        UsageError: if a system or metric was not scored.
        Cancelled: if the user stopped it.
    """
    work, how = work or Work(), how or Resampling()
    chosen = sorted(scored_systems(table, spec, systems))  # equal scores stand in an order of their own
    rows, left_out = common_rows(table, spec, chosen, places)
    summed = summed_statistics(table, spec, chosen, rows)
    scores = np.array([one.score for one in summed], dtype=np.float64)  # None becomes NaN
    samples = bootstrap_scores(summed, len(rows), how, work)
    better = 1.0 if table.metrics[spec].higher_is_better else -1.0
    order = np.argsort(-better * scores, kind="stable")  # what is undefined comes last
    ps = p_values(summed, scores, samples, len(rows), how, work)[np.ix_(order, order)]
    ranks, clusters = _mean_ranks(better * samples), _clusters(ps, scores[order])
    ranked = [
        RankedSystem(
            chosen[place], none_if_nan(scores[place]), *interval(samples[place]), none_if_nan(ranks[place]), cluster
        )
        for place, cluster in zip(order.tolist(), clusters, strict=True)
    ]
    return Ranking(spec, tuple(ranked), ps, len(rows), left_out, how)


def scored_systems(table: ScoreTable, spec: str, systems: Sequence[str] | None = None) -> list[str]:
    """These systems, each once, or all that the metric scored.

    Raises:
        UsageError: if a system or metric was not scored.
    """
    if spec not in table.metrics:
        raise UsageError(f"found the metric {unknown_name(spec, table.metrics)}")
    scored = [one for one in table.corpus.systems if table.is_scored(one, spec)]
    for one in systems or ():
        if one not in scored:
            raise UsageError(f"{quoted(one)} was not scored by {spec}; there are {listed(scored) or 'none'}")
    return scored if systems is None else list(dict.fromkeys(systems))


def _mean_ranks(samples: Floats) -> Floats:
    """From 1, over samples of shape (systems, samples) in which more is better; NaN if no sample has all scores."""
    whole = samples[:, ~np.isnan(samples).any(axis=0)]
    if not whole.shape[1]:
        return np.full(len(samples), np.nan)
    ranks = [(whole > one).sum(axis=0) + ((whole == one).sum(axis=0) + 1) / 2 for one in whole]
    means: Floats = np.array(ranks).mean(axis=1)
    return means


def _clusters(ps: Floats, scores: Floats) -> list[int | None]:
    """The cluster of each system, best first: a new one begins where all above differ from all below."""
    apart = ps < SIGNIFICANT
    defined = int((~np.isnan(scores)).sum())
    found: list[int | None] = []
    cluster = 0
    for place in range(defined):
        cluster += place == 0 or bool(apart[:place, place:defined].all())
        found.append(cluster)
    return [*found, *[None] * (len(scores) - defined)]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Two systems by one metric, on the segments that both were scored on.

    Attributes:
        spec, first, second: the metric and the systems.
        wins, ties, losses: in how many segments the first is better than the second, as good, or worse.
        undefined: in how many one of them has no score.
        left_out: how many other segments were asked for, which one of them was not scored on.
        first_score, second_score: of the systems on these segments, None if undefined.
        difference: the first less the second score, None if undefined; below 0 it is the better one of an error rate.
        low, high: the bounds of 95 % of the difference in bootstrap samples; None where no sample has one.
        p: of the difference.
        differences: shape (segments of the corpus,), of segment scores, the first less the second.
        defined: the same shape, where there is one, among the segments that were asked for.
        how: how p was found.
    """

    spec: str
    first: str
    second: str
    wins: int
    ties: int
    losses: int
    undefined: int
    left_out: int
    first_score: float | None
    second_score: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    differences: Floats
    defined: NDArray[np.bool_]
    how: Resampling

    @property
    def segments(self) -> int:
        """How many both were scored on."""
        return self.wins + self.ties + self.losses + self.undefined


def outcomes(
    table: ScoreTable,
    spec: str,
    first: str,
    second: str,
    *,
    places: Places | None = None,
    epsilon: float = 0.0,
    how: Resampling | None = None,
    work: Work | None = None,
) -> Outcomes:
    """Count in how many segments one system is better than another, and ask if the whole of it is.

    Args:
        table: scores.
        spec: one of its metrics.
        first, second: two systems that it scored.
        places: these segments alone, 0-based; all by default.
        epsilon: segment scores that differ by no more are a tie.
        how: how chance is asked; by the bootstrap if None.
        work: progress and cancel.

    Raises:
        UsageError: if a system or metric was not scored, or ``epsilon`` is below 0.
        Cancelled: if the user stopped it.
    """
    if not epsilon >= 0:
        raise UsageError(f"a tie within {epsilon:g}: expected 0 or more")
    work, how = work or Work(), how or Resampling()
    scored_systems(table, spec, [first, second])
    rows, left_out = common_rows(table, spec, [first, second], places)
    one, two = table.columns[first, spec], table.columns[second, spec]
    defined = np.zeros(len(one), dtype=bool)
    defined[rows] = one.defined[rows] & two.defined[rows]
    differences = np.where(defined, one.scores - two.scores, 0.0)
    gains = differences[defined] * (1.0 if table.metrics[spec].higher_is_better else -1.0)
    wins, losses = int((gains > epsilon).sum()), int((gains < -epsilon).sum())
    summed = summed_statistics(table, spec, [first, second], rows)
    scores = np.array([found.score for found in summed], dtype=np.float64)  # None becomes NaN
    samples = bootstrap_scores(summed, len(rows), how, work)
    ps = p_values(summed, scores, samples, len(rows), how, work)
    low, high = interval(samples[0] - samples[1])
    return Outcomes(
        spec=spec,
        first=first,
        second=second,
        wins=wins,
        ties=len(gains) - wins - losses,
        losses=losses,
        undefined=len(rows) - len(gains),
        left_out=left_out,
        first_score=none_if_nan(scores[0]),
        second_score=none_if_nan(scores[1]),
        difference=none_if_nan(scores[0] - scores[1]),
        low=low,
        high=high,
        p=none_if_nan(ps[0, 1]),
        differences=differences,
        defined=defined,
        how=how,
    )
