"""What a reader of annotations yields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from meantree.analysis.frames import Filler, Frame
from meantree.corpus.corpus import Corpus
from meantree.project.annotation import Annotation, AnnotationKey, State


@dataclass(frozen=True, slots=True)
class Imported:
    """A corpus and what annotators said of it."""

    corpus: Corpus
    annotations: dict[AnnotationKey, Annotation]


def bare(annotation: Annotation) -> Annotation:
    """Frames, links, state and comment alone, as other tools' files may hold: no rolesets, labels, remarks, locks."""
    return Annotation(
        _unlabelled(annotation.hypothesis),
        _unlabelled(annotation.reference),
        annotation.alignment,
        State.DONE if annotation.state is State.REVIEW else annotation.state,
        annotation.comment,
    )


def left_out_of(annotations: Iterable[Annotation]) -> str:
    """In words, what of PropBank and of an adjudicator's decisions :func:`bare` leaves out; empty if nothing."""
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
