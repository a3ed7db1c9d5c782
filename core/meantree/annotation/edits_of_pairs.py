"""Edits of linked parts of both texts, and of fillers of two frames."""

from __future__ import annotations

from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import blocks, frames_of, partner_of
from meantree.analysis.frames import FillerPlace, Part, Role, Span
from meantree.annotation.edits import EditRefused, add_filler, delete_filler, delete_frame, link, other_side, relabel
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side


@dataclass(frozen=True, slots=True)
class Copied:
    """An annotation with a copied filler, and the 0-based place of the frame that it was copied into."""

    annotation: Annotation
    frame: int


def delete_pair(annotation: Annotation, side: Side, part: Part) -> Annotation:
    """Delete a predicate or filler together with its linked partner; raise EditRefused if it is not linked."""
    partner = _partner(annotation, side, part)
    return _without(_without(annotation, side, part), other_side(side), partner)


def relabel_pair(annotation: Annotation, side: Side, part: Part, role: Role) -> Annotation:
    """Change the role of a filler and of its linked partner.

    Raises:
        EditRefused: if the part is a predicate, or is not linked.
    """
    if part[1] is None:
        raise EditRefused("a predicate has no role; put the cursor on a filler to relabel it in both texts")
    partner = _partner(annotation, side, part)
    changed = relabel(annotation, side, (part[0], part[1]), role)
    return changed if partner[1] is None else relabel(changed, other_side(side), (partner[0], partner[1]), role)


def copy_filler(annotation: Annotation, side: Side, part: Part, step: int) -> Copied:
    """Copy a filler into the next frame of its text (previous, if ``step`` is -1) that has room for it.

    After the last frame comes the first. If both frames are linked and the filler has a partner, the partner is copied
    into the linked frame, too, and the copies are linked, if there is room.

    Raises:
        EditRefused: if the part is a predicate, or no other frame has room for the filler.
    """
    if part[1] is None:
        raise EditRefused("this is a predicate; put the cursor on a filler to copy it into another frame")
    filler = replace(frames_of(annotation, side)[part[0]].fillers[part[1]], probability=None)
    for frame in _other_frames(annotation, side, part[0], step):
        try:
            changed = add_filler(annotation, side, frame, filler)
        except EditRefused:
            continue
        return Copied(_with_partner(changed, side, (part[0], part[1]), (frame, filler.span)), frame)
    raise EditRefused("no other frame of this text can take this filler: its words are already used there")


def _other_frames(annotation: Annotation, side: Side, frame: int, step: int) -> list[int]:
    """Return the places of the other frames as they are listed, from the next one on, or backwards."""
    listed = [block.place(side) for block in blocks(annotation)]
    places = [place for place in listed if place is not None]
    start = places.index(frame)
    others = [*places[start + 1 :], *places[:start]]
    return others if step > 0 else others[::-1]


def _with_partner(annotation: Annotation, side: Side, part: FillerPlace, copy: tuple[int, Span]) -> Annotation:
    """Copy and link the partner as well if the frames are linked and there is room."""
    frame, span = copy
    partner_link = partner_of(annotation, side, part)
    frame_link = partner_of(annotation, side, (frame, None))
    if partner_link is None or frame_link is None:
        return annotation
    (their_frame, their_number), kind = partner_link
    their_target, other = frame_link[0][0], other_side(side)
    if their_number is None:
        return annotation
    their_filler = frames_of(annotation, other)[their_frame].fillers[their_number]
    changed = annotation
    if their_filler not in frames_of(annotation, other)[their_target].fillers:
        try:
            changed = add_filler(annotation, other, their_target, their_filler)
        except EditRefused:
            return annotation
    copied: Part = frame, _filler_at(changed, side, frame, span)
    partner: Part = their_target, _filler_at(changed, other, their_target, their_filler.span)
    if partner_of(changed, other, partner) is not None:
        return annotation
    ends = (copied, partner) if side == "hypothesis" else (partner, copied)
    return link(changed, *ends, kind)


def _filler_at(annotation: Annotation, side: Side, frame: int, span: Span) -> int:
    return [filler.span for filler in frames_of(annotation, side)[frame].fillers].index(span)


def _partner(annotation: Annotation, side: Side, part: Part) -> Part:
    partner = partner_of(annotation, side, part)
    if partner is None:
        words = "predicate" if part[1] is None else "filler"
        raise EditRefused(f"this {words} is not linked with the other text; link it first")
    return partner[0]


def _without(annotation: Annotation, side: Side, part: Part) -> Annotation:
    frame, number = part
    if number is None:
        return delete_frame(annotation, side, frame)
    return delete_filler(annotation, side, (frame, number))
