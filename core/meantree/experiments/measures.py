"""Today's measures: how well metrics follow ratings by segment and by system, and who does so better than whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from meantree.escaping import escaped
from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.many import grouped_correlations
from meantree.evaluation.measures.pair_differences import difference_pearson
from meantree.evaluation.measures.pairs import Grouping
from meantree.evaluation.measures.perm_both import perm_both
from meantree.evaluation.measures.tie_calibration import calibrated_accuracy
from meantree.evaluation.significance import interval
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.beaten import BY_R, PERM_BOTH, beaten_table
from meantree.experiments.chance import CHANCE, mean_of_chance, of_chance
from meantree.experiments.chance import SAID as SAID_OF_CHANCE
from meantree.experiments.notes import note_of
from meantree.experiments.points import points_table
from meantree.experiments.rated import Rated
from meantree.experiments.study import Options, Study
from meantree.experiments.system_measures import system_table
from meantree.experiments.undefined import Reasons
from meantree.work import Work

KINDS: Final[Mapping[str, Correlation]] = {"r": "pearson", "ρ": "spearman", "τ-b": "kendall"}
WITHIN: Final[Mapping[Grouping, str]] = {"none": "over all translations", "item": "by source", "system": "by system"}
PAIRED: Final[Mapping[Grouping, str]] = {
    "none": "of all translations",
    "item": "of translations of one source",
    "system": "of translations of one system",
}


@dataclass(frozen=True, slots=True)
class _Groupings:
    """Of correlations and of pairs: what was asked for, or what each measure's authors propose."""

    correlations: Grouping
    pairs: Grouping


def measure_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Three tables: by segment, by system, and p of who follows ratings better than whom (a table a corpus).

    Raises:
        UsageError: if a corpus has no such ratings, or too few.
        Cancelled: if the user stopped it.
    """
    all_rated = study.rated(work)
    groupings = _Groupings(options.group_by or "none", options.group_by or "item")
    reasons = Reasons()
    segments = [row for one in all_rated for row in _segment_rows(one, groupings, options, reasons, work)]
    by_segment = note_of(_of_segments(groupings, options), all_rated, reasons.told(SEGMENT_HEAD))
    title = "Segments: how metrics follow ratings"
    beaten = [_beaten_table(place, one, groupings, options, work) for place, one in enumerate(all_rated, start=1)]
    tables = [
        ValueTable(
            *("measures-segments", title, by_segment, SEGMENT_HEAD, tuple(segments)),
            figures=(Marks((3, 6, 9), "correlation with ratings", by=1),),
            drawn=tuple(points_table(place, one, segments) for place, one in enumerate(all_rated, start=1)),
        ),
        system_table(all_rated, options, work),
        *beaten,
    ]
    study.found[BY_R] = beaten
    return tables


SEGMENT_HEAD: Final = (
    *("corpus", "metric", "translations"),
    *(f"{name}{bound}" for name in KINDS for bound in ("", " low", " high")),
    *("acc_eq", "ε", "Δ r"),
)


def _of_segments(groupings: _Groupings, options: Options) -> str:
    return (
        f"Pearson's r, Spearman's ρ and Kendall's τ-b {WITHIN[groupings.correlations]}; low, high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments. Of pairs {PAIRED[groupings.pairs]}: acc_eq, "
        "accuracy with ties at the best ε; Δ r, Pearson's r of differences. "
        f"{SAID_OF_CHANCE}"
    )


def _segment_rows(
    rated: Rated, groupings: _Groupings, options: Options, reasons: Reasons, work: Work
) -> Iterator[tuple[Value, ...]]:
    number = int(rated.known.sum())
    scorers = {**rated.scores, **rated.lengths()}
    for place, (name, scores) in enumerate(scorers.items()):
        work.step(f"Measuring {escaped(rated.name)}", place, len(scorers))
        cells: list[Value] = []
        for letter, kind in KINDS.items():
            found = correlated(
                rated.human,
                scores,
                kind,
                groupings.correlations,
                resamples=options.resamples,
                seed=options.seed,
                work=work,
            )
            cells += [reasons.value(rated.name, name, letter, found), found.low, found.high]
        calibrated = calibrated_accuracy(rated.human, scores, groupings.pairs)
        cells += [reasons.value(rated.name, name, "acc_eq", calibrated.accuracy), calibrated.epsilon]
        cells.append(reasons.value(rated.name, name, "Δ r", difference_pearson(rated.human, scores, groupings.pairs)))
        yield rated.name, name, number, *cells
    yield rated.name, CHANCE, number, *_chance(rated, groupings, options, work)


def _chance(rated: Rated, groupings: _Groupings, options: Options, work: Work) -> Iterator[Value]:
    for kind in KINDS.values():
        measure = partial(correlated, rated.human, kind=kind, grouping=groupings.correlations)
        values = of_chance(rated, options, work, measure)
        yield from (mean_of_chance(values), *interval(values))
    yield mean_of_chance(
        of_chance(rated, options, work, lambda one: calibrated_accuracy(rated.human, one, groupings.pairs).accuracy)
    )
    yield None  # each draw has an ε of its own
    yield mean_of_chance(
        of_chance(rated, options, work, lambda one: difference_pearson(rated.human, one, groupings.pairs))
    )


def _beaten_table(place: int, rated: Rated, groupings: _Groupings, options: Options, work: Work) -> ValueTable:
    found = perm_both(
        {**rated.scores, **rated.lengths()},
        lambda values: grouped_correlations(rated.human, values, "pearson", groupings.correlations),
        permutations=options.permutations,
        seed=options.seed,
        work=work,
    )
    said = f"Pearson's r {WITHIN[groupings.correlations]}"
    return beaten_table(f"measures-beaten-{place}", rated.name, "r", found, said, PERM_BOTH, options)
