"""Keys of the annotation editor that reach more than one frame; frames of two annotators side by side."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt

from helpers.frames import frame
from helpers.windows import ALT, CTRL, SHIFT, present, press
from meantree.analysis.frames import FrameAlignment, LinkKind, Role
from meantree.annotation.frame_annotation import Annotation
from meantree.comparison.comparison import ComparedFrames
from meantree.picture.frame_picture import commented_blocks
from meantree.picture.style import approximate_width
from meantree_gui.annotation_editor.edited_frames_view import FrameColumn, aligned_rows
from meantree_gui.window import MainWindow

Key = Qt.Key


def _annotation(window: MainWindow) -> Annotation:
    return present(window.annotation_editor.frame_editor).annotation


def _roles(window: MainWindow) -> list[list[list[Role]]]:
    annotation = _annotation(window)
    return [
        [[one.role for one in frame.fillers] for frame in frames]
        for frames in (annotation.hypothesis, annotation.reference)
    ]


def test_shift_and_a_role_relabel_both_texts_in_one_step(annotating: MainWindow) -> None:
    before = _annotation(annotating)
    press(annotating, Key.Key_N, modifiers=SHIFT)
    assert "a predicate has no role" in annotating.annotation_panel.message.text()
    press(annotating, Key.Key_Right, modifiers=CTRL)
    press(annotating, Key.Key_N, modifiers=SHIFT)
    assert _roles(annotating) == [[[Role.NEGATION]], [[Role.NEGATION]]]
    assert annotating.annotation_editor.scores.now == 1.0
    press(annotating, Key.Key_Z, modifiers=CTRL)
    assert _annotation(annotating) == before


def test_a_linked_pair_goes_with_one_key_and_comes_back_with_one(annotating: MainWindow) -> None:
    before = _annotation(annotating)
    press(annotating, Key.Key_Right, modifiers=CTRL)
    press(annotating, Key.Key_Delete, modifiers=CTRL)
    assert _roles(annotating) == [[[]], [[]]]
    press(annotating, Key.Key_Z, modifiers=CTRL)
    assert _annotation(annotating) == before
    press(annotating, Key.Key_Left, modifiers=ALT)
    press(annotating, Key.Key_End)
    press(annotating, Key.Key_N)
    press(annotating, Key.Key_Delete, modifiers=CTRL)
    assert "this filler is not linked" in annotating.annotation_panel.message.text()


def test_a_filler_is_copied_into_the_next_frame_and_the_cursor_follows(annotating: MainWindow) -> None:
    press(annotating, Key.Key_Right, modifiers=CTRL)
    press(annotating, Key.Key_Left, modifiers=ALT)
    press(annotating, Key.Key_End)
    press(annotating, Key.Key_F)
    press(annotating, Key.Key_Up)
    press(annotating, Key.Key_Right, modifiers=CTRL)
    before = _annotation(annotating)
    press(annotating, Key.Key_C)
    assert _roles(annotating)[0] == [_first_roles(before), [before.hypothesis[0].fillers[0].role]]
    frame_editor = present(annotating.annotation_editor.frame_editor)
    assert (frame_editor.cursor.frame, frame_editor.part("hypothesis")) == (1, (1, 0))
    press(annotating, Key.Key_C)
    assert "no other frame" in annotating.annotation_panel.message.text()
    press(annotating, Key.Key_Z, modifiers=CTRL)
    assert _annotation(annotating) == before


def _first_roles(annotation: Annotation) -> list[Role]:
    return [one.role for one in annotation.hypothesis[0].fillers]


def test_a_deletion_leaves_a_frame_in_focus_even_in_the_other_text(annotating: MainWindow) -> None:
    press(annotating, Key.Key_Tab)
    press(annotating, Key.Key_End)
    press(annotating, Key.Key_F)  # the reference's last word alone has this frame
    press(annotating, Key.Key_Up)
    press(annotating, Key.Key_Tab)
    press(annotating, Key.Key_Delete)
    frame_editor = present(annotating.annotation_editor.frame_editor)
    assert (frame_editor.side, frame_editor.block) == ("reference", 0)
    press(annotating, Key.Key_Delete)
    assert _roles(annotating) == [[], []]


WORDS = tuple(f"w{place}" for place in range(30))
MINE = Annotation(
    (frame("1 agent=0"), frame("6")), (frame("2"), frame("9")), FrameAlignment({(0, 0): LinkKind.CORRECT}, {})
)
THEIRS = Annotation(
    (frame("3"), frame("1 patient=4-28")), (frame("9"), frame("6")), FrameAlignment({(1, 0): LinkKind.CORRECT}, {})
)


def _column(annotation: Annotation) -> FrameColumn:
    content = ComparedFrames(annotation, {"hypothesis": WORDS, "reference": WORDS}, {"hypothesis": {}, "reference": {}})
    return FrameColumn(annotation, commented_blocks(content, 300, approximate_width))


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
