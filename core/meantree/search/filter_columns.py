"""What a filter looks at: texts and numbers of all segments, as columns that are made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled
from meantree.metrics.compared_words import length_of
from meantree.scoring.table import ScoreTable
from meantree.work import Work

Floats = NDArray[np.float64]
PAUSE = 1000
"""Segments between two questions whether to stop."""
Field = Literal["id", "doc", "src", "hyp", "ref", "remark", "state", "annotator"]
MQM = "mqm"
"""The kind of ratings that are counted from errors: whoever gave one looked for errors."""
OF_SYSTEMS = frozenset({"hyp"})
"""The texts of the corpus that are others for another system."""
T = TypeVar("T")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that every segment has, or lacks.

    Attributes:
        kind: ``score`` of a metric; ``difference`` of its scores, first system less second; mean ``rating`` over
            raters; ``length`` as :func:`~meantree.metrics.compared_words.length_of` counts; ``errors``: how many
            spans are marked for the translation, undefined where nobody looked for any; ``certainty`` of its trees.
        of: the metric's spec, the rating's kind, or of lengths ``hyp``, ``src`` or ``ref`` (the first reference).
    """

    kind: Literal["score", "difference", "rating", "length", "errors", "certainty"]
    of: str = ""

    @property
    def is_slow(self) -> bool:
        """Whether a thousand of them take a second or more."""
        return self.kind == "certainty"


class Columns:
    """Case-folded texts, lengths and ratings of one corpus.

    They stay what they are when its annotations are edited. All arrays have the shape (segments,), NaN where undefined.
    """

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], Sequence[str]] = {}
        self._numbers: dict[tuple[Measure, str], Floats] = {}
        self._folded: Mapping[str, str] = {}

    def texts(self, segments: Sequence[Segment], name: Field, system: str) -> Sequence[str]:
        """One case-folded text a segment, empty where there is none; several references stand on lines."""
        read: Mapping[str, Callable[[Segment], str]] = {
            "id": lambda one: one.key,
            "doc": lambda one: one.document,
            "src": lambda one: one.source or "",
            "hyp": lambda one: one.hypotheses[system].text if system in one.hypotheses else "",
            "ref": lambda one: "\n".join(text.text for text in one.references.values()),
        }
        key = name, system if name in OF_SYSTEMS else ""
        return _kept(self._texts, key, lambda: [read[name](one).casefold() for one in segments])

    def numbers(self, segments: Sequence[Segment], measure: Measure, system: str, work: Work | None = None) -> Floats:
        """Lengths, ratings, or how many errors are marked.

        Raises:
            Cancelled: if the user stopped the work.
        """
        makers: Mapping[str, Callable[[Segment], float | None]] = {
            "length": lambda one: _length(one, measure.of, system),
            "rating": lambda one: _rating(one, measure.of, system),
            "errors": lambda one: _errors(one, system),
        }
        key = _key(measure, system)
        return _kept(self._numbers, key, lambda: _floats(map(makers[measure.kind], _asked(segments, work))))

    def has(self, measure: Measure, system: str) -> bool:
        """Whether these numbers are made already."""
        return _key(measure, system) in self._numbers


@dataclass(frozen=True, slots=True)
class Segments:
    """The segments of a corpus as one system translated them.

    Attributes:
        corpus: all of them.
        system: whose hypotheses, scores and ratings.
        table: its scores, None where there are none yet.
        states, remarks: of the annotator, in words, by the key of the segment.
        compared: two systems, for differences.
        columns: those that are made already; who filters a corpus again passes them on.
        work: asked now and then whether to stop.
        people: names of those who annotate a segment, one a line, by its key.
        certainty: how sure the parser is of a translation, as far as that is known.
    """

    corpus: Corpus
    system: str
    table: ScoreTable | None = None
    states: Mapping[str, str] = field(default_factory=dict)
    remarks: Mapping[str, str] = field(default_factory=dict)
    compared: tuple[str, str] | None = None
    columns: Columns = field(default_factory=Columns)
    work: Work | None = None
    people: Mapping[str, str] = field(default_factory=dict)
    certainty: Callable[[Text], float | None] = lambda _text: None

    def texts(self, name: Field) -> Sequence[str]:
        """One case-folded text a segment, empty where there is none."""
        said = {"state": self.states, "remark": self.remarks, "annotator": self.people}.get(name)
        if said is not None:
            folded = {key: text.casefold() for key, text in said.items()}
            return [folded.get(one.key, "") for one in self.corpus.segments] if folded else [""] * len(self)
        return self.columns.texts(self.corpus.segments, name, self.system)

    def numbers(self, measure: Measure) -> Floats:
        """Shape (segments,), NaN where undefined or not scored."""
        if measure.kind == "score":
            return self._scores(self.system, measure.of)
        if measure.kind == "difference":
            first, second = self.compared or ("", "")
            return self._scores(first, measure.of) - self._scores(second, measure.of)
        if measure.kind == "certainty":
            versions = (one.hypotheses.get(self.system) for one in _asked(self.corpus.segments, self.work))
            return _floats(None if text is None else self.certainty(text) for text in versions)
        return self.columns.numbers(self.corpus.segments, measure, self.system, self.work)

    def _scores(self, system: str, spec: str) -> Floats:
        column = self.table.column(system, spec) if self.table is not None else None
        return np.full(len(self), np.nan) if column is None else np.where(column.defined, column.scores, np.nan)

    def __len__(self) -> int:
        return len(self.corpus.segments)


def _kept(known: dict[tuple[T, str], S], key: tuple[T, str], make: Callable[[], S]) -> S:
    if key not in known:
        known[key] = make()
    return known[key]


def _key(measure: Measure, system: str) -> tuple[Measure, str]:
    return measure, "" if measure.kind == "length" and measure.of != "hyp" else system


def _asked(segments: Sequence[Segment], work: Work | None) -> Iterator[Segment]:
    for place, segment in enumerate(segments):
        if work is not None and place % PAUSE == 0 and work.cancelled():
            raise Cancelled("stopped")
        yield segment


def _floats(values: Iterable[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _length(segment: Segment, of: str, system: str) -> int | None:
    if of == "src":
        text = segment.source
    else:
        versions = segment.hypotheses if of == "hyp" else segment.references
        found = versions.get(system) if of == "hyp" else next(iter(versions.values()), None)
        text = None if found is None else found.text
    return None if text is None else length_of(text)


def _rating(segment: Segment, kind: str, system: str) -> float | None:
    values = [rating.value for rating in segment.ratings if rating.kind == kind and rating.system == system]
    return sum(values) / len(values) if values else None


def _errors(segment: Segment, system: str) -> int | None:
    marked = sum(error.system == system for error in segment.errors)
    return marked if marked or _rating(segment, MQM, system) is not None else None
