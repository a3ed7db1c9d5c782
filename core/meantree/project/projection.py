"""An annotator's earlier frames, projected on another translation through the words that both have."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, Part, overlap
from meantree.annotation.edits import Words, keep_frames
from meantree.annotation.filler_links import link_equal_roles
from meantree.annotation.frame_annotation import FINISHED, Annotation, ReferencePart, State
from meantree.annotation.proposals import StartingFrames
from meantree.annotation.reference_frames import ReferenceFrames, reference_of, with_reference, without_reference
from meantree.corpus.corpus import SIDES
from meantree.project.earlier_annotations import EarlierAnnotation
from meantree.project.projected_frames import EQUAL, Link, ProjectedFrame, Transfer, forms


@dataclass(frozen=True, slots=True)
class Projection:
    """An annotation to start from, with frames of earlier annotations.

    Attributes:
        annotation: the projected frames and, where nothing corresponds, the automatic ones.
        origins: the name of the earlier annotation by projected frame of the hypothesis.
    """

    annotation: Annotation
    origins: Mapping[Frame, str] = field(default_factory=dict)

    def untouched(self, annotation: Annotation) -> dict[Frame, str]:
        """Return the origins of the projected frames that an annotation has as they are here, with their links."""
        own, made = links_by_frame(annotation), links_by_frame(self.annotation)
        return {frame: name for frame, name in self.origins.items() if frame in own and own[frame] == made[frame]}


def project(
    automatic: Annotation, words: Words, earlier: Sequence[EarlierAnnotation], starting: StartingFrames | None = None
) -> Projection:
    """Return the annotation that an annotator starts from, given what they annotated before.

    Equal texts bring all frames and links along. Otherwise each frame comes from the earlier annotation with the most
    equal words, if its predicate corresponds to words here. It decides about words that both translations share; other
    words and fillers of the automatic frame remain, unless the annotator deleted a filler of that role with words of
    theirs. If the predicate stands among other words, as in a passive, roles of fillers that the annotator left as they
    were are those here, and others where agent and patient are exchanged. An automatic frame that was accepted as it
    stood only adds to the automatic one here. Automatic frames remain where nothing is projected, unless their
    predicate corresponds to a word that the annotator left without a frame in a finished annotation.

    Args:
        automatic: the automatic annotation; its reference frames are those of the annotator, if there are any.
        earlier: the annotator's annotations of other translations of the segment, or of nearly equal segments.
        starting: what the syntax of the hypothesis and the project's rules allow; without it, everything.
    """
    usable = [source for source in earlier if source.annotation.state is not State.CANNOT]
    for source in usable:
        own = source.annotation
        is_equal = all(source.words[side] == words[side] for side in SIDES) and own.reference == automatic.reference
        if is_equal and own.state in FINISHED:  # comments and state stay with the earlier one
            made = replace(automatic, hypothesis=own.hypothesis, reference=own.reference, alignment=own.alignment)
            return Projection(made, dict.fromkeys(own.hypothesis, source.name))
    automatic = _with_reference_of(usable, automatic, words)
    if not usable:
        return Projection(automatic)
    transfers = [Transfer(source, words, automatic.hypothesis, starting) for source in usable]
    projected = _best([frame for transfer in transfers for frame in transfer.frames()])
    rejected = {word for transfer in transfers for word in transfer.rejected()}
    kept = [
        frame
        for frame in automatic.hypothesis
        if not any(overlap(frame.predicate, other.frame.predicate) for other in projected)
        and not rejected.issuperset(range(*frame.predicate))
    ]
    frames = (*(other.frame for other in projected), *kept)
    annotation = _linked(automatic, frames, projected, words)
    before, after = links_by_frame(automatic), links_by_frame(annotation)
    brought = (other for other in projected if not other.is_own or before.get(other.frame) != after[other.frame])
    return Projection(annotation, {other.frame: other.origin for other in brought})


def _with_reference_of(sources: Sequence[EarlierAnnotation], automatic: Annotation, words: Words) -> Annotation:
    """Return the automatic annotation with reference frames of earlier annotations of nearly equal references.

    Equal references have their annotator's frames already.
    """
    if not sources or any(source.words["reference"] == words["reference"] for source in sources):
        return automatic
    swapped = [
        EarlierAnnotation(
            source.name,
            {"hypothesis": source.words["reference"], "reference": ()},
            Annotation(source.annotation.reference, state=source.annotation.state),
        )
        for source in sources
    ]
    start = Annotation(automatic.reference)
    made = project(start, {"hypothesis": words["reference"], "reference": ()}, swapped).annotation
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
    """Link the last frame of the hypothesis as a frame of ``new`` is, where the reference has the same free parts."""
    links = (
        (((len(annotation.hypothesis) - 1, number), other), kind)
        for ((frame, number), other), kind in without_reference(new).inactive.items()
        if frame == place
    )
    return _linked_by_words(annotation, links)


def _linked_by_words(
    annotation: Annotation, links: Iterable[tuple[tuple[Part, ReferencePart], LinkKind]]
) -> Annotation:
    """Add links to parts of the reference with these words, frames first, if both parts are free in linked frames."""
    found = dict(without_reference(annotation).inactive)
    for (part, other), kind in sorted(links, key=lambda link: link[0][0][1] is not None):
        is_free = not any(part == own or other == reference for own, reference in found)
        kind_of_frames = found.get(((part[0], None), (other[0], None)), LinkKind.UNDECIDED)
        if is_free and (part[1] is None or kind_of_frames is not LinkKind.UNDECIDED):
            found[part, other] = kind
    linked = with_reference(replace(annotation, inactive=found), reference_of(annotation))
    return replace(annotation, alignment=linked.alignment)


def _best(frames: Sequence[ProjectedFrame]) -> list[ProjectedFrame]:
    """Return the frames with the most equal words, one for each predicate, in the order of the text."""
    best: list[ProjectedFrame] = []
    for frame in sorted(frames, key=lambda frame: -frame.equal):
        if frame.equal >= EQUAL and not any(overlap(frame.frame.predicate, other.frame.predicate) for other in best):
            best.append(frame)
    return sorted(best, key=lambda frame: frame.frame.predicate)


# Links


def _linked(
    automatic: Annotation, frames: tuple[Frame, ...], projected: Sequence[ProjectedFrame], words: Words
) -> Annotation:
    """Return an annotation with sure projected links, then correct automatic ones, then the others of both."""
    brought = [
        (((place, number), link.part), link)
        for place, frame in enumerate(projected)
        for number, link in _consistent(automatic, frame, words)
    ]
    sure = [(ends, link.kind) for ends, link in brought if link.is_sure]
    likely = [(ends, link.kind) for ends, link in brought if not link.is_sure]
    parts, known = _same_parts(automatic.hypothesis, frames), without_reference(automatic).inactive
    own_links = [((parts[part], other), kind) for (part, other), kind in known.items() if part in parts]
    correct = [(ends, kind) for ends, kind in own_links if kind is LinkKind.CORRECT]
    annotation = replace(automatic, hypothesis=frames, alignment=FrameAlignment())
    annotation = _linked_by_words(annotation, [*sure, *correct, *likely, *own_links])
    for pair in annotation.alignment.frames:
        annotation = link_equal_roles(annotation, pair, words)
    return annotation


def _consistent(automatic: Annotation, made: ProjectedFrame, words: Words) -> Iterator[tuple[int | None, Link]]:
    """Yield the links of a projected frame that equal words here do not contradict.

    No frame is linked with one that has fewer of its fillers than that of a correct automatic link, and no filler with
    one whose frame has its words in another role, unless the annotator linked these words.
    """
    by_predicate = {frame.predicate: _with_equal_words(made.frame, frame, words) for frame in automatic.reference}
    own = (
        by_predicate[automatic.reference[ref].predicate]
        for (hyp, ref), kind in automatic.alignment.frames.items()
        if automatic.hypothesis[hyp].predicate == made.frame.predicate and kind is LinkKind.CORRECT
    )
    most = sum(next(own, {}).values())
    for number, link in made.links.items():
        equal = by_predicate.get(link.part[0], {})
        if sum(equal.values()) >= most and (link.is_sure or number is None or equal.get(number, True)):
            yield number, link


def _with_equal_words(frame: Frame, reference: Frame, words: Words) -> dict[int, bool]:
    """Return the numbers of fillers with the words of one of the reference, and whether one of these has their role."""
    here = [(filler.role, forms(filler.tokens, words["hypothesis"])) for filler in frame.fillers]
    there = [(filler.role, forms(filler.tokens, words["reference"])) for filler in reference.fillers]
    equal = (number for number, (_, forms) in enumerate(here) if any(forms == other for _, other in there))
    return {number: here[number] in there for number in equal}


def _same_parts(before: Sequence[Frame], here: Sequence[Frame]) -> dict[Part, Part]:
    """Return by part of some frames that of others of the same text with its role and words, or its predicate."""
    parts: dict[Part, Part] = {}
    for (old, own), (new, frame) in itertools.product(enumerate(before), enumerate(here)):
        if overlap(own.predicate, frame.predicate):
            parts[old, None] = new, None
            for (number, one), (other, filler) in itertools.product(enumerate(own.fillers), enumerate(frame.fillers)):
                if (one.role, one.spans) == (filler.role, filler.spans):
                    parts[old, number] = new, other
    return parts
