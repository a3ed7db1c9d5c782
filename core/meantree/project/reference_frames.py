"""The frames that one annotator found in a reference: all translations beside it share them, each with its own links.

Links name the parts of the reference by their words. So they survive what happens to the reference elsewhere: a part
that is gone leaves them inactive, and one that is back makes them links again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, Part, Span, overlap
from meantree.corpus.corpus import Side
from meantree.project.annotation import (
    COMMENT_SEPARATOR,
    Annotation,
    AnnotationKey,
    Place,
    Predicate,
    ReferencePart,
    State,
)


@dataclass(frozen=True, slots=True, order=True)
class ReferenceKey:
    """Which reference of which segment, by whom."""

    segment: str
    reference: str
    annotator: str

    @property
    def system(self) -> str:
        """None: the frames belong to no translation."""
        return ""


@dataclass(frozen=True, slots=True)
class ReferenceFrames:
    """Frames of a reference, and what was said of them.

    Attributes:
        frames: spans count the tokens of the corpus.
        part_comments: on frames and fillers.
        rejected: predicates of which an adjudicator decided that they have no frame.
    """

    frames: tuple[Frame, ...] = ()
    part_comments: Mapping[Place, str] = field(default_factory=dict)
    rejected: frozenset[Predicate] = frozenset()

    @property
    def is_shareable(self) -> bool:
        """Whether words tell its parts from each other, so that links can name them; imported ones may not do so."""
        predicates = [frame.predicate for frame in self.frames]
        spans = [[filler.span for filler in frame.fillers] for frame in self.frames]
        return all(len(set(found)) == len(found) for found in (predicates, *spans))


def reference_key(key: AnnotationKey) -> ReferenceKey:
    """Where the reference's frames of an annotation are kept."""
    return ReferenceKey(key.segment, key.reference, key.annotator)


def reference_of(annotation: Annotation) -> ReferenceFrames:
    """The part of an annotation that other translations share."""
    remarks = {place: text for place, text in annotation.part_comments.items() if place[0] == "reference"}
    rejected = frozenset(one for one in annotation.rejected if one[0] == "reference")
    return ReferenceFrames(annotation.reference, remarks, rejected)


def without_reference(annotation: Annotation) -> Annotation:
    """The part of an annotation that is the translation's own; all its links are inactive."""
    links: dict[tuple[Part, ReferencePart], LinkKind] = {}
    for (one, two), kind in annotation.alignment.frames.items():
        links[(one, None), (annotation.reference[two].predicate, None)] = kind
    for (mine, (place, number)), kind in annotation.alignment.fillers.items():
        frame = annotation.reference[place]
        links[mine, (frame.predicate, frame.fillers[number].span)] = kind
    return replace(
        annotation,
        reference=(),
        alignment=FrameAlignment(),
        part_comments={place: text for place, text in annotation.part_comments.items() if place[0] == "hypothesis"},
        rejected=frozenset(one for one in annotation.rejected if one[0] == "hypothesis"),
        inactive={**links, **annotation.inactive},
        state=State.DONE if annotation.state is State.REVIEW else annotation.state,
        own_reference=False,
    )


def with_reference(annotation: Annotation, reference: ReferenceFrames) -> Annotation:
    """An annotation over these frames of its reference, whatever it had before.

    Its links lead to the parts over the same words. A link is inactive where there are none, or where one that comes
    before it has either part.
    """
    mine = without_reference(annotation)
    places = dict(_places(reference.frames))
    frames: dict[tuple[int, int], LinkKind] = {}
    fillers: dict[tuple[tuple[int, int], tuple[int, int]], LinkKind] = {}
    inactive: dict[tuple[Part, ReferencePart], LinkKind] = {}
    linked: set[tuple[Side, Part]] = set()
    for ((one, number), other), kind in mine.inactive.items():
        two = places.get(other)
        ends: set[tuple[Side, Part]] = set() if two is None else {("hypothesis", (one, number)), ("reference", two)}
        if two is None or ends & linked:
            inactive[(one, number), other] = kind
            continue
        linked |= ends
        if number is None or two[1] is None:
            frames[one, two[0]] = kind
        else:
            fillers[(one, number), (two[0], two[1])] = kind
    return with_review_state(
        replace(
            mine,
            reference=reference.frames,
            alignment=FrameAlignment(frames, fillers),
            part_comments={**mine.part_comments, **reference.part_comments},
            rejected=mine.rejected | reference.rejected,
            inactive=inactive,
        )
    )


def relinked(annotation: Annotation) -> Annotation:
    """An edited annotation as it is read again: inactive links are links where the reference has their parts."""
    return with_its_reference(annotation, reference_of(annotation))


def with_its_reference(annotation: Annotation, shared_frames: ReferenceFrames) -> Annotation:
    """An annotation as a project shows it: over the shared frames of its reference, unless it has its own."""
    return with_review_state(annotation) if annotation.own_reference else with_reference(annotation, shared_frames)


def with_review_state(annotation: Annotation) -> Annotation:
    """The annotation with the state that it has by its inactive links: one that is done is to be reviewed."""
    if annotation.state in (State.DONE, State.REVIEW):
        state = State.REVIEW if annotation.inactive else State.DONE
        return annotation if state is annotation.state else replace(annotation, state=state)
    return annotation


def with_moved_links(annotation: Annotation, moves: Mapping[ReferencePart, ReferencePart]) -> Annotation:
    """The translation's own part, with links that follow the parts of the reference to other words."""
    mine = without_reference(annotation)
    links = {(part, moves.get(other, other)): kind for (part, other), kind in mine.inactive.items()}
    return replace(mine, inactive=links)


def moved_parts(before: Sequence[Frame], after: Sequence[Frame]) -> dict[ReferencePart, ReferencePart]:
    """Which parts of a reference's frames stand over other words after an edit, by their words before.

    A part that is gone and a new one are the same if they overlap; predicates are also compared by their fillers, as
    a predicate that is moved keeps them.
    """
    found: dict[ReferencePart, ReferencePart] = {}
    old, new = ({frame.predicate: frame for frame in frames} for frames in (before, after))
    gone = [frame for frame in before if frame.predicate not in new]
    come = [frame for frame in after if frame.predicate not in old]
    pairs = [(frame, new[frame.predicate]) for frame in before if frame.predicate in new]
    for frame in gone:
        same = next((one for one in come if _is_moved(frame, one)), None)
        if same is not None:
            come.remove(same)
            pairs.append((frame, same))
    for one, two in pairs:
        spans = {filler.span: filler.span for filler in one.fillers} | _moved_spans(one, two)
        found[one.predicate, None] = two.predicate, None
        found |= {(one.predicate, span): (two.predicate, now) for span, now in spans.items()}
    return {part: now for part, now in found.items() if part != now}


def _is_moved(before: Frame, after: Frame) -> bool:
    return overlap(before.predicate, after.predicate) or (bool(before.fillers) and before.fillers == after.fillers)


def _moved_spans(before: Frame, after: Frame) -> dict[Span, Span]:
    old, new = ([filler.span for filler in frame.fillers] for frame in (before, after))
    come = [span for span in new if span not in old]
    found: dict[Span, Span] = {}
    for span in old:
        same = None if span in new else next((one for one in come if overlap(span, one)), None)
        if same is not None:
            come.remove(same)
            found[span] = same
    return found


def _places(frames: Sequence[Frame]) -> Iterator[tuple[ReferencePart, Part]]:
    for place, frame in enumerate(frames):
        yield (frame.predicate, None), (place, None)
        for number, filler in enumerate(frame.fillers):
            yield (frame.predicate, filler.span), (place, number)


def share_references(
    annotations: Mapping[AnnotationKey, Annotation],
) -> tuple[dict[ReferenceKey, ReferenceFrames], dict[AnnotationKey, Annotation]]:
    """Frames of references that translations share, of annotations that each brought their own.

    Most translations of a segment by one annotator agree on the reference's frames; these are shared, the first where
    none has a majority. A translation with others keeps them as its own.

    Returns:
        the shared frames, and the annotations: those that keep their own say so.
    """
    groups: dict[ReferenceKey, list[AnnotationKey]] = {}
    kept = dict(annotations)
    for key, annotation in annotations.items():
        if key.system and key.reference:
            groups.setdefault(reference_key(key), []).append(key)
        else:
            kept[key] = replace(annotation, own_reference=True)
    found: dict[ReferenceKey, ReferenceFrames] = {}
    for name, keys in groups.items():
        frames = {key: frozenset(annotations[key].reference) for key in keys}
        (most, _), *_ = Counter(frames.values()).most_common(1)
        common = _joined([reference_of(annotations[key]) for key in keys if frames[key] == most])
        if common.is_shareable:
            found[name] = common
        for key in keys:
            kept[key] = replace(annotations[key], own_reference=not common.is_shareable or frames[key] != most)
    return found, kept


def _joined(alike: Sequence[ReferenceFrames]) -> ReferenceFrames:
    """The same frames as several translations had them, with all that was said of them."""
    fullest = max(alike, key=lambda one: sum(_labels(frame) for frame in one.frames))
    places = dict(_places(fullest.frames))
    said: dict[Place, list[str]] = {}
    for one in alike:
        words = {part: name for name, part in _places(one.frames)}
        for (side, part), text in one.part_comments.items():
            texts = said.setdefault((side, places[words[part]]), [])
            texts += [text] if text not in texts else []
    rejected = frozenset(one for found in alike for one in found.rejected)
    return ReferenceFrames(
        fullest.frames, {place: COMMENT_SEPARATOR.join(texts) for place, texts in said.items()}, rejected
    )


def _labels(frame: Frame) -> int:
    return bool(frame.roleset) + sum(bool(filler.label) for filler in frame.fillers)
