"""Two translations over one reference: what an edit of the reference changes in the other one is reported."""

from __future__ import annotations

import itertools
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
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.window import MainWindow

Key = Qt.Key
WORDS = ("he", "gave", "her", "a", "book")
TEXT = Text(" ".join(WORDS), tokens=WORDS)
LINK = FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT})
WORK = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), LINK, State.DONE)
SYSTEMS = "north", "south"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """One segment, of which ann finished both translations."""
    made = tmp_path / "shared.meantree"
    found = {AnnotationKey("1", system, "r", "ann"): WORK for system in SYSTEMS}
    with Project(made, new=True) as project:
        project.fill(corpus_of([[TEXT] * 3], SYSTEMS, "r", ids="1"), found)
    return made


@pytest.fixture
def shared(window: MainWindow, path: Path, qtbot: QtBot) -> MainWindow:
    """The annotation editor on the first translation, the keys in its reference."""
    window.opener.open_paths([path])
    window.annotation_editor.now = itertools.count().__next__
    say_who(window)
    window.selection.choose_system("north")
    qtbot.waitUntil(lambda: window.annotation_editor.frame_editor is not None and not window.background.busy)
    return window


def _state(window: MainWindow) -> State:
    """How far the other translation is."""
    return window.workspace.annotations.states["1", "south"]


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


def test_a_new_link_between_frames_names_the_one_that_it_replaces(shared: MainWindow) -> None:
    message = shared.annotation_panel.message
    press(shared, "Home Right Right Right f")
    assert present(shared.annotation_editor.frame_editor).annotation.alignment.frames == {(0, 0): LinkKind.CORRECT}
    press(shared, "k")
    assert present(shared.annotation_editor.frame_editor).annotation.alignment.frames == {(1, 0): LinkKind.CORRECT}
    assert message.text() == "no longer linked: “gave” – “gave”"


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
