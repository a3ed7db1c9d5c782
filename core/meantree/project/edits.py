"""What an annotator does to an annotation: each edit gives another annotation, or says why it cannot be."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import blocks, frames_of, links, partner_of, span_of
from meantree.analysis.frames import Filler, FillerPlace, Frame, FrameAlignment, LinkKind, Part, Role, Span, overlap
from meantree.corpus.corpus import Side
from meantree.errors import UsageError
from meantree.project.annotation import Annotation, Place, State


class EditRefused(UsageError):
    """An edit that would spoil an annotation; the text says why."""


@dataclass(frozen=True, slots=True)
class Copied:
    """An annotation with a copied filler: in which frame of its text it is now, by the frame's place."""

    annotation: Annotation
    frame: int


def reopens(before: Annotation, after: Annotation) -> bool:
    """Whether an edit shows that there is something to annotate after all, though the state says otherwise."""
    if after.state is State.NOTHING:  # the reference may have frames that other translations share
        return bool(after.hypothesis or (after.reference and after.reference != before.reference))
    frames = (after.hypothesis, after.reference, after.alignment)
    cannot = before.state is after.state is State.CANNOT
    return cannot and frames != (before.hypothesis, before.reference, before.alignment)


def other_side(side: Side) -> Side:
    """The reference beside a hypothesis, and the other way round."""
    return "reference" if side == "hypothesis" else "hypothesis"


# Frames


def with_frames(annotation: Annotation, side: Side, frames: tuple[Frame, ...]) -> Annotation:
    """Return an annotation with these frames on one side; links stay on the places that they have."""
    return replace(annotation, hypothesis=frames) if side == "hypothesis" else replace(annotation, reference=frames)


def add_frame(annotation: Annotation, side: Side, predicate: Span) -> Annotation:
    """A new frame without fillers, after the others.

    Raises:
        EditRefused: if a frame has that predicate already.
    """
    _require_other_predicate(annotation, side, predicate)
    return with_frames(annotation, side, (*frames_of(annotation, side), Frame(predicate)))


def delete_frame(annotation: Annotation, side: Side, place: int) -> Annotation:
    """Without a frame and its links."""
    frames = frames_of(annotation, side)
    kept = [number for number in range(len(frames)) if number != place]
    moved = {number: new for new, number in enumerate(kept)}
    without = with_frames(annotation, side, tuple(frames[number] for number in kept))

    def placed(part: Part) -> Part | None:
        return (moved[part[0]], part[1]) if part[0] in moved else None

    return _relinked(without, annotation, side, placed)


# Fillers


def add_filler(annotation: Annotation, side: Side, place: int, filler: Filler) -> Annotation:
    """A frame with one filler more.

    Raises:
        EditRefused: if it overlaps another filler of the frame, or its predicate.
    """
    fillers = frames_of(annotation, side)[place].fillers
    _require_beside_predicate(frames_of(annotation, side)[place].predicate, filler.span)
    return _with_fillers(annotation, side, place, dict(enumerate(fillers)) | {-1: filler})


def relabel(annotation: Annotation, side: Side, part: tuple[int, int], role: Role) -> Annotation:
    """A filler in another role; its links stay. One that has the role already is left as it is."""
    fillers = dict(enumerate(frames_of(annotation, side)[part[0]].fillers))
    if fillers[part[1]].role is role:
        return annotation
    fillers[part[1]] = replace(fillers[part[1]], role=role, label="")
    return _with_fillers(annotation, side, part[0], fillers)


def delete_filler(annotation: Annotation, side: Side, part: tuple[int, int]) -> Annotation:
    """Without a filler and its links."""
    fillers = dict(enumerate(frames_of(annotation, side)[part[0]].fillers))
    del fillers[part[1]]
    return _with_fillers(annotation, side, part[0], fillers)


def set_span(annotation: Annotation, side: Side, part: Part, span: Span, words: int) -> Annotation:
    """A predicate or filler over other tokens of a text of ``words`` tokens; over its own it is left as it is.

    Raises:
        EditRefused: if nothing would be left, or it would leave the text or overlap another filler.
    """
    if not 0 <= span[0] < span[1] <= words:
        raise EditRefused("the text ends here" if span[0] < span[1] else "it has only this token; delete it instead")
    if span == span_of(annotation, side, part):
        return annotation
    place, number = part
    frames = frames_of(annotation, side)
    if number is None:
        _require_other_predicate(annotation, side, span)
        changed = replace(frames[place], predicate=span, roleset="")
        return with_frames(annotation, side, (*frames[:place], changed, *frames[place + 1 :]))
    fillers = dict(enumerate(frames[place].fillers))
    _require_beside_predicate(frames[place].predicate, span)
    fillers[number] = replace(fillers[number], span=span)
    return _with_fillers(annotation, side, place, fillers)


# Links


def link(annotation: Annotation, one: Part, two: Part, kind: LinkKind) -> Annotation:
    """Link a part of the hypothesis with one of the reference, in place of the links that either had.

    Fillers bring their frames together if neither frame has a partner. Where the two are linked already, their link
    becomes one of this kind at most, and all others stay.

    Raises:
        EditRefused: if a predicate is linked with a filler, or fillers of frames that are linked with others.
    """
    if (one[1] is None) != (two[1] is None):
        raise EditRefused("a predicate is linked with a predicate, a filler with a filler")
    partner = partner_of(annotation, "hypothesis", one)
    if partner is not None and partner[0] == two:
        return _linked(annotation, one, two, kind)
    frames = annotation.alignment.frames
    if one[1] is not None and (one[0], two[0]) not in frames:
        if any(pair[0] == one[0] or pair[1] == two[0] for pair in frames):
            raise EditRefused("their frames are linked with others; link the frames first")
        annotation = link(annotation, (one[0], None), (two[0], None), LinkKind.CORRECT)
    return _linked(_freed(annotation, one, two), one, two, kind)


def _linked(annotation: Annotation, one: Part, two: Part, kind: LinkKind) -> Annotation:
    alignment = annotation.alignment
    if one[1] is None or two[1] is None:
        alignment = replace(alignment, frames={**alignment.frames, (one[0], two[0]): kind})
    else:
        alignment = replace(alignment, fillers={**alignment.fillers, ((one[0], one[1]), (two[0], two[1])): kind})
    return replace(annotation, alignment=alignment)


def _freed(annotation: Annotation, one: Part, two: Part) -> Annotation:
    """Without the links that a part of the hypothesis, inactive ones too, and one of the reference have."""
    inactive = {link: kind for link, kind in annotation.inactive.items() if link[0] != one}
    return unlink(unlink(replace(annotation, inactive=inactive), "hypothesis", one), "reference", two)


def unlink(annotation: Annotation, side: Side, part: Part) -> Annotation:
    """Without the link of a part; frames that part take the links of their fillers with them."""
    turned, alignment = side == "reference", annotation.alignment
    place, number = part
    if number is not None:
        fillers = {pair: kind for pair, kind in alignment.fillers.items() if pair[turned] != part}
        return replace(annotation, alignment=replace(alignment, fillers=fillers))
    gone = [pair for pair in alignment.frames if pair[turned] == place]
    frames = {pair: kind for pair, kind in alignment.frames.items() if pair not in gone}
    fillers = {ends: kind for ends, kind in alignment.fillers.items() if (ends[0][0], ends[1][0]) not in gone}
    return replace(annotation, alignment=FrameAlignment(frames, fillers))


# Comments


def set_comment(annotation: Annotation, side: Side, part: Part, text: str) -> Annotation:
    """Say something of a frame or filler, in place of what was said of it; an empty text takes that away."""
    others = {place: said for place, said in annotation.part_comments.items() if place != (side, part)}
    return replace(annotation, part_comments={**others, (side, part): text} if text.strip() else others)


# Linked parts of both texts, and fillers of two frames


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
    changed = relabel(annotation, side, (part[0], part[1]), role)
    return changed if partner[1] is None else relabel(changed, other_side(side), (partner[0], partner[1]), role)


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
            changed = add_filler(annotation, side, frame, filler)
        except EditRefused:
            continue
        return Copied(_with_partner(changed, side, (part[0], part[1]), (frame, filler.span)), frame)
    raise EditRefused("no other frame of this text has room for this filler: its words are in use there")


# Helpers


def _require_other_predicate(annotation: Annotation, side: Side, predicate: Span) -> None:
    if any(frame.predicate == predicate for frame in frames_of(annotation, side)):
        raise EditRefused("there is a frame with this predicate already")


def _require_beside_predicate(predicate: Span, span: Span) -> None:
    if overlap(span, predicate):
        raise EditRefused("these words hold the predicate; a role needs other words")


def _with_fillers(annotation: Annotation, side: Side, place: int, fillers: Mapping[int, Filler]) -> Annotation:
    """Give a frame other fillers, by the places that they had before; links follow them."""
    ordered = sorted(fillers.items(), key=lambda item: item[1])
    for (_, one), (_, two) in itertools.pairwise(ordered):
        if two.span[0] < one.span[1]:
            raise EditRefused(f"fillers of one frame do not overlap: {one.role} and {two.role} would")
    frames = frames_of(annotation, side)
    changed = replace(frames[place], fillers=tuple(filler for _, filler in ordered))
    moved = {old: new for new, (old, _) in enumerate(ordered)}

    def placed(part: Part) -> Part | None:
        if part[0] != place or part[1] is None:
            return part
        return (place, moved[part[1]]) if part[1] in moved else None

    return _relinked(
        with_frames(annotation, side, (*frames[:place], changed, *frames[place + 1 :])), annotation, side, placed
    )


def _relinked(changed: Annotation, before: Annotation, side: Side, placed: Callable[[Part], Part | None]) -> Annotation:
    """Links and remarks of ``before`` where the parts of one side are now; without those of lost parts.

    Inactive links stay with the parts of the hypothesis.
    """
    frames: dict[tuple[int, int], LinkKind] = {}
    fillers: dict[tuple[tuple[int, int], tuple[int, int]], LinkKind] = {}
    for old, two, kind in links(before, side):
        one = placed(old)
        if one is None:
            continue
        mine, theirs = (one, two) if side == "hypothesis" else (two, one)
        if mine[1] is None or theirs[1] is None:
            frames[mine[0], theirs[0]] = kind
        else:
            fillers[(mine[0], mine[1]), (theirs[0], theirs[1])] = kind
    remarks: dict[Place, str] = {}
    for (of, old), said in before.part_comments.items():
        now = placed(old) if of == side else old
        if now is not None:
            remarks[of, now] = said
    inactive = before.inactive
    if side == "hypothesis":
        moved = ((placed(part), other, kind) for (part, other), kind in inactive.items())
        inactive = {(part, other): kind for part, other, kind in moved if part is not None}
    return replace(changed, alignment=FrameAlignment(frames, fillers), part_comments=remarks, inactive=inactive)


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
            changed = add_filler(annotation, other, there, theirs)
        except EditRefused:
            return annotation
    mine: Part = frame, _filler_at(changed, side, frame, span)
    partner: Part = there, _filler_at(changed, other, there, theirs.span)
    if partner_of(changed, other, partner) is not None:
        return annotation
    ends = (mine, partner) if side == "hypothesis" else (partner, mine)
    return link(changed, *ends, kind)


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
        return delete_frame(annotation, side, frame)
    return delete_filler(annotation, side, (frame, number))
