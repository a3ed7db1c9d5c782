"""Corpora with their segments, texts, ratings and marked errors: immutable values, whatever file they came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from meantree.analysis.corrections import CorrectedArc, FixedLinks
from meantree.analysis.inputs import RawInput, TokenizedText
from meantree.analysis.sentences import Analysis
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, escaped, there_is_no
from meantree.language.detection import by_script, detected
from meantree.language.languages import PARTS, UNKNOWN, Language, code_of, known_code
from meantree.scratch import OnAccess, Texts

if TYPE_CHECKING:
    from meantree.analysis.frames import FrameLayer, PairFrames

T = TypeVar("T")
Side = Literal["hypothesis", "reference"]
SIDES: tuple[Side, Side] = ("hypothesis", "reference")
ErrorSide = Literal["hypothesis", "source"]

GIVEN = "given:"
"""What the spec of a given metric begins with: one whose scores another tool gave. ``,better=lower`` may follow its
name; scores are ratings whose kind is this spec, and whose rater is the file that they come from, with its digest."""

_METRICS = re.compile(r".*(?:comet|kiwi|metricx|bleurt|gemba|bertscore|yisi|prism).*", re.IGNORECASE)
MQM_KIND = "mqm"
"""The kind of the ratings that marked errors make."""
ESA_KIND = "esa"
"""The kind of the ratings that scores of ESA make, from 0 to 100 (Kocmi et al. 2024)."""
RATERS_KINDS = (MQM_KIND, ESA_KIND)
"""The kinds of the ratings by those who mark errors."""
CHECK = "attention check"
"""The system of translations with planted errors, and the name under which these errors are stored."""

NO_CORRECTIONS: Mapping[Any, Any] = {}
"""Shared by all uncorrected texts, of which there may be millions."""


def names_metric(name: str) -> bool:
    """Return whether something is named after a metric of another tool."""
    return _METRICS.fullmatch(name.strip()) is not None


@dataclass(frozen=True, slots=True)
class Text:
    """One version of a segment: a hypothesis or a reference.

    Attributes:
        analysis: structure in the input itself (CoNLL-U, brackets), None without.
        tokens: the words that annotations count by, None without annotations.
        annotation: the frames and their alignment that an annotator gave a hypothesis, None without.
        arcs: heads and labels that an annotator corrected, by 0-based token.
        labelled: semantic frames in the input itself, None without.
        links: corrected alignment links of a hypothesis with the words of each reference, by the reference's name.
    """

    text: str
    analysis: Analysis | None = None
    tokens: tuple[str, ...] | None = None
    annotation: PairFrames | None = None
    arcs: Mapping[int, CorrectedArc] = field(default_factory=lambda: NO_CORRECTIONS)
    labelled: FrameLayer | None = None
    links: Mapping[str, FixedLinks] = field(default_factory=lambda: NO_CORRECTIONS)

    @property
    def raw_input(self) -> RawInput:
        """The input of an analyser: the text, or its tokens where these are fixed."""
        return self.text if self.tokens is None else TokenizedText(self.text, self.tokens)


class TextsByName(Mapping[str, "Text"]):
    """The texts of one segment by system or reference: a dict in less memory.

    A bare text is stored as a string; looking it up makes it a :class:`Text`.
    """

    __slots__ = ("_names", "_texts")

    def __init__(self, names: tuple[str, ...], texts: tuple[Text | str, ...]) -> None:
        """Store the names, a tuple that segments share, and their texts."""
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
    """A human rating of one system's translation of one segment, on the scale of its kind (``da``, ``mqm``, …).

    Scores of given metrics are written in the same way; they are no ratings.
    """

    system: str
    kind: str
    value: float
    rater: str = ""


def divided(ratings: Iterable[Rating]) -> tuple[tuple[Rating, ...], tuple[Rating, ...]]:
    """Return ratings, and the scores of given metrics."""
    together = tuple(ratings)
    given = tuple(rating for rating in together if rating.kind.startswith(GIVEN))
    return tuple(rating for rating in together if not rating.kind.startswith(GIVEN)) if given else together, given


@dataclass(frozen=True, slots=True)
class ErrorSpan:
    """An error that a rater marked in one system's translation of one segment, or in the source of the segment.

    Attributes:
        side: the text that the span is in.
        start, end: characters of that text, 0-based, the end excluded; equal where a position is marked, no words.
        category: as in the file: ``Accuracy/Mistranslation``.
        severity: as in the file: ``major``, ``minor``, ….
        rater: as in the file, empty if unknown.
        is_further: whether it is a further part of the error before it.
    """

    system: str
    side: ErrorSide
    start: int
    end: int
    category: str
    severity: str
    rater: str = ""
    is_further: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """One source segment with its translations and what people said about them.

    A system or reference that lacks the segment has no entry. ``id`` is unique within ``document``; ``given`` are the
    scores of given metrics. ``answers`` are to findings, by system and name of the finding, the last one
    last (see :mod:`meantree.phenomena.answered`).
    """

    id: str
    document: str
    source: str | None = None
    references: Mapping[str, Text] = field(default_factory=dict)
    hypotheses: Mapping[str, Text] = field(default_factory=dict)
    ratings: tuple[Rating, ...] = ()
    errors: tuple[ErrorSpan, ...] = ()
    given: tuple[Rating, ...] = ()
    answers: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=lambda: NO_CORRECTIONS)

    def against(self, reference: str) -> Segment:
        """Return the segment with this reference alone, without any if it lacks that one."""
        selected = {name: text for name, text in self.references.items() if name == reference}
        return self if selected == self.references else replace(self, references=selected)

    def mean_rating(self, kind: str, *systems: str) -> float | None:
        """Return the mean of the ratings of a kind for the translations of these systems; None without any."""
        values = [rating.value for rating in self.ratings if rating.kind == kind and rating.system in systems]
        return sum(values) / len(values) if values else None

    def texts(self, system: str) -> dict[ErrorSide, str]:
        """Return the source and a translation, each empty if there is none."""
        text = self.hypotheses.get(system)
        return {"source": self.source or "", "hypothesis": "" if text is None else text.text}

    def length(self, side: ErrorSide, system: str) -> int:
        """Return how many characters the source or a translation has; -1 if there is none."""
        hypothesis = self.hypotheses.get(system)
        text = self.source if side == "source" else None if hypothesis is None else hypothesis.text
        return -1 if text is None else len(text)

    def raters(self, system: str) -> tuple[str, ...]:
        """Return the names of those whose MQM or ESA rates a translation."""
        rated = (one for one in self.ratings if one.kind in RATERS_KINDS and one.system == system)
        return tuple(dict.fromkeys(one.rater for one in rated))

    def raters_errors(self, *systems: str) -> list[ErrorSpan]:
        """Return the errors of the raters of these systems' translations; all errors where nobody rates one."""
        raters = {system: self.raters(system) for system in systems}
        marked = (one for one in self.errors if one.system in raters)
        return [one for one in marked if not raters[one.system] or one.rater in raters[one.system]]

    @property
    def key(self) -> str:
        """``document/id``, or ``id`` alone where the corpus names no documents; unique in the corpus."""
        return segment_key(self.document, self.id)


def segment_key(document: str, name: str) -> str:
    """Return a segment's key within its corpus; documents and ids may contain slashes, too."""
    return f"{document}/{name}" if document else name


class PlainSegments(OnAccess[Segment]):
    """Segments that have nothing but texts, numbered from 1; made on access, as each would take a kilobyte."""

    def __init__(self, source: Texts | None, references: Mapping[str, Texts], hypotheses: Mapping[str, Texts]) -> None:
        self._source, self._sides = source, (references, hypotheses)

    def at(self, place: int) -> Segment:
        references, hypotheses = (
            {name: text for name, texts in side.items() if (text := texts[place]) is not None} for side in self._sides
        )
        return Segment(
            str(place + 1),
            "",
            None if self._source is None else self._source[place],
            TextsByName(tuple(references), tuple(references.values())),
            TextsByName(tuple(hypotheses), tuple(hypotheses.values())),
        )

    def __len__(self) -> int:
        return min(len(texts) for side in self._sides for texts in side.values())


@dataclass(frozen=True, slots=True, repr=False)
class Corpus:
    """Segments in order, with the names of all systems and references.

    Attributes:
        name: the title in the window and in reports.
        segments: in the order of the files.
        systems, references: names in order of first appearance.
        source_language, target_language: codes as in the files, empty if unknown.
        detected: the language of its translations, where it was detected in a larger corpus.
        problems: what was skipped while reading.
        annotator: the person whose annotations and corrections the texts carry, empty without any.
        selected_reference: the one reference selected of several, empty if all are used.
        why_unscored: why scores of annotations are hidden, empty if they are not.
        why_unnamed: why nothing must be told by system, and no translation compared with others or with references, as
            letters stand for systems; empty if it may be.
        domains: the domain of each document, where the files name them; projects do not store them.
    """

    name: str
    segments: Sequence[Segment]
    systems: tuple[str, ...]
    references: tuple[str, ...]
    source_language: str = ""
    target_language: str = ""
    problems: tuple[Problem, ...] = ()
    annotator: str = ""
    selected_reference: str = ""
    why_unscored: str = ""
    why_unnamed: str = ""
    domains: Mapping[str, str] = field(default_factory=dict, hash=False)
    detected: Language | None = field(default=None, compare=False)
    _cache: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __repr__(self) -> str:
        sizes = counted(len(self.segments), "segment"), counted(len(self.systems), "system")
        return f"<{escaped(self.name)}: {', '.join(sizes)}, {counted(len(self.references), 'reference')}>"

    def against(self, reference: str) -> Corpus:
        """Return the corpus with one of its references alone, itself if it has no other.

        Segments without that reference have none.
        """
        if self.references == (reference,):
            return self
        segments = tuple(segment.against(reference) for segment in self.segments)
        known = self._cache.get("language", self.detected)
        return replace(self, segments=segments, references=(reference,), selected_reference=reference, detected=known)

    def part(self, places: Iterable[int]) -> Corpus:
        """Return the corpus with the segments at these 0-based positions alone."""
        segments = tuple(self.segments[place] for place in places)
        return replace(self, segments=segments, detected=self._cache.get("language", self.detected))

    def stated_as(self, language: str) -> Corpus:
        """Return the corpus with its language stated, itself without one; raise UsageError if that is not known."""
        return replace(self, target_language=known_code(language)) if language else self

    @property
    def language(self) -> Language:
        """The language of its translations and references: stated, or detected in them."""
        if code := code_of(self.target_language):
            return Language(code)
        return self.detected or self._cached("language", lambda: detected(self._targets()))

    @property
    def written_in(self) -> Language:
        """The language of its translations if it is stated, or their script tells it: no more for words in a row."""
        if code := code_of(self.target_language):
            return Language(code)
        codes = by_script(self._targets()) if self.detected is None else (self.detected.code,)
        return Language(codes[0] if len(codes) == 1 else UNKNOWN)

    def _targets(self) -> Iterator[str]:
        """Yield the references and translations, segment by segment."""
        for segment in self.segments:
            yield from (text.text for text in (*segment.references.values(), *segment.hypotheses.values()))

    @property
    def layers(self) -> frozenset[str]:
        """The layers of analysis that all texts came with."""
        return self._cached("layers", self._layers)

    def _layers(self) -> frozenset[str]:
        layers = frozenset[str](PARTS)
        for segment in self.segments:
            for text in (*segment.references.values(), *segment.hypotheses.values()):
                layers &= self._layers_of(text) if text.text.strip() else layers
            if not layers:
                break
        return layers

    def _layers_of(self, text: Text) -> frozenset[str]:
        layers = {"roles"} if text.labelled is not None else set()
        if (analysis := text.analysis) is not None:
            if "head rules" in self.language.parts or not any("/" in label for label in analysis.tree().labels):
                layers.add("dependencies")  # others follow from constituents by English rules: S/NP
            layers |= {"constituents"} if analysis.has_constituents else set()
        return frozenset(layers)

    @property
    def notes(self) -> list[str]:
        """What the problems say of how something was done, with nothing lost."""
        return [str(problem) for problem in self.problems if problem.is_note]

    @property
    def rating_kinds(self) -> tuple[str, ...]:
        """The kinds of ratings in order of first appearance; none where scores are hidden."""
        kinds = (rating.kind for one in self.segments for rating in (() if self.why_unscored else one.ratings))
        return self._cached("kinds", lambda: tuple(dict.fromkeys(kinds)))

    @property
    def given(self) -> Mapping[str, str]:
        """The specs of the given metrics, each with the files that its scores come from."""
        return self._cached("given", self._given)

    @property
    def documents(self) -> Mapping[str, tuple[int, ...]]:
        """Document ids in order of first appearance, each with the 0-based positions of its segments."""
        return self._cached("documents", self._documents)

    @property
    def places(self) -> Mapping[str, int]:
        """The 0-based position of each segment, by its key."""
        return self._cached("places", lambda: {segment.key: place for place, segment in enumerate(self.segments)})

    @property
    def has_errors(self) -> bool:
        """Whether raters marked errors, or found none in all that they looked at: those rate translations 0."""
        return self._cached("errors", self._has_errors)

    def build_indexes(self) -> None:
        """Compute the cached properties now: with very many segments they take a moment."""
        _ = (self.rating_kinds, self.given, self.documents, self.places, self.has_errors)

    def _given(self) -> dict[str, str]:
        if isinstance(self.segments, PlainSegments):
            return {}
        sources: dict[str, dict[str, None]] = {}
        for score in (score for segment in self.segments for score in segment.given):
            sources.setdefault(score.kind, {})[score.rater] = None
        return {spec: ",".join(files) for spec, files in sources.items()}

    def _has_errors(self) -> bool:
        rated = [rating.value for segment in self.segments for rating in segment.ratings if rating.kind == MQM_KIND]
        return any(segment.errors for segment in self.segments) or (bool(rated) and not any(rated))

    def require_named(self, hint: str = "") -> None:
        """Check that results may be told by system, and translations be compared; raise UsageError if they may not.

        What is computed from both texts tells an attention check from other translations.

        Args:
            hint: what is possible instead.
        """
        if self.why_unnamed:
            raise UsageError(f"{self.name}: {self.why_unnamed}{hint}")

    def require_systems(self, names: Iterable[str]) -> None:
        """Check that these systems exist; raise UsageError if one does not."""
        for name in names:
            if name not in self.systems:
                raise UsageError(there_is_no("system", name, self.systems))

    def _documents(self) -> dict[str, tuple[int, ...]]:
        places: dict[str, list[int]] = {}
        for index, segment in enumerate(self.segments):
            places.setdefault(segment.document, []).append(index)
        return {document: tuple(indices) for document, indices in places.items()}

    def _cached(self, name: str, compute: Callable[[], T]) -> T:
        if name not in self._cache:
            self._cache[name] = compute()
        value: T = self._cache[name]
        return value
