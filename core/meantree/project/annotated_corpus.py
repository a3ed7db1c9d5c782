"""A corpus with what an annotator did lying over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import Filler, Frame, PairFrames
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.annotation import FINISHED, Annotation, AnnotationKey, State
from meantree.project.kinds import KeyOfKind, Value
from meantree.project.stored_corrections import Arcs, LinksKey, TreeKey


@dataclass(frozen=True, slots=True)
class Imported:
    """A corpus and what annotators said of it."""

    corpus: Corpus
    annotations: dict[AnnotationKey, Annotation]


def without_details(annotation: Annotation) -> Annotation:
    """Frames, links, state and comment alone, as other tools' files may hold: no rolesets, labels, remarks, locks."""
    return Annotation(
        _unlabelled(annotation.hypothesis),
        _unlabelled(annotation.reference),
        annotation.alignment,
        State.DONE if annotation.state is State.REVIEW else annotation.state,
        annotation.comment,
    )


def details_left_out(annotations: Iterable[Annotation]) -> str:
    """Return in words which details :func:`without_details` leaves out; empty if none."""
    found = list(annotations)
    frames = [frame for one in found for frame in (*one.hypothesis, *one.reference)]
    names = {
        "rolesets": any(frame.roleset for frame in frames),
        "PropBank labels": any(filler.label for frame in frames for filler in frame.fillers),
        "rejected predicates": any(one.rejected for one in found),
    }
    return " and ".join(name for name, is_there in names.items() if is_there)


def _unlabelled(frames: Iterable[Frame]) -> tuple[Frame, ...]:
    return tuple(Frame(frame.predicate, tuple(Filler(one.span, one.role) for one in frame.fillers)) for frame in frames)


def annotated_corpus(
    corpus: Corpus,
    annotations: Mapping[AnnotationKey, Annotation],
    trees: Mapping[TreeKey, Arcs],
    links: Mapping[LinksKey, FixedLinks],
) -> Corpus:
    """The corpus with the finished frames, the corrected arcs and the corrected links of one annotator."""
    frames, arcs, fixed = _by_segment(annotations), _by_segment(trees), _by_segment(links)
    segments = (
        annotated_segment(one, frames.get(one.key, {}), arcs.get(one.key, {}), fixed.get(one.key, {}))
        for one in corpus.segments
    )
    return replace(corpus, segments=tuple(segments))


def annotated_segment(
    segment: Segment,
    annotations: Mapping[AnnotationKey, Annotation],
    trees: Mapping[TreeKey, Arcs],
    links: Mapping[LinksKey, FixedLinks],
) -> Segment:
    """One segment with what one annotator did of it; the same segment if that is nothing."""
    frames = _finished(annotations, list(segment.references))
    arcs = {(key.side, key.name): corrected for key, corrected in trees.items()}
    fixed: dict[str, dict[str, FixedLinks]] = {}
    for key, corrected in links.items():
        fixed.setdefault(key.system, {})[key.reference] = corrected
    references = {name: _over(text, arcs.get(("reference", name))) for name, text in segment.references.items()}
    hypotheses = {
        name: replace(
            _over(text, arcs.get(("hypothesis", name))), annotation=frames.get(name), links=fixed.get(name, {})
        )
        for name, text in segment.hypotheses.items()
    }
    if not annotations and references == segment.references and hypotheses == segment.hypotheses:
        return segment  # equal frames may differ in rolesets
    return replace(segment, references=references, hypotheses=hypotheses)


def _by_segment(records: Mapping[KeyOfKind, Value]) -> dict[str, dict[KeyOfKind, Value]]:
    found: dict[str, dict[KeyOfKind, Value]] = {}
    for key, value in records.items():
        found.setdefault(key.segment, {})[key] = value
    return found


def _over(text: Text, arcs: Arcs | None) -> Text:
    return text if (arcs or {}) == text.arcs else replace(text, arcs=arcs or {})


def _finished(annotations: Mapping[AnnotationKey, Annotation], references: Sequence[str]) -> dict[str, PairFrames]:
    """By system, the frames that are done; translations that cannot be annotated are left out.

    Where somebody compared a translation with several ``references``, the first of these counts.
    """
    found: dict[str, PairFrames] = {}
    order = {name: place for place, name in enumerate(references)}
    for key, annotation in sorted(annotations.items(), key=lambda item: order.get(item[0].reference, len(order))):
        if key.system and key.reference and annotation.state in FINISHED:
            pair = PairFrames(key.reference, annotation.hypothesis, annotation.reference, annotation.alignment)
            found.setdefault(key.system, pair)
    return found
