"""The frames of a hypothesis and a reference with the links between them, part by part and grouped by predicate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, Part, Span
from meantree.corpus.corpus import Side


class LinkedFrames(Protocol):
    """Frames of both texts and their links, by an annotator or by a metric."""

    @property
    def hypothesis(self) -> tuple[Frame, ...]:
        """Frames of the hypothesis."""
        ...

    @property
    def reference(self) -> tuple[Frame, ...]:
        """Frames of the reference."""
        ...

    @property
    def alignment(self) -> FrameAlignment:
        """Which of them, and of their fillers, belong together."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """A frame of the hypothesis and the one of the reference that it is linked with, or one that has no partner."""

    hypothesis: int | None
    reference: int | None

    def place(self, side: Side) -> int | None:
        """The frame on one side."""
        return self.hypothesis if side == "hypothesis" else self.reference


def frames_of(linked: LinkedFrames, side: Side) -> tuple[Frame, ...]:
    """The frames of one text."""
    return linked.hypothesis if side == "hypothesis" else linked.reference


def parts_of(frame: int, fillers: int) -> list[Part]:
    """The predicate of a frame and its fillers, by the frame's place and how many fillers it has."""
    return [(frame, None), *((frame, number) for number in range(fillers))]


def span_of(linked: LinkedFrames, side: Side, part: Part) -> Span:
    """The tokens of a predicate or filler."""
    frame = frames_of(linked, side)[part[0]]
    return frame.predicate if part[1] is None else frame.fillers[part[1]].span


def partner_of(linked: LinkedFrames, side: Side, part: Part) -> tuple[Part, LinkKind] | None:
    """What a predicate or filler is linked with, and how."""
    return next(((two, kind) for one, two, kind in links(linked, side) if one == part), None)


def links(linked: LinkedFrames, side: Side) -> Iterable[tuple[Part, Part, LinkKind]]:
    """All links of frames, then of fillers, seen from one side."""
    turned = side == "reference"
    for frames, kind in linked.alignment.frames.items():
        yield (frames[turned], None), (frames[not turned], None), kind
    for fillers, kind in linked.alignment.fillers.items():
        yield fillers[turned], fillers[not turned], kind


def blocks(linked: LinkedFrames) -> tuple[Block, ...]:
    """All frames, linked ones together: in the order of the hypothesis, then what the reference alone has."""
    of_hypothesis = dict(linked.alignment.frames.keys())
    partners = set(of_hypothesis.values())
    mine = sorted(range(len(linked.hypothesis)), key=lambda place: linked.hypothesis[place].predicate)
    theirs = sorted(range(len(linked.reference)), key=lambda place: linked.reference[place].predicate)
    both = [Block(place, of_hypothesis.get(place)) for place in mine]
    return (*both, *(Block(None, place) for place in theirs if place not in partners))


def is_counted(linked: LinkedFrames, side: Side, part: Part, partner: Part) -> bool:
    """Whether a link can count: fillers of linked frames in equal roles."""
    if part[1] is None or partner[1] is None:
        return True
    other: Side = "reference" if side == "hypothesis" else "hypothesis"
    frames = (part[0], partner[0]) if side == "hypothesis" else (partner[0], part[0])
    kind = linked.alignment.frames.get(frames, LinkKind.UNDECIDED)
    mine = frames_of(linked, side)[part[0]].fillers[part[1]].role
    theirs = frames_of(linked, other)[partner[0]].fillers[partner[1]].role
    return kind is not LinkKind.UNDECIDED and mine is theirs
