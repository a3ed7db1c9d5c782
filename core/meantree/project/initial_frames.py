"""What an annotator starts from in a translation: automatic frames, those of the reference, and earlier corrections."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from meantree.analysis.sentences import Analysis
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.annotation.proposals import StartingFrames, preannotate, with_probabilities
from meantree.annotation.reference_frames import with_reference
from meantree.corpus.corpus import SIDES, Segment
from meantree.project.earlier_annotations import earlier_annotations, reference_as_earlier
from meantree.project.file import Project
from meantree.project.gold_standard import adjudicated
from meantree.project.suggested_frames import SuggestedFrames, suggest

Texts = tuple[Analysis, Analysis]
"""The analyses of hypothesis and reference."""


def initial_frames(project: Project, key: AnnotationKey, texts: Texts, automatic: Annotation) -> Annotation:
    """Return the annotation that an annotator starts from.

    It has the automatic frames, with the reference frames of another translation if the annotator has edited them
    there. The gold standard starts from the frames that all annotators share, where two or more have finished.
    """
    item = adjudicated(project, key) if key.annotator == project.rules.gold else None
    if item is not None:
        return item.current
    shared = project.reference_frames(key)
    if shared is not None:
        is_equal = shared.frames == automatic.reference  # as where nobody edited it
        return with_reference(automatic if is_equal else preannotate(*texts, shared.frames, project.rules), shared)
    of_segment = project.annotations(key.annotator, key.segment)
    references = [begun.reference for other, begun in of_segment.items() if other.reference == key.reference]
    return preannotate(*texts, references[0], project.rules) if references else automatic


def suggested_frames(
    project: Project,
    key: AnnotationKey,
    start: Annotation,
    sharing: Mapping[AnnotationKey, Annotation],
    texts: Texts,
    segment_of: Callable[[str], Segment | None],
) -> SuggestedFrames:
    """Return the annotation to start from with what the annotator corrected in other translations.

    Nothing is suggested in the gold standard and in the automatic annotation.

    Args:
        start: from :func:`initial_frames`.
        sharing: the annotator's other annotations with the same frames of the reference.
    """
    if key.annotator in (AUTOMATIC, project.rules.gold):
        return SuggestedFrames(start)
    words = {side: text.words for side, text in zip(SIDES, texts, strict=True)}
    earlier = earlier_annotations(project, key, segment_of)
    states = {annotation.state for annotation in sharing.values()}
    if states - {State.CANNOT}:
        automatic = project.annotation(replace(next(iter(sharing)), annotator=AUTOMATIC)) or Annotation()
        earlier.append(reference_as_earlier(start, automatic, words))
    return suggest(start, words, earlier, StartingFrames(texts[0], project.rules))


def with_known_probabilities(
    annotation: Annotation, automatic: Annotation, suggested: SuggestedFrames, sharing: Collection[object]
) -> Annotation:
    """Return a saved annotation with the probabilities of what is as the labeller made it.

    What the annotator took from other translations has none: suggested frames, and those of a shared reference.
    """
    own = tuple(frame for frame in automatic.hypothesis if frame not in suggested.origins)
    return with_probabilities(annotation, replace(automatic, hypothesis=own), SIDES[:1] if sharing else SIDES)
