"""The annotation editor in the window: keys, mouse, scores, undo, other windows, other annotators."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, annotate, key_of, say_who
from helpers.corpora import corpus_of
from helpers.frames import annotation_of, frame
from helpers.projects import project_of
from helpers.stores import HandMadeStore, held_analyses
from helpers.trees import parsed
from helpers.windows import CTRL, Answer, choose_entry, present, press
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Role
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import BUDGET, AnalysisCache
from meantree.annotation.corrections import TreeKey
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.annotation.proposals import Proposals
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import SIDES, Side, Text
from meantree.errors import UsageError
from meantree.metrics.evidence import Status
from meantree.project.file import Project
from meantree_gui.actions import default_keys
from meantree_gui.annotation_editor import open_annotation
from meantree_gui.annotation_editor.annotation_editor import Questions
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.annotation_editor.open_annotation import OpenAnnotation
from meantree_gui.annotation_editor.side_text import BarItem
from meantree_gui.settings import ANNOTATION_KEY, doubled, load_keys, save_keys
from meantree_gui.settings_dialog import KeysDialog
from meantree_gui.status import OPEN_ELSEWHERE
from meantree_gui.widgets.labels import isolated
from meantree_gui.window import MainWindow

LEFT = Qt.MouseButton.LeftButton
SLEPT = Text("he slept", tokens=("he", "slept"))
Key = Qt.Key


def _editor(window: MainWindow) -> FrameEditor:
    return present(window.annotation_editor.frame_editor)


def _comment(window: MainWindow, text: str) -> None:
    """Write a comment on the whole translation."""
    press(window, "Shift+R")
    QTest.keyClicks(window.annotation_panel.comment_field.field, text)
    press(window, "Escape")


def _saved(window: MainWindow, place: int = 1) -> Annotation | None:
    return present(window.workspace.project).annotation(key_of(place))


def test_texts_that_are_no_project_are_annotated_at_once(
    sample: MainWindow, qtbot: QtBot, tmp_path: Path, answer: Answer
) -> None:
    asked = answer(tmp_path / "mine")
    qtbot.keyClick(sample, Key.Key_F9)
    qtbot.waitUntil(lambda: sample.annotation_editor.frame_editor is not None and sample.annotation_editor.is_on_screen)
    assert sample.workspace.is_draft
    assert not asked, "nothing is edited yet"
    _comment(sample, "why")
    qtbot.waitUntil(lambda: not sample.workspace.is_draft)
    assert len(asked) == 1
    assert present(sample.workspace.project).path == tmp_path / "mine.meantree"
    assert present(sample.workspace.project).annotations(sample.workspace.annotator)


def test_automatic_frames_are_nobodys_until_they_are_touched(annotating: MainWindow) -> None:
    assert annotating.annotation_panel.state.text() == "automatic, not started"
    press(annotating, "Ctrl+Right")
    assert annotating.annotation_panel.state.text() == "automatic, not started"
    press(annotating, "a")
    assert annotating.annotation_panel.state.text() == "open"
    press(annotating, "Ctrl+Z")
    assert annotating.annotation_panel.state.text() == "automatic, not started"
    assert present(annotating.workspace.project).annotations(ANNOTATOR) == {}
    assert annotating.workspace.annotations.states == {}


def _go_back(window: MainWindow, qtbot: QtBot) -> None:
    """To the second segment, from the next that is open."""
    qtbot.waitUntil(lambda: window.annotation_editor.key == key_of(2))
    window.selection.select(1)
    qtbot.waitUntil(lambda: window.annotation_editor.key == key_of(1))


def _said_of_scores(window: MainWindow) -> list[str]:
    head = window.annotation_panel.header
    return [label.text() for label in (head.score, head.change, head.distance) if label.isVisible()]


def test_a_finished_annotation_is_scored_in_the_table(annotating: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: annotating.scoring.scored("01", "hmeant"))
    table = present(annotating.scoring.table)
    assert table.segment_scores("01", "hmeant")[1] is None
    press(annotating, "Ctrl+Right a Return")
    assert "of the reference the patient: they do not count as matched" in annotating.annotation_panel.message.text()
    press(annotating, "Return")
    assert table.segment_scores("01", "hmeant")[1] == 0.5
    model = annotating.segments.model
    assert [model.index(row, 0).data() for row in range(3)] == ["00", "✓ 01", "02"]
    assert annotating.selection.place == 2


def test_the_first_edit_of_a_project_shows_the_states_in_the_list(annotating: MainWindow) -> None:
    press(annotating, "Ctrl+Right a")
    assert {one.key: one.priority for one in annotating.segments.model.columns}["state"] == 1


def test_who_splits_a_linked_filler_is_told_which_half_keeps_the_link(annotating: MainWindow) -> None:
    press(annotating, "Ctrl+Right")
    assert _editor(annotating).annotation.alignment.fillers
    for key in ("End", "/"):
        press(annotating, key)
    assert annotating.annotation_panel.message.text() == "the link stays with the first half"


def test_who_gives_a_role_away_is_told_what_became_of_its_filler(annotating: MainWindow) -> None:
    editor = _editor(annotating)
    labelled, words = frame("0 agent=1 patient=3"), editor.words
    editor.follow(Annotation((labelled,), editor.annotation.reference))
    texts = [parsed(" ".join(f"{word}:0:root" for word in words[side])) for side in SIDES]
    editor.proposals = Proposals(texts, Rules(), lambda _text, _word: labelled)
    press(annotating, "Home Ctrl+Right p")
    assert _editor(annotating).annotation.hypothesis == (frame("0 patient=1 agent=3"),)
    assert annotating.annotation_panel.message.text() == f"“{words['hypothesis'][3]}” is agent now"
    press(annotating, "Ctrl+Z")
    assert _saved(annotating) is None, "one step of undo"


def test_undo_and_redo_cross_segments(annotating: MainWindow, qtbot: QtBot) -> None:
    begun = _editor(annotating).annotation
    annotate(annotating, 1)
    made = _saved(annotating)
    annotate(annotating, 2)
    assert annotating.selection.place == 3
    for _ in range(40):
        press(annotating, "Ctrl+Z")
    assert annotating.annotation_panel.message.text() == "there is nothing to undo"
    assert annotating.selection.place == 1
    assert _editor(annotating).annotation == begun
    assert _saved(annotating) is None, "there was no record before"
    for _ in range(40):
        qtbot.keyClick(annotating, Key.Key_Y, CTRL)
    assert _saved(annotating) == made
    assert annotating.selection.place == 2


def test_refusals_are_told_and_change_nothing(annotating: MainWindow) -> None:
    before = _editor(annotating).annotation
    press(annotating, "Alt+Left")
    assert "only this token" in annotating.annotation_panel.message.text()
    assert (_editor(annotating).annotation, _saved(annotating)) == (before, None)
    press(annotating, "Right")
    assert annotating.annotation_panel.message.text() == ""


def test_states_comment_and_next_undone(annotating: MainWindow, qtbot: QtBot) -> None:
    _comment(annotating, "odd")
    assert annotating.annotation_panel.comment_label.text() == f"Comment: {isolated('odd')}"
    press(annotating, "e")
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2))
    assert (
        annotating.annotation_panel.message.text()
        == f"00/01 · {key_of(1).system}: nothing to annotate (undo reopens it)"
    )
    _go_back(annotating, qtbot)
    kept = _saved(annotating)
    assert kept == Annotation(state=State.NOTHING, comment="odd")
    assert annotating.annotation_editor.scores.now is None
    assert "undefined" in annotating.annotation_panel.header.score.text()
    press(annotating, "PageUp")
    assert annotating.selection.place == 0
    press(annotating, "PageDown")
    assert annotating.selection.place == 2
    press(annotating, "PageUp PageUp")
    assert "before this one are done" in annotating.annotation_panel.message.text()


def test_undo_in_another_segment_says_what_it_changed(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    annotating.selection.select(2)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2))
    press(annotating, "Shift+H Ctrl+Right a")
    annotating.selection.select(1)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(1))
    press(annotating, "Ctrl+Right a")
    assert _said_of_scores(annotating) == ["HMEANT 0.500", "−0.500 by this edit", "automatic 1.000, −0.500 from it"]
    annotating.selection.select(2)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2))
    other = annotating.annotation_editor.scores.now
    press(annotating, "Ctrl+Z")
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(1))
    assert _said_of_scores(annotating)[:2] == ["HMEANT 1.000", "+0.500 by this edit"]
    press(annotating, "Ctrl+Y")
    assert _said_of_scores(annotating)[:2] == ["HMEANT 0.500", "−0.500 by this edit"]
    kept = present(_saved(annotating))
    assert other != 1.0
    with Project(path) as elsewhere:
        unlinked = replace(kept, alignment=FrameAlignment())
        elsewhere.save(key_of(1), unlinked, "unlinked in another window")
    press(annotating, "Ctrl+Z")
    assert _said_of_scores(annotating)[:2] == ["HMEANT 0.500", "+0.500 by this edit"]


def test_undo_in_a_segment_that_must_be_analysed_says_what_it_did(
    annotating: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(annotating, "Shift+H Ctrl+Right a")
    annotating.selection.select(2)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2) and not annotating.background.busy)
    gate = _held(annotating, monkeypatch)
    press(annotating, "Ctrl+Z")
    assert _is_awaited(annotating)
    gate.set()
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(1), timeout=20_000)
    assert annotating.annotation_panel.message.text().startswith("undone: ")


@pytest.fixture
def systems(window: MainWindow, tmp_path: Path) -> MainWindow:
    """The annotation editor with two segments of the systems a, b and c; the first one of b is done."""
    done = {AnnotationKey("1", "b", "r", ANNOTATOR): Annotation(state=State.DONE)}
    texts = corpus_of([[SLEPT] * 4] * 2, "abc", "r", ids="12")
    window.opener.open_paths([project_of(tmp_path / "systems.meantree", texts, done)])
    say_who(window)
    return window


def _wait_for(window: MainWindow, qtbot: QtBot, system: str, place: int) -> None:
    def is_there() -> bool:
        key = window.annotation_editor.key
        selection = window.selection
        at = (selection.system, selection.place)
        return at == (system, place) and key is not None and (key.system, key.segment) == (system, str(place + 1))

    qtbot.waitUntil(is_there)


def test_after_a_system_comes_the_next_one_of_the_segment(systems: MainWindow, qtbot: QtBot) -> None:
    _wait_for(systems, qtbot, "c", 0)  # after what was edited last
    message = systems.annotation_panel.message
    press(systems, "PageUp")
    _wait_for(systems, qtbot, "a", 0)
    press(systems, "PageUp")
    assert message.text() == "All translations before this one are done"
    press(systems, "Shift+PageDown")
    _wait_for(systems, qtbot, "b", 0)
    press(systems, "Shift+PageUp Shift+PageUp")
    assert message.text() == "This is the first of the translations"
    press(systems, "PageDown")
    _wait_for(systems, qtbot, "c", 0)
    opened = []
    systems.annotation_editor.changed.connect(lambda: opened.append(systems.annotation_editor.key))
    press(systems, "e")
    _wait_for(systems, qtbot, "a", 1)
    assert AnnotationKey("1", "a", "r", ANNOTATOR) not in opened, "the way leads over no other translation"
    left_out = "1 automatic frame left out as before: Return accepts, J drops or takes them"  # as of equal words
    assert message.text() == f"1 · c: nothing to annotate (undo reopens it); {left_out}"
    for system, place in (("b", 1), ("c", 1), ("a", 0)):
        press(systems, "e")
        _wait_for(systems, qtbot, system, place)
    told = "1 translation before this one is still open; going back to the first of them"
    assert message.text() == f"2 · c: nothing to annotate (undo reopens it); {told}; {left_out}"
    press(systems, "e")
    assert message.text() == "1 · a: nothing to annotate (undo reopens it); all translations are done"
    systems.annotation_editor.report("ro/p.meantree: no")
    assert message.text() == "ro/p.meantree: no", "a path stays as it is"


def test_a_project_open_twice_is_told(window: MainWindow, path: Path, told: list[str]) -> None:
    with Project(path):
        window.opener.open_paths([path])
        assert OPEN_ELSEWHERE in window.status.where.text()
    window.status.show_what_is_open()
    assert OPEN_ELSEWHERE not in window.status.where.text()
    assert told == [], "it asks for no key"


def test_a_damaged_project_is_told_and_read_only(window: MainWindow, path: Path, told: list[str], qtbot: QtBot) -> None:
    data = bytearray(path.read_bytes())
    data[-2000:] = b"\xff" * 2000
    path.write_bytes(bytes(data))
    window.opener.open_paths([path])
    assert ["is damaged" in text for text in told] == [True]
    qtbot.keyClick(window, Key.Key_F9)
    if window.annotation_editor.frame_editor is not None:
        press(window, "e")
        assert "reading only" in window.annotation_panel.message.text()
    assert path.read_bytes() == bytes(data)


# Mouse


def _word(window: MainWindow, side: Side, index: int) -> QPoint:
    view = window.annotation_panel.texts.sides[side]
    return view.mapFromScene(view.words[index].sceneBoundingRect().center())


def test_mouse_selects_and_makes_frames(annotating: MainWindow, qtbot: QtBot) -> None:
    view = annotating.annotation_panel.texts.sides["hypothesis"]
    qtbot.mouseDClick(view.viewport(), LEFT, pos=_word(annotating, "hypothesis", 4))
    assert _editor(annotating).annotation.hypothesis[1].predicate == (4, 5)
    qtbot.mousePress(view.viewport(), LEFT, pos=_word(annotating, "hypothesis", 6))
    qtbot.mouseMove(view.viewport(), _word(annotating, "hypothesis", 7))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=_word(annotating, "hypothesis", 7))
    qtbot.mouseClick(annotating.annotation_panel.strip.buttons["role_temporal"], LEFT)
    assert [(one.span, one.role) for one in _editor(annotating).annotation.hypothesis[1].fillers] == [
        ((6, 8), Role.TEMPORAL)
    ]


def test_mouse_moves_the_end_of_a_bar(annotating: MainWindow, qtbot: QtBot) -> None:
    view = annotating.annotation_panel.texts.sides["hypothesis"]
    bars = [item for item in view.scene().items() if isinstance(item, BarItem) and item.bar.role is Role.PATIENT]
    bar = min(bars, key=lambda item: item.sceneBoundingRect().y())
    end = view.mapFromScene(bar.sceneBoundingRect().right() - 2, bar.sceneBoundingRect().center().y())
    qtbot.mousePress(view.viewport(), LEFT, pos=end)
    qtbot.mouseRelease(view.viewport(), LEFT, pos=_word(annotating, "hypothesis", 5))
    assert _editor(annotating).annotation.hypothesis[0].fillers[0].span == (1, 6)


def _chip(window: MainWindow, side: Side, part: tuple[int, int | None]) -> QPoint:
    view = window.annotation_panel.frames
    item = view.chips[side, part]
    return view.mapFromScene(item.sceneBoundingRect().center())


def test_mouse_turns_and_makes_links(annotating: MainWindow, qtbot: QtBot) -> None:
    view = annotating.annotation_panel.frames
    link = next(item for (mine, _), item in view.links.items() if mine == (0, 0))
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(link.sceneBoundingRect().center()))
    alignment = _editor(annotating).annotation.alignment
    assert alignment.fillers[(0, 0), (0, 0)] is LinkKind.PARTIAL
    press(annotating, "k")  # both cursors are on the predicates
    assert _editor(annotating).annotation.alignment.frames == {}
    qtbot.mousePress(view.viewport(), LEFT, pos=_chip(annotating, "hypothesis", (0, 0)))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=_chip(annotating, "reference", (0, 0)))
    alignment = _editor(annotating).annotation.alignment
    assert (len(alignment.frames), len(alignment.fillers)) == (1, 1)
    assert {item.mark.status for item in view.chips.values() if item.mark} == {Status.MATCHED}


def test_a_right_click_offers_roles(annotating: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(
        annotating.annotation_panel.texts.sides["hypothesis"].viewport(),
        Qt.MouseButton.RightButton,
        pos=_word(annotating, "hypothesis", 3),
    )
    choose_entry(QApplication.activePopupWidget(), "degree")
    assert _editor(annotating).annotation.hypothesis[0].fillers[0].role is Role.DEGREE


# Keys


def test_every_command_has_a_key_of_its_own_that_works_on_its_page_alone(annotating: MainWindow) -> None:
    first = default_keys(annotating.annotation_panel.commands.commands)
    assert doubled(first) == []
    assert all(first.values())
    annotating.segments.filter.setFocus()
    press(annotating, "e")
    assert annotating.segments.filter.text() == "e"
    assert _saved(annotating) is None


def test_keys_are_chosen_shown_and_kept(annotating: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(dialog: KeysDialog) -> KeysDialog.DialogCode:
        dialog.table.edits["role_agent"].setKeySequence(QKeySequence("P"))
        dialog.accept()
        assert "P" in dialog.fault.text()
        dialog.table.edits["role_patient"].setKeySequence(QKeySequence(";"))
        dialog.table.edits["role_agent"].setKeySequence(QKeySequence("0"))
        dialog.accept()
        return KeysDialog.DialogCode(dialog.result())

    monkeypatch.setattr(KeysDialog, "exec", choose)
    annotating.annotation_panel.choose_keys()
    assert annotating.annotation_panel.strip.buttons["role_agent"].text() == "0  agent"
    press(annotating, "Ctrl+Right a")
    assert _saved(annotating) is None
    press(annotating, "0")
    assert _editor(annotating).annotation.hypothesis[0].fillers[0].role is Role.AGENT
    commands = annotating.annotation_panel.commands.commands
    assert load_keys(annotating.settings, commands, ANNOTATION_KEY)["role_agent"] == ("0",)
    assert annotating.settings["desk-keys/role_agent"] == "0"
    save_keys(annotating.settings, default_keys(commands), commands, ANNOTATION_KEY)
    assert load_keys(annotating.settings, commands, ANNOTATION_KEY) == default_keys(commands)


def test_who_finishes_a_blind_project_sees_scores_at_once(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    done = {AnnotationKey("1", "a", "r", ANNOTATOR): Annotation(state=State.DONE)}
    texts = corpus_of([[SLEPT] * 2] * 2, "a", "r", ids="12")
    window.opener.open_paths([project_of(tmp_path / "blind.meantree", texts, done, rules=Rules(blind=True))])
    say_who(window)
    assert window.workspace.naming.why_not
    assert not window.scoring.awaits("a")
    press(window, "Return Return")
    assert not window.workspace.naming.why_not
    qtbot.waitUntil(lambda: window.scoring.scored("a", "hmeant"))


before_opening = pytest.mark.parametrize("store", [HandMadeStore()])
"""The window is no copy: what labels a project is asked when it is opened."""


@pytest.fixture
def labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's analyser labels single words: the next one is the agent."""

    def label(_text: Analysis, word: int) -> Frame:
        return Frame((word, word + 1), (Filler((word + 1, word + 2), Role.AGENT, "ARG0"),))

    monkeypatch.setattr(open_annotation, "labels_predicates", lambda _store: label)


@before_opening
@pytest.mark.usefixtures("labelled")
def test_one_key_makes_a_frame_with_fillers_and_one_undo_takes_both_back(annotating: MainWindow) -> None:
    before = _editor(annotating).annotation
    press(annotating, "End Left f")
    assert _editor(annotating).annotation.hypothesis[-1] == frame("7 agent=8")
    assert annotating.annotation_panel.message.text() == "1 automatic filler; Z drops them"
    press(annotating, "z")
    assert _editor(annotating).annotation.hypothesis[-1] == frame("7")
    press(annotating, "Ctrl+Z Ctrl+Z")
    assert _editor(annotating).annotation == before


@pytest.fixture
def unlabelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing labels the texts of the project."""
    monkeypatch.setattr(open_annotation, "labels_predicates", lambda _store: None)


@before_opening
@pytest.mark.usefixtures("unlabelled")
def test_an_analyser_that_labels_no_single_words_proposes_nothing_and_says_so(annotating: MainWindow) -> None:
    press(annotating, "End f")
    assert _editor(annotating).annotation.hypothesis[-1] == frame("8")
    assert annotating.annotation_panel.message.text() == open_annotation.NO_LABELLER


# The other annotator


def test_frames_of_another_annotator_are_shown_and_copied(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    press(annotating, "Ctrl+Right n")
    mine = _editor(annotating).annotation
    annotating.workspace.choose_annotator("eva")
    qtbot.waitUntil(
        lambda: annotating.annotation_editor.key is not None and annotating.annotation_editor.key.annotator == "eva"
    )
    assert annotating.selection.place == 1
    assert _editor(annotating).annotation != mine
    place = annotating.annotation_panel.compared.findText(ANNOTATOR)
    annotating.annotation_panel.compared.setCurrentIndex(place)
    annotating.annotation_panel.compared.activated.emit(place)
    assert _editor(annotating).compared == mine
    annotating.annotation_panel.focus()
    press(annotating, "v y")
    assert _editor(annotating).annotation.hypothesis == mine.hypothesis
    annotating.selection.select(4)
    qtbot.waitUntil(
        lambda: annotating.annotation_editor.key is not None and annotating.annotation_editor.key.segment == "00/04"
    )
    assert annotating.annotation_panel.message.text().startswith(f"{ANNOTATOR} has not annotated this translation")
    with Project(path) as project:
        assert {"eva", ANNOTATOR} <= set(project.annotators)


def test_an_annotation_beyond_the_text_can_be_mended(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path, passing=True) as other:
        other.save(key_of(3), Annotation((frame("0 agent=2 patient=40-50"),), (frame("0"),)), "from elsewhere")
    annotating.segments.table.selectRow(3)
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(3))
    assert annotating.annotation_editor.scores.now is None
    assert "does not fit the text" in annotating.annotation_panel.message.text()
    press(annotating, "Delete")
    kept = present(_saved(annotating, 3))
    assert kept.hypothesis == ()


def test_the_automatic_frames_stay_as_they_are(annotating: MainWindow, qtbot: QtBot) -> None:
    press(annotating, "Return")
    annotating.workspace.choose_annotator("")
    assert annotating.workspace.annotator == ANNOTATOR
    annotating.workspace.choose_annotator(AUTOMATIC)
    annotating.segments.table.selectRow(1)
    qtbot.waitUntil(
        lambda: annotating.annotation_editor.key is not None and annotating.annotation_editor.key.annotator == AUTOMATIC
    )
    before = _editor(annotating).annotation
    annotating.annotation_panel.focus()
    press(annotating, "e")
    assert "choose your own name" in annotating.annotation_panel.message.text()
    assert _editor(annotating).annotation == before


def test_a_full_disk_is_told_and_nothing_is_lost(annotating: MainWindow) -> None:
    press(annotating, "Ctrl+Right a")
    before, kept = _editor(annotating).annotation, _saved(annotating)
    connection = present(annotating.workspace.project)._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    press(annotating, "Shift+R")
    annotating.annotation_panel.comment_field.field.setPlainText("x" * 20_000)
    press(annotating, "Escape")
    assert "the disk is full; nothing is lost" in annotating.annotation_panel.message.text()
    assert (_editor(annotating).annotation, _saved(annotating)) == (before, kept)
    connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    press(annotating, "Shift+R Escape")
    assert len(_editor(annotating).annotation.comment) == 20_000


def test_an_annotation_that_cannot_be_read_closes_no_project(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.save(key_of(0), Annotation(), "edit")
        project.save(key_of(1), Annotation(state=State.DONE), "edit")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE annotations SET content = '{\"state\":' WHERE id = 1")
    connection.commit()
    connection.close()
    window.opener.open_paths([path])
    say_who(window)
    window.selection.select(0)
    qtbot.waitUntil(lambda: "cannot be read" in window.annotation_panel.why_not.text())
    assert window.workspace.annotations.states == {("00/01", "01"): State.DONE}
    press(window, "PageDown")
    qtbot.waitUntil(lambda: window.annotation_editor.key == key_of(2))
    assert window.status.problems.text().startswith("1 problem")


def test_what_is_open_stays_when_a_project_cannot_be_opened(
    sample: MainWindow, path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise UsageError("no")

    before = sample.workspace.corpus
    monkeypatch.setattr(Project, "annotations", fail)
    sample.opener.open_paths([path])
    assert told == ["no"]
    assert (sample.workspace.corpus, sample.workspace.project) == (before, None)


# What somebody else, or haste, does


def test_an_edit_of_the_same_annotator_elsewhere_is_never_overwritten(annotating: MainWindow, path: Path) -> None:
    """An undo of a corrected head, as any other step, must not make a foreign edit count as seen."""
    assert annotating.workspace.project is not None
    tree = TreeKey("00/01", "hypothesis", "01", ANNOTATOR)
    elsewhere = Annotation((frame("4"),), (), comment="by another window")
    with Project(path) as other:
        other.save(key_of(1), elsewhere, "elsewhere")
        other.save_tree(tree, {1: (2, "x")}, "head")
        press(annotating, "Ctrl+Z")
        assert other.trees().get(tree, {}) == {}
        press(annotating, "e")
        assert "another window changed this" in annotating.annotation_panel.message.text()
        assert other.annotation(key_of(1)) == elsewhere
    assert _editor(annotating).annotation == elsewhere


def test_no_key_acts_before_it_is_seen(annotating: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    qtbot.waitUntil(lambda: not annotating.background.busy, timeout=20_000)
    gate = _held(annotating, monkeypatch)
    annotating.segments.table.selectRow(6)
    annotating.annotation_panel.focus()
    assert _is_awaited(annotating)
    press(annotating, "q e Delete")
    assert "not on the screen yet" in annotating.annotation_panel.why_not.text()
    editor = annotating.annotation_editor
    messages: list[str] = []

    def press_before_it_is_painted() -> None:
        if editor.frame_editor is not None and not messages:
            QTest.keyClick(annotating.annotation_panel.texts.sides["hypothesis"], Key.Key_Delete)
            messages.append(annotating.annotation_panel.message.text())

    editor.changed.connect(press_before_it_is_painted)
    gate.set()
    qtbot.waitUntil(lambda: bool(messages), timeout=20_000)
    assert "not on the screen yet" in messages[0]
    assert _saved(annotating, 6) is None
    press(annotating, "Delete")
    assert _saved(annotating, 6) is not None


def test_a_comment_that_waits_is_no_edit(annotating: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    qtbot.waitUntil(lambda: not annotating.background.busy, timeout=20_000)
    gate = _held(annotating, monkeypatch)
    annotating.segments.table.selectRow(6)
    annotating.annotation_panel.focus()
    press(annotating, "r n e")  # e alone: nothing to annotate, and on
    assert "when its field opens" in annotating.annotation_panel.why_not.text()
    gate.set()
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(6), timeout=20_000)
    assert annotating.annotation_panel.comment_field.request is not None
    assert present(annotating.workspace.project).annotations(ANNOTATOR) == {}


def _held(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nothing is analysed before the event that is returned."""
    window.workspace.store._cache, window.workspace.store._stored = AnalysisCache(BUDGET), None
    return held_analyses(monkeypatch)


def _is_awaited(window: MainWindow) -> bool:
    return window.annotation_editor.frame_editor is None and "Analysing" in window.annotation_panel.why_not.text()


def test_a_comment_that_cannot_be_kept_is_offered_again(annotating: MainWindow, path: Path) -> None:
    with Project(path) as other:
        other.save(key_of(1), Annotation(comment="theirs"), "elsewhere")
    field = annotating.annotation_panel.comment_field.field
    _comment(annotating, "mine")
    assert _saved(annotating) == Annotation(comment="theirs")
    assert [*annotating.workspace.annotations.comments.values()] == ["theirs"], "the list agrees with the header"
    press(annotating, "Shift+R")
    assert field.toPlainText() == "mine"
    press(annotating, "Escape")
    assert _saved(annotating) == Annotation(comment="mine")
    press(annotating, "Shift+R")
    assert field.toPlainText() == "mine", "once kept, the comment itself is offered"
    press(annotating, "Escape")


@pytest.mark.parametrize("key", ["q", "e"])
def test_an_edit_opens_again_what_was_left_out(annotating: MainWindow, qtbot: QtBot, key: str) -> None:
    press(annotating, key)
    _go_back(annotating, qtbot)
    press(annotating, "End f")
    assert present(_saved(annotating)).state is State.OPEN


def test_a_second_return_does_not_finish_what_nobody_has_read(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    clock = [0.0]
    annotating.annotation_editor.now = lambda: clock[0]
    press(annotating, "Return")
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(2) and annotating.annotation_editor.is_on_screen)
    clock[0] += 0.5
    press(annotating, "Return")
    assert "press the key again when you have read it" in annotating.annotation_panel.message.text()
    with Project(path, passing=True) as project:
        assert set(project.annotations(ANNOTATOR)) == {key_of(1)}
    clock[0] += 0.6
    press(annotating, "Return")
    qtbot.waitUntil(lambda: annotating.annotation_editor.key == key_of(3))
    press(annotating, "e")
    assert annotating.annotation_editor.key == key_of(3), "nor is it nothing to annotate"
    for _ in range(10):
        clock[0] += 0.2
        press(annotating, "Return")
    assert annotating.annotation_editor.key == key_of(3), "the key is held"


def test_return_asks_once_about_what_is_doubtful(annotating: MainWindow, qtbot: QtBot) -> None:
    editor, message = annotating.annotation_editor, annotating.annotation_panel.message
    press(annotating, "Ctrl+Right Delete Tab Return")
    assert message.text().startswith("To check: 1 “first1” has no filler; 2 “alpha beta gamma del")
    assert editor.word == ("hypothesis", 0)
    press(annotating, "Right")
    assert "has no filler" in message.text(), "it stays while one looks"
    press(annotating, "Return")
    _go_back(annotating, qtbot)
    press(annotating, "Shift+E Return")
    qtbot.waitUntil(lambda: editor.key == key_of(2))
    assert annotating.workspace.annotations.states["00/01", "01"] is State.DONE, "the same is not asked twice"


def test_what_was_accepted_elsewhere_is_asked_where_the_automatic_frames_are_right() -> None:
    right = annotation_of("1 agent=0 patient=2 / 1 agent=0 patient=2 / 0=0 0.0=0.0 0.1=0.1")
    doubtful = annotation_of("1 patient=2 / 1 agent=0 patient=2 / 0=0 0.0=0.1")
    words: dict[Side, tuple[str, ...]] = {"hypothesis": ("he", "met", "her"), "reference": ("he", "met", "her")}

    def opened(system: str, start: Annotation) -> SimpleNamespace:
        shown = FrameEditor(words, doubtful, start=start)
        return SimpleNamespace(key=AnnotationKey("s", system, "r", "ann"), automatic=doubtful, frame_editor=shown)

    asking = Questions(cast(OpenAnnotation, opened("a", right)))
    assert asking.next() is not None
    assert asking.next() is None
    for system, start, asks in (("b", doubtful, False), ("c", right, True)):
        asking._editor = cast(OpenAnnotation, opened(system, start))
        assert (asking.next() is not None) is asks
