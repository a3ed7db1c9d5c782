"""Semantic frames: a predicate and the fillers of its roles (Lo & Wu 2012), and how two texts' frames are aligned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

Span = tuple[int, int]
"""The first token and the one after the last, 0-based over the whole text."""


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
    """How well two predicates or two fillers say the same; an undecided link counts for nothing."""

    CORRECT = "correct"
    PARTIAL = "partial"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, order=True)
class Filler:
    """What fills a role.

    Attributes:
        span: its tokens.
        role: of HMEANT.
        label: PropBank's, as in ``ARG2``, from which the role was made; empty where a person gave the role. It says
            where a filler comes from, so fillers that differ in it alone are equal.
        probability: of just this span with this label, in [0, 1], by the labeller; None where nothing says it. Fillers
            that differ in it alone are equal, too.

    Raises:
        ValueError: if the span is empty or begins before the text.
    """

    span: Span
    role: Role
    label: str = field(default="", compare=False)
    probability: float | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.span[0] < self.span[1]:
            raise ValueError(f"a filler from token {self.span[0]} to {self.span[1]}")


@dataclass(frozen=True, slots=True, order=True)
class Frame:
    """A predicate with its fillers.

    Attributes:
        predicate: one token in most cases, more in "take off" and the like.
        fillers: in any order; edits put them in that of the text.
        roleset: the sense of the predicate in PropBank, as in ``praise.01``; empty where nothing says it. As with a
            filler's label, frames that differ in it alone are equal.
        probability: that there is a predicate, as that of a filler.
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
        spans = (self.predicate, *(filler.span for filler in self.fillers))
        return frozenset(token for start, end in spans for token in range(start, end))

    def moved(self, offset: int) -> Frame:
        """The same frame where so many tokens come before it."""
        fillers = tuple(replace(filler, span=_moved(filler.span, offset)) for filler in self.fillers)
        return replace(self, predicate=_moved(self.predicate, offset), fillers=fillers)


def origins(frames: Iterable[Frame]) -> tuple[tuple[str, ...], ...]:
    """Return the rolesets of frames and the labels of their fillers, in which equal frames may differ."""
    return tuple((frame.roleset, *(filler.label for filler in frame.fillers)) for frame in frames)


FillerPlace = tuple[int, int]
"""A frame by its 0-based place in its text, and a filler by its place in the frame."""
Part = tuple[int, int | None]
"""A frame by its 0-based place in its text, and a filler by its place in the frame; None is the predicate."""


def overlap(one: Span, two: Span) -> bool:
    """Whether two spans have a token in common."""
    return one[0] < two[1] and two[0] < one[1]


def _moved(span: Span, offset: int) -> Span:
    return span[0] + offset, span[1] + offset


@dataclass(frozen=True, slots=True)
class FrameAlignment:
    """Which frames, and which of their fillers, of a hypothesis and one reference say the same.

    Attributes:
        frames: by ``(frame of the hypothesis, frame of the reference)``, 0-based places in their texts.
        fillers: by ``((frame, filler) of the hypothesis, (frame, filler) of the reference)``, the second number of each
            the 0-based place in ``Frame.fillers``.
    """

    frames: dict[tuple[int, int], LinkKind] = field(default_factory=dict)
    fillers: dict[tuple[FillerPlace, FillerPlace], LinkKind] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PairFrames:
    """What one annotator says of a translation beside the reference of that name."""

    name: str
    hypothesis: tuple[Frame, ...]
    reference: tuple[Frame, ...]
    alignment: FrameAlignment


@dataclass(frozen=True, slots=True)
class FrameLayer:
    """All frames of one text, by one annotator or by the labeller.

    Attributes:
        words: the tokens that spans count in.
        frames: in any order; empty where there is nothing to annotate.

    Raises:
        ValueError: if a span reaches beyond the words.
    """

    words: tuple[str, ...]
    frames: tuple[Frame, ...] = ()

    def __post_init__(self) -> None:
        for frame in self.frames:
            for start, end in (frame.predicate, *(filler.span for filler in frame.fillers)):
                if end > len(self.words):
                    raise ValueError(f"a span from token {start} to {end} in a text of {len(self.words)}")
