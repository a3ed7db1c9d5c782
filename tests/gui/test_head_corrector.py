"""Heads and labels corrected in the trees, by keys and mouse; the scores follow, undo takes it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, key_of, make_project, say_who, wait_for
from helpers.copied_windows import prepared
from helpers.corpora import corpus_of
from helpers.windows import CTRL, choose_entry, of_kind, present, press, right_click
from meantree.analysis.tree import ROOT
from meantree.annotation.corrections import TreeKey
from meantree.annotation.frame_annotation import Annotation, State
from meantree.metrics.registry import DISTINCT
from meantree.project.file import Project
from meantree_gui.trees.tree_pane import LabelBox
from meantree_gui.trees.tree_view import TreeView
from meantree_gui.window import MainWindow

Key = Qt.Key


@prepared
def trees(window: MainWindow, folder: Path) -> None:
    """The window on a project, scored, with the keys in the hypothesis' tree."""
    path = folder / "twenty.meantree"
    make_project(path)
    window.opener.open_paths([path])
    say_who(window)
    QTest.keyClick(window, Key.Key_F7)  # scoring waits while Annotate is shown
    wait_for(lambda: window.scoring.scored("01", "hwcm") and not window.background.busy)
    window.segments.table.selectRow(1)
    wait_for(lambda: window.selection.comparison is not None and window.selection.place == 1)


def _heads(window: MainWindow) -> tuple[int, ...]:
    content = present(window.centre.trees.hypothesis.view.content)
    return content.tree.heads


def _score(window: MainWindow, spec: str) -> float:
    table = present(window.scoring.table)
    return present(table.segment_scores("01", spec)[1])


@pytest.mark.parametrize("offered", [DISTINCT])
def test_a_head_is_corrected_and_every_score_follows(trees: MainWindow, qtbot: QtBot) -> None:
    before = {spec: _score(trees, spec) for spec in ("hwcm", "dtk", "sepia", "bleu")}
    assert _heads(trees) == (ROOT, *[0] * 8)
    press(trees, "Home Right Right h")
    assert "“beta”" in trees.statusBar().currentMessage()
    press(trees, "Left h")
    assert _heads(trees) == (ROOT, 0, 1, *[0] * 6)
    assert present(trees.centre.trees.hypothesis.view.content).corrected == {2}
    after = {spec: _score(trees, spec) for spec in before}
    assert [spec for spec in before if after[spec] < before[spec]] == ["hwcm", "dtk", "sepia"]
    assert trees.statusBar().currentMessage().startswith("“alpha” is the head of “beta” · hwcm 1.000 → 0.")
    qtbot.keyClick(trees, Key.Key_Z, CTRL)
    assert {spec: _score(trees, spec) for spec in before} == before
    qtbot.keyClick(trees, Key.Key_Y, CTRL)
    assert {spec: _score(trees, spec) for spec in before} == after


def test_an_edit_rescores_its_segment_alone(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "two.meantree"
    with Project(path, new=True) as project:
        project.fill(corpus_of([("a b c d", "a b c d", "a b d c")] * 2, "s", "AB", ids="12"))
    window.opener.open_paths([path])
    say_who(window)
    qtbot.keyClick(window, Key.Key_F7)  # scoring waits while Annotate is shown
    qtbot.keyClick(window, Key.Key_R, CTRL)
    qtbot.waitUntil(lambda: window.scoring.scored("s", "hwcm") and not window.background.busy, timeout=20_000)
    narrow = window.scoring.table
    qtbot.keyClick(window, Key.Key_R, CTRL)
    qtbot.keyClick(window, Key.Key_R, CTRL)
    whole = present(window.scoring.table)
    assert narrow is not None
    qtbot.waitUntil(lambda: window.scoring.scored("s", "hwcm") and not window.background.busy, timeout=20_000)
    assert [table.segment_scores("s", "hwcm") for table in (whole, narrow)] == [[1.0, 1.0]] * 2
    with qtbot.waitSignal(window.scoring.segment_scored) as scored:
        press(window, "End h Left h")
    assert scored.args == [0]
    for table in (whole, narrow):
        first, second = table.segment_scores("s", "hwcm")
        assert first is not None
        assert (first < 1.0, second) == (True, 1.0)


def test_a_correction_is_kept_and_taken_back(trees: MainWindow, tmp_path: Path) -> None:
    press(trees, "End h Left h")
    with Project(tmp_path / "twenty.meantree") as project:
        assert project.trees(ANNOTATOR) == {TreeKey("00/01", "hypothesis", "01", ANNOTATOR): {8: (7, "l2")}}
        assert project.annotations(ANNOTATOR) == {}
        assert project.corpus(ANNOTATOR).segments[1].hypotheses["01"].arcs == {8: (7, "l2")}
    press(trees, "End Delete")
    assert _heads(trees) == (ROOT, *[0] * 8)
    press(trees, "Delete")
    assert "was not corrected" in trees.statusBar().currentMessage()


def test_what_cannot_be_is_refused_and_another_root_takes_the_old_one(trees: MainWindow) -> None:
    trees.segments.table.setFocus()
    trees.centre.corrector.select_or_attach()
    assert trees.statusBar().currentMessage() == "first choose a word with the arrow keys or the mouse"
    press(trees, "Home h Right h")  # which work now
    assert "'alpha' depends on 'first1'" in trees.centre.trees.notice.text()
    assert _heads(trees) == (ROOT, *[0] * 8)
    assert trees.centre.trees.hypothesis.view.selected == 0, "another head can be chosen"
    press(trees, "Escape Home Right r")
    assert _heads(trees) == (1, ROOT, *[0] * 7)


def test_the_label_is_asked_for_beside_the_word(trees: MainWindow) -> None:
    view = trees.centre.trees.hypothesis.view
    press(trees, "Home Right l")
    box = of_kind(LabelBox, QApplication.focusWidget())
    assert (box.currentText(), view.selected, view.words[1].selected) == ("l1", 1, True)
    assert abs(box.geometry().center().x() - view.word_box(1).center().x()) < box.width()
    QTest.keyClicks(box, "obl")
    press(trees, "Escape")
    assert (present(view.content).tree.labels[1], view.selected, view.hasFocus()) == ("l1", -1, True)
    press(trees, "l")
    box = of_kind(LabelBox, QApplication.focusWidget())
    QTest.keyClicks(box, "h obj ")  # letters that are keys of the picture
    press(trees, "Return")
    assert present(view.content).tree.labels[1] == "h obj"
    assert (view.selected, view.hasFocus()) == (-1, True)
    assert "“alpha” is h obj, a label that no other word here has · hwcm" in trees.centre.trees.notice.text()


@pytest.mark.parametrize(("keys", "label"), [("l Return", "l"), ("l Tab Return", "l0"), ("l Down Return", "l0")])
def test_a_label_is_completed_on_request_alone(trees: MainWindow, keys: str, label: str) -> None:
    view = trees.centre.trees.hypothesis.view
    press(trees, f"Home Right Right l {keys}")
    assert (present(view.content).tree.labels[2], view.hasFocus()) == (label, True)


def test_a_click_in_trees_links_what_a_key_selected_and_says_what_it_replaces(trees: MainWindow) -> None:
    hypothesis, reference = (pane.view for pane in trees.centre.trees.panes)
    _click(hypothesis, 2)
    _click(reference, 1)
    assert not trees.centre.trees.is_word_selected, "a click alone selects nothing"
    _click(hypothesis, 2)
    press(trees, "k")
    _click(reference, 1)
    assert present(trees.selection.comparison).pair.fixed_links(0).linked == {(2, 1)}
    assert "“beta” and “alpha” are linked · " in trees.centre.trees.notice.text()
    assert hypothesis.word == 2
    _click(hypothesis, 3)
    press(trees, "h")
    _click(hypothesis, 1)
    assert _heads(trees)[3] == 1
    assert present(trees.selection.comparison).pair.fixed_links(0).linked == {(2, 1)}


def test_a_selected_word_is_marked_until_it_has_its_head(trees: MainWindow) -> None:
    view = trees.centre.trees.hypothesis.view
    press(trees, "Home Right h Right")
    assert [index for index, token in view.words.items() if token.selected] == [1]
    press(trees, "Escape")
    assert (view.selected, view.word) == (-1, 2)
    assert not any(token.selected for token in view.words.values())
    press(trees, "h")
    _click(view, 4)
    assert _heads(trees)[2] == 4
    assert view.selected == -1
    assert "is the head of “beta”" in trees.centre.trees.notice.text()
    press(trees, "h")
    trees.segments.table.selectRow(3)
    assert view.selected == -1


def _click(view: TreeView, word: int) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.word_box(word).center())


def test_by_mouse_and_only_where_heads_are_drawn(trees: MainWindow, qtbot: QtBot) -> None:
    view = trees.centre.trees.hypothesis.view
    for index, title in ((3, "Select word, then its new head"), (2, "Select word, then its new head")):
        point = view.mapFromScene(view.words[index].sceneBoundingRect().center())
        right_click(view, point)
        choose_entry(QApplication.activePopupWidget(), title)
    assert _heads(trees)[3] == 2
    arc = view.arcs[5, 0][0]
    box = view.mapFromScene(arc.sceneBoundingRect()).boundingRect()
    across = [box.topLeft() + QPoint(box.width() // 2, row) for row in range(box.height())]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=next(at for at in across if arc in view.items(at)))
    assert view.word == 5, "of an arc that is clicked, its dependent"
    trees.selection.choose_focus("bleu")
    qtbot.waitUntil(lambda: present(trees.selection.comparison).structure == "words")
    trees.inspect.heads.actions["take_or_attach"].trigger()
    assert "dependencies are drawn" in trees.statusBar().currentMessage()
    assert "dependencies are drawn" in trees.centre.trees.notice.text()


def test_a_head_that_another_window_set_is_not_overwritten(trees: MainWindow, tmp_path: Path) -> None:
    key = TreeKey("00/01", "hypothesis", "01", ANNOTATOR)
    with Project(tmp_path / "twenty.meantree") as other:
        other.save_tree(key, {2: (4, "x")}, "head")
        press(trees, "Home Right Right h Left h")
        assert "another window changed this" in trees.statusBar().currentMessage()
        assert other.trees().get(key, {}) == {2: (4, "x")}
        assert _heads(trees)[2] == 4, "what is kept is shown"
        press(trees, "Home Right Right Delete")
        assert other.trees().get(key, {}) == {}


def test_what_another_window_did_is_seen_in_this_one(trees: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    table = present(trees.scoring.table)
    before = [table.segment_score("01", "hwcm", place) for place in range(4)]
    with Project(tmp_path / "twenty.meantree") as other:
        for segment in ("00/01", "00/03"):
            other.save_tree(TreeKey(segment, "hypothesis", "01", ANNOTATOR), {2: (4, "x")}, "head")
        other.save(key_of(2), Annotation(state=State.CANNOT), "elsewhere")
    assert _heads(trees)[2] != 4
    with qtbot.waitSignals([trees.scoring.segment_scored] * 2):
        QApplication.sendEvent(trees, QEvent(QEvent.Type.ActivationChange))
    assert _heads(trees)[2] == 4
    after = [table.segment_score("01", "hwcm", place) for place in range(4)]
    assert [one != two for one, two in zip(before, after, strict=True)] == [False, True, False, True]
    assert trees.workspace.annotations.states["00/02", "01"] is State.CANNOT
    trees.scoring.segment_scored.connect(lambda _place: pytest.fail("nothing new was done"))
    QApplication.sendEvent(trees, QEvent(QEvent.Type.ActivationChange))


def test_that_what_a_word_has_already_is_no_edit(trees: MainWindow, tmp_path: Path) -> None:
    view, notice = trees.centre.trees.hypothesis.view, trees.centre.trees.notice
    label = present(view.content).tree.labels[8]
    for keys in ("End h Home h", "Home r", f"End l {label} Return"):
        notice.setText("")
        press(trees, keys)
        assert "is unchanged." in notice.text()
        assert view.selected == -1
    assert not present(view.content).corrected
    with Project(tmp_path / "twenty.meantree", passing=True) as project:
        assert project.trees() == {}
        assert project.next_step(ANNOTATOR, "undo") is None
