"""What an annotator did before: annotations of other translations of a segment, or of nearly equal segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from rapidfuzz.fuzz import ratio

from meantree.alignment.linked_frames import aligned, parts_of
from meantree.analysis.frames import Frame, LinkKind
from meantree.annotation.edits import Words
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey
from meantree.corpus.corpus import Segment

if TYPE_CHECKING:
    from meantree.project.file import Project

NEARLY_EQUAL: Final = 90.0
"""Smallest similarity of both texts of segments that count as nearly equal, in percent of their letters."""
MOST_SEGMENTS: Final = 3
"""The most nearly equal segments from which frames are suggested."""


@dataclass(frozen=True, slots=True)
class EarlierAnnotation:
    """An annotation that the annotator made of another translation.

    Attributes:
        name: of the system, or of segment and system for another segment; the annotator reads it.
        words: of both texts, which the spans of the annotation count.
        automatic: what the annotator began with: where it is equal, it was only accepted; empty if it is unknown.
    """

    name: str
    words: Words
    annotation: Annotation
    automatic: Annotation = field(default_factory=Annotation)


def reference_as_earlier(annotation: Annotation, automatic: Annotation, words: Words) -> EarlierAnnotation:
    """Return the annotator's frames of the reference as an earlier annotation: each frame is linked with itself."""
    both: Words = {"hypothesis": words["reference"], "reference": words["reference"]}
    own, known = (_of_itself(one.reference) for one in (annotation, automatic))
    return EarlierAnnotation("the reference", both, own, known)


def _of_itself(frames: tuple[Frame, ...]) -> Annotation:
    parts = [part for place, frame in enumerate(frames) for part in parts_of(place, len(frame.fillers))]
    return Annotation(frames, frames, aligned((part, part, LinkKind.CORRECT) for part in parts))


def earlier_annotations(
    project: Project, key: AnnotationKey, segment_of: Callable[[str], Segment | None]
) -> list[EarlierAnnotation]:
    """Return the annotator's annotations of other translations of a segment, or else of nearly equal segments.

    Args:
        segment_of: returns a segment by its key, with the tokens that annotations count; None if it is unknown.
    """
    own = project.annotations(key.annotator, key.segment)
    names = {other: other.system for other in own if other.reference == key.reference}
    if not any(other.system and other != key for other in names):
        names = {other: f"{other.segment}, {other.system}" for other in _nearly_equal(project, key, segment_of)}
    found = []
    for other, name in names.items():
        segment, annotation = segment_of(other.segment), own.get(other) or project.annotation(other)
        if segment is None or annotation is None or other == key or not other.system:
            continue
        hypothesis, reference = segment.hypotheses.get(other.system), segment.references.get(other.reference)
        if hypothesis is not None and reference is not None and hypothesis.tokens and reference.tokens:
            words: Words = {"hypothesis": hypothesis.tokens, "reference": reference.tokens}
            # What was accepted in another segment counts: it may come from one that is not among the nearest.
            start = project.started_with(other) if other.segment == key.segment else None
            start = start or project.annotation(replace(other, annotator=AUTOMATIC))
            found.append(EarlierAnnotation(name, words, annotation, start or Annotation()))
    return found


def _nearly_equal(
    project: Project, key: AnnotationKey, segment_of: Callable[[str], Segment | None]
) -> list[AnnotationKey]:
    """Return the annotator's annotations of other segments with nearly equal texts, the most similar ones first."""
    opened = segment_of(key.segment)
    if opened is None:
        return []
    texts = opened.hypotheses[key.system].text, opened.references[key.reference].text
    similar: list[tuple[float, AnnotationKey]] = []
    for other in project.changed(key.annotator):
        segment = segment_of(other.segment) if other.system and other.segment != key.segment else None
        if segment is None or other.system not in segment.hypotheses or other.reference not in segment.references:
            continue
        others = segment.hypotheses[other.system].text, segment.references[other.reference].text
        least = min(
            ratio(text, other_text, score_cutoff=NEARLY_EQUAL) for text, other_text in zip(texts, others, strict=True)
        )
        if least >= NEARLY_EQUAL:
            similar.append((least, other))
    return [other for _, other in sorted(similar, key=lambda item: -item[0])[:MOST_SEGMENTS]]
