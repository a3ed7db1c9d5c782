"""Linked frames block by block."""

from __future__ import annotations

from helpers.frames import frame
from meantree.alignment.linked_frames import Block, blocks, is_counted
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.project.annotation import Annotation

# Frames stand in another order than in the text, and places differ between the texts.
LINKED = Annotation(
    hypothesis=(frame("5 agent=6"), frame("1 agent=0 patient=2"), frame("3")),
    reference=(frame("7"), frame("4"), frame("2 patient=3 agent=1")),
    alignment=FrameAlignment(
        {(1, 2): LinkKind.CORRECT, (2, 0): LinkKind.PARTIAL, (0, 1): LinkKind.UNDECIDED},
        {((1, 0), (2, 1)): LinkKind.CORRECT, ((1, 1), (2, 1)): LinkKind.PARTIAL},
    ),
)
ALONE = Annotation(hypothesis=(frame("4"), frame("1")), reference=(frame("9"), frame("0")))


def test_linked_frames_stand_together_in_the_order_of_the_hypothesis() -> None:
    assert blocks(LINKED) == (Block(1, 2), Block(2, 0), Block(0, 1))
    assert [block.place("hypothesis") for block in blocks(LINKED)] == [1, 2, 0]
    assert [block.place("reference") for block in blocks(LINKED)] == [2, 0, 1]


def test_frames_without_a_partner_stand_alone_the_references_last() -> None:
    assert blocks(ALONE) == (Block(1, None), Block(0, None), Block(None, 1), Block(None, 0))


def test_fillers_count_between_linked_frames_in_equal_roles() -> None:
    assert is_counted(LINKED, "hypothesis", (1, 0), (2, 1))
    assert is_counted(LINKED, "reference", (2, 1), (1, 0))
    assert not is_counted(LINKED, "hypothesis", (1, 1), (2, 1)), "patient and agent"
    assert not is_counted(LINKED, "reference", (2, 1), (1, 1))
    assert not is_counted(LINKED, "hypothesis", (0, 0), (2, 1)), "their frames are not linked"
