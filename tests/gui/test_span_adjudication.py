"""Error spans where several people, or two windows of one annotator, work on the same project."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helpers.annotating import ANNOTATOR, say_who
from helpers.windows import CTRL, present, press
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.error_proposals import errors_to_adjudicate
from meantree.project.file import Project
from meantree.project.workload import assign_segments
from meantree_gui.actions import BELOW
from meantree_gui.palette import command_entries
from meantree_gui.window import MainWindow

Key = Qt.Key
KEY = ErrorKey("d/0", "A", ANNOTATOR)
THE = MarkedError((Place("hypothesis", 0, 3),), "minor", "Other")
OLD = MarkedError((Place("hypothesis", 4, 7),), "minor", "Other")


def _project(path: Path) -> Path:
    segments = tuple(Segment(str(n), "d", "老人", {}, {"A": Text("The old man"), "B": Text("A man")}) for n in range(3))
    with Project(path, new=True) as project:
        project.fill(Corpus("p", segments, ("A", "B"), ()))
        project.set_rules(Rules(protocol=MQM))
    return path


@pytest.fixture
def mqm(window: MainWindow, tmp_path: Path) -> MainWindow:
    """A window with a project of error spans that nobody has annotated."""
    window.workspace.open_project(_project(tmp_path / "m.meantree"), lambda _project: "")
    return window


def _type(window: MainWindow, keys: str) -> None:
    QTest.keyClicks(QApplication.focusWidget() or window, keys)


def _elsewhere(window: MainWindow, annotation: ErrorAnnotation) -> None:
    """Save errors of the first translation in another window of the same annotator."""
    with Project(present(window.workspace.project).path) as other:
        other.save_errors(KEY, annotation, "severity")


def _saved(window: MainWindow) -> ErrorAnnotation:
    return present(window.workspace.project).error_annotation(KEY) or ErrorAnnotation()


def test_a_mark_is_added_to_those_of_another_window(mqm: MainWindow) -> None:
    say_who(mqm)
    _elsewhere(mqm, ErrorAnnotation((THE,)))
    _type(mqm, "o2")
    assert [error.severity for error in _saved(mqm).marked] == ["minor", "major"]
    assert "Another window" in mqm.annotation_panel.message.text()
    _type(mqm, "m")  # the category of the new one
    assert [error.places for error in _saved(mqm).marked] == [THE.places, OLD.places]
    assert [error.category for error in _saved(mqm).marked] == ["Other", "Accuracy/Mistranslation"]


@pytest.mark.parametrize(
    "other", [ErrorAnnotation((OLD,)), ErrorAnnotation((THE,), state=State.DONE), ErrorAnnotation(state=State.NOTHING)]
)
def test_nothing_is_added_to_the_same_words_or_to_what_is_finished_elsewhere(
    mqm: MainWindow, other: ErrorAnnotation
) -> None:
    say_who(mqm)
    _elsewhere(mqm, other)
    _type(mqm, "o2")
    assert _saved(mqm) == other
    assert "review it before you edit" in mqm.annotation_panel.message.text()


def test_only_additions_are_repeated(mqm: MainWindow) -> None:
    say_who(mqm)
    _type(mqm, "o1")
    before = _saved(mqm)
    _elsewhere(mqm, replace(before, marked=(THE, *before.marked)))
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Delete)
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert len(_saved(mqm).marked) == 2
    _elsewhere(mqm, before)
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert _saved(mqm) == before


def test_a_window_that_becomes_active_shows_what_another_one_marked(mqm: MainWindow) -> None:
    say_who(mqm)
    _elsewhere(mqm, ErrorAnnotation((THE,)))
    QApplication.sendEvent(mqm, QEvent(QEvent.Type.ActivationChange))
    assert "The" in mqm.annotation_panel.spans.errors.item(0).text()


def _finish(window: MainWindow, name: str, *errors: MarkedError, segment: str = "d/1") -> None:
    annotation = ErrorAnnotation(errors, state=State.DONE if errors else State.NOTHING)
    present(window.workspace.project).save_errors(ErrorKey(segment, "A", name), annotation, "done")


def _run(window: MainWindow, title: str) -> None:
    """Run a command as the palette does."""
    (entry,) = [one for one in command_entries(window.command_lists) if one.title.endswith(title)]
    entry.perform()


def test_the_adjudication_begins_on_any_page_and_asks_for_the_name(mqm: MainWindow) -> None:
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", THE)
    mqm.pages.open_titled("Inspect")
    _run(mqm, "Adjudicate, or annotate again")
    assert mqm.pages.shown == "Annotate"
    _type(mqm, "lea")
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert mqm.workspace.annotator == "lea"
    panel = mqm.annotation_panel.spans
    assert "1 translation left to adjudicate" in mqm.annotation_panel.message.text()
    assert panel.editor.key == ErrorKey("d/1", "A", "gold")


def test_what_is_decided_is_taken_over_for_an_equal_translation(mqm: MainWindow) -> None:
    project, text = present(mqm.workspace.project), Text("The old man")
    equal = Segment("9", "d", "老人", {}, {"A": text, "B": text})
    with Project(project.path.with_name("equal.meantree"), new=True) as made:
        made.fill(Corpus("p", (equal,), ("A", "B"), ()))
        made.set_rules(Rules(protocol=MQM))
        for system in "AB":
            for name, errors in (("ana", (THE, OLD)), ("ben", (OLD,))):
                made.save_errors(ErrorKey("d/9", system, name), ErrorAnnotation(errors, state=State.DONE), "x")
    mqm.opener.open_paths([made.path])
    _run(mqm, "Adjudicate, or annotate again")
    _type(mqm, "lea")
    press(mqm, "Return")
    assert len(mqm.annotation_panel.adjudication.rows) == 1
    press(mqm, "0 s")  # ana's first error is none
    assert present(mqm.annotation_panel.spans.editor.key).system == "B"
    press(mqm, "= s")
    decided = present(mqm.workspace.project).error_annotations("gold")
    assert decided[ErrorKey("d/9", "B", "gold")] == decided[ErrorKey("d/9", "A", "gold")]
    assert [error.places for error in decided[ErrorKey("d/9", "B", "gold")].errors] == [OLD.places]


def test_undo_of_what_was_finalized_counts_it_as_open(mqm: MainWindow) -> None:
    for name in ("ana", "ben"):
        _finish(mqm, name, OLD)
    _run(mqm, "Adjudicate, or annotate again")
    _type(mqm, "lea")
    press(mqm, "Return")
    press(mqm, "s")
    adjudication = mqm.annotation_panel.adjudication
    assert adjudication.progress == "1 translation, 1 finalized"
    mqm.annotation_pages.take_step("undo")
    assert adjudication.progress == "1 translation, 0 finalized"
    mqm.annotation_pages.take_step("redo")
    assert adjudication.progress == "1 translation, 1 finalized"


def test_nobody_finalizes_without_a_name(mqm: MainWindow) -> None:
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", OLD)
    _run(mqm, "Finalize all translations with nothing left to decide")
    assert "gold" not in present(mqm.workspace.project).annotators
    _type(mqm, "lea")
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert errors_to_adjudicate(present(mqm.workspace.project)) == {ErrorKey("d/1", "A", "gold"): "lea"}


@pytest.mark.parametrize("leaving", ["another name", "another page", "the question itself"])
def test_what_waits_for_a_name_is_given_up_with_the_question(mqm: MainWindow, leaving: str) -> None:
    panel, project = mqm.annotation_panel, present(mqm.workspace.project)
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", OLD)
    _run(mqm, "Finalize all translations with nothing left to decide")
    if leaving == "another name":
        mqm.team.visit("ana")
    elif leaving == "another page":
        mqm.pages.open_titled("Inspect")
        mqm.pages.open_titled("Annotate")
    panel.header.new_annotator_wanted.emit()
    assert panel.annotator_page.note.text() == ""
    _type(mqm, "zoe")
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert mqm.workspace.annotator == "zoe"
    assert errors_to_adjudicate(project) == {ErrorKey("d/1", "A", "gold"): ""}


def test_the_segments_show_the_states_of_what_is_adjudicated(mqm: MainWindow) -> None:
    project = present(mqm.workspace.project)
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", OLD)
    _finish(mqm, ANNOTATOR, OLD, segment="d/0")
    assign_segments(project, ["ana", "ben", ANNOTATOR], 0.0, 2)
    say_who(mqm)
    assert mqm.segments.filter.text() == f'annotator:"{ANNOTATOR}"'
    model = mqm.segments.model
    assert {"errors", "rating:mqm"} <= {one.key for one in model.columns if one.priority == 2}
    mqm.annotation_panel.adjudicate()
    assert not {"errors", "rating:mqm"} & {one.key for one in model.columns if one.priority is not None}
    assert mqm.segments.filter.text() == ""
    rows = [mqm.segments.model.index(row, 0).data() for row in range(3)]
    assert rows == ["0", "1", "2"]
    press(mqm, "s")
    assert [mqm.segments.model.index(row, 0).data() for row in range(3)] == ["0", "✓ 1", "2"]
    assert mqm.annotation_panel.message.text().startswith("d/1 · A: finalized. All translations that")
    mqm.annotation_panel.adjudicate()
    assert mqm.segments.filter.text() == f'annotator:"{ANNOTATOR}"'
    assert mqm.workspace.annotations.states == {("d/0", "A"): State.DONE}


def test_blind_annotators_are_offered_no_adjudication(mqm: MainWindow) -> None:
    project = present(mqm.workspace.project)
    say_who(mqm)
    assert any("Adjudicate, or annotate again" in one.title for one in command_entries(mqm.command_lists))
    project.set_rules(replace(project.rules, blind=True))
    _type(mqm, "o2m")
    mqm.workspace.naming.follow()
    titles = [one.title.rpartition(BELOW)[2] for one in command_entries(mqm.command_lists)]
    assert [one for one in titles if "djudicat" in one] == []
    assert not any("contested" in one.casefold() for one in titles)


def test_the_segments_have_a_column_of_errors_after_the_first(mqm: MainWindow) -> None:
    assert mqm.segments.model.column_of("errors") < 0
    say_who(mqm)
    _type(mqm, "o2m")
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert mqm.segments.model.column_of("errors") >= 0
    assert mqm.segments.model.column_of("rating:mqm") >= 0
    assert mqm.filtering.has_errors
    column = mqm.segments.model.columns[mqm.segments.model.column_of("errors")]
    mqm.selection.choose_translation("A", 0)
    assert mqm.segments.model.text(0, column) == "1"
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Z, CTRL)
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Z, CTRL)
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Z, CTRL)
    assert mqm.segments.model.column_of("errors") < 0


def test_who_looks_on_without_a_name_sees_new_errors_of_all(mqm: MainWindow) -> None:
    _elsewhere(mqm, ErrorAnnotation((THE,), state=State.DONE))
    mqm.workspace.follow_changes()
    assert [error.category for error in present(mqm.workspace.corpus).segments[0].errors] == ["Other"]
    assert mqm.segments.model.column_of("errors") >= 0


def test_who_adjudicates_a_blind_project_sees_the_systems(mqm: MainWindow) -> None:
    project = present(mqm.workspace.project)
    project.set_rules(replace(project.rules, blind=True))
    say_who(mqm, "lead")
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", OLD)
    assert mqm.workspace.naming.why_not
    _run(mqm, "Adjudicate, or annotate again")
    assert mqm.workspace.is_adjudicating
    assert mqm.workspace.naming.why_not == ""
    mqm.pages.open_titled("Inspect")
    assert mqm.pages.shown == "Inspect"
    assert "2 systems" in mqm.status.where.text()
    mqm.pages.open_titled("Annotate")
    _run(mqm, "Adjudicate, or annotate again")
    assert mqm.workspace.naming.why_not, "nothing is assigned, so that everything is the lead's work"
