"""What a project asks of its annotators at the desk: rules, blindness, locks, guidelines, time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from helpers.annotating import CTRL, NONE, SHIFT, key_of
from meantree.errors import UsageError
from meantree.project.annotation import Annotation, State
from meantree.project.file import Project
from meantree.project.rules import Rules
from meantree_gui.annotation_editor.role_help import NO_GUIDELINES, Guidelines
from meantree_gui.annotation_editor.rules_dialog import RulesDialog
from meantree_gui.annotation_editor.work_clock import WorkClock
from meantree_gui.help.sheet import Sheet
from meantree_gui.window import MainWindow

Key = Qt.Key


def _press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def _project(window: MainWindow) -> Project:
    assert window.workspace.project is not None
    return window.workspace.project


def _said(window: MainWindow) -> str:
    return window.desk_panel.message.text()


# Blind


@pytest.fixture
def blind(desk: MainWindow) -> MainWindow:
    """The desk in a blind project, where another annotator has finished and is to be shown beside."""
    _project(desk).set_rules(Rules(blind=True))
    _project(desk).save(key_of(1, "bea"), Annotation(state=State.DONE), "made")
    desk.desk_panel.head.fill()
    box = desk.desk_panel.other
    box.setCurrentIndex(box.findData("bea"))
    box.activated.emit(box.currentIndex())
    return desk


def test_nobody_sees_others_before_the_own_is_finished(blind: MainWindow) -> None:
    assert "finish your own annotation" in _said(blind)
    before = blind.desk.editor
    assert before is not None
    assert before.other is None
    frames = before.annotation
    for key, modifiers in ((Key.Key_Y, NONE), (Key.Key_Y, SHIFT), (Key.Key_V, NONE)):
        _press(blind, Key.Key_Right)
        assert _said(blind) == ""
        _press(blind, key, modifiers)
        assert "finish your own annotation" in _said(blind)
    assert before.annotation == frames


def test_who_has_finished_sees_others(blind: MainWindow, qtbot: QtBot) -> None:
    _press(blind, Key.Key_Return)
    blind.selection.select(1)
    qtbot.waitUntil(lambda: blind.desk.key == key_of(1))
    editor = blind.desk.editor
    assert editor is not None
    assert editor.other == Annotation(state=State.DONE)
    _press(blind, Key.Key_E, SHIFT)
    assert editor.other is None, "opened again, it is one's own that counts"


def test_who_adjudicates_sees_everybody(blind: MainWindow) -> None:
    _project(blind).set_rules(Rules(blind=True, gold="ann"))
    blind.desk.compare_with("bea")
    editor = blind.desk.editor
    assert editor is not None
    assert editor.other is not None


# Locked


def test_what_is_settled_is_locked_until_it_is_unlocked(desk: MainWindow) -> None:
    _press(desk, Key.Key_Right, CTRL)
    _press(desk, Key.Key_A)
    kept = _project(desk).annotation(key_of(1))
    assert kept is not None
    _project(desk).save(key_of(1), replace(kept, settled_by="ana"), "settled")
    desk.desk.reopen()
    assert desk.desk_panel.state.text() == "locked · open, settled by ana"
    for key in (Key.Key_B, Key.Key_Delete, Key.Key_E, Key.Key_F):
        _press(desk, key)
        assert _said(desk) == "settled by ana; unlock it with Ctrl+U"
    assert desk.desk.editor is not None
    assert desk.desk.editor.annotation == replace(kept, settled_by="ana")
    _press(desk, Key.Key_U, CTRL)
    _press(desk, Key.Key_B)
    changed = _project(desk).annotation(key_of(1))
    assert changed is not None
    assert (changed.settled_by, changed == kept) == ("", False)
    _press(desk, Key.Key_U, CTRL)
    assert _said(desk) == "this annotation is not locked"


# Rules


def _dialog(window: MainWindow) -> RulesDialog:
    dialog = RulesDialog(_project(window), window.desk_panel)
    dialog.show()
    return dialog


def test_rules_are_kept_and_wrong_names_are_not(desk: MainWindow, qtbot: QtBot) -> None:
    dialog = _dialog(desk)
    qtbot.waitUntil(dialog.isVisible)
    QTest.keyClick(dialog.boxes.auxiliaries, Key.Key_Space)
    QTest.keyClick(dialog.boxes.blind, Key.Key_Space)
    dialog.gold.setText("automatic")
    save = dialog.findChild(QDialogButtonBox)
    assert save is not None
    QTest.mouseClick(save.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)
    assert "automatic annotator" in dialog.fault.text()
    assert _project(desk).rules == Rules()
    dialog.gold.setText("judge")
    QTest.keyClicks(dialog.guidelines, "# Verbs first")
    QTest.mouseClick(save.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)
    assert _project(desk).rules == Rules(auxiliaries=True, blind=True, gold="judge", guidelines="# Verbs first")
    dialog.deleteLater()


def test_guidelines_are_shown_by_a_key(desk: MainWindow) -> None:
    _press(desk, Key.Key_G)
    _project(desk).set_rules(Rules(guidelines="# Verbs first\n\n<b>not</b> markup ![x](file:///etc/passwd)"))
    _press(desk, Key.Key_G)
    pages = [page.toPlainText() for page in desk.desk_panel.findChildren(Guidelines)]
    assert pages[0] == NO_GUIDELINES
    assert pages[1].startswith("Verbs first\n<b>not</b> markup")
    for page in desk.desk_panel.findChildren(Guidelines):
        page.window().close()


def test_the_role_under_the_cursor_is_explained(desk: MainWindow) -> None:
    _press(desk, Key.Key_Right, CTRL)
    _press(desk, Key.Key_N)
    _press(desk, Key.Key_I)
    (sheet,) = desk.desk_panel.findChildren(Sheet)
    assert sheet.text.toPlainText().startswith("negation")
    sheet.close()


# Keys and source on the screen


def test_the_strip_is_hidden_and_stays_so(desk: MainWindow) -> None:
    panel = desk.desk_panel
    assert panel.strip.isVisible()
    assert not panel.strip.buttons["take_theirs"].isVisible()
    _press(desk, Key.Key_K, SHIFT)
    assert not panel.strip.isVisible()
    desk.resize(1600, 1100)
    assert not panel.strip.isVisible()
    QTest.mouseClick(panel.strip_button, Qt.MouseButton.LeftButton)
    assert panel.strip.isVisible()


def test_keys_that_compare_are_shown_when_somebody_stands_beside(desk: MainWindow) -> None:
    _project(desk).save(key_of(1, "bea"), Annotation(state=State.DONE), "made")
    desk.desk.compare_with("bea")
    buttons = desk.desk_panel.strip.buttons
    assert buttons["take_theirs"].text().startswith("Y")
    assert buttons["next_difference"].text().startswith("V")
    assert buttons["take_theirs"].isVisible()


def test_the_source_is_shown_on_demand(desk: MainWindow) -> None:
    texts = desk.desk_panel.texts
    assert texts.source.isHidden()
    _press(desk, Key.Key_S)
    assert texts.source.isVisible()
    assert texts.source.toPlainText() == "This segment has no source text."
    _press(desk, Key.Key_S)
    assert texts.source.isHidden()


# Time


class _Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def _times(path: Path) -> dict[str, float]:
    with Project(path) as project:
        return {one.segment: one.seconds for one in project.times() if one.annotator == "ann"}


@pytest.fixture
def clock(desk: MainWindow) -> tuple[WorkClock, _Seconds]:
    """The clock of the desk with hands that a test moves, just started."""
    seconds, clock = _Seconds(), desk.desk_panel.clock
    clock.stop()
    clock.seconds = seconds
    clock.follow()
    return clock, seconds


def test_pauses_do_not_count(desk: MainWindow, path: Path, clock: tuple[WorkClock, _Seconds]) -> None:
    for now in (20, 50, 90, 1000, 1010):
        clock[1].now = now
        _press(desk, Key.Key_Right)
    assert clock[0].total == 100
    _press(desk, Key.Key_Delete)
    clock[0]._tick()
    assert desk.desk_panel.head.time.text() == "2 min here"
    clock[1].now += 30
    desk.close()
    assert _times(path) == {"00/01": 130.0}


def test_each_translation_has_its_own_time(
    desk: MainWindow, path: Path, qtbot: QtBot, clock: tuple[WorkClock, _Seconds]
) -> None:
    _press(desk, Key.Key_Delete)
    clock[1].now = 15
    desk.selection.select(2)
    qtbot.waitUntil(lambda: desk.desk.key == key_of(2))
    clock[1].now = 20
    desk.selection.select(1)
    qtbot.waitUntil(lambda: desk.desk.key == key_of(1))
    assert _times(path) == {"00/01": 15.0, "00/02": 5.0}
    assert clock[0].total == 15
    clock[1].now = 30
    _press(desk, Key.Key_F7)
    clock[1].now = 50
    _press(desk, Key.Key_F9)
    assert clock[0].total == 25, "another page is no work at the desk"


def test_who_only_looks_is_no_annotator(desk: MainWindow, path: Path, clock: tuple[WorkClock, _Seconds]) -> None:
    clock[1].now = 40
    _press(desk, Key.Key_Right)
    desk.close()
    with Project(path) as project:
        assert "ann" not in project.annotators
        with pytest.raises(UsageError):
            project.annotations("ann")
