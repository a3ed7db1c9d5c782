"""Small corpora that tests write down as rows of texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, repeat

from meantree.corpus.corpus import Corpus, Rating, Segment, Text


def corpus_of(
    rows: Iterable[Sequence[Text | str | None]],
    systems: Sequence[str],
    references: Sequence[str] = ("A",),
    *,
    ids: Iterable[str] = (),
    document: str = "",
    source: str | None = None,
    ratings: Iterable[Sequence[Rating]] = (),
    name: str = "c",
) -> Corpus:
    """Make a corpus; a row has what each system says of a segment, then its references, None for what is not there.

    Segments are numbered from 0 unless they have ids; ``ratings`` has those of each.
    """

    def texts(names: Sequence[str], row: Sequence[Text | str | None]) -> Iterator[tuple[str, Text]]:
        for one, text in zip(names, row, strict=True):
            if text is not None:
                yield one, text if isinstance(text, Text) else Text(text)

    segments = []
    for segment, row, rated in zip(ids or map(str, count()), rows, ratings or repeat(()), strict=False):
        others, translations = texts(references, row[len(systems) :]), texts(systems, row[: len(systems)])
        segments.append(Segment(segment, document, source, dict(others), dict(translations), tuple(rated)))
    return Corpus(name, tuple(segments), tuple(systems), tuple(references))
