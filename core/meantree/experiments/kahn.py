"""Documents: correlation of differences from the mean of the systems (Kahn, Ostendorf & Roark 2009, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from meantree.escaping import counted, escaped, listed
from meantree.evaluation.correlations import correlation
from meantree.evaluation.measured import Floats, Measured, Places, known_means, undefined
from meantree.evaluation.rating_correlations import correlated
from meantree.evaluation.value_table import DotPlot, Heatmap, ValueTable
from meantree.experiments.measured_tables import Column, Reasons, measured_table, table_note
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.numbers import fixed
from meantree.work import Work


def document_ratings(rated: RatedCorpus) -> Floats:
    """Return the mean rating of each document's segments, shape (systems, documents); NaN where none is rated."""
    ratings = np.full((len(rated.systems), len(_columns(rated))), np.nan)
    for place, columns in enumerate(_columns(rated)):
        for row, known in enumerate(rated.known[:, columns]):
            if known.any():
                ratings[row, place] = rated.human[row, columns[known]].mean()
    return ratings


def document_scores(rated: RatedCorpus, spec: str) -> Floats:
    """Return scores from the summed statistics of the rated segments, shape (systems, documents); higher is better.

    NaN where no segment is rated, or the score is undefined.
    """
    metric, places = rated.table.metrics[spec], rated.places
    scores = np.full((len(rated.systems), len(_columns(rated))), np.nan)
    for row, system in enumerate(rated.systems):
        column = rated.table.columns[system, spec]
        for place, columns in enumerate(_columns(rated)):
            known = columns[rated.known[row, columns]]
            if len(known):
                score = metric.score(column.statistics[places[known]].sum(axis=0), level="document")
                scores[row, place] = np.nan if score is None else score
    return scores if metric.higher_is_better else -scores


def from_the_mean(values: Floats) -> Floats:
    """Return each system's difference from the mean of the systems, by document; NaN where a system is alone.

    Args:
        values: shape (systems, documents), NaN where undefined.
    """
    differences = values - known_means(values, axis=0)
    return np.where((~np.isnan(values)).sum(axis=0) > 1, differences, np.nan)


def names_documents(rated: RatedCorpus) -> bool:
    """Whether any document is named; if none is, each segment counts as a document."""
    return any(segment.document for segment in rated.segments)


def _columns(rated: RatedCorpus) -> list[Places]:
    """Return the matrix columns of each document with ratings, in the order of the corpus."""
    columns_of: dict[str, list[int]] = {}
    named = names_documents(rated)
    for column, segment in enumerate(rated.segments):
        columns_of.setdefault(segment.document if named else segment.key, []).append(column)
    return [np.array(columns, dtype=np.intp) for columns in columns_of.values()]


Measure = Callable[[Sequence[RatedCorpus], str], Measured]
MEASURES: Final = {"ter": "TER", "bleu": "BLEU", "edpm": "EDPM"}
"""The rows of the paper's table; requested metrics follow."""
ALL: Final = "all"
DOCUMENTS_NOTE: Final = (
    "Document scores are computed from summed statistics; document ratings are means. Error rates and error counts "
    "keep their sign, as in the paper: r is negative if only one of the two counts errors."
)
DIFFERENCES_NOTE: Final = (
    "Pearson's r between Δ score and Δ rating over documents and systems; Δ is the difference from the mean of the "
    f"systems. {DOCUMENTS_NOTE} Table 1 of the paper, with ΔHTER, for Arabic, Chinese and all: TER .51 .19 .39, "
    "BLEU −.40 −.19 −.32, EDPM −.61 −.25 −.47."
)
EACH_SYSTEM_NOTE: Final = (
    "Pearson's r between document scores and document ratings within each system, in the mean over systems. The paper "
    f"has no such table; unlike Δ, it can be computed for a single system. {DOCUMENTS_NOTE}"
)


def kahn_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return two tables: of differences from the mean of the systems, and of documents within each system.

    Raises:
        UsageError: if a corpus has no such ratings.
    """
    specs = tuple(dict.fromkeys((*MEASURES, *options.metrics)))
    corpora = study.rated(work, specs)
    title = "Kahn et al.: documents"
    return [
        _table("kahn-differences", f"{title}, Δ from the mean of the systems", DIFFERENCES_NOTE, corpora, of_deltas),
        _table("kahn-documents", f"{title} of each system", EACH_SYSTEM_NOTE, corpora, of_each_system),
    ]


def of_deltas(corpora: Sequence[RatedCorpus], spec: str) -> Measured:
    """Return r over all documents and systems of these corpora; ``number`` counts (document, system) pairs."""
    ratings = np.concatenate([from_the_mean(document_ratings(corpus)).ravel() for corpus in corpora])
    scores = np.concatenate([from_the_mean(document_scores(corpus, spec)).ravel() for corpus in corpora])
    number = int((~np.isnan(ratings) & ~np.isnan(scores)).sum())
    if not number:
        return undefined("each document has only one system, so its difference from the mean is 0")
    if (documents := sum(document_ratings(corpus).shape[1] for corpus in corpora)) < 2:
        return undefined(f"{counted(documents, 'document')}, expected at least 2")
    r = correlation(ratings, scores, "pearson")
    return (
        undefined("all differences from the mean of the systems are equal", number)
        if r is None
        else Measured(r, number=number)
    )


def of_each_system(corpora: Sequence[RatedCorpus], spec: str) -> Measured:
    """Return the mean over the systems of these corpora of r over documents; ``number`` counts systems."""
    correlations = []
    for corpus in corpora:
        ratings, scores = document_ratings(corpus), document_scores(corpus, spec)
        if ratings.shape[1] > 2:
            correlations.append(correlated(ratings, np.where(np.isnan(ratings), np.nan, scores), "pearson", "system"))
    number = sum(measured.number for measured in correlations)
    if not correlations:
        return undefined(
            f"{counted(max(document_ratings(corpus).shape[1] for corpus in corpora), 'document')}, expected at least 3"
        )
    if not number:
        return undefined(correlations[0].why)
    return Measured(
        sum(measured.number * measured.value for measured in correlations if measured.value is not None) / number,
        number=number,
    )


def _table(name: str, title: str, explanation: str, corpora: Sequence[RatedCorpus], measure: Measure) -> ValueTable:
    """Return a column for each corpus, and one for all together if there are several."""
    parts = [(corpus.name, [corpus]) for corpus in corpora] + ([(ALL, list(corpora))] if len(corpora) > 1 else [])

    def of(members: Sequence[RatedCorpus]) -> Callable[[str], Measured]:
        return lambda spec: _in_own_direction(measure(members, spec), corpora[0], spec)

    bare = [corpus.name for corpus in corpora if not names_documents(corpus)]
    by_segment = f" {listed(bare)}: no document names, so each segment counts as a document." if bare else ""
    figure = DotPlot(tuple(range(1, 1 + len(parts))), "Pearson's r")
    return measured_table(
        ValueTable(name, title, explanation + by_segment, ("metric",), (), (figure,)),
        {spec: (MEASURES.get(spec, spec),) for spec in corpora[0].scores},
        [Column(part, of(members), part, "r") for part, members in parts],
        corpora,
    )


def _in_own_direction(measured: Measured, rated: RatedCorpus, spec: str) -> Measured:
    """Change the sign of error rates and error counts back, as in the paper; all corpora have one kind of ratings."""
    falls = not rated.table.metrics[spec].higher_is_better
    if measured.value is None or falls == rated.turned:
        return measured
    return replace(measured, value=-measured.value)


Cell = tuple[str, str]
"""Parts and setting."""
WORDS: Final = "1g,2g"
"""Parts that do not depend on parses."""
PARTS: Final = (WORDS, "dlh", "dl,lh", "1g,2g,dlh", "1g,2g,dl,lh", "1g,2g,dlh,dl,lh")
"""The parts that share one bag. dlh of one parse is SPARSEVAL's measure and d, dl,lh is d_var."""
ONE: Final = "n 1"
SETTINGS: Final = {
    ONE: "nbest=1",
    **{f"n {size}, γ {gamma}": f"nbest={size},gamma={gamma}" for size in (10, 50) for gamma in ("0", ".25", ".5", "1")},
}
"""By column: size of the n-best list, and γ, which flattens the probabilities."""
SPECS: Final[Mapping[Cell, str]] = {
    (parts, setting): f"dpm:parts={parts},{SETTINGS[ONE] if parts == WORDS else options}"
    for parts in PARTS
    for setting, options in SETTINGS.items()
}
"""By cell; parts that do not depend on parses are scored once."""
SEARCH_NOTE: Final = (
    "Segment-level Pearson's r, by the parts in the bag (rows) and by the number of parses and γ (columns); parses do "
    "not affect words alone. Section 1.4 of the paper: 50 parses, γ .25 and 1g,2g,dl,lh are best, r = .240 with "
    "fluency and adequacy. The best of so many settings on one data set is too optimistic for other data."
)


def kahn_search_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return one table: the segment-level correlation of each member of the family, in each corpus.

    Raises:
        UsageError: if a corpus has no such ratings.
    """
    corpora = study.rated(work, tuple(dict.fromkeys(SPECS.values())))
    reasons, rows = Reasons(), []
    best_cells: list[tuple[str, dict[Cell, float]]] = []
    for corpus in corpora:
        values: dict[Cell, float | None] = {}
        for place, (cell, spec) in enumerate(SPECS.items()):
            work.step("Correlating", place, len(SPECS))
            measured = correlated(corpus.human, corpus.scores[spec], "pearson", options.group_by or "none")
            values[cell] = reasons.value(corpus.name, cell[0], "r", measured)
        rows += [(corpus.name, parts, *(values[parts, setting] for setting in SETTINGS)) for parts in PARTS]
        best_cells.append((corpus.name, {cell: value for cell, value in values.items() if value is not None}))
    note = table_note(SEARCH_NOTE, corpora, *_chosen(best_cells), reasons.sentences())
    title = "Kahn et al.: the family of dependency pair match"
    figure = Heatmap(tuple(range(2, 2 + len(SETTINGS))), "Pearson's r", by=1)
    return [ValueTable("kahn-search", title, note, ("corpus", "parts", *SETTINGS), tuple(rows), (figure,))]


def _chosen(values_of: Sequence[tuple[str, Mapping[Cell, float]]]) -> Iterator[str]:
    """Yield the best cell of each corpus, and the value there of the cell that is best on the other corpora."""
    for place, (name, own) in enumerate(values_of):
        others = [
            values for other, (_, values) in enumerate(values_of) if other != place and values.keys() >= own.keys()
        ]
        if own:
            sentence = f"{escaped(name)}: the best is {_cell_words(max(own, key=own.__getitem__), own)}"
            if others:
                best = max(own, key=lambda cell: sum(other[cell] for other in others))
                sentence += f"; the setting chosen on the other corpora is {_cell_words(best, own)}"
            yield f"{sentence}."


def _cell_words(cell: Cell, known: Mapping[Cell, float]) -> str:
    parts, setting = cell
    return f"{parts} with {setting} ({fixed(known[cell])})"
