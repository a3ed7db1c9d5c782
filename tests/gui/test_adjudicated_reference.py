"""Adjudication of several translations over one reference, and the place that it shares with the Annotate page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.frames import frame
from helpers.windows import cells, column_of, present, press
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.numbers import fixed
from meantree.project.file import Project
from meantree_gui.window import MainWindow

Key = Qt.Key
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
    press(window, "Ctrl+F9")
    QTest.keyClicks(window.adjudication.annotator_page.field, "eva")
    press(window, "Return")
    qtbot.waitUntil(window.adjudication.table.hasFocus)


@pytest.fixture
def page(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    _adjudicate(window, _project(tmp_path / "two.meantree"), qtbot)
    return window


def _rows(window: MainWindow) -> list[tuple[str, ...]]:
    return cells(window.adjudication.left.translations)


def _place(window: MainWindow) -> tuple[str, str]:
    one = present(window.adjudication.adjudicating.current)
    return one.key.segment, one.key.system


def test_a_reference_frame_decided_for_one_translation_is_decided_for_all(page: MainWindow) -> None:
    assert [row[:3] for row in _rows(page)] == [
        *(("1", "north", "2"), ("1", "south", "2")),
        *(("2", "north", "2"), ("2", "south", "2")),
    ]
    assert not page.adjudication.left.ready.isVisible()
    press(page, "2")
    assert [row[2] for row in _rows(page)] == ["1", "1", "2", "2"]
    press(page, "Down 0")
    assert [row[2] for row in _rows(page)] == ["–", "–", "2", "2"]
    assert page.adjudication.left.ready.text() == "Finalize 1 with nothing to decide"
    press(page, "Ctrl+Z")
    assert [row[2] for row in _rows(page)] == ["1", "1", "2", "2"]
    assert not page.adjudication.left.ready.isVisible()


def test_columns_show_what_each_annotator_left_not_the_decision(page: MainWindow) -> None:
    state, right = page.adjudication.adjudicating, page.adjudication.right
    press(page, "2 Down 0")  # ben's longer frame, and no second one
    assert "decided for" not in right.columns.columns[-1].note.text()
    press(page, "Ctrl+Down")
    assert _place(page) == ("1", "south")
    shown = [column.frames.annotation for column in right.columns.columns]
    assert [one.reference for one in shown[:2] if one is not None] == [ANA.reference, BEN.reference]
    notes = [column.note.text() for column in right.columns.columns]
    own = [fixed(score) for one in (ANA, BEN) if (score := state.score(one)) is not None]
    assert own[0] != own[1]
    assert [note.split()[1] for note in notes[:2]] == own
    assert "reference decided for north" in notes[2]
    title = right.title.text()
    assert column_of(right.contested_model, -1) == ["as ben, decided for north", "as ana, decided for north"]
    press(page, "s")
    state.select_row(1)
    assert right.title.text() == title, "settling it turns nothing round"
    assert column_of(right.contested_model, -1) == ["as ben", "as ana"]


def test_only_reference_frames_are_decided_for_other_systems(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    hers = replace(BEN, hypothesis=(frame("1 agent=0 patient=2"),))
    _adjudicate(window, _project(tmp_path / "both.meantree", ben=hers), qtbot)
    press(window, "2 Down 2 Down 2 s")  # north as ben has it
    assert _place(window) == ("1", "south")
    press(window, "1")  # the frame of the translation as ana has it
    rows = [(row[0], row[-1]) for row in cells(window.adjudication.right.contested_model)]
    assert rows == [("H", "as ana"), ("R", "as ben, decided for north"), ("R", "as ben, decided for north")]


def test_the_system_is_listed_where_the_corpus_has_several(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    _adjudicate(window, _project(tmp_path / "one.meantree", SYSTEMS[1:]), qtbot)
    assert [row[:2] for row in _rows(window)] == [("1", "south"), ("2", "south")]
    assert not window.adjudication.list.isColumnHidden(1)


def test_adjudication_and_annotation_keep_the_place(page: MainWindow, qtbot: QtBot) -> None:
    press(page, "Ctrl+Down")
    assert _place(page) == ("1", "south")
    press(page, "Ctrl+Down Ctrl+Down")
    assert _place(page) == ("2", "south")
    press(page, "F9")
    selection = page.selection
    assert (present(selection.segment).key, selection.system) == ("2", "south")
    selection.choose_system("north")
    press(page, "Ctrl+F9")
    qtbot.waitUntil(lambda: not page.adjudication.adjudicating.is_reading)
    assert _place(page) == ("2", "north")


def test_adjudication_opens_at_what_is_looked_at(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.opener.open_paths([_project(tmp_path / "two.meantree")])
    window.selection.choose_system("south")
    window.selection.select(1)
    press(window, "Ctrl+F9")
    qtbot.waitUntil(lambda: bool(window.adjudication.adjudicating.items))
    assert _place(window) == ("2", "south")
