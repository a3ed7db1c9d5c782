"""One annotator's frames of a reference, which all translations compared with it share, each with its own links.

Links identify parts of the reference by their words, so they survive edits of the reference elsewhere: deleting a part
makes them inactive, and restoring it makes them links again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from meantree.alignment.linked_frames import aligned, links
from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, Part, Span, contents_of, overlap
from meantree.annotation.frame_annotation import (
    COMMENT_SEPARATOR,
    Annotation,
    AnnotationKey,
    Place,
    Predicate,
    ReferencePart,
    State,
)
from meantree.grouping import grouped


@dataclass(frozen=True, slots=True, order=True)
class ReferenceKey:
    """Identifies shared frames by segment, reference and annotator."""

    segment: str
    reference: str
    annotator: str
    system: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class ReferenceFrames:
    """Frames of a reference, with comments.

    Attributes:
        frames: spans count the tokens of the corpus.
        rejected: predicates that an adjudicator decided have no frame.
    """

    frames: tuple[Frame, ...] = ()
    part_comments: Mapping[Place, str] = field(default_factory=dict)
    rejected: frozenset[Predicate] = frozenset()

    @property
    def is_shareable(self) -> bool:
        """Whether no two parts have the same words, so that links can identify them; imported ones may."""
        predicates = [frame.predicate for frame in self.frames]
        spans = [[filler.span for filler in frame.fillers] for frame in self.frames]
        return all(len(set(items)) == len(items) for items in (predicates, *spans))


def reference_key(key: AnnotationKey) -> ReferenceKey:
    """Return the key under which the reference's frames of an annotation are stored."""
    return ReferenceKey(key.segment, key.reference, key.annotator)


def reference_of(annotation: Annotation) -> ReferenceFrames:
    """Return the part of an annotation that other translations share."""
    comments = {place: text for place, text in annotation.part_comments.items() if place[0] == "reference"}
    rejected = frozenset(predicate for predicate in annotation.rejected if predicate[0] == "reference")
    return ReferenceFrames(annotation.reference, comments, rejected)


def without_reference(annotation: Annotation) -> Annotation:
    """Return the part of an annotation that belongs to the translation; all its links are inactive."""
    names = {part: name for name, part in parts_by_words(annotation.reference)}
    active = {(part, names[partner]): kind for part, partner, kind in links(annotation, "hypothesis")}
    return replace(
        annotation,
        reference=(),
        alignment=FrameAlignment(),
        part_comments={place: text for place, text in annotation.part_comments.items() if place[0] == "hypothesis"},
        rejected=frozenset(hyp_frame for hyp_frame in annotation.rejected if hyp_frame[0] == "hypothesis"),
        inactive={**active, **annotation.inactive},
        state=State.DONE if annotation.state is State.REVIEW else annotation.state,
        own_reference=False,
    )


def with_reference(annotation: Annotation, reference: ReferenceFrames) -> Annotation:
    """Return an annotation with these frames of its reference, whatever frames it had before.

    Its links lead to the parts with the same words. A link is inactive if there is no such part, or if an earlier link
    uses either part.
    """
    own = without_reference(annotation)
    places = dict(parts_by_words(reference.frames))
    active, linked = list[tuple[Part, Part, LinkKind]](), set[tuple[str, Part]]()
    inactive: dict[tuple[Part, ReferencePart], LinkKind] = {}
    for (part, other), kind in own.inactive.items():
        ref_part = places.get(other)
        ends: set[tuple[str, Part]] = set() if ref_part is None else {("hypothesis", part), ("reference", ref_part)}
        if ref_part is None or ends & linked:
            inactive[part, other] = kind
        else:
            active.append((part, ref_part, kind))
            linked |= ends
    return with_review_state(
        replace(
            own,
            reference=reference.frames,
            alignment=aligned(active),
            part_comments={**own.part_comments, **reference.part_comments},
            rejected=own.rejected | reference.rejected,
            inactive=inactive,
        )
    )


def relinked(annotation: Annotation) -> Annotation:
    """Return an edited annotation as it will be read: inactive links become links if the reference has the part."""
    return with_its_reference(annotation, reference_of(annotation))


def with_its_reference(annotation: Annotation, shared_frames: ReferenceFrames) -> Annotation:
    """Return an annotation with the shared frames of its reference, unless it has its own."""
    return with_review_state(annotation) if annotation.own_reference else with_reference(annotation, shared_frames)


def with_review_state(annotation: Annotation) -> Annotation:
    """Return the annotation to review if it is done and has inactive links, and done again if it has none."""
    if annotation.state in (State.DONE, State.REVIEW):
        state = State.REVIEW if annotation.inactive else State.DONE
        return annotation if state is annotation.state else replace(annotation, state=state)
    return annotation


def with_moved_links(annotation: Annotation, moved: Mapping[ReferencePart, ReferencePart]) -> Annotation:
    """Return the translation's own part, with links following parts of the reference to their new words."""
    own = without_reference(annotation)
    links = {(part, moved.get(other, other)): kind for (part, other), kind in own.inactive.items()}
    return replace(own, inactive=links)


def moved_parts(before: Sequence[Frame], after: Sequence[Frame]) -> dict[ReferencePart, ReferencePart]:
    """Return the new words of the parts of a reference's frames that an edit moved, by their words before.

    A deleted part and a new one are the same if they overlap; predicates are also compared by their fillers, which a
    moved predicate keeps.
    """
    moved: dict[ReferencePart, ReferencePart] = {}
    old, new = ({frame.predicate: frame for frame in frames} for frames in (before, after))
    deleted = [frame for frame in before if frame.predicate not in new]
    added = [frame for frame in after if frame.predicate not in old]
    pairs = [(frame, new[frame.predicate]) for frame in before if frame.predicate in new]
    for frame in deleted:
        match = next((candidate for candidate in added if _is_moved(frame, candidate)), None)
        if match is not None:
            added.remove(match)
            pairs.append((frame, match))
    for frame_before, frame_after in pairs:
        spans = {filler.span: filler.span for filler in frame_before.fillers} | _moved_spans(frame_before, frame_after)
        moved[frame_before.predicate, None] = frame_after.predicate, None
        moved |= {(frame_before.predicate, span): (frame_after.predicate, new_span) for span, new_span in spans.items()}
    return {part: new_part for part, new_part in moved.items() if part != new_part}


def _is_moved(before: Frame, after: Frame) -> bool:
    return overlap(before.predicate, after.predicate) or (bool(before.fillers) and before.fillers == after.fillers)


def _moved_spans(before: Frame, after: Frame) -> dict[Span, Span]:
    """Return the new first parts of fillers by those before; of joined fillers, both lead to the same one."""
    old, new = ([filler.span for filler in frame.fillers] for frame in (before, after))
    added = [filler for filler in after.fillers if filler.span not in old]
    moved: dict[Span, Span] = {}
    for filler in before.fillers:
        candidates = () if filler.span in new else (*added, *after.fillers)
        match = next((candidate for candidate in candidates if candidate.overlaps(filler.spans)), None)
        if match is not None:
            added = [other for other in added if other is not match]
            moved[filler.span] = match.span
    return moved


def parts_by_words(frames: Sequence[Frame]) -> Iterator[tuple[ReferencePart, Part]]:
    """Yield the words of each frame and filler, and the part that they are."""
    for place, frame in enumerate(frames):
        yield (frame.predicate, None), (place, None)
        for number, filler in enumerate(frame.fillers):
            yield (frame.predicate, filler.span), (place, number)


def share_references(
    annotations: Mapping[AnnotationKey, Annotation],
) -> tuple[dict[ReferenceKey, ReferenceFrames], dict[AnnotationKey, Annotation]]:
    """Divide annotations that each have frames of their reference into shared frames and annotations.

    The frames that most translations of a segment by one annotator have are shared, the first in a tie. A translation
    with other frames keeps them as its own.

    Returns:
        the shared frames, and the annotations, marked if they keep their own frames.
    """
    groups = grouped((reference_key(key), key) for key in annotations if key.system and key.reference)
    result = {key: replace(annotation, own_reference=True) for key, annotation in annotations.items()}
    shared: dict[ReferenceKey, ReferenceFrames] = {}
    for its_reference, keys in groups.items():
        frames = {key: contents_of(annotations[key].reference) for key in keys}
        (majority, _), *_ = Counter(frames.values()).most_common(1)
        common = _joined([reference_of(annotations[key]) for key in keys if frames[key] == majority])
        if common.is_shareable:
            shared[its_reference] = common
        for key in keys:
            result[key] = replace(annotations[key], own_reference=not common.is_shareable or frames[key] != majority)
    return shared, result


def _joined(equal: Sequence[ReferenceFrames]) -> ReferenceFrames:
    """Join equal frames of several translations, with the most rolesets and labels, and all comments."""
    fullest = max(equal, key=lambda frames: sum(_labels(frame) for frame in frames.frames))
    places = dict(parts_by_words(fullest.frames))
    comments: dict[Place, list[str]] = {}
    for frames in equal:
        words = {part: name for name, part in parts_by_words(frames.frames)}
        for (side, part), text in frames.part_comments.items():
            texts = comments.setdefault((side, places[words[part]]), [])
            texts += [text] if text not in texts else []
    rejected = frozenset(predicate for frames in equal for predicate in frames.rejected)
    return ReferenceFrames(
        fullest.frames, {place: COMMENT_SEPARATOR.join(texts) for place, texts in comments.items()}, rejected
    )


def _labels(frame: Frame) -> int:
    return bool(frame.roleset) + sum(bool(filler.label) for filler in frame.fillers)
