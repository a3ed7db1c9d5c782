"""What is drawn of two translations over one reference, without a window around it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.frames import annotated
from helpers.trees import parsed
from meantree.comparison.two_systems import SystemComparison, compare_systems
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.two_systems_picture import RowWord
from meantree_gui.compare.compared_segment_picture import SharedFramesView
from meantree_gui.compare.two_systems_view import SharedTreeView, ThreeRowsView


def _framed() -> SystemComparison:
    frames = ["1 agent=0", "4 agent=3"]
    pairs = annotated(6, frames[:1], frames, "0=0", "0.0=0.0"), annotated(6, frames[1:], frames)
    return compare_systems(pairs, metric("hmeant"), ("north", "south"))


def test_rows_are_underlined_as_the_parts_of_frames_fared(qtbot: QtBot) -> None:
    view = ThreeRowsView()
    qtbot.addWidget(view)
    view.show_content(_framed())
    statuses = {key: word.of.statuses for key, word in view.words.items() if isinstance(word.of, RowWord)}
    assert len(statuses) == 3 * 6
    assert statuses[0, 1] == (Status.MATCHED, Status.MISSED)
    assert statuses[0, 3] == (Status.MISSED,)
    assert statuses[2, 4] == (Status.EXTRA,)
    assert "south missed" in view.words[0, 1].toolTip().replace("&nbsp;</td><td><b>", " ")


def test_each_translation_has_its_frames_beside_the_other_or_above(qtbot: QtBot) -> None:
    view = SharedFramesView()
    qtbot.addWidget(view)
    view.show_content(_framed())
    assert view.has_frames
    assert [len(one.chips) for one in view.views] == [2 + 4, 2 + 4]
    assert [name.text() for name in view.names] == ["north", "south"]
    view.show()
    for width, height, is_beside in ((900, 500, True), (500, 500, False), (500, 200, True)):
        view.resize(width, height)
        QApplication.processEvents()  # Qt lays out once there is nothing else to do
        first, second = (one.geometry() for one in view.views)
        assert (second.left() >= first.right()) is is_beside
        assert (second.top() >= first.bottom()) is not is_beside
    view.show_content(None)
    assert [one.chips for one in view.views] == [{}, {}]


def _long(words: int) -> SystemComparison:
    text = parsed(" ".join(f"word{place}:{place}:dep" for place in range(words)))
    return compare_systems((Pair(text, (text,)), Pair(text, (text,))), metric("hwcm"), ("north", "south"))


@pytest.mark.parametrize(("words", "rows"), [(60, True), (30, False)])
def test_the_shared_tree_of_a_long_sentence_wraps(qtbot: QtBot, words: int, rows: bool) -> None:
    view = SharedTreeView()
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    view.show_content(_long(words))
    heights = {item.sceneBoundingRect().top() for item in view.words.values()}
    assert (len(heights) > 1) is rows
    assert len(view.words) == words
    assert set(view.arcs) == {(place, place - 1) for place in range(1, words)}
    assert (view.sceneRect().width() <= view.viewport().width() + 1) is rows
    assert view.size_at(500).width() <= 500
