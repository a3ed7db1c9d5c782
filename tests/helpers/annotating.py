"""A project of twenty segments, and an annotator who has nothing but a keyboard.

Run as a program it opens a project, annotates some segments, says what it annotated, and is killed in the middle of its
work: ``python -m helpers.annotating PROJECT SEGMENTS``.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import sleep

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helpers.stores import HandMadeStore
from helpers.windows import type_keys
from meantree.annotation.annotation_json import to_json
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics import registry
from meantree.project.file import Project
from meantree_gui.background import Background
from meantree_gui.settings import Settings
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.selection import Selection
from meantree_gui.state.workspace import Workspace
from meantree_gui.window import MainWindow

SEGMENTS = 20
ANNOTATOR = "ann"


def make_project(path: Path, *, are_distinct: bool = False) -> None:
    """Twenty segments, named as HMEANT-WMT13 names them, so that they go there and back.

    Distinct segments share no word, so that nothing of one is suggested in another.
    """
    segments = tuple(
        Segment(
            f"{place:02d}",
            "00",
            references={"00": _text(f"first{place}", f"{place}" if are_distinct else "")},
            # Every other predicate is another word, so that the annotation editor begins with partial links there.
            hypotheses={"01": _text(f"{'first' if place % 2 else 'other'}{place}", f"{place}" if are_distinct else "")},
        )
        for place in range(SEGMENTS)
    )
    with Project(path, new=True) as project:
        project.fill(Corpus("twenty", segments, ("01",), ("00",)))


def _text(first: str, ending: str) -> Text:
    others = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
    words = first, *(f"{word}{ending}" for word in others)
    return Text(" ".join(words), tokens=words)


def key_of(place: int, annotator: str = ANNOTATOR) -> AnnotationKey:
    """The annotation of a segment."""
    return AnnotationKey(f"00/{place:02d}", "01", "00", annotator)


WORK = (
    # Other roles, in both texts, the reference's filler one word shorter.
    "Ctrl+Right a Tab a Alt+Left Return",
    # Two fillers instead of one, a partial link, a second link made by hand.
    "Ctrl+Right Alt+Left Alt+Left h End Shift+Left t Tab Ctrl+Right Alt+Left End l k Return",
    # The frames go, others take their place; the first Return asks whether the reference has no frame.
    "Delete End f Home Shift+Right n Tab Down k Return Return",
    # A predicate moved to other words, a new frame, an edit taken back and done again.
    "Right Right f End m Ctrl+Z Ctrl+Shift+Z Return",
    # Nothing there; the tables of HMEANT-WMT13 know "cannot" alone.
    "Delete Delete q",
)
"""What the annotator presses in a segment: another kind of work in each of five."""


def shown_window(settings: Path) -> MainWindow:
    """The window of a program without a trained pipeline, with settings of its own, on the screen."""
    registry.OFFERED = ("hwcm", "hmeant")  # others take their time
    background = Background()
    window = MainWindow(Settings(settings))
    window.furnish(Selection(Scoring(Workspace(background, HandMadeStore()))))
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    return window


def say_who(window: MainWindow, name: str = ANNOTATOR) -> None:
    """Open the annotation editor, type a name where it asks for one, and press Return.

    By the clock of the editor, who annotates reads for a second before each key.
    """
    window.annotation_editor.now = itertools.count().__next__
    QTest.keyClick(window, Qt.Key.Key_F9)
    field = window.annotation_panel.annotator_page.field
    assert field.hasFocus(), "the annotation editor asks who annotates"
    QTest.keyClicks(field, name)
    QTest.keyClick(field, Qt.Key.Key_Return)


def annotate(window: MainWindow, place: int) -> Annotation:
    """Press the keys of one segment, and say what the annotation is before the last of them leaves it."""
    editor = window.annotation_editor
    wait_for(lambda: editor.frame_editor is not None and editor.key == key_of(place) and editor.is_on_screen)
    made = Annotation()
    for key in WORK[place % len(WORK)].split():
        if key in ("Return", "q"):
            assert editor.frame_editor is not None
            made = (editor.frame_editor.done() if key == "Return" else editor.frame_editor.cannot())[0]
        type_keys(window, key)
    if "Return again" in window.annotation_panel.message.text():  # something is doubtful, and meant
        type_keys(window, "Return")
    return made


def wait_for(condition: Callable[[], bool]) -> None:
    """Let the window work until it is so."""
    for _ in range(6000):
        if condition():
            return
        QTest.qWait(1)  # keeps other threads of Python from running
        sleep(0.01)
    raise AssertionError("the window does not come to it")


def main(path: Path, count: int) -> None:
    """Open the project, annotate, print each annotation, die."""
    app = QApplication([])
    window = shown_window(path.with_suffix(".json"))
    window.opener.open_paths([path])
    say_who(window)
    for place in range(count):
        print(to_json(replace(annotate(window, place), own_reference=True)), flush=True)
    # In the middle of the next segment, with an edit on the disk that nobody printed.
    wait_for(lambda: window.annotation_editor.key == key_of(count) and window.annotation_editor.is_on_screen)
    type_keys(window, "Right x")
    del app
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
