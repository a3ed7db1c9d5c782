"""The frames of one annotator, and those of another beside them: what has the same predicate stands in the same row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meantree.alignment.linked_frames import Block, LinkedFrames, frames_of
from meantree.analysis.frames import Span
from meantree.corpus.corpus import SIDES, Side
from meantree.picture.frame_picture import BLOCK_GAP, TOP, CommentedBlock


@dataclass(frozen=True, slots=True)
class Column:
    """All frames of one annotator as they are drawn."""

    frames: LinkedFrames
    blocks: Sequence[CommentedBlock]

    def predicates(self, block: Block) -> set[tuple[Side, Span]]:
        """The words that the frames of a block are of."""
        places = [(side, block.place(side)) for side in SIDES]
        return {(side, frames_of(self.frames, side)[place].predicate) for side, place in places if place is not None}


@dataclass(frozen=True, slots=True)
class Row:
    """What stands beside each other from ``top`` on; one of the two may be missing."""

    own: CommentedBlock | None
    other: CommentedBlock | None
    top: float

    @property
    def height(self) -> float:
        """Of the higher one."""
        return max(block.height for block in (self.own, self.other) if block is not None)


def rows(own: Column, other: Column | None) -> list[Row]:
    """The own frames in their order, each beside the other's of the same predicate; then those of the other alone."""
    left = list(other.blocks) if other is not None else []
    pairs: list[tuple[CommentedBlock | None, CommentedBlock | None]] = []
    for block in own.blocks:
        wanted = own.predicates(block.picture.block)
        same = next((one for one in left if other and wanted & other.predicates(one.picture.block)), None)
        if same is not None:
            left.remove(same)
        pairs.append((block, same))
    found: list[Row] = []
    top = TOP
    for mine, theirs in (*pairs, *((None, one) for one in left)):
        found.append(Row(mine, theirs, top))
        top += found[-1].height + BLOCK_GAP
    return found
