"""Keys of the desk that reach more than one frame, pressed in the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helpers.annotating import ALT, CTRL, SHIFT
from meantree.analysis.frames import Role
from meantree.project.annotation import Annotation
from meantree_gui.window import MainWindow

Key, NONE = Qt.Key, Qt.KeyboardModifier.NoModifier


def _press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def _annotation(window: MainWindow) -> Annotation:
    assert window.desk.editor is not None
    return window.desk.editor.annotation


def _roles(window: MainWindow) -> list[list[list[Role]]]:
    annotation = _annotation(window)
    return [
        [[one.role for one in frame.fillers] for frame in frames]
        for frames in (annotation.hypothesis, annotation.reference)
    ]


def test_shift_and_a_role_relabel_both_texts_in_one_step(desk: MainWindow) -> None:
    before = _annotation(desk)
    _press(desk, Key.Key_N, SHIFT)
    assert "a predicate has no role" in desk.desk_panel.message.text()
    _press(desk, Key.Key_Right, CTRL)
    _press(desk, Key.Key_N, SHIFT)
    assert _roles(desk) == [[[Role.NEGATION]], [[Role.NEGATION]]]
    assert desk.desk.scores.now == 1.0
    _press(desk, Key.Key_Z, CTRL)
    assert _annotation(desk) == before


def test_a_linked_pair_goes_with_one_key_and_comes_back_with_one(desk: MainWindow) -> None:
    before = _annotation(desk)
    _press(desk, Key.Key_Right, CTRL)
    _press(desk, Key.Key_Delete, CTRL)
    assert _roles(desk) == [[[]], [[]]]
    _press(desk, Key.Key_Z, CTRL)
    assert _annotation(desk) == before
    _press(desk, Key.Key_Left, ALT)
    _press(desk, Key.Key_End)
    _press(desk, Key.Key_N)
    _press(desk, Key.Key_Delete, CTRL)
    assert "this filler is not linked" in desk.desk_panel.message.text()


def test_a_filler_is_copied_into_the_next_frame_and_the_cursor_follows(desk: MainWindow) -> None:
    _press(desk, Key.Key_Right, CTRL)
    _press(desk, Key.Key_Left, ALT)
    _press(desk, Key.Key_End)
    _press(desk, Key.Key_F)
    _press(desk, Key.Key_Up)
    _press(desk, Key.Key_Right, CTRL)
    before = _annotation(desk)
    _press(desk, Key.Key_C)
    assert _roles(desk)[0] == [_first_roles(before), [before.hypothesis[0].fillers[0].role]]
    editor = desk.desk.editor
    assert editor is not None
    assert (editor.cursor.frame, editor.part("hypothesis")) == (1, (1, 0))
    _press(desk, Key.Key_C)
    assert "no other frame" in desk.desk_panel.message.text()
    _press(desk, Key.Key_Z, CTRL)
    assert _annotation(desk) == before


def _first_roles(annotation: Annotation) -> list[Role]:
    return [one.role for one in annotation.hypothesis[0].fillers]


def test_a_deletion_leaves_a_frame_in_focus_even_in_the_other_text(desk: MainWindow) -> None:
    _press(desk, Key.Key_Tab)
    _press(desk, Key.Key_End)
    _press(desk, Key.Key_F)  # the reference's last word alone has this frame
    _press(desk, Key.Key_Up)
    _press(desk, Key.Key_Tab)
    _press(desk, Key.Key_Delete)
    editor = desk.desk.editor
    assert editor is not None
    assert (editor.side, editor.block) == ("reference", 0)
    _press(desk, Key.Key_Delete)
    assert _roles(desk) == [[], []]
