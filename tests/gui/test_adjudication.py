"""Annotators side by side: frames taken by keys, finalized and unlocked, and what blind annotators do not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import wait_for
from helpers.copied_windows import prepared
from helpers.corpora import corpus_of
from helpers.frames import annotation_of, links
from helpers.projects import project_of
from helpers.windows import CTRL, cells, present, press, type_text
from meantree.analysis.frames import FrameAlignment
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, Place, State
from meantree.corpus.corpus import Text
from meantree.escaping import capitalised
from meantree.project.file import Project
from meantree_gui import theme
from meantree_gui.annotating.adjudication import UNLOCKED, Row
from meantree_gui.annotating.comments import CommentsDialog
from meantree_gui.annotating.decision_table import decision_columns
from meantree_gui.annotation_editor import open_annotation
from meantree_gui.annotation_editor.frame_adjudication import DELETES_FRAMES, FrameAdjudication
from meantree_gui.annotation_editor.side_text import BarItem
from meantree_gui.palette import command_entries
from meantree_gui.rules_dialog import ComparedDialog
from meantree_gui.widgets.cells import Cell
from meantree_gui.window import MainWindow

Key = Qt.Key
WORDS = ("he", "gave", "her", "a", "book", "said", "she")
TEXT = Text(" ".join(WORDS), tokens=WORDS)
LINK = links("0=0 0.0=0.0")
ANA = annotation_of("1 agent=0 / 1 agent=0 / 0=0 0.0=0.0", State.DONE)
BEN = annotation_of("1 agent=0 patient=3-4; 5 agent=6 / 1 agent=0 / 0~0 0.0=0.0", State.DONE)
ALL_OF_ANA = replace(ANA, state=State.OPEN, rejected=frozenset({("hypothesis", (5, 6))}))
"""In the gold standard, where she rejects what only Ben found."""
WORK = {"1": (ANA, BEN), "2": (BEN, ANA), "3": (ANA, ANA)}


def gold(segment: str) -> AnnotationKey:
    return AnnotationKey(segment, "s", "r", "gold")


def _project(path: Path, work: Mapping[str, Sequence[Annotation]], systems: str = "s", references: str = "r") -> Path:
    """A project of segments that Ana and Ben finished beside the last reference."""
    found = {
        AnnotationKey(segment, system, references[-1], name): annotation
        for segment, both in work.items()
        for system in systems
        for name, annotation in zip(("ana", "ben"), both, strict=True)
    }
    rows = [[TEXT] * len(systems + references)] * len(work)
    return project_of(path, corpus_of(rows, systems, references, ids=work), found)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three segments that two people finished; they agree on the third. The window may have it open there."""
    made = tmp_path / "two.meantree"
    return made if made.exists() else _project(made, WORK)


@prepared
def page(window: MainWindow, folder: Path) -> None:
    """The window where eva adjudicates."""
    _adjudicating(window, _project(folder / "two.meantree", WORK))


def _adjudicating(window: MainWindow, path: Path, name: str = "eva") -> MainWindow:
    window.opener.open_paths([path])
    return _begun(window, name)


def _begun(window: MainWindow, name: str = "eva") -> MainWindow:
    QTest.keyClick(window, Key.Key_F9, CTRL)
    assert window.annotation_panel.annotator_page.field.hasFocus()
    type_text(window, name)
    press(window, "Return")
    wait_for(window.annotation_panel.decisions.table.hasFocus)
    return window


def _adjudication(window: MainWindow) -> FrameAdjudication:
    return window.annotation_editor.adjudication


def _saved(path: Path, segment: str) -> Annotation | None:
    with Project(path, passing=True) as project:
        return project.annotation(gold(segment))


def _rows(window: MainWindow) -> list[tuple[str, ...]]:
    """The rows of predicates, without those of their fillers and links."""
    rows = zip(_adjudication(window).rows, cells(window.annotation_panel.decisions.model), strict=True)
    return [shown for row, shown in rows if not row.is_part]


def _says(window: MainWindow) -> list[str]:
    """What the gold standard says of the contested predicates."""
    return [row[-1] for row in _rows(window)]


def _message(window: MainWindow) -> str:
    return window.annotation_panel.message.text()


def _title(window: MainWindow) -> str:
    return window.annotation_panel.decisions.title.text()


def _segment(window: MainWindow) -> str:
    return present(window.annotation_editor.key).segment


def _go(window: MainWindow, place: int, qtbot: QtBot, system: str = "s") -> None:
    window.selection.choose_translation(system, place)
    qtbot.waitUntil(lambda: window.annotation_editor.key is not None and _place(window) == (f"{place + 1}", system))


def _place(window: MainWindow) -> tuple[str, str]:
    key = present(window.annotation_editor.key)
    return key.segment, key.system


def test_frames_are_taken_and_finalized_by_keys(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    assert [row[1] for row in _rows(page)] == ["gave", "said"]
    assert _says(page) == ["undecided", "undecided"]
    assert _saved(path, "1") is None, "nothing is kept before something is decided"
    press(page, "2")
    assert _says(page) == ["as ben", "undecided"]
    press(page, "2")  # a decision moves on by itself
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)
    assert _message(page) == "Frame of ben taken; everything is decided; S finalizes"
    press(page, "0")
    assert _says(page)[1] == "as ana"
    assert _message(page).startswith("No frame taken, as ana")
    press(page, "s")
    kept = present(_saved(path, "1"))
    assert (kept.finalized_by, kept.state, kept.hypothesis) == ("eva", State.DONE, BEN.hypothesis[:1])
    qtbot.waitUntil(lambda: _segment(page) == "2")
    assert _title(page).endswith("3 translations, 1 finalized")
    assert [page.segments.model.score("hmeant", place) for place in range(3)] == [0.8, None, None]
    assert _message(page) == "1 · s: finalized. 2 translations left to adjudicate."


def test_who_adjudicates_has_the_scores_that_annotators_have_not(page: MainWindow, qtbot: QtBot) -> None:
    project, model = present(page.workspace.project), page.segments.model
    project.set_rules(replace(project.rules, scores=False))
    page.workspace.follow_rules()
    press(page, "2 0 s")
    qtbot.waitUntil(lambda: _segment(page) == "2")
    column = next(place for place, column in enumerate(model.columns) if column.key == "hmeant")
    assert model.columns[column].priority == 2, "it is shown"
    assert [model.index(row, column).data() for row in range(3)] == ["0.800", "–", "–"]
    segments = present(page.workspace.corpus).segments
    assert [one.hypotheses["s"].annotation is not None for one in segments] == [True, False, False], "on all pages"
    assert "hmeant" in page.workspace.metrics
    press(page, "Ctrl+F9")
    qtbot.waitUntil(lambda: all(column.key != "hmeant" for column in model.columns))
    assert "hmeant" not in page.workspace.metrics, "eva's own are hidden"


def test_comments_stand_below_the_rows_and_are_listed(window: MainWindow, tmp_path: Path) -> None:
    said: dict[Place, str] = {("hypothesis", (0, None)): "a gift?", ("hypothesis", (1, None)): "of whom"}
    ben = replace(BEN, part_comments=said, comment="long\none")
    _adjudicating(window, _project(tmp_path / "c.meantree", {"1": (ANA, ben), "2": (ANA, ANA)}))
    table = window.annotation_panel.decisions
    assert (table.comments.text(), table.comments.isVisible()) == ("ben: “a gift?” · ben: “long one”", True)
    press(window, "Ctrl+Shift+R")
    (dialog,) = window.annotation_panel.findChildren(CommentsDialog)
    assert [dialog.list.item(row).text().split("\n")[-1] for row in range(dialog.list.count())] == [
        "one",
        "a gift?",
        "of whom",
    ]
    dialog.reject()


def test_each_row_is_decided_on_its_own(page: MainWindow, path: Path) -> None:
    rows = [(row[0], row[1].strip(), row[-1]) for row in cells(page.annotation_panel.decisions.model)]
    assert rows == [
        ("H", "gave", "undecided"),
        *(("H", kind, "undecided") for kind in ("filler", "frame link")),
        ("H", "said", "undecided"),
    ]
    press(page, "2 Up 1")  # all of ben's frame, but the link as ana has it
    expected = replace(BEN, hypothesis=BEN.hypothesis[:1], alignment=LINK, state=State.OPEN)
    assert _saved(path, "1") == expected
    assert _says(page) == ["row by row", "undecided"]
    press(page, "Up Up 1")
    assert present(_saved(path, "1")).hypothesis == ANA.hypothesis, "no filler, as ana"
    assert _adjudication(page).place == 2, "on to the next row"
    press(page, "0")
    assert present(_saved(path, "1")).alignment == FrameAlignment()


@pytest.mark.parametrize(("is_seen", "key"), [(True, ""), (False, "2"), (False, "s"), (False, "a 2")])
def test_no_old_answer_of_an_annotator_is_taken(page: MainWindow, path: Path, key: str, *, is_seen: bool) -> None:
    with Project(path) as other:
        other.save(replace(gold("1"), annotator="ben"), ANA, "done")
    if is_seen:
        QApplication.sendEvent(page, QEvent(QEvent.Type.ActivationChange))
    else:
        press(page, key)
        assert "Another window changed this" in _message(page)
    assert (_rows(page), _saved(path, "1")) == ([], None)
    assert present(page.annotation_editor.frame_editor).versions["2"] == ANA, "the text of ben, beside"


def test_undo_selects_the_row_that_it_opened_again(page: MainWindow) -> None:
    adjudication = _adjudication(page)
    press(page, "2")
    assert present(adjudication.row).about == "said"
    press(page, "Ctrl+Z")
    assert (adjudication.place, _says(page)) == (0, ["undecided", "undecided"])
    press(page, "2 Up 1")
    place = adjudication.place
    press(page, "Home Ctrl+Z")
    assert adjudication.place == place - 1, "the part that was decided otherwise"


def test_links_that_count_for_no_reason_of_the_annotators_are_asked_about(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    other = annotation_of("1 patient=0 / 1 patient=0 / 0=0 0.0=0.0", State.DONE)
    page = _adjudicating(window, _project(tmp_path / "roles.meantree", {"1": (ANA, other), "2": (ANA, ANA)}))
    rows = [row.text for row in _adjudication(page).rows if not row.is_part]
    assert rows == ["H", "R"]
    press(page, "1 2 s")
    assert _message(page) == "1 link will not count: “he” – “he”; press again to finalize anyway"
    press(page, "s")
    qtbot.waitUntil(lambda: _segment(page) == "2")


def test_a_link_that_alone_differs_can_be_decided_against(window: MainWindow, path: Path) -> None:
    with Project(path) as project:
        partial = replace(ANA, alignment=links("0~0 0.0=0.0"))
        project.save(AnnotationKey("1", "s", "r", "ben"), partial, "a partial link")
    page = _adjudicating(window, path)
    press(page, "Down 0")
    assert _message(page) == "No frame link taken; everything is decided; S finalizes"
    assert _saved(path, "1") == replace(ANA, alignment=FrameAlignment(), state=State.OPEN)


def test_what_is_decided_is_taken_over_for_an_equal_translation(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    made = _project(tmp_path / "equal.meantree", {"1": (ANA, BEN)}, "st")
    page = _adjudicating(window, made)
    press(page, "=")
    assert _message(page) == "No equal translation of this segment is finalized"
    press(page, "1 0 s")
    qtbot.waitUntil(lambda: present(page.annotation_editor.key).system == "t")
    assert "= takes its decisions" in _title(page)
    press(page, "=")
    assert "undecided" not in _says(page)
    assert "= takes" not in _title(page)
    press(page, "s")
    with Project(made, passing=True) as project:
        first, second = (project.annotation(AnnotationKey("1", system, "r", "gold")) for system in "st")
    assert first == second == replace(ALL_OF_ANA, state=State.DONE, finalized_by="eva")


def test_an_equal_translation_is_offered_until_it_is_taken(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    page = _adjudicating(window, _project(tmp_path / "equal.meantree", {"1": (ANA, BEN)}, "st"))
    press(page, "1 s s")  # the second row is left
    qtbot.waitUntil(lambda: present(page.annotation_editor.key).system == "t")
    press(page, "=")
    assert "undecided" in _says(page)
    assert "= takes" not in _title(page)
    press(page, "Ctrl+Z")
    assert "= takes" in _title(page)


def test_everything_of_somebody_and_the_way_back(page: MainWindow, path: Path) -> None:
    press(page, "a 2")
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)
    press(page, "a 1")
    assert _saved(path, "1") == ALL_OF_ANA
    press(page, "Ctrl+Z")
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)
    press(page, "Ctrl+Z")
    assert _saved(path, "1") is None
    assert _message(page) == "undone: everything of ben taken by eva", "others adjudicate the same file"
    press(page, "Ctrl+Y")
    assert _saved(path, "1") == replace(BEN, state=State.OPEN)


def test_nothing_of_the_gold_standard_is_unsure(page: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo reads it again, where automatic frames are known."""
    unsure = tuple(
        replace(one, fillers=tuple(replace(filler, probability=0.3) for filler in one.fillers))
        for one in ANA.hypothesis
    )
    monkeypatch.setattr(open_annotation, "preannotate", lambda *_, **__: replace(ANA, hypothesis=unsure))
    press(page, "a 1 Ctrl+Z Ctrl+Y")
    (gold_frame,) = present(page.annotation_editor.frame_editor).annotation.hypothesis
    assert [filler.probability for filler in gold_frame.fillers] == [None]


def test_a_finalized_translation_is_locked_until_it_is_unlocked(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    press(page, "a 1 s")
    _go(page, 0, qtbot)
    for key in ("2", "v", "Shift+V"):
        page.annotation_panel.message.clear()
        press(page, key)
        assert "Finalized by eva; unlock it with U" in _message(page)
    assert present(_saved(path, "1")).hypothesis == ANA.hypothesis
    press(page, "u")
    assert _message(page) == capitalised(UNLOCKED)
    press(page, "2")
    assert _says(page)[0] == "as ben"
    assert _title(page).endswith("3 translations, 0 finalized")


def test_frames_that_nobody_decided_of_are_asked_about(page: MainWindow, path: Path) -> None:
    press(page, "s")
    assert _message(page) == "2 undecided; press again to finalize anyway"
    assert _saved(path, "1") is None
    with Project(path) as project:  # another window decides nothing here
        project.save(AnnotationKey("2", "s", "r", "ben"), replace(BEN, comment="Odd"), "comment")
    press(page, "s")
    kept = present(_saved(path, "1"))
    assert (kept.finalized_by, kept.hypothesis) == ("eva", ())


def test_the_key_for_the_next_one_passes_over_what_is_decided(page: MainWindow) -> None:
    """A decided predicate is reached by arrows alone: a key that takes nothing would delete what was decided."""
    adjudication = page.annotation_editor.adjudication

    def places(keys: str) -> list[int]:
        found = []
        for key in keys.split():
            press(page, key)
            found.append(adjudication.place)
        return found

    second = next(place for place in range(1, len(adjudication.rows)) if not adjudication.rows[place].is_part)
    assert places("v v Shift+V") == [second, 0, second], "around the end while both are undecided"
    press(page, "v 1")
    assert places("v v Shift+V") == [second] * 3
    press(page, "1 Home")
    before = adjudication.place
    assert places("v") == [before]
    assert _message(page) == "Everything is decided; S finalizes"


def test_the_list_says_what_is_unlocked_and_not_finalized_again(page: MainWindow) -> None:
    model = page.segments.model
    cells = [model.index(2, column) for column in (0, model.column_of("state"))]
    page.selection.select(2)
    press(page, "Shift+S")
    for _ in range(2):
        page.selection.select(2)
        assert [cell.data() for cell in cells] == ["✓ 3", "done"]
        press(page, "u")
        assert [cell.data() for cell in cells] == ["… 3", "not finalized"]
        assert present(page.filtering.segments).states["3"] == "not finalized"
        page.workspace.annotations.read_again()
        press(page, "s")


def test_all_on_which_everybody_agrees(page: MainWindow, path: Path) -> None:
    page.selection.select(2)
    press(page, "Shift+S")
    assert _message(page).startswith("Finalized 1 translation with nothing left to decide. ")
    assert page.selection.place == 0, "the open one after the finalized one"
    assert _saved(path, "3") == replace(ANA, finalized_by="eva")
    assert [page.segments.model.index(row, 0).data() for row in range(3)] == ["1", "2", "✓ 3"]
    press(page, "Ctrl+Z Ctrl+Y")
    assert _message(page) == "redone: finalized by eva, nothing left to decide"


def test_every_annotator_s_frame_stands_below_the_words(page: MainWindow) -> None:
    def lanes() -> list[tuple[tuple[int, int], str]]:
        bars = (item for item in page.annotation_panel.texts.sides["hypothesis"].scene().items())
        return sorted((one.bar.span, one.bar.label) for one in bars if isinstance(one, BarItem) and not one.bar.role)

    assert lanes() == [((1, 2), "1 pred."), ((1, 2), "2 pred.")]
    press(page, "1")
    assert lanes() == [((5, 6), "2 pred.")], "on to the next predicate"
    press(page, "Up")
    assert lanes() == [((1, 2), "1 pred."), ((1, 2), "2 pred."), ((1, 2), "pred.")]


def test_the_gold_standard_is_edited_with_the_editor_s_keys(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    press(page, "v e")
    frame_editor = present(page.annotation_editor.frame_editor)
    assert page.annotation_panel.texts.sides["hypothesis"].hasFocus()
    assert frame_editor.cursor.selection == (5, 6), "no frame yet: the words of the predicate"
    assert page.annotation_panel.strip.buttons["role_agent"].isVisibleTo(page.annotation_panel.strip)
    press(page, "f")
    qtbot.waitUntil(lambda: len((_saved(path, "1") or ANA).hypothesis) == 1)
    assert page.workspace.annotator == "eva"
    press(page, "Escape")
    assert page.annotation_panel.decisions.table.hasFocus()
    assert not page.annotation_panel.strip.buttons["role_agent"].isVisibleTo(page.annotation_panel.strip)
    assert _says(page) == ["undecided", "edited"]
    press(page, "Ctrl+Z")
    assert _says(page)[1] == "undecided", "undo reaches what was edited"
    press(page, "e")
    page.annotation_editor._opened_at -= 9
    press(page, "Return")
    assert _message(page).endswith("press again to finalize anyway"), "Return finalizes, too"


def test_looking_at_the_gold_standard_keeps_nothing(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    _go(page, 2, qtbot)
    press(page, "e")
    frame_editor = present(page.annotation_editor.frame_editor)
    assert (frame_editor.annotation.hypothesis, frame_editor.annotation.alignment) == (ANA.hypothesis, ANA.alignment)
    assert page.annotation_panel.state.text() == "gold standard: not started"
    assert _saved(path, "3") is None
    press(page, "Delete")
    assert present(_saved(path, "3")).hypothesis == (), "the first edit begins with the frames that all have"


def test_the_reference_that_several_finished_is_opened(window: MainWindow, tmp_path: Path) -> None:
    _adjudicating(window, _project(tmp_path / "refs.meantree", {"1": (ANA, BEN)}, references="qr"))
    assert window.annotation_editor.key == gold("1")


def test_annotating_and_adjudicating_are_states_of_one_page(page: MainWindow, qtbot: QtBot) -> None:
    press(page, "Ctrl+F9")
    assert page.annotation_panel.decisions.isHidden()
    assert present(page.annotation_editor.key).annotator == "eva"
    press(page, "Ctrl+Down")
    qtbot.waitUntil(lambda: page.annotation_editor.key is not None and _segment(page) == "2")
    press(page, "Ctrl+F9")
    assert (present(page.annotation_editor.key), _segment(page)) == (gold("2"), "2"), "the place stays"
    press(page, "F7 Ctrl+F9")
    assert page.annotation_panel.decisions.table.hasFocus(), "back, not off"
    for name in ("ana", "eva"):
        page.workspace.choose_annotator(name)
        assert page.annotation_panel.decisions.isHidden(), "another name ends it"


def test_blind_annotators_finish_first(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.set_rules(replace(project.rules, blind=True))
        project.assign({"ana": ["1"], "eva": ["1", "2"]})
    window.opener.open_paths([path])
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    type_text(window, "eva")
    press(window, "Return")
    assert "when you have finished your work: 2 translations left" in _message(window)
    assert window.annotation_panel.decisions.isHidden()
    window.annotation_panel.finalize_agreed()
    assert "translations are finalized when you have" in _message(window)
    window.annotation_panel.ask_adjudicator()
    type_text(window, "ana")
    press(window, "Return Ctrl+F9")
    qtbot.waitUntil(window.annotation_panel.decisions.table.hasFocus)


def test_there_may_be_nothing_to_adjudicate(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    assert "Adjudication needs a project" in window.annotation_panel.why_not.text()
    window.opener.open_paths([project_of(tmp_path / "one.meantree", corpus_of([[TEXT] * 2], "s", "r"))])
    window.workspace.choose_annotator("eva")
    qtbot.keyClick(window, Key.Key_F9, CTRL)
    assert "Nothing to adjudicate yet: no translation has been finished by two" in _message(window)
    assert not window.workspace.is_adjudicating
    press(window, "F7")
    window.annotation_pages._deciding.actions["settle"].trigger()
    assert window.annotation_panel.isVisible(), "a command of the menu shows the page first"
    window.annotation_pages._deciding.actions["settle"].trigger()
    assert _message(window).startswith("Nothing is adjudicated")


def test_a_translation_that_one_finished_is_not_opened(page: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.save(AnnotationKey("2", "s", "r", "ben"), replace(BEN, state=State.OPEN), "edit")
    for place in (0, 2):
        _go(page, place, qtbot)
        press(page, "1 s s")
    page.selection.select(1)
    qtbot.waitUntil(lambda: "has not been finished by two annotators" in page.annotation_panel.why_not.text())
    assert not any("Frames and links" in entry.title for entry in command_entries(page.command_lists))
    press(page, "Shift+PageDown")
    qtbot.waitUntil(lambda: page.annotation_editor.key == gold("3"))


@prepared
def five(window: MainWindow, folder: Path) -> None:
    """The page where five annotators finished the first translation, in a small window."""
    path = _project(folder / "two.meantree", WORK)
    with Project(path) as project:
        for name in ("cid", "dan", "fay"):
            project.save(AnnotationKey("1", "s", "r", name), BEN if name == "fay" else ANA, "edited")
    window.resize(1150, 650)
    _adjudicating(window, path)


def test_all_frames_of_an_annotator_stand_beside(five: MainWindow) -> None:
    editor = five.annotation_editor
    press(five, "Right")
    assert (editor.compared_name, present(editor.frame_editor).compared) == ("ana", ANA)
    press(five, "Left Left")
    assert editor.compared_name == "fay"
    press(five, "Right")
    assert present(editor.frame_editor).compared is None


def test_five_annotators_have_a_key_and_a_menu_entry_each(five: MainWindow, path: Path) -> None:
    strip, menu = five.annotation_panel.strip, five.menus["Annotate · Adjudication"]
    heads = [column.title for column in five.annotation_panel.decisions.model.columns]
    assert heads[3:] == ["1  ana", "2  ben", "3  cid", "4  dan", "5  fay", "Gold standard"]
    if strip.isHidden():
        press(five, "Shift+K")
    assert strip.isVisible()
    press(five, "5")
    assert _saved(path, "1") is not None, "the fifth key takes"
    taken = [strip.buttons[f"take_{which}"].isHidden() for which in ("fourth", "fifth", "sixth")]
    assert taken == [False, False, True]
    press(five, "a 4")
    assert _saved(path, "1") == ALL_OF_ANA
    press(five, "6")
    assert _message(five) == "There are 5 annotators"
    actions = five.annotation_pages._deciding.actions
    held = {name for name, action in actions.items() if action.autoRepeat()}
    assert held.isdisjoint({"take_first", "take_none", "take_all_first", "settle"}), "as each moves on"
    menu.aboutToShow.emit()
    taking = [
        name
        for name in actions
        if name.startswith("take_") and name not in ("take_none", "take_equal") and actions[name].isVisible()
    ]
    assert taking == [
        f"take_{all_}{which}" for all_ in ("", "all_") for which in ("first", "second", "third", "fourth", "fifth")
    ]
    menu.aboutToHide.emit()


def test_whose_work_is_compared_is_chosen(five: MainWindow, path: Path, qtbot: QtBot) -> None:
    def choose() -> None:
        dialog = five.annotation_panel.findChild(ComparedDialog)
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
    press(five, "c")
    qtbot.waitUntil(lambda: list(_adjudication(five).names) == ["dan", "fay"])
    assert "1 translation, 0 finalized" in _title(five)
    five.projects.open(path)
    press(five, "Ctrl+F9")
    qtbot.waitUntil(lambda: list(_adjudication(five).names) == ["dan", "fay"])


def test_finalized_translations_are_skipped_or_visited(page: MainWindow, qtbot: QtBot) -> None:
    for place in (0, 1):
        _go(page, place, qtbot)
        press(page, "a 1 s")
    qtbot.waitUntil(lambda: _segment(page) == "3")
    assert _message(page) == "2 · s: finalized. 1 translation left to adjudicate."
    press(page, "PageUp")
    assert _segment(page) == "3"
    press(page, "Shift+PageUp")
    qtbot.waitUntil(lambda: _segment(page) == "2")
    assert _message(page) == "1 translation left to adjudicate.", "finalized ones are not left"
    page.annotation_panel.texts.setFocus()
    press(page, "Shift+PageUp")
    qtbot.waitUntil(lambda: _segment(page) == "1")
    press(page, "Shift+PageDown")
    qtbot.waitUntil(lambda: _segment(page) == "2")
    press(page, "Escape u")
    _go(page, 2, qtbot)
    press(page, "PageDown")
    qtbot.waitUntil(lambda: _segment(page) == "2")


def test_the_key_that_edits_deletes_nothing_when_pressed_twice(page: MainWindow, path: Path) -> None:
    press(page, "1 1")
    assert _saved(path, "1") == ALL_OF_ANA
    press(page, "e e")
    assert _saved(path, "1") == ALL_OF_ANA
    assert _segment(page) == "1"
    assert _message(page) == capitalised(DELETES_FRAMES)
    press(page, "e")
    assert present(_saved(path, "1")).hypothesis == ()


THEIRS = replace(ANA, reference=BEN.hypothesis)
"""Ben's, where he differs from Ana in the reference alone."""


def test_a_reference_frame_decided_for_one_translation_is_decided_for_all(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    page = _adjudicating(window, _project(tmp_path / "two.meantree", dict.fromkeys("12", (ANA, THEIRS)), "st"))
    assert [(row[0], row[-1]) for row in _rows(page)] == [
        ("R", "undecided; 2 links wait for it"),
        ("R", "undecided"),
    ]
    press(page, "2")
    _go(page, 0, qtbot, "t")
    assert _says(page) == ["as ben, decided for s", "undecided"]
    press(page, "0")
    assert _adjudication(page).undecided == 0
    assert page.annotation_panel.message.text().endswith("everything is decided; S finalizes")
    _go(page, 0, qtbot)
    assert _adjudication(page).undecided == 0
    press(page, "Ctrl+Z")
    assert (_place(page), _adjudication(page).undecided) == (("1", "t"), 1)


def test_a_link_whose_words_were_decided_otherwise_in_the_reference_is_undecided(
    window: MainWindow, tmp_path: Path
) -> None:
    work = [
        annotation_of(f"1 patient=3-4{own} / 1 patient={words} / 0=0 0.0=0.0", State.DONE)
        for own, words in ((" agent=0", "4"), ("", "3-4"))
    ]
    _adjudicating(window, _project(tmp_path / "p.meantree", {"1": work}))
    decided = _adjudication(window)

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


def test_another_link_without_words_leaves_a_filler_that_is_not_linked_decided(
    window: MainWindow, tmp_path: Path
) -> None:
    """Ana's frame of the translation is taken, whose other link leads to words that Ben's reference has not."""
    work = [
        annotation_of(f"1 agent=0 patient=3-4 / 1 agent=0 patient={words} / 0=0 {link}", State.DONE)
        for words, link in (("4", "0.1=0.1"), ("3-4", "0.0=0.0"))
    ]
    _adjudicating(window, _project(tmp_path / "p.meantree", {"1": work}))
    decided = _adjudication(window)

    def link() -> str:
        return next(row.decision for row in decided.rows if row.about == "filler link: he")

    press(window, "1")
    assert link() == "as ana", "another one waits for R"
    press(window, "2")
    assert (link(), decided.undecided) == ("as ana", 0)


@pytest.mark.parametrize("order", ["12", "21"])
@pytest.mark.parametrize("linked", [True, False])
def test_a_link_waits_until_its_frame_of_the_reference_is_decided(
    window: MainWindow, tmp_path: Path, order: str, linked: bool
) -> None:
    """Whoever linked the frame, or did not: the row of the frame and those of its links agree."""
    found = {
        "1": annotation_of("1 agent=0 / 1 agent=0 / 0=0 0.0=0.0", State.DONE),
        "2": annotation_of("1 agent=0", State.DONE),
    }
    _adjudicating(window, _project(tmp_path / "p.meantree", {"1": [found[which] for which in order]}))
    press(window, str(order.index("1" if linked else "2") + 1))
    name = "ana" if (order == "12") is linked else "ben"
    links = ["waits for R" if linked else f"as {name}"] * 2
    waiting = "undecided; 2 links wait for it" if linked else "undecided"
    assert [row.decision for row in _adjudication(window).rows] == [f"as {name}", *links, waiting]


def test_links_that_all_agree_on_wait_in_the_row_of_the_reference(window: MainWindow, tmp_path: Path) -> None:
    work = [annotation_of(f"1 agent=0 / 1 agent=0{more} / 0=0 0.0=0.0", State.DONE) for more in (" patient=2", "")]
    _adjudicating(window, _project(tmp_path / "p.meantree", {"1": work}))
    decided = _adjudication(window)
    assert [(row.text, row.decision) for row in decided.rows] == [
        ("R", "undecided; 2 links wait for it"),
        ("R", "undecided"),
    ]
    assert decided.consequences() == "waiting for it: “gave” – “gave”, “he” – “he”"
    press(window, "1")
    assert (decided.undecided, decided.consequences()) == (0, "0 also unlinks “he” – “he”")


def test_k_removes_a_link_that_waits_for_the_reference(window: MainWindow, tmp_path: Path) -> None:
    work = [annotation_of(f"1 agent=0{linked}", State.DONE) for linked in (" / 1 agent=0 / 0=0 0.0=0.0", "")]
    path = _project(tmp_path / "p.meantree", {"1": work})
    _adjudicating(window, path)
    press(window, "1 Up Up Up e")

    def links_after(keys: str) -> list[str]:
        press(window, keys)
        return [row.decision for row in _adjudication(window).rows if "link" in row.about]

    assert links_after("Home k") == ["waits for R", "as ben"], "of the filler"
    assert links_after("Right k") == ["as ben", "as ben"], "of the frame"
    assert present(_saved(path, "1")).inactive == {}
    press(window, "k")
    assert "put the cursor of the reference" in _message(window).casefold()


def test_k_on_a_row_does_what_it_does_in_the_texts_or_says_why_not(window: MainWindow, tmp_path: Path) -> None:
    work = [annotation_of(f"1 agent=0{linked}", State.DONE) for linked in (" / 1 agent=0 / 0=0 0.0=0.0", "")]
    _adjudicating(window, _project(tmp_path / "p.meantree", {"1": work}))
    press(window, "k")
    assert "put the cursor of the hypothesis" in _message(window), "there is no frame yet"
    press(window, "1 Up k")
    assert [row.decision for row in _adjudication(window).rows if "link" in row.about] == ["waits for R", "as ben"]
    press(window, "k")
    assert "put the cursor of the reference" in _message(window)
    press(window, "Down 1")
    assert _says(window)[-1] == "as ana", "keys decide as before"


def test_who_reopens_a_locked_project_is_told_how_to_see_what_was_decided(page: MainWindow) -> None:
    press(page, "a 1 s a 1 s Shift+S")
    page.annotation_panel.adjudicate()
    page.selection.choose_translation("s", 0)
    wait_for(lambda: page.annotation_editor.key == AnnotationKey("1", "s", "r", "eva"))
    locked = "The gold standard of this translation is finalized by eva and locked; Ctrl+F9 shows what was decided"
    assert locked in _message(page)
    press(page, "Ctrl+F9")
    assert _says(page)[0] == "as ana"
    assert _message(page).endswith("are adjudicated; Shift+PgDown visits them.")


def test_adjudication_opens_at_what_is_looked_at(window: MainWindow, tmp_path: Path) -> None:
    window.opener.open_paths([_project(tmp_path / "two.meantree", dict.fromkeys("12", (ANA, BEN)), "st")])
    window.selection.choose_translation("t", 1)
    _begun(window)
    assert _place(window) == ("2", "t")


def test_rows_are_legible_after_the_appearance_changed(qapp: QApplication) -> None:
    theme.apply_theme(qapp, "light")
    columns = decision_columns(["ana"])
    row = Row(None, "H", "sang", "frame", {"ana": "no frame"}, "as ben")
    theme.apply_theme(qapp, "dark")
    colours = [cell.colour.name() for one in columns if isinstance(cell := one.shows(row), Cell) and cell.colour]
    palette = theme.current()
    theme.apply_theme(qapp, "light")
    assert colours == [palette.muted, palette.muted, palette.muted, palette.accent]


@pytest.mark.parametrize("place", [1, -1], ids=["contested", "the gold standard"])
def test_long_words_are_shortened_in_the_middle(place: int) -> None:
    words = "“he said to journalists that the plan would be presented”"
    column, row = decision_columns([])[place], Row(None, "T", words, "words", {}, words)
    assert column.cell(row).text == "“he said to journalists … would be presented”"
    assert list(present(column.tip_lines)(row)) == [words]


def test_edit_of_a_row_without_a_frame_touches_no_other_frame(window: MainWindow, tmp_path: Path) -> None:
    """The words of the predicate lie in a filler of a frame that all have."""
    agreed = annotation_of("1 agent=0 patient=3-4 / 1 agent=0 / 0=0 0.0=0.0", State.DONE)
    more = annotation_of("1 agent=0 patient=3-4; 4 / 1 agent=0 / 0=0 0.0=0.0", State.DONE)
    path = _project(tmp_path / "inside.meantree", {"1": (agreed, more)})
    page = _adjudicating(window, path)
    press(page, "e Delete")
    assert _saved(path, "1") is None, _message(page)
    press(page, "f")
    assert [one.predicate for one in present(_saved(path, "1")).hypothesis] == [(1, 2), (4, 5)]
