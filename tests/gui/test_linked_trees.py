"""Both trees are looked at as one; long sentences wrap."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from meantree_gui.settings import WRAPPING
from meantree_gui.trees.tree_view import LONG
from meantree_gui.window import MainWindow

BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


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


def test_rows_wrap_by_a_key(sample: MainWindow) -> None:
    view = sample.centre.trees.hypothesis.view
    view.zoom(4.0)
    assert len({token.sceneBoundingRect().top() for token in view.tokens.values()}) == 1
    QTest.keyClick(sample, Qt.Key.Key_W, BOTH)
    assert WRAPPING.read(sample.settings) == "on"
    assert sample.centre.wrap.text() == "Wrap: on"
    assert len({token.sceneBoundingRect().top() for token in view.tokens.values()}) > 1
    assert view.horizontalScrollBar().maximum() == 0
    last = max(view.tokens)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.word == last
    place = view.mapFromScene(view.tokens[last].sceneBoundingRect().center())
    assert view.viewport().rect().contains(place), "the cursor is scrolled into view"
    QTest.keyClick(sample, Qt.Key.Key_W, BOTH)
    assert len({token.sceneBoundingRect().top() for token in view.tokens.values()}) == 1
    assert sample.centre.wrap.text() == "Wrap: off"
    QTest.mouseClick(sample.centre.wrap, Qt.MouseButton.LeftButton)
    assert WRAPPING.read(sample.settings) == "auto"
    assert sample.centre.wrap.text() == "Wrap: auto"


def test_long_sentences_wrap_unless_the_user_chose_otherwise(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
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
    QTest.keyClick(window, Qt.Key.Key_W, BOTH)
    QTest.keyClick(window, Qt.Key.Key_W, BOTH)
    assert [view.wrapped for view in views] == [False, False]
    assert len({token.sceneBoundingRect().top() for token in views[1].tokens.values()}) == 1


def test_trees_keep_one_scale_when_one_of_them_gets_other_room(sample: MainWindow, qtbot: QtBot) -> None:
    trees = sample.centre.trees
    one, two = trees.hypothesis.view, trees.reference.view
    two.setFixedHeight(60)
    qtbot.waitUntil(lambda: two.height() == 60)
    qtbot.wait(20)
    assert one.transform().m11() == two.transform().m11()
