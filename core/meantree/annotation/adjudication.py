"""Taking frames, fillers and links of another annotation, and those of an annotator into the gold standard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from meantree.alignment.linked_frames import frames_of, is_counted, links, partner_of, span_of
from meantree.analysis.frames import Frame, LinkKind, Part, Span, overlap
from meantree.annotation import edits
from meantree.annotation.edits import other_side
from meantree.annotation.frame_annotation import Annotation, Place, Predicate, ReferencePart
from meantree.annotation.reference_frames import (
    parts_by_words,
    reference_of,
    with_reference,
    with_review_state,
    without_reference,
)
from meantree.corpus.corpus import SIDES, Side


def frame_at(annotation: Annotation, side: Side, predicate: Span) -> int | None:
    """Return the 0-based place of the frame with that predicate; None if there is none."""
    frames = frames_of(annotation, side)
    return next((place for place, frame in enumerate(frames) if frame.predicate == predicate), None)


def take_frame(target: Annotation, source: Annotation, side: Side, predicate: Span) -> Annotation:
    """Copy the frame of a predicate, its partner, and the links between them from ``source`` to ``target``.

    If the source has no such frame, the target's is deleted.
    """
    place, other = frame_at(source, side, predicate), other_side(side)
    partner = None if place is None else partner_of(source, side, (place, None))
    predicates = {side: predicate}
    if partner is not None:
        predicates[other] = span_of(source, other, partner[0])
    for where in ("reference", "hypothesis"):
        if where in predicates:
            target = take_side(target, source, where, predicates[where])
    place = frame_at(target, side, predicate)
    return target if place is None or partner is not None else edits.unlink(target, side, (place, None))


Links = dict[tuple[Part, ReferencePart], LinkKind]
"""Links by the part of the translation and the words of the other end."""


def take_side(target: Annotation, source: Annotation, side: Side, predicate: Span) -> Annotation:
    """Copy the frame of a predicate alone; the other text keeps its frames.

    A frame of the translation brings its links, one of the reference gets those of the target. Links lead to the same
    words; those whose words have no part in the reference wait, as inactive ones, until it has one.
    """
    source_place, place = frame_at(source, side, predicate), frame_at(target, side, predicate)
    if source_place is None:
        if place is None:
            return target
        return _with_links(edits.delete_frame(target, side, place), _links(target) if side == "reference" else None)
    frame = frames_of(source, side)[source_place]
    taken, place = _with_frame(target, side, frame)
    if side == "reference":
        return _with_links(taken, _links(target))
    return _with_links_of(taken, place, source, source_place, range(len(frame.fillers)))


def take_fillers(
    target: Annotation, source: Annotation | None, side: Side, predicate: Span, groups: Sequence[Sequence[Span]]
) -> Annotation:
    """Copy the fillers over these words into the target's frame of a predicate, with their links; None leaves none.

    Raises:
        EditRefused: if a copied filler overlaps one that stays.
    """
    place = _required_frame(target, side, predicate)
    spans = [span for group in groups for span in group]
    fillers = frames_of(target, side)[place].fillers
    gone = [number for number, filler in enumerate(fillers) if filler.overlaps(spans)]
    changed = edits.delete_fillers(target, side, place, gone)
    if source is not None:
        source_place = _required_frame(source, side, predicate, THEIRS)
        fillers = frames_of(source, side)[source_place].fillers
        numbers = [number for number, filler in enumerate(fillers) if filler.overlaps(spans)]
        for number in numbers:
            changed = edits.add_filler(changed, side, place, fillers[number])
        if side == "hypothesis":
            return _with_links_of(changed, place, source, source_place, numbers, with_frame=False)
    return changed if side == "hypothesis" else _with_links(changed, _links(target))


def take_links(
    target: Annotation, source: Annotation | None, predicate: Span, filler: Sequence[Span] | None
) -> Annotation:
    """Copy the link of a filler of the translation, or of a frame with those of its fillers; None leaves no link.

    Raises:
        EditRefused: if one of the two has no such frame or filler.
    """
    place = _required_frame(target, "hypothesis", predicate)
    number = None if filler is None else _required_filler(target, place, filler)
    if source is None:
        links = {end: kind for end, kind in _links(target).items() if end[0] != (place, number)}
        return _with_links(edits.unlink(target, "hypothesis", (place, number)), links if number is not None else None)
    source_place = _required_frame(source, "hypothesis", predicate, THEIRS)
    fillers = source.hypothesis[source_place].fillers
    numbers: Sequence[int] = range(len(fillers))
    if filler is not None:
        numbers = [_required_filler(source, source_place, filler, THEIRS)]
    elif _partner_words(target, place) == _partner_words(source, source_place):
        numbers = ()
    return _with_links_of(target, place, source, source_place, numbers, with_frame=filler is None)


def _with_links_of(
    target: Annotation,
    place: int,
    source: Annotation,
    source_place: int,
    numbers: Collection[int],
    *,
    with_frame: bool = True,
) -> Annotation:
    """Copy the links of fillers of a frame of the translation, and of the frame, in place of those of both ends."""
    spans = [filler.spans for filler in target.hypothesis[place].fillers]
    fillers = source.hypothesis[source_place].fillers
    parts: dict[Part, Part] = {(source_place, None): (place, None)} if with_frame else {}
    for number in numbers:
        if fillers[number].spans in spans:
            parts[source_place, number] = place, spans.index(fillers[number].spans)
    taken = {
        (parts[part], other): kind
        for (part, other), kind in _links(replace(source, inactive={})).items()
        if part in parts
    }
    partner = {other[0] for (part, other) in taken if part == (place, None)}
    ends, own = {other for _, other in taken}, _links(target)
    kept = {
        (part, other): kind
        for (part, other), kind in own.items()
        if part not in parts.values() and other not in ends and (part[0] == place or other[0] not in partner)
    }
    return _with_links(target, {**taken, **kept})


def _links(annotation: Annotation) -> Links:
    return dict(without_reference(annotation).inactive)


def _with_links(annotation: Annotation, links: Links | None) -> Annotation:
    """Return an annotation with these links alone, those that have no end waiting; with its own ones for None."""
    own = without_reference(annotation)
    own = own if links is None else replace(own, inactive=links)
    result = with_reference(own, reference_of(annotation))
    return replace(result, state=annotation.state, own_reference=annotation.own_reference)


OURS, THEIRS = "there is no such {0}; decide on the {0} first", "this annotator has no such {0}"


def _required_frame(annotation: Annotation, side: Side, predicate: Span, message: str = OURS) -> int:
    place = frame_at(annotation, side, predicate)
    if place is None:
        raise edits.EditRefused(message.format("predicate"))
    return place


def _required_filler(annotation: Annotation, place: int, spans: Sequence[Span], message: str = OURS) -> int:
    fillers = enumerate(annotation.hypothesis[place].fillers)
    number = next((number for number, filler in fillers if filler.spans == tuple(spans)), None)
    if number is None:
        raise edits.EditRefused(message.format("filler"))
    return number


def _partner_words(annotation: Annotation, place: int) -> ReferencePart | None:
    """Return the words of the other end of a frame's link, active or not; None without one."""
    return next((other for part, other in _links(annotation) if part == (place, None)), None)


def lost_links(before: Annotation, after: Annotation) -> list[tuple[Span, Span]]:
    """Return the words of both ends of the links of fillers that an edit took, in the order of the translation.

    A link is not lost where one of the same frames, between longer or shorter fillers, took its place.
    """

    def ends(annotation: Annotation) -> set[tuple[Span, Span, Span, Span]]:
        """Return the words of both predicates and both fillers: frames may share a subject."""
        return {
            (
                annotation.hypothesis[hyp_filler[0]].predicate,
                annotation.reference[ref_filler[0]].predicate,
                span_of(annotation, "hypothesis", hyp_filler),
                span_of(annotation, "reference", ref_filler),
            )
            for hyp_filler, ref_filler in annotation.alignment.fillers
        }

    present = ends(after)
    return sorted({link[2:] for link in ends(before) if not any(all(map(overlap, link, other)) for other in present)})


def uncounted_links(annotation: Annotation) -> set[tuple[Span, Span]]:
    """Return the words of both ends of the links that HMEANT does not count, for what they join or lack.

    They join fillers of unlike roles or of frames that are not linked, or wait for a part of the reference.
    """
    found = {
        (span_of(annotation, "hypothesis", part), span_of(annotation, "reference", partner))
        for part, partner, _ in links(annotation, "hypothesis")
        if not is_counted(annotation, "hypothesis", part, partner)
    }
    waiting = annotation.inactive
    return found | {(span_of(annotation, "hypothesis", part), span or predicate) for part, (predicate, span) in waiting}


def take_all(target: Annotation, source: Annotation) -> Annotation:
    """Copy all frames and links from ``source`` to ``target``, which keeps its state and comments on equal parts."""
    adopted = replace(
        source,
        state=target.state,
        comment=target.comment,
        part_comments={},
        finalized_by=target.finalized_by,
        rejected=target.rejected,
        inactive={},
        own_reference=target.own_reference,
    )
    adopted = with_review_state(adopted)
    there = dict(reversed(list(_parts_by_words(adopted))))  # of equal ones the first
    here = ((words, target.part_comments.get(place, "")) for words, place in _parts_by_words(target))
    return replace(adopted, part_comments={there[words]: text for words, text in here if text and words in there})


def with_frame_of(gold: Annotation, annotation: Annotation, predicate: Predicate) -> Annotation:
    """Return the gold standard with an annotator's frame of a predicate; without one the predicate is rejected.

    The frames of the other text stay as they are.
    """
    return _with_decided(take_side(gold, annotation, *predicate), (predicate,))


def with_everything_of(gold: Annotation, annotation: Annotation, contested: Iterable[Predicate]) -> Annotation:
    """Return the gold standard with all of an annotator's frames; contested predicates without one are rejected."""
    return _with_decided(take_all(gold, annotation), contested)


def _with_decided(gold: Annotation, predicates: Iterable[Predicate]) -> Annotation:
    """Reject those of the predicates that have no frame; one with a frame is not rejected."""
    rejected = {predicate for predicate in (*gold.rejected, *predicates) if frame_at(gold, *predicate) is None}
    return replace(gold, rejected=frozenset(rejected))


def _with_frame(annotation: Annotation, side: Side, frame: Frame) -> tuple[Annotation, int]:
    """Replace the frame with the same predicate, or add the frame; return also its place.

    An equal frame keeps its roleset, as a finalized translation may share it if it is the reference's.
    """
    place = frame_at(annotation, side, frame.predicate)
    if place is None:
        annotation = edits.add_frame(annotation, side, frame.predicate)
        place = len(frames_of(annotation, side)) - 1
    before = frames_of(annotation, side)[place]
    if before == frame:
        return annotation, place
    annotation = edits.delete_fillers(annotation, side, place, range(len(before.fillers)))
    for filler in frame.fillers:
        annotation = edits.add_filler(annotation, side, place, filler)
    return edits.change_frame(annotation, side, place, roleset=frame.roleset or before.roleset), place


def _parts_by_words(annotation: Annotation) -> Iterator[tuple[tuple[Side, ReferencePart], Place]]:
    for side in SIDES:
        yield from (((side, words), (side, part)) for words, part in parts_by_words(frames_of(annotation, side)))
