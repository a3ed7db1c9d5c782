"""Tables of measures with a row for each metric, baseline and chance; the measures by system, with their bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measured import Floats, Measured, known_means, quotients, random_signs
from meantree.evaluation.pairwise_accuracy import soft_pairwise_accuracy
from meantree.evaluation.rating_correlations import system_bounds, system_correlation
from meantree.evaluation.significance import bootstrap_draws, interval, summed_statistics
from meantree.evaluation.value_table import DotPlot, Row, Value, ValueTable, with_bounds
from meantree.experiments.measured_tables import Reasons, table_note
from meantree.experiments.rated import LENGTHS, RatedCorpus
from meantree.experiments.study import Options
from meantree.work import Work

More = Literal["low", "high", "epsilon"]
BOUNDS: Final[tuple[More, More]] = ("low", "high")


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of metrics: a column of a table, or several.

    Attributes:
        of: measures a metric or baseline, by its name.
        of_scores: measures random scores, shape (systems, segments).
        more: what follows the value in further columns.
    """

    name: str
    of: Callable[[str], Measured]
    of_scores: Callable[[Floats], Measured]
    more: tuple[More, ...] = ()


def measure_rows(
    rated: RatedCorpus, number: int, measures: Sequence[Measure], options: Options, reasons: Reasons, work: Work
) -> Iterator[Row]:
    """Yield a row for each metric and baseline, and for chance: corpus, name, ``number``, and the measures."""
    names = (*rated.scores, *LENGTHS)
    for place, name in enumerate(names):
        work.step(f"Measuring {escaped(rated.name)}", place, len(names))
        cells: list[Value] = []
        for measure in measures:
            measured = measure.of(name)
            cells.append(reasons.value(rated.name, name, measure.name, measured))
            cells += [getattr(measured, more) for more in measure.more]
        yield rated.name, name, number, *cells
    chance = (cell for measure in measures for cell in _chance(rated, measure, options, work))
    yield rated.name, CHANCE, number, *chance


CHANCE: Final = "chance"
DRAWS: Final = 20
"""Number of draws of random scores."""
CHANCE_NOTE: Final = f"{CHANCE}: the mean of {DRAWS} draws of random scores; low and high are their extremes."


def _chance(rated: RatedCorpus, measure: Measure, options: Options, work: Work) -> Iterator[Value]:
    """Yield the mean of a measure over draws of random scores, which are the same for all measures, and its extremes.

    There is no ε, which differs between draws.
    """
    random, drawn = np.random.default_rng(options.seed), []
    for draw in range(DRAWS):
        work.step("Drawing random scores", draw, DRAWS)
        drawn.append(measure.of_scores(np.where(rated.known, random.normal(size=rated.human.shape), np.nan)).value)
    values = np.array(drawn, dtype=np.float64)  # None becomes NaN
    known = values[~np.isnan(values)]
    yield float(known.mean()) if len(known) else None
    yield from (dict(zip(BOUNDS, interval(values), strict=True)).get(more) for more in measure.more)


@dataclass(frozen=True, slots=True, eq=False)
class SystemSamples:
    """Bootstrap samples, r of them, the same for ratings and all metrics; a segment has all its translations.

    Attributes:
        human: shape (r, systems), mean ratings; NaN where no rated segment of a system was drawn.
        scores: by spec or baseline, shape (r, systems), each metric's own score of the sample; higher is better.
    """

    human: Floats
    scores: Mapping[str, Floats]


def system_samples(rated: RatedCorpus, resamples: int, seed: int, work: Work) -> SystemSamples:
    """Draw bootstrap samples, and score each from summed statistics; raise Cancelled if the user stopped it."""
    weights = np.concatenate(list(bootstrap_draws(rated.human.shape[1], resamples, seed)))
    lengths = {name: _means(values, weights) for name, values in rated.lengths().items()}
    scores = {spec: _sample_scores(rated, spec, weights, work) for spec in rated.scores}
    return SystemSamples(_means(rated.human, weights), {**scores, **{name: lengths[name] for name in LENGTHS}})


def _means(values: Floats, weights: Floats) -> Floats:
    """Return weighted means of rows without NaN, shape (samples, rows)."""
    known = ~np.isnan(values)
    sums, numbers = weights @ np.where(known, values, 0.0).T, weights @ known.T.astype(np.float64)
    return quotients(sums, numbers)


def _sample_scores(rated: RatedCorpus, spec: str, weights: Floats, work: Work) -> Floats:
    """Return a metric's scores of the samples, shape (samples, systems), NaN where undefined."""
    metric = rated.table.metrics[spec]
    scores = np.full((len(weights), len(rated.systems)), np.nan)
    for row, (system, known) in enumerate(zip(rated.systems, rated.known, strict=True)):
        work.step(f"Drawing samples of systems for {escaped(spec)}", row, len(rated.systems))
        if known.any():
            (summed,) = summed_statistics(rated.table, spec, [system], rated.places[known])
            scores[:, row] = summed.scores_of(weights[:, known])
    return scores if metric.higher_is_better else -scores


KINDS: Final[dict[str, Correlation]] = {"system r": "pearson", "system ρ": "spearman", "system τ-b": "kendall"}
SPA: Final = "SPA"
SIGNS: Final = 1000
"""Largest number of permutations of soft pairwise accuracy, its authors' number, as all are in memory together."""
HEAD: Final = ("corpus", "metric", "systems", *with_bounds(KINDS), SPA)


def spa_signs(rated: RatedCorpus, options: Options) -> Floats:
    """Return the random signs of soft pairwise accuracy; the same for all metrics."""
    return random_signs(np.random.default_rng(options.seed), spa_permutations(options), rated.human.shape[1])


def spa_permutations(options: Options) -> int:
    """Return the number of permutations of soft pairwise accuracy."""
    return min(options.permutations, SIGNS)


def system_table(all_rated: Sequence[RatedCorpus], options: Options, work: Work) -> ValueTable:
    """Return a row for each corpus and metric, baseline or chance; raise Cancelled if the user stopped it."""
    reasons = Reasons()
    rows = [
        row
        for rated in all_rated
        for row in measure_rows(rated, len(rated.systems), _measures(rated, options, work), options, reasons, work)
    ]
    explanation = (
        "r, ρ, τ-b: correlation of each metric's system scores with mean ratings; low, high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments. SPA: soft pairwise accuracy, p from "
        f"{spa_permutations(options):,} permutations of segment scores, ties count half. {CHANCE_NOTE}"
    )
    title = "Systems: agreement of metrics with ratings"
    figure = DotPlot((3, 6, 9, 12), "by system", by=1)
    return ValueTable(
        "measures-systems", title, table_note(explanation, (), reasons.sentences()), HEAD, tuple(rows), (figure,)
    )


def _measures(rated: RatedCorpus, options: Options, work: Work) -> list[Measure]:
    people, lengths, signs = rated.human_systems, rated.lengths(), spa_signs(rated, options)
    scores = {**rated.scores, **lengths}
    whole = {**rated.system_scores, **{name: known_means(lengths[name]) for name in LENGTHS}}
    samples = system_samples(rated, options.resamples, options.seed, work)

    def correlated(name: str, kind: Correlation) -> Measured:
        measured = system_correlation(people, whole[name], kind)
        if measured.value is None:
            return measured
        low, high = system_bounds(samples.human, samples.scores[name], kind)
        return replace(measured, low=low, high=high)

    def by_chance(values: Floats, kind: Correlation) -> Measured:
        return system_correlation(people, known_means(values), kind)

    def accuracy(values: Floats) -> Measured:
        return soft_pairwise_accuracy(rated.human, values, signs)

    return [
        *(
            Measure(column, partial(correlated, kind=kind), partial(by_chance, kind=kind), BOUNDS)
            for column, kind in KINDS.items()
        ),
        Measure(SPA, lambda name: accuracy(scores[name]), accuracy),
    ]
