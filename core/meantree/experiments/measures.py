"""Today's measures: how well metrics follow ratings by segment and by system, and who does so better than whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.measured import Measured
from meantree.evaluation.measures.pair_differences import difference_pearson
from meantree.evaluation.measures.pairs import Floats, Grouping
from meantree.evaluation.measures.perm_both import perm_both
from meantree.evaluation.measures.soft_pairwise import sign_matrix, soft_pairwise_accuracy
from meantree.evaluation.measures.system_level import system_correlation
from meantree.evaluation.measures.tie_calibration import calibrated_accuracy
from meantree.evaluation.significance import interval
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.notes import note_of
from meantree.experiments.rated import LENGTHS, Rated, row_means
from meantree.experiments.study import Options, Study
from meantree.experiments.undefined import Reasons
from meantree.shown import shown
from meantree.work import Work

CHANCE: Final = "chance"
DRAWS: Final = 20
"""Of random scores."""
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
    systems = [row for one in all_rated for row in _system_rows(one, options, reasons, work)]
    by_segment = note_of(_of_segments(groupings, options), all_rated, reasons.told(SEGMENT_HEAD))
    by_system = note_of(_of_systems(options), (), reasons.told(SYSTEM_HEAD))
    title = "how metrics follow ratings"
    return [
        ValueTable("measures-segments", f"Segments: {title}", by_segment, SEGMENT_HEAD, tuple(segments)),
        ValueTable("measures-systems", f"Systems: {title}", by_system, SYSTEM_HEAD, tuple(systems)),
        *(_beaten_table(place, one, groupings, options, work) for place, one in enumerate(all_rated, start=1)),
    ]


SEGMENT_HEAD: Final = (
    *("corpus", "metric", "translations"),
    *(f"{name}{bound}" for name in KINDS for bound in ("", " low", " high")),
    *("acc_eq", "ε", "Δ r"),
)
SYSTEM_HEAD: Final = ("corpus", "metric", "systems", "system r", "system ρ", "SPA")


def _of_segments(groupings: _Groupings, options: Options) -> str:
    return (
        f"Pearson's r, Spearman's ρ and Kendall's τ-b {WITHIN[groupings.correlations]}; low, high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments. Of pairs {PAIRED[groupings.pairs]}: acc_eq, "
        "accuracy with ties at the best ε; Δ r, Pearson's r of differences. "
        f"{CHANCE}: the mean of {DRAWS} draws of random scores, low and high their extremes."
    )


def _of_systems(options: Options) -> str:
    return (
        "r, ρ: scores of systems, each metric's own, with mean ratings. SPA: soft pairwise accuracy, p from "
        f"{options.permutations:,} permutations of segment scores."
    )


def _segment_rows(
    rated: Rated, groupings: _Groupings, options: Options, reasons: Reasons, work: Work
) -> Iterator[tuple[Value, ...]]:
    number = int(rated.known.sum())
    scorers = {**rated.scores, **rated.lengths()}
    for place, (name, scores) in enumerate(scorers.items()):
        work.step(f"Measuring {shown(rated.name)}", place, len(scorers))
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
    yield rated.name, CHANCE, number, *_chance_by_segment(rated, groupings, options, work)


def _chance_by_segment(rated: Rated, groupings: _Groupings, options: Options, work: Work) -> Iterator[Value]:
    for kind in KINDS.values():
        measure = partial(correlated, rated.human, kind=kind, grouping=groupings.correlations)
        values = _of_chance(rated, options, work, measure)
        yield from (_mean(values), *interval(values))
    yield _mean(
        _of_chance(rated, options, work, lambda one: calibrated_accuracy(rated.human, one, groupings.pairs).accuracy)
    )
    yield None  # each draw has an ε of its own
    yield _mean(_of_chance(rated, options, work, lambda one: difference_pearson(rated.human, one, groupings.pairs)))


def _of_chance(rated: Rated, options: Options, work: Work, measure: Callable[[Floats], Measured]) -> Floats:
    """A measure of so many draws of random scores, shape (draws,), NaN where undefined; the same draws each time."""
    random = np.random.default_rng(options.seed)
    found = []
    for draw in range(DRAWS):
        work.step("Drawing random scores", draw, DRAWS)
        found.append(measure(np.where(rated.known, random.normal(size=rated.human.shape), np.nan)).value)
    return np.array(found, dtype=np.float64)


def _mean(values: Floats) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None


def _system_rows(rated: Rated, options: Options, reasons: Reasons, work: Work) -> Iterator[tuple[Value, ...]]:
    signs = sign_matrix(rated.human.shape[1], options.permutations, options.seed)
    people, lengths = rated.human_systems, rated.lengths()
    whole = {**rated.system_scores, **{name: row_means(lengths[name]) for name in LENGTHS}}
    for name, scores in {**rated.scores, **lengths}.items():
        found = {
            "system r": system_correlation(people, whole[name], "pearson"),
            "system ρ": system_correlation(people, whole[name], "spearman"),
            "SPA": soft_pairwise_accuracy(rated.human, scores, signs),
        }
        cells = [reasons.value(rated.name, name, head, one) for head, one in found.items()]
        yield rated.name, name, len(rated.systems), *cells
    of_chance: tuple[Callable[[Floats], Measured], ...] = (
        lambda one: system_correlation(people, row_means(one), "pearson"),
        lambda one: system_correlation(people, row_means(one), "spearman"),
        lambda one: soft_pairwise_accuracy(rated.human, one, signs),
    )
    cells = [_mean(_of_chance(rated, options, work, measure)) for measure in of_chance]
    yield rated.name, CHANCE, len(rated.systems), *cells


def _beaten_table(place: int, rated: Rated, groupings: _Groupings, options: Options, work: Work) -> ValueTable:
    found = perm_both(
        rated.human,
        {**rated.scores, **rated.lengths()},
        groupings.correlations,
        permutations=options.permutations,
        seed=options.seed,
        work=work,
    )
    rows = [
        (name, *(None if np.isnan(value) else float(value) for value in (found.values[row], *found.p[row])))
        for row, name in enumerate(found.names)
    ]
    note = (
        f"p that the metric of the row follows ratings better (Pearson's r {WITHIN[groupings.correlations]}) than that "
        f"of the column by mere chance: PERM-BOTH, one-sided, {options.permutations:,} swaps, not corrected for the "
        "number of pairs."
    )
    title = f"Who beats whom: {shown(rated.name)}"
    return ValueTable(f"measures-beaten-{place}", title, note, ("metric", "r", *found.names), tuple(rows))
