"""Correlation with ratings by length of chains and depth of subtrees (Liu & Gildea 2005, tables 1 to 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sacrebleu.metrics import bleu as sacrebleu_bleu

from meantree.evaluation.measured import Floats, Grouping
from meantree.evaluation.rating_correlations import correlated, system_correlation
from meantree.evaluation.value_table import Steps, Value, ValueTable
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import Reasons, table_note
from meantree.metrics.tree_precisions import EPS
from meantree.work import Work

BLEU: Final = "bleu"
"""The metric whose words are counted: as sacrebleu cuts a text, in its case."""


@dataclass(frozen=True, slots=True, eq=False)
class NgramCounts:
    """What BLEU is made of, of each translation; 0 where it is not rated.

    Attributes:
        known: shape (systems, segments), which are rated.
        lengths: shape (systems, segments, 2), words of the translation and of the reference closest to it.
        matched, total: shape (systems, segments, longest), n-grams of each length, those of the translation that stand
            in a reference, clipped, and all.
    """

    known: NDArray[np.bool_]
    lengths: Floats
    matched: Floats
    total: Floats

    def of_segments(self, longest: int) -> Floats:
        """Shape (systems, segments), in [0, 1], NaN where not rated.

        The geometric mean of the precisions of 1- to ``longest``-grams times the brevity penalty; a precision of 0
        counts as .001, and lengths that a translation has no n-gram of are left out (Liu & Gildea 2005, section 3.1).
        """
        scores = _scores(self.lengths, self.matched[..., :longest], self.total[..., :longest], EPS)
        return np.where(self.known, scores, np.nan)

    def of_systems(self, longest: int) -> Floats:
        """Shape (systems,), of summed counts, without a floor: 0 where n-grams of one length have no match."""
        lengths, matched, total = (one.sum(axis=1) for one in (self.lengths, self.matched, self.total))
        return _scores(lengths, matched[:, :longest], total[:, :longest], 0.0)


def ngram_counts(rated: RatedCorpus, longest: int) -> NgramCounts:
    """Count n-grams of up to a length in what is rated, beside all references."""
    bleu, segments = sacrebleu_bleu.BLEU(max_ngram_order=longest, force=True), rated.segments
    counts = np.zeros((*rated.known.shape, 2 + 2 * longest))
    for row, column in np.argwhere(rated.known):
        segment = segments[column]
        references = [[text.text] for text in segment.references.values() if text.text.strip()]
        hypothesis = segment.hypotheses[rated.systems[row]].text
        counts[row, column] = bleu._extract_corpus_statistics([hypothesis], references)[0]
    return NgramCounts(rated.known, counts[..., :2], counts[..., 2 : 2 + longest], counts[..., 2 + longest :])


def _scores(lengths: Floats, matched: Floats, total: Floats, floor: float) -> Floats:
    """Shape (…), of lengths of shape (…, 2) and counts of shape (…, longest)."""
    there = total > 0
    precisions = np.maximum(matched / np.where(there, total, 1.0), floor)
    positive = np.where(there & (precisions > 0), precisions, 1.0)
    means = np.exp(np.log(positive).sum(axis=-1) / np.maximum(there.sum(axis=-1), 1))
    nothing = (there & (precisions == 0)).any(axis=-1) | ~there.any(axis=-1)
    mine, theirs = lengths[..., 0], lengths[..., 1]
    brevity = np.exp(np.minimum(0.0, 1.0 - theirs / np.where(mine > 0, mine, 1.0)))
    scores: Floats = np.where(nothing, 0.0, means * brevity)
    return scores


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
    note = table_note(SAID_OF_SEGMENTS, corpora, segments.sentences(FAMILIES))
    other = table_note(SAID_OF_SYSTEMS, corpora, systems.sentences(("r", *FAMILIES)))
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
    rated: RatedCorpus, counts: NgramCounts, options: Options, reasons: Reasons, work: Work
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


def _parts(rated: RatedCorpus, grouping: Grouping) -> Mapping[str, tuple[Floats, slice, Grouping]]:
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


def _system_rows(rated: RatedCorpus, counts: NgramCounts, reasons: Reasons) -> Iterator[tuple[Value, ...]]:
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
