"""Annotators side by side: frames taken by keys, finalized and unlocked, and what blind annotators do not see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.frames import frame
from helpers.windows import CTRL, cells, column_of, press, type_text
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.annotation_scores import score_of
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.file import Project
from meantree_gui.adjudication.translation_list import ComparedDialog, shortened_answer
from meantree_gui.trees.picture_canvas import NARROWEST
from meantree_gui.window import MainWindow

Key = Qt.Key
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
    assert window.adjudication.annotator_page.field.hasFocus()
    _say_who(window, qtbot)
    return window


def _say_who(window: MainWindow, qtbot: QtBot, name: str = "eva") -> None:
    type_text(window, name)
    press(window, Key.Key_Return)
    qtbot.waitUntil(window.adjudication.table.hasFocus)


def _wait(window: MainWindow, qtbot: QtBot) -> None:
    """Until what was edited elsewhere is read again."""
    qtbot.waitUntil(lambda: not window.adjudication.adjudicating.is_reading)


def _saved(path: Path, segment: str) -> Annotation | None:
    with Project(path, passing=True) as project:
        return project.annotation(gold(segment))


def _says(window: MainWindow) -> list[str]:
    """What the gold standard says of the contested predicates."""
    return column_of(window.adjudication.right.contested_model, -1)


def test_frames_are_taken_and_finalized_by_keys(page: MainWindow, path: Path) -> None:
    assert column_of(page.adjudication.right.contested_model, 1) == ["gave", "said"]
    assert _says(page) == ["undecided", "undecided"]
    assert _saved(path, "1") is None, "nothing is kept before something is decided"
    press(page, Key.Key_2)
    assert _says(page) == ["as ben", "undecided"]
    press(page, Key.Key_V, Key.Key_2)
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)
    press(page, Key.Key_0)
    assert _says(page)[1] == "as ana"
    assert page.adjudication.right.message.text() == "no frame taken, as ana"
    press(page, Key.Key_S)
    kept = _saved(path, "1")
    assert kept is not None
    assert (kept.finalized_by, kept.state, kept.hypothesis) == ("eva", State.DONE, BEN.hypothesis[:1])
    assert page.adjudication.left.progress.text() == "1 of 3 translations finalized"
    one = page.adjudication.adjudicating.current
    assert one is not None
    assert one.key.segment == "2", "the next one that is open"


def test_a_predicate_without_a_frame_is_told_apart_when_the_project_is_opened_again(
    page: MainWindow, path: Path, qtbot: QtBot
) -> None:
    press(page, Key.Key_0, Key.Key_V, Key.Key_1)
    assert _says(page) == ["no frame", "as ana"]
    page.projects.open(path)
    press(page, Key.Key_F9, modifiers=CTRL)
    _wait(page, qtbot)
    assert _says(page) == ["no frame", "as ana"]
    press(page, Key.Key_2)
    assert _says(page)[0] == "as ben", "another decision takes its place"


def test_everything_of_somebody_and_the_way_back(page: MainWindow, path: Path) -> None:
    press(page, Key.Key_A, Key.Key_2)
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)
    press(page, Key.Key_A, Key.Key_1)
    assert _saved(path, "1") == ALL_OF_ANA
    press(page, Key.Key_Z, modifiers=CTRL)
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)
    press(page, Key.Key_Z, modifiers=CTRL)
    assert _saved(path, "1") is None
    assert page.adjudication.right.message.text() == "undone: all frames of ben taken"
    press(page, Key.Key_Y, modifiers=CTRL)
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)


def test_a_finalized_translation_is_locked_until_it_is_unlocked(page: MainWindow, path: Path) -> None:
    press(page, Key.Key_A, Key.Key_1, Key.Key_S)
    page.adjudication.list.selectRow(0)
    press(page, Key.Key_2)
    assert "finalized by eva; unlock it with U" in page.adjudication.right.message.text()
    kept = _saved(path, "1")
    assert kept is not None
    assert kept.hypothesis == ANA.hypothesis
    press(page, Key.Key_U, Key.Key_2)
    assert _says(page)[0] == "as ben"
    assert page.adjudication.left.progress.text() == "0 of 3 translations finalized"


def test_frames_that_nobody_decided_of_are_asked_about(page: MainWindow, path: Path) -> None:
    press(page, Key.Key_S)
    assert page.adjudication.right.message.text() == "2 undecided; press again to finalize without them"
    assert _saved(path, "1") is None
    press(page, Key.Key_S)
    kept = _saved(path, "1")
    assert kept is not None
    assert (kept.finalized_by, kept.hypothesis) == ("eva", ())


def test_all_on_which_everybody_agrees(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    assert page.adjudication.left.ready.text() == "Finalize 1 with nothing to decide"
    qtbot.mouseClick(page.adjudication.left.ready, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.adjudication.left.ready.isHidden)
    assert _saved(path, "3") == replace(ANA, finalized_by="eva")
    box = page.adjudication.left.states
    for name, rows in (("finalized", ["3"]), ("open", ["1", "2"])):
        box.setCurrentIndex(box.findData(name))
        box.activated.emit(box.currentIndex())
        assert column_of(page.adjudication.left.translations, 0) == rows


def test_another_translation_is_shown_from_its_start(page: MainWindow, qtbot: QtBot) -> None:
    columns = page.adjudication.right.columns.columns
    page.adjudication.right.columns.setFixedHeight(80)
    frames = columns[0].frames
    qtbot.waitUntil(lambda: frames.verticalScrollBar().maximum() > 0)
    page.adjudication.adjudicating.select_row(2)
    bar = frames.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    page.adjudication.adjudicating.changed.emit()
    assert bar.value() > 0, "the same translation stays where it is"
    page.adjudication.adjudicating.open_row(1)
    page.adjudication.adjudicating.contested = ()  # nothing is lit, as in a gold standard without the frame
    page.adjudication.adjudicating.changed.emit()
    assert bar.value() == 0


def test_the_contested_frame_is_lit_in_all_columns(page: MainWindow) -> None:
    columns = page.adjudication.columns.columns
    assert [column.head.text() for column in columns] == ["1  ana", "2  ben", "Gold standard"]
    assert [column.frames.highlighted is not None for column in columns] == [True, True, False]
    press(page, Key.Key_1)
    assert columns[2].frames.highlighted is not None
    press(page, Key.Key_V)
    assert columns[0].note.text().endswith("no frame of this predicate")
    press(page, Key.Key_V)
    score = score_of(ANA, {"hypothesis": WORDS, "reference": WORDS})
    assert columns[0].note.text() == f"HMEANT {score:.3f} · done"
    lanes = [bar.bar for bar in page.adjudication.right.lanes.bars if bar.bar.role is None]
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
    _say_who(window, qtbot, name)
    press(window, Key.Key_3)
    panel = window.adjudication
    assert panel.columns.columns[2].head.text() == f"3  {name}"
    assert panel.strip.buttons["take_third"].text() == "3  <b>eva</b> &&c"
    assert panel.right.name.text() == "<b>eva</b> &&c"
    gold_cell = panel.right.contested_model.index(0, panel.right.contested_model.columnCount() - 1)
    assert gold_cell.data() == f"as ben, {name}"
    assert gold_cell.data(Qt.ItemDataRole.ToolTipRole) == "<p>as ben, &lt;b&gt;eva&lt;/b&gt; &amp;c</p>"


def _segment(window: MainWindow) -> str:
    one = window.adjudication.adjudicating.current
    assert one is not None
    return one.key.segment


def test_keys_of_the_segments_go_to_the_list_of_the_page(page: MainWindow) -> None:
    press(page, Key.Key_F6)
    assert page.adjudication.list.hasFocus()
    press(page, Key.Key_Down, modifiers=CTRL)
    assert _segment(page) == "2"
    press(page, Key.Key_2)
    assert _says(page)[0] == "as ben", "keys of the page work on"
    press(page, Key.Key_Up, Key.Key_Up, modifiers=CTRL)
    assert _segment(page) == "1"
    press(page, Key.Key_F7)
    press(page, Key.Key_F6)
    assert page.segments.table.hasFocus(), "elsewhere the segments are meant"


def test_the_segments_come_back_when_they_are_gone_to(sample: MainWindow) -> None:
    sample.docks[0].hide()
    press(sample, Key.Key_F6)
    assert sample.segments.table.isVisible()
    assert sample.segments.table.hasFocus()


def test_coming_from_the_annotation_editor_keeps_the_translation(page: MainWindow, qtbot: QtBot) -> None:
    page.workspace.choose_annotator("ana")
    press(page, Key.Key_F9)
    press(page, Key.Key_Down, modifiers=CTRL)
    qtbot.waitUntil(lambda: page.annotation_editor.key is not None and page.annotation_editor.key.segment == "2")
    press(page, Key.Key_F9, modifiers=CTRL)
    assert _segment(page) == "2"
    assert page.adjudication.table.hasFocus()
    page.adjudication.list.selectRow(0)
    press(page, Key.Key_F7)
    press(page, Key.Key_F9, modifiers=CTRL)
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
    _say_who(window, qtbot)
    press(window, Key.Key_PageUp)
    assert _segment(window) == "79"
    listed = window.adjudication.list
    assert listed.viewport().rect().contains(listed.visualRect(listed.currentIndex()).center())
    press(window, Key.Key_PageDown)
    assert listed.viewport().rect().contains(listed.visualRect(listed.currentIndex()).center())


def test_the_annotation_editor_opens_at_the_frame(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    press(page, Key.Key_V, Key.Key_E)
    qtbot.waitUntil(lambda: page.annotation_editor.frame_editor is not None and page.annotation_editor.key == gold("1"))
    frame_editor = page.annotation_editor.frame_editor
    assert frame_editor is not None
    assert frame_editor.cursor.selection == (5, 6), "no frame yet: the words of the predicate"
    press(page, Key.Key_F)
    qtbot.waitUntil(lambda: len((_saved(path, "1") or ANA).hypothesis) == 1)
    assert page.workspace.annotator == "gold"
    qtbot.mouseClick(page.annotation_panel.header.adjudicate, Qt.MouseButton.LeftButton)
    _wait(page, qtbot)
    assert page.adjudication.table.hasFocus()
    assert _says(page) == ["undecided", "edited"]
    press(page, Key.Key_Z, modifiers=CTRL)
    assert _says(page)[1] == "undecided", "undo reaches what was edited in the annotation editor"


def test_what_the_gold_standard_says_against_all_is_listed(page: MainWindow, path: Path) -> None:
    page.adjudication.list.selectRow(2)
    assert page.adjudication.right.title.text().endswith(": all agree")
    with Project(path, passing=True) as project:
        project.save(gold("3"), replace(ANA, hypothesis=(frame("1 other=0"),), state=State.OPEN), "edited")
    assert page.adjudication.adjudicating.reread(gold("3"))
    page.adjudication.adjudicating.changed.emit()
    row = cells(page.adjudication.right.contested_model)[0]
    assert row == ("H", "gave", "filler", "agent: he", "agent: he", "edited: other: he")
    assert page.adjudication.right.title.text().endswith("all agree, but the gold standard differs in 1 predicate")
    press(page, Key.Key_S)
    told = "the gold standard differs from all annotators in 1 predicate; press again to finalize anyway"
    assert page.adjudication.right.message.text() == told
    press(page, Key.Key_1)
    assert _says(page) == []
    assert (_saved(path, "3") or BEN).hypothesis == ANA.hypothesis
    assert page.adjudication.right.title.text().endswith(": all agree")


def test_looking_at_the_gold_standard_keeps_nothing(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    page.adjudication.list.selectRow(2)
    press(page, Key.Key_E)
    qtbot.waitUntil(lambda: page.annotation_editor.frame_editor is not None and page.annotation_editor.key == gold("3"))
    frame_editor = page.annotation_editor.frame_editor
    assert frame_editor is not None
    assert (frame_editor.annotation.hypothesis, frame_editor.annotation.alignment) == (ANA.hypothesis, ANA.alignment)
    assert page.annotation_panel.state.text() == "not started"
    press(page, Key.Key_F9, modifiers=CTRL)
    _wait(page, qtbot)
    assert _saved(path, "3") is None
    assert page.adjudication.left.ready.text() == "Finalize 1 with nothing to decide", "it is not started"
    press(page, Key.Key_E)
    qtbot.waitUntil(lambda: page.annotation_editor.frame_editor is not None)
    press(page, Key.Key_Delete)
    kept = _saved(path, "3")
    assert kept is not None
    assert kept.hypothesis == (), "the first edit begins with the frames that all have"


def test_the_annotate_page_opens_at_the_reference_in_question(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    segment = Segment("1", "", references={"q": TEXT, "r": TEXT}, hypotheses={"s": TEXT})
    found = {AnnotationKey("1", "s", "r", who): one for who, one in (("ana", ANA), ("ben", BEN))}
    with Project(tmp_path / "refs.meantree", new=True) as project:
        project.fill(Corpus("refs", (segment,), ("s",), ("q", "r")), found)
    window.opener.open_paths([tmp_path / "refs.meantree"])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    _say_who(window, qtbot)
    press(window, Key.Key_E)
    qtbot.waitUntil(
        lambda: window.annotation_editor.frame_editor is not None and window.annotation_editor.key == gold("1")
    )


def test_two_windows(page: MainWindow, path: Path) -> None:
    with Project(path) as project:
        project.save(gold("1"), replace(BEN, state=State.OPEN), "elsewhere")
    press(page, Key.Key_1)
    assert "another window changed this" in page.adjudication.right.message.text()
    assert _says(page)[0] == "as ben", "shown as it is now"
    press(page, Key.Key_1)
    assert _says(page)[0] == "as ana"


def test_the_adjudicator_is_remembered_and_gold_is_no_annotator(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    press(page, Key.Key_E)
    qtbot.waitUntil(lambda: page.annotation_editor.key == gold("1"))
    page.projects.open(path)
    assert page.workspace.annotator == ""
    qtbot.keyClick(page, Key.Key_F9, CTRL)
    qtbot.waitUntil(page.adjudication.table.hasFocus)
    assert page.adjudication.adjudicating.adjudicator == "eva"


def test_blind_annotators_finish_first(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.set_rules(replace(project.rules, blind=True))
        project.assign({"ana": ["1"], "eva": ["1", "2"]})
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    type_text(window, "eva")
    press(window, Key.Key_Return)
    qtbot.waitUntil(lambda: "eva still has 2 unfinished translations" in window.adjudication.why_not.text())
    assert window.adjudication.why_not.isVisible()
    press(window, Key.Key_W)
    assert window.adjudication.annotator_page.field.selectedText() == "eva"
    _say_who(window, qtbot, "ana")


def test_another_adjudicators_name_does_not_uncover_what_the_annotator_may_not_see(
    window: MainWindow, path: Path, qtbot: QtBot
) -> None:
    with Project(path) as project:
        project.set_rules(replace(project.rules, blind=True))
        project.assign({"eva": ["1", "2"]})
        project.save(AnnotationKey("3", "s", "r", "ben"), replace(BEN, state=State.OPEN), "edit")
    window.opener.open_paths([path])
    window.workspace.choose_annotator("eva")
    window.selection.select(2)
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    qtbot.waitUntil(lambda: "eva still has 2 unfinished translations" in window.adjudication.why_not.text())
    press(window, Key.Key_F9)
    assert window.selection.place == 2, "not what others have finished"
    press(window, Key.Key_F9, modifiers=CTRL)
    window.workspace.choose_annotator("gold")
    _say_who(window, qtbot, "max")


def test_there_may_be_nothing_to_adjudicate(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    assert "Adjudication needs a project" in window.adjudication.why_not.text()
    with Project(tmp_path / "one.meantree", new=True) as project:
        project.fill(Corpus("one", (Segment("1", "", hypotheses={"s": TEXT}),), ("s",), ()))
    window.opener.open_paths([tmp_path / "one.meantree"])
    qtbot.waitUntil(lambda: "Nothing to adjudicate yet" in window.adjudication.why_not.text())
    assert window.docks[0].isHidden()
    qtbot.keyClick(window, Key.Key_F9)
    assert window.docks[0].isVisible()
    window.adjudication.commands.actions["settle"].trigger()
    assert window.adjudication.isVisible(), "a command of the menu shows the page first"


@pytest.fixture
def five(window: MainWindow, path: Path, qtbot: QtBot) -> MainWindow:
    """The page where five annotators finished the first translation, in a small window."""
    with Project(path) as project:
        for name in ("cid", "dan", "fay"):
            project.save(AnnotationKey("1", "s", "r", name), BEN if name == "fay" else ANA, "edited")
    window.resize(1150, 650)
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    _say_who(window, qtbot)
    return window


def _shown_people(window: MainWindow) -> list[str]:
    """Whose frames are shown; the table has the same columns."""
    columns = window.adjudication.columns.columns
    found = [column.head.text() for column in columns if column.isVisible()]
    table, columns_ = window.adjudication.table, window.adjudication.right.contested_model.columns
    head = [column.title for column in columns_]
    assert [name for place, name in enumerate(head) if place > 2 and not table.isColumnHidden(place)] == found
    return found


def test_annotators_who_have_no_room_are_reached_by_keys(five: MainWindow, qtbot: QtBot) -> None:
    assert _shown_people(five) == ["1  ana", "2  ben", "Gold standard"]
    press(five, Key.Key_Right)
    assert _shown_people(five) == ["2  ben", "3  cid", "Gold standard"]
    press(five, Key.Key_5)
    assert _shown_people(five) == ["4  dan", "5  fay", "Gold standard"], "whose frame is taken is shown"
    press(five, Key.Key_Right, Key.Key_Left)
    assert _shown_people(five) == ["3  cid", "4  dan", "Gold standard"]
    columns = five.adjudication.columns
    shown = [one.frames.viewport() for one in columns.columns if one.isVisible()]
    qtbot.waitUntil(lambda: all(one.width() >= NARROWEST for one in shown))  # so that nothing is cut
    five.resize(2200, 900)
    assert len(_shown_people(five)) == 6
    assert columns.bar.isHidden()


def test_five_annotators_have_a_key_and_a_menu_entry_each(five: MainWindow, path: Path) -> None:
    strip, menu = five.adjudication.strip, five.menus["Annotate · Adjudication"]
    assert strip.isHidden(), "there is no room"
    press(five, Key.Key_K, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert strip.isVisible()
    press(five, Key.Key_5)
    assert _saved(path, "1") is not None, "the fifth key takes"
    taken = [strip.buttons[f"take_{which}"].isHidden() for which in ("fourth", "fifth", "sixth")]
    assert taken == [False, False, True]
    press(five, Key.Key_A, Key.Key_4)
    assert _saved(path, "1") == ALL_OF_ANA
    press(five, Key.Key_6)
    assert five.adjudication.right.message.text() == "there are 5 annotators"
    actions = five.adjudication.commands.actions
    menu.aboutToShow.emit()
    taking = [
        name for name in actions if name.startswith("take_") and name != "take_none" and actions[name].isVisible()
    ]
    assert taking == [
        f"take_{all_}{which}" for all_ in ("", "all_") for which in ("first", "second", "third", "fourth", "fifth")
    ]
    menu.aboutToHide.emit()
    press(five, Key.Key_K, modifiers=Qt.KeyboardModifier.ShiftModifier)
    five.resize(1400, 900)
    assert strip.isHidden(), "what was chosen holds"


def test_whose_work_is_compared_is_chosen(five: MainWindow, path: Path, qtbot: QtBot) -> None:
    def choose() -> None:
        dialog = five.adjudication.findChild(ComparedDialog)
        if dialog is None:  # the key waits until the window is painted
            QTimer.singleShot(10, choose)
            return
        for row in (0, 1, 2, 3):
            dialog.list.setCurrentRow(row)
            QTest.keyClick(dialog.list, Key.Key_Space)
        dialog.accept()
        assert dialog.fault.text() == "Choose two or more annotators."
        QTest.keyClick(dialog.list, Key.Key_Space)
        dialog.accept()

    QTimer.singleShot(0, choose)
    press(five, Key.Key_C)
    qtbot.waitUntil(lambda: _shown_people(five) == ["1  dan", "2  fay", "Gold standard"])
    assert five.adjudication.left.compared.text() == "Compare 2 of 5 annotators …"
    assert column_of(five.adjudication.left.translations, 0) == ["1"]
    five.projects.open(path)
    _wait(five, qtbot)
    assert _shown_people(five) == ["1  dan", "2  fay", "Gold standard"], "the project keeps it"


def test_finalized_translations_are_skipped_or_visited(page: MainWindow) -> None:
    for row in (0, 1):
        page.adjudication.list.selectRow(row)
        press(page, Key.Key_A, Key.Key_1, Key.Key_S)
    message = page.adjudication.right.message
    assert (_segment(page), message.text()) == ("3", "2 finalized")
    press(page, Key.Key_PageUp)
    assert message.text() == "no other translation is open; Shift+PgDown goes through all"
    press(page, Key.Key_PageUp, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert _segment(page) == "2"
    press(page, Key.Key_U)
    page.adjudication.list.selectRow(2)
    press(page, Key.Key_PageDown)
    assert (_segment(page), message.text()) == ("2", "skipped 1 finalized translation; Shift+PgDown goes through all")


def test_one_key_decides_between_overlapping_predicates(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    """As “gave” against “gave her”: the chosen one comes in, the other is rejected."""
    longer = Annotation((frame("1-2 agent=0 patient=3-4"),), ANA.reference, state=State.DONE)
    with Project(path) as project:
        project.save(AnnotationKey("1", "s", "r", "ben"), longer, "edit")
    press(page, Key.Key_F9)
    press(page, Key.Key_F9, modifiers=CTRL)
    _wait(page, qtbot)
    adjudicating = page.adjudication.adjudicating
    qtbot.waitUntil(lambda: adjudicating.undecided(0) == 1)
    assert column_of(page.adjudication.right.contested_model, 1) == ["gave / gave her"]
    page.adjudication.focus()
    press(page, Key.Key_2)
    assert column_of(page.adjudication.right.contested_model, -1) == ["as ben"]
    with Project(path) as project:
        saved = project.annotation(gold("1"))
    assert saved is not None
    assert [one.predicate for one in saved.hypothesis] == [(1, 3)]
    assert saved.rejected == {("hypothesis", (1, 2))}
    press(page, Key.Key_1)
    assert column_of(page.adjudication.right.contested_model, -1) == ["as ana"]
    press(page, Key.Key_0)
    assert column_of(page.adjudication.right.contested_model, -1) == ["no frame"]
    assert adjudicating.undecided(0) == 0


def test_long_fillers_are_shortened_in_the_middle() -> None:
    text = "agent: he · patient: that it could only be meaningfully examined once the courts had ruled"
    assert shortened_answer(text) == "agent: he · patient: that it could … courts had ruled"
    assert shortened_answer("no frame") == "no frame"
