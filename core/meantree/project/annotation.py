"""What one annotator says of one translation and one reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Part, Span, origins
from meantree.corpus.corpus import Side

End = TypeVar("End", int, tuple[int, int])


Place = tuple[Side, Part]
"""A frame or filler of an annotation."""
ReferencePart = tuple[Span, Span | None]
"""A part of the reference's frames by its words: the span of a predicate, and of one of its fillers or None."""
AUTOMATIC = "automatic"
"""The annotator in whose name the labeller's frames are kept, so that both can be scored."""
COMMENT_SEPARATOR = "; "
"""Between several remarks in one text."""
Predicate = tuple[Side, Span]
"""The tokens of a predicate, in one of the texts."""


class State(StrEnum):
    """How far an annotation is."""

    OPEN = "open"
    DONE = "done"
    REVIEW = "to review"
    NOTHING = "nothing to annotate"
    CANNOT = "cannot annotate"


WHEN_TO_REVIEW = "done before linked frames or fillers of the reference were deleted"
"""When an annotation is to review, in the words that all tables, notes and pages have for it."""
FINISHED = (State.DONE, State.REVIEW, State.NOTHING)
"""The states of annotations that are scored; what is to be reviewed counts without its inactive links."""
TO_DO = (State.OPEN, State.REVIEW)
"""The states of annotations that need an annotator's work."""
STATE_PRECEDENCE = (State.REVIEW, State.DONE, State.NOTHING, State.CANNOT, State.OPEN)
"""Of the states that a translation has beside several references, the first of these is the translation's: what is to
review needs work; otherwise one annotation that is finished is enough."""


@dataclass(frozen=True, slots=True, order=True)
class AnnotationKey:
    """Which translation of which segment, against which reference, by whom.

    Without system the reference alone is meant, without reference the translation alone.
    """

    segment: str
    system: str
    reference: str
    annotator: str


def translation_states(states: Mapping[AnnotationKey, State]) -> dict[tuple[str, str], State]:
    """Return how far each translation is, by segment and system: the first of :data:`STATE_PRECEDENCE`."""
    found: dict[tuple[str, str], State] = {}
    for key, state in states.items():
        if key.system and key.reference:
            known = found.get((key.segment, key.system), state)
            found[key.segment, key.system] = min(known, state, key=STATE_PRECEDENCE.index)
    return found


@dataclass(frozen=True, slots=True)
class Annotation:
    """Frames of both texts, how they are aligned, and what is to be said of them.

    Attributes:
        hypothesis, reference: frames of the texts; spans count the tokens of the corpus.
        alignment: links between them.
        state: how far it is; ``CANNOT`` is never scored. It is ``REVIEW`` if it was done before the reference lost
            frames or fillers that it links, so that some links are ``inactive``.
        comment: a remark on the whole of it.
        part_comments: comments on frames and fillers, by the side and the part; they follow it through every edit.
        finalized_by: who settled it, if it is an adjudicated annotation that is locked; empty otherwise.
        rejected: predicates of which an adjudicator decided that they have no frame, though annotators found one.
        inactive: links to frames and fillers that the reference no longer has, by the part of the hypothesis and the
            words of the other end. They count for nothing and become links again when the reference has these parts.
        own_reference: whether the reference's frames belong to this translation alone, as some imported ones do;
            otherwise the annotator's translations beside this reference share them.
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
        """What is wrong with it, in words: links to nothing, double links, overlapping fillers."""
        return tuple(_faults(self))

    @property
    def said(self) -> tuple[str, ...]:
        """All remarks: on the whole of it, then on frames and fillers of the hypothesis, then of the reference."""
        texts = (self.comment, *(text for _, text in sorted(self.part_comments.items(), key=comment_order)))
        return tuple(text for text in texts if text.strip())


def have_same_content(one: Annotation | None, two: Annotation | None) -> bool:
    """Return whether nothing differs that annotators make; equal frames may differ in rolesets and labels."""
    if one is None or two is None:
        return one is two
    frames = ((annotation.hypothesis, annotation.reference) for annotation in (one, two))
    mine, theirs = (tuple(map(origins, both)) for both in frames)
    return one == two and mine == theirs


def differ_only_in_comments(one: Annotation | None, two: Annotation) -> bool:
    """Return whether an annotation is the same but for what was said of it, if that differs."""
    return one is not None and have_same_content(
        replace(one, comment=two.comment, part_comments=two.part_comments), two
    )


def _faults(annotation: Annotation) -> Iterator[str]:
    for name, frames in zip(("hypothesis", "reference"), (annotation.hypothesis, annotation.reference), strict=True):
        for place, frame in enumerate(frames, start=1):
            for one, two in _overlapping(frame):
                yield f"{name}: frame {place}: fillers at tokens {one.span} and {two.span} overlap"
    yield from dangling_links(annotation)
    for side in (0, 1):
        yield from _doubled([pair[side] for pair in annotation.alignment.frames], _named_frame)
        yield from _doubled([pair[side] for pair in annotation.alignment.fillers], _named_filler)


def dangling_links(annotation: Annotation) -> Iterator[str]:
    """Links to frames and fillers that are not there."""
    for side, frames in enumerate((annotation.hypothesis, annotation.reference)):
        own = [part for part, _ in annotation.inactive] if side == 0 else []
        fillers = {(place, number) for place, frame in enumerate(frames) for number in range(len(frame.fillers))}
        linked = [*(pair[side] for pair in annotation.alignment.frames), *(place for place, _ in own)]
        yield from _unknown(linked, set(range(len(frames))), _named_frame)
        linked_fillers = [pair[side] for pair in annotation.alignment.fillers]
        linked_fillers += [(place, number) for place, number in own if number is not None]
        yield from _unknown(linked_fillers, fillers, _named_filler)
    yield from _loose_remarks(annotation)


def _loose_remarks(annotation: Annotation) -> Iterator[str]:
    for side, (place, number) in annotation.part_comments:
        frames = annotation.hypothesis if side == "hypothesis" else annotation.reference
        if not (place < len(frames) and (number is None or number < len(frames[place].fillers))):
            part = _named_frame(place) if number is None else _named_filler((place, number))
            yield f"a remark on {part} of the {side}, which is not there"


def _unknown(ends: Sequence[End], known: Set[End], named: Callable[[End], str]) -> Iterator[str]:
    return (f"a link to {named(end)}, which is not there" for end in dict.fromkeys(ends) if end not in known)


def _doubled(ends: Sequence[End], named: Callable[[End], str]) -> Iterator[str]:
    return (f"{named(end)} is linked {count} times" for end, count in Counter(ends).items() if count > 1)


def _named_frame(place: int) -> str:
    return f"frame {place + 1}"


def _named_filler(end: tuple[int, int]) -> str:
    return f"filler {end[1] + 1} of frame {end[0] + 1}"


def _overlapping(frame: Frame) -> Iterator[tuple[Filler, Filler]]:
    ordered = sorted(frame.fillers)
    for place, one in enumerate(ordered):
        for two in ordered[place + 1 :]:
            if two.span[0] < one.span[1]:
                yield one, two


def comment_order(remark: tuple[Place, str]) -> tuple[Side, int, int]:
    """Sorts remarks by side, frame and filler; that on a frame comes before those on its fillers."""
    (side, (place, number)), _ = remark
    return side, place, -1 if number is None else number
