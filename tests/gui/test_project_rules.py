"""What a project asks of its annotators in the annotation editor: rules, blindness, locks, guidelines, time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, key_of, wait_for
from helpers.corpora import corpus_of
from helpers.frames import annotation_of
from helpers.projects import project_of
from helpers.windows import CTRL, Answer, present, press
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import BOTH, ESA, FRAMES, MQM, Rules
from meantree.project.file import Project
from meantree_gui.annotation_editor.work_clock import WorkClock
from meantree_gui.guidelines import NO_GUIDELINES, Guidelines
from meantree_gui.rules_dialog import ProtocolDialog, RulesDialog, ask_protocol
from meantree_gui.window import MainWindow

Key = Qt.Key


def _project(window: MainWindow) -> Project:
    return present(window.workspace.project)


def _said(window: MainWindow) -> str:
    return window.annotation_panel.message.text()


# Blind


@pytest.fixture
def blind(annotating: MainWindow) -> MainWindow:
    """The annotation editor in a blind project, where another annotator has finished and is compared with."""
    _project(annotating).set_rules(Rules(blind=True))
    _project(annotating).save(key_of(1, "bea"), Annotation(state=State.DONE), "made")
    annotating.annotation_panel.header.fill()
    box = annotating.annotation_panel.compared
    box.setCurrentIndex(box.findData("bea"))
    box.activated.emit(box.currentIndex())
    return annotating


def test_nobody_sees_others_before_the_own_is_finished(blind: MainWindow) -> None:
    assert "finish your own annotation" in _said(blind)
    before = present(blind.annotation_editor.frame_editor)
    assert before.compared is None
    frames = before.annotation
    for key in ("y", "Shift+Y", "v"):
        press(blind, "Right")
        assert _said(blind) == ""
        press(blind, key)
        assert "finish your own annotation" in _said(blind)
    assert before.annotation == frames


def test_who_has_finished_sees_others(blind: MainWindow, qtbot: QtBot) -> None:
    press(blind, "Return")
    blind.selection.select(1)
    qtbot.waitUntil(lambda: blind.annotation_editor.key == key_of(1))
    frame_editor = present(blind.annotation_editor.frame_editor)
    assert frame_editor.compared == Annotation(state=State.DONE)
    press(blind, "Shift+E")
    assert frame_editor.compared is None, "opened again, it is one's own that counts"


# Locked


def test_a_finalized_annotation_is_locked_until_it_is_unlocked(annotating: MainWindow) -> None:
    press(annotating, "Ctrl+Right a")
    kept = present(_project(annotating).annotation(key_of(1)))
    _project(annotating).save(key_of(1), replace(kept, finalized_by="ana"), "finalized")
    annotating.annotation_editor.reopen()
    assert annotating.annotation_panel.state.text() == "locked · open, finalized by ana"
    for key in ("b", "Delete", "e", "f"):
        press(annotating, key)
        assert _said(annotating) == "finalized by ana; unlock it with Ctrl+U"
    assert present(annotating.annotation_editor.frame_editor).annotation == replace(kept, finalized_by="ana")
    press(annotating, "Ctrl+U b")
    changed = present(_project(annotating).annotation(key_of(1)))
    assert (changed.finalized_by, changed == kept) == ("", False)
    press(annotating, "Ctrl+U")
    assert _said(annotating) == "this annotation is not locked"


# Rules


def _dialog(window: MainWindow) -> RulesDialog:
    dialog = RulesDialog(_project(window), window.annotation_panel)
    dialog.show()
    return dialog


def test_rules_are_kept_and_wrong_names_are_not(annotating: MainWindow, qtbot: QtBot) -> None:
    dialog = _dialog(annotating)
    qtbot.waitUntil(dialog.isVisible)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)  # or Space is a key of the Annotate page
    QTest.keyClick(dialog.boxes.by_name["auxiliaries"], Key.Key_Space)
    QTest.keyClick(dialog.boxes.by_name["blind"], Key.Key_Space)
    dialog.gold.setText("automatic")
    save = present(dialog.findChild(QDialogButtonBox))
    QTest.mouseClick(save.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)
    assert "automatic annotator" in dialog.fault.text()
    assert _project(annotating).rules == Rules()
    dialog.gold.setText("judge")
    QTest.keyClicks(dialog.guidelines, "# Verbs first")
    QTest.mouseClick(save.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)
    assert _project(annotating).rules == Rules(auxiliaries=True, blind=True, gold="judge", guidelines="# Verbs first")
    dialog.deleteLater()


def test_no_rule_is_cut_where_all_are_shown(annotating: MainWindow, qtbot: QtBot) -> None:
    dialog = _dialog(annotating)
    dialog.protocol.setCurrentIndex(dialog.protocol.findData(BOTH))
    boxes = dialog.boxes.by_name.values()
    qtbot.waitUntil(lambda: all(box.isVisible() and box.height() >= box.sizeHint().height() for box in boxes))
    assert dialog.height() <= 690, "on a screen of 720 lines, with its title"
    dialog.deleteLater()


def test_saved_rules_apply_to_the_selected_translation(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frames of the translation that was open before they are saved belong to other texts."""
    texts = corpus_of([["the old man saw it"] * 3, ["so"] * 3], "AB", "r", document="d", source="")
    finished = {AnnotationKey("d/0", "A", "r", ANNOTATOR): annotation_of("3 / 3", State.DONE)}
    path = project_of(tmp_path / "b.meantree", texts, finished, rules=Rules(protocol=BOTH))
    window.workspace.open_project(path, lambda _project: ANNOTATOR)
    QTest.keyClick(window, Key.Key_F9)
    window.selection.choose_translation("B", 0)
    editor, panel = window.annotation_editor, window.annotation_panel
    wait_for(lambda: editor.key == AnnotationKey("d/0", "B", "r", ANNOTATOR))
    panel.toggle_spans()
    window.selection.choose_translation("A", 1)
    monkeypatch.setattr("meantree_gui.annotation_editor.annotation_panel.ask_rules", lambda *_args: True)
    panel.set_rules()
    panel.toggle_spans()
    wait_for(lambda: editor.key == AnnotationKey("d/1", "A", "r", ANNOTATOR))


def test_what_is_done_follows_the_rules(annotating: MainWindow) -> None:
    place, states = ("00/01", "01"), annotating.workspace.annotations
    press(annotating, "Return")
    assert states.states[place] is State.DONE
    _project(annotating).set_rules(Rules(protocol=BOTH))
    annotating.annotation_editor.reopen()
    assert states.states[place] is State.OPEN, "its error spans are left"


def test_a_project_of_frames_alone_says_why_no_spans_are_shown(annotating: MainWindow) -> None:
    press(annotating, "Ctrl+Right")
    annotating.annotation_panel.toggle_spans()
    assert "Project rules" in _said(annotating)
    assert not annotating.workspace.prefers_spans


def test_whose_errors_are_proposed_is_ticked(annotating: MainWindow, qtbot: QtBot) -> None:
    project = _project(annotating)
    project.set_rules(Rules(protocol=MQM))
    dialog = _dialog(annotating)
    assert not dialog.suggestions.by_name, "nobody has marked an error"
    dialog.deleteLater()
    error = MarkedError((Place("hypothesis", 0, 3),), "major", "Other")
    where = key_of(1, "XCOMET")
    project.save_errors(
        ErrorKey(where.segment, where.system, "XCOMET"), ErrorAnnotation((error,), state=State.DONE), "made"
    )
    dialog = _dialog(annotating)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog.suggestions.by_name["XCOMET"], Key.Key_Space)
    dialog.accept()
    assert project.rules == Rules(protocol=MQM, suggestions=("XCOMET",))
    dialog.deleteLater()


def test_hidden_scores_are_not_computed(annotating: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> list[str]:
        header = annotating.annotation_panel.header
        return [label.text() for label in (header.score, header.change, header.distance) if label.isVisible()]

    def offered() -> list[str]:
        return [spec for spec in annotating.workspace.metrics if spec.startswith("hmeant")]

    editor, project = annotating.annotation_editor, _project(annotating)
    press(annotating, "Right")
    assert said()
    assert offered()
    project.set_rules(Rules(scores=False, gold="judge"))
    editor.reopen()
    qtbot.waitUntil(lambda: editor.frame_editor is not None)
    assert not offered()
    monkeypatch.setattr("meantree.annotation.annotation_scores.score_of", lambda *_: pytest.fail("computed"))
    press(annotating, "Ctrl+Right a Ctrl+Z")
    assert said() == []
    assert _said(annotating).startswith("undone")
    monkeypatch.undo()
    annotating.workspace.choose_annotator("judge")
    qtbot.waitUntil(lambda: editor.frame_editor is not None and bool(said()))
    assert offered(), "who decides the gold standard sees them"
    annotating.workspace.choose_annotator("ida")
    assert not offered()


def test_the_filter_names_what_the_list_shows(annotating: MainWindow) -> None:
    def example() -> str:
        return annotating.segments.filter.placeholderText().removeprefix("Filter: words, ")

    examples = [example()]
    press(annotating, "Ctrl+Right a")
    examples.append(example())
    _project(annotating).set_rules(Rules(scores=False))
    annotating.workspace.follow_rules()
    assert [*examples, example()] == ["hwcm < .4", "hmeant < .4", "state:done"]


def test_who_is_blind_exports_nothing_and_decides_own(blind: MainWindow, told: list[str]) -> None:
    _project(blind).assign({ANNOTATOR: ["00/01"]})
    blind.workspace.follow_rules()
    next(command for command in blind.team.commands if command.name == "export_annotations").perform()
    assert told == [
        "this project is blind; annotations are exported when you have finished your work: 1 translation left"
    ]
    dialog = present(blind.annotation_pages.show_versions())
    assert dialog.only == ANNOTATOR
    dialog.reject()
    press(blind, "Return")
    dialog = present(blind.annotation_pages.show_versions())
    assert dialog.only == ""
    dialog.reject()


def test_guidelines_are_shown_by_a_key(annotating: MainWindow) -> None:
    own = "# Verbs first\n\n<b>not</b> markup ![x](file:///etc/passwd)"
    pages = []
    for guidelines in ("", own):
        _project(annotating).set_rules(Rules(guidelines=guidelines))
        press(annotating, "g")
        (page,) = annotating.annotation_panel.findChildren(Guidelines)
        pages.append(page.toPlainText())
        page.window().close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert all(page.startswith("What is a predicate\n") for page in pages)
    assert pages[0].endswith(NO_GUIDELINES)
    assert "Verbs first\n<b>not</b> markup" in pages[1]


# Keys and source on the screen


def test_the_context_is_above_the_texts(annotating: MainWindow) -> None:
    context = annotating.annotation_panel.context
    annotating.resize(1400, 1100)
    corpus = present(annotating.workspace.corpus)
    before, after = corpus.segments[0], corpus.segments[2]
    annotating.selection.select(1)
    wait_for(lambda: annotating.annotation_editor.key == key_of(1))
    shown = context.toPlainText()
    for segment in (before, after):
        assert segment.hypotheses["01"].text in shown
        assert segment.references["00"].text in shown
    assert "no source" not in shown
    press(annotating, "s")
    assert "This segment has no source text." in context.toPlainText()
    assert before.references["00"].text not in context.toPlainText()
    press(annotating, "s")
    assert context.isHidden()
    press(annotating, "s")
    assert after.references["00"].text in context.toPlainText()


# Time


class _Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def _times(path: Path) -> dict[str, float]:
    with Project(path) as project:
        return {one.segment: one.seconds for one in project.times() if one.annotator == "ann"}


def _keys(path: Path) -> list[int | None]:
    with Project(path) as project:
        return [one.keys for one in project.times() if one.annotator == "ann"]


@pytest.fixture
def clock(annotating: MainWindow) -> tuple[WorkClock, _Seconds]:
    """The clock of the annotation editor with hands that a test moves, just started."""
    seconds, clock = _Seconds(), annotating.annotation_panel.clock
    clock.stop()
    clock.seconds = seconds
    clock.follow()
    return clock, seconds


def test_pauses_do_not_count(annotating: MainWindow, path: Path, clock: tuple[WorkClock, _Seconds]) -> None:
    for now in (20, 50, 90, 1000, 1010):
        clock[1].now = now
        press(annotating, "Right")
    assert clock[0].total == 100
    press(annotating, "Delete")
    clock[0]._tick()
    assert annotating.annotation_panel.header.time.text() == "2 min spent"
    clock[1].now += 30
    press(annotating, "Shift+Shift")
    annotating.close()
    assert _times(path) == {"00/01": 130.0}
    assert _keys(path) == [6], "five arrows and Delete; Shift alone is no key"


def test_each_edit_saves_the_keys_and_the_time_so_that_a_kill_loses_none(
    annotating: MainWindow, path: Path, clock: tuple[WorkClock, _Seconds], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are written with the annotation, in its transaction: nothing else may come before the program is killed."""
    written = list[bool]()
    add_time = Project.add_time

    def add(project: Project, *values: Any) -> None:
        written.append(project._connection.in_transaction)
        add_time(project, *values)

    monkeypatch.setattr(Project, "add_time", add)
    for at, keys in ((20, "Right Right Ctrl+Right a"), (25, "Right Ctrl+Right p")):
        clock[1].now = at
        press(annotating, keys)
        assert _times(path) == {"00/01": at}
    assert _keys(path) == [7]
    assert written == [True, True]


def test_what_is_finished_at_once_has_its_time(
    annotating: MainWindow, path: Path, qtbot: QtBot, clock: tuple[WorkClock, _Seconds]
) -> None:
    clock[1].now = 0.4
    press(annotating, "PageDown")
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2))
    clock[1].now = 0.8
    press(annotating, "q")
    assert _times(path) == {"00/02": 0.4}
    assert _keys(path) == [1]


def test_each_translation_has_its_own_time(
    annotating: MainWindow, path: Path, qtbot: QtBot, clock: tuple[WorkClock, _Seconds]
) -> None:
    press(annotating, "Delete")
    clock[1].now = 15
    annotating.selection.select(2)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2))
    clock[1].now = 20
    annotating.selection.select(1)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(1))
    assert _times(path) == {"00/01": 15.0, "00/02": 5.0}
    assert clock[0].total == 15
    clock[1].now = 30
    press(annotating, "F7")
    clock[1].now = 50
    press(annotating, "F9")
    assert clock[0].total == 25, "another page is no work in the annotation editor"


# What is annotated


def test_a_new_project_asks_what_is_annotated(
    sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, ProtocolDialog) or not dialog.isActiveWindow():
            QTimer.singleShot(10, choose)
            return
        asked.append(dialog.protocol)
        QTest.keyClick(dialog.buttons[FRAMES], Key.Key_Down)
        QTest.keyClick(dialog.buttons[MQM], Key.Key_Return)

    asked: list[str] = []

    monkeypatch.setattr("meantree_gui.rules_dialog.ask_protocol", ask_protocol)
    answer(tmp_path / "m")
    qtbot.keyClick(sample, Key.Key_F9)
    QTimer.singleShot(0, choose)
    qtbot.keyClick(sample, Key.Key_S, CTRL)
    assert (asked, _project(sample).rules) == ([FRAMES], Rules(protocol=MQM))
    panel = sample.annotation_panel
    assert sample.focusWidget() is panel.spans, "the name of the draft is that of the project"
    assert sample.annotation_panel.spans.editor.marking is not None


def test_without_a_reference_only_error_spans_can_be_annotated(qtbot: QtBot) -> None:
    dialog = ProtocolDialog(corpus_of([["one"]], "A", ""), protocol=BOTH)
    qtbot.addWidget(dialog)
    assert [name for name, button in dialog.buttons.items() if button.isEnabled()] == [MQM, ESA]
    assert dialog.protocol == MQM
