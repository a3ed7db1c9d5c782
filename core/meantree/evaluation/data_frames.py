"""Scores, ratings and lengths as a tidy pandas data frame.

The first columns name a row. Then follow a column for each metric, named by its spec, and
one for each kind of rating, named by :func:`rating_column`; both are floats, NaN where undefined. Names are as in the
corpus, and must be escaped when shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from meantree.corpus.corpus import Corpus, Segment
from meantree.evaluation.measured import Floats
from meantree.metrics.compared_words import LengthSide, length_of, unit_of_side
from meantree.scoring.table import ScoreTable

if TYPE_CHECKING:
    from pandas import DataFrame

SharedLengths = tuple[float | None, float | None]
"""Length of the source, and mean length of the references."""
LENGTHS: Final = ("source words", "hypothesis words", "reference words")
"""Columns of lengths (:func:`~meantree.metrics.compared_words.length_of`); of several references the mean."""
_RATING: Final = "rating:"
_ERROR_RATES: Final = frozenset({"hter", "ter", "wer", "per", "cder"})


def length_title(column: str, corpus: Corpus) -> str:
    """Return the title of a column of lengths, in words, or in characters for scripts without spaces."""
    sides: tuple[LengthSide, ...] = ("source", "hypothesis", "reference")
    side = sides[LENGTHS.index(column)]
    return f"{side} {unit_of_side(corpus, side)}"


def rating_column(kind: str) -> str:
    """Return the name of the column of a kind of rating; no metric has such a name."""
    return f"{_RATING}{kind}"


def rating_kind(column: str) -> str | None:
    """Return the kind of rating in a column; None for other columns."""
    return column.removeprefix(_RATING) if column.startswith(_RATING) else None


def is_error_rate(kind: str) -> bool:
    """Whether a kind of rating is an error rate, by people or a program: lower is better."""
    return kind.casefold() in _ERROR_RATES


def higher_is_better(table: ScoreTable, column: str) -> bool:
    """Whether higher is better in a column: not for error rates; for lengths by convention."""
    kind = rating_kind(column)
    if kind is not None:
        return not is_error_rate(kind)
    return column not in table.metrics or table.metrics[column].higher_is_better


def segment_frame(table: ScoreTable, systems: Sequence[str] | None = None) -> DataFrame:
    """Return one row for each translation, ordered by system, then by segment.

    Columns: ``system``, ``document``, ``id``, ``key`` (``document/id``), ``place`` (of the segment in the corpus,
    0-based), :data:`LENGTHS` (floats, NaN where there is no such text), metrics, ratings (mean over raters).

    Args:
        systems: by default those scored by any metric.
    """
    import pandas as pd

    corpus = table.corpus
    lengths = [_shared_lengths(segment) for segment in corpus.segments]
    ratings = {
        rating_column(kind): dict(zip(corpus.systems, mean_ratings(corpus, kind), strict=True))
        for kind in corpus.rating_kinds
    }
    names = table.scored_systems if systems is None else systems
    # One system after the other, column by column: a frame of all rows at once would block other threads.
    parts = [_of_system(table, system, lengths, ratings) for system in names]
    return pd.concat(parts or [_of_system(table, "", lengths, ratings)], ignore_index=True)


def _of_system(
    table: ScoreTable, system: str, lengths: Sequence[SharedLengths], ratings: Mapping[str, Mapping[str, Floats]]
) -> DataFrame:
    """Return the rows of one system; ratings are given by column and system."""
    import pandas as pd

    corpus = table.corpus
    translated = [place for place, segment in enumerate(corpus.segments) if system in segment.hypotheses]
    segments = [corpus.segments[place] for place in translated]
    lengths_of_rows = (
        _floats(lengths[place][0] for place in translated),
        _floats(length_of(segment.hypotheses[system].text) for segment in segments),
        _floats(lengths[place][1] for place in translated),
    )
    return pd.DataFrame(
        {
            "system": pd.Series([system] * len(translated), dtype="str"),
            "document": pd.Series([segment.document for segment in segments], dtype="str"),
            "id": pd.Series([segment.id for segment in segments], dtype="str"),
            "key": pd.Series([segment.key for segment in segments], dtype="str"),
            "place": np.array(translated, dtype=np.int64),
            **dict(zip(LENGTHS, lengths_of_rows, strict=True)),
            **{spec: _scores(table, system, spec, translated) for spec in table.metrics},
            **{name: values.get(system, np.zeros(0))[translated] for name, values in ratings.items()},
        }
    )


def _scores(table: ScoreTable, system: str, spec: str, places: Sequence[int]) -> Floats:
    column = table.columns.get((system, spec))
    if column is None:
        return np.full(len(places), np.nan)
    at = np.array(places, dtype=np.intp)
    return np.where(column.defined[at], column.scores[at], np.nan)


def mean_ratings(corpus: Corpus, kind: str) -> Floats:
    """Return the mean over raters, shape (systems, segments), NaN where not rated."""
    rows = {name: row for row, name in enumerate(corpus.systems)}
    sums, counts = np.zeros((2, len(rows), len(corpus.segments)))
    for column, segment in enumerate(corpus.segments):
        for rating in segment.ratings:
            if rating.kind == kind and rating.system in rows:
                sums[rows[rating.system], column] += rating.value
                counts[rows[rating.system], column] += 1
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _shared_lengths(segment: Segment) -> SharedLengths:
    references = [length_of(text.text) for text in segment.references.values()]
    source = None if segment.source is None else length_of(segment.source)
    return source, sum(references) / len(references) if references else None


def _floats(values: Iterable[float | None]) -> Floats:
    return np.array([*values], dtype=np.float64)  # None becomes NaN
