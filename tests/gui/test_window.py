"""The window as an annotator uses it: real keys, real clicks."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMenu, QMessageBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from helpers.stores import HandMadeStore
from helpers.windows import CTRL, present, type_keys
from meantree.alignment.word_status import DIFFERENCES
from meantree.errors import Problem, UsageError
from meantree.metrics.evidence import Place, Status
from meantree.scoring.run import score_corpus
from meantree_gui.dialogs import show_problems
from meantree_gui.palette import ALSO, CommandPalette, command_entries, letters_match, place_entries
from meantree_gui.settings import Settings
from meantree_gui.window import MainWindow

IN_COLUMN = 6
"""Of the references in which a unit stands."""


def _lit(window: MainWindow) -> list[tuple[int, int]]:
    return [arc for arc, (line, *_) in window.centre.trees.hypothesis.view.arcs.items() if line.highlighted]


def test_the_sample_fills_table_trees_and_evidence(sample: MainWindow) -> None:
    sample.selection.choose_focus("hwcm")
    assert sample.segments.model.rowCount() == 30
    assert sample.segments.count.text() == "30 segments"
    assert sample.centre.trees.hypothesis.view.words
    assert sample.evidence.units.model.rowCount() > 3
    assert "sample" in sample.windowTitle()
    table, scores = present(sample.scoring.table), sample.evidence.score_model
    score = present(table.system_score("north", "hwcm"))
    assert scores.index(0, 3).data() == f"{score:.3f}"
    assert [scores.index(0, column).data() for column in range(2)] == ["hwcm", "chains of heads"]
    assert "hand-made-1" in str(scores.index(0, 2).data(Qt.ItemDataRole.ToolTipRole))
    sample.selection.select(1)
    sample.evidence.units.status.setCurrentText(Status.EXTRA.value)
    assert {unit.status for unit in sample.evidence.units.model.rows} == {Status.EXTRA}


def test_commands_have_names_keys_and_menu_entries_of_their_own(window: MainWindow) -> None:
    lists = window.command_lists
    commands = [command for one in lists for command, _ in one]
    names = [command.name for command in commands]
    shown = {title: [one.text() for one in menu.actions()] for title, menu in window.menus.items()}
    assert all(command.title in shown[command.menu] for command in commands)
    assert max(len(list(filter(None, shown[title]))) for title in ("Go", "View")) <= 15
    keys = [key for one in lists if not one.where for command, _ in one for key in command.shortcuts]
    assert (len(set(names)), len(set(keys))) == (len(names), len(keys))
    assert {*ALSO} <= {*names}, "other words are of commands that there are"


def test_a_picked_reference_governs_every_number(sample: MainWindow, qtbot: QtBot) -> None:
    corpus, whole = present(sample.workspace.corpus), present(sample.scoring.table)
    sample.selection.select(1)
    sample.selection.choose_focus("bleu")
    row = sample.scoring.specs.index("bleu")
    before = _shown_scores(sample, row)
    expected = score_corpus(corpus.against("B"), ["bleu"], HandMadeStore(), systems=["north"])
    for _ in range(2):
        qtbot.keyClick(sample, Qt.Key.Key_R, CTRL)
    qtbot.waitUntil(lambda: sample.scoring.scored("north", "bleu"), timeout=20_000)
    segment, system = expected.segment_score("north", "bleu", 1), expected.system_score("north", "bleu")
    assert _shown_scores(sample, row) == [segment, segment, system]
    assert before != [segment, segment, system]
    assert sample.evidence.step_model.rows[-1].value == pytest.approx(segment)
    assert "|refs:1|ref:B|" in sample.evidence.score_model.signature("bleu")
    qtbot.keyClick(sample, Qt.Key.Key_R, CTRL)
    assert sample.scoring.table is whole
    assert _shown_scores(sample, row) == before, "at once"


def _shown_scores(window: MainWindow, row: int) -> list[float | None]:
    """Of the second segment in the table, and of segment and system in the panel."""
    spec = window.scoring.specs[row]
    panel = window.evidence.score_model
    return [window.segments.model.score(spec, 1), panel.of_segment(spec), panel.of_system(spec)]


def test_a_unit_says_in_which_references_it_matched(sample: MainWindow, qtbot: QtBot) -> None:
    sample.selection.select(1)
    sample.selection.choose_focus("bleu")
    model, view = sample.evidence.units.model, sample.evidence.units.table
    cells = {model.index(row, IN_COLUMN).data() for row in range(model.rowCount())}
    assert not view.isColumnHidden(IN_COLUMN)
    assert cells >= {"", "A, B"}
    assert cells <= {"", "A", "B", "A, B"}
    view.sortByColumn(IN_COLUMN, Qt.SortOrder.DescendingOrder)
    assert model.index(0, IN_COLUMN).data() == max(cells)
    qtbot.keyClick(sample, Qt.Key.Key_R, CTRL)
    assert view.isColumnHidden(IN_COLUMN)


def test_a_chosen_unit_lights_its_arcs_and_fades_the_rest(sample: MainWindow, qtbot: QtBot) -> None:
    sample.selection.select(1)
    sample.selection.choose_focus("hwcm", "chains of 2")
    units = sample.evidence.units.table
    units.setFocus()
    units.selectRow(0)
    (arc,) = _lit(sample)
    assert arc == sample.evidence.units.model.rows[0].hypothesis_places[0].arcs[0]
    arcs = sample.centre.trees.hypothesis.view.arcs
    others = [item.opacity() for other, items in arcs.items() for item in items if other != arc]
    assert others
    assert max(others) < min(item.opacity() for item in arcs[arc])
    qtbot.keyClick(units, Qt.Key.Key_Down)
    assert _lit(sample) != [arc]


def test_a_counted_arc_outside_the_tree_is_drawn_as_a_ghost(sample: MainWindow) -> None:
    sample.selection.choose_focus("edpm", "dl")
    view = sample.centre.trees.hypothesis.view
    drawn = set(view.arcs)
    view.highlight([Place((), ((3, 2),))])
    assert set(view.arcs) == drawn | {(3, 2)}


def test_the_word_at_the_cursor_or_the_mouse_lights_its_counterpart(sample: MainWindow, qtbot: QtBot) -> None:
    hypothesis, reference = sample.centre.trees.hypothesis.view, sample.centre.trees.reference.view
    type_keys(sample, "F7 Home")
    assert hypothesis.words[0].focused
    assert [index for index, token in reference.words.items() if token.highlighted] == [0]
    type_keys(sample, "Right")
    assert hypothesis.words[1].focused
    type_keys(sample, "Escape")
    assert not any(token.highlighted for token in (*hypothesis.words.values(), *reference.words.values()))
    qtbot.mouseMove(hypothesis.viewport(), QPoint(2, 2))
    qtbot.mouseMove(hypothesis.viewport(), hypothesis.mapFromScene(hypothesis.words[1].sceneBoundingRect().center()))
    qtbot.waitUntil(lambda: hypothesis.words[1].highlighted, timeout=2000)
    assert any(token.highlighted for token in reference.words.values())


def test_the_source_is_hidden_and_shown_by_a_command(sample: MainWindow) -> None:
    source, action = sample.centre.texts["Source"], sample.inspect.page.commands[0].actions["hide_source"]
    sample.selection.choose_focus(sample.scoring.specs[0])
    shown, room = list[bool](), list[int]()
    for _ in range(2):
        action.trigger()
        shown.append(source.isVisible())
        sample.centre.texts["Hypothesis"].show_text("word " * 2000)
        room.append(len(sample.centre.texts["Hypothesis"].text()))
        assert sample.centre.focus.currentData() == sample.selection.view != DIFFERENCES
    assert shown == [False, True]
    assert room[0] > room[1], "a long text has the room of a hidden source"
    action.trigger()
    sample.selection.started.emit(True)
    assert not source.isVisible(), "after a correction, too"


def test_a_long_source_is_shown_as_a_whole_in_a_low_window(sample: MainWindow, qtbot: QtBot) -> None:
    source = sample.centre.texts["Source"]
    sample.resize(1280, 720)
    qtbot.waitUntil(lambda: sample.height() == 720)
    source.show_text("In dieser Zeit schulterte sie auch. " * 10)  # 60 words
    assert source.text() == source.text_whole


def test_esc_in_any_picture_lights_nothing_any_longer(sample: MainWindow, qtbot: QtBot) -> None:
    trees = sample.centre.trees
    views = trees.hypothesis.view, trees.reference.view
    for view in (*views, trees.frames.view):
        trees.highlight([Place((1,))], [Place((2,))])
        assert all(any(token.highlighted for token in view.words.values()) for view in views)
        qtbot.keyClick(view, Qt.Key.Key_Escape)
        assert not any(token.highlighted for view in views for token in view.words.values())
        assert {item.opacity() for view in views for items in view.arcs.values() for item in items} == {1.0}


def test_parses_are_browsed_by_key(sample: MainWindow) -> None:
    pane = sample.centre.trees.hypothesis
    assert "own" in pane.browser.label.text()
    type_keys(sample, "Ctrl+N Ctrl+N")
    assert "parse 2 of 3 · p 0.30" in pane.browser.label.text()
    assert present(pane.view.content).tree.heads[:3] == (-1, 0, 1)
    type_keys(sample, "Ctrl+Shift+N")
    assert present(pane.view.content).tree.heads[:3] == (-1, 0, 0)
    sample.selection.choose_focus("edpm")
    assert "parse 1 of 3" in pane.browser.label.text()


def test_the_palette_runs_commands_and_finds_what_is_open(sample: MainWindow, qtbot: QtBot) -> None:
    chosen = sample.selection
    for typed, title in (
        ("nextsegm", "Go · Next segment"),
        ("meant", "Metric · meant"),
        ("bleu", "Metric · bleu"),
        ("systemsouth", "System · south"),
        ("science/3", "Segment 23 · science/3"),
        ("12", "Segment 12 · life/2"),
    ):
        qtbot.keyClick(sample, Qt.Key.Key_K, CTRL)
        palette = next(child for child in sample.findChildren(CommandPalette) if child.isVisible())
        qtbot.keyClicks(palette.line, typed)
        assert palette.list.item(0).text().startswith(title)
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
        if typed == "nextsegm":
            assert chosen.place == 1
        else:
            key = chosen.segment.key if chosen.segment else ""
            assert title.partition(" · ")[2] in (chosen.focus, chosen.system, key)


def test_the_palette_knows_other_words_for_commands(sample: MainWindow) -> None:
    palette = CommandPalette([*command_entries(sample.command_lists), *place_entries(sample.selection)], sample)
    for typed, title in {
        "text size": "View · Trees · Zoom in",
        "zoom": "View · Trees · Zoom in",
        "worst": "View · Sort by score",
        "best": "View · Sort by score",
        "lowest score": "View · Sort by score",
        "correct head": "Annotate · Heads and labels · Select word, then its new head",
        "pdf": "File · Save picture",
        "chart": "Go · Page · Go to Figures",
        "differences": "View · differences",
    }.items():
        palette.line.setText(typed)
        assert palette.list.item(0).text().startswith(title)
    palette.dismiss()


def test_zooming_says_what_it_zooms(sample: MainWindow) -> None:
    actions = {action.text() for action in sample.menus["View · Trees"].actions()}
    assert "Zoom in (the picture on Inspect, the texts on Annotate)" in actions
    view, scales = sample.centre.trees.hypothesis.view, list[float]()
    for key in ("Ctrl+Plus", "Ctrl+Minus", "Ctrl+0"):
        type_keys(sample, key)
        scales.append(view.transform().m11())
    assert scales[0] > scales[1]
    assert scales[2] == 1.0
    sample.pages.open_titled("Report")
    type_keys(sample, "Ctrl+Plus")
    assert "on Inspect" in sample.status.currentMessage()


def test_letters_typed_while_the_palette_opens_do_nothing_else(sample: MainWindow) -> None:
    tree = sample.centre.trees.hypothesis.view
    tree.setFocus()
    type_keys(sample, "Right")
    before = sample.selection.comparison
    type_keys(sample, "Ctrl+K r h")  # in the trees, R makes a root, H picks a word
    (palette,) = sample.findChildren(CommandPalette)
    assert palette.line.text() == "rh"
    assert sample.selection.comparison is before
    type_keys(sample, "Escape")
    assert palette.isHidden()
    assert tree.hasFocus()


@pytest.mark.parametrize(("typed", "found"), [("", True), ("opn", True), ("NEPO", False)])
def test_letters_match(typed: str, found: bool) -> None:
    assert letters_match(typed, "Open …") is found


def test_a_bad_file_is_one_message_and_changes_nothing(sample: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    bad = tmp_path / "hyp.bad.txt"
    bad.write_bytes(b"\x00\x01\x02")
    before = sample.workspace.corpus
    sample.opener.open_paths([bad])
    qtbot.waitUntil(lambda: sample.findChild(QMessageBox) is not None, timeout=5000)
    box = present(sample.findChild(QMessageBox))
    assert "hyp.bad.txt" in box.text()
    assert sample.workspace.corpus is before
    box.close()


def test_problems_are_counted_and_listed(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "hyp.mine.en").write_text("one\ntwo\n", encoding="utf-8")
    (tmp_path / "ref.en").write_text("one\n\n", encoding="utf-8")
    window.opener.open_paths([tmp_path / "hyp.mine.en", tmp_path / "ref.en"])
    qtbot.waitUntil(lambda: window.scoring.scored("mine", "hwcm"), timeout=10_000)
    assert window.status.problems.text() == "1 problem"
    assert "1 system" in window.status.where.text()
    assert "1 systems" not in window.status.where.text()
    qtbot.mouseClick(window.status.problems, Qt.MouseButton.LeftButton)
    dialog = present(window.findChild(QDialog))
    text = present(dialog.findChild(QPlainTextEdit))
    assert "segment 2: has no reference text" in text.toPlainText()
    text.window().close()


def test_undefined_scores_are_told_calmly_and_once(window: MainWindow) -> None:
    dialog = show_problems([_undefined("n"), _undefined("s")], window)
    text, intro = present(dialog.findChild(QPlainTextEdit)), present(dialog.findChild(QLabel))
    assert text.toPlainText() == "segment d/1: no frame, needed by meant; not scored (n, s)"
    assert intro.text().startswith("Undefined: meant for d/1. ")
    assert "problem" not in intro.text()
    dialog.close()


def _undefined(system: str) -> Problem:
    told = f"segment d/1: no frame, needed by meant; not scored ({system})"
    return Problem(None, None, told, "d/1", system, ("meant",))


def test_a_bug_shows_its_details(window: MainWindow) -> None:
    window.errors.show(ZeroDivisionError("seven"))
    dialog = present(window.findChild(QDialog))
    text = present(dialog.findChild(QPlainTextEdit))
    assert "ZeroDivisionError: seven" in text.toPlainText()
    dialog.close()


def test_menus_and_boxes_are_gone_when_they_close(sample: MainWindow, qtbot: QtBot) -> None:
    before = len(sample.findChildren(QMenu))
    for menu in (sample.segments.columns_menu(), sample.evidence.signature_menu()):
        menu.popup(QPoint(5, 5))
        assert QApplication.activePopupWidget() is menu
        qtbot.keyClick(menu, Qt.Key.Key_Escape)
    sample.errors.show(UsageError("no"))
    (box,) = sample.findChildren(QMessageBox)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: (len(sample.findChildren(QMenu)), sample.findChildren(QMessageBox)) == (before, []))


def test_closing_leaves_no_thread_and_opens_no_page(sample: MainWindow) -> None:
    opened = [type(page) for page in sample.pages.children()]
    sample.close()
    assert [type(page) for page in sample.pages.children()] == opened
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("meantree")]


def test_a_window_can_be_closed_before_it_is_furnished(qtbot: QtBot, settings: Settings) -> None:
    bare = MainWindow(settings)
    qtbot.addWidget(bare)
    with qtbot.waitSignal(bare.painted):
        bare.show()
    bare.close()
    assert not len(settings), "there was no layout to keep"


def test_the_bar_of_pages_shows_and_opens_them(window: MainWindow, qtbot: QtBot) -> None:
    buttons = window.page_bar.buttons.buttons()
    assert [button.text() for button in buttons] == [page.title for page in window.pages.pages]
    assert all(button.isVisible() and window.page_bar.rect().contains(button.geometry()) for button in buttons)
    for place, button in enumerate(buttons):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.pages.currentIndex() == place
    window.pages.open(window.pages.pages[0])
    assert buttons[0].isChecked()


def test_esc_leaves_the_menus_at_once(sample: MainWindow, qtbot: QtBot) -> None:
    before = present(QApplication.focusWidget())
    for title, letter in (("File", Qt.Key.Key_F), ("View", Qt.Key.Key_V)):
        qtbot.keyClick(before, letter, Qt.KeyboardModifier.AltModifier)
        assert sample.menus[title].isVisible()
        qtbot.keyClick(sample.menus[title], Qt.Key.Key_Escape)
        assert not sample.menus[title].isVisible()
        assert QApplication.focusWidget() is before
