"""Documents: how differences from the mean of the systems go together (Kahn, Ostendorf & Roark 2009, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from meantree.escaping import counted, listed
from meantree.evaluation.correlations import correlation
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.measured import Measured, undefined
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.documents import document_ratings, document_scores, from_the_mean, names_documents
from meantree.experiments.notes import note_of
from meantree.experiments.rated import Rated
from meantree.experiments.study import Options, Study
from meantree.experiments.undefined import Reasons
from meantree.work import Work

Measure = Callable[[Sequence[Rated], str], Measured]
MEASURES: Final = {"ter": "TER", "bleu": "BLEU", "edpm": "EDPM"}
"""The rows of the paper's table; metrics that were asked for come after them."""
ALL: Final = "all"
SAID: Final = (
    "Scores of documents come from summed statistics, ratings are their mean. What had its sign changed stands in its "
    "own direction again, as in the paper: r is negative where one of the two counts errors."
)
SAID_OF_DIFFERENCES: Final = (
    "Pearson's r of Δ score with Δ rating over documents and systems; Δ is the difference from the mean of the "
    f"systems. {SAID} Table 1 of the paper, with ΔHTER, for Arabic, Chinese and all: TER .51 .19 .39, "
    "BLEU −.40 −.19 −.32, EDPM −.61 −.25 −.47."
)
SAID_OF_EACH_SYSTEM: Final = (
    "Pearson's r of scores of documents with their ratings within each system, and the mean over systems. The paper "
    f"has no such table: it is what can be had of one system. {SAID}"
)


def kahn_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Two tables: of differences from the mean of the systems, and of documents within each system.

    Raises:
        UsageError: if a corpus has no such ratings.
        Cancelled: if the user stopped it.
    """
    specs = tuple(dict.fromkeys((*MEASURES, *options.metrics)))
    corpora = study.rated(work, specs)
    title = "Kahn et al.: documents"
    return [
        _table("kahn-differences", f"{title}, Δ from the mean of the systems", SAID_OF_DIFFERENCES, corpora, of_deltas),
        _table("kahn-documents", f"{title} of each system", SAID_OF_EACH_SYSTEM, corpora, of_each_system),
    ]


def of_deltas(corpora: Sequence[Rated], spec: str) -> Measured:
    """r over all documents and systems of these corpora, higher is better in both; ``number`` is of these."""
    people = np.concatenate([from_the_mean(document_ratings(one)).ravel() for one in corpora])
    scores = np.concatenate([from_the_mean(document_scores(one, spec)).ravel() for one in corpora])
    number = int((~np.isnan(people) & ~np.isnan(scores)).sum())
    if not number:
        return undefined("one system a document, from whose mean it does not differ")
    if (documents := sum(document_ratings(one).shape[1] for one in corpora)) < 2:
        return undefined(f"{counted(documents, 'document')}, expected 2 at least")
    found = correlation(people, scores, "pearson")
    return undefined("systems never differ", number) if found is None else Measured(found, number=number)


def of_each_system(corpora: Sequence[Rated], spec: str) -> Measured:
    """The mean over the systems of these corpora of r over documents; ``number`` is of systems."""
    found = []
    for one in corpora:
        people, scores = document_ratings(one), document_scores(one, spec)
        if people.shape[1] > 2:
            found.append(correlated(people, np.where(np.isnan(people), np.nan, scores), "pearson", "system"))
    number = sum(one.number for one in found)
    if not found:
        return undefined(
            f"{counted(max(document_ratings(one).shape[1] for one in corpora), 'document')}, expected 3 at least"
        )
    if not number:
        return undefined(found[0].why)
    return Measured(sum(one.number * one.value for one in found if one.value is not None) / number, number=number)


def _table(name: str, title: str, said: str, corpora: Sequence[Rated], measure: Measure) -> ValueTable:
    """A row for each metric, a column for each corpus, and for all of several."""
    parts = [(one.name, [one]) for one in corpora] + ([(ALL, list(corpora))] if len(corpora) > 1 else [])
    reasons, rows = Reasons(), []
    for spec in corpora[0].scores:
        cells: list[Value] = [
            _as_it_is(reasons.value(part, spec, "r", measure(some, spec)), corpora[0], spec) for part, some in parts
        ]
        rows.append((MEASURES.get(spec, spec), *cells))
    bare = [one.name for one in corpora if not names_documents(one)]
    by_segment = f"{listed(bare)}: no documents are named, so each segment stands for one." if bare else ""
    note, head = note_of(said, corpora, by_segment, reasons.told(["r"])), ("metric", *(part for part, _ in parts))
    figure = Marks(tuple(range(1, len(head))), "Pearson's r")
    return ValueTable(name, title, note, head, tuple(rows), (figure,))


def _as_it_is(value: float | None, rated: Rated, spec: str) -> float | None:
    """Error rates and ratings that count errors turned back, as the paper has them; all corpora have one kind."""
    falls = not rated.table.metrics[spec].higher_is_better
    return value if value is None or falls == rated.turned else -value
