"""Correlation with ratings by length of chains and depth of subtrees (Liu & Gildea 2005, tables 1 to 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.pairs import Grouping
from meantree.evaluation.measures.system_level import system_correlation
from meantree.evaluation.table_figures import Steps
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.bleu_orders import SPEC as BLEU
from meantree.experiments.bleu_orders import NgramCounts, ngram_counts
from meantree.experiments.notes import note_of
from meantree.experiments.rated import Floats, Rated
from meantree.experiments.study import Options, Study
from meantree.experiments.undefined import Reasons
from meantree.work import Work

DEEPEST: Final = 6
FAMILIES: Final = {"BLEU": BLEU, "HWCM": "hwcm:n={}", "STM": "stm:d={}", "DSTM": "dstm:d={}"}
"""By column, the spec of each length or depth."""
KERNELS: Final = {"STM": "tk", "DSTM": "dtk"}
"""The last row of the paper's tables: all depths at once."""
KERNEL_ROW: Final = "tree kernel"
SPECS: Final = (
    BLEU,
    *(spec.format(depth) for spec in FAMILIES.values() if spec != BLEU for depth in range(1, DEEPEST + 1)),
    *KERNELS.values(),
)
HEAD: Final = ("length or depth", *FAMILIES)
VALUES: Final = tuple(range(3, 3 + len(FAMILIES)))
"""Their columns."""
SAID: Final = (
    "Pearson's r with ratings, by the longest n-gram or headword chain and the deepest subtree. By segment BLEU counts "
    "a precision of 0 as .001, as HWCM, STM and DSTM do; the kernels are tk (under STM) and dtk (under DSTM). "
)
SAID_OF_SEGMENTS: Final = SAID + (
    "Tables 1 to 5 of the paper (fluency and overall ratings within one system, a good and a bad one): the syntactic "
    "metrics follow fluency better than BLEU; BLEU falls as n-grams get longer, they fall less; kernels are worst."
)
SAID_OF_SYSTEMS: Final = SAID + (
    "Table 6 of the paper (7 systems): BLEU and HWCM are best at length 5, the dependency kernel is best of all, HWCM "
    "and DSTM are above BLEU in most cases."
)


def liu_gildea_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Two tables: by segment, within the best and the worst system as in the paper and over all, and by system.

    Raises:
        UsageError: if a corpus has no such ratings.
        Cancelled: if the user stopped it.
    """
    corpora = study.rated(work, SPECS)
    segments, systems = Reasons(), Reasons()
    counted = [(one, ngram_counts(one, DEEPEST)) for one in corpora]
    of_segments = [row for one, counts in counted for row in _segment_rows(one, counts, options, segments, work)]
    of_systems = [row for one, counts in counted for row in _system_rows(one, counts, systems)]
    note = note_of(SAID_OF_SEGMENTS, corpora, segments.told(FAMILIES))
    other = note_of(SAID_OF_SYSTEMS, corpora, systems.told(("r", *FAMILIES)))
    return [
        ValueTable(
            "liu-gildea-segments",
            "Liu & Gildea: segments, by length or depth",
            note,
            ("corpus", "translations", *HEAD),
            tuple(of_segments),
            (Steps(2, VALUES, "Pearson's r", by=2),),
        ),
        ValueTable(
            "liu-gildea-systems",
            "Liu & Gildea: systems, by length or depth",
            other,
            ("corpus", "systems", *HEAD),
            tuple(of_systems),
            (Steps(2, VALUES, "Pearson's r", by=1),),
        ),
    ]


def _segment_rows(
    rated: Rated, counts: NgramCounts, options: Options, reasons: Reasons, work: Work
) -> Iterator[tuple[Value, ...]]:
    scores = {
        (depth, family): counts.of_segments(int(depth)) if family == "BLEU" else rated.scores[spec]
        for (depth, family), spec in _cells().items()
    }
    for place, (name, (human, rows, grouping)) in enumerate(_parts(rated, options.group_by or "none").items()):
        work.step("Correlating", place, len(rated.systems))
        for depth in (*range(1, DEEPEST + 1), KERNEL_ROW):
            found = {
                family: correlated(human, scores[depth, family][rows], "pearson", grouping)
                for family in FAMILIES
                if (depth, family) in scores
            }
            cells = [reasons.value(rated.name, name, one, found[one]) if one in found else None for one in FAMILIES]
            yield rated.name, name, depth, *cells


def _parts(rated: Rated, grouping: Grouping) -> Mapping[str, tuple[Floats, slice, Grouping]]:
    """Ratings, their rows and what is correlated on its own, by name: two systems as in the paper, their mean, all."""
    whole = slice(None)
    together = {"none": "all", "item": "all, by source", "system": "all, by system"}[grouping]
    parts: dict[str, tuple[Floats, slice, Grouping]] = {together: (rated.human, whole, grouping)}
    if len(rated.systems) == 1:
        return parts
    means = rated.human_systems
    ordered = [int(row) for row in np.argsort(-means, kind="stable") if not np.isnan(means[row])]
    for what, row in (("best", ordered[0]), ("worst", ordered[-1])):
        rows = slice(row, row + 1)
        parts[f"{what} system, {rated.systems[row]}"] = (rated.human[rows], rows, "none")
    if grouping != "system":
        parts["mean over systems"] = (rated.human, whole, "system")
    return parts


def _system_rows(rated: Rated, counts: NgramCounts, reasons: Reasons) -> Iterator[tuple[Value, ...]]:
    """None of a corpus that has too few systems: why is said once, not cell by cell."""
    too_few = system_correlation(rated.human_systems, rated.human_systems, "pearson")
    if reasons.value(rated.name, "", "r", too_few) is None:
        return
    scores = {
        (depth, family): counts.of_systems(int(depth)) if family == "BLEU" else rated.system_scores[spec]
        for (depth, family), spec in _cells().items()
    }
    for depth in (*range(1, DEEPEST + 1), KERNEL_ROW):
        cells = [
            reasons.value(
                rated.name,
                str(depth),
                family,
                system_correlation(rated.human_systems, scores[depth, family], "pearson"),
            )
            if (depth, family) in scores
            else None
            for family in FAMILIES
        ]
        yield rated.name, len(rated.systems), depth, *cells


def _cells() -> dict[tuple[int | str, str], str]:
    """The spec of each cell, by row and column; those that are not there stay empty."""
    cells: dict[tuple[int | str, str], str] = {
        (depth, family): spec.format(depth) for family, spec in FAMILIES.items() for depth in range(1, DEEPEST + 1)
    }
    return {**cells, **{(KERNEL_ROW, family): spec for family, spec in KERNELS.items()}}
