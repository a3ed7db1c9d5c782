"""Translations that are annotated with two references: the page opens the annotation that needs work."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who
from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.windows import present, press
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Text
from meantree.project.file import Project
from meantree_gui.window import MainWindow

Key = Qt.Key
WORDS = ("he", "gave", "her", "a", "book")
TEXT = Text(" ".join(WORDS), tokens=WORDS)
LINK = FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT})
WORK = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), LINK, State.DONE)
SYSTEMS, REFERENCES = ("north", "south"), ("r", "q")
SOUTH = "1", "south"


@pytest.fixture
def window_of_ann(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Both translations are done with the second reference; the other one was started later with the first."""
    path = tmp_path / "two.meantree"
    found = {AnnotationKey("1", system, "q", "ann"): WORK for system in SYSTEMS}
    with Project(path, new=True) as project:
        project.fill(corpus_of([[TEXT] * 4] * 2, SYSTEMS, REFERENCES, ids="12"), found)
        project.save(AnnotationKey("1", "south", "r", "ann"), replace(WORK, state=State.OPEN), "begun")
    window.opener.open_paths([path])
    window.annotation_editor.now = itertools.count().__next__
    say_who(window)
    window.selection.choose_system("north")
    window.selection.select(0)
    qtbot.waitUntil(lambda: window.annotation_editor.frame_editor is not None and not window.background.busy)
    return window


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
