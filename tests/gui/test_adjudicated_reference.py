"""Adjudication of several translations over one reference, and the place that it shares with the Annotate page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.frames import frame
from helpers.windows import cells, present, press
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.file import Project
from meantree_gui.window import MainWindow

WORDS = ("he", "gave", "her", "a", "book", "said", "she")
TEXT = Text(" ".join(WORDS), tokens=WORDS)
LINK = FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT})
ANA = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), LINK, State.DONE)
BEN = Annotation(ANA.hypothesis, (frame("1 agent=0 patient=3-4"), frame("5 agent=6")), LINK, State.DONE)
SYSTEMS = "north", "south"


def _project(path: Path, systems: tuple[str, ...] = SYSTEMS, ben: Annotation = BEN) -> Path:
    """Two segments of which two people finished translations; by default they differ in the reference alone."""
    segments = tuple(
        Segment(name, "", references={"r": TEXT}, hypotheses=dict.fromkeys(SYSTEMS, TEXT)) for name in "12"
    )
    found = {
        AnnotationKey(segment, system, "r", name): work
        for segment in "12"
        for system in systems
        for name, work in (("ana", ANA), ("ben", ben))
    }
    with Project(path, new=True) as project:
        project.fill(Corpus("two", segments, SYSTEMS, ("r",)), found)
    return path


def _adjudicate(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    """Eva adjudicates."""
    window.opener.open_paths([path])
    _begin(window, qtbot)


def _begin(window: MainWindow, qtbot: QtBot) -> None:
    press(window, "Ctrl+F9")
    QTest.keyClicks(window.annotation_panel.annotator_page.field, "eva")
    press(window, "Return")
    qtbot.waitUntil(window.annotation_panel.decisions.table.hasFocus)


@pytest.fixture
def page(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    _adjudicate(window, _project(tmp_path / "two.meantree"), qtbot)
    return window


def _says(window: MainWindow) -> list[tuple[str, str]]:
    """Texts and decisions of the predicates to decide."""
    rows = zip(window.annotation_editor.adjudication.rows, cells(window.annotation_panel.decisions.model), strict=True)
    return [(shown[0], shown[-1]) for row, shown in rows if not row.is_part]


def _place(window: MainWindow) -> tuple[str, str]:
    key = present(window.annotation_editor.key)
    return key.segment, key.system


def _go(window: MainWindow, segment: int, system: str, qtbot: QtBot) -> None:
    window.selection.choose_translation(system, segment)
    qtbot.waitUntil(lambda: window.annotation_editor.key is not None and _place(window) == (f"{segment + 1}", system))


def test_a_reference_frame_decided_for_one_translation_is_decided_for_all(page: MainWindow, qtbot: QtBot) -> None:
    assert _says(page) == [("R", "undecided")] * 2
    press(page, "2")
    _go(page, 0, "south", qtbot)
    assert _says(page) == [("R", "as ben, decided for north"), ("R", "undecided")]
    press(page, "0")
    assert page.annotation_editor.adjudication.undecided == 0
    assert page.annotation_panel.message.text().endswith("everything is decided; S finalizes")
    _go(page, 0, "north", qtbot)
    assert page.annotation_editor.adjudication.undecided == 0
    press(page, "Ctrl+Z")
    assert (_place(page), page.annotation_editor.adjudication.undecided) == (("1", "south"), 1)


def test_a_link_whose_words_were_decided_otherwise_in_the_reference_is_undecided(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    work = {
        name: Annotation(
            (frame("1 patient=3-4 " + own),),
            (frame(f"1 patient={words}"),),
            FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT}),
            State.DONE,
        )
        for name, own, words in (("ana", "agent=0", "4"), ("ben", "", "3-4"))
    }
    segments = (Segment("1", "", references={"r": TEXT}, hypotheses={"north": TEXT}),)
    with Project(tmp_path / "p.meantree", new=True) as project:
        found = {AnnotationKey("1", "north", "r", name): one for name, one in work.items()}
        project.fill(Corpus("p", segments, ("north",), ("r",)), found)
    _adjudicate(window, tmp_path / "p.meantree", qtbot)
    decided = window.annotation_editor.adjudication

    def link() -> str:
        return next(row.decision for row in decided.rows if row.about.startswith("filler link"))

    press(window, "1")
    assert link() == "waits for R"
    press(window, "2")
    assert (link(), decided.undecided) == ("undecided: R has no such words", 1)
    assert "everything is decided" not in window.annotation_panel.message.text()
    press(window, "S")
    assert "1 undecided" in window.annotation_panel.message.text()
    press(window, "2")
    assert (link(), decided.undecided) == ("as ben", 0)


def test_adjudication_opens_at_what_is_looked_at(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.opener.open_paths([_project(tmp_path / "two.meantree")])
    window.selection.choose_system("south")
    window.selection.select(1)
    _begin(window, qtbot)
    assert _place(window) == ("2", "south")
