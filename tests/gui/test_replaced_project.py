"""A project whose file is replaced, gone or cannot be written to: the window offers its work, and nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who
from helpers.windows import Answer, present
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project import database
from meantree.project.file import Project
from meantree_gui.window import MainWindow

TEXT = "The old man saw the bridge"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.meantree"
    segments = tuple(Segment(str(n), "d", "桥", {}, {name: Text(f"{TEXT} {n}") for name in "AB"}) for n in range(3))
    with Project(path, new=True) as project:
        project.fill(Corpus("x", segments, ("A", "B"), ()))
        project.set_rules(Rules(protocol=MQM))
    return path


def _boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def _errors(path: Path) -> int:
    with Project(path, passing=True) as project:
        assert not project.damage
        return sum(len(annotation.errors) for annotation in project.all_error_annotations().values())


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
    made = sum(len(annotation.errors) for annotation in project.all_error_annotations().values())
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


def test_a_copy_is_saved_from_what_can_only_be_read(
    window: MainWindow, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    copy = tmp_path / "copy.meantree"
    with monkeypatch.context() as patched:
        patched.setattr(database, "_why_fixed", lambda file: "it cannot be written to" if file == path else "")
        window.opener.open_paths([path])
    answer(copy)
    for box in _boxes(window):
        box.close()
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert window.workspace.name == copy.name
    assert not present(window.workspace.project).damage


def test_a_copy_of_a_deleted_project_is_saved(window: MainWindow, path: Path, tmp_path: Path, answer: Answer) -> None:
    window.opener.open_paths([path])
    path.unlink()
    answer(tmp_path / "missing" / "copy.meantree")
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert any("missing" in box.text() for box in _boxes(window))
    for box in _boxes(window):
        box.close()
    answer(tmp_path / "copy.meantree")
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert window.workspace.name == "copy.meantree"


def test_a_copy_of_a_sound_project_is_written(window: MainWindow, path: Path, tmp_path: Path, answer: Answer) -> None:
    window.opener.open_paths([path])
    answer(tmp_path / "copy")
    window.projects.save_copy()
    assert window.workspace.name == path.name
    assert _errors(tmp_path / "copy.meantree") == 0
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    (box,) = _boxes(window)
    assert "saved immediately" in box.text()
    assert "Save a copy" in box.text()
    box.close()
