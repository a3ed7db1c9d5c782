"""Trees of one and of two translations, looked at as one; long sentences wrap; and frames below them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who
from helpers.frames import annotated
from helpers.stores import HandMadeStore
from helpers.trees import parsed
from helpers.windows import CTRL, SHIFT, present
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.comparison.two_systems import SystemComparison, compare_systems
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree_gui.compare.compared_segment_picture import SharedFramesView
from meantree_gui.compare.two_systems_view import SharedTreeView
from meantree_gui.trees.tree_view import LONG
from meantree_gui.window import MainWindow


def test_trees_zoom_scroll_and_fit_as_one(sample: MainWindow) -> None:
    one, two = (pane.view for pane in sample.centre.trees.panes)
    one.zoom(3.0)
    assert one.transform().m11() == two.transform().m11() > 1.5, "by the wheel over one of them"
    assert one.tallness is None or one.tallness > one.viewport().height() - 4, "arcs are as far apart as before"
    bar, other = one.horizontalScrollBar(), two.horizontalScrollBar()
    assert bar.maximum() > bar.minimum()
    bar.setValue(bar.maximum())
    assert other.value() == other.maximum()
    bar.setValue((bar.minimum() + bar.maximum()) // 2)
    assert other.minimum() < other.value() < other.maximum()
    sample.centre.trees.fit()
    assert one.transform().m11() == two.transform().m11()
    assert all(view.horizontalScrollBar().maximum() == 0 for view in (one, two))


def test_long_sentences_wrap_in_both_trees(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    short, long = "The river burst its banks .", " ".join(["word"] * (LONG + 1))
    wide = " ".join(["wideness"] * (LONG - 10))
    for name, text in (("hyp.txt", short), ("ref.txt", long)):
        (tmp_path / name).write_text(f"{text}\n{short}\n{wide}\n", encoding="utf-8")
    window.opener.open_paths([tmp_path / "hyp.txt", tmp_path / "ref.txt"])
    qtbot.waitUntil(lambda: window.selection.comparison is not None and not window.background.busy, timeout=20_000)
    views = [pane.view for pane in window.centre.trees.panes]
    assert window.centre.texts["Source"].isHidden(), "there is none"
    assert [view.wrapped for view in views] == [True, True], "both alike"
    assert views[1].horizontalScrollBar().maximum() == 0
    window.selection.select(1)
    qtbot.waitUntil(lambda: len(views[1].words) < LONG)
    assert [view.wrapped for view in views] == [False, False]
    window.selection.select(0)
    qtbot.waitUntil(lambda: len(views[1].words) > LONG)
    assert [view.wrapped for view in views] == [True, True]
    assert len({token.sceneBoundingRect().top() for token in views[1].words.values()}) > 1
    views[1].zoom(2.0)
    assert views[1].horizontalScrollBar().maximum() == 0
    views[1].setFocus()
    QTest.keyClick(views[1], Qt.Key.Key_End)
    assert views[1].word == max(views[1].words)
    place = views[1].mapFromScene(views[1].words[views[1].word].sceneBoundingRect().center())
    assert views[1].viewport().rect().contains(place), "the cursor is scrolled into view"
    window.selection.select(2)
    qtbot.waitUntil(lambda: window.selection.comparison is not None and len(views[0].words) == LONG - 10)
    for height, is_close in ((1000, False), (600, True)):
        window.resize(1280, height)
        qtbot.waitUntil(lambda: [view.is_close for view in views] == [is_close] * 2)  # noqa: B023
        assert [view.wrapped for view in views] == [True, True]
        assert all(view.horizontalScrollBar().maximum() == 0 for view in views)
    title = window.centre.trees.hypothesis.title
    title.setText("Hypothesis · " * 20)
    assert title.minimumSizeHint().width() < 100, "a long title takes no width from the panels"


def _framed() -> SystemComparison:
    frames = ["1 agent=0", "4 agent=3"]
    pairs = annotated(6, frames[:1], frames, "0=0", "0.0=0.0"), annotated(6, frames[1:], frames)
    return compare_systems(pairs, metric("hmeant"), ("north", "south"))


def test_broken_rows_of_both_trees_have_one_scale(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    for name, words in (("hyp.txt", 5), ("ref.txt", 3 * LONG)):
        (tmp_path / name).write_text(" ".join(["word"] * words), encoding="utf-8")
    window.opener.open_paths([tmp_path / "hyp.txt", tmp_path / "ref.txt"])
    qtbot.waitUntil(lambda: window.selection.comparison is not None and not window.background.busy, timeout=20_000)
    scales = [pane.view.transform().m11() for pane in window.centre.trees.panes]
    assert scales[0] == scales[1] < 1, "not all rows of the longer text are in sight"


def test_each_translation_has_its_frames_beside_the_other_or_above(qtbot: QtBot) -> None:
    view = SharedFramesView()
    qtbot.addWidget(view)
    view.show_content(_framed())
    assert view.has_frames
    assert [len(one.words) for one in view.views] == [2 + 4, 2 + 4]
    assert [name.text() for name in view.names] == ["north", "south"]
    view.show()
    for width, height, is_beside in ((900, 500, True), (500, 500, False), (500, 200, True)):
        view.resize(width, height)
        QApplication.processEvents()  # Qt lays out once there is nothing else to do
        first, second = (one.geometry() for one in view.views)
        assert (second.left() >= first.right()) is is_beside
        assert (second.top() >= first.bottom()) is not is_beside
    view.show_content(None)
    assert [one.words for one in view.views] == [{}, {}]


def _long(words: int) -> SystemComparison:
    text = parsed(" ".join(f"word{place}:{place}:dep" for place in range(words)))
    return compare_systems((Pair(text, (text,)), Pair(text, (text,))), metric("hwcm"), ("north", "south"))


@pytest.mark.parametrize(("words", "rows"), [(60, True), (30, False)])
def test_the_shared_tree_of_a_long_sentence_wraps(qtbot: QtBot, words: int, rows: bool) -> None:
    view = SharedTreeView()
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    view.show_both(_long(words))
    heights = {item.sceneBoundingRect().top() for item in view.words.values()}
    assert (len(heights) > 1) is rows
    assert len(view.words) == words
    assert set(view.arcs) == {(place, place - 1) for place in range(1, words)}
    assert (view.sceneRect().width() <= view.viewport().width() + 1) is rows
    assert view.size_at(500).width() <= 500


class Asked(HandMadeStore):
    """Labels frames only where they are asked for."""

    def _analysed(self, text: str, depth: Layers) -> Analysis:
        found = super()._analysed(text, depth)
        return found if depth.roles else replace(found, labelled=None)


@pytest.mark.parametrize("store", [Asked()])
def test_the_annotate_page_begins_with_frames_whatever_is_offered(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    window.workspace.specs = ("hwcm",)
    window.opener.open_paths([path])
    say_who(window)
    qtbot.waitUntil(lambda: window.annotation_editor.frame_editor is not None)
    frame_editor = present(window.annotation_editor.frame_editor)
    assert frame_editor.annotation.hypothesis
    assert frame_editor.annotation.reference


def test_the_trees_say_why_they_have_no_frames(window: MainWindow, qtbot: QtBot) -> None:
    window.workspace.specs = ("hwcm",)
    window.opener.open_sample()
    qtbot.waitUntil(lambda: window.selection.comparison is not None)
    assert not window.centre.frames.isEnabled()
    assert "no frame metric is offered" in window.centre.frames.toolTip()
    qtbot.keyClick(window, Qt.Key.Key_G, CTRL | SHIFT)
    assert window.centre.frames.isChecked(), "they come back with a metric that has some"
