"""Semantic frames: a predicate and the fillers of its roles (Lo & Wu 2012); and alignments of frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

PREDICATE = "predicate"
"""What predicates are counted and weighted as, beside the roles."""

Span = tuple[int, int]
"""First token and end (exclusive), 0-based over the whole text."""

FillerPlace = tuple[int, int]
"""The 0-based places of a frame in its text and of a filler in the frame."""
Part = tuple[int, int | None]
"""The 0-based places of a frame in its text and of a filler in the frame; None for the predicate."""


class Role(StrEnum):
    """The eleven roles of HMEANT, in the order in which they are listed."""

    AGENT = "agent"
    PATIENT = "patient"
    BENEFACTIVE = "benefactive"
    TEMPORAL = "temporal"
    LOCATIVE = "locative"
    PURPOSE = "purpose"
    MANNER = "manner"
    DEGREE = "degree"
    MODAL = "modal"
    NEGATION = "negation"
    OTHER = "other"


class LinkKind(StrEnum):
    """How well two predicates or two fillers match in meaning; undecided links do not count."""

    CORRECT = "correct"
    PARTIAL = "partial"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, order=True)
class Filler:
    """The filler of a role.

    Fillers that differ only in label or probability are equal: these tell where a filler comes from. Fillers of one
    frame share no token, so the first part says which one it is.

    Attributes:
        span: its tokens, or those of its first part.
        label: the PropBank label that the role was derived from, as in ``ARG2``; empty if an annotator set the role.
        probability: of exactly this span with this label by the labeller, in [0, 1]; None if it is unknown.
        further: the tokens of its other parts, in order, as in "a fight … between two groups".

    Raises:
        ValueError: if a span is empty or begins before the text, or parts are not in order with tokens between them.
    """

    span: Span
    role: Role
    label: str = field(default="", compare=False)
    probability: float | None = field(default=None, compare=False)
    further: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        before = -1
        for start, end in self.spans:
            if not before < start < end:
                raise ValueError(f"a filler from token {start} to {end}")
            before = end

    @property
    def spans(self) -> tuple[Span, ...]:
        """The tokens of each part, in the order of the text."""
        return self.span, *self.further

    @property
    def tokens(self) -> tuple[int, ...]:
        """All tokens, in the order of the text."""
        return tuple(token for start, end in self.spans for token in range(start, end))

    def overlaps(self, spans: Iterable[Span]) -> bool:
        """Return whether any part has a token in common with any of the spans."""
        others = list(spans)
        return any(overlap(own, other) for own in self.spans for other in others)

    def with_spans(self, spans: Iterable[Span]) -> Filler:
        """Return the filler with these parts in place of its own; those that touch become one.

        Raises:
            ValueError: if there is none, or two of them overlap.
        """
        parts: list[Span] = []
        for start, end in sorted(spans):
            if parts and parts[-1][1] == start:
                parts[-1] = parts[-1][0], end
            else:
                parts.append((start, end))
        if not parts:
            raise ValueError("a filler without tokens")
        return replace(self, span=parts[0], further=tuple(parts[1:]), probability=None)


@dataclass(frozen=True, slots=True, order=True)
class Frame:
    """A predicate with its fillers.

    Frames that differ only in roleset or probability are equal.

    Attributes:
        predicate: usually one token; several in "take off" and the like.
        fillers: in any order; edits put them in the order of the text.
        roleset: the sense of the predicate in PropBank, as in ``praise.01``; empty if it is unknown.
        probability: that there is a predicate, by the labeller, in [0, 1]; None if it is unknown.
    """

    predicate: Span
    fillers: tuple[Filler, ...] = ()
    roleset: str = field(default="", compare=False)
    probability: float | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.predicate[0] < self.predicate[1]:
            raise ValueError(f"a predicate from token {self.predicate[0]} to {self.predicate[1]}")

    @property
    def tokens(self) -> frozenset[int]:
        """All tokens of predicate and fillers, each once."""
        return frozenset(range(*self.predicate)).union(*(filler.tokens for filler in self.fillers))

    def moved(self, offset: int) -> Frame:
        """Return the frame moved by ``offset`` tokens."""
        fillers = tuple(
            replace(
                filler, span=_moved(filler.span, offset), further=tuple(_moved(span, offset) for span in filler.further)
            )
            for filler in self.fillers
        )
        return replace(self, predicate=_moved(self.predicate, offset), fillers=fillers)


def contents_of(frames: Iterable[Frame]) -> frozenset[tuple[Span, frozenset[Filler]]]:
    """Return the content of frames, which is equal whatever the order of frames and of their fillers is."""
    return frozenset((frame.predicate, frozenset(frame.fillers)) for frame in frames)


def origins(frames: Iterable[Frame]) -> tuple[tuple[str, ...], ...]:
    """Return the rolesets of frames and the labels of their fillers, in which equal frames may differ."""
    return tuple((frame.roleset, *(filler.label for filler in frame.fillers)) for frame in frames)


def phrase(words: Sequence[str], spans: Iterable[Span]) -> str:
    """Return the words of spans as one phrase, with dots between parts."""
    return " … ".join(" ".join(words[slice(*span)]) for span in spans)


def spans_of(words: Iterable[int]) -> list[Span]:
    """Return the spans of words that follow each other, in order."""
    spans: list[Span] = []
    for word in sorted(words):
        if spans and spans[-1][1] == word:
            spans[-1] = spans[-1][0], word + 1
        else:
            spans.append((word, word + 1))
    return spans


def overlap(first: Span, second: Span) -> bool:
    """Return whether two spans have a token in common."""
    return first[0] < second[1] and second[0] < first[1]


def _moved(span: Span, offset: int) -> Span:
    return span[0] + offset, span[1] + offset


@dataclass(frozen=True, slots=True)
class FrameAlignment:
    """The links between the frames of a hypothesis and a reference, and between their fillers.

    Attributes:
        frames: by ``(frame of the hypothesis, frame of the reference)``, 0-based places in their texts.
        fillers: by ``((frame, filler) of the hypothesis, (frame, filler) of the reference)``, the second number of each
            the 0-based place in ``Frame.fillers``.
    """

    frames: dict[tuple[int, int], LinkKind] = field(default_factory=dict)
    fillers: dict[tuple[FillerPlace, FillerPlace], LinkKind] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PairFrames:
    """The frames of a translation and of the reference of this name by one annotator, with their alignment."""

    name: str
    hypothesis: tuple[Frame, ...]
    reference: tuple[Frame, ...]
    alignment: FrameAlignment


@dataclass(frozen=True, slots=True)
class FrameLayer:
    """All frames of a text, by one annotator or by the labeller.

    Attributes:
        words: the tokens that spans refer to.
        frames: in any order; empty if the text has no predicate.

    Raises:
        ValueError: if a span ends after the last word.
    """

    words: tuple[str, ...]
    frames: tuple[Frame, ...] = ()

    def __post_init__(self) -> None:
        for frame in self.frames:
            for start, end in (frame.predicate, *(span for filler in frame.fillers for span in filler.spans)):
                if end > len(self.words):
                    raise ValueError(f"a span from token {start} to {end} in a text of {len(self.words)}")


def role_counts(texts: Iterable[Iterable[Frame]]) -> dict[str, int]:
    """Count each role, and ``predicate``, in the frames of some texts."""
    counts: Counter[str] = Counter()
    for frames in texts:
        for frame in frames:
            counts[PREDICATE] += 1
            counts.update(filler.role.value for filler in frame.fillers)
    return dict(counts)
