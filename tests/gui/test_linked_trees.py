"""Both trees are looked at as one; long sentences wrap."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from meantree_gui.trees.tree_view import LONG
from meantree_gui.window import MainWindow


def test_trees_zoom_scroll_and_fit_as_one(sample: MainWindow) -> None:
    one, two = (pane.view for pane in sample.centre.trees.panes)
    one.zoom(3.0)
    assert one.transform().m11() == two.transform().m11() > 1.5, "by the wheel over one of them"
    bar, other = one.horizontalScrollBar(), two.horizontalScrollBar()
    assert bar.maximum() > bar.minimum()
    bar.setValue(bar.maximum())
    assert other.value() == other.maximum()
    bar.setValue((bar.minimum() + bar.maximum()) // 2)
    assert other.minimum() < other.value() < other.maximum()
    sample.centre.trees.fit()
    assert one.transform().m11() == two.transform().m11()
    assert all(view.horizontalScrollBar().maximum() == 0 for view in (one, two))


def test_scroll_bars_do_not_change_the_scale_that_fits(sample: MainWindow, qtbot: QtBot) -> None:
    view = sample.centre.trees.hypothesis.view
    view.take_scale(0.2)
    alone, room = view.fitting_scale(), view.viewport().height()
    view.take_scale(4.0)
    qtbot.waitUntil(lambda: view.viewport().height() < room)
    assert view.fitting_scale() == alone, "else bars that come and go with the scale resize the view for ever"


def test_long_sentences_wrap_in_both_trees(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    short, long = "The river burst its banks .", " ".join(["word"] * (LONG + 1))
    for name, text in (("hyp.txt", short), ("ref.txt", long)):
        (tmp_path / name).write_text(f"{text}\n{short}\n", encoding="utf-8")
    window.opener.open_paths([tmp_path / "hyp.txt", tmp_path / "ref.txt"])
    qtbot.waitUntil(lambda: window.selection.comparison is not None and not window.background.busy, timeout=20_000)
    views = [pane.view for pane in window.centre.trees.panes]
    assert [view.wrapped for view in views] == [True, True], "both alike"
    assert views[1].horizontalScrollBar().maximum() == 0
    window.selection.select(1)
    qtbot.waitUntil(lambda: len(views[1].tokens) < LONG)
    assert [view.wrapped for view in views] == [False, False]
    window.selection.select(0)
    qtbot.waitUntil(lambda: len(views[1].tokens) > LONG)
    assert [view.wrapped for view in views] == [True, True]
    assert len({token.sceneBoundingRect().top() for token in views[1].tokens.values()}) > 1
    views[1].zoom(2.0)
    assert views[1].horizontalScrollBar().maximum() == 0
    views[1].setFocus()
    QTest.keyClick(views[1], Qt.Key.Key_End)
    assert views[1].word == max(views[1].tokens)
    place = views[1].mapFromScene(views[1].tokens[views[1].word].sceneBoundingRect().center())
    assert views[1].viewport().rect().contains(place), "the cursor is scrolled into view"


def test_trees_keep_one_scale_when_one_of_them_gets_other_room(sample: MainWindow, qtbot: QtBot) -> None:
    trees = sample.centre.trees
    one, two = trees.hypothesis.view, trees.reference.view
    two.setFixedHeight(60)
    qtbot.waitUntil(lambda: two.height() == 60)
    qtbot.wait(20)
    assert one.transform().m11() == two.transform().m11()
