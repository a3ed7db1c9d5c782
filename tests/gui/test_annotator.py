"""The annotator is asked for on the Annotate page, remembered for a project, and never mixed up with other fields."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, key_of, make_project, say_who
from helpers.copied_windows import prepared
from helpers.windows import press, type_text
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, State
from meantree.project.file import Project
from meantree_gui.annotation_editor.annotation_header import SOMEBODY_ELSE
from meantree_gui.settings import ANNOTATOR as ANNOTATED_BY
from meantree_gui.settings import Settings, of_project
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.selection import Selection
from meantree_gui.state.workspace import Workspace
from meantree_gui.window import MainWindow

Key = Qt.Key


@prepared
def asked(window: MainWindow, folder: Path) -> None:
    """The window on the Annotate page, which asks who annotates."""
    make_project(folder / "twenty.meantree")
    window.opener.open_paths([folder / "twenty.meantree"])
    QTest.keyClick(window, Key.Key_F9)


def _history(path: Path) -> list[tuple[str, str]]:
    """Whose each step of undo is, and what it was."""
    connection = sqlite3.connect(path)
    query = "SELECT n.name, h.what FROM history h JOIN annotations a ON a.id = h.annotation"
    rows = connection.execute(
        f"{query} JOIN annotators n ON n.id = a.annotator GROUP BY h.step ORDER BY h.id"
    ).fetchall()
    connection.close()
    return rows


@pytest.mark.parametrize(("typed", "told"), [("", "Enter a"), ("  ", "Enter a"), ("Automatic", "of no person")])
def test_what_is_no_name(asked: MainWindow, typed: str, told: str) -> None:
    type_text(asked, typed)
    press(asked, "Return")
    assert told in asked.annotation_panel.annotator_page.note.text()
    assert asked.workspace.annotator == ""


def test_nobody_works_as_the_labeller_or_the_gold_standard(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        for name in ("ann", "bob", "gold", AUTOMATIC):
            project.save(key_of(0, name), Annotation(state=State.DONE), "edit")
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9)
    type_text(window, "gold")
    press(window, "Return")
    assert "“gold” is the name of the gold standard" in window.annotation_panel.annotator_page.note.text()
    assert window.workspace.annotator == ""
    window.annotation_panel.annotator_page.field.clear()
    type_text(window, "ann")
    press(window, "Return")
    box = window.annotation_panel.annotator
    assert [box.itemText(row) for row in range(box.count())] == ["ann", "bob", SOMEBODY_ELSE]
    others = window.annotation_panel.compared
    assert others.findData("gold") > 0, "one may compare with them"
    window.workspace.choose_annotator("gold")  # as the adjudication does
    assert [box.itemText(row) for row in range(box.count())] == ["ann", "bob", "gold (adjudicated)", SOMEBODY_ELSE]
    assert box.currentText() == "gold (adjudicated)"


def test_a_project_is_opened_where_one_was_last_at_work(window: MainWindow, path: Path) -> None:
    with Project(path) as project:
        project.save(key_of(7, "ann"), Annotation(state=State.DONE), "done")
        project.save(key_of(3, "ann"), Annotation(), "begun")
        project.assign({"bob": ["00/04", "00/09"]})
    window.opener.open_paths([path])
    say_who(window, "ann")
    assert window.selection.place == 3
    with Project(path) as project:
        project.save(key_of(7, "ann"), Annotation(state=State.NOTHING), "done")
    window.projects.open(path)
    assert window.selection.place == 8, "what was done last is followed by the next that is open"
    with Project(path) as project:
        of_project(ANNOTATED_BY, project).write(window.settings, "bob")
    window.projects.open(path)
    assert window.selection.place == 4, "who has not begun begins with their own"


def test_a_name_that_differs_in_case_alone_is_asked_again(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.save(key_of(0), Annotation(), "edit")
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9)
    type_text(window, ANNOTATOR.upper())
    press(window, "Return")
    assert window.workspace.annotator == ""
    assert f"“{ANNOTATOR}” has annotated here" in window.annotation_panel.annotator_page.note.text()
    press(window, "Return")
    assert window.workspace.annotator == ANNOTATOR.upper()


def test_the_question_can_be_left(asked: MainWindow, qtbot: QtBot) -> None:
    press(asked, "Escape")
    assert asked.annotation_panel.annotator_page.isVisible(), "somebody must annotate"
    say_who(asked)
    qtbot.waitUntil(lambda: asked.annotation_editor.frame_editor is not None)
    box = asked.annotation_panel.annotator
    box.activated.emit(box.findText(SOMEBODY_ELSE))
    press(asked, "Escape")
    assert not asked.annotation_panel.annotator_page.isVisible()
    assert (box.currentText(), asked.workspace.annotator) == (ANNOTATOR, ANNOTATOR)


def test_those_who_annotated_are_buttons(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.save(key_of(0), Annotation(), "edit")
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9)
    press(window, "Tab Return")
    assert window.workspace.annotator == ANNOTATOR


def test_a_name_is_remembered(asked: MainWindow, path: Path, tmp_path: Path, settings: Settings, qtbot: QtBot) -> None:
    say_who(asked)
    qtbot.waitUntil(lambda: asked.annotation_editor.frame_editor is not None)
    other = tmp_path / "other.meantree"
    make_project(other)
    asked.opener.open_paths([other])
    assert asked.workspace.annotator == ""
    assert asked.annotation_panel.annotator_page.isVisible()
    asked.opener.open_paths([path])
    assert asked.workspace.annotator == ANNOTATOR
    copy = tmp_path / "copy.meantree"  # which a colleague may open
    shutil.copyfile(path, copy)
    asked.opener.open_paths([copy])
    assert asked.workspace.annotator == ""
    again = MainWindow(settings)
    again.furnish(Selection(Scoring(Workspace(asked.background, asked.workspace.store))))
    again.opener.open_paths([path])
    assert again.workspace.annotator == ANNOTATOR
    again.close()
    again.deleteLater()


def test_annotation_commands_edit_nothing_that_is_not_shown(asked: MainWindow, path: Path, qtbot: QtBot) -> None:
    say_who(asked)
    qtbot.waitUntil(lambda: asked.annotation_editor.frame_editor is not None)
    qtbot.keyClick(asked, Key.Key_F7)
    asked.annotation_panel.commands.actions["cannot"].trigger()
    assert _history(path) == []
    assert "F9" in asked.statusBar().currentMessage()
