"""Wins, ties and losses: one system beside another, segment by segment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.evaluation.rankings import scored_systems
from meantree.evaluation.resampling import Floats, common_rows, known, sums_of
from meantree.evaluation.significance import Resampling, bootstrap_scores, interval, p_values
from meantree.scoring.table import ScoreTable
from meantree.search.filters import Places
from meantree.work import Work


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
    summed = sums_of(table, spec, [first, second], rows)
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
        first_score=known(scores[0]),
        second_score=known(scores[1]),
        difference=known(scores[0] - scores[1]),
        low=low,
        high=high,
        p=known(ps[0, 1]),
        differences=differences,
        defined=defined,
        how=how,
    )
