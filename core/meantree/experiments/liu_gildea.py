"""Correlation with ratings by length of chains and depth of subtrees (Liu & Gildea 2005, tables 1 to 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from sacrebleu.metrics import bleu as sacrebleu_bleu

from meantree.evaluation.measured import Floats, Grouping, Measured
from meantree.evaluation.rating_correlations import correlated, system_correlation
from meantree.evaluation.value_table import Row, Steps, Value, ValueTable
from meantree.experiments.measured_tables import Reasons, table_note
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.metrics.tree_precisions import EPS
from meantree.work import Work

BLEU: Final = "bleu"
"""The metric whose n-grams are counted: sacreBLEU's tokens, case-sensitive."""


def ngram_counts(rated: RatedCorpus, longest: int) -> Floats:
    """Count n-grams of the rated translations, and those in a reference, clipped.

    Returns:
        shape (systems, segments, 2 + 2 * longest), 0 where not rated: words of the translation and of the reference
        closest in length, matched n-grams by length, all n-grams by length.
    """
    bleu, segments = sacrebleu_bleu.BLEU(max_ngram_order=longest, force=True), rated.segments
    counts = np.zeros((*rated.known.shape, 2 + 2 * longest))
    for row, column in np.argwhere(rated.known):
        segment = segments[column]
        references = [[text.text] for text in segment.references.values() if text.text.strip()]
        hypothesis = segment.hypotheses[rated.systems[row]].text
        counts[row, column] = bleu._extract_corpus_statistics([hypothesis], references)[0]
    return counts


def bleu_scores(counts: Floats, longest: int, floor: float) -> Floats:
    """Return BLEU in [0, 1] of 1- to ``longest``-grams, shape (…), for :func:`ngram_counts` or sums of them.

    The geometric mean of the precisions times the brevity penalty; a lower precision counts as ``floor``, and lengths
    of which a translation has no n-gram are excluded (Liu & Gildea 2005, section 3.1).
    """
    (hypothesis, reference), grams = np.moveaxis(counts[..., :2], -1, 0), counts[..., 2:]
    matched, total = (part[..., :longest] for part in np.split(grams, 2, axis=-1))
    there = total > 0
    precisions = np.maximum(matched / np.where(there, total, 1.0), floor)
    positive = np.where(there & (precisions > 0), precisions, 1.0)
    means = np.exp(np.log(positive).sum(axis=-1) / np.maximum(there.sum(axis=-1), 1))
    nothing = (there & (precisions == 0)).any(axis=-1) | ~there.any(axis=-1)
    brevity = np.exp(np.minimum(0.0, 1.0 - reference / np.where(hypothesis > 0, hypothesis, 1.0)))
    scores: Floats = np.where(nothing, 0.0, means * brevity)
    return scores


MAX_DEPTH: Final = 6
DEPTHS: Final = range(1, MAX_DEPTH + 1)
FAMILIES: Final = {"BLEU": BLEU, "HWCM": "hwcm:n={}", "STM": "stm:d={}", "DSTM": "dstm:d={}"}
"""By column, the template of the spec for each length or depth."""
KERNELS: Final = {"STM": "tk", "DSTM": "dtk"}
"""The last row of the paper's tables: all depths together."""
KERNEL_ROW: Final = "tree kernel"
Cell = tuple[int | str, str]
"""Length or depth, and family."""
CELLS: Final[Mapping[Cell, str]] = {
    **{(depth, family): spec.format(depth) for family, spec in FAMILIES.items() for depth in DEPTHS},
    **{(KERNEL_ROW, family): spec for family, spec in KERNELS.items()},
}
"""The specs of the cells that have a metric."""
SPECS: Final = tuple(dict.fromkeys(CELLS.values()))
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
    of_segments: list[Row] = []
    of_systems: list[Row] = []
    for rated in corpora:
        counts = ngram_counts(rated, MAX_DEPTH)
        of_segments += _segment_rows(rated, counts, options, segments, work)
        of_systems += _system_rows(rated, counts, systems)
    return [
        ValueTable(
            f"liu-gildea-{unit}",
            f"Liu & Gildea: {unit}, by length or depth",
            table_note(note, corpora, reasons.sentences()),
            ("corpus", counted, "length or depth", *FAMILIES),
            tuple(rows),
            (Steps(2, VALUES, "Pearson's r", by=by),),
        )
        for unit, counted, by, note, rows, reasons in (
            ("segments", "translations", 2, SEGMENTS_NOTE, of_segments, segments),
            ("systems", "systems", 1, SYSTEMS_NOTE, of_systems, systems),
        )
    ]


def _segment_rows(rated: RatedCorpus, counts: Floats, options: Options, reasons: Reasons, work: Work) -> Iterator[Row]:
    bleu: dict[int | str, Floats] = {
        depth: np.where(rated.known, bleu_scores(counts, depth, EPS), np.nan) for depth in DEPTHS
    }
    scores = _scores(bleu, rated.scores)
    for place, (name, (human, rows, grouping)) in enumerate(_parts(rated, options.group_by or "none").items()):
        work.step("Correlating", place, len(rated.systems))
        measured = {cell: correlated(human, values[rows], "pearson", grouping) for cell, values in scores.items()}
        yield from _rows(rated.name, name, measured, reasons, name)


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


def _system_rows(rated: RatedCorpus, counts: Floats, reasons: Reasons) -> Iterator[Row]:
    """Yield no row for a corpus with too few systems: the reason is given once, not cell by cell."""
    too_few = system_correlation(rated.human_systems, rated.human_systems, "pearson")
    if reasons.value(rated.name, "", "r", too_few) is None:
        return
    scores = _scores({depth: bleu_scores(counts.sum(axis=1), depth, 0.0) for depth in DEPTHS}, rated.system_scores)
    measured = {cell: system_correlation(rated.human_systems, values, "pearson") for cell, values in scores.items()}
    yield from _rows(rated.name, len(rated.systems), measured, reasons)


def _scores(bleu: Mapping[int | str, Floats], others: Mapping[str, Floats]) -> dict[Cell, Floats]:
    """Return the scores of each cell: BLEU by length, and those of the other metrics by spec."""
    return {(step, family): bleu[step] if spec == BLEU else others[spec] for (step, family), spec in CELLS.items()}


def _rows(
    corpus: str, label: Value, measured: Mapping[Cell, Measured], reasons: Reasons, name: str = ""
) -> Iterator[Row]:
    """Yield a row for each length or depth, which notes call by this name, else by its length or depth."""
    for step in (*DEPTHS, KERNEL_ROW):
        known = {family: measured[step, family] for family in FAMILIES if (step, family) in measured}
        values = {family: reasons.value(corpus, name or str(step), family, cell) for family, cell in known.items()}
        yield corpus, label, step, *(values.get(family) for family in FAMILIES)
