"""Edits that reach more than one frame: linked parts of both texts at once, and a filler that two frames share."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.alignment.linked_frames import blocks, frames_of, partner_of
from meantree.analysis.frames import FillerPlace, Part, Role, Span
from meantree.corpus.corpus import Side
from meantree.project import edits
from meantree.project.adjudication import other_side
from meantree.project.annotation import Annotation
from meantree.project.edits import EditRefused


@dataclass(frozen=True, slots=True)
class Copied:
    """An annotation with a copied filler: in which frame of its text it is now, by the frame's place."""

    annotation: Annotation
    frame: int


def delete_pair(annotation: Annotation, side: Side, part: Part) -> Annotation:
    """Without a predicate or filler, and without the one that it is linked with.

    Raises:
        EditRefused: if it is not linked.
    """
    partner = _partner(annotation, side, part)
    return _without(_without(annotation, side, part), other_side(side), partner)


def relabel_pair(annotation: Annotation, side: Side, part: Part, role: Role) -> Annotation:
    """A filler and the one that it is linked with in another role.

    Raises:
        EditRefused: if the part is a predicate, or is not linked.
    """
    if part[1] is None:
        raise EditRefused("a predicate has no role; put the cursor on a filler to relabel it in both texts")
    partner = _partner(annotation, side, part)
    changed = edits.relabel(annotation, side, (part[0], part[1]), role)
    return changed if partner[1] is None else edits.relabel(changed, other_side(side), (partner[0], partner[1]), role)


def copy_filler(annotation: Annotation, side: Side, part: Part, step: int) -> Copied:
    """The filler in the next frame of its text too (in the one before, for -1) that has room for it.

    After the last frame comes the first. Where both frames are linked and the filler has a partner, the frame on the
    other side gets the partner and the two copies are linked, if there is room for that.

    Raises:
        EditRefused: if the part is a predicate, or no other frame has room for it.
    """
    if part[1] is None:
        raise EditRefused("this is the predicate; put the cursor on a filler to copy it into another frame")
    filler = frames_of(annotation, side)[part[0]].fillers[part[1]]
    for frame in _other_frames(annotation, side, part[0], step):
        try:
            changed = edits.add_filler(annotation, side, frame, filler)
        except EditRefused:
            continue
        return Copied(_with_partner(changed, side, (part[0], part[1]), (frame, filler.span)), frame)
    raise EditRefused("no other frame of this text has room for this filler: its words are in use there")


def _other_frames(annotation: Annotation, side: Side, here: int, step: int) -> list[int]:
    """The other frames of a text as they are listed, from the next one on, or from the one before on."""
    listed = [block.place(side) for block in blocks(annotation)]
    places = [place for place in listed if place is not None]
    start = places.index(here)
    around = [*places[start + 1 :], *places[:start]]
    return around if step > 0 else around[::-1]


def _with_partner(annotation: Annotation, side: Side, part: FillerPlace, copy: tuple[int, Span]) -> Annotation:
    """With the partner copied as well and linked, where the frames are linked and there is room."""
    frame, span = copy
    found = partner_of(annotation, side, part)
    linked = partner_of(annotation, side, (frame, None))
    if found is None or linked is None:
        return annotation
    (their_frame, their_number), kind = found
    there, other = linked[0][0], other_side(side)
    if their_number is None:
        return annotation
    theirs = frames_of(annotation, other)[their_frame].fillers[their_number]
    changed = annotation
    if theirs not in frames_of(annotation, other)[there].fillers:
        try:
            changed = edits.add_filler(annotation, other, there, theirs)
        except EditRefused:
            return annotation
    mine: Part = frame, _filler_at(changed, side, frame, span)
    partner: Part = there, _filler_at(changed, other, there, theirs.span)
    if partner_of(changed, other, partner) is not None:
        return annotation
    ends = (mine, partner) if side == "hypothesis" else (partner, mine)
    return edits.link(changed, *ends, kind)


def _filler_at(annotation: Annotation, side: Side, frame: int, span: Span) -> int:
    return [filler.span for filler in frames_of(annotation, side)[frame].fillers].index(span)


def _partner(annotation: Annotation, side: Side, part: Part) -> Part:
    found = partner_of(annotation, side, part)
    if found is None:
        words = "predicate" if part[1] is None else "filler"
        raise EditRefused(f"this {words} is not linked with the other text; link it first")
    return found[0]


def _without(annotation: Annotation, side: Side, part: Part) -> Annotation:
    frame, number = part
    if number is None:
        return edits.delete_frame(annotation, side, frame)
    return edits.delete_filler(annotation, side, (frame, number))
