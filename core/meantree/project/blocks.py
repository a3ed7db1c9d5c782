"""An annotation frame by frame, and how each part of it fares."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.analysis.frames import LinkKind
from meantree.corpus.model import Side
from meantree.metrics.evidence import Status
from meantree.project.annotation import Annotation
from meantree.project.edits import Part, frames_of, partner_of


@dataclass(frozen=True, slots=True)
class Block:
    """A frame of the hypothesis and the one of the reference that it is linked with, or one that has no partner."""

    hypothesis: int | None
    reference: int | None

    def place(self, side: Side) -> int | None:
        """The frame on one side."""
        return self.hypothesis if side == "hypothesis" else self.reference


def blocks(annotation: Annotation) -> tuple[Block, ...]:
    """All frames, linked ones together: in the order of the hypothesis, then what the reference alone has."""
    of_hypothesis = dict(annotation.alignment.frames.keys())
    linked = set(of_hypothesis.values())
    mine = sorted(range(len(annotation.hypothesis)), key=lambda place: annotation.hypothesis[place].predicate)
    theirs = sorted(range(len(annotation.reference)), key=lambda place: annotation.reference[place].predicate)
    both = [Block(place, of_hypothesis.get(place)) for place in mine]
    return (*both, *(Block(None, place) for place in theirs if place not in linked))


def status_of(annotation: Annotation, side: Side, part: Part) -> Status:
    """How a part fares in HMEANT: matched, partial, else missed (reference) or extra (hypothesis)."""
    found = partner_of(annotation, side, part)
    alone = Status.EXTRA if side == "hypothesis" else Status.MISSED
    if found is None or not is_counted(annotation, side, part, found[0]):
        return alone
    return {LinkKind.CORRECT: Status.MATCHED, LinkKind.PARTIAL: Status.PARTIAL}.get(found[1], alone)


def is_counted(annotation: Annotation, side: Side, part: Part, partner: Part) -> bool:
    """Whether a link can count: fillers of linked frames in equal roles."""
    if part[1] is None or partner[1] is None:
        return True
    other: Side = "reference" if side == "hypothesis" else "hypothesis"
    frames = (part[0], partner[0]) if side == "hypothesis" else (partner[0], part[0])
    kind = annotation.alignment.frames.get(frames, LinkKind.UNDECIDED)
    mine = frames_of(annotation, side)[part[0]].fillers[part[1]].role
    theirs = frames_of(annotation, other)[partner[0]].fillers[partner[1]].role
    return kind is not LinkKind.UNDECIDED and mine is theirs
