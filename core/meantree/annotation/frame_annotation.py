"""One annotator's annotation of one translation against one reference."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from meantree.alignment.linked_frames import frames_of, links, parts_of
from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, Part, Span, origins
from meantree.corpus.corpus import SIDES, Side
from meantree.grouping import grouped

Place = tuple[Side, Part]
"""A frame or filler of an annotation."""
ReferencePart = tuple[Span, Span | None]
"""A frame or filler of the reference by its words: the predicate's span, and a filler's span or None."""
AUTOMATIC = "automatic"
"""The annotator under whose name the labeller's frames are stored, so that they can be scored like a person's."""
COMMENT_SEPARATOR = "; "
"""Separates several comments in one text."""
Predicate = tuple[Side, Span]
"""The tokens of a predicate, in one of the texts."""


class State(StrEnum):
    """The progress of an annotation; the values are stored in projects and printed in tables."""

    OPEN = "open"
    DONE = "done"
    REVIEW = "to review"
    NOTHING = "nothing to annotate"
    CANNOT = "cannot annotate"

    def in_words(self, *, of_errors: bool) -> str:
        """Return the state as people read it: error spans with nothing to annotate have no error."""
        return NO_ERROR if of_errors and self is State.NOTHING else self.value

    @classmethod
    def from_words(cls, words: str) -> State:
        """Return the state of error spans that is called so; raise ValueError if none is."""
        return cls.NOTHING if words == NO_ERROR else cls(words)


NO_ERROR = "no error"
"""How :attr:`State.NOTHING` of error spans is called."""
NOT_FINALIZED = "not finalized"
"""How an adjudicator reads the state of a gold standard that is finished, but not locked."""

WHEN_TO_REVIEW = "done before linked frames or fillers of the reference were deleted"
"""The condition of :attr:`State.REVIEW`, as all tables, notes and pages state it."""
FINISHED = (State.DONE, State.REVIEW, State.NOTHING)
"""The states of annotations that are scored; those to review are scored without their inactive links."""
TO_DO = (State.OPEN, State.REVIEW)
"""The states of annotations that need an annotator's work."""
STATE_PRECEDENCE = (State.REVIEW, State.DONE, State.NOTHING, State.CANNOT, State.OPEN)
"""A translation annotated against several references has the first of these states that any annotation has.

One to review needs work; otherwise one finished annotation is enough."""


@dataclass(frozen=True, slots=True, order=True)
class AnnotationKey:
    """Identifies an annotation by segment, system, reference and annotator.

    An empty system stands for the reference alone, an empty reference for the translation alone.
    """

    segment: str
    system: str
    reference: str
    annotator: str


def translation_states(states: Mapping[AnnotationKey, State]) -> dict[tuple[str, str], State]:
    """Return the state of each translation by segment and system, the first one in :data:`STATE_PRECEDENCE`."""
    of_both = (((key.segment, key.system), state) for key, state in states.items() if key.system and key.reference)
    return {key: min(found, key=STATE_PRECEDENCE.index) for key, found in grouped(of_both).items()}


@dataclass(frozen=True, slots=True)
class Annotation:
    """Frames of both texts, their alignment, and comments.

    Attributes:
        hypothesis, reference: frames of the texts; spans count the tokens of the corpus.
        alignment: links between frames and between fillers.
        state: the progress; ``CANNOT`` is never scored. It is ``REVIEW`` if the annotation was done before the
            reference lost linked frames or fillers, so that some links are ``inactive``.
        part_comments: comments on frames and fillers, by side and part; they follow the part through every edit.
        finalized_by: who finalized it, if it is a locked annotation of the gold standard; empty otherwise.
        rejected: predicates that an adjudicator decided have no frame, though annotators marked one.
        inactive: links to frames and fillers that the reference no longer has, by the part of the hypothesis and the
            words of the other end. They are not scored, and become links again when the reference regains the part.
        own_reference: whether the reference's frames belong to this translation alone, as some imported ones do;
            otherwise all translations that the annotator compared with this reference share them.
    """

    hypothesis: tuple[Frame, ...] = ()
    reference: tuple[Frame, ...] = ()
    alignment: FrameAlignment = field(default_factory=FrameAlignment)
    state: State = State.OPEN
    comment: str = ""
    part_comments: Mapping[Place, str] = field(default_factory=dict)
    finalized_by: str = ""
    rejected: frozenset[Predicate] = frozenset()
    inactive: Mapping[tuple[Part, ReferencePart], LinkKind] = field(default_factory=dict)
    own_reference: bool = field(default=False, compare=False)

    @property
    def faults(self) -> tuple[str, ...]:
        """Descriptions of its errors: dangling links, double links, overlapping fillers."""
        return tuple(_faults(self))

    @property
    def all_comments(self) -> tuple[str, ...]:
        """All comments: on the whole, then on frames and fillers of the hypothesis, then of the reference."""
        texts = (self.comment, *(text for _, text in sorted(self.part_comments.items(), key=comment_order)))
        return tuple(text for text in texts if text.strip())


def have_same_content(first: Annotation | None, second: Annotation | None) -> bool:
    """Return whether two annotations are equal in all that annotators edit, rolesets and labels included."""
    if first is None or second is None:
        return first is second
    frames = ((annotation.hypothesis, annotation.reference) for annotation in (first, second))
    first_origins, second_origins = (tuple(map(origins, both)) for both in frames)
    return first == second and first_origins == second_origins


def differ_only_in_comments(first: Annotation | None, second: Annotation) -> bool:
    """Return whether two annotations differ at most in their comments."""
    return first is not None and have_same_content(
        replace(first, comment=second.comment, part_comments=second.part_comments), second
    )


def _faults(annotation: Annotation) -> Iterator[str]:
    for side in SIDES:
        for place, frame in enumerate(frames_of(annotation, side), start=1):
            for filler, other in itertools.combinations(sorted(frame.fillers), 2):
                if filler.overlaps(other.spans):
                    yield f"{side}: frame {place}: fillers at tokens {filler.span} and {other.span} overlap"
    yield from dangling_links(annotation)
    for side in SIDES:
        for end, count in Counter(end for end, _, _ in links(annotation, side)).items():
            if count > 1:
                yield f"{_name(end)} is linked {count} times"


def dangling_links(annotation: Annotation) -> Iterator[str]:
    """Yield descriptions of links and comments whose frames or fillers do not exist."""
    for side in SIDES:
        frames = enumerate(frames_of(annotation, side))
        parts = {part for place, frame in frames for part in parts_of(place, len(frame.fillers))}
        ends = [end for end, _, _ in links(annotation, side)]
        ends += [end for end, _ in annotation.inactive] if side == "hypothesis" else []
        for end in dict.fromkeys(ends):
            if end not in parts:
                yield f"a link to {_name(end)}, which does not exist"
        for where, part in annotation.part_comments:
            if where == side and part not in parts:
                yield f"a comment on {_name(part)} of the {side}, which does not exist"


def _name(part: Part) -> str:
    place, number = part
    return f"frame {place + 1}" if number is None else f"filler {number + 1} of frame {place + 1}"


def comment_order(comment: tuple[Place, str]) -> tuple[Side, int, int]:
    """Return the sort key of a comment: side, frame and filler; the frame's comes before its fillers'."""
    (side, (place, number)), _ = comment
    return side, place, -1 if number is None else number
