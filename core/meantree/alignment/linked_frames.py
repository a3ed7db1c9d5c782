"""The frames of a hypothesis and a reference with the links between them, by part and grouped by predicate."""

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
        """The links between frames, and between their fillers."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """A frame of the hypothesis and the frame of the reference linked with it, or one frame without a partner."""

    hypothesis: int | None
    reference: int | None

    def place(self, side: Side) -> int | None:
        """Return the frame on one side, None if there is none."""
        return self.hypothesis if side == "hypothesis" else self.reference


def frames_of(linked: LinkedFrames, side: Side) -> tuple[Frame, ...]:
    """Return the frames of one text."""
    return linked.hypothesis if side == "hypothesis" else linked.reference


def parts_of(frame: int, fillers: int) -> list[Part]:
    """Return the predicate of a frame and its fillers, given the frame's index and its number of fillers."""
    return [(frame, None), *((frame, number) for number in range(fillers))]


def span_of(linked: LinkedFrames, side: Side, part: Part) -> Span:
    """Return the tokens of a predicate or filler, or those of its first part."""
    return spans_of(linked, side, part)[0]


def spans_of(linked: LinkedFrames, side: Side, part: Part) -> tuple[Span, ...]:
    """Return the tokens of each part of a predicate, which has one, or of a filler."""
    frame = frames_of(linked, side)[part[0]]
    return (frame.predicate,) if part[1] is None else frame.fillers[part[1]].spans


def partner_of(linked: LinkedFrames, side: Side, part: Part) -> tuple[Part, LinkKind] | None:
    """Return the part that a predicate or filler is linked with, and the kind of link."""
    return next(((partner, kind) for linked_part, partner, kind in links(linked, side) if linked_part == part), None)


def linked_frame(linked: LinkedFrames, side: Side, place: int) -> int | None:
    """Return the place, from 0, of the frame that one is linked with; None without a link, or with an undecided one."""
    partner = partner_of(linked, side, (place, None))
    return None if partner is None or partner[1] is LinkKind.UNDECIDED else partner[0][0]


def links(linked: LinkedFrames, side: Side) -> Iterable[tuple[Part, Part, LinkKind]]:
    """Yield all links of frames, then of fillers: the part on the given side, its partner, and the kind."""
    own = int(side == "reference")
    for frames, kind in linked.alignment.frames.items():
        yield (frames[own], None), (frames[1 - own], None), kind
    for fillers, kind in linked.alignment.fillers.items():
        yield fillers[own], fillers[1 - own], kind


def aligned(found: Iterable[tuple[Part, Part, LinkKind]]) -> FrameAlignment:
    """Return links of parts of the hypothesis with parts of the reference as an alignment; of two, the last counts."""
    alignment = FrameAlignment()
    for part, partner, kind in found:
        if part[1] is None or partner[1] is None:
            alignment.frames[part[0], partner[0]] = kind
        else:
            alignment.fillers[(part[0], part[1]), (partner[0], partner[1])] = kind
    return alignment


def blocks(linked: LinkedFrames) -> tuple[Block, ...]:
    """Return all frames, linked ones together: in the order of the hypothesis, then those of the reference only."""
    partner = dict(linked.alignment.frames.keys())
    linked_references = set(partner.values())
    hyp_frames = sorted(range(len(linked.hypothesis)), key=lambda frame: linked.hypothesis[frame].predicate)
    ref_frames = sorted(range(len(linked.reference)), key=lambda frame: linked.reference[frame].predicate)
    both = [Block(frame, partner.get(frame)) for frame in hyp_frames]
    return (*both, *(Block(None, frame) for frame in ref_frames if frame not in linked_references))


def is_counted(linked: LinkedFrames, side: Side, part: Part, partner: Part) -> bool:
    """Return whether a link can count: one of frames, or of fillers with the same role in linked frames."""
    if part[1] is None or partner[1] is None:
        return True
    other: Side = "reference" if side == "hypothesis" else "hypothesis"
    frames = (part[0], partner[0]) if side == "hypothesis" else (partner[0], part[0])
    kind = linked.alignment.frames.get(frames, LinkKind.UNDECIDED)
    role = frames_of(linked, side)[part[0]].fillers[part[1]].role
    partner_role = frames_of(linked, other)[partner[0]].fillers[partner[1]].role
    return kind is not LinkKind.UNDECIDED and role is partner_role
