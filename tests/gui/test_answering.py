"""Findings are answered in their list by keys and buttons: kept in the draft, undone, counted and offered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.corpora import corpus_of
from helpers.windows import present
from meantree.annotation.error_annotation import Answer, ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import MQM, Rules
from meantree.phenomena.search import Finding
from meantree.project.file import Project
from meantree_gui.evidence.answering import Answering
from meantree_gui.evidence.finding_list import FindingList
from meantree_gui.settings import own_name
from meantree_gui.window import MainWindow

pytestmark = pytest.mark.pipeline
NOT, TWO = "She did visit the school in 20 days.", "She did not visit the school in 30 days."


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.workspace.open_corpus(corpus_of([(NOT, NOT, TWO), (TWO, TWO, TWO)], "st"))
    qtbot.waitUntil(lambda: window.selection.comparison is not None, timeout=60_000)
    qtbot.waitUntil(lambda: not window.background.busy, timeout=60_000)
    window.evidence.go_to_findings()
    assert len(window.evidence.findings.findings) == 2, "a negation and a number"
    return window


def rows(panel: FindingList) -> list[str]:
    return [panel.list.item(row).text().rpartition(" · ")[2] for row in range(panel.list.count())]


def given(window: MainWindow) -> dict[str, str]:
    project, key = present(window.workspace.project), present(window.selection.segment).key
    own = project.answers(window.workspace.annotator) if window.workspace.annotator in project.annotators else {}
    return {name: said for of, all_ in own.items() for name, (said, _) in all_.items() if of.segment == key}


def press(window: MainWindow, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(window.evidence.findings.list, key)


def test_that_keys_answer_and_go_to_the_next_one(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.evidence.findings
    first, second = panel.findings
    press(window, qtbot, Qt.Key.Key_Down, Qt.Key.Key_Y)
    assert given(window) == {second.name: "right"}
    assert [finding.name for finding in panel.findings] == [second.name, first.name], "right ones come first"
    assert (rows(panel)[0], panel.list.currentRow(), panel.list.hasFocus()) == ("right", 1, True)
    assert "not saved yet" in window.status.currentMessage()
    assert window.workspace.has_unsaved_work
    press(window, qtbot, Qt.Key.Key_X)
    assert (panel.title.text(), panel.more.text(), rows(panel)) == ("Findings · 1", "1 less probable", ["right"])
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ControlModifier)
    assert rows(panel) == ["right", "free"]
    panel.list.setCurrentRow(1)
    assert panel.buttons["X"].isChecked()
    qtbot.mouseClick(panel.buttons["N"], Qt.MouseButton.LeftButton)
    assert given(window) == {second.name: "right", first.name: "wrong"}
    panel.list.setCurrentRow(1)
    press(window, qtbot, Qt.Key.Key_N)
    assert given(window) == {second.name: "right"}, "the same key takes an answer back"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert given(window) == {second.name: "right", first.name: "wrong"}
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert rows(panel)[0] == "right"
    assert panel.findings[1].answer == ""


def test_that_undo_selects_and_lights_the_finding_whose_answer_it_takes_back(window: MainWindow, qtbot: QtBot) -> None:
    _, second = window.evidence.findings.findings
    press(window, qtbot, Qt.Key.Key_Down, Qt.Key.Key_N)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert given(window) == {}
    assert any(word.highlighted for word in window.centre.trees.hypothesis.view.words.values())
    press(window, qtbot, Qt.Key.Key_X)
    assert given(window) == {second.name: "free"}, "the next answer is for the same one"


def test_that_the_same_answer_is_offered_for_another_system(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.evidence.findings
    press(window, qtbot, Qt.Key.Key_N)
    window.selection.choose_system("t")
    assert [row.endswith("wrong in s?") for row in rows(panel)] == [True, False]
    assert all(finding.shown and not finding.answer for finding in panel.findings)


def test_that_right_ones_are_marked_as_errors(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.evidence.findings
    finding: Finding = panel.findings[0]
    press(window, qtbot, Qt.Key.Key_Y)
    assert finding.kind.mqm in window.status.currentMessage()
    panel.select(panel.findings[0])
    press(window, qtbot, Qt.Key.Key_M)
    project, workspace = present(window.workspace.project), window.workspace
    key = ErrorKey(present(window.selection.segment).key, "s", workspace.annotator)
    (error,) = present(project.error_annotation(key)).marked
    assert (error.category, error.severity, error.finding) == (finding.kind.mqm, finding.kind.severity, finding.name)
    assert not error.comment, "the user wrote none"
    panel.select(panel.findings[0])
    press(window, qtbot, Qt.Key.Key_M)
    assert len(present(project.error_annotation(key)).marked) == 1
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not (project.error_annotation(key) or ErrorAnnotation()).marked
    assert given(window) == {finding.name: "right"}


@pytest.mark.parametrize("others", [{"ada": "right"}, {}])
def test_that_answers_choose_no_annotator(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, others: dict[str, Answer]
) -> None:
    panel, workspace = window.evidence.findings, window.workspace
    key, name = present(window.selection.segment).key, panel.findings[0].name
    errors = ErrorAnnotation((MarkedError((Place("hypothesis", 0, 3),), "minor", "Style"),), state=State.DONE)
    with Project(tmp_path / "p.meantree", new=True) as project:
        project.fill(present(workspace.corpus))
        project.set_rules(Rules(protocol=MQM))
        project.save_errors(ErrorKey(key, "s", "ada"), errors, "marked")
        for annotator, answer in others.items():
            project.answer(key, "s", annotator, name, answer)
    workspace.open_project(tmp_path / "p.meantree", lambda _project: "")
    qtbot.waitUntil(lambda: window.selection.comparison is not None and not window.background.busy, timeout=60_000)
    shown, before = rows(panel), present(window.selection.segment)
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    panel.list.setCurrentRow(0)
    press(window, qtbot, Qt.Key.Key_N)
    (said,) = present(workspace.project).answers(own_name()).values()
    now = present(window.selection.segment)
    assert [answer for answer, _ in said.values()] == ["wrong"]
    assert now.answers == {"s": {name: (*others.values(), "wrong")}}
    assert (workspace.annotator, now.errors, now.ratings) == ("", before.errors, before.ratings)
    assert len(rows(panel)) == 1
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (rows(panel), present(window.selection.segment).answers) == (shown, before.answers)


def test_that_a_draft_of_the_sample_with_answers_alone_opens_without_a_name(window: MainWindow) -> None:
    window.projects.open_sample(0)
    project = present(window.workspace.project)
    project.answer(project.texts().segments[0].key, project.texts().systems[0], own_name(), "name.missing: “a”", "free")
    window.projects.open(project.path)
    assert (window.workspace.annotator, window.workspace.has_unsaved_work) == ("", True)


def test_that_a_mark_opens_what_was_finished_without_errors(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.evidence.findings
    press(window, qtbot, Qt.Key.Key_Y)
    project = present(window.workspace.project)
    key = ErrorKey(present(window.selection.segment).key, "s", own_name())
    project.save_errors(key, ErrorAnnotation(state=State.NOTHING), "finished")
    panel.select(panel.findings[1])
    press(window, qtbot, Qt.Key.Key_M)
    marked = present(project.error_annotation(key))
    assert (marked.state, len(marked.marked)) == (State.OPEN, 1)
    assert window.workspace.annotations.states[key.segment, "s"] is State.OPEN
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert project.error_annotation(key) == ErrorAnnotation(state=State.NOTHING)


def test_that_a_project_that_cannot_be_written_says_so_before_an_answer(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(window, qtbot, Qt.Key.Key_N)
    before, panel = given(window), window.evidence.findings
    monkeypatch.setattr(present(window.workspace.project), "damage", "it cannot be written to")
    why_not = panel.answering.why_not
    name = present(window.workspace.project).path.name
    assert why_not == f"Answers cannot be kept: {name} is open for reading only, as it cannot be written to."
    monkeypatch.setattr(Answering, "why_not", why_not)  # whenever the project is looked at again
    window.selection.refresh()
    assert why_not in panel.note.text()
    assert not panel.answers.isVisibleTo(panel)
    window.evidence.go_to_findings()
    press(window, qtbot, Qt.Key.Key_Y)
    assert (given(window), window.status.currentMessage()) == (before, why_not)
