"""What an annotator meets besides the annotation itself: menus, sizes, screen readers, the focus, questions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsSimpleTextItem, QMenu
from pytestqt.qtbot import QtBot

from helpers.annotating import key_of
from helpers.frames import frame
from helpers.windows import ALT, SHIFT, click_cell, present, press
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, State
from meantree.phenomena.catalogue import KINDS
from meantree.phenomena.search import Finding
from meantree_gui.actions import give_letters
from meantree_gui.annotation_editor.edited_frames_view import frames_named
from meantree_gui.settings import ANNOTATION_SIZE
from meantree_gui.trees.tree_pane import LabelBox
from meantree_gui.window import MainWindow

Key = Qt.Key


def _spoken(window: MainWindow) -> str:
    """What a screen reader hears of the text with the focus."""
    view = window.annotation_panel.texts.sides["hypothesis"]
    return str(present(QAccessible.queryAccessibleInterface(view)).text(QAccessible.Text.Description))


def _says(window: MainWindow) -> str:
    return window.annotation_panel.message.text()


def test_a_key_typed_into_an_open_menu_stays_there(annotating: MainWindow, qtbot: QtBot) -> None:
    editor = annotating.annotation_editor
    before = present(editor.frame_editor).annotation
    for title in ("File", "Annotate"):
        menu = annotating.menus[title]
        menu.popup(annotating.mapToGlobal(annotating.rect().center()))
        qtbot.waitUntil(menu.isVisible)
        for key in (Key.Key_Delete, Key.Key_Slash, Key.Key_Backspace, Key.Key_Plus):  # all of them edit frames
            QTest.keyClick(menu, key)
        menu.close()
    assert (editor.key, present(editor.frame_editor).annotation) == (key_of(1), before)


def test_a_key_typed_into_a_menu_that_a_key_opened_stays_there(annotating: MainWindow, qtbot: QtBot) -> None:
    """The menu bar has the focus then, and the actions of its menus count as its own."""
    editor, bar = annotating.annotation_editor, annotating.menuBar()
    before = present(editor.frame_editor).annotation
    QTest.keyClick(annotating, Key.Key_A, ALT)
    qtbot.waitUntil(annotating.menus["Annotate"].isVisible)
    assert bar.hasFocus()
    for key in (Key.Key_Delete, Key.Key_Slash, Key.Key_Q):
        QTest.keyClick(bar, key)
    QTest.keyClick(annotating.menus["Annotate"], Key.Key_Escape)
    assert (editor.key, present(editor.frame_editor).annotation) == (key_of(1), before)
    assert not bar.hasFocus()


def test_the_key_beside_an_entry_of_a_menu_at_the_pointer_chooses_it(sample: MainWindow, qtbot: QtBot) -> None:
    view = sample.centre.trees.hypothesis.view
    qtbot.waitUntil(lambda: len(view.words) > 1)
    view.go_to(len(view.words) - 1)
    sample.inspect._pop_up((sample.inspect.heads,), sample.mapToGlobal(sample.rect().center()))
    (menu,) = [child for child in sample.centre.findChildren(QMenu) if child.isVisible()]
    QTest.keyClick(menu, Key.Key_L)
    qtbot.waitUntil(lambda: sample.centre.findChild(LabelBox) is not None)
    assert not any(child.isVisible() for child in sample.centre.findChildren(QMenu))


def test_each_entry_of_a_menu_has_its_letter() -> None:
    menu = QMenu()
    titles = ("Open …", "&Paste", "Open project", "Pan", "Op", "O")
    for title in titles:
        menu.addAction(title)
    give_letters(menu)
    texts = [action.text() for action in menu.actions()]
    assert texts == ["&Open …", "&Paste", "Op&en project", "P&an", "Op (&1)", "O (&2)"]
    give_letters(menu)
    assert [action.text() for action in menu.actions()] == texts


def test_sizes_change_on_the_page_that_is_shown(annotating: MainWindow) -> None:
    picture = annotating.inspect.trees.canvases[0].transform().m11()
    texts = annotating.annotation_panel.texts
    press(annotating, "Ctrl+Minus Ctrl+Minus")
    small = texts.scale
    assert small < 1.0
    assert annotating.annotation_panel.context.scale == small == annotating.annotation_panel.frames.transform().m11()
    assert float(ANNOTATION_SIZE.read(annotating.settings)) == pytest.approx(small, abs=0.01)
    assert annotating.inspect.trees.canvases[0].transform().m11() == picture
    press(annotating, "Ctrl+0")
    assert (texts.scale, ANNOTATION_SIZE.read(annotating.settings)) == (1.0, "")
    press(annotating, "F7 Ctrl+Minus")
    assert texts.scale == 1.0


def test_a_screen_reader_hears_word_role_link_and_state(annotating: MainWindow) -> None:
    assert _spoken(annotating) == "first1: predicate of frame 1; linked with first1, correct; open"
    press(annotating, "Ctrl+Right")
    assert "alpha: patient of frame 1; linked with alpha" in _spoken(annotating)
    press(annotating, "Left k")
    assert _spoken(annotating) == "first1: predicate of frame 1; not linked; open"
    press(annotating, "Delete")
    assert _spoken(annotating) == "first1: in no frame; open"


@pytest.mark.parametrize("hand", ["keys", "mouse"])
def test_a_role_goes_to_the_frame_whose_predicate_the_hands_went_to(annotating: MainWindow, hand: str) -> None:
    panel = annotating.annotation_panel
    press(annotating, "End f 1")
    assert panel.strip.frame.text() == "Frame 1: first1"
    if hand == "keys":
        press(annotating, "End")
    else:
        text = panel.texts.sides["hypothesis"]
        where = text.mapFromScene(text.words[8].sceneBoundingRect().center())
        QTest.mousePress(text.viewport(), Qt.MouseButton.LeftButton, pos=where)
        QTest.mouseMove(text.viewport(), where + QPoint(1, 0))  # no hand is still
        QTest.mouseRelease(text.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert panel.strip.frame.text() == "Frame 2: theta"
    assert _says(annotating) == "Frame 2: theta is active now; Shift passes over it"
    press(annotating, "Left m")
    first, second = present(annotating.annotation_editor.frame_editor).frames("hypothesis")
    assert (7, 8) not in [filler.span for filler in first.fillers]
    assert (second.predicate, second.fillers[-1].span) == ((8, 9), (7, 8))


def test_after_the_return_of_a_filter_keys_edit(annotating: MainWindow) -> None:
    press(annotating, "Ctrl+F")
    assert annotating.segments.filter.hasFocus()
    QTest.keyClicks(present(QApplication.focusWidget()), "first")
    press(annotating, "Return")
    assert annotating.annotation_panel.texts.sides["hypothesis"].hasFocus()


def test_after_a_click_on_a_segment_keys_edit(annotating: MainWindow, qtbot: QtBot) -> None:
    table, text = annotating.segments.table, annotating.annotation_panel.texts.sides["hypothesis"]
    press(annotating, "F6")
    click_cell(table, 3, 0)
    qtbot.waitUntil(text.hasFocus)
    assert annotating.annotation_editor.key == key_of(3)
    press(annotating, "F6 Down")
    assert table.hasFocus()
    press(annotating, "Return")
    qtbot.waitUntil(text.hasFocus)
    assert annotating.annotation_editor.key == key_of(4)
    click_cell(table, 5, 0, SHIFT)
    assert table.hasFocus(), "several rows are selected to be copied"
    press(annotating, "F7")
    click_cell(table, 1, 0)
    assert table.hasFocus(), "on other pages, keys walk the list"


def test_the_change_of_the_score_is_shown_if_it_is_wanted(annotating: MainWindow) -> None:
    press(annotating, "Ctrl+Right a")
    change = annotating.annotation_panel.header.change
    assert change.isHidden()
    annotating.annotation_panel.toggle_change()
    assert change.text().endswith("by this edit")


def test_a_digit_goes_to_the_question_of_that_number(annotating: MainWindow) -> None:
    editor = annotating.annotation_editor
    link = FrameAlignment({(0, 0): LinkKind.CORRECT})
    odd = Annotation((frame("0 agent=1 agent=2"), frame("4")), (frame("0 agent=1"),), link, State.OPEN)
    present(annotating.workspace.project).save(key_of(1), odd, "elsewhere", known=None)
    editor.reopen()
    editor._opened_at -= 9
    press(annotating, "Return")
    assert _says(annotating).startswith("To check: 1 ")
    assert "; 2 " in _says(annotating)
    doubts = editor._questions._named[1]
    press(annotating, "2")
    side, part = doubts[1].side, present(doubts[1].part)
    assert present(editor.frame_editor).part(side) == part
    press(annotating, "1")
    side, part = doubts[0].side, present(doubts[0].part)
    assert present(editor.frame_editor).part(side) == part
    assert editor.key == key_of(1)


@pytest.mark.parametrize("keys", ["r", "Shift+R"])
def test_return_saves_a_comment_and_shift_return_begins_a_line(annotating: MainWindow, keys: str) -> None:
    press(annotating, keys)
    QTest.keyClicks(present(QApplication.focusWidget()), "one")
    QTest.keyClick(present(QApplication.focusWidget()), Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(present(QApplication.focusWidget()), "two")
    press(annotating, "Return")
    kept = present(present(annotating.workspace.project).annotation(key_of(1)))
    assert kept.all_comments == ("one\ntwo",)
    assert annotating.annotation_panel.texts.sides["hypothesis"].hasFocus()


def test_a_shown_finding_of_exchanged_roles_stands_at_its_frame(annotating: MainWindow) -> None:
    view, selection = annotating.annotation_panel.frames, annotating.selection

    def titles() -> list[str]:
        return [item.text() for item in view.scene().items() if isinstance(item, QGraphicsSimpleTextItem)]

    found = Finding(KINDS["role.swapped"], "", 0.98, (0,), (0,), (0,), (0,), shown=True)
    selection.comparison = replace(present(selection.comparison), findings=(found,))
    annotating.annotation_editor.changed.emit()
    assert any("⇄ roles are swapped (98 %)" in title for title in titles())
    selection.comparison = replace(present(selection.comparison), findings=(replace(found, shown=False),))
    annotating.annotation_editor.changed.emit()
    assert not any("⇄" in title for title in titles())
    (frame,) = present(annotating.annotation_editor.frame_editor).annotation.hypothesis
    elsewhere = max(frame.tokens) + 1
    over_two = replace(found, hypothesis=(frame.predicate[0], elsewhere))
    selection.comparison = replace(present(selection.comparison), findings=(over_two,))
    annotating.annotation_editor.changed.emit()
    assert any("⇄" in title for title in titles())
    selection.comparison = replace(
        present(selection.comparison), findings=(replace(over_two, hypothesis=(elsewhere,)),)
    )
    annotating.annotation_editor.changed.emit()
    assert not any("⇄" in title for title in titles())


@pytest.mark.parametrize(
    ("words", "frames", "named"),
    [
        ({1, 16, 17}, ["9 patient=0-7 agent=10-11", "16 agent=15 patient=17-23"], [1]),
        ({0, 1, 3}, ["1 agent=0 patient=2-4", "3 agent=2"], [0, 1]),
        ({2, 3, 4}, ["1 agent=0 patient=2-4", "3 agent=2 patient=4"], [1]),
        ({0, 2}, ["1 agent=0 patient=2", "4 agent=0"], [0]),
        ({0, 2}, ["1 agent=0", "3 patient=2"], [0, 1]),
        ({8}, ["1 agent=0"], []),
    ],
    ids=["beside another frame's word", "two", "within a clause", "without a predicate", "in two", "in none"],
)
def test_a_finding_stands_at_the_frames_whose_predicates_it_names(
    words: set[int], frames: list[str], named: list[int]
) -> None:
    assert frames_named(words, [frame(each) for each in frames]) == named


def test_both_rows_of_the_active_frame_stay_in_view_when_the_view_gets_lower(
    annotating: MainWindow, qtbot: QtBot
) -> None:
    """A line of help below the frames, which comes later, takes some of their room."""
    press(annotating, "End f Left Left f Left Left f")
    view = annotating.annotation_panel.frames
    last = len(present(annotating.annotation_editor.frame_editor).blocks)
    press(annotating, f"{last}")
    row = view._rows[last - 1]

    def is_whole() -> bool:
        above, below = (view.mapFromScene(0, at).y() for at in (row.top, row.top + row.height))
        return above >= 0 and below <= view.viewport().height()

    height = int(row.height) + 60
    for less in (0, 30):
        view.setFixedHeight(height - less)
        qtbot.waitUntil(lambda expected=height - less: view.height() == expected)  # type: ignore[misc]
        assert is_whole()
