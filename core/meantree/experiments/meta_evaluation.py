"""Meta-evaluation: agreement of metrics with ratings by segment and by system, and its pairwise significance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.correlations import grouped_correlations
from meantree.evaluation.measured import Grouping
from meantree.evaluation.pairwise_accuracy import calibrated_accuracy
from meantree.evaluation.permutation_tests import perm_both
from meantree.evaluation.rating_correlations import correlated, difference_pearson
from meantree.evaluation.significance import interval
from meantree.evaluation.value_table import DotPlot, ScatterPlot, Value, ValueTable
from meantree.experiments.measured_tables import Reasons, table_note
from meantree.experiments.pairwise_significance import KINDS, PAIRED, PERM_BOTH, TESTED_BY_R, WITHIN, significance_table
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.system_measures import CHANCE, CHANCE_NOTE, chance_mean, chance_values, system_table
from meantree.numbers import fixed
from meantree.work import Work

SUBTITLE_COLUMNS = {"ρ": 6, "τ-b": 9}
"""Correlations in a chart's subtitle, with their columns in the table of measures by segment."""


def points_table(place: int, rated: RatedCorpus, measured: Sequence[tuple[Value, ...]]) -> ValueTable:
    """Return a row for each rated translation: system, segment, rating, then its scores by each metric.

    A minus before a name marks ratings and scores whose sign was changed, so that higher is better.

    Args:
        place: of the corpus, 1-based.
        measured: rows of the table of measures by segment, of all corpora: their ρ and τ-b are subtitles of the charts.
    """
    falls = [spec for spec, metric in rated.table.metrics.items() if not metric.higher_is_better]
    names = {spec: f"−{spec}" if spec in falls else spec for spec in rated.scores}
    kind = f"−{rated.kind}" if rated.turned else rated.kind
    keys = [segment.key for segment in rated.segments]
    rows = tuple(
        (
            *(rated.systems[row], keys[column], float(rated.human[row, column])),
            *(float(scores[row, column]) for scores in rated.scores.values()),
        )
        for row, column in np.argwhere(rated.known)
    )
    subtitles = {str(row[1]): _subtitle(row) for row in measured if row[0] == rated.name}
    figures = tuple(ScatterPlot(3 + number, 2, subtitles.get(spec, "")) for number, spec in enumerate(names))
    head = ("system", "segment", kind, *names.values())
    title = f"{escaped(rated.name)}, {len(rows):,} translations"
    return ValueTable(f"measures-points-{place}", title, "", head, rows, figures)


def _subtitle(row: tuple[Value, ...]) -> str:
    correlations = {letter: row[column] for letter, column in SUBTITLE_COLUMNS.items()}
    return ", ".join(f"{letter} {fixed(value)}" for letter, value in correlations.items() if isinstance(value, float))


@dataclass(frozen=True, slots=True)
class _Groupings:
    """The grouping of correlations and of pairs: the requested one, or what each measure's authors propose."""

    correlations: Grouping
    pairs: Grouping


def measure_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return measures by segment, measures by system, and for each corpus the pairwise significance of r.

    Raises:
        UsageError: if a corpus has no such ratings, or too few.
    """
    all_rated = study.rated(work)
    groupings = _Groupings(options.group_by or "none", options.group_by or "item")
    reasons = Reasons()
    segments = [row for rated in all_rated for row in _segment_rows(rated, groupings, options, reasons, work)]
    by_segment = table_note(_of_segments(groupings, options), all_rated, reasons.sentences())
    title = "Segments: agreement of metrics with ratings"
    beaten = [_beaten_table(place, rated, groupings, options, work) for place, rated in enumerate(all_rated, start=1)]
    tables = [
        ValueTable(
            *("measures-segments", title, by_segment, SEGMENT_HEAD, tuple(segments)),
            figures=(DotPlot((3, 6, 9), "correlation with ratings", by=1),),
            drawn=tuple(points_table(place, rated, segments) for place, rated in enumerate(all_rated, start=1)),
        ),
        system_table(all_rated, options, work),
        *beaten,
    ]
    study.cache[TESTED_BY_R] = beaten
    return tables


SEGMENT_HEAD: Final = (
    *("corpus", "metric", "translations"),
    *(f"{name}{bound}" for name in KINDS for bound in ("", " low", " high")),
    *("acc_eq", "ε", "Δ r"),
)


def _of_segments(groupings: _Groupings, options: Options) -> str:
    return (
        f"Pearson's r, Spearman's ρ and Kendall's τ-b {WITHIN[groupings.correlations]}; low, high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments. Over pairs {PAIRED[groupings.pairs]}: acc_eq, "
        "accuracy with ties at the best ε; Δ r, Pearson's r between differences of scores and of ratings. "
        + CHANCE_NOTE
    )


def _segment_rows(
    rated: RatedCorpus, groupings: _Groupings, options: Options, reasons: Reasons, work: Work
) -> Iterator[tuple[Value, ...]]:
    number = int(rated.known.sum())
    scorers = {**rated.scores, **rated.lengths()}
    for place, (name, scores) in enumerate(scorers.items()):
        work.step(f"Measuring {escaped(rated.name)}", place, len(scorers))
        cells: list[Value] = []
        for letter, kind in KINDS.items():
            measured = correlated(
                rated.human,
                scores,
                kind,
                groupings.correlations,
                resamples=options.resamples,
                seed=options.seed,
                work=work,
            )
            cells += [reasons.value(rated.name, name, letter, measured), measured.low, measured.high]
        calibrated = calibrated_accuracy(rated.human, scores, groupings.pairs)
        cells += [reasons.value(rated.name, name, "acc_eq", calibrated.accuracy), calibrated.epsilon]
        cells.append(reasons.value(rated.name, name, "Δ r", difference_pearson(rated.human, scores, groupings.pairs)))
        yield rated.name, name, number, *cells
    yield rated.name, CHANCE, number, *_chance(rated, groupings, options, work)


def _chance(rated: RatedCorpus, groupings: _Groupings, options: Options, work: Work) -> Iterator[Value]:
    for kind in KINDS.values():
        measure = partial(correlated, rated.human, kind=kind, grouping=groupings.correlations)
        values = chance_values(rated, options, work, measure)
        yield from (chance_mean(values), *interval(values))
    yield chance_mean(
        chance_values(
            rated, options, work, lambda scores: calibrated_accuracy(rated.human, scores, groupings.pairs).accuracy
        )
    )
    yield None  # ε differs between draws
    yield chance_mean(
        chance_values(rated, options, work, lambda scores: difference_pearson(rated.human, scores, groupings.pairs))
    )


def _beaten_table(place: int, rated: RatedCorpus, groupings: _Groupings, options: Options, work: Work) -> ValueTable:
    significance = perm_both(
        {**rated.scores, **rated.lengths()},
        lambda values: grouped_correlations(rated.human, values, "pearson", groupings.correlations),
        permutations=options.permutations,
        seed=options.seed,
        work=work,
    )
    measure = f"Pearson's r {WITHIN[groupings.correlations]}"
    return significance_table(f"measures-beaten-{place}", rated.name, "r", significance, measure, PERM_BOTH, options)
