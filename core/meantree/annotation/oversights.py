"""What an annotator is asked about before an annotation is done: what may have been overlooked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from meantree.alignment.linked_frames import frames_of, linked_frame, partner_of, span_of, spans_of
from meantree.alignment.similarity import plain_words
from meantree.analysis.frames import Filler, FillerPlace, Frame, LinkKind, Part, Role, Span, overlap, phrase
from meantree.annotation.alike_fillers import has_other_values
from meantree.annotation.edits import Words, filler_at, other_side
from meantree.annotation.filler_links import counterpart, exchanged, in_other_role
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import shortened

ONCE = (Role.AGENT, Role.PATIENT)
"""Roles that a frame has once, and that few frames lack."""
FOUND = 0.5
"""The least share of a filler's words that the other text must have outside the frame, for the filler to be missed."""
LONGEST = 40
"""The most characters that are quoted of a part."""


@dataclass(frozen=True, slots=True)
class Oversight:
    """A part of an annotation that may be a mistake.

    Attributes:
        side, part: where to look; the part is None for the whole text.
        text: says what is doubtful, and quotes the words.
        always: whether it is asked about even if the last edit made it so.
    """

    side: Side
    part: Part | None
    text: str
    always: bool = field(default=False, compare=False)

    @property
    def content(self) -> tuple[Side, str]:
        """What is doubtful, wherever it stands."""
        return self.side, self.text


def oversights(
    annotation: Annotation, automatic: Annotation, words: Words, start: Annotation | None = None
) -> tuple[Oversight, ...]:
    """Return what is doubtful in an annotation: in single frames, the hypothesis' first, then in links.

    Doubtful are a text without frames where the other one has some; a frame without fillers, or with several agents or
    patients; an agent or patient that the automatic or the linked frame has, and this one lacks although its words are
    there; similar fillers of one role in linked frames, neither of them linked; inactive links; fillers that exchanged
    their places, or have another role than an alike one in the linked frame, or than one that the start links; other
    numbers or dates in fillers linked as correct; and what was deleted of the start: all frames, and a filler that
    stays in the other text.

    Args:
        annotation: as the annotator wants to finish it.
        start: what the annotator started from; by default the automatic annotation.
    """
    found = _Oversights(annotation, automatic, words, start or automatic)
    of_frames = [
        oversight
        for side in SIDES
        for place, frame in enumerate(frames_of(annotation, side))
        for oversight in found.of_frame(side, place, frame)
    ]
    links = (*found.of_fillers(), *found.of_inactive_links(), *found.of_exchanged_roles(), *found.of_other_roles())
    return (*found.of_texts(), *of_frames, *links, *found.of_values(), *found.of_deletions())


@dataclass(frozen=True, slots=True)
class _Oversights:
    """Finds what is doubtful; attributes as the arguments of :func:`oversights`."""

    annotation: Annotation
    automatic: Annotation
    words: Words
    start: Annotation

    def of_texts(self) -> Iterator[Oversight]:
        """Yield the oversight that one text alone has no frame."""
        frames = {side: len(frames_of(self.annotation, side)) for side in SIDES}
        if frames["reference"] and not frames["hypothesis"]:
            yield Oversight("hypothesis", None, "the translation has no frame: all of the reference is missed")
        if frames["hypothesis"] and not frames["reference"]:
            yield Oversight("reference", None, "the reference has no frame: the translation is not scored")

    def of_frame(self, side: Side, place: int, frame: Frame) -> Iterator[Oversight]:
        """Yield the oversights about one frame: no filler, several agents or patients, or a lost one."""
        if not frame.fillers:
            yield Oversight(side, (place, None), f"{self._quoted(side, frame.predicate)} has no filler")
            return
        deleted = {one.role for where, at, one, _ in self._deleted() if (where, at) == (side, place)}
        for role in ONCE:
            numbers = [number for number, filler in enumerate(frame.fillers) if filler.role is role]
            if len(numbers) > 1:
                fillers = " and ".join(self._quoted(side, *frame.fillers[number].spans) for number in numbers)
                text = f"{self._quoted(side, frame.predicate)} has {len(numbers)} {role}s, {fillers}"
                yield Oversight(side, (place, numbers[1]), text)
            elif not numbers and role not in deleted and (lost := self._lost(side, place, role)):
                text = f"{self._quoted(side, frame.predicate)} has no {role}; {lost}"
                yield Oversight(side, (place, None), text)

    def _lost(self, side: Side, place: int, role: Role) -> str:
        """Return where a role of a frame was lost: in the automatic frame, or in the linked one; empty if nowhere."""
        frame, other = frames_of(self.annotation, side)[place], other_side(side)
        taken = frame.tokens
        for automatic in frames_of(self.automatic, side):
            for filler in automatic.fillers if overlap(automatic.predicate, frame.predicate) else ():
                if filler.role is role and taken.isdisjoint(filler.tokens):
                    return f"the automatic frame has {self._quoted(side, *filler.spans)}"
        linked = linked_frame(self.annotation, side, place)
        if linked is None:
            return ""
        free = {word.casefold() for place, word in enumerate(self.words[side]) if place not in taken}
        for filler in frames_of(self.annotation, other)[linked].fillers:
            forms = [self.words[other][token].casefold() for token in filler.tokens]
            if filler.role is role and sum(form in free for form in forms) >= FOUND * len(forms):
                return f"the linked frame has {self._quoted(other, *filler.spans)}"
        return ""

    def of_fillers(self) -> Iterator[Oversight]:
        """Yield the similar fillers of one role in linked frames of which neither is linked."""
        for hyp, _ in self.annotation.alignment.frames:
            for number, filler in enumerate(self.annotation.hypothesis[hyp].fillers):
                is_linked = partner_of(self.annotation, "hypothesis", (hyp, number)) is not None
                same = None if is_linked else counterpart(self.annotation, "hypothesis", (hyp, number), self.words)
                if same is None or same[2] is None:
                    continue
                other = span_of(self.annotation, "reference", same[0])
                both = self._quoted("hypothesis", *filler.spans), self._quoted("reference", other)
                yield Oversight("hypothesis", (hyp, number), f"the {filler.role}s {' and '.join(both)} are not linked")

    def of_inactive_links(self) -> Iterator[Oversight]:
        """Yield the links that are dropped when the annotation is done."""
        for part, (predicate, filler) in self.annotation.inactive:
            own = self._quoted("hypothesis", *spans_of(self.annotation, "hypothesis", part))
            other = self._quoted("reference", filler or predicate)
            yield Oversight("hypothesis", part, f"the inactive link of {own} with {other} will be dropped")

    def of_exchanged_roles(self) -> Iterator[Oversight]:
        """Yield the first of two fillers of the hypothesis that have each other's place in the reference."""
        for hyp, frame in enumerate(self.annotation.hypothesis):
            for number, own in enumerate(frame.fillers):
                found = exchanged(self.annotation, "hypothesis", (hyp, number), self.words)
                if found is None or found[0] < (hyp, number):
                    continue
                predicates = frame.predicate, self.annotation.reference[found[1][0]].predicate
                quoted = (self._quoted(side, predicate) for side, predicate in zip(SIDES, predicates, strict=True))
                of, of_other = ("", "") if found[0][0] == hyp else (f" of {one}" for one in quoted)
                here = f"{self._quoted('hypothesis', *own.spans)} is the {own.role}{of}"
                there = filler_at(self.annotation, "reference", found[1]).role
                text = f"{here}, in the reference the {there}{of_other}, and the other way round"
                yield Oversight("hypothesis", (hyp, number), text, always=True)

    def of_other_roles(self) -> Iterator[Oversight]:
        """Yield the fillers with another role in the linked frame, except those that exchanged their places.

        They have no links, or links from the start, for which the role was then changed in one text alone.
        """
        for hyp, ref in self.annotation.alignment.frames:
            found = (*in_other_role(self.annotation, hyp, self.words), *self._changed_roles(hyp, ref))
            for number, place in found:
                if exchanged(self.annotation, "hypothesis", (hyp, number), self.words) is not None:
                    continue
                own = filler_at(self.annotation, "hypothesis", (hyp, number))
                other = filler_at(self.annotation, "reference", place)
                words = self._quoted("hypothesis", *own.spans), self._quoted("reference", *other.spans)
                text = f"{words[0]} is the {own.role}, {words[1]} of the reference the {other.role}"
                yield Oversight("hypothesis", (hyp, number), f"{text}: they do not count as matched")

    def _changed_roles(self, hyp: int, ref: int) -> Iterator[tuple[int, FillerPlace]]:
        """Yield the fillers of linked frames that the start links in one role; values as :func:`in_other_role`."""
        proposed = [
            [filler_at(self.start, side, end) for side, end in zip(SIDES, ends, strict=True)]
            for ends in self.start.alignment.fillers
        ]
        for ends in self.annotation.alignment.fillers:
            own, other = (filler_at(self.annotation, side, end) for side, end in zip(SIDES, ends, strict=True))
            if own.role is not other.role and (ends[0][0], ends[1][0]) == (hyp, ref):
                pairs = (one for one, two in proposed if one.role is two.role and two.overlaps(other.spans))
                if any(one.overlaps(own.spans) for one in pairs):
                    yield ends[0][1], ends[1]

    def of_values(self) -> Iterator[Oversight]:
        """Yield the fillers that are linked as correct although each has a number or date that the other lacks."""
        for ends, kind in self.annotation.alignment.fillers.items():
            fillers = [(side, filler_at(self.annotation, side, end)) for side, end in zip(SIDES, ends, strict=True)]
            hyp, ref = (plain_words([self.words[side][token] for token in filler.tokens]) for side, filler in fillers)
            if kind is LinkKind.CORRECT and has_other_values(hyp, ref) and has_other_values(ref, hyp):
                one, other = (self._quoted(side, *filler.spans) for side, filler in fillers)
                text = f"{one} is linked as correct with {other}, which has other numbers or dates"
                yield Oversight("hypothesis", ends[0], text)

    def of_deletions(self) -> Iterator[Oversight]:
        """Yield that all frames were deleted, or a filler of one text whose linked filler stays."""
        if not (self.annotation.hypothesis or self.annotation.reference) and self.start.hypothesis:
            yield Oversight("hypothesis", None, "all frames were deleted", always=True)
        for side, place, deleted, stays in self._deleted():
            words = self._quoted(side, *deleted.spans), self._quoted(other_side(side), *stays.spans)
            text = f"{words[0]} is no filler now, but {words[1]} of the other text is"
            yield Oversight(side, (place, None), text, always=True)

    def _deleted(self) -> Iterator[tuple[Side, int, Filler, Filler]]:
        """Yield text and frame of a filler that was deleted, with it and its linked filler, which stays."""
        for ends in self.start.alignment.fillers:
            fillers = {side: filler_at(self.start, side, end) for side, end in zip(SIDES, ends, strict=True)}
            places = {side: self._frame_of(side, end[0]) for side, end in zip(SIDES, ends, strict=True)}
            frames = {side: place for side, place in places.items() if place is not None}
            gone = [side for side, place in frames.items() if not self._has(side, place, fillers[side])]
            if len(frames) == len(SIDES) and len(gone) == 1:
                (side,) = gone
                yield side, frames[side], fillers[side], fillers[other_side(side)]

    def _frame_of(self, side: Side, place: int) -> int | None:
        """Return the place of the frame whose predicate is that of a frame of the start; None if it was deleted."""
        predicate = frames_of(self.start, side)[place].predicate
        frames = enumerate(frames_of(self.annotation, side))
        return next((place for place, frame in frames if overlap(frame.predicate, predicate)), None)

    def _has(self, side: Side, place: int, filler: Filler) -> bool:
        """Whether a frame has words of a filler, or is the automatic one, which was taken in place of a suggestion."""
        frame = frames_of(self.annotation, side)[place]
        return frame in frames_of(self.automatic, side) or any(own.overlaps(filler.spans) for own in frame.fillers)

    def _quoted(self, side: Side, *spans: Span) -> str:
        return f"“{shortened(phrase(self.words[side], spans), LONGEST)}”"
