"""Comments on the Annotate page: kept whichever way the field is left, listed and found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import key_of
from helpers.windows import present, press
from meantree.annotation.frame_annotation import Annotation
from meantree.project.file import Project
from meantree_gui.annotating.comments import CommentsDialog
from meantree_gui.window import MainWindow

Key = Qt.Key
PREDICATE, FILLER = ("hypothesis", (0, None)), ("hypothesis", (0, 0))


def _type(text: str) -> None:
    field = present(QApplication.focusWidget())
    QTest.keyClicks(field, text)


def _saved(window: MainWindow, place: int = 1) -> Annotation:
    return present(present(window.workspace.project).annotation(key_of(place)))


def _write(window: MainWindow, text: str) -> None:
    press(window, "r")
    _type(text)
    press(window, "Escape")


def test_a_comment_is_on_the_part_under_the_cursor(annotating: MainWindow) -> None:
    _write(annotating, "one frame")
    press(annotating, "Ctrl+Right")
    _write(annotating, "too long")
    press(annotating, "Shift+Delete Ctrl+Z")  # of the filler this takes its frame
    kept = _saved(annotating)
    assert kept.part_comments == {PREDICATE: "one frame", FILLER: "too long"}
    lines = [line.text for row in annotating.annotation_panel.frames._rows if row.own for line in row.own.comments]
    assert [line.rpartition(": ")[2] for line in lines] == ["one frame", "too long"]
    press(annotating, "Shift+R")
    _type("odd")
    press(annotating, "Ctrl+Return")
    assert _saved(annotating).comment == "odd"
    assert annotating.annotation_panel.texts.hasFocus(), "keys work on"


def test_every_way_out_keeps_what_was_typed(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    view = annotating.annotation_panel.texts.sides["hypothesis"]

    def another_segment() -> None:
        annotating.selection.select(2)
        qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2))
        annotating.selection.select(1)
        qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(1))

    ways: dict[str, Callable[[], object]] = {
        "segment": another_segment,
        "page": lambda: press(annotating, "F7"),
        "table": lambda: annotating.segments.table.setFocus(),
        "mouse": lambda: qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(view.width() - 4, 4)),
        "close": annotating.close,
    }
    for name, leave in ways.items():
        press(annotating, "F9")
        annotating.annotation_panel.focus()
        press(annotating, "r")
        annotating.annotation_panel.comment_field.field.selectAll()
        _type(name)
        leave()
        with Project(path, passing=True) as project:
            found = project.annotation(key_of(1))
        assert found is not None
        assert found.part_comments == {PREDICATE: name}


def test_a_pause_keeps_what_was_typed(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    field = annotating.annotation_panel.comment_field
    assert field.pause.interval() == 500
    field.pause.setInterval(1)
    press(annotating, "r")
    assert not field.pause.isActive(), "nothing was typed yet"
    _type("half a ")
    with Project(path, passing=True) as project:
        qtbot.waitUntil(lambda: (project.annotation(key_of(1)) or Annotation()).part_comments == {PREDICATE: "half a"})
    assert field.field.hasFocus(), "the field stays open"
    _type("comment")
    qtbot.waitUntil(lambda: _saved(annotating).part_comments == {PREDICATE: "half a comment"})
    assert field.field.toPlainText() == "half a comment"
    QTest.mouseClick(field.discard, Qt.MouseButton.LeftButton)
    assert _saved(annotating).part_comments == {}, "the button discards all that was typed since the field was opened"
    assert not field.pause.isActive()


def test_a_comment_is_one_step_however_often_it_is_saved(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    _write(annotating, "first")
    field = annotating.annotation_panel.comment_field
    field.pause.setInterval(1)
    press(annotating, "r")
    for text in (" and", " sec", "ond"):
        _type(text)
        qtbot.waitUntil(lambda: _saved(annotating).part_comments == {PREDICATE: field.field.toPlainText().strip()})
    press(annotating, "Escape")
    assert _saved(annotating).part_comments == {PREDICATE: "first and second"}
    press(annotating, "Ctrl+Z")
    assert _saved(annotating).part_comments == {PREDICATE: "first"}
    assert annotating.annotation_panel.message.text() == "undone: comment"
    press(annotating, "Ctrl+Z")
    with Project(path) as project:
        assert project.annotation(key_of(1)) is None
    press(annotating, "Ctrl+Y Ctrl+Y")
    assert _saved(annotating).part_comments == {PREDICATE: "first and second"}


def test_the_list_of_comments_searches_and_goes_there(annotating: MainWindow, qtbot: QtBot) -> None:
    press(annotating, "Ctrl+Right")
    _write(annotating, "wordy")
    annotating.selection.select(2)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2) and not annotating.background.busy)
    press(annotating, "Shift+R")
    _type("fine")
    press(annotating, "Escape Ctrl+Shift+R")
    (dialog,) = annotating.annotation_panel.findChildren(CommentsDialog)
    qtbot.waitUntil(lambda: dialog.line.hasFocus())
    assert dialog.list.count() == 2
    QTest.keyClicks(dialog.line, "patient word")
    QTest.keyClick(dialog.line, Key.Key_Return)
    qtbot.waitUntil(
        lambda: annotating.annotation_editor.key == key_of(1) and annotating.annotation_editor.frame_editor is not None
    )
    frame_editor = present(annotating.annotation_editor.frame_editor)
    assert frame_editor.part("hypothesis") == (0, 0)
    qtbot.waitUntil(lambda: not annotating.annotation_panel.findChildren(CommentsDialog))
