"""Annotators of one translation compared: where they disagree, what all agree on, and copying frames from another."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import frames_of, links, partner_of, span_of
from meantree.analysis.frames import Filler, Frame, LinkKind, Part, Span, overlap
from meantree.annotation import edits
from meantree.annotation.edits import other_side
from meantree.annotation.frame_annotation import Annotation, Place, Predicate, ReferencePart, State
from meantree.annotation.reference_frames import (
    ReferenceFrames,
    parts_by_words,
    reference_of,
    with_reference,
    with_review_state,
    without_reference,
)
from meantree.corpus.corpus import SIDES, Side

FrameView = tuple[tuple[Filler, ...], Span | None, LinkKind | None, frozenset[tuple[Span, Span, LinkKind]]]
"""Fillers in text order, the linked predicate, the kind of that link, and the spans of linked fillers."""


@dataclass(frozen=True, slots=True)
class Contested:
    """A predicate on which the annotators disagree; :mod:`meantree.annotation.differences` says how, in words.

    Attributes:
        views: by annotator, the fillers, the link, and the links of the fillers; None if the annotator has no such
            frame. Links belong to the translation: views of a predicate of the reference have only fillers.
    """

    side: Side
    predicate: Span
    views: Mapping[str, FrameView | None]

    @property
    def place(self) -> Predicate:
        """The side and tokens."""
        return self.side, self.predicate

    def supporters(self, gold: Annotation) -> tuple[str, ...]:
        """Return the annotators whose view is that of the gold standard; none if the gold standard's was edited."""
        current = _stance(gold, self.side, self.predicate)
        return tuple(name for name, view in self.views.items() if _followed(view, gold) == current)


def frame_at(annotation: Annotation, side: Side, predicate: Span) -> int | None:
    """Return the 0-based place of the frame with that predicate; None if there is none."""
    frames = frames_of(annotation, side)
    return next((place for place, frame in enumerate(frames) if frame.predicate == predicate), None)


def frame_view(annotation: Annotation, side: Side, predicate: Span) -> FrameView | None:
    """Return how an annotation describes a predicate; None if it has no such frame.

    Links to fillers of frames that it is not linked with are ignored.
    """
    place = frame_at(annotation, side, predicate)
    if place is None:
        return None
    frame, other = frames_of(annotation, side)[place], other_side(side)
    partner = partner_of(annotation, side, (place, None))
    fillers = frozenset(
        (span_of(annotation, side, end), span_of(annotation, other, other_end), kind)
        for end, other_end, kind in links(annotation, side)
        if end[0] == place and end[1] is not None and partner is not None and other_end[0] == partner[0][0]
    )
    partner_span = None if partner is None else span_of(annotation, other, partner[0])
    return tuple(sorted(frame.fillers)), partner_span, None if partner is None else partner[1], fillers


def differs(first: Annotation, second: Annotation, side: Side, predicate: Span) -> bool:
    """Return whether two annotations differ on a predicate: on its fillers, its link, or their links."""
    return frame_view(first, side, predicate) != frame_view(second, side, predicate)


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


def contested(work: Mapping[str, Annotation]) -> tuple[Contested, ...]:
    """Return the predicates to decide, in the order of the texts, those of the translation first.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    disputed = []
    for side in SIDES:
        predicates = sorted({frame.predicate for annotation in work.values() for frame in frames_of(annotation, side)})
        for predicate in predicates:
            views = {name: _stance(annotation, side, predicate) for name, annotation in work.items()}
            if any(view != next(iter(views.values())) for view in views.values()):
                disputed.append(Contested(side, predicate, views))
    return tuple(disputed)


def alternatives(predicates: Sequence[Contested]) -> list[tuple[Contested, ...]]:
    """Join contested predicates that share words, as “broke” and “broke out”, so that one of them is chosen.

    Predicates stay apart if any annotator has frames of two of them.

    Args:
        predicates: in the order of :func:`contested`.
    """
    joined: list[tuple[Contested, ...]] = []
    for predicate in predicates:
        if joined and _is_alternative(predicate, joined[-1]):
            joined[-1] = (*joined[-1], predicate)
        else:
            joined.append((predicate,))
    return joined


def _is_alternative(predicate: Contested, others: Sequence[Contested]) -> bool:
    if not any(other.side == predicate.side and overlap(other.predicate, predicate.predicate) for other in others):
        return False
    return not any(view is not None and other.views[name] for name, view in predicate.views.items() for other in others)


def overruled(work: Mapping[str, Annotation], gold: Annotation) -> tuple[Contested, ...]:
    """Return the predicates on which all annotators agree, but the gold standard differs.

    A part without its link is not among them where the gold standard lacks the part that it is linked with.

    Args:
        work: annotations of one translation beside one reference, by annotator.
    """
    disputed = {item.place for item in contested(work)}
    overruled_predicates = []
    for side in SIDES:
        predicates = {frame.predicate for annotation in (gold, *work.values()) for frame in frames_of(annotation, side)}
        for predicate in sorted(predicates - {span for where, span in disputed if where == side}):
            views = {name: _stance(annotation, side, predicate) for name, annotation in work.items()}
            common = _followed(next(iter(views.values()), None), gold)
            if _stance(gold, side, predicate) != common:
                overruled_predicates.append(Contested(side, predicate, views))
    return tuple(overruled_predicates)


def agreed_frames(work: Mapping[str, Annotation]) -> Annotation:
    """Return the frames on which all annotators agree, with their links; open, and without comments.

    Links to frames of the reference that are contested wait, as inactive ones, for the decision.
    """
    first = next(iter(work.values()), Annotation())
    bare = replace(first, state=State.OPEN, comment="", part_comments={}, finalized_by="", rejected=frozenset())
    common, disputed = replace(bare, inactive={}), {item.place for item in contested(work)}
    agreed = tuple(frame for frame in common.reference if ("reference", frame.predicate) not in disputed)
    if agreed != common.reference:
        common = replace(with_reference(common, ReferenceFrames(agreed)), own_reference=first.own_reference)
    for side, predicate in disputed:
        place = frame_at(common, side, predicate)
        if place is not None:
            common = edits.delete_frame(common, side, place)
    return common


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


def _followed(view: FrameView | None, gold: Annotation) -> FrameView | None:
    """Return a view without the links to parts that the gold standard's reference does not have."""
    if view is None or view[1] is None:
        return view
    place = frame_at(gold, "reference", view[1])
    if place is None:
        return view[0], None, None, frozenset()
    spans = {filler.span for filler in gold.reference[place].fillers}
    return *view[:3], frozenset(link for link in view[3] if link[1] in spans)


def _stance(annotation: Annotation, side: Side, predicate: Span) -> FrameView | None:
    """Return the view of a predicate as far as it is decided on that side; None if there is no such frame."""
    view = frame_view(annotation, side, predicate)
    return view if view is None or side == "hypothesis" else (view[0], None, None, frozenset())
