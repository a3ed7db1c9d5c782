"""What is typed for a label stands, and a click ends what a key has begun."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.annotating import make_project, say_who
from helpers.windows import present, press
from meantree_gui.trees.tree_view import TreeView
from meantree_gui.window import MainWindow


@pytest.fixture
def trees(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """The window on a project, with the keys in the hypothesis' tree."""
    path = tmp_path / "twenty.meantree"
    make_project(path)
    window.opener.open_paths([path])
    say_who(window)
    window.pages.open_titled("Inspect")
    window.segments.table.selectRow(1)
    qtbot.waitUntil(lambda: window.selection.comparison is not None and window.selection.place == 1, timeout=20_000)
    return window


def _click(view: TreeView, word: int) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.word_box(word).center())


@pytest.mark.parametrize(("keys", "label"), [("l Return", "l"), ("l Tab Return", "l0"), ("l Down Return", "l0")])
def test_a_label_is_completed_on_request_alone(trees: MainWindow, keys: str, label: str) -> None:
    view = trees.centre.trees.hypothesis.view
    press(trees, f"Home Right Right l {keys}")
    assert (present(view.content).tree.labels[2], view.hasFocus()) == (label, True)


def test_keys_are_those_of_the_tree_again_after_escape(trees: MainWindow) -> None:
    press(trees, "Home Right l x Escape")
    assert trees.centre.trees.hypothesis.view.hasFocus()


def test_a_click_links_what_a_key_selected_and_says_what_it_replaces(trees: MainWindow) -> None:
    hypothesis, reference = (pane.view for pane in trees.centre.trees.panes)
    _click(hypothesis, 2)
    _click(reference, 1)
    assert not trees.centre.trees.is_word_selected, "a click alone selects nothing"
    _click(hypothesis, 2)
    press(trees, "k")
    _click(reference, 1)
    comparison = present(trees.selection.comparison)
    assert comparison.pair.fixed_links(0).linked == {(2, 1)}
    assert "“beta” and “alpha” are linked · " in trees.centre.trees.notice.text()
    assert hypothesis.word == 2
    _click(hypothesis, 3)
    press(trees, "h")
    _click(hypothesis, 1)
    assert present(hypothesis.content).tree.heads[3] == 1
    assert present(trees.selection.comparison).pair.fixed_links(0).linked == {(2, 1)}
