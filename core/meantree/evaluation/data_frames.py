"""Scores, ratings and lengths as pandas frames: tidy tables for figures, spreadsheets and experiments.

Every frame begins with the columns that name a row, as listed at its function. After these stand one column a metric,
named by its spec as given, and one a kind of rating, named by :func:`rating_column`; both are floats, NaN where
undefined. Names are as in the corpus: who shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.evaluation.measured import Floats
from meantree.metrics.compared_words import LengthSide, length_of, unit_of_side
from meantree.metrics.metric import Level, OverDocuments
from meantree.scoring.table import ScoreTable

if TYPE_CHECKING:
    from pandas import DataFrame

SharedLengths = tuple[float | None, float | None]
"""Of the source, and of the references in the mean."""
LENGTHS: Final = ("source words", "hypothesis words", "reference words")
"""Columns of lengths (:func:`~meantree.metrics.compared_words.length_of`); of several references the mean."""
_RATING: Final = "rating:"
_ERROR_RATES: Final = frozenset({"hter", "ter", "wer", "per", "cder"})


def length_title(column: str, corpus: Corpus) -> str:
    """A column of lengths as people read it, with what is counted: words, or characters where these have no blanks."""
    sides: tuple[LengthSide, ...] = ("source", "hypothesis", "reference")
    side = sides[LENGTHS.index(column)]
    return f"{side} {unit_of_side(corpus, side)}"


def rating_column(kind: str) -> str:
    """The name of the column with ratings of a kind; no metric has such a name."""
    return f"{_RATING}{kind}"


def rating_kind(column: str) -> str | None:
    """The kind of rating in a column; None if it has none."""
    return column.removeprefix(_RATING) if column.startswith(_RATING) else None


def is_error_rate(kind: str) -> bool:
    """Whether ratings of a kind are error rates, of which less is better, whoever found them."""
    return kind.casefold() in _ERROR_RATES


def higher_is_better(table: ScoreTable, column: str) -> bool:
    """Whether more in a column is better: not of error rates, whoever found them; of lengths, by convention."""
    kind = rating_kind(column)
    if kind is not None:
        return not is_error_rate(kind)
    return column not in table.metrics or table.metrics[column].higher_is_better


def segment_frame(
    table: ScoreTable, places: Sequence[int] | NDArray[np.intp] | None = None, systems: Sequence[str] | None = None
) -> DataFrame:
    """One row for each translation that a system has, systems in order, then segments in order.

    Columns: ``system``, ``document``, ``id``, ``key`` (``document/id``), ``place`` (of the segment in the corpus,
    0-based), :data:`LENGTHS` (floats, NaN where there is no such text), metrics, ratings (mean over raters).

    Args:
        table: scores of a corpus.
        places: of the segments, 0-based; by default all.
        systems: by default those that some metric scored.
    """
    import pandas as pd

    chosen, kinds = _chosen(table.corpus, places), table.corpus.rating_kinds
    lengths = {place: _shared_lengths(table.corpus.segments[place]) for place in chosen}
    names = table.scored_systems if systems is None else systems
    # One system after the other, each column by itself: a frame made of all rows at once would stop other threads.
    parts = [_of_system(table, system, chosen, lengths, kinds) for system in names]
    return pd.concat(parts or [_of_system(table, "", (), {}, kinds)], ignore_index=True)


def _of_system(
    table: ScoreTable, system: str, chosen: Sequence[int], lengths: Mapping[int, SharedLengths], kinds: Sequence[str]
) -> DataFrame:
    """The rows of one system."""
    import pandas as pd

    mine = [place for place in chosen if system in table.corpus.segments[place].hypotheses]
    segments = [table.corpus.segments[place] for place in mine]
    counted = (
        _floats(lengths[place][0] for place in mine),
        _floats(_length(one.hypotheses[system]) for one in segments),
        _floats(lengths[place][1] for place in mine),
    )
    return pd.DataFrame(
        {
            "system": pd.Series([system] * len(mine), dtype="str"),
            "document": pd.Series([one.document for one in segments], dtype="str"),
            "id": pd.Series([one.id for one in segments], dtype="str"),
            "key": pd.Series([one.key for one in segments], dtype="str"),
            "place": np.array(mine, dtype=np.int64),
            **dict(zip(LENGTHS, counted, strict=True)),
            **{spec: _scores(table, system, spec, mine) for spec in table.metrics},
            **{rating_column(kind): one for kind, one in zip(kinds, _ratings(segments, system, kinds), strict=True)},
        }
    )


def document_frame(
    table: ScoreTable, places: Sequence[int] | NDArray[np.intp] | None = None, systems: Sequence[str] | None = None
) -> DataFrame:
    """One row for each system and document.

    Columns: ``system``, ``document``, ``segments`` (how many of these the system translated), metrics (from the
    summed statistics of these segments, as in all tables of scores), ratings (mean over segments).
    """
    return _summed(table, "document", _chosen(table.corpus, places), systems)


def system_frame(
    table: ScoreTable, places: Sequence[int] | NDArray[np.intp] | None = None, systems: Sequence[str] | None = None
) -> DataFrame:
    """One row for each system.

    Columns: ``system``, ``segments`` (how many of these it translated), metrics (from the summed statistics of these
    segments, or as the metric says), ratings (mean over segments).
    """
    return _summed(table, "system", _chosen(table.corpus, places), systems)


def _summed(table: ScoreTable, level: Level, chosen: Sequence[int], systems: Sequence[str] | None) -> DataFrame:
    import pandas as pd

    corpus, kinds = table.corpus, table.corpus.rating_kinds
    documents: dict[str, list[int]] = {}
    for place in chosen:
        documents.setdefault(corpus.segments[place].document, []).append(place)
    groups: Mapping[str, list[int]] = documents if level == "document" else {"": list(chosen)}
    rows: list[list[object]] = []
    for system in table.scored_systems if systems is None else systems:
        for document, places in groups.items():
            mine = [corpus.segments[place] for place in places if system in corpus.segments[place].hypotheses]
            within = documents if level == "system" else {document: places}
            scores = [_score(table, system, spec, level, within) for spec in table.metrics]
            means = [_mean(found) for found in _ratings(mine, system, kinds)]
            rows.append([system, *([document] if level == "document" else []), len(mine), *scores, *means])
    names = ["system", *(["document"] if level == "document" else []), "segments"]
    numbers = [*table.metrics, *map(rating_column, kinds)]
    return pd.DataFrame(rows, columns=[*names, *numbers]).astype(
        {"segments": np.int64, **dict.fromkeys(numbers, np.float64)}
    )


def _score(
    table: ScoreTable, system: str, spec: str, level: Level, documents: Mapping[str, Sequence[int]]
) -> float | None:
    """The score of one system over these segments, by document."""
    column, metric = table.columns.get((system, spec)), table.metrics[spec]
    if column is None:
        return None
    if level == "system" and isinstance(metric, OverDocuments):
        totals = [column.total(places) for places in documents.values()]
        return metric.system_score([(scored, total) for scored, total in totals if scored])
    scored, total = column.total([place for places in documents.values() for place in places])
    return metric.score(total, level=level) if scored else None


def _chosen(corpus: Corpus, places: Sequence[int] | NDArray[np.intp] | None) -> list[int]:
    return list(range(len(corpus.segments))) if places is None else [int(place) for place in places]


def _scores(table: ScoreTable, system: str, spec: str, places: Sequence[int]) -> Floats:
    column = table.columns.get((system, spec))
    if column is None:
        return np.full(len(places), np.nan)
    at = np.array(places, dtype=np.intp)
    return np.where(column.defined[at], column.scores[at], np.nan)


def _ratings(segments: Sequence[Segment], system: str, kinds: Sequence[str]) -> list[Floats]:
    """Of each kind the mean over raters, segment by segment."""
    numbers = {kind: number for number, kind in enumerate(kinds)}
    sums, counts = np.zeros((len(kinds), len(segments))), np.zeros((len(kinds), len(segments)))
    for place, segment in enumerate(segments):
        for rating in segment.ratings:
            if rating.system == system:
                sums[numbers[rating.kind], place] += rating.value
                counts[numbers[rating.kind], place] += 1
    sums[counts == 0] = np.nan
    return list(sums / np.maximum(counts, 1))


def _mean(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else np.nan


def _shared_lengths(segment: Segment) -> SharedLengths:
    references = [_length(text) for text in segment.references.values()]
    source = None if segment.source is None else length_of(segment.source)
    return source, sum(references) / len(references) if references else None


def _length(text: Text) -> int:
    return length_of(text.text)


def _floats(values: Iterable[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
