"""Meta-evaluation by system: correlations with bounds, and soft pairwise accuracy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measured import Floats, Measured, known_means
from meantree.evaluation.pairwise_accuracy import sign_matrix, soft_pairwise_accuracy
from meantree.evaluation.rating_correlations import system_bounds, system_correlation
from meantree.evaluation.significance import bootstrap_draws, interval, summed_statistics
from meantree.evaluation.value_table import DotPlot, Value, ValueTable
from meantree.experiments.measured_tables import Reasons, table_note
from meantree.experiments.rated import LENGTHS, RatedCorpus
from meantree.experiments.study import Options
from meantree.work import Work

CHANCE: Final = "chance"
DRAWS: Final = 20
"""Number of draws of random scores."""
CHANCE_NOTE: Final = f"{CHANCE}: the mean of {DRAWS} draws of random scores; low and high are their extremes."


def chance_values(rated: RatedCorpus, options: Options, work: Work, measure: Callable[[Floats], Measured]) -> Floats:
    """Return a measure's value for each draw of random scores, shape (draws,), NaN where undefined.

    The draws depend on the seed alone, so all measures have the same ones.
    """
    random = np.random.default_rng(options.seed)
    values = []
    for draw in range(DRAWS):
        work.step("Drawing random scores", draw, DRAWS)
        values.append(measure(np.where(rated.known, random.normal(size=rated.human.shape), np.nan)).value)
    return np.array(values, dtype=np.float64)


def chance_mean(values: Floats) -> float | None:
    """Return the mean of the defined values; None if there are none."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None


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
    means: Floats = np.divide(sums, numbers, out=np.full(sums.shape, np.nan), where=numbers > 0)
    return means


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
HEAD: Final = (
    *("corpus", "metric", "systems"),
    *(f"{name}{bound}" for name in KINDS for bound in ("", " low", " high")),
    SPA,
)


def spa_signs(rated: RatedCorpus, options: Options) -> Floats:
    """Return the random signs of soft pairwise accuracy; the same for all metrics."""
    return sign_matrix(rated.human.shape[1], spa_permutations(options), options.seed)


def spa_permutations(options: Options) -> int:
    """Return the number of permutations of soft pairwise accuracy."""
    return min(options.permutations, SIGNS)


def system_table(all_rated: Sequence[RatedCorpus], options: Options, work: Work) -> ValueTable:
    """Return a row for each corpus and metric, baseline or chance; raise Cancelled if the user stopped it."""
    reasons = Reasons()
    rows = [row for rated in all_rated for row in _rows(rated, options, reasons, work)]
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


def _rows(rated: RatedCorpus, options: Options, reasons: Reasons, work: Work) -> Iterator[tuple[Value, ...]]:
    people, lengths, signs = rated.human_systems, rated.lengths(), spa_signs(rated, options)
    whole = {**rated.system_scores, **{name: known_means(lengths[name]) for name in LENGTHS}}
    samples = system_samples(rated, options.resamples, options.seed, work)
    for name, scores in {**rated.scores, **lengths}.items():
        cells: list[Value] = []
        for column, kind in KINDS.items():
            correlation = system_correlation(people, whole[name], kind)
            cells.append(reasons.value(rated.name, name, column, correlation))
            defined = correlation.value is not None
            cells += system_bounds(samples.human, samples.scores[name], kind) if defined else (None, None)
        accuracy = soft_pairwise_accuracy(rated.human, scores, signs)
        yield rated.name, name, len(rated.systems), *cells, reasons.value(rated.name, name, SPA, accuracy)
    yield rated.name, CHANCE, len(rated.systems), *_chance(rated, people, signs, options, work)


def _chance(rated: RatedCorpus, people: Floats, signs: Floats, options: Options, work: Work) -> Iterator[Value]:
    for kind in KINDS.values():
        values = chance_values(rated, options, work, _correlated(people, kind))
        yield from (chance_mean(values), *interval(values))
    yield chance_mean(
        chance_values(rated, options, work, lambda scores: soft_pairwise_accuracy(rated.human, scores, signs))
    )


def _correlated(people: Floats, kind: Correlation) -> Callable[[Floats], Measured]:
    return lambda scores: system_correlation(people, known_means(scores), kind)
