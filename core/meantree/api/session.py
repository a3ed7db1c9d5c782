"""What all calls from Python share: loaded models, analyses, progress, and corpora of texts in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from math import isnan
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from tqdm import tqdm

from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.api.given_texts import is_parsed, text_of
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.escaping import counted, quoted
from meantree.metrics.registry import specs_in
from meantree.work import Work

if TYPE_CHECKING:
    import pandas as pd
    from spacy.language import Language

HYPOTHESIS: Final = "translation"
REFERENCE: Final = "A"
DELAY: Final = 1.0
"""Seconds before progress is shown."""

FilePath = str | PathLike[str]
Texts = Iterable[Any]
"""Texts of segments in order, as a list, a generator, a column of pandas or an array; None where one is missing. Parsed
ones are what :func:`meantree.api.given_texts.text_of` takes."""


def parsers_of(pipeline: str | Language, constituency: str, command: str) -> Parsers:
    """Return the parsers with a pipeline by name, by folder, or in memory; raise UsageError for anything else."""
    if isinstance(pipeline, str):
        return Parsers(pipeline, constituency, command)
    if not hasattr(pipeline, "make_doc"):
        raise UsageError(f"pipeline: found {quoted(repr(pipeline))}, expected a name, a folder or a pipeline of spaCy")
    from meantree.analysis.analyser import name_of

    return Parsers(name_of(pipeline), constituency, command)


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
    names = [metrics] if isinstance(metrics, str) else list(metrics) if isinstance(metrics, Iterable) else [metrics]
    for name in names:
        if not isinstance(name, str):
            raise UsageError(f"metrics: found {quoted(repr(name))}, expected the name of a metric, such as 'bleu'")
    return [spec for name in names for spec in specs_in(name)]


def listed(texts: Texts, name: str) -> list[Text | None]:
    """Return texts as a list; what pandas holds for a missing text is None.

    Raises:
        UsageError: for one text in place of several, what cannot be iterated or has no order, and what is no text.
    """
    if isinstance(texts, str):
        hint = "mt.compare compares two texts, mt.read reads files"
        raise UsageError(f"{name}: found one text, expected a list of texts; {hint}")
    if not isinstance(texts, Iterable) or isinstance(texts, (bytes, set, frozenset)):
        raise UsageError(f"{name}: found {quoted(repr(texts))}, expected a list of texts")
    made = list(texts)
    if any(isinstance(text, (list, tuple)) and not is_parsed(text) for text in made):
        raise UsageError(f"{name}: found a list of lists, expected one list of texts, or lists by name: {{'A': …}}")
    several = enumerate(made, start=1)
    return [None if _is_missing(text) else text_of(text, f"{name}, text {place}") for place, text in several]


def corpus_of(
    hypotheses: Mapping[str, Sequence[Text | None]],
    references: Mapping[str, Sequence[Text | None]],
    source: Sequence[str | None] | None = None,
) -> Corpus:
    """Return the corpus of texts by system and by reference; ids of segments count from 1.

    Raises:
        UsageError: if there are no texts, or not the same number of each.
    """
    sides: dict[str, Mapping[str, Sequence[object]]] = {"hypotheses": hypotheses, "references": references}
    sides["source"] = {"": source} if source else {}
    named = [
        (f"{side} {text_of(name, side).text}".strip(), texts)
        for side, of in sides.items()
        for name, texts in of.items()
    ]
    if not any(texts for _, texts in named):
        raise UsageError("found no texts, expected lists of translations and references")
    (first, texts), *others = named
    size = len(texts)
    for name, other in others:
        if len(other) != size:
            raise UsageError(f"{name}: found {counted(len(other), 'text')}, expected {size:,}, as many as in {first}")
    segments = (
        Segment(str(place + 1), "", text, _present(references, place), _present(hypotheses, place))
        for place, text in enumerate(source or [None] * size)
    )
    return Corpus("texts", tuple(segments), tuple(hypotheses), tuple(references))


def given_corpus(
    hypotheses: Corpus | Mapping[str, Texts] | pd.DataFrame | Texts,
    references: Mapping[str, Texts] | pd.DataFrame | Texts | None,
    source: Texts | None = None,
) -> Corpus:
    """Return the corpus of what a user gives: a corpus, or lists of texts by name.

    Raises:
        UsageError: if a corpus has others' references, and for texts that do not fit together.
    """
    if isinstance(hypotheses, Corpus):
        if references is not None or source is not None:
            raise UsageError("a corpus has its own references and source; found others, too")
        return hypotheses
    return corpus_of(
        _by_name(hypotheses, "hypotheses", HYPOTHESIS),
        _by_name(references, "references", REFERENCE),
        None if source is None else [None if one is None else one.text for one in listed(source, "source")],
    )


def _by_name(
    texts: Mapping[str, Texts] | pd.DataFrame | Texts | None, side: str, name: str
) -> dict[str, list[Text | None]]:
    """Return lists of texts by name; one list alone has this ``name``."""
    import pandas as pd

    several = texts.items() if isinstance(texts, (Mapping, pd.DataFrame)) else () if texts is None else [(name, texts)]
    made = {str(key): listed(value, f"{side} {key}") for key, value in several}
    if not any(made.values()):
        raise UsageError(f"{side}: found none, expected a list of texts, or several lists by name")
    return made


def _is_missing(text: object) -> bool:
    if text is None or isinstance(text, str):
        return text is None
    import pandas as pd

    return text is pd.NA or (isinstance(text, float) and isnan(text))


def _present(texts: Mapping[str, Sequence[Text | None]], place: int) -> dict[str, Text]:
    return {name: text for name, of in texts.items() if (text := of[place]) is not None}
