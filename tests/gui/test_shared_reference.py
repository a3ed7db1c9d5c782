"""Two translations over the same references: what an edit of one changes in the other is reported and opened."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who, wait_for
from helpers.copied_windows import prepared
from helpers.corpora import corpus_of
from helpers.frames import annotation_of
from helpers.projects import project_of
from helpers.windows import present, press
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import AnnotationKey, State
from meantree.corpus.corpus import Text
from meantree.project.file import Project
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.window import MainWindow

Key = Qt.Key
WORDS = ("he", "gave", "her", "a", "book")
TEXT = Text(" ".join(WORDS), tokens=WORDS)
WORK = annotation_of("1 agent=0 / 1 agent=0 / 0=0 0.0=0.0", State.DONE)
SYSTEMS = "north", "south"
SOUTH = "1", "south"


def _opened(window: MainWindow, path: Path, references: str, segments: str) -> None:
    """Open a project of which ann finished both translations of a segment, with the last reference."""
    found = {AnnotationKey("1", system, references[-1], "ann"): WORK for system in SYSTEMS}
    texts = corpus_of([[TEXT] * len(SYSTEMS + tuple(references))] * len(segments), SYSTEMS, references, ids=segments)
    project_of(path, texts, found)
    if len(references) > 1:
        with Project(path) as project:
            project.save(AnnotationKey("1", "south", "r", "ann"), replace(WORK, state=State.OPEN), "begun")
    window.opener.open_paths([path])
    window.annotation_editor.now = itertools.count().__next__
    say_who(window)
    window.selection.choose_translation("north", 0)
    wait_for(lambda: window.annotation_editor.frame_editor is not None and not window.background.busy)


@prepared
def shared(window: MainWindow, folder: Path) -> None:
    """The annotation editor on the first translation of one segment with one reference."""
    _opened(window, folder / "shared.meantree", "r", "1")


@prepared
def window_of_ann(window: MainWindow, folder: Path) -> None:
    """Both translations are done with the second reference; the other one was started later with the first."""
    _opened(window, folder / "two.meantree", "rq", "12")


def _state(window: MainWindow) -> State:
    """How far the other translation is."""
    return window.workspace.annotations.states[SOUTH]


def test_an_edit_of_the_reference_says_what_is_now_to_review(shared: MainWindow) -> None:
    message = shared.annotation_panel.message
    press(shared, "Ctrl+Left Tab Delete")
    assert message.text() == "1 other translation now needs review (↻): its links to frames changed here are inactive"
    assert _state(shared) is State.REVIEW
    press(shared, "Left")
    assert message.text() == ""
    press(shared, "Ctrl+Z")
    assert _state(shared) is State.DONE
    assert "review" not in message.text()
    press(shared, "Ctrl+Y")
    assert "1 other translation now needs review" in message.text()


LEFT = "in 1 other finished translation the linked filler has another role now: that link does not count"


def test_an_edit_of_a_role_in_the_reference_says_where_links_no_longer_count(shared: MainWindow) -> None:
    message = shared.annotation_panel.message
    press(shared, "Ctrl+Left Tab p")
    assert message.text() == LEFT
    press(shared, "b")
    assert message.text() == "", "the links did not count before"
    press(shared, "Ctrl+Z Ctrl+Z Shift+P")
    assert message.text() == LEFT


def test_a_new_link_between_frames_names_the_one_that_it_replaces(shared: MainWindow) -> None:
    message = shared.annotation_panel.message
    press(shared, "Home Right Right Right f")
    assert present(shared.annotation_editor.frame_editor).annotation.alignment.frames == {(0, 0): LinkKind.CORRECT}
    press(shared, "k")
    assert present(shared.annotation_editor.frame_editor).annotation.alignment.frames == {(1, 0): LinkKind.CORRECT}
    assert message.text() == "no longer linked: “gave” – “gave”"


A_BOOK = "Right Right Right Shift+Right"


@pytest.mark.parametrize(
    ("keys", "replaced"),
    [
        ("Tab Home Right Right p Tab Home k", "“he” – “he”"),
        (f"k {A_BOOK} b Tab Home {A_BOOK} p Home Tab k p", "“a book” – “he”"),
    ],
)
def test_a_new_link_of_a_filler_names_the_one_that_it_replaces(shared: MainWindow, keys: str, replaced: str) -> None:
    press(shared, f"Home {keys}")
    assert shared.annotation_panel.message.text() == f"no longer linked: {replaced}"


def test_a_partial_frame_link_is_said_to_count_in_full(shared: MainWindow) -> None:
    message = shared.annotation_panel.message
    before = shared.annotation_editor.scores.now
    press(shared, "h")
    assert message.text().startswith("HMEANT counts a partial link between predicates in full; only")
    assert shared.annotation_editor.scores.now == before
    press(shared, "h")
    assert message.text() == "", "the link is correct again"
    press(shared, "Ctrl+Left h")
    assert message.text() == ""
    assert before is not None
    assert present(shared.annotation_editor.scores.now) < before


def test_inspect_says_whose_frames_it_shows(shared: MainWindow, qtbot: QtBot) -> None:
    title = shared.centre.trees.frames.title
    press(shared, "F7")
    qtbot.waitUntil(lambda: "annotated by ann · hmeant" in title.text())
    press(shared, "F9")
    shared.annotation_editor.edit(FrameEditor.reopen)
    press(shared, "F7")
    qtbot.waitUntil(lambda: "automatic (those of ann are not finished) · meant" in title.text())


# Two references: the page opens the annotation that needs work


def _open(window: MainWindow) -> tuple[str, str, State]:
    editor = window.annotation_editor
    return present(editor.key).system, present(editor.key).reference, present(editor.frame_editor).annotation.state


def _delete_filler_of_reference(window: MainWindow) -> None:
    press(window, "Ctrl+Left Tab Delete")


def test_what_is_to_review_is_opened_though_another_is_open(window_of_ann: MainWindow) -> None:
    window, states = window_of_ann, window_of_ann.workspace.annotations.states
    assert _open(window) == ("north", "q", State.DONE)
    assert states[SOUTH] is State.DONE
    _delete_filler_of_reference(window)
    assert states[SOUTH] is State.REVIEW
    window.workspace.annotations.read_again()
    assert window.workspace.annotations.states[SOUTH] is State.REVIEW
    window.selection.choose_system("south")
    assert _open(window) == ("south", "q", State.REVIEW)
    press(window, "Right Return")
    assert "the inactive link of" in window.annotation_panel.message.text()
    press(window, "Return")
    assert window.workspace.annotations.states[SOUTH] is State.DONE


def test_the_annotation_that_is_open_stays_when_another_reference_is_to_review(window_of_ann: MainWindow) -> None:
    window = window_of_ann
    window.selection.choose_system("south")
    assert _open(window) == ("south", "r", State.OPEN)
    project, key = present(window.workspace.project), AnnotationKey("1", "north", "q", "ann")
    project.save(key, replace(WORK, reference=(), alignment=FrameAlignment()), "deleted frame")
    window.workspace.follow_changes()
    press(window, "Ctrl+Left Delete")
    assert _open(window) == ("south", "r", State.OPEN)
    assert window.workspace.annotations.states[SOUTH] is State.REVIEW


def test_undo_shows_the_annotation_that_it_changed(window_of_ann: MainWindow) -> None:
    window = window_of_ann
    window.selection.choose_system("south")
    press(window, "Ctrl+Left Delete")
    assert _open(window)[:2] == ("south", "r")
    window.selection.choose_system("north")
    _delete_filler_of_reference(window)
    window.selection.choose_system("south")
    assert _open(window)[:2] == ("south", "q")
    press(window, "Ctrl+Z")
    assert _open(window)[:2] == ("north", "q")
    press(window, "Ctrl+Z")
    assert _open(window)[:2] == ("south", "r")
