"""What is being typed on error spans goes where it was meant to, whatever is chosen, saved or ruled meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QMenu
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, say_who
from helpers.copied_windows import prepared
from helpers.projects import project_of
from helpers.span_windows import KEY, MAN, OLD, THE, THREE, save_elsewhere, saved_errors
from helpers.windows import present, type_keys
from meantree.annotation.error_annotation import ErrorAnnotation
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import BOTH, ESA, MQM, Rules
from meantree.project.file import Project
from meantree_gui.annotating.comments import CommentsDialog
from meantree_gui.help_window import key_sections
from meantree_gui.palette import command_entries
from meantree_gui.window import MainWindow


@prepared
def mqm(window: MainWindow, folder: Path) -> None:
    """A window with three segments of two translations; two errors are marked in the first one, none is chosen."""
    errors = {KEY: ErrorAnnotation((THE, OLD))}
    project_of(folder / "m.meantree", THREE, errors=errors, rules=Rules(protocol=MQM))
    window.workspace.open_project(folder / "m.meantree", lambda _project: "")
    say_who(window)
    window.annotation_panel.spans.editor.choose_system("A")


def _offered(window: MainWindow) -> dict[str, list[str]]:
    """The commands in each part of the Annotate menu."""
    (whole := window.menus["Annotate"]).aboutToShow.emit()
    shown = {}
    for menu in (action.menu() for action in whole.actions() if action.isVisible()):
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        titles = [action.text().replace("&", "") for action in menu.actions() if action.isVisible()]
        shown[menu.title().replace("&", "")] = titles
        menu.aboutToHide.emit()
    return shown


def _click(view: QListWidget, row: int) -> None:
    place = view.visualItemRect(view.item(row)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def _elsewhere(window: MainWindow, change: Callable[[ErrorAnnotation], ErrorAnnotation]) -> None:
    """Change the errors of the first translation in another window of the same annotator."""
    save_elsewhere(window, change(saved_errors(window)))


def _first(annotation: ErrorAnnotation) -> ErrorAnnotation:
    return replace(annotation, marked=(MAN, *annotation.marked))


def _activate(window: MainWindow) -> None:
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def _comments(window: MainWindow) -> dict[int, str]:
    """Return the comments by the first character of their errors, -1 the whole translation."""
    saved = saved_errors(window)
    of_errors = {error.places[0].start: error.comment for error in saved.marked}
    return {place: text for place, text in {-1: saved.comment, **of_errors}.items() if text}


@pytest.mark.parametrize("turn", ["other window", "undo", "error", "text", "key", "segment", "name", "adjudication"])
def test_a_comment_stays_that_of_its_error(mqm: MainWindow, turn: str) -> None:
    project, spans = present(mqm.workspace.project), mqm.annotation_panel.spans
    for name, error in (("ana", OLD), ("ben", THE)):
        project.save_errors(replace(KEY, annotator=name), ErrorAnnotation((error,), state=State.DONE), "done")
    type_keys(mqm, ", general Return Down , why")
    if turn == "other window":
        _elsewhere(mqm, _first)
        _activate(mqm)
        type_keys(mqm, "Return")
    elif turn == "undo":
        mqm.annotation_pages.take_step("undo")
        type_keys(mqm, "Return")
    elif turn == "error":
        _click(spans.errors, 1)
        assert present(spans.editor.marking).chosen == 1
    elif turn == "text":
        QTest.mouseClick(spans.texts["hypothesis"].viewport(), Qt.MouseButton.LeftButton)
    elif turn == "key":
        type_keys(mqm, "Down")
    elif turn == "segment":
        _elsewhere(mqm, _first)
        mqm.selection.choose_translation("A", 1)
    elif turn == "name":
        mqm.workspace.choose_annotator("zoe")
    else:
        mqm.annotation_panel.adjudicate()
        assert mqm.workspace.is_adjudicating
    assert _comments(mqm) == ({0: "why"} if turn == "undo" else {-1: "general", 0: "why"})
    assert saved_errors(mqm).state is State.OPEN
    assert spans.comment.isHidden()


@pytest.mark.parametrize("place", [-1, 0])
def test_a_comment_is_saved_while_it_is_typed_in_one_step(mqm: MainWindow, qtbot: QtBot, place: int) -> None:
    field = mqm.annotation_panel.spans.comment
    field.pause.setInterval(1)
    type_keys(mqm, ", first Return" if place < 0 else "Down , first Return")
    type_keys(mqm, ",")
    for text in ("and", "second"):
        QTest.keyClicks(field.field, f" {text}")
        qtbot.waitUntil(partial(lambda end: _comments(mqm)[place].endswith(end), text))
    assert field.isVisible()
    type_keys(mqm, "Return")
    assert _comments(mqm) == {place: "first and second"}
    mqm.annotation_pages.take_step("undo")
    assert _comments(mqm) == {place: "first"}
    type_keys(mqm, ",")
    QTest.keyClicks(field.field, " of all")
    qtbot.waitUntil(lambda: _comments(mqm)[place].endswith("of all"))
    type_keys(mqm, "Escape")
    assert _comments(mqm) == {place: "first"}
    assert field.isHidden()
    type_keys(mqm, ",")
    QTest.keyClicks(field.field, " more")
    qtbot.waitUntil(lambda: _comments(mqm)[place].endswith("more"))
    theirs = replace(THE, comment="theirs"), OLD
    _elsewhere(mqm, lambda now: replace(now, comment="theirs") if place < 0 else replace(now, marked=theirs))
    type_keys(mqm, "Escape")
    assert _comments(mqm) == {place: "theirs"}
    assert field.isHidden()


def test_a_comment_that_cannot_be_saved_stays_in_its_field(mqm: MainWindow) -> None:
    spans = mqm.annotation_panel.spans
    type_keys(mqm, "Down , why")
    _elsewhere(mqm, _first)
    _click(spans.errors, 1)
    assert "review it" in mqm.annotation_panel.message.text()
    assert (_comments(mqm), spans.comment.field.toPlainText()) == ({}, "why")
    type_keys(mqm, "Return")
    assert _comments(mqm) == {0: "why"}
    type_keys(mqm, ", -not")  # The is chosen still
    _elsewhere(mqm, lambda now: replace(now, marked=(MAN, replace(THE, comment="theirs"))))
    type_keys(mqm, "Return Return")
    assert "“theirs” now" in mqm.annotation_panel.message.text()
    assert _comments(mqm) == {0: "theirs"}
    assert spans.comment.field.toPlainText() == "why-not"
    type_keys(mqm, "Escape")
    assert spans.comment.isHidden()


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_new_rules_hold_at_once(mqm: MainWindow, monkeypatch: pytest.MonkeyPatch, is_elsewhere: bool) -> None:
    spans = mqm.annotation_panel.spans

    def rule(change: Callable[[Rules], Rules]) -> None:
        def ask(project: Project, _parent: object) -> bool:
            project.set_rules(change(project.rules))
            return True

        if is_elsewhere:
            with Project(present(mqm.workspace.project).path) as other:
                ask(other, None)
            _activate(mqm)
        else:
            monkeypatch.setattr("meantree_gui.annotation_editor.annotation_panel.ask_rules", ask)
            mqm.annotation_panel.set_rules()

    rule(lambda rules: replace(rules, categories="Alpha: a\nBeta: b"))
    type_keys(mqm, "Down , why")
    project = present(mqm.workspace.project)
    project.save_errors(replace(KEY, annotator="tool"), ErrorAnnotation((MAN,), state=State.DONE), "done")
    rule(lambda rules: replace(rules, categories="Gamma: a\nDelta: b", severities=("neutral",), suggestions=("tool",)))
    assert spans.errors.count() == 3, "with the suggestion"
    assert spans.comment.field.toPlainText() == "why"
    type_keys(mqm, "Return m 2")
    assert "severities are" in mqm.annotation_panel.message.text()
    type_keys(mqm, "1 g")
    assert [(error.severity, error.category) for error in saved_errors(mqm).marked[2:]] == [("neutral", "Gamma")]
    assert _comments(mqm) == {0: "why"}
    rule(lambda rules: replace(rules, protocol=ESA))
    assert spans.score.isVisible()
    type_keys(mqm, "Return")
    assert saved_errors(mqm).state is State.OPEN, "a score is wanted"


def test_a_refused_key_concerns_the_same_error_again(mqm: MainWindow) -> None:
    type_keys(mqm, "Down /")
    _elsewhere(mqm, _first)
    type_keys(mqm, "m")
    assert "review it" in mqm.annotation_panel.message.text()
    type_keys(mqm, "m")
    assert [error.category for error in saved_errors(mqm).marked] == ["Other", "Accuracy/Mistranslation", "Other"]
    type_keys(mqm, "Down")
    _elsewhere(mqm, lambda now: replace(now, marked=now.marked[1:]))
    type_keys(mqm, "2 2")
    assert [(error.places, error.severity) for error in saved_errors(mqm).marked] == [
        (THE.places, "major"),
        (OLD.places, "minor"),
    ]


def test_a_score_being_typed_stays_in_its_field(mqm: MainWindow) -> None:
    project, spans = present(mqm.workspace.project), mqm.annotation_panel.spans
    project.set_rules(Rules(protocol=ESA))
    _activate(mqm)
    type_keys(mqm, "= 8")
    _elsewhere(mqm, _first)
    _activate(mqm)
    assert spans.errors.count() == 3
    type_keys(mqm, "5")
    _elsewhere(mqm, lambda now: replace(now, score=40.0))
    type_keys(mqm, "Return")
    assert "review it" in mqm.annotation_panel.message.text()
    assert (saved_errors(mqm).score, spans.score.slider.value(), spans.score.field.text()) == (40, 40, "85")
    type_keys(mqm, "0 Backspace Return")
    assert (saved_errors(mqm).score, saved_errors(mqm).state) == (85, State.DONE)
    assert spans.score.field.text() == "", "the next translation has none"
    type_keys(mqm, "= 7 Escape")
    assert spans.score.field.text() == ""


def test_other_words_are_given_to_the_error_used_last_alone(mqm: MainWindow) -> None:
    type_keys(mqm, "m . +")
    assert "Choose an error first" in mqm.annotation_panel.message.text()
    assert saved_errors(mqm).marked == (THE, OLD)
    type_keys(mqm, "Down m")  # The was chosen
    _elsewhere(mqm, lambda now: replace(now, marked=(*now.marked, replace(MAN, severity="major"))))
    type_keys(mqm, "+")
    assert "review it" in mqm.annotation_panel.message.text()
    type_keys(mqm, "+")
    assert [error.places for error in saved_errors(mqm).marked] == [THE.places + MAN.places, OLD.places, MAN.places]


def test_the_menu_has_commands_on_frames_only_while_frames_are_annotated(mqm: MainWindow) -> None:
    in_spans = _offered(mqm)
    assert in_spans.keys().isdisjoint({"Role", "Role in both texts", "Frames and links", "Span", "State", "Move"})
    assert "All comments …" in in_spans["Show"]
    assert "What this role means …" not in in_spans["Show"]
    (guidelines,) = (
        action for commands in mqm.command_lists for command, action in commands if command.name == "show_guidelines"
    )
    assert guidelines.shortcut().toString() == "?", "the key of both pages"
    assert not any("Role" in entry.title for entry in command_entries(mqm.command_lists))
    project = present(mqm.workspace.project)
    project.set_rules(replace(project.rules, protocol=BOTH))
    in_frames = _offered(mqm)
    assert {"Role", "Frames and links", "Span", "State"} <= set(in_frames)
    assert "What this role means …" in in_frames["Show"]
    of_pictures = {"Finding", "Heads and labels", "Word links"}
    assert of_pictures.isdisjoint({*in_spans, *in_frames})
    type_keys(mqm, "F7")
    assert of_pictures - {"Finding"} <= set(_offered(mqm))


def test_no_key_is_shown_that_walks_or_marks_here(mqm: MainWindow) -> None:
    def key_of(name: str) -> str:
        actions = {command.name: action for commands in mqm.command_lists for command, action in commands}
        return actions[name].shortcut().toString()

    assert key_of("toggle_source") == "", "s goes to a word with s"
    rows = [row for section in key_sections(mqm.command_lists).values() for row in section]
    assert ("S", "Show: Show more or less context") in rows, "help has all keys"
    project = present(mqm.workspace.project)
    for name in ("ana", "ben"):
        project.save_errors(replace(KEY, annotator=name), ErrorAnnotation((THE,), state=State.DONE), "done")
    mqm.annotation_panel.adjudicate()
    assert (key_of("settle"), key_of("toggle_source")) == ("S", "")
    type_keys(mqm, "e")
    assert (key_of("settle"), key_of("take_first")) == ("", ""), "1 marks"
    type_keys(mqm, "Escape Escape")  # the error, then all of them
    assert key_of("settle") == "S"
    mqm.annotation_panel.adjudicate()
    project.set_rules(replace(project.rules, protocol=BOTH))
    mqm.workspace.prefers_spans = True
    mqm.annotation_panel.toggle_spans()
    assert key_of("toggle_source") == "S"


def test_all_comments_are_listed_by_the_key_that_their_menu_shows(mqm: MainWindow) -> None:
    type_keys(mqm, "Ctrl+Shift+R")
    (dialog,) = mqm.annotation_panel.findChildren(CommentsDialog)
    assert "Press the comma to comment" in dialog.count.text(), "R goes to a word with r"
    dialog.close()


def _esa(window: MainWindow) -> None:
    present(window.workspace.project).set_rules(Rules(protocol=ESA))
    _activate(window)


@pytest.mark.parametrize("turn", ["click", "key", "error", "segment", "page down", "across", "nothing opens"])
def test_a_typed_score_is_saved_before_anything_else(mqm: MainWindow, turn: str) -> None:
    spans = mqm.annotation_panel.spans
    _esa(mqm)
    type_keys(mqm, "= 85")
    if turn == "click":
        QTest.mouseClick(spans.texts["hypothesis"].viewport(), Qt.MouseButton.LeftButton)
    elif turn == "key":
        spans.setFocus()
        type_keys(mqm, "Right")
    elif turn == "error":
        _click(spans.errors, 1)
    elif turn == "segment":
        mqm.selection.choose_translation("A", 1)
    elif turn == "nothing opens":
        spans.editor.leave()
    elif turn == "across":
        type_keys(mqm, "Ctrl+Down")
    else:
        type_keys(mqm, "PageDown")
    assert (saved_errors(mqm).score, saved_errors(mqm).state) == (85, State.OPEN)
    goes_on = turn in ("segment", "page down", "across", "nothing opens")
    assert spans.score.field.text() == ("" if goes_on else "85")
    assert not goes_on or QApplication.focusWidget() is spans, "further keys are for what is open now"


def test_the_slider_follows_the_score_that_is_typed(mqm: MainWindow) -> None:
    _esa(mqm)
    slider, seen = mqm.annotation_panel.spans.score.slider, []
    for key in ("=", "8", "5", "5", "Backspace"):
        type_keys(mqm, key)
        seen.append(slider.value())
    assert seen == [0, 8, 85, 0, 85]
    assert saved_errors(mqm).score is None, "only Return saves it"


def test_the_field_has_the_score_after_nothing_was_open(mqm: MainWindow) -> None:
    _esa(mqm)
    spans = mqm.annotation_panel.spans
    spans.editor.act(lambda own: own.score(70.0), "score")
    spans.editor.leave()
    spans.editor.load()
    assert (spans.score.field.text(), spans.score.slider.value()) == ("70", 70)


def test_what_is_no_score_is_said_before_anything_else(mqm: MainWindow) -> None:
    spans, wrong = mqm.annotation_panel.spans, "“850” is no score"
    _esa(mqm)
    type_keys(mqm, "= 850")
    QTest.mouseClick(spans.texts["hypothesis"].viewport(), Qt.MouseButton.LeftButton)
    assert wrong in mqm.annotation_panel.message.text()
    assert (spans.score.field.text(), QApplication.focusWidget()) == ("850", spans.score.field)
    type_keys(mqm, "PageDown")
    assert wrong in mqm.annotation_panel.message.text()
    assert spans.editor.key == KEY
    mqm.selection.choose_translation("A", 1)
    assert mqm.annotation_panel.message.text() == "This score was not saved: “850”"
    assert spans.score.field.text() == ""
    assert saved_errors(mqm).score is None


@pytest.mark.parametrize("protocol", [ESA, MQM])
def test_a_comment_right_after_an_error_is_on_it(mqm: MainWindow, protocol: str) -> None:
    project = present(mqm.workspace.project)
    project.set_rules(Rules(protocol=protocol))
    _activate(mqm)
    type_keys(mqm, "m 1 , why Return" if protocol == ESA else "m 1 o , why Return")
    assert _comments(mqm) == {MAN.places[0].start: "why"}
    type_keys(mqm, "Escape , general Return")
    assert _comments(mqm) == {MAN.places[0].start: "why", -1: "general"}


def test_a_letter_that_begins_no_word_says_what_is_expected(mqm: MainWindow) -> None:
    _esa(mqm)
    type_keys(mqm, "Tab x")
    assert mqm.annotation_panel.message.text() == "No other word here begins with “x”"
    type_keys(mqm, "- x")
    assert mqm.annotation_panel.message.text().endswith("“x”; a severity is expected: 1 minor, 2 major")
    type_keys(mqm, "2")
    assert (saved_errors(mqm).marked[-1].severity, saved_errors(mqm).marked[-1].missing) == ("major", True)


def test_return_says_what_is_left_where_frames_are_annotated_too(mqm: MainWindow) -> None:
    project, panel = present(mqm.workspace.project), mqm.annotation_panel
    project.set_rules(replace(project.rules, protocol=BOTH))
    panel.toggle_spans()
    type_keys(mqm, "Return")
    assert saved_errors(mqm).state is State.DONE
    assert "its frames are left" in panel.message.text()
    panel.toggle_spans()
    assert "its frames are left" not in panel.message.text(), "it was said of error spans"


def test_keys_that_are_pressed_before_a_part_is_seen_change_nothing(window: MainWindow, tmp_path: Path) -> None:
    path = project_of(tmp_path / "m.meantree", THREE, rules=Rules(protocol=MQM))
    with Project(path) as project:
        project.assign({ANNOTATOR: [segment.key for segment in THREE.segments]})
    window.workspace.open_project(path, lambda _project: ANNOTATOR)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_M):
        QTest.keyClick(present(window.windowHandle()), key)
    QTest.qWait(300)  # typing filters the list after a pause
    assert (window.segments.filter.text(), saved_errors(window)) == ("", ErrorAnnotation())
    QTest.keyClick(present(window.windowHandle()), Qt.Key.Key_Return)
    assert saved_errors(window).state is State.NOTHING


def test_a_full_disk_is_told_until_an_edit_is_saved(mqm: MainWindow) -> None:
    connection, editor = present(mqm.workspace.project)._connection, mqm.annotation_panel.spans.editor
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    assert not editor.act(lambda own: own.comment("x" * 20_000, own.annotation, None), "comment")
    for keys, said in (("q", "No other word here begins with “q”"), ("Right", ""), ("PageDown", "")):
        type_keys(mqm, keys)
        message = mqm.annotation_panel.message.text()
        assert "the disk is full; nothing is lost" in message
        assert message.count("the disk is full") == 1
        assert message.endswith(said)
    connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    type_keys(mqm, "2")
    assert mqm.annotation_panel.message.text() == ""
