"""Annotators side by side: frames taken by keys, settled and unlocked, and what blind annotators do not see."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from typer.testing import CliRunner

from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.cli.app import app
from meantree.corpus.model import Corpus, Segment, Text
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.file import Project
from meantree.project.scored import score_of
from meantree_gui.window import MainWindow

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
WORDS = ("he", "gave", "her", "a", "book", "said", "she")
TEXT = Text(" ".join(WORDS), tokens=WORDS)
LINK = FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT})
ANA = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), LINK, State.DONE)
BEN = Annotation(
    (frame("1 agent=0 patient=3-4"), frame("5 agent=6")),
    (frame("1 agent=0"),),
    replace(LINK, frames={(0, 0): LinkKind.PARTIAL}),
    State.DONE,
)
ALL_OF_ANA = replace(ANA, state=State.OPEN, rejected=frozenset({("hypothesis", (5, 6))}))
"""In the gold standard, where she rejects what only Ben found."""
WORK = {"1": (ANA, BEN), "2": (BEN, ANA), "3": (ANA, ANA)}


def gold(segment: str) -> AnnotationKey:
    return AnnotationKey(segment, "s", "r", "gold")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three segments that two people finished; they agree on the third."""
    made = tmp_path / "two.meantree"
    segments = tuple(Segment(name, "", references={"r": TEXT}, hypotheses={"s": TEXT}) for name in WORK)
    found = {
        AnnotationKey(segment, "s", "r", name): annotation
        for segment, both in WORK.items()
        for name, annotation in zip(("ana", "ben"), both, strict=True)
    }
    with Project(made, new=True) as project:
        project.fill(Corpus("two", segments, ("s",), ("r",)), found)
    return made


@pytest.fixture
def page(window: MainWindow, path: Path, qtbot: QtBot) -> MainWindow:
    """The window where eva adjudicates."""
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    assert window.adjudication.who.field.hasFocus()
    _type(window, "eva")
    _press(window, Key.Key_Return)
    assert window.adjudication.table.hasFocus()
    return window


def _press(window: MainWindow, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def _type(window: MainWindow, text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget() or window, text)


def _kept(path: Path, segment: str) -> Annotation | None:
    with Project(path, passing=True) as project:
        return project.annotation(gold(segment))


def _says(window: MainWindow) -> list[str]:
    """What the gold standard says of the contested predicates."""
    return [row[-1].text for row in window.adjudication.differing.rows]


def test_frames_are_taken_and_settled_by_keys(page: MainWindow, path: Path) -> None:
    assert [row[1].text for row in page.adjudication.differing.rows] == ["gave", "said", "gave"]
    assert _says(page) == ["undecided", "undecided", "undecided"]
    assert _kept(path, "1") is None, "nothing is kept before something is decided"
    _press(page, Key.Key_2)
    assert _says(page) == ["as ben", "undecided", "as ben"]
    _press(page, Key.Key_V, Key.Key_2)
    assert _kept(path, "1") == replace(BEN, state=State.OPEN)
    _press(page, Key.Key_0)
    assert _says(page)[1] == "as ana"
    _press(page, Key.Key_S)
    kept = _kept(path, "1")
    assert kept is not None
    assert (kept.settled_by, kept.state, kept.hypothesis) == ("eva", State.DONE, BEN.hypothesis[:1])
    assert page.adjudication.progress.text() == "1 of 3 translations settled"
    one = page.adjudication.adjudicating.current
    assert one is not None
    assert one.key.segment == "2", "the next one that is open"


def test_what_is_nobodys_is_told_apart_when_the_project_is_opened_again(page: MainWindow, path: Path) -> None:
    _press(page, Key.Key_0, Key.Key_V, Key.Key_1)
    assert _says(page) == ["nobody’s", "as ana", "undecided"]
    page.projects.open(path)
    _press(page, Key.Key_F9, modifiers=CTRL)
    assert _says(page) == ["nobody’s", "as ana", "undecided"]
    _press(page, Key.Key_S)
    assert "1 contested predicate is undecided; press" in page.adjudication.message.text()
    _press(page, Key.Key_2)
    assert _says(page)[1] == "as ben", "another decision takes its place"


def test_everything_of_somebody_and_the_way_back(page: MainWindow, path: Path) -> None:
    _press(page, Key.Key_A, Key.Key_2)
    assert _kept(path, "1") == replace(BEN, state=State.OPEN)
    _press(page, Key.Key_A, Key.Key_1)
    assert _kept(path, "1") == ALL_OF_ANA
    _press(page, Key.Key_Z, modifiers=CTRL)
    assert _kept(path, "1") == replace(BEN, state=State.OPEN)
    _press(page, Key.Key_Z, modifiers=CTRL)
    assert _kept(path, "1") is None
    assert page.adjudication.message.text() == "undone: everything of ben taken"
    _press(page, Key.Key_Y, modifiers=CTRL)
    assert _kept(path, "1") == replace(BEN, state=State.OPEN)


def test_what_is_settled_is_locked_until_it_is_unlocked(page: MainWindow, path: Path) -> None:
    _press(page, Key.Key_A, Key.Key_1, Key.Key_S)
    page.adjudication.list.selectRow(0)
    _press(page, Key.Key_2)
    assert "settled by eva; unlock it with U" in page.adjudication.message.text()
    kept = _kept(path, "1")
    assert kept is not None
    assert kept.hypothesis == ANA.hypothesis
    _press(page, Key.Key_U, Key.Key_2)
    assert _says(page)[0] == "as ben"
    assert page.adjudication.progress.text() == "0 of 3 translations settled"


def test_frames_that_nobody_decided_of_are_asked_about(page: MainWindow, path: Path) -> None:
    _press(page, Key.Key_S)
    assert "3 contested predicates are undecided; press the key again" in page.adjudication.message.text()
    assert _kept(path, "1") is None
    _press(page, Key.Key_S)
    kept = _kept(path, "1")
    assert kept is not None
    assert (kept.settled_by, kept.hypothesis) == ("eva", ())


def test_all_on_which_everybody_agrees(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    assert page.adjudication.agreed.text() == "Settle 1 translation on which all agree"
    qtbot.mouseClick(page.adjudication.agreed, Qt.MouseButton.LeftButton)
    assert _kept(path, "3") == replace(ANA, settled_by="eva")
    assert page.adjudication.agreed.isHidden()
    box = page.adjudication.wanted
    for name, rows in (("settled", ["3"]), ("open", ["1", "2"])):
        box.setCurrentIndex(box.findData(name))
        box.activated.emit(box.currentIndex())
        assert [row[0].text for row in page.adjudication.translations.rows] == rows


def test_the_contested_frame_is_lit_in_all_columns(page: MainWindow) -> None:
    columns = page.adjudication.columns.columns
    assert [column.head.text() for column in columns] == ["1  ana", "2  ben", "Gold standard"]
    assert [column.frames.lit is not None for column in columns] == [True, True, False]
    _press(page, Key.Key_1)
    assert columns[2].frames.lit is not None
    _press(page, Key.Key_V)
    assert columns[0].note.text().endswith("no frame of this predicate")
    _press(page, Key.Key_V, Key.Key_V)
    score = score_of(ANA, {"hypothesis": WORDS, "reference": WORDS})
    assert columns[0].note.text() == f"HMEANT {score:.3f} · done"
    lanes = [bar.bar for bar in page.adjudication.lanes.bars if bar.bar.role is None]
    assert [(bar.span, bar.label) for bar in lanes[:3]] == [
        ((1, 2), "1 pred."),
        ((1, 2), "2 pred."),
        ((1, 2), "gold pred."),
    ]


def test_names_are_never_markup(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    name = "<b>eva</b> &c"
    with Project(path) as project:
        for segment in WORK:
            project.save(AnnotationKey(segment, "s", "r", name), BEN, "edited")
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    _type(window, name)
    _press(window, Key.Key_Return, Key.Key_3)
    panel = window.adjudication
    assert panel.columns.columns[2].head.text() == f"3  {name}"
    assert panel.strip.buttons["take_third"].text() == "3  <b>eva</b> &&c"
    assert panel.name.text() == "<b>eva</b> &&c"
    gold_cell = panel.differing.index(0, panel.differing.columnCount() - 1)
    assert gold_cell.data() == f"as ben, {name}"
    assert gold_cell.data(Qt.ItemDataRole.ToolTipRole) == "<p>as ben, &lt;b&gt;eva&lt;/b&gt; &amp;c</p>"


def test_five_annotators_have_a_key_each(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        for name in ("cid", "dan", "fay"):
            project.save(AnnotationKey("1", "s", "r", name), BEN if name == "fay" else ANA, "edited")
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    _type(window, "eva")
    _press(window, Key.Key_Return, Key.Key_5)
    assert _kept(path, "1") is not None, "the fifth key takes"
    strip = window.adjudication.strip.buttons
    assert [strip[f"take_{which}"].isVisible() for which in ("fourth", "fifth", "sixth")] == [True, True, False]
    _press(window, Key.Key_A, Key.Key_4)
    assert _kept(path, "1") == ALL_OF_ANA
    _press(window, Key.Key_6)
    assert window.adjudication.message.text() == "there are 5 annotators"


def _segment(window: MainWindow) -> str:
    one = window.adjudication.adjudicating.current
    assert one is not None
    return one.key.segment


def test_keys_of_the_segments_go_to_the_list_of_the_page(page: MainWindow) -> None:
    _press(page, Key.Key_F6)
    assert page.adjudication.list.hasFocus()
    _press(page, Key.Key_Down, modifiers=CTRL)
    assert _segment(page) == "2"
    _press(page, Key.Key_2)
    assert _says(page)[0] == "as ben", "keys of the page work on"
    _press(page, Key.Key_Up, Key.Key_Up, modifiers=CTRL)
    assert _segment(page) == "1"
    _press(page, Key.Key_F7)
    _press(page, Key.Key_F6)
    assert page.segments.table.hasFocus(), "elsewhere the segments are meant"


def test_the_segments_come_back_when_they_are_gone_to(sample: MainWindow) -> None:
    sample.docks[0].hide()
    _press(sample, Key.Key_F6)
    assert sample.segments.table.isVisible()
    assert sample.segments.table.hasFocus()


def test_the_way_from_the_desk_keeps_the_translation(page: MainWindow, qtbot: QtBot) -> None:
    page.workspace.choose_annotator("ana")
    _press(page, Key.Key_F9)
    _press(page, Key.Key_Down, modifiers=CTRL)
    qtbot.waitUntil(lambda: page.desk.key is not None and page.desk.key.segment == "2")
    _press(page, Key.Key_F9, modifiers=CTRL)
    assert _segment(page) == "2"
    assert page.adjudication.table.hasFocus()
    page.adjudication.list.selectRow(0)
    _press(page, Key.Key_F7)
    _press(page, Key.Key_F9, modifiers=CTRL)
    assert _segment(page) == "1", "from other pages it stays where it was"


def test_the_list_scrolls_to_what_is_looked_at(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    names = [f"{number:02}" for number in range(80)]
    segments = tuple(Segment(name, "", references={"r": TEXT}, hypotheses={"s": TEXT}) for name in names)
    work = {"ana": ANA, "ben": BEN}
    found = {AnnotationKey(name, "s", "r", who): one for name in names for who, one in work.items()}
    with Project(tmp_path / "long.meantree", new=True) as project:
        project.fill(Corpus("long", segments, ("s",), ("r",)), found)
    window.opener.open_paths([tmp_path / "long.meantree"])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    _type(window, "eva")
    _press(window, Key.Key_Return, Key.Key_PageUp)
    assert _segment(window) == "79"
    listed = window.adjudication.list
    assert listed.viewport().rect().contains(listed.visualRect(listed.currentIndex()).center())
    _press(window, Key.Key_PageDown)
    assert listed.viewport().rect().contains(listed.visualRect(listed.currentIndex()).center())


def test_the_desk_opens_at_the_frame(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    _press(page, Key.Key_V, Key.Key_E)
    qtbot.waitUntil(lambda: page.desk.editor is not None and page.desk.key == gold("1"))
    editor = page.desk.editor
    assert editor is not None
    assert editor.cursor.selection == (5, 6), "nobody's frame so far: the words of the predicate"
    _press(page, Key.Key_F)
    qtbot.waitUntil(lambda: len((_kept(path, "1") or ANA).hypothesis) == 1)
    assert page.workspace.annotator == "gold"
    qtbot.mouseClick(page.desk_panel.head.adjudicate, Qt.MouseButton.LeftButton)
    assert page.adjudication.table.hasFocus()
    assert _says(page) == ["undecided", "edited", "undecided"]
    _press(page, Key.Key_Z, modifiers=CTRL)
    assert _says(page)[1] == "undecided", "undo reaches what was edited at the desk"


def test_looking_at_the_gold_standard_keeps_nothing(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    page.adjudication.list.selectRow(2)
    _press(page, Key.Key_E)
    qtbot.waitUntil(lambda: page.desk.editor is not None and page.desk.key == gold("3"))
    editor = page.desk.editor
    assert editor is not None
    assert (editor.annotation.hypothesis, editor.annotation.alignment) == (ANA.hypothesis, ANA.alignment)
    assert page.desk_panel.state.text() == "not started"
    _press(page, Key.Key_F9, modifiers=CTRL)
    assert _kept(path, "3") is None
    assert page.adjudication.agreed.text() == "Settle 1 translation on which all agree", "it is not begun"
    _press(page, Key.Key_E)
    qtbot.waitUntil(lambda: page.desk.editor is not None)
    _press(page, Key.Key_Delete)
    kept = _kept(path, "3")
    assert kept is not None
    assert kept.hypothesis == (), "the first edit begins with the frames that all have"


def test_the_desk_opens_beside_the_reference_in_question(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    segment = Segment("1", "", references={"q": TEXT, "r": TEXT}, hypotheses={"s": TEXT})
    found = {AnnotationKey("1", "s", "r", who): one for who, one in (("ana", ANA), ("ben", BEN))}
    with Project(tmp_path / "refs.meantree", new=True) as project:
        project.fill(Corpus("refs", (segment,), ("s",), ("q", "r")), found)
    window.opener.open_paths([tmp_path / "refs.meantree"])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    _type(window, "eva")
    _press(window, Key.Key_Return, Key.Key_E)
    qtbot.waitUntil(lambda: window.desk.editor is not None and window.desk.key == gold("1"))


def test_two_windows(page: MainWindow, path: Path) -> None:
    with Project(path) as project:
        project.save(gold("1"), replace(BEN, state=State.OPEN), "elsewhere")
    _press(page, Key.Key_1)
    assert "another window changed this" in page.adjudication.message.text()
    assert _says(page)[0] == "as ben", "shown as it is now"
    _press(page, Key.Key_1)
    assert _says(page)[0] == "as ana"


def test_the_adjudicator_is_remembered_and_gold_is_no_annotator(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    _press(page, Key.Key_E)
    qtbot.waitUntil(lambda: page.desk.key == gold("1"))
    page.projects.open(path)
    assert page.workspace.annotator == ""
    qtbot.keyClick(page, Key.Key_F9, CTRL)
    assert page.adjudication.table.hasFocus()
    assert page.adjudication.adjudicating.who == "eva"


def test_blind_annotators_finish_first(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.set_rules(replace(project.rules, blind=True))
        project.assign({"ana": ["1"], "eva": ["1", "2"]})
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    _type(window, "eva")
    _press(window, Key.Key_Return)
    assert "2 translations of eva are not finished" in window.adjudication.why_not.text()
    assert window.adjudication.why_not.isVisible()
    _press(window, Key.Key_W)
    assert window.adjudication.who.field.selectedText() == "eva"
    _type(window, "ana")
    _press(window, Key.Key_Return)
    assert window.adjudication.table.hasFocus(), "ana has finished"


def test_there_may_be_nothing_to_adjudicate(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    assert "Adjudication needs a project" in window.adjudication.why_not.text()
    with Project(tmp_path / "one.meantree", new=True) as project:
        project.fill(Corpus("one", (Segment("1", "", hypotheses={"s": TEXT}),), ("s",), ()))
    window.opener.open_paths([tmp_path / "one.meantree"])
    assert "Nothing to adjudicate yet" in window.adjudication.why_not.text()
    assert window.docks[0].isHidden()
    qtbot.keyClick(window, Key.Key_F9)
    assert window.docks[0].isVisible()
    window.adjudication.commands.actions["settle"].trigger()
    assert window.adjudication.isVisible(), "a command of the menu shows the page first"


def test_the_score_is_the_one_that_the_command_prints(page: MainWindow, path: Path) -> None:
    _press(page, Key.Key_1, Key.Key_V, Key.Key_2)
    said = page.adjudication.columns.columns[-1].note.text()
    _press(page, Key.Key_S)
    arguments = ["score", "--project", path, "--annotator", "gold", "--metric", "hmeant", "--level", "segment"]
    found = CliRunner().invoke(app, [*map(str, arguments), "--format", "json"], catch_exceptions=False)
    (system,) = json.loads(found.stdout)["systems"]
    scores = [segment["scores"]["hmeant"] for segment in system["segments"]]
    assert said == f"HMEANT {scores[0]:.3f} · begun"
    assert 0 < scores[0] < 1
    assert scores[1:] == [None, None], "what is open is not scored"
