"""Corrections without a project: they are in a draft at once, and the user says afterwards where to keep them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from meantree.project.file import Project
from meantree_gui.settings import Settings
from meantree_gui.state.drafts import own_name
from meantree_gui.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
Button = QMessageBox.StandardButton
Key = Qt.Key


@pytest.fixture
def corrected(sample: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on the sample, with one corrected head."""
    sample.selection.choose_focus("hwcm")
    qtbot.keyClick(sample, Key.Key_F7)
    for key in (Key.Key_End, Key.Key_H, Key.Key_Left, Key.Key_H):
        QTest.keyClick(QApplication.focusWidget() or sample, key)
    return sample


def answering(monkeypatch: pytest.MonkeyPatch, answer: Button) -> list[str]:
    asked: list[str] = []

    def question(*args: object) -> Button:
        asked.append(str(args[2]))
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


def saving(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))


def drafts(settings: Settings) -> list[Path]:
    return list((settings.path.parent / "drafts").glob("*"))


def arcs(path: Path) -> list[str]:
    with Project(path, passing=True) as project:
        return [key.annotator for key in project.all_trees()]


def test_what_is_corrected_is_in_a_draft_and_scores_stay(corrected: MainWindow, settings: Settings) -> None:
    project, table = corrected.workspace.project, corrected.scoring.table
    assert project is not None
    assert table is not None
    assert project.path.parent == settings.path.parent / "drafts"
    assert arcs(project.path) == [own_name()]
    assert table.is_scored("north", "chrf")
    assert "not saved yet (Ctrl+S)" in corrected.centre.trees.notice.text()
    assert "(not saved)" in corrected.windowTitle()
    assert corrected.session.opened is None, "a draft is no file of the user's"


def test_a_correction_of_a_draft_is_undone(corrected: MainWindow, qtbot: QtBot) -> None:
    content = corrected.centre.trees.hypothesis.view.content
    assert content is not None
    assert content.corrected
    qtbot.keyClick(corrected, Key.Key_Z, CTRL)
    now = corrected.centre.trees.hypothesis.view.content
    assert now is not None
    assert not now.corrected
    assert not corrected.centre.trees.notice.text()


def test_a_draft_is_saved_with_its_history(
    corrected: MainWindow, settings: Settings, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    saving(monkeypatch, tmp_path / "mine")
    qtbot.keyClick(corrected, Key.Key_S, CTRL)
    project = corrected.workspace.project
    assert project is not None
    assert project.path == tmp_path / "mine.meantree"
    assert arcs(project.path) == [corrected.workspace.annotator] == [own_name()]
    assert drafts(settings) == []
    assert "not saved" not in corrected.centre.trees.notice.text()
    assert project.undo(own_name()) is not None


@pytest.mark.parametrize(("answer", "name"), [(Button.Cancel, "mine"), (Button.Save, ""), (Button.Save, "no/mine")])
def test_nothing_is_lost_when_saving_is_refused(
    corrected: MainWindow,
    told: list[str],
    settings: Settings,
    tmp_path: Path,
    answer: Button,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = answering(monkeypatch, answer)
    saving(monkeypatch, tmp_path / name if name else "")
    corrected.close()
    assert len(asked) == 1
    assert corrected.isVisible()
    assert corrected.workspace.is_draft
    assert len(told) == (name == "no/mine")
    corrected.opener.open_sample()
    assert len(asked) == 2
    assert corrected.workspace.project is not None
    assert arcs(corrected.workspace.project.path) == [own_name()]
    answering(monkeypatch, Button.Discard)
    corrected.close()
    assert drafts(settings) == []


def test_closing_saves_where_the_user_says(
    corrected: MainWindow, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, Button.Save)
    saving(monkeypatch, tmp_path / "mine.meantree")
    corrected.close()
    assert not corrected.isVisible()
    assert arcs(tmp_path / "mine.meantree") == [own_name()]
    assert drafts(settings) == []


def test_what_was_undone_is_not_asked_about(
    corrected: MainWindow, settings: Settings, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(monkeypatch, Button.Cancel)
    qtbot.keyClick(corrected, Key.Key_Z, CTRL)
    corrected.close()
    assert (asked, drafts(settings)) == ([], [])


def test_a_draft_that_was_left_over_is_found_again(
    corrected: MainWindow, window: MainWindow, settings: Settings
) -> None:
    draft = corrected.workspace.project
    assert draft is not None
    assert corrected.projects.drafts.left_over() is None, "it is open"
    kept = drafts(settings)[0].parent / "copy.meantree"
    draft.copy(kept)
    assert corrected.projects.drafts.left_over() == kept
    corrected.projects.drafts.discard()
    window.begin()
    assert window.workspace.project is not None
    assert window.workspace.project.path == kept
    assert window.workspace.annotator == own_name()
    assert "Ctrl+S" in window.statusBar().currentMessage()
