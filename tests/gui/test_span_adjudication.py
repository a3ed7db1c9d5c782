"""Error spans where several people, or two windows of one annotator, work on the same project."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from helpers.annotating import ANNOTATOR, say_who
from helpers.copied_windows import prepared
from helpers.corpora import corpus_of
from helpers.projects import project_of
from helpers.span_windows import OLD, THE, THREE, save_elsewhere, saved_errors
from helpers.windows import CTRL, present, press, type_keys
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, MQM, Rules
from meantree.project.file import Project
from meantree.project.gold_standard import errors_to_adjudicate
from meantree.project.workload import planned
from meantree_gui.actions import BELOW
from meantree_gui.annotating.comments import CommentsDialog
from meantree_gui.palette import command_entries
from meantree_gui.segments.segment_table import PAD
from meantree_gui.settings import ANNOTATOR as ANNOTATOR_SETTING
from meantree_gui.settings import of_project
from meantree_gui.window import MainWindow

Key = Qt.Key


@prepared
def mqm(window: MainWindow, folder: Path) -> None:
    """A window with a project of error spans that nobody has annotated."""
    path = project_of(folder / "m.meantree", THREE, rules=Rules(protocol=MQM))
    window.workspace.open_project(path, lambda _project: "")


def _type(window: MainWindow, keys: str) -> None:
    QTest.keyClicks(QApplication.focusWidget() or window, keys)


def test_a_mark_is_added_to_those_of_another_window(mqm: MainWindow) -> None:
    say_who(mqm)
    save_elsewhere(mqm, ErrorAnnotation((THE,)))
    _type(mqm, "o2")
    assert [error.severity for error in saved_errors(mqm).marked] == ["minor", "major"]
    assert "Another window" in mqm.annotation_panel.message.text()
    _type(mqm, "m")  # the category of the new one
    assert [error.places for error in saved_errors(mqm).marked] == [THE.places, OLD.places]
    assert [error.category for error in saved_errors(mqm).marked] == ["Other", "Accuracy/Mistranslation"]


@pytest.mark.parametrize(
    "other", [ErrorAnnotation((OLD,)), ErrorAnnotation((THE,), state=State.DONE), ErrorAnnotation(state=State.NOTHING)]
)
def test_nothing_is_added_to_the_same_words_or_to_what_is_finished_elsewhere(
    mqm: MainWindow, other: ErrorAnnotation
) -> None:
    say_who(mqm)
    save_elsewhere(mqm, other)
    _type(mqm, "o2")
    assert saved_errors(mqm) == other
    assert "review it before you edit" in mqm.annotation_panel.message.text()
    assert mqm.workspace.annotations.states == {("d/0", "A"): other.state}, "the list agrees with the header"
    assert len(present(mqm.workspace.corpus).segments[0].errors) == (other.state is State.DONE)


def test_only_additions_are_repeated(mqm: MainWindow) -> None:
    say_who(mqm)
    _type(mqm, "o1")
    before = saved_errors(mqm)
    save_elsewhere(mqm, replace(before, marked=(THE, *before.marked)))
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Delete)
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert len(saved_errors(mqm).marked) == 2
    save_elsewhere(mqm, before)
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert saved_errors(mqm) == before


def test_a_window_that_becomes_active_shows_what_another_one_marked(mqm: MainWindow) -> None:
    say_who(mqm)
    save_elsewhere(mqm, ErrorAnnotation((THE,)))
    QApplication.sendEvent(mqm, QEvent(QEvent.Type.ActivationChange))
    assert "The" in mqm.annotation_panel.spans.errors.item(0).text()


def _finish(window: MainWindow, name: str, *errors: MarkedError, segment: str = "d/1") -> None:
    annotation = ErrorAnnotation(errors, state=State.DONE if errors else State.NOTHING)
    present(window.workspace.project).save_errors(ErrorKey(segment, "A", name), annotation, "done")


def _run(window: MainWindow, title: str) -> None:
    """Run a command as the palette does."""
    (entry,) = [one for one in command_entries(window.command_lists) if one.title.endswith(title)]
    entry.perform()


@pytest.mark.parametrize(("is_seen", "key"), [(True, ""), (False, "2"), (False, "s"), (False, "a 2")])
def test_no_old_answer_of_an_annotator_is_taken(mqm: MainWindow, key: str, *, is_seen: bool) -> None:
    say_who(mqm)
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", replace(OLD, severity="major"))
    mqm.annotation_panel.adjudicate()
    panel, gold = mqm.annotation_panel.spans, ErrorKey("d/1", "A", "gold")
    press(mqm, "1")
    before = present(mqm.workspace.project).error_annotation(gold)
    with Project(present(mqm.workspace.project).path) as other:
        other.save_errors(replace(gold, annotator="ben"), ErrorAnnotation((THE,), state=State.DONE), "done")
    if is_seen:
        QApplication.sendEvent(mqm, QEvent(QEvent.Type.ActivationChange))
    else:
        press(mqm, key)
        assert "Another window changed this" in mqm.annotation_panel.message.text()
    assert present(mqm.workspace.project).error_annotation(gold) == before
    assert [row.answers["ben"] for row in panel.editor.adjudication.rows] == ["minor Other: “The”", "no error"]
    assert panel.editor.others[1][1].annotation.marked == (THE,), "the text of ben, beside"
    panel.editor.adjudication.choose(0)
    press(mqm, "2")
    assert len(present(present(mqm.workspace.project).error_annotation(gold)).errors) == 2


@pytest.mark.parametrize("leaving", ["", "another name", "another page", "the question itself"])
def test_what_waits_for_a_name_is_done_with_it_or_given_up_with_the_question(mqm: MainWindow, leaving: str) -> None:
    panel, project = mqm.annotation_panel, present(mqm.workspace.project)
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", OLD)
    _run(mqm, "Finalize all translations with nothing left to decide")
    if leaving == "another name":
        mqm.team.visit("ana")
    elif leaving == "another page":
        mqm.pages.open_titled("Inspect")
        mqm.pages.open_titled("Annotate")
    if leaving:
        panel.header.new_annotator_wanted.emit()
        assert panel.annotator_page.note.text() == ""
    _type(mqm, "zoe")
    QTest.keyClick(QApplication.focusWidget() or mqm, Key.Key_Return)
    assert mqm.workspace.annotator == "zoe"
    assert errors_to_adjudicate(project) == {ErrorKey("d/1", "A", "gold"): "" if leaving else "zoe"}


@pytest.mark.parametrize("before", ["", "zoe"])
def test_a_name_whose_work_was_shown_is_not_the_adjudicators(mqm: MainWindow, before: str) -> None:
    panel, project = mqm.annotation_panel, present(mqm.workspace.project)
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", OLD)
    mqm.workspace.choose_annotator(before)
    mqm.team.visit("ben")
    mqm.team.visit("ana")
    assert of_project(ANNOTATOR_SETTING, project).read(mqm.settings) == before, "who opens the project next"
    _run(mqm, "Adjudicate, or annotate again")
    assert (panel.annotator_page.isVisible(), mqm.workspace.is_adjudicating) == (True, False)
    _type(mqm, "ana")  # she is sitting here
    press(mqm, "Return")
    assert (panel.annotator_page.isVisible(), mqm.workspace.is_adjudicating) == (False, True)
    press(mqm, "s")
    assert errors_to_adjudicate(project) == {ErrorKey("d/1", "A", "gold"): "ana"}
    press(mqm, "Ctrl+Z")
    assert panel.message.text() == "undone: finalized by ana"
    _run(mqm, "Adjudicate, or annotate again")
    assert not panel.annotator_page.isVisible()


def test_the_segments_show_the_states_of_what_is_adjudicated(mqm: MainWindow) -> None:
    project = present(mqm.workspace.project)
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben", OLD)
    _finish(mqm, ANNOTATOR, OLD, segment="d/0")
    project.assign(planned(project, ["ana", "ben", ANNOTATOR], 0.0, 2).work)
    say_who(mqm)
    assert mqm.segments.filter.text() == f'annotator:"{ANNOTATOR}"'
    model = mqm.segments.model
    assert {one.key: one.priority for one in model.columns if one.key in ("errors", "rating:mqm")} == {
        "errors": 3,
        "rating:mqm": 2,
    }
    mqm.annotation_panel.adjudicate()
    assert {"errors", "rating:mqm"} & {one.key for one in model.columns if one.priority is not None} == {"rating:mqm"}
    assert [model.score("rating:mqm", place) for place in range(3)] == [None] * 3, "those of the gold standard"
    assert mqm.segments.filter.text() == ""
    rows = [mqm.segments.model.index(row, 0).data() for row in range(3)]
    assert rows == ["0", "1", "2"]
    press(mqm, "s")
    assert [mqm.segments.model.index(row, 0).data() for row in range(3)] == ["0", "✓ 1", "2"]
    assert [model.score("rating:mqm", place) for place in range(3)] == [None, -1, None]
    assert mqm.annotation_panel.message.text().startswith("d/1 · A: finalized. All translations that")
    mqm.annotation_panel.adjudicate()
    assert mqm.segments.filter.text() == f'annotator:"{ANNOTATOR}"'
    assert mqm.workspace.annotations.states == {("d/0", "A"): State.DONE}
    assert [model.score("rating:mqm", place) for place in range(3)] == [-1, None, None]


def test_the_mqm_of_a_gold_standard_is_said_when_it_is_decided(mqm: MainWindow) -> None:
    _finish(mqm, "ana", OLD)
    _finish(mqm, "ben")
    say_who(mqm)
    mqm.annotation_panel.adjudicate()
    panel = mqm.annotation_panel.spans
    assert "MQM" not in panel.head
    press(mqm, "1")
    assert panel.head.endswith("1 error · MQM −1")


def test_a_translation_that_one_finished_is_not_opened(mqm: MainWindow) -> None:
    """As the one in whose place all others annotated a check."""
    for name in ("ana", "ben"):
        _finish(mqm, name, OLD)
    _finish(mqm, "ana", OLD, segment="d/0")
    say_who(mqm)
    mqm.annotation_panel.adjudicate()
    editor = mqm.annotation_panel.spans.editor
    assert present(editor.key).segment == "d/1"
    mqm.selection.select(0)
    editor.load()
    assert editor.key is None
    assert "Not finished by two annotators" in mqm.annotation_panel.spans.head
    _type(mqm, "o2m")
    assert {key.segment for key in present(mqm.workspace.project).error_annotations("gold")} == set()
    press(mqm, "PageDown")
    assert present(editor.key).segment == "d/1"


@pytest.mark.parametrize(
    ("protocol", "change", "answer"),
    [
        (MQM, {"category": ""}, "minor no category: “old”"),
        (ESA, {"category": ""}, "minor: “old”"),
        (ESA, {"places": (Place("hypothesis", 7, 7),)}, "minor Other: [missing] after “old”"),
        (ESA, {"places": (Place("hypothesis", 0, 0),)}, "minor Other: [missing] at the start"),
        (ESA, {"missing": True}, "minor Other: [missing] “old”"),
    ],
)
def test_answers_name_label_and_words(mqm: MainWindow, protocol: str, change: dict[str, Any], answer: str) -> None:
    present(mqm.workspace.project).set_rules(Rules(protocol=protocol))
    _finish(mqm, "ana", replace(OLD, comment="why?", **change))
    _finish(mqm, "ben")
    say_who(mqm)
    mqm.annotation_panel.adjudicate()
    decisions = mqm.annotation_panel.spans.decisions
    assert decisions.model.rows[0].answers["ana"] == answer
    assert decisions.comments.text() == "ana: “why?”"
    press(mqm, "Ctrl+Shift+R")
    (dialog,) = mqm.annotation_panel.findChildren(CommentsDialog)
    assert dialog.list.count() == 1
    dialog.reject()


def test_an_equal_translation_is_offered_where_only_a_score_is_decided(window: MainWindow, tmp_path: Path) -> None:
    texts = corpus_of([["The old man"] * 2], "AB", "", source="ein Mann")
    (segment,) = texts.segments
    scored = {
        ErrorKey(segment.key, system, name): ErrorAnnotation(score=score, state=State.NOTHING)
        for name, scores in (("ana", (100.0, 90.0)), ("ben", (90.0, 100.0)))
        for system, score in zip("AB", scores, strict=True)
    }
    path = project_of(tmp_path / "e.meantree", texts, errors=scored, rules=Rules(protocol=ESA))
    window.workspace.open_project(path, lambda _project: "zoe")
    window.annotation_panel.adjudicate()
    decisions = window.annotation_panel.spans.decisions
    assert "= takes" not in decisions.title.text()
    press(window, "1", "s")
    assert present(window.annotation_panel.spans.editor.key).system == "B"
    assert "= takes" in decisions.title.text()
    press(window, "=")
    assert "= takes" not in decisions.title.text()
    press(window, "s")
    found = present(window.workspace.project).error_annotations("gold")
    assert [annotation.score for annotation in found.values()] == [100.0, 100.0]


@pytest.mark.parametrize("place", ["lane", "caption", "score"])
def test_keys_decide_after_a_click_beside_the_rows(mqm: MainWindow, place: str) -> None:
    panel, project = mqm.annotation_panel.spans, present(mqm.workspace.project)
    project.set_rules(Rules(protocol=ESA))
    for name, error in (("ana", OLD), ("ben", THE)):
        _finish(mqm, name, error)
    say_who(mqm)
    mqm.annotation_panel.adjudicate()
    caption = next(label for label in panel.score.findChildren(QLabel) if "perfect" in label.text())
    clicked = {"lane": panel.translations.others[0][1].viewport(), "caption": caption, "score": panel.score.field}
    QTest.mouseClick(clicked[place], Qt.MouseButton.LeftButton)
    if place == "score":
        type_keys(mqm, "Escape")
    type_keys(mqm, "Down 1")
    assert "undecided" not in panel.decisions.model.rows[1].decision
    type_keys(mqm, "e o 1")
    assert len(present(panel.editor.annotation).marked) == 2, "letters and digits edit the gold standard"
    type_keys(mqm, "Escape Escape 0")
    assert len(present(panel.editor.annotation).marked) == 1


def test_the_keys_of_decisions_are_counted(mqm: MainWindow) -> None:
    for name, error in (("ana", OLD), ("ben", THE)):
        _finish(mqm, name, error)
    say_who(mqm)
    clock, hands = mqm.annotation_panel.clock, itertools.count(step=5)
    clock.seconds = hands.__next__
    mqm.annotation_panel.adjudicate()
    for key in ("0", "1", "s"):
        press(mqm, key)
    clock.stop()
    (visit,) = present(mqm.workspace.project).times("gold")
    assert (visit.keys, visit.seconds > 0) == (3, True)


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


def test_the_list_of_a_small_window_shows_states_and_mqm(mqm: MainWindow) -> None:
    say_who(mqm)
    mqm.resize(1280, 720)
    _type(mqm, "o1m")
    press(mqm, "Return", "Return")
    model, table = mqm.segments.model, mqm.segments.table
    shown = {one.key for at, one in enumerate(model.columns) if not table.isColumnHidden(at)}
    assert shown >= {"state", "rating:mqm"}
    assert {one.key: one.title for one in model.columns}["errors"] == "errors"


@pytest.mark.parametrize(("kind", "score", "text"), [("mqm", None, "−20.00"), ("esa", 100.0, "100.00")])
def test_later_and_longer_scores_are_not_cut(mqm: MainWindow, kind: str, score: float | None, text: str) -> None:
    say_who(mqm)
    mqm.resize(1280, 720)
    project, model, table = present(mqm.workspace.project), mqm.segments.model, mqm.segments.table
    critical = tuple(replace(OLD, severity="critical", places=(Place("hypothesis", at, at + 1),)) for at in range(2))
    for segment, errors, esa in (("d/0", (OLD,), 5.0), ("d/1", critical, score)):
        annotation = ErrorAnnotation(errors, None if score is None else esa, State.DONE)
        project.save_errors(ErrorKey(segment, "A", ANNOTATOR), annotation, "done")
        mqm.workspace.follow_project(segment)
    at = model.column_of(f"rating:{kind}")
    assert model.index(1, at).data() == text
    assert table.columnWidth(at) >= table.fontMetrics().horizontalAdvance(text) + PAD


def test_who_looks_on_without_a_name_sees_new_errors_of_all(mqm: MainWindow) -> None:
    save_elsewhere(mqm, ErrorAnnotation((THE,), state=State.DONE))
    mqm.workspace.follow_changes()
    assert [error.category for error in present(mqm.workspace.corpus).segments[0].errors] == ["Other"]
    model = mqm.segments.model
    assert model.columns[model.column_of("errors")].title == "all errors", "added over all raters"


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


@prepared
def between(window: MainWindow, folder: Path) -> None:
    """A window where the first and the last translation are adjudicated, and one person alone finished the second."""
    path = project_of(folder / "m.meantree", THREE, rules=Rules(protocol=MQM))
    window.workspace.open_project(path, lambda _project: "")
    for name in ("ana", "ben"):
        for place in (0, 2):
            _finish(window, name, *(OLD,) * (name == "ana"), segment=f"d/{place}")
    _finish(window, "ana", OLD, segment="d/1")
    say_who(window)
    window.annotation_panel.adjudicate()


def test_adjudication_starts_at_the_first_one_unless_this_one_is_adjudicated(between: MainWindow) -> None:
    panel = between.annotation_panel
    for place, begun in enumerate([0, 0, 2]):
        panel.adjudicate()
        between.selection.choose_translation("A", place)
        panel.adjudicate()
        assert present(panel.spans.editor.key).segment == f"d/{begun}"


@pytest.mark.parametrize("key", ["1", "PageDown", "Shift+K"])
def test_keys_decide_again_after_a_translation_that_one_finished(between: MainWindow, key: str) -> None:
    def shown() -> tuple[object, ...]:
        panel, editor = between.annotation_panel, between.annotation_panel.spans.editor
        return editor.annotation, editor.key, panel.spans.decisions.isVisible(), panel.strip.isVisible()

    type_keys(between, "Alt+Down Alt+Up")
    before = shown()
    type_keys(between, key)
    assert shown() != before


def test_the_rows_fill_their_width_after_a_translation_that_one_finished(between: MainWindow) -> None:
    table = between.annotation_panel.spans.decisions.table
    type_keys(between, "Alt+Down PageDown")
    assert table.horizontalHeader().length() == table.viewport().width()


def test_from_a_translation_that_one_finished_finalized_ones_are_reached(between: MainWindow) -> None:
    panel = between.annotation_panel
    type_keys(between, "Alt+Down")
    assert "PgDown goes to the next one to adjudicate" in panel.state.text()
    type_keys(between, "PageDown 1 s 1 s")
    assert "PgDown goes to the next one" not in panel.state.text()
    between.selection.choose_translation("A", 1)
    assert panel.state.text().endswith("all others are finalized, Shift+PgDown goes to the next one")
    type_keys(between, "Shift+PageDown")
    assert present(panel.spans.editor.key).segment == "d/2"


def test_who_reopens_a_locked_project_is_told_how_to_see_what_was_decided(between: MainWindow) -> None:
    panel = between.annotation_panel
    type_keys(between, "1 s 1 s")
    panel.adjudicate()
    between.selection.choose_translation("A", 0)
    assert panel.message.text().endswith("and locked; Ctrl+F9 shows what was decided")
    between.selection.choose_translation("A", 1)
    assert panel.message.text() == "", "that is not adjudicated"
    panel.adjudicate()
    assert (present(panel.spans.editor.key).segment, len(panel.adjudication.rows) > 0) == ("d/0", True)


@pytest.mark.parametrize("given", [True, False])
def test_a_lead_without_segments_starts_where_the_project_does(window: MainWindow, tmp_path: Path, given: bool) -> None:
    """Not at the first translation in an order of their own."""
    path = project_of(tmp_path / "m.meantree", THREE, rules=Rules(protocol=MQM, blind=True, shuffled=True))
    with Project(path) as project:
        if given:
            project.assign(planned(project, ["ana", "ben"], 1.0).work)
    window.workspace.open_project(path, lambda _project: "")
    say_who(window, "eve")
    assert next(window.workspace.annotations.open_translations()) == ("B", 0)
    assert (window.selection.system, window.selection.place) == ("A" if given else "B", 0)
