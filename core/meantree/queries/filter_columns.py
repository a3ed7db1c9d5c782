"""Texts and numbers of all segments, which filters look at: columns that are computed once per corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled
from meantree.metrics.compared_words import length_of
from meantree.scoring.table import ScoreTable
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.phenomena.search import Finding

Floats = NDArray[np.float64]
CANCEL_INTERVAL = 1000
"""Segments between two checks whether the user stopped the work."""
Field = Literal["id", "doc", "src", "hyp", "ref", "comment", "state", "annotator", "finding", "in"]
SYSTEM_FIELDS = frozenset({"hyp"})
"""Fields of the corpus that differ from system to system."""
Name = TypeVar("Name")
Values = TypeVar("Values")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that a segment may have.

    Attributes:
        kind: ``score`` of a metric; ``difference`` of its scores, first system less second; mean ``rating`` over
            raters; ``length`` as :func:`~meantree.metrics.compared_words.length_of` counts; ``errors``: number of
            errors in the translation, undefined unless it was annotated for errors; ``certainty`` of its trees;
            number of shown ``findings``.
        of: the metric's spec, the rating's kind, or of lengths ``hyp``, ``src`` or ``ref`` (the first reference).
    """

    kind: Literal["score", "difference", "rating", "length", "errors", "certainty", "findings"]
    of: str = ""

    @property
    def is_slow(self) -> bool:
        """Whether computing it for a thousand segments takes a second or more."""
        return self.kind in {"certainty", "findings"}

    @property
    def is_of_analyses(self) -> bool:
        """Whether it is computed from analysed texts: it tells an attention check from other translations."""
        return self.kind in {"score", "difference", "certainty", "findings"}


ASSESSMENTS = ("rating", "errors")
"""The kinds of measures that edits of error spans change."""


class Columns:
    """Case-folded texts, lengths and ratings of one corpus, computed on demand and cached.

    Edits of error spans alone change them. All arrays have the shape (segments,), NaN where undefined.
    """

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], Sequence[str]] = {}
        self._numbers: dict[tuple[Measure, str], Floats] = {}

    def texts(self, of: Segments, name: Field) -> Sequence[str]:
        """Return one case-folded text per segment, empty if it has none; several references are separate lines."""
        readers: Mapping[str, Callable[[Segment], str]] = {
            "id": lambda segment: segment.key,
            "doc": lambda segment: segment.document,
            "src": lambda segment: segment.source or "",
            "hyp": lambda segment: "" if (text := of.translation(segment)) is None else text.text,
            "ref": lambda segment: "\n".join(text.text for text in segment.references.values()),
        }
        key = name, of.system if name in SYSTEM_FIELDS else ""
        return _cached(self._texts, key, lambda: [readers[name](segment).casefold() for segment in of.corpus.segments])

    def numbers(self, of: Segments, measure: Measure) -> Floats:
        """Return lengths, ratings or numbers of error spans; raise Cancelled if the user stopped the work."""
        readers: Mapping[str, Callable[[Segment], float | None]] = {
            "length": lambda segment: _length(segment, measure.of, of.system_in(segment)),
            "rating": lambda segment: segment.mean_rating(measure.of, of.system_in(segment)),
            "errors": lambda segment: _error_count(segment, of.system_in(segment)),
        }
        key, segments = _column_key(measure, of.system), _cancellable(of.corpus.segments, of.work)
        return _cached(self._numbers, key, lambda: _floats(map(readers[measure.kind], segments)))

    def forget_assessments(self) -> None:
        """Compute ratings and numbers of error spans again, as somebody edited them."""
        self._numbers = {key: kept for key, kept in self._numbers.items() if key[0].kind not in ASSESSMENTS}

    def has(self, measure: Measure, system: str) -> bool:
        """Whether this column is cached."""
        return _column_key(measure, system) in self._numbers


@dataclass(frozen=True, slots=True)
class Segments:
    """The segments of a corpus as one system translated them; attention checks stand in place of what is not there.

    Attributes:
        system: whose hypotheses, scores and ratings.
        table: its scores; None before scoring.
        states, comments: of the current annotator, in words, by segment key.
        compared: the two systems of differences.
        columns: the cached columns; pass them on when the same corpus is filtered again.
        annotators: names of the annotators of each segment, one per line, by segment key.
        certainty: returns how certain the parser is of a translation; None if that is unknown.
        findings: returns the shown findings of the system's translations, by segment key.
        marked: the keys of the segments that were added to the report.
        gold: numbers of the gold standard that hold in place of the annotator's, by segment key and system.
    """

    corpus: Corpus
    system: str
    table: ScoreTable | None = None
    states: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)
    compared: tuple[str, str] | None = None
    columns: Columns = field(default_factory=Columns)
    work: Work = Work()
    annotators: Mapping[str, str] = field(default_factory=dict)
    certainty: Callable[[Text], float | None] = lambda _text: None
    findings: Callable[[Work], Mapping[str, Sequence[Finding]]] = lambda _work: {}
    marked: Set[str] = frozenset()
    gold: Mapping[Measure, Mapping[tuple[str, str], float]] = field(default_factory=dict)

    def system_in(self, segment: Segment) -> str:
        """Return the system, or that of checks where one stands in its place."""
        if self.system in segment.hypotheses:
            return self.system
        from meantree.annotation.work_order import standing_for  # which reports on plain texts do not load

        return standing_for(segment, self.system, self.corpus.systems)

    def translation(self, segment: Segment) -> Text | None:
        """Return the translation of a segment, or the check that stands in its place."""
        return segment.hypotheses.get(self.system_in(segment))

    def texts(self, name: Field) -> Sequence[str]:
        """Return one case-folded text per segment, empty if it has none."""
        if name == "finding":
            found = self.findings(self.work)
            kinds = ([finding.kind for finding in found.get(key, ())] for key in self.corpus.places)
            return ["\n".join(f"{kind.severity} {kind.name}" for kind in shown) for shown in kinds]
        marked = dict.fromkeys(self.marked, "report")
        by_key = {"state": self.states, "comment": self.comments, "annotator": self.annotators, "in": marked}.get(name)
        if by_key is not None:
            folded = {key: text.casefold() for key, text in by_key.items()}
            return [folded.get(segment.key, "") for segment in self.corpus.segments] if folded else [""] * len(self)
        return self.columns.texts(self, name)

    def numbers(self, measure: Measure) -> Floats:
        """Return an array of shape (segments,), NaN where undefined or not scored."""
        if (gold := self.gold.get(measure)) is not None:
            return _floats(gold.get((key, self.system)) for key in self.corpus.places)
        if measure.kind == "score":
            return self._scores(self.system, measure.of)
        if measure.kind == "difference":
            first, second = self.compared or ("", "")
            return self._scores(first, measure.of) - self._scores(second, measure.of)
        if measure.kind == "findings":
            found = self.findings(self.work)
            known = map(found.get, self.corpus.places)
            return _floats(None if of_segment is None else len(of_segment) for of_segment in known)
        if measure.kind == "certainty":
            texts = map(self.translation, _cancellable(self.corpus.segments, self.work))
            return _floats(None if text is None else self.certainty(text) for text in texts)
        return self.columns.numbers(self, measure)

    def _scores(self, system: str, spec: str) -> Floats:
        column = self.table.column(system, spec) if self.table is not None else None
        return np.full(len(self), np.nan) if column is None else np.where(column.defined, column.scores, np.nan)

    def __len__(self) -> int:
        return len(self.corpus.segments)


def _cached(cache: dict[tuple[Name, str], Values], key: tuple[Name, str], compute: Callable[[], Values]) -> Values:
    if key not in cache:
        cache[key] = compute()
    return cache[key]


def _column_key(measure: Measure, system: str) -> tuple[Measure, str]:
    return measure, "" if measure.kind == "length" and measure.of != "hyp" else system


def _cancellable(segments: Sequence[Segment], work: Work) -> Iterator[Segment]:
    for place, segment in enumerate(segments):
        if place % CANCEL_INTERVAL == 0 and work.cancelled():
            raise Cancelled("stopped")
        yield segment


def _floats(values: Iterable[float | None]) -> Floats:
    return np.array([*values], dtype=np.float64)  # None becomes NaN


def _length(segment: Segment, of: str, system: str) -> int | None:
    if of == "src":
        text = segment.source
    else:
        versions = segment.hypotheses if of == "hyp" else segment.references
        version = versions.get(system) if of == "hyp" else next(iter(versions.values()), None)
        text = None if version is None else version.text
    return None if text is None else length_of(text)


def _error_count(segment: Segment, system: str) -> int | None:
    count = sum(not span.is_further for span in segment.raters_errors(system))
    return count if count or segment.raters(system) else None
