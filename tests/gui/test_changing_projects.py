"""Another project leaves nothing of the one that was open; of one that was replaced, the window saves its work."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QMessageBox, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who
from helpers.corpora import corpus_of
from helpers.windows import SHIFT, Answer, present
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, MQM, Rules
from meantree.project.file import Project
from meantree_gui.window import MainWindow

TEXT = "The old man saw the bridge"


def _project(path: Path, rules: Rules, size: int) -> Path:
    with Project(path, new=True) as project:
        rows = [[f"{TEXT} {number}"] * 2 for number in range(size)]
        project.fill(corpus_of(rows, "AB", "", document="d", source="桥", name=path.stem))
        project.set_rules(rules)
    return path


def _shown(window: MainWindow) -> list[tuple[str, ...]]:
    """What all parts of the window hold, shown or not."""
    found: list[tuple[str, ...]] = [("title", window.windowTitle()), ("message", window.status.currentMessage())]
    for widget in window.findChildren(QWidget):
        kind = type(widget).__name__, widget.accessibleName()
        if isinstance(widget, QLabel | QLineEdit):
            found.append((*kind, widget.text()))
        elif isinstance(widget, QAbstractButton):
            found.append((*kind, widget.text(), str(widget.isChecked()), str(widget.isEnabled())))
        elif isinstance(widget, QTextEdit):
            found.append((*kind, widget.toPlainText()))
        elif isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
            columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
            rows = model.rowCount(QModelIndex())
            cells = [str(model.index(row, column).data()) for row in range(rows) for column in range(columns)]
            found.append((*kind, *cells, f"row {widget.currentIndex().row()}"))
    return sorted(found)


def test_another_project_leaves_nothing_of_the_last_one(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    large = _project(tmp_path / "large.meantree", Rules(protocol=MQM, side_by_side=True), 6)
    small = _project(tmp_path / "small.meantree", Rules(protocol=ESA, blind=True), 3)
    error = MarkedError((Place("hypothesis", 4, 7),), "major", "Accuracy/Mistranslation")
    with Project(large) as project:
        for name in ("ann", "ben"):
            for number in range(6):
                key = ErrorKey(f"d/{number}", "A", name)
                project.save_errors(key, ErrorAnnotation((error,), state=State.DONE, comment="so"), "done")

    def open_small() -> list[tuple[str, ...]]:
        window.opener.open_paths([small])
        qtbot.waitUntil(lambda: window.workspace.name == small.name and not window.background.busy)
        qtbot.wait(1)  # what showed the last project is deleted when the window waits
        return _shown(window)

    window.pages.open_titled("Annotate")
    fresh = open_small()
    window.opener.open_paths([large])
    qtbot.waitUntil(lambda: window.workspace.name == large.name)
    say_who(window)
    spans = window.annotation_panel.spans
    window.segments.table.selectRow(3)
    window.annotation_panel.adjudicate()
    QTest.keyClicks(spans, "e")
    QTest.keyClicks(spans, "b")
    QTest.keyClick(spans, Qt.Key.Key_Right, SHIFT)
    QTest.keyClicks(spans, "2,")
    QTest.keyClicks(spans.comment.field, "why")  # not ended
    window.status.mention("a message about this project")
    assert window.workspace.is_adjudicating
    now = open_small()
    assert [mine for mine in now if mine not in fresh] + [old for old in fresh if old not in now] == []
    assert now == fresh
    with Project(large, passing=True) as project:
        assert any(
            "why" in " ".join(saved.all_comments) for saved in project.error_annotations(project.rules.gold).values()
        )
    say_who(window, "eva")
    QTest.keyClicks(spans, "o2")
    assert present(window.workspace.project).annotators == ("eva",)


CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return _project(tmp_path / "x.meantree", Rules(protocol=MQM), 3)


def _boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def _errors(path: Path) -> int:
    with Project(path, passing=True) as project:
        assert not project.damage
        return sum(len(annotation.errors) for annotation in project.error_annotations().values())


def _mark(window: MainWindow, letter: str) -> None:
    """Mark the word under the cursor, go on, and have it saved."""
    spans = window.annotation_panel.spans
    QTest.keyClicks(spans, letter)
    QTest.keyClick(spans, Qt.Key.Key_Right)


@pytest.mark.parametrize("replace", [shutil.copyfile, lambda backup, path: Path(backup).replace(path)])
def test_work_is_saved_as_a_copy_when_the_file_was_replaced(
    window: MainWindow,
    path: Path,
    tmp_path: Path,
    qtbot: QtBot,
    answer: Answer,
    replace: Callable[[Path, Path], object],
) -> None:
    backup, copy = tmp_path / "backup.meantree", tmp_path / "copy.meantree"
    shutil.copyfile(path, backup)
    content = path.read_bytes()
    window.opener.open_paths([path])
    say_who(window)
    for letter in ("o2", "o3"):
        _mark(window, letter)
    project = present(window.workspace.project)
    made = sum(len(annotation.errors) for annotation in project.error_annotations().values())
    assert made
    replace(backup, path)
    _mark(window, "o2")
    qtbot.waitUntil(lambda: any("Nothing more is written" in box.text() for box in _boxes(window)))
    answer(copy)
    box = next(box for box in _boxes(window) if "Nothing more is written" in box.text())
    QTest.mouseClick(box.button(QMessageBox.StandardButton.Save), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.workspace.name == copy.name)
    assert path.read_bytes() == content
    assert _errors(copy) == made
    assert window.workspace.annotator == "ann"
    _mark(window, "o2")
    assert present(window.workspace.project).damage == ""


def test_a_copy_of_a_sound_or_a_deleted_project_is_saved(
    window: MainWindow, path: Path, tmp_path: Path, answer: Answer
) -> None:
    window.opener.open_paths([path])
    answer(tmp_path / "copy")
    window.projects.save_copy()
    assert window.workspace.name == path.name
    assert _errors(tmp_path / "copy.meantree") == 0
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert not _boxes(window)
    assert "saved immediately" in window.status.currentMessage()
    path.unlink()
    answer(tmp_path / "missing" / "copy.meantree")
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert any("missing" in box.text() for box in _boxes(window))
    for box in _boxes(window):
        box.close()
    answer(tmp_path / "second.meantree")
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert window.workspace.name == "second.meantree"
