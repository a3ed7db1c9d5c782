"""Systems compared: rankings with intervals and significance clusters; wins, ties and losses of two systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.escaping import listed, quoted, unknown_name
from meantree.evaluation.measured import Floats, Places, none_if_nan
from meantree.evaluation.significance import (
    Resampling,
    bootstrap_scores,
    common_rows,
    excludes_equality,
    interval,
    is_significant,
    p_values,
    summed_statistics,
)
from meantree.evaluation.value_table import AnswerColumn, attribute_columns
from meantree.numbers import fixed
from meantree.scoring.table import ScoreTable
from meantree.work import Work


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system in a ranking.

    Attributes:
        score: on the compared segments; None if undefined.
        low, high: bounds of 95 % of its scores in bootstrap samples; None if all are undefined.
        mean_rank: from 1, over the samples in which all systems have a score; ties share their ranks.
        cluster: from 1; each system in a cluster is significantly better than each system in later ones. None without a
            score.
    """

    system: str
    score: float | None
    low: float | None
    high: float | None
    mean_rank: float | None
    cluster: int | None


SYSTEM, CLUSTER, SCORE, _, _, MEAN_RANK = STANDING = (
    AnswerColumn("system", attrgetter("system"), is_name=True),
    AnswerColumn("cluster", attrgetter("cluster")),
    AnswerColumn("score", attrgetter("score"), fixed),
    *attribute_columns("low", "high"),
    AnswerColumn("mean_rank", attrgetter("mean_rank"), "{:.2f}".format, "mean rank"),
)
"""The columns of systems in a ranking."""


def interval_column(text: Callable[[float], str]) -> AnswerColumn[Any]:
    """Return the column of both bounds of an interval, of ranked systems or outcomes."""

    def bounds(row: RankedSystem | Outcomes) -> tuple[float, float] | None:
        return None if row.low is None or row.high is None else (row.low, row.high)

    return AnswerColumn("95 %", bounds, lambda bounds: " to ".join(map(text, bounds)))


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """A ranking of systems by one metric.

    Attributes:
        systems: best first; systems without a score last.
        p_values: of the difference of each two systems, shape (systems, systems), symmetric; NaN on the diagonal and
            where undefined. Two-sided; not corrected for their number.
        differs: of each two systems, same shape, whether their difference is significant.
        segments: number of compared segments: those on which all systems were scored.
        left_out: number of other requested segments.
        samples: scores in bootstrap samples, shape (systems, resamples); NaN where undefined.
        how: settings of the test; intervals and mean ranks always come from the bootstrap.
    """

    spec: str
    systems: tuple[RankedSystem, ...]
    p_values: Floats
    differs: NDArray[np.bool_]
    samples: Floats
    segments: int
    left_out: int
    how: Resampling

    @property
    def names(self) -> tuple[str, ...]:
        """The systems, best first."""
        return tuple(ranked.system for ranked in self.systems)

    def p(self, first: str, second: str) -> float | None:
        """Return p of the difference of two systems, None where undefined."""
        return none_if_nan(self.p_values[self.names.index(first), self.names.index(second)])

    def is_clear(self, first: str, second: str) -> bool:
        """Return whether the difference of two systems is significant."""
        return bool(self.differs[self.names.index(first), self.names.index(second)])


def ranking(
    table: ScoreTable,
    spec: str,
    *,
    places: Places | None = None,
    systems: Sequence[str] | None = None,
    how: Resampling | None = None,
    work: Work = Work(),
) -> Ranking:
    """Rank systems by one metric, on the segments on which all of them were scored.

    Clusters are defined as in the campaigns of WMT: a line is drawn where each system above it is better than each
    below it significantly (:func:`~meantree.evaluation.significance.is_significant`). The same samples are drawn for
    all systems, whatever their order.

    Args:
        places: 0-based places of the segments; all by default.
        systems: systems to rank; by default all that the metric scored.
        how: settings of the test; by default the bootstrap.

    Raises:
        UsageError: if a system or metric was not scored.
    """
    how = how or Resampling()
    chosen = sorted(scored_systems(table, spec, systems))  # ties are ordered by name
    rows, left_out = common_rows(table, spec, chosen, places)
    summed = summed_statistics(table, spec, chosen, rows)
    scores = np.array([statistics.score for statistics in summed], dtype=np.float64)  # None becomes NaN
    samples = bootstrap_scores(summed, len(rows), how, work)
    better = 1.0 if table.metrics[spec].higher_is_better else -1.0
    order = _best_first(table, spec, scores)
    ps = p_values(summed, scores, samples, len(rows), how, work)[np.ix_(order, order)]
    scores, samples = scores[order], samples[order]
    differs = _differs(ps, samples)
    ranks, clusters = _mean_ranks(better * samples), _clusters(differs, scores)
    ranked = [
        RankedSystem(chosen[place], none_if_nan(scores[row]), *interval(samples[row]), none_if_nan(ranks[row]), cluster)
        for row, (place, cluster) in enumerate(zip(order.tolist(), clusters, strict=True))
    ]
    return Ranking(spec, tuple(ranked), ps, differs, samples, len(rows), left_out, how)


def _best_first(table: ScoreTable, spec: str, scores: Floats) -> NDArray[np.intp]:
    """Return the order of scores by a metric, the best first; what is undefined comes last."""
    return np.argsort(-scores if table.metrics[spec].higher_is_better else scores, kind="stable")


def best_two(table: ScoreTable, spec: str, systems: Sequence[str]) -> tuple[str, ...]:
    """Return the first two systems of :func:`ranking` that were scored, in the order of ``systems``."""
    chosen = sorted(system for system in systems if table.is_scored(system, spec))  # ties are ordered by name
    rows, _ = common_rows(table, spec, chosen, None)
    scores = np.array([one.score for one in summed_statistics(table, spec, chosen, rows)], dtype=np.float64)
    best = [chosen[place] for place in _best_first(table, spec, scores)[:2]]
    return tuple(system for system in systems if system in best)


def scored_systems(table: ScoreTable, spec: str, systems: Sequence[str] | None = None) -> list[str]:
    """Return these systems, each once, or by default all that the metric scored.

    Raises:
        UsageError: if a system or metric was not scored.
    """
    if spec not in table.metrics:
        raise UsageError(f"found the metric {unknown_name(spec, table.metrics)}")
    scored = [system for system in table.corpus.systems if table.is_scored(system, spec)]
    for system in systems or ():
        if system not in scored:
            raise UsageError(f"{quoted(system)} was not scored by {spec}; there are {listed(scored) or 'none'}")
    return scored if systems is None else list(dict.fromkeys(systems))


def _mean_ranks(samples: Floats) -> Floats:
    """Return mean ranks from 1, for scores of shape (systems, samples), higher is better; NaN if no sample has all."""
    whole = samples[:, ~np.isnan(samples).any(axis=0)]
    if not whole.shape[1]:
        return np.full(len(samples), np.nan)
    ranks = [(whole > scores).sum(axis=0) + ((whole == scores).sum(axis=0) + 1) / 2 for scores in whole]
    means: Floats = np.array(ranks).mean(axis=1)
    return means


def _differs(ps: Floats, samples: Floats) -> NDArray[np.bool_]:
    """Return which two systems differ significantly, for samples of shape (systems, samples)."""
    differs = np.zeros(ps.shape, dtype=bool)
    for first, second in combinations(range(len(ps)), 2):
        p = none_if_nan(ps[first, second])
        is_clear = is_significant(p, *interval(samples[first] - samples[second]))
        differs[first, second] = differs[second, first] = is_clear
    return differs


def _clusters(differs: NDArray[np.bool_], scores: Floats) -> list[int | None]:
    """Return the cluster of each system, best first: a new one begins where all above differ from all below."""
    defined = int((~np.isnan(scores)).sum())
    clusters: list[int | None] = []
    cluster = 0
    for place in range(defined):
        cluster += place == 0 or bool(differs[:place, place:defined].all())
        clusters.append(cluster)
    return [*clusters, *[None] * (len(scores) - defined)]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Two systems compared by one metric, on the segments on which both were scored.

    Attributes:
        wins, ties, losses: number of segments in which the first is better than the second, as good, or worse.
        undefined: number of segments in which either has no score.
        left_out: number of other requested segments, on which either was not scored.
        first_score, second_score: system scores on these segments, None if undefined.
        difference: first score less second score, None if undefined; for error rates the first is better if it is
            below 0.
        low, high: bounds of 95 % of the difference in bootstrap samples; None if all are undefined.
        p: of the difference, two-sided.
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

    @property
    def segments(self) -> int:
        """Number of segments on which both were scored."""
        return self.wins + self.ties + self.losses + self.undefined

    @property
    def excludes_equality(self) -> bool:
        """Whether the interval of the difference excludes 0."""
        return excludes_equality(self.low, self.high)

    @property
    def is_clear(self) -> bool:
        """Whether the difference is significant."""
        return is_significant(self.p, self.low, self.high)


def outcomes(
    table: ScoreTable,
    spec: str,
    first: str,
    second: str,
    *,
    places: Places | None = None,
    ranked: Ranking | None = None,
    how: Resampling | None = None,
    work: Work = Work(),
) -> Outcomes:
    """Count the segments in which one system is better than another, and test the difference of their system scores.

    Args:
        places: 0-based places of the segments; all by default.
        ranked: of these places by the same test; if it ranks only these two systems, their test is not made again.
        how: settings of the test; by default the bootstrap.

    Raises:
        UsageError: if a system or metric was not scored.
    """
    how = how or Resampling()
    scored_systems(table, spec, [first, second])
    rows, left_out = common_rows(table, spec, [first, second], places)
    columns = [table.columns[system, spec] for system in (first, second)]
    defined = rows[columns[0].defined[rows] & columns[1].defined[rows]]
    differences = columns[0].scores[defined] - columns[1].scores[defined]
    gains = differences if table.metrics[spec].higher_is_better else -differences
    wins, losses = int((gains > 0).sum()), int((gains < 0).sum())
    summed = summed_statistics(table, spec, [first, second], rows)
    scores = np.array([statistics.score for statistics in summed], dtype=np.float64)  # None becomes NaN
    if ranked is not None and ranked.how == how and {*ranked.names} == {first, second}:
        samples, p = ranked.samples[[ranked.names.index(name) for name in (first, second)]], ranked.p(first, second)
    else:
        samples = bootstrap_scores(summed, len(rows), how, work)
        p = none_if_nan(p_values(summed, scores, samples, len(rows), how, work)[0, 1])
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
        p=p,
    )
