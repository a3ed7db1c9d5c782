"""What an annotator decided in earlier annotations, suggested for another translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.analysis.frames import Frame, LinkKind, Part, overlap
from meantree.annotation.edits import Words, keep_frames
from meantree.annotation.frame_annotation import FINISHED, Annotation, ReferencePart, State
from meantree.annotation.proposals import StartingFrames
from meantree.annotation.reference_frames import ReferenceFrames, reference_of, with_reference, without_reference
from meantree.corpus.corpus import SIDES
from meantree.project.decisions import Decisions
from meantree.project.earlier_annotations import EarlierAnnotation


@dataclass(frozen=True, slots=True)
class SuggestedFrames:
    """An annotation to start from, with what was decided in earlier ones.

    Attributes:
        annotation: the automatic one with these decisions.
        origins: the name of the earlier annotation by frame of the hypothesis that is not automatic, or not its links.
    """

    annotation: Annotation
    origins: Mapping[Frame, str] = field(default_factory=dict)

    def untouched(self, annotation: Annotation) -> dict[Frame, str]:
        """Return the origins of the suggested frames that an annotation has as they are here, with their links."""
        own, made = links_by_frame(annotation), links_by_frame(self.annotation)
        return {frame: name for frame, name in self.origins.items() if frame in own and own[frame] == made[frame]}


def suggest(
    automatic: Annotation, words: Words, earlier: Sequence[EarlierAnnotation], starting: StartingFrames | None = None
) -> SuggestedFrames:
    """Return the annotation that an annotator starts from, given what they annotated before.

    Equal texts bring all frames and links along. Other earlier annotations bring what the annotator decided, where they
    differ from the automatic annotation of their texts, about words that both translations share. Of several, the one
    with the most of these words decides last. What was only accepted there decides nothing.

    Args:
        automatic: the automatic annotation; its reference frames are those of the annotator, if there are any.
        earlier: the annotator's annotations of other translations of the segment, or of nearly equal segments.
        starting: what the syntax of the hypothesis says about its phrases; without it, everything is a phrase.
    """
    usable = [source for source in earlier if source.annotation.state is not State.CANNOT]
    for source in usable:
        own = source.annotation
        is_equal = all(source.words[side] == words[side] for side in SIDES) and own.reference == automatic.reference
        if is_equal and own.state in FINISHED:  # comments and state stay with the earlier one
            made = replace(automatic, hypothesis=own.hypothesis, reference=own.reference, alignment=own.alignment)
            return SuggestedFrames(made, dict.fromkeys(own.hypothesis, source.name))
    annotation, origins = _with_reference_of(usable, automatic, words), dict[Frame, str]()
    decisions = (Decisions(source, words, starting) for source in usable)
    for each in sorted(decisions, key=lambda each: each.shared):
        before, annotation = links_by_frame(annotation), each.applied(annotation)
        after = links_by_frame(annotation)
        changed = dict.fromkeys((frame for frame in after if before.get(frame) != after[frame]), each.source.name)
        origins = {frame: name for frame, name in (origins | changed).items() if frame in after}
    return SuggestedFrames(annotation, origins)


def _with_reference_of(sources: Sequence[EarlierAnnotation], automatic: Annotation, words: Words) -> Annotation:
    """Return the automatic annotation with reference frames of earlier annotations of nearly equal references.

    Equal references have their annotator's frames already.
    """
    if not sources or any(source.words["reference"] == words["reference"] for source in sources):
        return automatic
    references = [
        EarlierAnnotation(
            source.name,
            {"hypothesis": source.words["reference"], "reference": ()},
            Annotation(source.annotation.reference, state=source.annotation.state),
            Annotation(source.automatic.reference),
        )
        for source in sources
    ]
    start = Annotation(automatic.reference)
    made = suggest(start, {"hypothesis": words["reference"], "reference": ()}, references).annotation
    return replace(with_reference(automatic, ReferenceFrames(made.hypothesis)), inactive={})


def swapped(annotation: Annotation, old: Annotation, new: Annotation) -> Annotation:
    """Return an annotation whose untouched frames of the hypothesis are those of ``new`` in place of those of ``old``.

    Frames that the annotator touched stay, behind the others, and no frame comes whose predicate they contain. Frames
    that both have with the same links stay as they are; one that the annotator deleted does not come back.
    """
    own, before, after = map(links_by_frame, (annotation, old, new))
    left_out = [
        frame
        for frame, links in own.items()
        if frame in before and (frame not in after or links == before[frame] != after[frame])
    ]
    kept = [place for place, frame in enumerate(annotation.hypothesis) if frame not in left_out]
    annotation = keep_frames(annotation, "hypothesis", kept)
    for place, frame in enumerate(new.hypothesis):
        is_taken = any(overlap(frame.predicate, other.predicate) for other in annotation.hypothesis)
        if (frame not in before or frame in left_out) and not is_taken:
            frames = (*annotation.hypothesis, frame)
            annotation = _with_links_of(replace(annotation, hypothesis=frames), new, place)
    order = {frame: place for place, frame in enumerate(new.hypothesis)}
    frames = annotation.hypothesis
    places = sorted(range(len(frames)), key=lambda place: order.get(frames[place], len(order)))
    return keep_frames(annotation, "hypothesis", places)


def links_by_frame(annotation: Annotation) -> dict[Frame, dict[tuple[int | None, ReferencePart], LinkKind]]:
    """Return the links of each frame of the hypothesis, by number of the filler and part of the reference."""
    known = without_reference(annotation).inactive.items()
    return {
        frame: {(part[1], other): kind for (part, other), kind in known if part[0] == place}
        for place, frame in enumerate(annotation.hypothesis)
    }


def _with_links_of(annotation: Annotation, new: Annotation, place: int) -> Annotation:
    """Link the last frame of the hypothesis as a frame of ``new`` is, where the reference has the same free parts.

    Fillers are linked in linked frames alone.
    """
    found, last = dict(without_reference(annotation).inactive), len(annotation.hypothesis) - 1
    links = [(ends, kind) for ends, kind in without_reference(new).inactive.items() if ends[0][0] == place]
    for ((_, number), other), kind in sorted(links, key=lambda link: link[0][0][1] is not None):
        part: Part = last, number
        is_free = not any(part == own or other == reference for own, reference in found)
        kind_of_frames = found.get(((last, None), (other[0], None)), LinkKind.UNDECIDED)
        if is_free and (number is None or kind_of_frames is not LinkKind.UNDECIDED):
            found[part, other] = kind
    linked = with_reference(replace(annotation, inactive=found), reference_of(annotation))
    return replace(annotation, alignment=linked.alignment)
