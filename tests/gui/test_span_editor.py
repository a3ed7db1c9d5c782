"""Error spans on the Annotate page by keys alone: MQM, ESA, undo, comments, omissions, both texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, say_who
from helpers.copied_windows import prepared
from helpers.corpora import corpus_of
from helpers.projects import project_of
from helpers.windows import NONE, cells, filter_segments, present, press, type_keys
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Origin, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, MQM, Rules, parse_categories
from meantree.corpus.corpus import CHECK, Corpus, Rating, Segment, Text
from meantree.project.error_proposals import REPEATED, words_of
from meantree.project.file import Project
from meantree.project.gold_standard import errors_to_adjudicate
from meantree.project.splitting import split
from meantree_gui.palette import place_entries
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_marking import SpanMarking, category_letters
from meantree_gui.span_editor.span_panel import NO_TRANSLATION, error_line
from meantree_gui.state.scoring_run import Progress
from meantree_gui.team_dialog import TeamDialog
from meantree_gui.widgets.labels import isolated
from meantree_gui.window import MainWindow

Key = Qt.Key
TEXT = "The old man 😀 saw the bridge"


def _texts(rows: Sequence[Sequence[str | None]], systems: Sequence[str], references: str = "") -> Corpus:
    return corpus_of(rows, systems, references, document="d", source="老人看见了桥")


THREE = _texts([[TEXT, "رأى الرجل الجسر"]] * 3, "AB")


def _opened(window: MainWindow, path: Path, name: str = ANNOTATOR) -> MainWindow:
    window.workspace.open_project(path, lambda _project: "")
    say_who(window, name)
    return window


@prepared
def mqm(window: MainWindow, folder: Path) -> None:
    _opened(window, project_of(folder / "m.meantree", THREE, rules=Rules(protocol=MQM)))


@pytest.fixture
def esa(window: MainWindow, tmp_path: Path) -> MainWindow:
    return _opened(window, project_of(tmp_path / "e.meantree", THREE, rules=Rules(protocol=ESA)))


def _saved(window: MainWindow, segment: str = "d/0", system: str = "A") -> ErrorAnnotation:
    return present(window.workspace.project).error_annotation(ErrorKey(segment, system, ANNOTATOR)) or ErrorAnnotation()


def _words(error: MarkedError) -> list[str]:
    return [TEXT[place.start : place.end] for place in error.places]


def test_spans_are_marked_by_letters_severities_and_categories(mqm: MainWindow) -> None:
    type_keys(mqm, "o 2 m s Shift+Right Shift+Right 1 g")  # old, major, Mistranslation; saw the bridge, minor, Grammar
    first, second = _saved(mqm).marked
    assert (_words(first), first.severity, first.category) == (["old"], "major", "Accuracy/Mistranslation")
    assert (_words(second), second.severity, second.category) == (["saw the bridge"], "minor", "Fluency/Grammar")
    panel = mqm.annotation_panel.spans
    assert panel.errors.count() == 2
    assert "2 errors" in mqm.annotation_panel.state.text()
    type_keys(mqm, "Ctrl+Z")
    assert not _saved(mqm).marked[1].category
    type_keys(mqm, "Return")
    assert "no category" in mqm.annotation_panel.message.text()
    type_keys(mqm, "Ctrl+Z Return")
    assert _saved(mqm).state is State.DONE
    assert mqm.selection.system == "B"
    assert mqm.workspace.annotations.states["d/0", "A"] is State.DONE


def test_one_key_leads_through_the_translations_of_all_segments(mqm: MainWindow) -> None:
    def here() -> tuple[int, str]:
        return mqm.selection.place, mqm.selection.system

    seen = []
    for key in ["Ctrl+Down"] * 6 + ["Ctrl+Up"] * 4:
        type_keys(mqm, key)
        seen.append(here())
    assert seen[:6] == [(0, "B"), (1, "A"), (1, "B"), (2, "A"), (2, "B"), (2, "B")]
    assert seen[6:] == [(2, "A"), (1, "B"), (1, "A"), (0, "B")]


def test_the_reference_is_shown_where_there_is_no_source(window: MainWindow, tmp_path: Path) -> None:
    translation, reference = {"A": Text(TEXT)}, {"r": Text("The old man saw the <bridge>")}
    segments = tuple(Segment(source or "none", "d", source, reference, translation) for source in ("", "桥"))
    path = project_of(tmp_path / "r.meantree", Corpus("r", segments, ("A",), ("r",)), rules=Rules(protocol=MQM))
    panel = _opened(window, path).annotation_panel.spans
    context = window.annotation_panel.context
    context.amount = "source"
    context.refresh()
    assert context.toPlainText().split("\n") == ["", "reference · r", "The old man saw the <bridge>", ""]
    assert (panel.titles["source"].isHidden(), panel.texts["source"].isHidden()) == (True, True)
    window.selection.select(1)
    assert (context.isHidden(), panel.texts["source"].isHidden()) == (True, False)


def test_omissions_parts_comments_and_characters(mqm: MainWindow) -> None:
    # something is missing, major: Omission; then the source; one character less: Th; Spelling; and bridge belongs to it
    type_keys(mqm, "- 2 o Tab Home Shift+Right - o Tab Home Alt+Left 1 s b + Escape Down , why Return")
    missing, omitted, spelled = _saved(mqm).marked
    assert (missing.missing, missing.places, missing.label) == (True, (), ("major", "accuracy/omission"))
    assert (omitted.missing, omitted.places) == (True, (Place("source", 0, 2),))
    assert (_words(spelled), spelled.comment) == (["Th", "bridge"], "why")
    type_keys(mqm, "Up Delete")
    assert len(_saved(mqm).marked) == 2
    type_keys(mqm, "Up / a")
    assert _saved(mqm).marked[0].category == "Accuracy/Addition"


def test_the_list_has_the_order_of_the_text_and_the_file_that_of_marking(mqm: MainWindow) -> None:
    """Of the translation first, then of the source; an omission that is at no word stands where [missing] does."""
    panel = mqm.annotation_panel.spans

    def words(lines: Sequence[str]) -> list[str]:
        return [
            line.partition("“\N{FIRST STRONG ISOLATE}")[2].partition("\N{POP DIRECTIONAL ISOLATE}")[0] for line in lines
        ]

    type_keys(mqm, "Tab Home 1 s Tab - 2 o End 1 s o 2 m Home 2 g")
    assert words([panel.errors.item(row).text() for row in range(5)]) == ["The", "old", "bridge", "", "老"]
    type_keys(mqm, "Down Down")
    assert panel.errors.currentRow() == 1
    type_keys(mqm, "1")
    assert [error.severity for error in _saved(mqm).marked] == ["minor", "major", "minor", "minor", "major"]
    type_keys(mqm, "Up Up")
    assert panel.errors.currentRow() == 4
    place = panel.errors.visualItemRect(panel.errors.item(2)).center()
    QTest.mouseClick(panel.errors.viewport(), Qt.MouseButton.LeftButton, pos=place)
    type_keys(mqm, "Delete")
    assert [_words(error)[:1] for error in _saved(mqm).marked][2:] == [["old"], ["The"]]


def test_a_missing_part_asks_first_for_its_severity_then_for_its_category(mqm: MainWindow) -> None:
    panel = mqm.annotation_panel.spans
    type_keys(mqm, "-")
    assert (panel.listing.text(), panel.asking.text()) == ("Severity? Press 1 minor, 2 major.", "Categories")
    type_keys(mqm, "2")
    assert (panel.listing.text(), panel.asking.text()) == ("Errors", "Category? Press its letter.")
    mqm.resize(900, 500)
    type_keys(mqm, "q Up")
    assert panel.categories.verticalScrollBar().value() > 0
    type_keys(mqm, "/ o - o")
    assert panel.categories.verticalScrollBar().value() == 0, "the next question begins at the first category"
    assert panel.listing.text().startswith("Severity?"), "letters are taken before digits, too"
    press(mqm, "1")
    assert [error.label for error in _saved(mqm).marked] == [
        ("major", "accuracy/omission"),
        ("minor", "accuracy/omission"),
    ]


def test_texts_from_right_to_left_keep_their_direction(window: MainWindow, tmp_path: Path) -> None:
    arabic = "WHO قالت إن الاتفاق جاهز."
    two = corpus_of([[arabic]] * 2, "A", "", document="d", source="שלום")
    _opened(window, project_of(tmp_path / "r.meantree", two, rules=Rules(protocol=MQM)))
    panel = window.annotation_panel.spans
    assert panel.texts["hypothesis"].document().firstBlock().textDirection() is Qt.LayoutDirection.RightToLeft
    context = window.annotation_panel.context
    context.amount = "all"
    context.refresh()
    after = context.document().find(arabic)
    assert after.block().textDirection() is Qt.LayoutDirection.RightToLeft
    type_keys(window, "Left 2 m")
    assert panel.errors.item(0).text().endswith("“\u2068قالت\u2069”")


def test_esa_asks_for_a_score_and_once_about_a_low_one(esa: MainWindow) -> None:
    panel = esa.annotation_panel.spans
    assert not panel.categories.isVisible()
    type_keys(esa, "Return")
    assert "score" in esa.annotation_panel.message.text()
    for refused in ("101", "61.5"):
        type_keys(esa, f"{refused} Return")
        assert f"“{refused}” is no score" in esa.annotation_panel.message.text()
        assert _saved(esa).score is None
    type_keys(esa, "60 Return")
    assert "no error is marked" in esa.annotation_panel.message.text()
    assert _saved(esa).state is State.OPEN
    type_keys(esa, "Return")
    assert (_saved(esa).score, _saved(esa).state) == (60, State.NOTHING)
    assert esa.selection.system == "B"
    type_keys(esa, "2 Return 55 Return")
    assert (_saved(esa, system="B").score, len(_saved(esa, system="B").errors)) == (55, 1)


def _finish(window: MainWindow, name: str, *errors: MarkedError) -> None:
    annotation = ErrorAnnotation(errors, state=State.DONE if errors else State.NOTHING)
    present(window.workspace.project).save_errors(ErrorKey("d/1", "A", name), annotation, "x")


OLD = MarkedError((Place("hypothesis", 4, 7),), "minor", "Style/Awkward")
MAN = MarkedError((Place("hypothesis", 8, 11),), "minor", "Other", "a man?")
BRIDGE = MarkedError((Place("hypothesis", 22, 28),), "major", "Accuracy/Addition")


def _propose(window: MainWindow, *errors: MarkedError) -> None:
    """Let a metric propose errors, and go to their translation."""
    _finish(window, "XCOMET 2", *errors)
    project = present(window.workspace.project)
    project.set_rules(replace(project.rules, suggestions=("XCOMET 2",)))
    window.selection.choose_translation("A", 1)


def test_all_who_suggest_an_error_are_named(mqm: MainWindow) -> None:
    marking = present(mqm.annotation_panel.spans.editor.marking)
    both = replace(OLD, by=f"{REPEATED}, XCOMET 2", origin=Origin.KEPT)
    assert "kept: marked so in another translation, suggested by XCOMET 2" in error_line(both, marking)
    found = replace(both, by="XCOMET 2, findings 1.0.0", finding="word.different: A word differs")
    assert "kept: compared with the reference, suggested by XCOMET 2 ·" in error_line(found, marking)


def test_proposals_are_kept_changed_and_rejected(mqm: MainWindow) -> None:
    _propose(mqm, OLD, MAN, BRIDGE)
    panel = mqm.annotation_panel.spans
    assert "suggested by XCOMET 2" in panel.errors.item(0).text()
    type_keys(mqm, "Down Return Down Delete Alt+Left Return")  # kept
    kept, rejected, changed = _saved(mqm, "d/1").marked
    assert (kept.origin, rejected.origin, changed.origin) == (Origin.KEPT, Origin.REJECTED, Origin.CHANGED)
    assert {error.by for error in (kept, rejected, changed)} == {"XCOMET 2"}
    assert (_words(kept), _words(changed), changed.suggested) == (["old"], ["bridg"], BRIDGE.places)
    assert len(_saved(mqm, "d/1").errors) == 2
    assert panel.errors.count() == 3
    assert [panel.errors.item(row).font().strikeOut() for row in range(3)] == [False, True, False]
    type_keys(mqm, "Return")
    assert _saved(mqm, "d/1").state is State.DONE


def test_marks_are_proposed_where_other_translations_have_the_same_words(window: MainWindow, tmp_path: Path) -> None:
    texts = _texts([[TEXT, "An old man saw the bridge", "My old man left the bridge"]], "ABC")
    rules = Rules(protocol=MQM, blind=True, repeats=True)
    _opened(window, project_of(tmp_path / "r.meantree", texts, rules=rules))
    panel = window.annotation_panel.spans
    type_keys(window, "o 1 a s 2 m b 2 m Return")  # old, saw and bridge in A
    rows = [panel.errors.item(n).text() for n in range(panel.errors.count())]
    assert [row.partition(" · ")[0] for row in rows] == ["minor", "major", "major"]
    assert all(row.endswith("marked so in another translation") for row in rows)
    type_keys(window, "Space 2")  # old, as major
    assert panel.errors.item(0).text().endswith("changed: marked so in another translation")
    (old,) = _saved(window, system="B").marked
    assert (old.places, old.severity, old.by, old.origin) == (
        (Place("hypothesis", 3, 6),),
        "major",
        REPEATED,
        Origin.CHANGED,
    )
    type_keys(window, "Return")  # the others are ignored, which speaks against them
    assert (_saved(window, system="B").state, window.selection.system) == (State.DONE, "C")
    assert ["old" in row.text() for row in map(panel.errors.item, range(panel.errors.count()))] == [True]


def test_an_error_gets_other_and_further_words_by_keys(mqm: MainWindow) -> None:
    _propose(mqm, BRIDGE)
    # old and man; then old gets other words; bridge is a proposal, whose words man gets, too
    type_keys(mqm, "o 2 m m 1 g Down s . Up Up +")
    first, second = _saved(mqm, "d/1").marked
    assert (_words(first), _words(second)) == (["saw"], ["man", "bridge"])


WIDER = replace(OLD, places=(Place("hypothesis", 4, 11),))


@pytest.mark.parametrize(
    ("proposed", "keys", "marked"),
    [
        ((OLD, BRIDGE), "Down Shift+Right Space", [(Origin.CHANGED, ["old man"], OLD.places)]),
        ((OLD, BRIDGE), "Shift+Space", [(Origin.KEPT, ["old"], ()), (Origin.KEPT, ["bridge"], ())]),
        ((OLD, WIDER), "o Delete Delete", [(Origin.REJECTED, ["old"], ()), (Origin.REJECTED, ["old man"], ())]),
        ((OLD,), "Down Alt+Left Space 2 Delete", [(Origin.REJECTED, ["old"], ())]),
        ((OLD, MAN), "Down Delete Delete", [(Origin.REJECTED, ["old"], ()), (Origin.REJECTED, ["man"], ())]),
        ((OLD, MAN), "m Delete Delete", [(Origin.REJECTED, ["man"], ()), (Origin.REJECTED, ["old"], ())]),
        ((OLD,), "Down Delete Down Delete", [(Origin.REJECTED, ["old"], ())]),
        ((OLD,), "Down Delete Delete Down Space", [(Origin.KEPT, ["old"], ())]),
        ((OLD, MAN), "Down Delete Ctrl+Z Space", [(Origin.KEPT, ["old"], ())]),
    ],
    ids=[
        *("other words", "all at once", "below the cursor", "changed before"),
        *("one after the other", "the first one last", "already", "taken back", "undone"),
    ],
)
def test_keys_decide_on_proposals(
    mqm: MainWindow, proposed: tuple[MarkedError, ...], keys: str, marked: list[tuple[object, ...]]
) -> None:
    _propose(mqm, *(replace(error, comment="Odd", finding="word.different: It differs") for error in proposed))
    type_keys(mqm, keys)
    found = _saved(mqm, "d/1").marked
    assert {error.comment for error in found} == {""}, "what a finding says is shown, and no comment of the annotator"
    rows = map(mqm.annotation_panel.spans.errors.item, range(len(proposed)))
    assert [row.text().count("It differs") for row in rows] == [1] * len(proposed)
    assert [(error.origin, _words(error), error.suggested) for error in found] == marked
    assert {error.comment for error in found} <= {""}, "what a tool says is no comment of who decides"
    assert {(error.by, error.severity) for error in found if error.origin is Origin.REJECTED} <= {("XCOMET 2", "minor")}


def test_who_must_not_see_scores_sees_no_mqm(mqm: MainWindow) -> None:
    project = present(mqm.workspace.project)
    type_keys(mqm, "o 2 m")
    assert "MQM −5" in mqm.annotation_panel.state.text()
    project.set_rules(replace(project.rules, scores=False))
    mqm.annotation_pages.follow_rules()
    type_keys(mqm, "b 3 Return")
    mqm.selection.choose_translation("A", 0)
    assert "MQM" not in mqm.annotation_panel.state.text()
    assert mqm.segments.model.column_of("rating:mqm") < 0


def test_the_labels_used_have_a_digit_each(mqm: MainWindow) -> None:
    type_keys(mqm, "o 2 m m 1 o b 3")
    assert [error.label for error in _saved(mqm, "d/0").errors] == [
        ("major", "accuracy/mistranslation"),
        ("minor", "accuracy/omission"),
        ("major", "accuracy/mistranslation"),
    ]
    type_keys(mqm, "Up 4 - 3")
    assert [error.label[0] for error in _saved(mqm, "d/0").errors] == ["major", "minor", "minor", "major"]
    rows = [mqm.annotation_panel.spans.categories.item(row).text() for row in range(3)]
    assert any("(key 3: major)" in row for row in rows), "no count"
    type_keys(mqm, "t 9")
    assert "severities are" in mqm.annotation_panel.message.text()
    mqm.workspace.choose_annotator("eva")
    type_keys(mqm, "t 3")
    assert "severities are" in mqm.annotation_panel.message.text(), "nobody has the labels of others"


@pytest.mark.parametrize(
    ("keys", "categories"),
    [
        # Major Mistranslation, minor Omission, corrected from minor Fluency and major Omission, and twice minor
        # Addition; the first is given up.
        (
            "o 2 m m 1 f Up / o Up 2 1 Return b 1 a s 1 a Return Ctrl+Up Ctrl+Up o Delete",
            ["Mistranslation", "Omission", "Addition"],
        ),
        ("o 1 s Delete Ctrl+Z Return b 2 m Return", ["Spelling", "Mistranslation"]),
        ("o 1 s Ctrl+Down b 2 m Ctrl+Up Return", ["Spelling"]),
        ("o 1 s Return Ctrl+Z Ctrl+Z Ctrl+Z b 2 m Return", ["Spelling", "Mistranslation"]),
    ],
    ids=["corrected and given up", "undone", "in two translations at once", "undone, then another one"],
)
def test_digits_keep_their_labels_when_the_project_is_opened_again(
    mqm: MainWindow, keys: str, categories: list[str]
) -> None:
    type_keys(mqm, keys)
    editor = mqm.annotation_panel.spans.editor
    before = present(editor.marking).labels
    assert [category.rpartition("/")[2] for _, category in before] == categories
    editor.leave()
    editor.load()
    assert present(editor.marking).labels == before


def test_what_annotators_marked_is_adjudicated_and_locked(mqm: MainWindow) -> None:
    project = present(mqm.workspace.project)
    _finish(mqm, "ana", OLD, BRIDGE)
    _finish(mqm, "ben", OLD)
    mqm.annotation_panel.adjudicate()
    assert (mqm.selection.system, mqm.selection.place) == ("A", 1)
    panel, gold = mqm.annotation_panel.spans, ErrorKey("d/1", "A", "gold")
    assert "kept: suggested by ana, ben" in panel.errors.item(0).text()
    assert [row[-1] for row in cells(panel.decisions.model)] == ["undecided"]
    press(mqm, "s")
    assert "1 undecided" in mqm.annotation_panel.message.text()
    press(mqm, "1 s")
    saved = present(project.error_annotation(gold))
    assert [(error.origin, error.by) for error in saved.marked] == [(Origin.KEPT, "ana, ben"), (Origin.KEPT, "ana")]
    assert saved.finalized_by == ANNOTATOR
    assert errors_to_adjudicate(project) == {ErrorKey("d/1", "A", "gold"): ANNOTATOR}
    mqm.selection.choose_translation("A", 1)
    press(mqm, "0")
    assert "Finalized by" in mqm.annotation_panel.message.text()
    press(mqm, "e t 1")
    assert "finalized this" in mqm.annotation_panel.message.text()
    press(mqm, "Escape u e t 1")
    assert len((project.error_annotation(gold) or saved).marked) == 3


def test_each_part_of_an_error_is_decided_by_one_key_and_the_next_row_comes(mqm: MainWindow) -> None:
    _finish(mqm, "ana", OLD, BRIDGE)
    _finish(mqm, "ben", replace(WIDER, severity="major"))
    mqm.annotation_panel.adjudicate()
    panel = mqm.annotation_panel.spans
    assert [row[1].strip() for row in cells(panel.decisions.model)][1:3] == ["words", "severity"]
    press(mqm, "1")
    assert panel.editor.adjudication.place == 3, "the next error, as the parts of this one are ana's now"
    press(mqm, "0 Up 2")
    (error,) = present(present(mqm.workspace.project).error_annotation(ErrorKey("d/1", "A", "gold"))).errors
    assert (error.places, error.severity) == (OLD.places, "major")
    assert [row[-1] for row in cells(panel.decisions.model)] == ["edited", "as ana", "as ben", "no error"]
    press(mqm, "s")
    assert panel.editor.adjudication.progress == "1 translation, 1 finalized"


def test_undo_while_adjudicating_concerns_gold_alone(mqm: MainWindow) -> None:
    project = present(mqm.workspace.project)
    _finish(mqm, "ana", OLD, BRIDGE)
    _finish(mqm, "ben", OLD)
    type_keys(mqm, "t 1")
    mine = project.error_annotations(ANNOTATOR)
    assert mine
    mqm.annotation_panel.adjudicate()
    gold = ErrorKey("d/1", "A", "gold")
    press(mqm, "1 s Ctrl+Z")
    kept, adjudication = present(project.error_annotation(gold)), mqm.annotation_panel.adjudication
    assert (kept.state, len(kept.marked)) == (State.OPEN, 2)
    assert adjudication.progress == "1 translation, 0 finalized"
    mqm.annotation_pages.take_step("redo")
    assert adjudication.progress == "1 translation, 1 finalized"
    mqm.annotation_pages.take_step("undo")
    type_keys(mqm, "Ctrl+Z")
    assert not (project.error_annotation(gold) or ErrorAnnotation()).marked
    assert project.error_annotations(ANNOTATOR) == mine


def test_annotators_stand_side_by_side_and_what_all_agree_on_is_finalized(mqm: MainWindow) -> None:
    project, panel = present(mqm.workspace.project), mqm.annotation_panel.spans
    for name in ("ana", "ben"):
        _finish(mqm, name, OLD)
        project.save_errors(ErrorKey("d/2", "A", name), ErrorAnnotation(state=State.NOTHING), "x")
        project.save_errors(ErrorKey("d/2", "B", name), ErrorAnnotation((BARE[0],), state=State.DONE), "x")
    _finish(mqm, "eva", OLD, BRIDGE)
    mqm.annotation_panel.adjudicate()
    assert [label.text() for label, _ in panel.translations.others] == [
        "ana · done · 1 error",
        "ben · done · 1 error",
        "eva · done · 2 errors",
    ]
    panel.editor.adjudication.finalize_ready()
    told = "Finalized 1 translation with nothing left to decide; 1 left, about which S asks"
    assert mqm.annotation_panel.message.text().startswith(told)
    press(mqm, "Ctrl+Z Ctrl+Y")
    assert "finalized by " in mqm.annotation_panel.message.text()
    finalized = {("d/1", "A"): "", ("d/2", "A"): ANNOTATOR, ("d/2", "B"): ""}
    assert errors_to_adjudicate(project) == {ErrorKey(*key, "gold"): by for key, by in finalized.items()}


def test_all_translations_of_a_segment_are_shown(mqm: MainWindow) -> None:
    project, panel = present(mqm.workspace.project), mqm.annotation_panel.spans
    project.set_rules(replace(project.rules, side_by_side=True, blind=True))
    type_keys(mqm, "o 2 m Return")  # the next one is B's
    assert [text.toPlainText() for _, text in panel.translations.others] == [TEXT]
    assert panel.translations.others[0][0].text() == "1 · done · 1 error"
    assert panel.titles["hypothesis"].text() == "▸ 2 · open"
    type_keys(mqm, "Ctrl+Up")
    assert mqm.selection.system == "A"
    panel.translations.chosen.emit("B")
    assert panel.editor.key == ErrorKey("d/0", "B", ANNOTATOR)
    type_keys(mqm, 5 * "Return ")
    assert mqm.annotation_panel.message.text() == "d/2 · B: no error (undo reopens it); all translations are done"


def test_a_selection_that_grows_by_words_ends_with_a_word() -> None:
    cursor = SpanCursor({"hypothesis": TEXT, "source": ""}).nudged(1, 2)
    assert cursor.place == Place("hypothesis", 1, 5)  # “he o”
    assert cursor.moved(1, extend=True).place == Place("hypothesis", 1, len("The old"))
    assert cursor.at(99, extend=True).place == Place("hypothesis", 1, len(TEXT))


def test_why_an_edit_was_not_saved_stands_until_one_is(mqm: MainWindow, tmp_path: Path) -> None:
    path, away = tmp_path / "m.meantree", tmp_path / "away"
    path.rename(away)
    type_keys(mqm, "1 a Right")
    assert "moved, deleted or replaced" in mqm.annotation_panel.message.text()
    away.rename(path)
    type_keys(mqm, "Home 1")
    assert not mqm.annotation_panel.message.text()
    assert [_words(error) for error in _saved(mqm).errors] == [["The"]]


def test_the_list_does_not_tell_a_check_from_other_translations(window: MainWindow, tmp_path: Path) -> None:
    planted = TEXT.replace("old", "young")
    texts = _texts([[TEXT, "An old man", None], [TEXT, "An old man", planted]], ("A", "B", CHECK))
    path = project_of(tmp_path / "c.meantree", texts, rules=Rules(protocol=MQM, blind=True))
    with Project(path) as project:
        project.add_errors({ErrorKey("d/1", CHECK, CHECK): ErrorAnnotation()})
        project.assign({ANNOTATOR: ["d/0", "d/1"]})
        for key, system, marked, comment in (("d/0", "A", (OLD,), ""), ("d/1", CHECK, (OLD, MAN), "c")):
            annotation = ErrorAnnotation(marked, state=State.DONE, comment=comment)
            project.save_errors(ErrorKey(key, system, ANNOTATOR), annotation, "marked")
    _opened(window, path)
    model, panel = window.segments.model, window.annotation_panel.spans
    columns = {column.key: column for column in model.columns}
    shown = [(TEXT, "1", "done", "7"), (planted, "2", "done", "7")]

    def listed() -> list[tuple[str, ...]]:
        keys = "hypothesis", "errors", "state", "length"
        return [tuple(model.text(place, columns[key]) for key in keys) for place in range(2)]

    def found(line: str) -> list[int]:
        filter_segments(window, line)
        return [int(place) for place in window.filtering.places]

    def seen() -> tuple[object, ...]:
        found_there = found("errors = 2"), found("state:done errors > 1"), found("hyp:young"), found("comment:c")
        filter_segments(window, "")
        return listed(), found_there

    expected = shown, ([1], [1], [1], [1])
    window.selection.choose_translation("A", 0)
    assert seen() == expected
    window.selection.select(1)
    assert (window.selection.system, panel.texts["hypothesis"].isVisible()) == (CHECK, True)
    assert seen() == expected
    window.selection.select(0)
    assert window.selection.system in "AB"


def test_nothing_tells_a_check_from_its_neighbours_in_the_context_and_on_the_way(
    window: MainWindow, tmp_path: Path
) -> None:
    """The second segment has a check of A, the third one of B."""
    rows: list[list[str | None]] = [["A0", "B0", None], ["A1", "B1", "A1!"], ["A2", "B2", "B2!"], ["A3", "B3", None]]
    rules = Rules(protocol=MQM, blind=True, by_segment=False)
    path = project_of(tmp_path / "c.meantree", _texts(rows, ("A", "B", CHECK)), rules=rules)
    with Project(path) as project:
        project.add_errors({ErrorKey(f"d/{place}", CHECK, CHECK): ErrorAnnotation() for place in (1, 2)})
    _opened(window, path)
    context, seen, told = window.annotation_panel.context, list[str](), list[str]()
    context.amount = "all"
    for _translation in range(8):
        context.refresh()
        lines = context.toPlainText().split("\n")
        shown = present(window.selection.segment).hypotheses[window.selection.system].text
        around = {where: lines[lines.index(where) + 1] for where in ("before", "after") if where in lines}
        seen.append(" ".join(filter(None, (around.get("before"), shown, around.get("after")))))
        type_keys(window, "Return")
        told.append(window.annotation_panel.message.text())
    assert seen == ["A0 A1!", "A0 A1! A2", "A1! A2 A3", "A2 A3", "B0 B1", "B0 B1 B2!", "B1 B2! B3", "B2! B3"]
    assert ["going on" in message for message in told] == [False] * 3 + [True] + [False] * 4


PLANTED = Place("hypothesis", 4, 9)
"""The word “young” of a check."""


def _with_check(folder: Path, rules: Rules, *, is_finished: bool = True) -> Path:
    """Return a project whose second segment has a check of A, which ana and ben did or have still to do."""
    texts = _texts([[TEXT, "An old man", None], [TEXT, "An old man", TEXT.replace("old", "young")]], ("A", "B", CHECK))
    path = project_of(folder / "c.meantree", texts, rules=rules)
    known = ErrorAnnotation((MarkedError((PLANTED,), "major", "opposite.different"),), state=State.DONE)
    with Project(path) as project:
        project.add_errors({ErrorKey("d/1", CHECK, CHECK): known})
        project.assign({name: ["d/0", "d/1"] for name in ("ana", "ben")})
        for name, place in (("ana", PLANTED), ("ben", Place("hypothesis", 0, 3))):
            for segment, system in (("d/0", "A"), ("d/0", "B"), ("d/1", "B"), ("d/1", CHECK)) * is_finished:
                error = replace(OLD, places=(place,)) if system == CHECK else OLD
                done = ErrorAnnotation((error,), state=State.DONE)
                project.save_errors(ErrorKey(segment, system, name), done, "done")
    return path


def _said(window: MainWindow, line: str = "") -> str:
    """Return all that the annotation page, the list and the status bar show."""
    filter_segments(window, line)
    panel, model = window.annotation_panel, window.segments.model
    panel.context.amount = "all"
    panel.context.refresh()
    cells_shown = (model.text(place, column) for place in range(2) for column in model.columns)
    labels = (label.text() for label in window.findChildren(QLabel) if label.isVisible())
    return "\n".join((*labels, panel.context.toPlainText(), *cells_shown))


@pytest.mark.parametrize(("name", "noticed"), [("ana", "noticed"), ("ben", "not noticed")])
def test_who_leads_sees_which_translation_is_a_check_and_what_was_planted(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, name: str, noticed: str
) -> None:
    window.workspace.open_project(_with_check(tmp_path, Rules(protocol=MQM, blind=True)), lambda _project: "")
    for _again in range(2):
        window.team.visit(name)
    window.selection.choose_translation("A", 0)
    first = _said(window)
    assert ("after · attention check of A" in first, "planted" in first) == (True, False)
    assert "attention check of A: The young man" in first, "the row of the list"
    window.selection.select(1)
    panel = window.annotation_panel.spans
    assert window.annotation_panel.state.text().startswith("d/1 · attention check of A · ")
    assert panel.titles["hypothesis"].text().endswith(f"planted: {isolated('“young”')}, {noticed}")
    window.selection.choose_translation("B", 1)
    assert "planted" not in _said(window)
    window.team.show(present(window.workspace.project))
    people = present(window.findChild(TeamDialog)).view.people
    qtbot.waitUntil(lambda: [row[-1] for row in people.rows] == ["1 of 1", "0 of 1"], timeout=20_000)
    done, assigned = people.rows[0][1:3]
    line = f"{done} of {assigned} translations done · {done} today"  # without checks in both
    qtbot.waitUntil(lambda: window.annotation_panel.progress.text().startswith(line))
    present(window.findChild(TeamDialog)).close()


@pytest.mark.parametrize(
    ("is_blind", "is_finished", "is_split", "whose"),
    [
        (True, False, False, ""),
        (True, True, False, ""),
        (True, True, False, "ben"),
        (False, False, False, ""),
        (False, False, False, "ben"),
        (False, True, False, "ben"),
        (True, True, True, ""),
    ],
)
def test_no_annotator_sees_which_translation_is_a_check(
    window: MainWindow, tmp_path: Path, *, is_blind: bool, is_finished: bool, is_split: bool, whose: str
) -> None:
    """Neither in their own work, nor in that of ``whose``, nor where letters stand for systems."""
    path = _with_check(tmp_path, Rules(protocol=MQM, blind=is_blind), is_finished=is_finished)
    path = split(path, tmp_path / "parts").files["ana"] if is_split else path
    _opened(window, path, "ana")
    if whose:
        window.team.visit(whose)
    if is_split:
        window.workspace.visitor = ""  # letters say nothing to whoever looks
        window.workspace.naming.follow()
    heads = set[int]()
    for place in (0, 1):
        for system in present(window.workspace.corpus).segments[place].hypotheses:
            window.selection.choose_translation(system, place)
            said = _said(window)
            assert ("attention" in said, "planted" in said, "noticed" in said) == (False,) * 3
            heads.add(window.annotation_panel.spans.head.count(" · "))
    assert len(heads) == 1, "a check has a name if others have"
    window.annotation_panel.progress.refresh()
    assert window.annotation_panel.progress.text().startswith(f"{4 * is_finished} of 4 translations done")


@pytest.mark.parametrize("by_segment", [True, False])
def test_a_part_shows_no_neighbour_of_a_letter_that_is_another_system_in_each_segment(
    window: MainWindow, tmp_path: Path, by_segment: bool
) -> None:
    rules = Rules(protocol=MQM, blind=True, by_segment=by_segment)
    path = project_of(tmp_path / "w.meantree", _texts([["A0", "B0"], ["A1", "B1"]], "AB"), rules=rules)
    with Project(path) as project:
        project.assign({ANNOTATOR: ["d/0", "d/1"]})
    _opened(window, split(path, tmp_path / "parts").files[ANNOTATOR])
    context = window.annotation_panel.context
    context.amount = "all"
    context.refresh()
    assert window.annotation_panel.spans.head.startswith("d/0 · A · ")
    assert ("after · source" in context.toPlainText(), "1" in context.toPlainText()) == (True, not by_segment)
    type_keys(window, "Return Return Return Return")
    assert window.annotation_panel.message.text().endswith("all translations of your segments are done")
    window.pages.open_titled("Compare")
    assert window.pages.shown == "Annotate", "letters are no systems"
    assert (
        window.page_bar.buttons.buttons()[0].toolTip().startswith("Letters stand for the systems of this part; merge")
    )


def test_a_segment_without_this_translation_has_nothing_to_annotate(window: MainWindow, tmp_path: Path) -> None:
    texts = _texts([[TEXT, None], [None, TEXT]], "AB")
    _opened(window, project_of(tmp_path / "c.meantree", texts, rules=Rules(protocol=MQM)))
    panel = window.annotation_panel.spans
    parts = panel.texts["source"], panel.texts["hypothesis"], panel.lists
    window.selection.select(1)
    assert ([part.isVisible() for part in (*parts, panel.score)], panel.head) == ([False] * 4, NO_TRANSLATION)
    window.selection.select(0)
    assert ([part.isVisible() for part in (*parts, panel.score)], panel.head != "") == ([True] * 3 + [False], True)


def test_with_attention_checks_every_translation_stands_alone(window: MainWindow, tmp_path: Path) -> None:
    texts = _texts([[TEXT, "An old man", "The young man"]], ("A", "B", CHECK))
    path = project_of(tmp_path / "c.meantree", texts, rules=Rules(protocol=MQM, side_by_side=True))
    with Project(path) as project:
        project.add_errors({ErrorKey("d/0", CHECK, CHECK): ErrorAnnotation()})
    _opened(window, path)
    view, title = window.annotation_panel.spans.translations, window.annotation_panel.spans.titles["hypothesis"]
    assert (view.others, title.text()) == ([], "▸ Translation")
    type_keys(window, "Return Return")
    assert window.selection.system == CHECK
    assert (view.others, title.text()) == ([], "▸ Translation")
    assert "attention" not in window.annotation_panel.state.text()
    assert present(window.workspace.corpus).systems == ("A", "B")


def test_blind_annotators_see_no_system_before_they_have_finished(mqm: MainWindow) -> None:
    project, pages, exported = present(mqm.workspace.project), mqm.pages, list[str]()
    mqm.exporter.errors.show = lambda error: exported.append(str(error))  # type: ignore[method-assign]
    project.set_rules(replace(project.rules, blind=True))
    type_keys(mqm, "o 2 m")
    mqm.workspace.naming.follow()
    running = Progress("A", "trees", 1, 1, 0, 6, 0.0, None, is_running=True)
    assert mqm.status.progress._description(running) == "Scoring a system · trees: 0 of 6"
    assert "system" not in mqm.status.where.text()
    inspect = mqm.page_bar.buttons.buttons()[0]
    assert (inspect.isEnabled(), "6 translations left" in inspect.toolTip()) == (False, True)
    pages.open_titled("Compare")
    assert pages.shown == "Annotate"
    assert not any(entry.title.startswith("System") for entry in place_entries(mqm.selection))
    mqm.exporter.export_scores()
    assert ["This project is blind" in message for message in exported] == [True]
    mqm.workspace.open_project(project.path, lambda _project: ANNOTATOR)
    assert present(mqm.scoring.table).problems == [], "not even that the texts of B are not English"
    pages.open_titled("Annotate")
    type_keys(mqm, 12 * "Return ")
    assert (inspect.isEnabled(), mqm.workspace.naming.why_not) == (True, "")
    pages.open_titled("Compare")
    assert pages.shown == "Systems"


def test_blind_projects_ask_for_the_annotator_before_they_name_systems(window: MainWindow, tmp_path: Path) -> None:
    path = project_of(tmp_path / "b.meantree", THREE, rules=Rules(protocol=MQM, blind=True))
    window.opener.open_paths([path])
    assert window.pages.shown == "Annotate"
    assert "enter your name first" in window.workspace.naming.why_not
    window.pages.open_titled("Inspect")
    assert window.pages.shown == "Annotate"
    say_who(window)
    assert window.workspace.naming.why_not
    window.opener.open_paths([project_of(tmp_path / "o.meantree", _texts([["a text"]], "A"))])  # with fewer segments
    assert (window.workspace.naming.why_not, window.segments.model.rowCount()) == ("", 1)
    window.workspace.open_project(path, lambda _project: ANNOTATOR)
    assert window.workspace.naming.why_not


def test_the_list_of_a_project_without_frames_shows_errors_rather_than_hmeant(
    window: MainWindow, tmp_path: Path
) -> None:
    texts, errors = (
        _texts([[TEXT] * 2], "A", "r"),
        {ErrorKey("d/0", "A", ANNOTATOR): ErrorAnnotation((OLD,), state=State.DONE)},
    )
    _opened(window, project_of(tmp_path / "r.meantree", texts, errors=errors, rules=Rules(protocol=MQM)))
    shown = {column.key: column.priority for column in window.segments.model.columns}
    assert (shown["hmeant"], shown["errors"], shown["rating:mqm"]) == (None, 3, 2)


def test_who_has_no_segments_annotates_blind_from_the_start(mqm: MainWindow) -> None:
    project, header = present(mqm.workspace.project), mqm.annotation_panel.state
    project.set_rules(replace(project.rules, blind=True))
    project.assign({"ben": ["d/0"]})
    mqm.workspace.open_project(project.path, lambda _project: ANNOTATOR)
    mqm.pages.open_titled("Annotate")
    assert mqm.workspace.naming.why_not == "", "it may be the lead, who sees everything elsewhere"
    assert ("d/0" in header.text(), " A " in header.text()) == (True, False)
    type_keys(mqm, "Return")
    assert (" A " in header.text(), " B " in header.text()) == (False, False)


def test_a_window_follows_a_project_that_becomes_blind(mqm: MainWindow) -> None:
    header = mqm.annotation_panel.state
    assert " A " in header.text()
    mqm.pages.open_titled("Inspect")
    with Project(present(mqm.workspace.project).path) as project:  # the lead's
        project.set_rules(replace(project.rules, blind=True))
    mqm.workspace.follow_changes()
    assert mqm.pages.shown == "Annotate"
    assert " A " not in header.text()


def test_a_rejected_suggestion_that_is_kept_asks_for_its_category(mqm: MainWindow) -> None:
    _propose(mqm, replace(OLD, category=""))
    type_keys(mqm, "Down Delete Up Space m")
    (error,) = _saved(mqm, "d/1").marked
    assert (error.origin, error.category) == (Origin.KEPT, "Accuracy/Mistranslation")


@pytest.mark.parametrize(
    ("keys", "more", "marked"),
    [
        ("Down Shift+Right", "Space", (Origin.CHANGED, ["old", "man"], "")),
        ("s 1 s", ", o Return", (Origin.OWN, ["saw"], "o")),
    ],
)
def test_work_goes_on_after_another_window_saved_something(
    mqm: MainWindow, keys: str, more: str, marked: tuple[object, ...]
) -> None:
    _propose(mqm, OLD)
    type_keys(mqm, keys)
    with Project(present(mqm.workspace.project).path) as project:
        project.save_errors(ErrorKey("d/0", "B", "ben"), ErrorAnnotation(state=State.NOTHING), "done")
    mqm.workspace.follow_changes()
    mqm.annotation_panel.spans.editor.load()
    type_keys(mqm, more)
    (error,) = _saved(mqm, "d/1").marked
    assert (error.origin, " ".join(_words(error)).split(), error.comment) == marked


def test_ctrl_goes_further_and_a_held_return_does_nothing(mqm: MainWindow) -> None:
    panel = mqm.annotation_panel.spans
    type_keys(mqm, "Ctrl+Right")
    assert present(panel.editor.marking).cursor.word == 5
    held = QKeyEvent(QEvent.Type.KeyPress, Key.Key_Return, NONE, "\r", autorep=True)
    QApplication.sendEvent(panel, held)
    assert panel.editor.key == ErrorKey("d/0", "A", ANNOTATOR)


def test_words_of_any_script_are_walked() -> None:
    assert [TEXT[slice(*word)] for word in words_of(TEXT)] == ["The", "old", "man", "😀", "saw", "the", "bridge"]
    assert len(words_of("老人看见了桥。")) == 7
    prices = "10,000.50, not 9.99."
    assert [prices[slice(*word)] for word in words_of(prices)] == ["10,000.50", ",", "not", "9.99", "."]
    cursor = SpanCursor({"hypothesis": TEXT, "source": ""})
    assert [cursor.nudged(0, step).place for step in (1, -1)] == [Place("hypothesis", 0, 5), Place("hypothesis", 0, 2)]
    assert cursor.moved(1).nudged(-1, 0).place == Place("hypothesis", 2, 7)
    assert cursor.jumped("t").word == 5
    assert cursor.switched().place is None
    place = Place("hypothesis", 5, 17)
    assert cursor.on(place).place == place


def test_each_category_has_one_letter() -> None:
    names = "\n".join(f"Group/{name}" for name in ("Style", "Spelling", "S", *(f"x{n}" for n in range(30))))
    letters = category_letters(parse_categories(names))
    assert len(letters) == 26
    assert [letters[letter].name for letter in "sp"] == ["Group/Style", "Group/Spelling"]


def _with_hands(window: MainWindow) -> tuple[Project, list[float]]:
    """Return the open project, and the seconds that the clock of the page shows, to be moved."""
    project, clock, hands = present(window.workspace.project), window.annotation_panel.clock, [0.0]
    clock.stop()
    clock.seconds = lambda: hands[0]
    clock.follow()
    return project, hands


def test_looking_at_a_finished_translation_is_no_work(mqm: MainWindow) -> None:
    project, hands = _with_hands(mqm)

    def seconds() -> dict[str, float]:
        return {visit.system: visit.seconds for visit in project.times(ANNOTATOR) if visit.segment == "d/0"}

    hands[0] += 20
    type_keys(mqm, "Return")
    assert seconds() == {"A": 20.0}
    mqm.selection.choose_translation("A", 0)
    hands[0] += 9
    mqm.selection.choose_translation("A", 1)
    assert seconds()["A"] == 20.0
    mqm.selection.choose_translation("A", 0)
    hands[0] += 5
    type_keys(mqm, "o 2 m")
    mqm.selection.choose_translation("A", 1)
    assert sum(visit.seconds for visit in project.times(ANNOTATOR) if visit.system == "A") == 25.0


def test_an_equal_translation_begins_with_the_same_errors(window: MainWindow, tmp_path: Path) -> None:
    texts = _texts([[TEXT, TEXT, f"{TEXT}."]], "ABC")
    _opened(window, project_of(tmp_path / "e.meantree", texts, rules=Rules(protocol=ESA)))
    panel = window.annotation_panel.spans
    type_keys(window, "o 2 , bad Return Return 40 Return")
    assert "begins with its errors and score" in window.annotation_panel.message.text()
    assert _saved(window, system="B") == ErrorAnnotation(), "nothing is saved before"
    type_keys(window, "Return")
    second = _saved(window, system="B")
    assert (second.score, second.state, [_words(error) for error in second.errors]) == (40, State.DONE, [["old"]])
    assert (present(panel.editor.marking).name, present(panel.editor.marking).annotation.marked) == ("C", ())


def test_what_was_asked_about_is_not_asked_again_in_an_equal_translation(window: MainWindow, tmp_path: Path) -> None:
    project = project_of(tmp_path / "e.meantree", _texts([[TEXT, TEXT]] * 2, "AB"), rules=Rules(protocol=ESA))
    _opened(window, project)
    type_keys(window, "= 40 Return")
    assert "but no error is marked" in window.annotation_panel.message.text()
    type_keys(window, "Return")
    assert "begins with its score" in window.annotation_panel.message.text()
    type_keys(window, "Return")
    assert _saved(window, system="B") == ErrorAnnotation(score=40, state=State.NOTHING)


BARE = tuple(replace(error, category="") for error in (OLD, BRIDGE))


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ((OLD, OLD), ["an error is marked twice alike"]),
        ((OLD, BRIDGE), []),
        ((OLD, BARE[1]), ["an error has no category"]),
        (BARE, ["2 errors have no category"]),
    ],
)
def test_errors_alike_or_without_a_label_are_overlooked(marked: tuple[MarkedError, ...], told: list[str]) -> None:
    cursor = SpanCursor({"hypothesis": TEXT, "source": ""})
    assert [*SpanMarking("A", ErrorAnnotation(marked), cursor, Rules(protocol=MQM)).oversights()] == told


def test_return_asks_about_the_next_error_without_a_category(mqm: MainWindow) -> None:
    _propose(mqm, *BARE)
    type_keys(mqm, "Shift+Space Return m Return")
    assert _saved(mqm, "d/1").state is State.OPEN
    type_keys(mqm, "m Return")
    assert {error.category for error in _saved(mqm, "d/1").errors} == {"Accuracy/Mistranslation"}
    assert _saved(mqm, "d/1").state is State.DONE


def test_who_comes_back_goes_on_after_the_last_translation(window: MainWindow, tmp_path: Path) -> None:
    done = {ErrorKey("d/1", "A", "ana"): ErrorAnnotation((OLD,), state=State.DONE)}
    _opened(window, project_of(tmp_path / "m.meantree", THREE, errors=done, rules=Rules(protocol=MQM)), "ana")
    assert window.annotation_panel.spans.editor.key == ErrorKey("d/1", "B", "ana")


def test_the_list_follows_from_a_check_to_that_of_another_system(window: MainWindow, tmp_path: Path) -> None:
    rows: list[list[str | None]] = [["A0", "B0", None], ["A1", "B1", "A1!"], ["A2", "B2", "B2!"]]
    path = project_of(tmp_path / "c.meantree", _texts(rows, ("A", "B", CHECK)), rules=Rules(protocol=MQM, blind=True))
    with Project(path) as project:
        project.add_errors({ErrorKey(f"d/{place}", CHECK, CHECK): ErrorAnnotation() for place in (1, 2)})
    _opened(window, path)
    window.selection.choose_translation(CHECK, 1)
    filter_segments(window, "hyp:b")
    assert window.filtering.places.tolist() == []
    window.selection.choose_translation(CHECK, 2)
    assert window.filtering.places.tolist() == [0, 1, 2]


def test_blind_annotators_see_no_ratings_that_came_with_the_texts(window: MainWindow, tmp_path: Path) -> None:
    rated = [[Rating("A", "da", 50.0, "r"), Rating("A", "mqm", -1.0, "r")]] * 2
    texts = corpus_of([[TEXT, None], [TEXT, "A man"]], ("A", CHECK), "", document="d", ratings=rated)
    path = project_of(tmp_path / "c.meantree", texts, rules=Rules(protocol=MQM, blind=True))
    with Project(path) as project:
        project.add_errors({ErrorKey("d/1", CHECK, CHECK): ErrorAnnotation()})
    _opened(window, path)
    shown = {"rating:da", "rating:mqm"}
    assert shown.isdisjoint(column.key for column in window.segments.model.columns)
    filter_segments(window, "da > 0")
    assert window.filtering.why_not == window.workspace.naming.why_not != ""
    filter_segments(window, "")
    type_keys(window, "Return Return Return")
    assert shown.issubset(column.key for column in window.segments.model.columns)


@pytest.mark.parametrize("is_split", [True, False])
def test_what_is_computed_from_texts_is_neither_filtered_nor_listed_for_blind_annotators(
    window: MainWindow, tmp_path: Path, is_split: bool
) -> None:
    texts = _texts([[TEXT, "A man", None, "He"], [TEXT, "A man", "A boy", "He"]], ("A", "B", CHECK), "r")
    path = project_of(tmp_path / "c.meantree", texts, rules=Rules(protocol=MQM, blind=True))
    with Project(path) as project:
        project.add_errors({ErrorKey("d/1", CHECK, CHECK): ErrorAnnotation()})
        project.assign({ANNOTATOR: ["d/0", "d/1"]})
    _opened(window, split(path, tmp_path / "parts").files[ANNOTATOR] if is_split else path)
    filtering, why_not = window.filtering, window.workspace.naming.why_not
    lines = ["finding:negation", "findings > 0", "certainty < 1", "hwcm > 0", "diff:hwcm > 0", "pattern { X [] }"]
    for line in lines:
        filter_segments(window, line)
        assert (filtering.why_not, len(filtering.places)) == (why_not, 2), line
    hidden = {"findings", "certainty", "hwcm", "Δhwcm"}
    assert why_not
    filter_segments(window, "hwcn > 0")
    assert filtering.why_not.startswith("no number is called 'hwcn'; there are length"), "nothing that is refused"
    assert hidden.isdisjoint(column.key for column in window.segments.model.columns)
    filter_segments(window, "length > 1 id:d/1")
    assert (filtering.why_not, len(filtering.places)) == ("", 1)
    filter_segments(window, "")
    type_keys(window, 4 * "Return ")
    is_open = hidden.issubset(column.key for column in window.segments.model.columns)
    assert is_open == (not is_split), "letters stay letters"
