"""Meta-evaluation: agreement of metrics with ratings by segment and by system, and its pairwise significance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.measured import Measured
from meantree.evaluation.pairwise_accuracy import calibrated_accuracy
from meantree.evaluation.rating_correlations import correlated, difference_pearson
from meantree.evaluation.value_table import DotPlot, Row, ScatterPlot, ValueTable, with_bounds
from meantree.experiments.measured_tables import Reasons, table_note
from meantree.experiments.pairwise_significance import (
    KINDS,
    PAIRED,
    TESTED_BY_R,
    WITHIN,
    correlation_test,
    significance_table,
)
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.system_measures import BOUNDS, CHANCE_NOTE, Measure, More, measure_rows, system_table
from meantree.numbers import fixed
from meantree.work import Work

SUBTITLE_COLUMNS = {"ρ": 6, "τ-b": 9}
"""Correlations in a chart's subtitle, with their columns in the table of measures by segment."""


def points_table(place: int, rated: RatedCorpus, measured: Sequence[Row]) -> ValueTable:
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


def _subtitle(row: Row) -> str:
    correlations = {letter: row[column] for letter, column in SUBTITLE_COLUMNS.items()}
    return ", ".join(f"{letter} {fixed(value)}" for letter, value in correlations.items() if isinstance(value, float))


def measure_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return measures by segment, measures by system, and for each corpus the pairwise significance of r.

    Raises:
        UsageError: if a corpus has no such ratings, or too few.
    """
    all_rated, reasons = study.rated(work), Reasons()
    segments = [
        row
        for rated in all_rated
        for row in measure_rows(rated, int(rated.known.sum()), _measures(rated, options, work), options, reasons, work)
    ]
    title = "Segments: agreement of metrics with ratings"
    beaten = [
        significance_table(f"measures-beaten-{place}", rated, correlation_test(rated, "r", options, work), options)
        for place, rated in enumerate(all_rated, start=1)
    ]
    tables = [
        ValueTable(
            *("measures-segments", title, table_note(_explanation(options), all_rated, reasons.sentences())),
            *(SEGMENT_HEAD, tuple(segments)),
            figures=(DotPlot((3, 6, 9), "correlation with ratings", by=1),),
            drawn=tuple(points_table(place, rated, segments) for place, rated in enumerate(all_rated, start=1)),
        ),
        system_table(all_rated, options, work),
        *beaten,
    ]
    study.cache[TESTED_BY_R] = beaten
    return tables


SEGMENT_HEAD: Final = ("corpus", "metric", "translations", *with_bounds(KINDS), "acc_eq", "ε", "Δ r")


def _explanation(options: Options) -> str:
    return (
        f"Pearson's r, Spearman's ρ and Kendall's τ-b {WITHIN[options.group_by or 'none']}; low, high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments. Over pairs {PAIRED[options.group_by or 'item']}: "
        "acc_eq, accuracy with ties at the best ε; Δ r, Pearson's r between differences of scores and of ratings. "
        + CHANCE_NOTE
    )


def _measures(rated: RatedCorpus, options: Options, work: Work) -> list[Measure]:
    """Return the measures by segment, grouped as requested, or as each measure's authors propose."""
    within, pairs = options.group_by or "none", options.group_by or "item"
    scores = {**rated.scores, **rated.lengths()}

    def measure(name: str, of: Callable[..., Measured], *more: More, **bootstrap: Any) -> Measure:
        by_chance = partial(of, rated.human)
        return Measure(name, lambda metric: by_chance(scores[metric], **bootstrap), by_chance, more)

    bootstrap = {"resamples": options.resamples, "seed": options.seed, "work": work}
    return [
        *(
            measure(letter, partial(correlated, kind=kind, grouping=within), *BOUNDS, **bootstrap)
            for letter, kind in KINDS.items()
        ),
        measure("acc_eq", partial(calibrated_accuracy, grouping=pairs), "epsilon"),
        measure("Δ r", partial(difference_pearson, grouping=pairs)),
    ]
