"""What another tool's file says of an annotation, with what it could not hold from the one that is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from meantree.analysis.frames import Frame
from meantree.project.adjudication import frame_at, take_all
from meantree.project.annotation import Annotation


def completed(found: Annotation, present: Annotation, held: Callable[[Annotation], Annotation]) -> Annotation:
    """A version of an annotation that a file tells in part.

    Args:
        found: what the file says.
        present: what is there.
        held: what such a file can hold of an annotation.

    Returns:
        what was found, with state and comment of the present one where the file shows them as the same, and with
        rolesets, labels, remarks and rejected predicates where their parts are the same.
    """
    shown = held(present)
    taken = take_all(present, found)  # the remarks on parts that are still there
    return replace(
        taken,
        hypothesis=_labelled(found.hypothesis, present.hypothesis),
        reference=_labelled(found.reference, present.reference),
        state=present.state if found.state is shown.state else found.state,
        comment=present.comment if found.comment == shown.comment else found.comment,
        rejected=frozenset(one for one in present.rejected if frame_at(found, *one) is None),
    )


def _labelled(frames: Iterable[Frame], known: Iterable[Frame]) -> tuple[Frame, ...]:
    """Frames with the rolesets and labels of those with the same predicate."""
    before = {frame.predicate: frame for frame in known}
    return tuple(_like(frame, before[frame.predicate]) if frame.predicate in before else frame for frame in frames)


def _like(frame: Frame, known: Frame) -> Frame:
    labels = {(one.span, one.role): one.label for one in known.fillers}
    fillers = tuple(replace(one, label=one.label or labels.get((one.span, one.role), "")) for one in frame.fillers)
    return replace(frame, fillers=fillers, roleset=frame.roleset or known.roleset)
