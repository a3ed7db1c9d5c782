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
"""The metric whose n-grams are counted: sacreBLEU's tokens, case-sensitive."""


@dataclass(frozen=True, slots=True, eq=False)
class NgramCounts:
    """BLEU's statistics of each translation; 0 where it is not rated.

    Attributes:
        known: shape (systems, segments), whether a translation is rated.
        lengths: shape (systems, segments, 2), words of the translation and of the reference closest in length.
        matched: shape (systems, segments, longest), n-grams by length that occur in a reference, clipped.
        total: the same shape, all n-grams of the translation by length.
    """

    known: NDArray[np.bool_]
    lengths: Floats
    matched: Floats
    total: Floats

    def of_segments(self, longest: int) -> Floats:
        """Return segment scores in [0, 1], shape (systems, segments), NaN where not rated.

        The geometric mean of the precisions of 1- to ``longest``-grams times the brevity penalty; a precision of 0
        counts as .001, and lengths of which a translation has no n-gram are excluded (Liu & Gildea 2005, section 3.1).
        """
        scores = _scores(self.lengths, self.matched[..., :longest], self.total[..., :longest], EPS)
        return np.where(self.known, scores, np.nan)

    def of_systems(self, longest: int) -> Floats:
        """Return system scores from summed counts, shape (systems,), without a floor: 0 if a length has no match."""
        lengths, matched, total = (counts.sum(axis=1) for counts in (self.lengths, self.matched, self.total))
        return _scores(lengths, matched[:, :longest], total[:, :longest], 0.0)


def ngram_counts(rated: RatedCorpus, longest: int) -> NgramCounts:
    """Count the n-grams up to a length of the rated translations, and their matches in all references."""
    bleu, segments = sacrebleu_bleu.BLEU(max_ngram_order=longest, force=True), rated.segments
    counts = np.zeros((*rated.known.shape, 2 + 2 * longest))
    for row, column in np.argwhere(rated.known):
        segment = segments[column]
        references = [[text.text] for text in segment.references.values() if text.text.strip()]
        hypothesis = segment.hypotheses[rated.systems[row]].text
        counts[row, column] = bleu._extract_corpus_statistics([hypothesis], references)[0]
    return NgramCounts(rated.known, counts[..., :2], counts[..., 2 : 2 + longest], counts[..., 2 + longest :])


def _scores(lengths: Floats, matched: Floats, total: Floats, floor: float) -> Floats:
    """Return scores of shape (…) for lengths of shape (…, 2) and counts of shape (…, longest)."""
    there = total > 0
    precisions = np.maximum(matched / np.where(there, total, 1.0), floor)
    positive = np.where(there & (precisions > 0), precisions, 1.0)
    means = np.exp(np.log(positive).sum(axis=-1) / np.maximum(there.sum(axis=-1), 1))
    nothing = (there & (precisions == 0)).any(axis=-1) | ~there.any(axis=-1)
    hypothesis, reference = lengths[..., 0], lengths[..., 1]
    brevity = np.exp(np.minimum(0.0, 1.0 - reference / np.where(hypothesis > 0, hypothesis, 1.0)))
    scores: Floats = np.where(nothing, 0.0, means * brevity)
    return scores


MAX_DEPTH: Final = 6
FAMILIES: Final = {"BLEU": BLEU, "HWCM": "hwcm:n={}", "STM": "stm:d={}", "DSTM": "dstm:d={}"}
"""By column, the template of the spec for each length or depth."""
KERNELS: Final = {"STM": "tk", "DSTM": "dtk"}
"""The last row of the paper's tables: all depths together."""
KERNEL_ROW: Final = "tree kernel"
SPECS: Final = (
    BLEU,
    *(spec.format(depth) for spec in FAMILIES.values() if spec != BLEU for depth in range(1, MAX_DEPTH + 1)),
    *KERNELS.values(),
)
HEAD: Final = ("length or depth", *FAMILIES)
VALUES: Final = tuple(range(3, 3 + len(FAMILIES)))
"""The columns of the families."""
NOTE: Final = (
    "Pearson's r with ratings, by the longest n-gram or headword chain and the deepest subtree. Segment-level BLEU "
    "counts a precision of 0 as .001, as HWCM, STM and DSTM do; the kernels are tk (under STM) and dtk (under DSTM). "
)
SEGMENTS_NOTE: Final = NOTE + (
    "Tables 1 to 5 of the paper (fluency and overall ratings within one system, a good and a bad one): the syntactic "
    "metrics correlate with fluency better than BLEU does; BLEU falls as n-grams get longer, the syntactic metrics "
    "fall less; kernels are worst."
)
SYSTEMS_NOTE: Final = NOTE + (
    "Table 6 of the paper (7 systems): BLEU and HWCM are best at length 5, the dependency kernel is best of all, HWCM "
    "and DSTM are above BLEU in most cases."
)


def liu_gildea_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return two tables: by segment, within the best and the worst system as in the paper and over all, and by system.

    Raises:
        UsageError: if a corpus has no such ratings.
    """
    corpora = study.rated(work, SPECS)
    segments, systems = Reasons(), Reasons()
    counted = [(corpus, ngram_counts(corpus, MAX_DEPTH)) for corpus in corpora]
    of_segments = [row for rated, counts in counted for row in _segment_rows(rated, counts, options, segments, work)]
    of_systems = [row for rated, counts in counted for row in _system_rows(rated, counts, systems)]
    segment_note = table_note(SEGMENTS_NOTE, corpora, segments.sentences(FAMILIES))
    system_note = table_note(SYSTEMS_NOTE, corpora, systems.sentences(("r", *FAMILIES)))
    return [
        ValueTable(
            "liu-gildea-segments",
            "Liu & Gildea: segments, by length or depth",
            segment_note,
            ("corpus", "translations", *HEAD),
            tuple(of_segments),
            (Steps(2, VALUES, "Pearson's r", by=2),),
        ),
        ValueTable(
            "liu-gildea-systems",
            "Liu & Gildea: systems, by length or depth",
            system_note,
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
        for depth in (*range(1, MAX_DEPTH + 1), KERNEL_ROW):
            correlations = {
                family: correlated(human, scores[depth, family][rows], "pearson", grouping)
                for family in FAMILIES
                if (depth, family) in scores
            }
            cells = [
                reasons.value(rated.name, name, family, correlations[family]) if family in correlations else None
                for family in FAMILIES
            ]
            yield rated.name, name, depth, *cells


def _parts(rated: RatedCorpus, grouping: Grouping) -> Mapping[str, tuple[Floats, slice, Grouping]]:
    """Return ratings, their rows and the grouping, by row name: the paper's two systems, the mean over systems, all."""
    whole = slice(None)
    together = {"none": "all", "item": "all, by source", "system": "all, by system"}[grouping]
    parts: dict[str, tuple[Floats, slice, Grouping]] = {together: (rated.human, whole, grouping)}
    if len(rated.systems) == 1:
        return parts
    means = rated.human_systems
    ordered = [int(row) for row in np.argsort(-means, kind="stable") if not np.isnan(means[row])]
    for rank, row in (("best", ordered[0]), ("worst", ordered[-1])):
        rows = slice(row, row + 1)
        parts[f"{rank} system, {rated.systems[row]}"] = (rated.human[rows], rows, "none")
    if grouping != "system":
        parts["mean over systems"] = (rated.human, whole, "system")
    return parts


def _system_rows(rated: RatedCorpus, counts: NgramCounts, reasons: Reasons) -> Iterator[tuple[Value, ...]]:
    """Yield no row for a corpus with too few systems: the reason is given once, not cell by cell."""
    too_few = system_correlation(rated.human_systems, rated.human_systems, "pearson")
    if reasons.value(rated.name, "", "r", too_few) is None:
        return
    scores = {
        (depth, family): counts.of_systems(int(depth)) if family == "BLEU" else rated.system_scores[spec]
        for (depth, family), spec in _cells().items()
    }
    for depth in (*range(1, MAX_DEPTH + 1), KERNEL_ROW):
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
    """Return the spec of each cell, by row and column; missing cells stay empty."""
    cells: dict[tuple[int | str, str], str] = {
        (depth, family): spec.format(depth) for family, spec in FAMILIES.items() for depth in range(1, MAX_DEPTH + 1)
    }
    return {**cells, **{(KERNEL_ROW, family): spec for family, spec in KERNELS.items()}}
