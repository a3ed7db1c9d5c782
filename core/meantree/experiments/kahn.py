"""Documents: how differences from the mean of the systems go together (Kahn, Ostendorf & Roark 2009, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from meantree.escaping import counted, escaped, listed
from meantree.evaluation.correlations import correlation
from meantree.evaluation.measured import Floats, Measured, Places, undefined
from meantree.evaluation.rating_correlations import correlated
from meantree.evaluation.value_table import DotPlot, Heatmap, Value, ValueTable
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import Reasons, table_note
from meantree.numbers import fixed
from meantree.work import Work


def document_ratings(rated: RatedCorpus) -> Floats:
    """Shape (systems, documents), the mean rating of a document's segments; NaN where none is rated."""
    found = np.full((len(rated.systems), len(_columns(rated))), np.nan)
    for place, columns in enumerate(_columns(rated)):
        for row, known in enumerate(rated.known[:, columns]):
            if known.any():
                found[row, place] = rated.human[row, columns[known]].mean()
    return found


def document_scores(rated: RatedCorpus, spec: str) -> Floats:
    """Shape (systems, documents), from the summed statistics of the segments that are rated; higher is better.

    NaN where none is rated, or the score is undefined.
    """
    metric, places = rated.table.metrics[spec], rated.places
    found = np.full((len(rated.systems), len(_columns(rated))), np.nan)
    for row, system in enumerate(rated.systems):
        column = rated.table.columns[system, spec]
        for place, columns in enumerate(_columns(rated)):
            known = columns[rated.known[row, columns]]
            if len(known):
                score = metric.score(column.statistics[places[known]].sum(axis=0), level="document")
                found[row, place] = np.nan if score is None else score
    return found if metric.higher_is_better else -found


def from_the_mean(values: Floats) -> Floats:
    """What each system differs by from the mean of the systems, document by document; NaN where it is alone.

    Args:
        values: shape (systems, documents), NaN where undefined.
    """
    known = ~np.isnan(values)
    numbers = known.sum(axis=0)
    means = np.where(known, values, 0.0).sum(axis=0) / np.maximum(numbers, 1)
    differences: Floats = np.where(known & (numbers > 1), values - means, np.nan)
    return differences


def names_documents(rated: RatedCorpus) -> bool:
    """Whether there are any; where there are none, each segment stands for one."""
    return any(segment.document for segment in rated.segments)


def _columns(rated: RatedCorpus) -> list[Places]:
    """The columns of the matrices that each document with ratings has, in the order of the corpus."""
    found: dict[str, list[int]] = {}
    named = names_documents(rated)
    for column, segment in enumerate(rated.segments):
        found.setdefault(segment.document if named else segment.key, []).append(column)
    return [np.array(columns, dtype=np.intp) for columns in found.values()]


Measure = Callable[[Sequence[RatedCorpus], str], Measured]
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


def of_deltas(corpora: Sequence[RatedCorpus], spec: str) -> Measured:
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


def of_each_system(corpora: Sequence[RatedCorpus], spec: str) -> Measured:
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


def _table(name: str, title: str, said: str, corpora: Sequence[RatedCorpus], measure: Measure) -> ValueTable:
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
    note, head = (
        table_note(said, corpora, by_segment, reasons.sentences(["r"])),
        ("metric", *(part for part, _ in parts)),
    )
    figure = DotPlot(tuple(range(1, len(head))), "Pearson's r")
    return ValueTable(name, title, note, head, tuple(rows), (figure,))


def _as_it_is(value: float | None, rated: RatedCorpus, spec: str) -> float | None:
    """Error rates and ratings that count errors turned back, as the paper has them; all corpora have one kind."""
    falls = not rated.table.metrics[spec].higher_is_better
    return value if value is None or falls == rated.turned else -value


Cell = tuple[str, str]
"""Parts and setting."""
WORDS: Final = "1g,2g"
"""Parts that parses do not change."""
PARTS: Final = (WORDS, "dlh", "dl,lh", "1g,2g,dlh", "1g,2g,dl,lh", "1g,2g,dlh,dl,lh")
"""What is put into one bag. dlh of one parse is SPARSEVAL's measure and d, dl,lh is d_var."""
ONE: Final = "n 1"
SETTINGS: Final = {
    ONE: "nbest=1",
    **{f"n {size}, γ {gamma}": f"nbest={size},gamma={gamma}" for size in (10, 50) for gamma in ("0", ".25", ".5", "1")},
}
"""By column: parses in the list, and how flat their probabilities become."""
SPECS: Final[Mapping[Cell, str]] = {
    (parts, setting): f"dpm:parts={parts},{SETTINGS[ONE] if parts == WORDS else options}"
    for parts in PARTS
    for setting, options in SETTINGS.items()
}
"""Of each cell; what parses do not change is scored once."""
SAID_OF_SEARCH: Final = (
    "Pearson's r by segment, by what is put into the bag (rows) and by parses and γ (columns); of words alone parses "
    "change nothing. Section 1.4 of the paper: 50 parses, γ .25 and 1g,2g,dl,lh are best, r = .240 with fluency and "
    "adequacy. What is best of so many on the data that it was chosen on is less so elsewhere."
)


def kahn_search_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """One table: correlation by segment of each member of the family, in each corpus.

    Raises:
        UsageError: if a corpus has no such ratings.
        Cancelled: if the user stopped it.
    """
    corpora = study.rated(work, tuple(dict.fromkeys(SPECS.values())))
    reasons, rows = Reasons(), []
    found: list[tuple[str, dict[Cell, float]]] = []
    for one in corpora:
        known: dict[Cell, float] = {}
        found.append((one.name, known))
        for place, parts in enumerate(PARTS):
            work.step("Correlating", place, len(PARTS))
            cells: list[Value] = []
            for setting in SETTINGS:
                scores = one.scores[SPECS[parts, setting]]
                measured = correlated(one.human, scores, "pearson", options.group_by or "none")
                cells.append(reasons.value(one.name, parts, "r", measured))
                if measured.value is not None:
                    known[parts, setting] = measured.value
            rows.append((one.name, parts, *cells))
    note = table_note(SAID_OF_SEARCH, corpora, *_chosen(found), reasons.sentences(["r"]))
    title = "Kahn et al.: the family of dependency pair match"
    figure = Heatmap(tuple(range(2, 2 + len(SETTINGS))), "Pearson's r", by=1)
    return [ValueTable("kahn-search", title, note, ("corpus", "parts", *SETTINGS), tuple(rows), (figure,))]


def _chosen(found: Sequence[tuple[str, Mapping[Cell, float]]]) -> Iterator[str]:
    """The best cell of each corpus, and what the one that is best in the mean of the others reaches there."""
    for place, (name, known) in enumerate(found):
        others = [one for other, (_, one) in enumerate(found) if other != place and one.keys() >= known.keys()]
        if known:
            told = f"{escaped(name)}: best is {_cell_words(max(known, key=known.__getitem__), known)}"
            if others:
                best = max(known, key=lambda cell: sum(one[cell] for one in others))
                told += f"; chosen on the other corpora, {_cell_words(best, known)}"
            yield f"{told}."


def _cell_words(cell: Cell, known: Mapping[Cell, float]) -> str:
    parts, setting = cell
    return f"{parts} with {setting} ({fixed(known[cell])})"
