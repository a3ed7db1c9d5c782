"""Two annotators of one translation: where they differ, and taking what the other has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import frames_of, links, partner_of, span_of
from meantree.analysis.frames import Filler, Frame, LinkKind, Span
from meantree.corpus.corpus import SIDES, Side
from meantree.project import edits
from meantree.project.annotation import Annotation, Place, Predicate, State
from meantree.project.edits import other_side
from meantree.project.reference_frames import with_review_state

FrameView = tuple[tuple[Filler, ...], Span | None, LinkKind | None, frozenset[tuple[Span, Span, LinkKind]]]
"""Fillers in the order of the text, the predicate it is linked with and how, and the spans of linked fillers."""


@dataclass(frozen=True, slots=True)
class Contested:
    """A predicate on which the annotators disagree; :mod:`meantree.project.annotation_differences` says how, in words.

    Attributes:
        side: of the text that it stands in.
        predicate: its tokens.
        views: by annotator, the fillers, the link, and the links of the fillers; None where somebody has no such frame.
            Links are decided at the translation's end: of a predicate of the reference, views have the fillers alone.
    """

    side: Side
    predicate: Span
    views: Mapping[str, FrameView | None]

    @property
    def place(self) -> Predicate:
        """Its side and tokens."""
        return self.side, self.predicate

    def whose(self, gold: Annotation) -> tuple[str, ...]:
        """The annotators who say of it what the gold standard says now; none where that is edited."""
        now = _stance(gold, self.side, self.predicate)
        return tuple(name for name, view in self.views.items() if view == now)


def frame_at(annotation: Annotation, side: Side, predicate: Span) -> int | None:
    """The place of the frame with that predicate, None if there is none."""
    frames = frames_of(annotation, side)
    return next((place for place, frame in enumerate(frames) if frame.predicate == predicate), None)


def frame_view(annotation: Annotation, side: Side, predicate: Span) -> FrameView | None:
    """What an annotation says of a predicate; None if it has no such frame.

    Links to fillers of frames that it is not linked with count for nothing, and are left out.
    """
    place = frame_at(annotation, side, predicate)
    if place is None:
        return None
    frame, other = frames_of(annotation, side)[place], other_side(side)
    found = partner_of(annotation, side, (place, None))
    fillers = frozenset(
        (span_of(annotation, side, one), span_of(annotation, other, two), kind)
        for one, two, kind in links(annotation, side)
        if one[0] == place and one[1] is not None and found is not None and two[0] == found[0][0]
    )
    partner = None if found is None else span_of(annotation, other, found[0])
    return tuple(sorted(frame.fillers)), partner, None if found is None else found[1], fillers


def differs(one: Annotation, two: Annotation, side: Side, predicate: Span) -> bool:
    """Whether two people say different things of a predicate: its fillers, its link, the links of its fillers."""
    return frame_view(one, side, predicate) != frame_view(two, side, predicate)


def take_frame(mine: Annotation, theirs: Annotation, side: Side, predicate: Span) -> Annotation:
    """What the other says of a predicate, in place of one's own: the frame, its partner, and the links between them.

    Where the other has no such frame, one's own goes.
    """
    their_place, my_place = frame_at(theirs, side, predicate), frame_at(mine, side, predicate)
    if their_place is None:
        return mine if my_place is None else edits.delete_frame(mine, side, my_place)
    found = partner_of(theirs, side, (their_place, None))
    taken, here = _with_frame(mine, side, frames_of(theirs, side)[their_place])
    taken = edits.unlink(taken, side, (here, None))
    if found is None:
        return taken
    (partner, _), kind = found
    other = other_side(side)
    taken, there = _with_frame(taken, other, frames_of(theirs, other)[partner])
    ends = (here, there) if side == "hypothesis" else (there, here)
    taken = edits.link(taken, (ends[0], None), (ends[1], None), kind)
    places = (their_place, partner) if side == "hypothesis" else (partner, their_place)
    for (one, two), how in theirs.alignment.fillers.items():
        if (one[0], two[0]) == places:
            filler, partner_filler = theirs.hypothesis[one[0]].fillers[one[1]], theirs.reference[two[0]].fillers[two[1]]
            taken = edits.link(
                taken,
                (ends[0], taken.hypothesis[ends[0]].fillers.index(filler)),
                (ends[1], taken.reference[ends[1]].fillers.index(partner_filler)),
                how,
            )
    return taken


def take_all(mine: Annotation, theirs: Annotation) -> Annotation:
    """All frames and links of the other; state and remarks stay one's own, as far as their parts are still there."""
    own = mine.finalized_by, mine.rejected
    kept = replace(
        theirs, state=mine.state, comment=mine.comment, part_comments={}, finalized_by=own[0], rejected=own[1]
    )
    kept = with_review_state(replace(kept, inactive={}, own_reference=mine.own_reference))
    said = {
        now: text for place, text in mine.part_comments.items() if (now := _same_part(mine, place, kept)) is not None
    }
    return replace(kept, part_comments=said)


def contested(work: Mapping[str, Annotation]) -> tuple[Contested, ...]:
    """The predicates that are to be decided, in the order of the texts, those of the translation first.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    found = []
    for side in SIDES:
        predicates = sorted({frame.predicate for one in work.values() for frame in frames_of(one, side)})
        for predicate in predicates:
            views = {name: _stance(one, side, predicate) for name, one in work.items()}
            if any(view != next(iter(views.values())) for view in views.values()):
                found.append(Contested(side, predicate, views))
    return tuple(found)


def overruled(work: Mapping[str, Annotation], gold: Annotation) -> tuple[Contested, ...]:
    """The predicates of which all annotators say the same, and the gold standard something else.

    A frame that is linked with one which is still to be decided has no link until then, and is not among them.

    Args:
        work: annotations of one translation beside one reference, by annotator.
        gold: the adjudicated annotation.
    """
    disputed = {one.place for one in contested(work)}
    found = []
    for side in SIDES:
        predicates = {frame.predicate for one in (gold, *work.values()) for frame in frames_of(one, side)}
        for predicate in sorted(predicates - {span for where, span in disputed if where == side}):
            views = {name: _stance(one, side, predicate) for name, one in work.items()}
            common = next(iter(views.values()), None)
            partner = None if common is None or common[1] is None else (other_side(side), common[1])
            if common is not None and partner in disputed and frame_at(gold, *partner) is None:
                common = common[0], None, None, frozenset()
            if _stance(gold, side, predicate) != common:
                found.append(Contested(side, predicate, views))
    return tuple(found)


def agreed_frames(work: Mapping[str, Annotation]) -> Annotation:
    """The frames of which all annotators say the same, with their links; open, and without remarks."""
    first = next(iter(work.values()), Annotation())
    common = replace(first, state=State.OPEN, comment="", part_comments={}, finalized_by="", rejected=frozenset())
    for one in contested(work):
        place = frame_at(common, one.side, one.predicate)
        if place is not None:
            common = edits.delete_frame(common, one.side, place)
    return common


def _with_frame(annotation: Annotation, side: Side, frame: Frame) -> tuple[Annotation, int]:
    """With that frame, instead of the one with the same predicate if there is one; and its place.

    An equal frame stays with the sense that it has: where it is the reference's, a settled translation may share it.
    """
    place = frame_at(annotation, side, frame.predicate)
    if place is None:
        annotation = edits.add_frame(annotation, side, frame.predicate)
        place = len(frames_of(annotation, side)) - 1
    before = frames_of(annotation, side)[place]
    if before == frame:
        return annotation, place
    while frames_of(annotation, side)[place].fillers:
        annotation = edits.delete_filler(annotation, side, (place, 0))
    for filler in frame.fillers:
        annotation = edits.add_filler(annotation, side, place, filler)
    frames = frames_of(annotation, side)
    taken = replace(frames[place], roleset=frame.roleset or before.roleset)
    return edits.with_frames(annotation, side, (*frames[:place], taken, *frames[place + 1 :])), place


def _same_part(one: Annotation, place: Place, two: Annotation) -> Place | None:
    """Where the part over the same words is in another annotation, None if there is none."""
    side, (frame, number) = place
    found = frame_at(two, side, frames_of(one, side)[frame].predicate)
    if found is None or number is None:
        return None if found is None else (side, (found, None))
    span = span_of(one, side, (frame, number))
    fillers = frames_of(two, side)[found].fillers
    return next(((side, (found, there)) for there, filler in enumerate(fillers) if filler.span == span), None)


def _stance(annotation: Annotation, side: Side, predicate: Span) -> FrameView | None:
    """What an annotation says of a predicate, as far as it is decided there; None if it has no such frame."""
    view = frame_view(annotation, side, predicate)
    return view if view is None or side == "hypothesis" else (view[0], None, None, frozenset())
