"""Annotators share a project in the window: assign, split, merge, import, export."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QPlainTextEdit
from pytestqt.qtbot import QtBot

from helpers.annotating import key_of, make_project
from helpers.copied_windows import prepared
from helpers.frames import frame
from helpers.windows import Answer, present, press
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import Annotation, State
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.splitting import split
from meantree_gui.annotation_editor.annotation_editor import READING_SECONDS
from meantree_gui.rules_dialog import RulesDialog
from meantree_gui.settings import ANNOTATOR, of_project
from meantree_gui.team_dialog import TeamDialog
from meantree_gui.window import MainWindow


@prepared
def twenty(window: MainWindow, folder: Path) -> None:
    """The window on twenty segments of one system."""
    make_project(folder / "twenty.meantree")
    window.projects.open(folder / "twenty.meantree")


@pytest.fixture
def project(twenty: MainWindow) -> Project:
    """The project that is open in the window."""
    return present(twenty.workspace.project)


def _dialog(window: MainWindow) -> TeamDialog:
    window.team.commands[0].perform()
    return present(window.findChild(TeamDialog))


def test_a_merged_project_opens_on_annotate_and_the_lead_sees_the_team(window: MainWindow, tmp_path: Path) -> None:
    for name in ("ana", "ben"):
        make_project(tmp_path / f"{name}.meantree")
        with Project(tmp_path / f"{name}.meantree") as own:
            own.save(key_of(0, name), Annotation(state=State.NOTHING), "nothing")
    window.opener.open_paths([tmp_path / "ana.meantree"])
    assert window.findChild(TeamDialog) is None, "nothing was merged"
    merge([tmp_path / "ana.meantree", tmp_path / "ben.meantree"], tmp_path / "m.meantree")
    window.opener.open_paths([tmp_path / "m.meantree"])
    assert window.pages.shown == "Annotate"
    present(window.findChild(TeamDialog)).close()
    table = window.segments.table
    shown = [column.key for at, column in enumerate(table.segments.columns) if not table.isColumnHidden(at)]
    assert {"state", "hmeant"} <= set(shown)
    assert not {"hwcm", "bleu", "ter"} & set(shown)


def test_the_lead_of_a_blind_merged_project_sees_the_team_before_giving_a_name(
    window: MainWindow, tmp_path: Path
) -> None:
    for name in ("ana", "ben"):
        make_project(tmp_path / f"{name}.meantree")
        with Project(tmp_path / f"{name}.meantree") as own:
            own.set_rules(Rules(blind=True))
            own.save(key_of(0, name), Annotation(state=State.NOTHING), "nothing")
    merge([tmp_path / "ana.meantree", tmp_path / "ben.meantree"], tmp_path / "m.meantree")
    window.opener.open_paths([tmp_path / "m.meantree"])
    assert not window.workspace.annotator
    present(window.findChild(TeamDialog)).close()


def test_segments_are_assigned_by_keys(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    dialog = _dialog(window)
    dialog.assigning.names.clear()
    qtbot.keyClicks(dialog.assigning.names, "ana, ben")
    qtbot.keyClick(dialog.assigning.names, Qt.Key.Key_Return)
    done, *gets = dialog.assigning.message.text().splitlines()
    assert done == "Assigned to ana, ben."
    assert [line.partition(" (")[0] for line in gets] == ["ana: 12 segments", "ben: 12 segments"], "as it was planned"
    assert [len(project.assigned_to(name)) for name in ("ana", "ben")] == [12, 12]
    rows = dialog.view.people
    qtbot.waitUntil(lambda: [row[:3] for row in rows.rows] == [("ana", 0, 12), ("ben", 0, 12)])
    dialog.assigning.names.setText("ben, ana")
    dialog.assigning.share.setFocus()
    qtbot.keyClick(dialog.assigning.share, Qt.Key.Key_Return)
    said = dialog.assigning.message.text()
    assert said.startswith("Assigned to ben, ana.\nben: 12"), "Return presses the button that has the focus"
    for box in map(dialog.assigning.rules.by_name.get, ("nouns", "auxiliaries", "blind")):
        qtbot.keyClick(box, Qt.Key.Key_Space)
    assert project.rules == Rules(nouns=True, auxiliaries=True, blind=True)
    assert "from now on" in dialog.assigning.message.text()
    assert "ben: 12 segments" in dialog.assigning.message.text(), "who would get what is still shown"
    qtbot.keyClicks(dialog.assigning.names, ", ana")
    qtbot.mouseClick(dialog.assigning.share, Qt.MouseButton.LeftButton)
    assert "each only once" in dialog.assigning.message.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_the_table_shows_whose_segment_it_is(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    window.workspace.choose_annotator("ben")
    dialog = _dialog(window)
    dialog.assigning.names.setText("ana, ben")
    dialog.assigning.overlap.setValue(0)
    qtbot.keyClick(dialog.assigning.names, Qt.Key.Key_Return)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    next(one for one in window.segments.commands if one.name == "show_mine").perform()
    places = window.filtering.places.tolist()
    corpus = present(window.workspace.corpus)
    assert {corpus.segments[place].key for place in places} == project.assigned_to("ben")
    assert len(places) == 10
    model = window.segments.model
    column = next(one for one in model.columns if one.key == "annotator")
    assert [model.text(place, column) for place in places] == ["ben"] * 10
    next(one for one in window.segments.commands if one.name == "show_mine").perform()
    assert len(window.filtering.places) == 20


def test_an_assigned_project_opens_on_the_annotate_page(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    make_project(tmp_path / "own.meantree")
    with Project(tmp_path / "own.meantree") as own:
        own.assign({"ana": ["00/03", "00/04"], "ben": ["00/05"]})
        of_project(ANNOTATOR, own).write(window.settings, "ana")
    window.projects.open(tmp_path / "own.meantree")
    assert window.pages.shown == "Annotate"
    assert window.filtering.places.tolist() == [3, 4]
    qtbot.waitUntil(lambda: window.annotation_editor.key == key_of(3, "ana"), timeout=20_000)
    progress = window.annotation_panel.progress
    qtbot.waitUntil(lambda: progress.text() == "0 of 2 translations done · 0 today · 2 left")
    window.annotation_editor._opened_at -= READING_SECONDS
    press(window, "Return")
    qtbot.waitUntil(lambda: progress.text().startswith("1 of 2 translations done · 1 today · 1 left"))


def test_the_lead_goes_from_a_question_to_its_place(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    window.workspace.choose_annotator("lead")
    frames = Annotation((frame("1 agent=0"),), (), state=State.DONE)
    asking = replace(frames, part_comments={("hypothesis", (0, 0)): "Is alpha\nthe agent\x1b?"})
    project.save(key_of(2, "ana"), asking, "done")
    project.assign({"ana": ["00/02", "00/03"]})
    dialog = _dialog(window)
    qtbot.waitUntil(lambda: dialog.view.questions.count() == 1)
    assert dialog.view.questions.item(0).text().endswith("\nIs alpha\nthe agent\\x1b?"), "in the lines of the comment"
    dialog.view.questions.setFocus()
    qtbot.keyClick(dialog.view.questions, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.annotation_editor.key == key_of(2, "ana"))
    qtbot.waitUntil(lambda: window.annotation_editor.frame_editor is not None)
    editor = present(window.annotation_editor.frame_editor)
    qtbot.waitUntil(lambda: editor.part("hypothesis") == (0, 0))
    assert "saved under this name" in window.status.currentMessage()
    assert of_project(ANNOTATOR, project).read(window.settings) == "lead", "who opens the project next"


def test_no_work_that_is_hidden_is_opened(window: MainWindow, project: Project, told: list[str], qtbot: QtBot) -> None:
    project.assign({"ana": ["00/02", "00/03"], "ben": ["00/04"]})
    window.workspace.choose_annotator("ana")
    dialog = _dialog(window)
    qtbot.waitUntil(lambda: len(dialog.view.people.rows) == 2, timeout=20_000)
    project.set_rules(replace(project.rules, blind=True))
    qtbot.keyClick(dialog.view.progress, Qt.Key.Key_J)
    qtbot.keyClick(dialog.view.progress, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(told))
    assert "this project is blind" in told[0]
    assert window.workspace.annotator == "ana"


def test_files_go_to_annotators_and_come_back(
    window: MainWindow, project: Project, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    project.assign({"ana": ["00/00", "00/01"], "ben": ["00/02"]})
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "parts"))
    with qtbot.waitSignal(window.team.reported):
        window.team.commands[1].perform()
    parts = sorted((tmp_path / "parts").iterdir())
    assert [path.name for path in parts] == ["twenty-ana.meantree", "twenty-ben.meantree"]
    window.projects.open(parts[0])
    assert window.workspace.annotator == "ana"
    assert window.workspace.project is not None
    window.workspace.project.save(key_of(0, "ana"), Annotation(state=State.NOTHING), "nothing")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path) for path in parts], ""))
    answer(tmp_path / "all.v2")
    window.team.commands[2].perform()
    assert window.workspace.project.path == tmp_path / "all.v2.meantree"
    assert window.workspace.project.translation_states("ana") == {("00/00", "01"): State.NOTHING}
    assert len(present(window.workspace.corpus).segments) == 3
    present(window.findChild(TeamDialog)).close()  # for the lead


@pytest.mark.usefixtures("project")
def test_annotations_are_imported_and_exported(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_project(tmp_path / "other.meantree")
    with Project(tmp_path / "other.meantree") as other:
        other.save(key_of(3, "bob"), Annotation(state=State.NOTHING), "nothing")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "other.meantree"), ""))
    with qtbot.waitSignal(window.team.reported) as told:
        window.team.commands[3].perform()
    assert told.args == ["Annotations of other.meantree imported"]
    assert present(window.workspace.project).translation_states("bob") == {("00/03", "01"): State.NOTHING}
    asked = str(tmp_path / "out"), "brat (a folder .brat)"
    there = present(window.workspace.project).path.with_suffix(".brat")
    there.mkdir()
    proposed: list[str] = []

    def ask(*given: str) -> tuple[str, str]:
        proposed.append(given[2])
        return asked

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    seen: list[str] = []

    def answer(key: Qt.Key) -> None:
        dialog = next(one for one in window.findChildren(QDialog) if one.isVisible())
        seen.append(dialog.findChildren(QPlainTextEdit)[0].toPlainText())
        assert not (tmp_path / "out.brat").exists()
        qtbot.keyClick(dialog, key)

    QTimer.singleShot(0, lambda: answer(Qt.Key.Key_Escape))
    window.team.commands[5].perform()
    assert not (tmp_path / "out.brat").exists(), "the user does not want to lose what is named"
    QTimer.singleShot(0, lambda: answer(Qt.Key.Key_Return))
    with qtbot.waitSignal(window.team.reported):
        window.team.commands[5].perform()
    assert proposed == [str(there.with_name(f"{there.stem}-2.brat"))] * 2, "nothing within the first export's folder"
    assert (tmp_path / "out.brat").is_dir()
    assert all("19 translations without annotations left out" in text for text in seen)
    for dialog in window.findChildren(QDialog):
        dialog.close()


def test_a_part_has_the_project_s_rules(window: MainWindow, project: Project, qtbot: QtBot, tmp_path: Path) -> None:
    project.assign({"ana": ["00/00"], "ben": ["00/01"]})
    project.set_rules(Rules(nouns=False, auxiliaries=True, blind=True))
    window.projects.open(split(project.path, tmp_path / "parts").files["ana"])
    part = present(window.workspace.project)
    dialogs = _dialog(window), RulesDialog(part, window)
    for boxes in (dialogs[0].assigning.rules, dialogs[1].boxes):
        ticked = [boxes.by_name[name] for name in ("nouns", "auxiliaries", "blind")]
        assert [box.isChecked() for box in ticked] == [False, True, True]
        for box in ticked:
            qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
        assert [box.isChecked() for box in ticked] == [False, True, True]
        assert "part assigned to ana" in boxes.note.text()
        assert not boxes.note.isHidden()
    dialogs[0].close()
    dialogs[1].deleteLater()
    assert part.rules == Rules(nouns=False, auxiliaries=True, blind=True)


def test_without_a_project_it_is_said(window: MainWindow, told: list[str]) -> None:
    for place in (0, 1, 3, 4, 5):
        window.team.commands[place].perform()
    assert len(told) == 5
    assert "save the open corpus as one with Ctrl+S" in told[0]


def test_whose_error_spans_are_exported_is_asked(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, error = tmp_path / "spans.meantree", MarkedError((Place("hypothesis", 0, 3),), "major", "Other")
    with Project(path, new=True) as project:
        project.fill(Corpus("p", (Segment("1", "d", "桥", {}, {"A": Text("The bridge")}),), ("A",), ()))
        project.set_rules(Rules(protocol=MQM))
        for name in ("ana", "gold"):
            project.save_errors(ErrorKey("d/1", "A", name), ErrorAnnotation((error,), state=State.DONE), "done")
    window.workspace.open_project(path, lambda _project: "")
    asked: list[tuple[list[str], int]] = []

    def export(name: str, whose: str) -> bool:
        def answer(_parent: object, _title: str, _label: str, names: list[str], here: int, **_: object) -> object:
            asked.append((names, here))
            return whose, bool(whose)

        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: (str(tmp_path / name), given[3]))
        monkeypatch.setattr(QInputDialog, "getItem", answer)
        window.team.commands[5].perform()
        for dialog in window.findChildren(QDialog):
            dialog.close()
        return (tmp_path / name).exists()

    assert not export("x.tsv", "")
    assert export("m.tsv", "everybody")
    assert export("a.rating", "ana")
    window.workspace.choose_annotator("eva")
    window.workspace.adjudicate(begins=True)
    assert export("g.tsv", "gold")
    everybody = ["everybody", "ana", "gold"]
    assert asked == [(everybody, 0), (everybody, 0), (["ana", "gold"], 0), (everybody, 2)]
    assert [(tmp_path / name).read_text().count("Other") for name in ("m.tsv", "g.tsv")] == [2, 1]


def test_error_spans_go_by_the_ending(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, key = tmp_path / "spans.meantree", ErrorKey("d/1", "A", "ann")
    error = MarkedError((Place("hypothesis", 0, 3),), "major", "Accuracy/Mistranslation")
    with Project(path, new=True) as project:
        project.fill(Corpus("p", (Segment("1", "d", "桥", {}, {"A": Text("The bridge")}),), ("A",), ()))
        project.set_rules(Rules(protocol=MQM))
    window.workspace.open_project(path, lambda _project: "")
    assert window.workspace.project is not None
    offered: list[str] = []

    def export(name: str) -> None:
        def ask(*given: str) -> tuple[str, str]:
            offered.append(given[3])
            return str(tmp_path / name), given[3].split(";;")[0]

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
        window.team.commands[5].perform()
        for dialog in window.findChildren(QDialog):
            dialog.close()

    told: list[str] = []
    window.team.reported.connect(told.append)
    export("none.tsv")
    assert not told, "nothing was written"
    window.workspace.project.save_errors(key, ErrorAnnotation((error,), state=State.DONE), "done")
    for name in ("m.tsv", "c.csv", "without"):
        export(name)
    assert told == ["Error spans exported"] * 3
    assert "brat" not in offered[0]
    assert all((tmp_path / name).is_file() for name in ("m.tsv", "c.csv", "without.tsv"))
    assert "<v>The</v> bridge" in (tmp_path / "m.tsv").read_text()
    for dialog in window.findChildren(QDialog):
        dialog.close()
