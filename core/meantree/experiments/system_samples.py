"""Scores and mean ratings of systems in bootstrap samples of the segments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.resampling import draws, sums_of
from meantree.experiments.rated import LENGTHS, Floats, Rated
from meantree.work import Work


@dataclass(frozen=True, slots=True, eq=False)
class SystemSamples:
    """The same samples for people and all metrics, r of them; a segment is drawn with all its translations.

    Attributes:
        human: shape (r, systems), mean ratings; NaN where no rated segment of a system was drawn.
        scores: by spec or sentinel, shape (r, systems), each metric's own score of the sample; higher is better.
    """

    human: Floats
    scores: Mapping[str, Floats]


def system_samples(rated: Rated, resamples: int, seed: int, work: Work) -> SystemSamples:
    """Draw them, and score each from summed statistics.

    Raises:
        Cancelled: if the user stopped it.
    """
    weights = np.concatenate(list(draws(rated.human.shape[1], resamples, seed)))
    found = {name: _means(values, weights) for name, values in rated.lengths().items()}
    scores = {spec: _scores(rated, spec, weights, work) for spec in rated.scores}
    return SystemSamples(_means(rated.human, weights), {**scores, **{name: found[name] for name in LENGTHS}})


def _means(values: Floats, weights: Floats) -> Floats:
    """Weighted means of rows with NaN, shape (samples, rows)."""
    known = ~np.isnan(values)
    sums, numbers = weights @ np.where(known, values, 0.0).T, weights @ known.T.astype(np.float64)
    means: Floats = np.divide(sums, numbers, out=np.full(sums.shape, np.nan), where=numbers > 0)
    return means


def _scores(rated: Rated, spec: str, weights: Floats, work: Work) -> Floats:
    """Shape (samples, systems), NaN where undefined."""
    metric = rated.table.metrics[spec]
    found = np.full((len(weights), len(rated.systems)), np.nan)
    for row, (system, known) in enumerate(zip(rated.systems, rated.known, strict=True)):
        work.step(f"Drawing samples of systems for {escaped(spec)}", row, len(rated.systems))
        if known.any():
            (summed,) = sums_of(rated.table, spec, [system], rated.places[known])
            found[:, row] = summed.scores_of(weights[:, known])
    return found if metric.higher_is_better else -found
