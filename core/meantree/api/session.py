"""What all calls from Python share: loaded models, analyses, progress, and corpora of texts in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final

from tqdm import tqdm

from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.metrics.registry import specs_in
from meantree.work import Work

HYPOTHESIS: Final = "translation"
REFERENCE: Final = "A"
DELAY: Final = 1.0
"""Seconds before progress is shown."""

Texts = Sequence[str | None]
"""Texts of segments in order; None where one is missing."""


@cache
def store_of(parsers: Parsers) -> AnalysisStore:
    """Return the store of the analyses by these parsers, which are loaded once."""
    return AnalysisStore(parsers)


@contextmanager
def working(jobs: int = 1) -> Iterator[Work]:
    """Yield work that shows its progress in terminals and notebooks if it takes more than :data:`DELAY`."""
    is_watched = sys.stderr.isatty() or "ipykernel" in sys.modules
    bars: dict[str, tqdm[None]] = {}

    def report(stage: str, done: int, total: int) -> None:
        if stage not in bars:
            bars[stage] = tqdm(total=total, desc=stage, delay=DELAY, leave=False, disable=not is_watched)
        bars[stage].update(done - bars[stage].n)

    try:
        yield Work(report=report, jobs=jobs)
    finally:
        for bar in bars.values():
            bar.close()


def specs_of(metrics: str | Sequence[str]) -> list[str]:
    """Return the metrics that are named, with commas in one text or as a list, by their registered names."""
    return [spec for name in ([metrics] if isinstance(metrics, str) else metrics) for spec in specs_in(name)]


def corpus_of(hypotheses: Mapping[str, Texts], references: Mapping[str, Texts], source: Texts | None = None) -> Corpus:
    """Return the corpus of texts by system and by reference; ids of segments count from 1.

    Raises:
        UsageError: if there are no texts, not the same number of each, or something that is no text.
    """
    sides = {"hypotheses": hypotheses, "references": references, "source": {"": source or ()}}
    named = [(f"{side} {name}".strip(), texts) for side, of in sides.items() for name, texts in of.items() if texts]
    if not named:
        raise UsageError("found no texts, expected lists of translations and references")
    (first, texts), *others = named
    size = len(texts)
    for name, other in others:
        if len(other) != size:
            raise UsageError(f"{name}: found {len(other):,} texts, expected {size:,}, as of {first}")
    for name, several in named:
        for place, text in enumerate(several, start=1):
            if text is not None and not isinstance(text, str):
                raise UsageError(f"{name}, text {place}: found {quoted(repr(text))}, expected a str")
    segments = tuple(
        Segment(
            str(place + 1),
            "",
            source[place] if source else None,
            _present(references, place),
            _present(hypotheses, place),
        )
        for place in range(size)
    )
    return Corpus("texts", segments, tuple(hypotheses), tuple(references))


def _present(texts: Mapping[str, Texts], place: int) -> dict[str, Text]:
    return {name: Text(text) for name, of in texts.items() if (text := of[place]) is not None}
