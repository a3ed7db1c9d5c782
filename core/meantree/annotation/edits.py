"""Edits of an annotation: each returns a new annotation, or raises :class:`EditRefused` with the reason.

The last ones change linked parts of both texts, or copy fillers into other frames.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from meantree.alignment.linked_frames import aligned, blocks, frames_of, links, partner_of, span_of
from meantree.analysis.frames import Filler, FillerPlace, Frame, FrameAlignment, LinkKind, Part, Role, Span
from meantree.annotation.frame_annotation import COMMENT_SEPARATOR, Annotation, Place, State
from meantree.corpus.corpus import Side
from meantree.errors import UsageError

Words = Mapping[Side, Sequence[str]]
"""The tokens of both texts."""


class EditRefused(UsageError):
    """An edit that would make an annotation invalid; the message says why."""


def reopens(before: Annotation, after: Annotation) -> bool:
    """Return whether an edit contradicts the state that nothing can be annotated."""
    if after.state is State.NOTHING:  # the reference may have frames that other translations share
        return bool(after.hypothesis or (after.reference and after.reference != before.reference))
    frames = (after.hypothesis, after.reference, after.alignment)
    cannot = before.state is after.state is State.CANNOT
    return cannot and frames != (before.hypothesis, before.reference, before.alignment)


def other_side(side: Side) -> Side:
    """Return the reference for the hypothesis, and vice versa."""
    return "reference" if side == "hypothesis" else "hypothesis"


# Frames


def with_frames(annotation: Annotation, side: Side, frames: tuple[Frame, ...]) -> Annotation:
    """Return an annotation with these frames on one side; links keep their places."""
    return replace(annotation, hypothesis=frames) if side == "hypothesis" else replace(annotation, reference=frames)


def change_frame(annotation: Annotation, side: Side, place: int, **changes: Any) -> Annotation:
    """Change fields of a frame; links keep their places."""
    frames = list(frames_of(annotation, side))
    frames[place] = replace(frames[place], **changes)
    return with_frames(annotation, side, tuple(frames))


def add_frame(annotation: Annotation, side: Side, predicate: Span) -> Annotation:
    """Add a frame without fillers, after the others; raise EditRefused if a frame already has that predicate."""
    _require_other_predicate(annotation, side, predicate)
    return with_frames(annotation, side, (*frames_of(annotation, side), Frame(predicate)))


def delete_frame(annotation: Annotation, side: Side, place: int) -> Annotation:
    """Delete a frame and its links."""
    remaining = [number for number in range(len(frames_of(annotation, side))) if number != place]
    return keep_frames(annotation, side, remaining)


def keep_frames(annotation: Annotation, side: Side, places: Sequence[int]) -> Annotation:
    """Keep the frames at these places, in this order, with their links and comments; delete the others."""
    frames = frames_of(annotation, side)
    new_places = {number: new for new, number in enumerate(places)}
    changed = with_frames(annotation, side, tuple(frames[number] for number in places))

    def moved_part(part: Part) -> Part | None:
        return (new_places[part[0]], part[1]) if part[0] in new_places else None

    return _relinked(changed, annotation, side, moved_part)


# Fillers


def add_filler(annotation: Annotation, side: Side, place: int, filler: Filler) -> Annotation:
    """Add a filler to a frame; raise EditRefused if it overlaps another filler of the frame, or its predicate."""
    fillers = frames_of(annotation, side)[place].fillers
    _require_beside_predicate(frames_of(annotation, side)[place].predicate, filler)
    return _with_fillers(annotation, side, place, dict(enumerate(fillers)) | {-1: filler})


def relabel(annotation: Annotation, side: Side, part: tuple[int, int], role: Role) -> Annotation:
    """Change the role of a filler; its links stay. A filler that already has the role is no longer improbable."""
    filler = filler_at(annotation, side, part)
    if filler.role is role and filler.probability is None:
        return annotation
    label = filler.label if filler.role is role else ""
    return _replaced(annotation, side, part, replace(filler, role=role, label=label, probability=None))


def delete_filler(annotation: Annotation, side: Side, part: tuple[int, int]) -> Annotation:
    """Delete a filler and its links."""
    return _replaced(annotation, side, part)


def delete_fillers(annotation: Annotation, side: Side, place: int, numbers: Iterable[int]) -> Annotation:
    """Delete several fillers of a frame and their links."""
    for number in sorted(numbers, reverse=True):
        annotation = delete_filler(annotation, side, (place, number))
    return annotation


def set_span(
    annotation: Annotation, side: Side, part: Part, span: Span, words: int, old: Span | None = None
) -> Annotation:
    """Change the span of a predicate or filler in a text of ``words`` tokens; the same span changes nothing.

    Of a filler in several parts, the part at ``old`` changes, by default the first.

    Raises:
        EditRefused: if the span is empty, outside the text, or overlaps another filler.
    """
    if not 0 <= span[0] < span[1] <= words:
        is_outside = span[0] < span[1]
        raise EditRefused("the text ends here" if is_outside else "the span has only this token; delete it instead")
    old = old or span_of(annotation, side, part)
    if span == old:
        return annotation
    place, number = part
    frame = frames_of(annotation, side)[place]
    if number is None:
        _require_other_predicate(annotation, side, span)
        return change_frame(annotation, side, place, predicate=span, roleset="", probability=None)
    own = frame.fillers[number]
    moved = _in_parts(own, [span, *(other for other in own.spans if other != old)])
    _require_beside_predicate(frame.predicate, moved)
    return _replaced(annotation, side, (place, number), moved)


# Fillers in several parts


def add_part(annotation: Annotation, side: Side, part: FillerPlace, span: Span) -> Annotation:
    """Add tokens to a filler as a further part; tokens beside a part extend it.

    Raises:
        EditRefused: if they overlap a filler of the frame, or its predicate.
    """
    filler = filler_at(annotation, side, part)
    longer = _in_parts(filler, [*filler.spans, span])
    _require_beside_predicate(frames_of(annotation, side)[part[0]].predicate, longer)
    return _replaced(annotation, side, part, longer)


def join_fillers(annotation: Annotation, side: Side, part: FillerPlace, number: int) -> Annotation:
    """Make a filler a further part of another filler of its frame, the one at ``number``, whose role and links stay.

    The comments of both become one.
    """
    spans = filler_at(annotation, side, part).spans
    comments = (annotation.part_comments.get((side, place), "") for place in ((part[0], number), part))
    comment = COMMENT_SEPARATOR.join(filter(None, comments))
    target = number - (part[1] < number)
    annotation = delete_filler(annotation, side, part)
    for span in spans:
        annotation = add_part(annotation, side, (part[0], target), span)
        fillers = frames_of(annotation, side)[part[0]].fillers
        target = next(place for place, filler in enumerate(fillers) if filler.overlaps([span]))
    return set_comment(annotation, side, (part[0], target), comment)


def separate_part(annotation: Annotation, side: Side, part: FillerPlace, span: Span) -> Annotation:
    """Make one part of a filler in several parts a filler of its own, with the same role.

    Links stay with the first part, as they do in other translations of the same reference.
    """
    spans = filler_at(annotation, side, part).spans
    others = [other for other in spans if other != span]
    return divided(annotation, side, part, *(([span], others) if span == spans[0] else (others, [span])))


def divided(
    annotation: Annotation, side: Side, part: FillerPlace, kept: Sequence[Span], separate: Sequence[Span]
) -> Annotation:
    """Divide a filler in two of its role, given the spans of each; the first keeps its links and comments."""
    filler = filler_at(annotation, side, part)
    new = _in_parts(Filler(separate[0], filler.role), separate)
    return _replaced(annotation, side, part, _in_parts(filler, kept), new)


def remove_part(annotation: Annotation, side: Side, part: FillerPlace, span: Span) -> Annotation:
    """Take one part from a filler in several parts; raise EditRefused if the filler has no other part."""
    filler = filler_at(annotation, side, part)
    rest = _in_parts(filler, [other for other in filler.spans if other != span])
    return _replaced(annotation, side, part, rest)


def _in_parts(filler: Filler, spans: Sequence[Span]) -> Filler:
    try:
        return filler.with_spans(spans)
    except ValueError:
        raise EditRefused("the parts of a filler must not overlap, and one must remain") from None


# Links


def link(annotation: Annotation, hyp_part: Part, ref_part: Part, kind: LinkKind) -> Annotation:
    """Link a part of the hypothesis with one of the reference, replacing any links of both.

    Linking fillers also links their frames if neither has a partner. If the two parts are already linked, only the kind
    of the link changes.

    Raises:
        EditRefused: if one is a predicate and the other a filler, or if their frames are linked with others.
    """
    if (hyp_part[1] is None) != (ref_part[1] is None):
        raise EditRefused("a predicate can only be linked with a predicate, and a filler with a filler")
    partner = partner_of(annotation, "hypothesis", hyp_part)
    if partner is not None and partner[0] == ref_part:
        return _linked(annotation, hyp_part, ref_part, kind)
    frames = annotation.alignment.frames
    if hyp_part[1] is not None and (hyp_part[0], ref_part[0]) not in frames:
        if any(pair[0] == hyp_part[0] or pair[1] == ref_part[0] for pair in frames):
            raise EditRefused("their frames are linked with other frames; link these two frames first")
        annotation = link(annotation, (hyp_part[0], None), (ref_part[0], None), LinkKind.CORRECT)
    return _linked(_freed(annotation, hyp_part, ref_part), hyp_part, ref_part, kind)


def _linked(annotation: Annotation, hyp_part: Part, ref_part: Part, kind: LinkKind) -> Annotation:
    return replace(annotation, alignment=aligned([*links(annotation, "hypothesis"), (hyp_part, ref_part, kind)]))


def _freed(annotation: Annotation, hyp_part: Part, ref_part: Part) -> Annotation:
    """Delete the links of a part of the hypothesis, inactive ones too, and of one of the reference."""
    inactive = {link: kind for link, kind in annotation.inactive.items() if link[0] != hyp_part}
    return unlink(unlink(replace(annotation, inactive=inactive), "hypothesis", hyp_part), "reference", ref_part)


def unlink(annotation: Annotation, side: Side, part: Part) -> Annotation:
    """Delete the link of a part; with a link of frames, the links between their fillers are deleted, too."""
    gone = {(own[0], partner[0]) for own, partner, _ in links(annotation, side) if own == part}
    left = (
        (own, partner, kind)
        for own, partner, kind in links(annotation, side)
        if (own != part if part[1] is not None else (own[0], partner[0]) not in gone)
    )
    return replace(annotation, alignment=_alignment(left, side))


def _alignment(found: Iterable[tuple[Part, Part, LinkKind]], side: Side) -> FrameAlignment:
    """Return links of parts of one side with parts of the other."""
    return aligned(found if side == "hypothesis" else ((partner, own, kind) for own, partner, kind in found))


# Comments


def set_comment(annotation: Annotation, side: Side, part: Part, text: str) -> Annotation:
    """Set the comment on a frame or filler; an empty text deletes it."""
    others = {place: comment for place, comment in annotation.part_comments.items() if place != (side, part)}
    return replace(annotation, part_comments={**others, (side, part): text} if text.strip() else others)


# Helpers


def _require_other_predicate(annotation: Annotation, side: Side, predicate: Span) -> None:
    if any(frame.predicate == predicate for frame in frames_of(annotation, side)):
        raise EditRefused("there is already a frame with this predicate")


def _require_beside_predicate(predicate: Span, filler: Filler) -> None:
    if filler.overlaps([predicate]):
        raise EditRefused("these words contain the predicate; choose other words for a role")


def filler_at(annotation: Annotation, side: Side, part: FillerPlace) -> Filler:
    """Return a filler of an annotation."""
    return frames_of(annotation, side)[part[0]].fillers[part[1]]


def _replaced(annotation: Annotation, side: Side, part: FillerPlace, *fillers: Filler) -> Annotation:
    """Put other fillers in the place of one: none, one, or two of which the first keeps its links and comment."""
    numbered = dict(enumerate(frames_of(annotation, side)[part[0]].fillers))
    del numbered[part[1]]
    return _with_fillers(annotation, side, part[0], numbered | dict(zip((part[1], -1), fillers, strict=False)))


def _with_fillers(annotation: Annotation, side: Side, place: int, fillers: Mapping[int, Filler]) -> Annotation:
    """Replace the fillers of a frame, given by their previous places; links follow them."""
    ordered = sorted(fillers.items(), key=lambda item: item[1])
    for (_, filler), (_, following) in itertools.combinations(ordered, 2):
        if filler.overlaps(following.spans):
            raise EditRefused(f"fillers of one frame must not overlap: {filler.role} and {following.role} would")
    changed = change_frame(annotation, side, place, fillers=tuple(filler for _, filler in ordered))
    new_places = {old: new for new, (old, _) in enumerate(ordered)}

    def moved_part(part: Part) -> Part | None:
        if part[0] != place or part[1] is None:
            return part
        return (place, new_places[part[1]]) if part[1] in new_places else None

    return _relinked(changed, annotation, side, moved_part)


def _relinked(
    changed: Annotation, before: Annotation, side: Side, moved_part: Callable[[Part], Part | None]
) -> Annotation:
    """Move the links and comments of ``before`` to the new places on one side; those of deleted parts go.

    Inactive links follow the parts of the hypothesis.
    """
    moved = ((moved_part(old), partner, kind) for old, partner, kind in links(before, side))
    alignment = _alignment(((new, partner, kind) for new, partner, kind in moved if new is not None), side)
    comments: dict[Place, str] = {}
    for (comment_side, old), comment in before.part_comments.items():
        new = moved_part(old) if comment_side == side else old
        if new is not None:
            comments[comment_side, new] = comment
    inactive = before.inactive
    if side == "hypothesis":
        waiting = ((moved_part(part), other, kind) for (part, other), kind in inactive.items())
        inactive = {(part, other): kind for part, other, kind in waiting if part is not None}
    return replace(changed, alignment=alignment, part_comments=comments, inactive=inactive)


def delete_pair(annotation: Annotation, side: Side, part: Part) -> Annotation:
    """Delete a predicate or filler together with its linked partner; raise EditRefused if it is not linked."""
    partner = _partner(annotation, side, part)
    return _without(_without(annotation, side, part), other_side(side), partner)


def relabel_pair(annotation: Annotation, side: Side, part: Part, role: Role) -> Annotation:
    """Change the role of a filler and its linked partner; raise EditRefused for a predicate, or without a link."""
    if part[1] is None:
        raise EditRefused("a predicate has no role; put the cursor on a filler to relabel it in both texts")
    partner = _partner(annotation, side, part)
    changed = relabel(annotation, side, (part[0], part[1]), role)
    return changed if partner[1] is None else relabel(changed, other_side(side), (partner[0], partner[1]), role)


def copy_filler(annotation: Annotation, side: Side, part: Part, step: int) -> tuple[Annotation, int]:
    """Copy a filler into the next frame of its text (previous, if ``step`` is -1) with room for it; return its place.

    After the last frame comes the first. If both frames are linked and the filler has a partner, the partner is copied
    into the linked frame, too, and the copies are linked, if there is room.

    Raises:
        EditRefused: if the part is a predicate, or no other frame has room for the filler.
    """
    if part[1] is None:
        raise EditRefused("this is a predicate; put the cursor on a filler to copy it into another frame")
    here = part[0], part[1]
    filler = replace(filler_at(annotation, side, here), probability=None)
    for frame in _other_frames(annotation, side, part[0], step):
        try:
            changed = add_filler(annotation, side, frame, filler)
        except EditRefused:
            continue
        return _with_partner(changed, side, here, (frame, filler.span)), frame
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
    partner, frame = partner_of(annotation, side, part), partner_of(annotation, side, (copy[0], None))
    if partner is None or frame is None or partner[0][1] is None:
        return annotation
    other, (target, _) = other_side(side), frame[0]
    filler = filler_at(annotation, other, (partner[0][0], partner[0][1]))
    changed = annotation
    if filler not in frames_of(annotation, other)[target].fillers:
        try:
            changed = add_filler(annotation, other, target, filler)
        except EditRefused:
            return annotation
    own_end: Part = copy[0], _filler_at(changed, side, *copy)
    end: Part = target, _filler_at(changed, other, target, filler.span)
    if partner_of(changed, other, end) is not None:
        return annotation
    return link(changed, *((own_end, end) if side == "hypothesis" else (end, own_end)), partner[1])


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
