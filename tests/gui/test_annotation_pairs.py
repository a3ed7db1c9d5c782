"""Keys of the annotation editor that reach more than one frame; frames of two annotators side by side."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt

from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation
from meantree.comparison.comparison import ComparedFrames
from meantree.picture.frame_picture import commented_blocks
from meantree.picture.style import approximate_width
from meantree_gui.annotation_editor.edited_frames_view import FrameColumn, aligned_rows

Key = Qt.Key


WORDS = tuple(f"w{place}" for place in range(30))
MINE = Annotation(
    (frame("1 agent=0"), frame("6")), (frame("2"), frame("9")), FrameAlignment({(0, 0): LinkKind.CORRECT}, {})
)
THEIRS = Annotation(
    (frame("3"), frame("1 patient=4-28")), (frame("9"), frame("6")), FrameAlignment({(1, 0): LinkKind.CORRECT}, {})
)


def _column(annotation: Annotation) -> FrameColumn:
    content = ComparedFrames(annotation, {"hypothesis": WORDS, "reference": WORDS}, {"hypothesis": {}, "reference": {}})
    return FrameColumn(content, commented_blocks(content, 300, approximate_width, {}))


def test_equal_predicates_stand_in_one_row() -> None:
    found = aligned_rows(_column(MINE), _column(THEIRS))
    numbers = [tuple(one.picture.number if one else None for one in (row.own, row.compared)) for row in found]
    # One's own: 1-2, 6, -9; the other's: 1-9, 3, -6. A predicate of one text is not that of the other text.
    assert numbers == [(1, 1), (2, None), (3, None), (None, 2), (None, 3)]


def test_rows_are_as_high_as_the_higher_one() -> None:
    found = aligned_rows(_column(MINE), _column(THEIRS))
    for one, two in itertools.pairwise(found):
        assert two.top > one.top + max(block.height for block in (one.own, one.compared) if block)


def test_alone_the_frames_stand_as_they_were_laid_out() -> None:
    column = _column(MINE)
    assert [row.top for row in aligned_rows(column, None)] == [block.picture.top for block in column.blocks]
