"""Studies of small corpora that are written down in a test, analysed without a trained pipeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from helpers.stores import BracketStore
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.study import Options, Study

KIND = "da"
Translations = Mapping[str, tuple[str, float | None]]
"""By system: the text, and how people rated it."""


def rated_corpus(
    segments: Sequence[tuple[str, Translations]], documents: Sequence[str] = (), *, name: str = "c", kind: str = KIND
) -> Corpus:
    """A reference and its rated translations a segment; segments are of these documents."""
    found = tuple(
        Segment(
            str(place + 1),
            documents[place] if documents else "",
            references={"r": Text(reference)},
            hypotheses={system: Text(text) for system, (text, _) in translations.items()},
            ratings=tuple(
                Rating(system, kind, rating) for system, (_, rating) in translations.items() if rating is not None
            ),
        )
        for place, (reference, translations) in enumerate(segments)
    )
    systems = tuple(dict.fromkeys(system for one in found for system in one.hypotheses))
    return Corpus(name, found, systems, ("r",))


def small_study(*corpora: Corpus, kind: str = KIND, **options: Any) -> Study:
    """With constituency trees and frames made by a rule."""
    return Study(corpora, Options(kind, **options), BracketStore())


def cells(table: ValueTable, *first: Value) -> dict[str, Value]:
    """The row that begins with these values, by column."""
    (row,) = [row for row in table.rows if row[: len(first)] == first]
    return dict(zip(table.head, row, strict=True))
