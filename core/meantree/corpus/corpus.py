"""Corpus, segments and human ratings: immutable values, whatever file they came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from meantree.analysis.corrections import Arc
from meantree.analysis.fixed_links import Fixed
from meantree.analysis.frames import FrameLayer, PairFrames
from meantree.analysis.inputs import RawInput, TokenizedText
from meantree.analysis.sentences import Analysis
from meantree.errors import Problem

T = TypeVar("T")
Side = Literal["hypothesis", "reference"]
SIDES: tuple[Side, Side] = ("hypothesis", "reference")


NOTHING: Mapping[Any, Any] = {}
"""What nobody corrected: one mapping for all texts, as there may be millions of them."""


@dataclass(frozen=True, slots=True)
class Text:
    """One version of a segment.

    Attributes:
        text: as it was given.
        analysis: what the input itself brought (CoNLL-U, brackets), if anything.
        tokens: those that annotations count in, if there are any.
        annotation: of a hypothesis, what an annotator says of it, if one does.
        arcs: heads and labels that an annotator set.
        labelled: semantic frames that the input itself brought.
        links: of a hypothesis, what an annotator said of its links with the words of a reference, by that one's name.
    """

    text: str
    analysis: Analysis | None = None
    tokens: tuple[str, ...] | None = None
    annotation: PairFrames | None = None
    arcs: Mapping[int, Arc] = field(default_factory=lambda: NOTHING)
    labelled: FrameLayer | None = None
    links: Mapping[str, Fixed] = field(default_factory=lambda: NOTHING)

    @property
    def raw_input(self) -> RawInput:
        """What an analyser is given."""
        return self.text if self.tokens is None else TokenizedText(self.text, self.tokens)


class TextsByName(Mapping[str, "Text"]):
    """The texts of one segment by the names of their systems or references: what a dict is, in less memory.

    A text that came with nothing else is kept as a string, and becomes a :class:`Text` when it is asked for.
    """

    __slots__ = ("_names", "_texts")

    def __init__(self, names: tuple[str, ...], texts: tuple[Text | str, ...]) -> None:
        """Take names, which segments share, and their texts."""
        self._names, self._texts = names, texts

    def __getitem__(self, name: str) -> Text:
        try:
            text = self._texts[self._names.index(name)]
        except ValueError:
            raise KeyError(name) from None
        return Text(text) if isinstance(text, str) else text

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return repr(dict(self))


@dataclass(frozen=True, slots=True)
class Rating:
    """A human judgement of one system's translation of one segment, in the scale of its kind.

    ``kind`` names what was rated and how: ``da``, ``mqm``, ``hter``, …
    """

    system: str
    kind: str
    value: float
    rater: str = ""


@dataclass(frozen=True, slots=True)
class ErrorSpan:
    """An error that somebody marked in one system's translation of one segment, or in the source it was made from.

    Attributes:
        system: whose translation is meant.
        side: in which text it stands.
        start, end: characters of that text, 0-based, the end excluded; equal where nothing but a place is marked.
        category: what is wrong, as the file has it: ``Accuracy/Mistranslation``.
        severity: how much, as the file has it: ``major``, ``minor``, ….
        rater: who marked it.
    """

    system: str
    side: Literal["hypothesis", "source"]
    start: int
    end: int
    category: str
    severity: str
    rater: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """One source segment with everything said for it; a system or reference that lacks it has no entry.

    ``id`` is unique within ``document``.
    """

    id: str
    document: str
    source: str | None = None
    references: Mapping[str, Text] = field(default_factory=dict)
    hypotheses: Mapping[str, Text] = field(default_factory=dict)
    ratings: tuple[Rating, ...] = ()
    errors: tuple[ErrorSpan, ...] = ()

    def against(self, reference: str) -> Segment:
        """The segment with one of its references alone, or with none if it lacks that one."""
        kept = {name: text for name, text in self.references.items() if name == reference}
        return self if kept == self.references else replace(self, references=kept)

    @property
    def key(self) -> str:
        """``document/id``, or ``id`` alone where the corpus names no documents; unique in the corpus."""
        return segment_key(self.document, self.id)


def segment_key(document: str, name: str) -> str:
    """A segment's name within its corpus; documents and ids may hold slashes, too."""
    return f"{document}/{name}" if document else name


@dataclass(frozen=True, slots=True)
class Corpus:
    """Segments in order, with the names of the systems and references that occur.

    Attributes:
        name: shown in the window's title and in reports.
        segments: in the order of the files.
        systems, references: names in order of first appearance.
        problems: what was skipped while reading.
        annotator: in whose name frames were annotated, heads and links corrected, empty for nobody.
        selected_reference: the one reference that was picked of several, empty if none was.
        domains: of documents, where the files name them; projects do not keep them.
    """

    name: str
    segments: tuple[Segment, ...]
    systems: tuple[str, ...]
    references: tuple[str, ...]
    source_language: str = ""
    target_language: str = ""
    problems: tuple[Problem, ...] = ()
    annotator: str = ""
    selected_reference: str = ""
    domains: Mapping[str, str] = field(default_factory=dict, hash=False)
    _once: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def against(self, reference: str) -> Corpus:
        """The corpus with one of its references alone; segments that lack it have none. Itself if it has no other."""
        if self.references == (reference,):
            return self
        segments = tuple(segment.against(reference) for segment in self.segments)
        return replace(self, segments=segments, references=(reference,), selected_reference=reference)

    def part(self, places: Iterable[int]) -> Corpus:
        """The corpus with the segments at these 0-based places alone."""
        return replace(self, segments=tuple(self.segments[place] for place in places))

    @property
    def rating_kinds(self) -> tuple[str, ...]:
        """The kinds of ratings, in order of first appearance."""
        kinds = (rating.kind for segment in self.segments for rating in segment.ratings)
        return self._found("kinds", lambda: tuple(dict.fromkeys(kinds)))

    @property
    def documents(self) -> Mapping[str, tuple[int, ...]]:
        """Document ids in order of first appearance, each with the 0-based positions of its segments."""
        return self._found("documents", self._documents)

    @property
    def places(self) -> Mapping[str, int]:
        """The 0-based position of each segment, by its key."""
        return self._found("places", lambda: {segment.key: place for place, segment in enumerate(self.segments)})

    @property
    def has_errors(self) -> bool:
        """Whether people marked errors in it."""
        return self._found("errors", lambda: any(segment.errors for segment in self.segments))

    def build_indexes(self) -> None:
        """Find out at once what is asked for often; of very many segments this takes a moment."""
        for found in (self.rating_kinds, self.documents, self.places, self.has_errors):
            del found

    def _documents(self) -> dict[str, tuple[int, ...]]:
        places: dict[str, list[int]] = {}
        for index, segment in enumerate(self.segments):
            places.setdefault(segment.document, []).append(index)
        return {document: tuple(indices) for document, indices in places.items()}

    def _found(self, name: str, find: Callable[[], T]) -> T:
        """What follows from the segments, found when it is first asked for."""
        if name not in self._once:
            self._once[name] = find()
        found: T = self._once[name]
        return found
