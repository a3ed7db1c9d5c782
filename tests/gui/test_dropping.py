"""Files dropped on the window, wherever they fall; each event goes the way that Qt sends it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from helpers.windows import NONE
from meantree_gui.window import MainWindow

COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def files(tmp_path: Path) -> QMimeData:
    """Two files, as file managers hand them on: also as text."""
    paths = [tmp_path / "hyp.mine.en", tmp_path / "ref.en"]
    for path in paths:
        path.write_text("one two three\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    data.setText("\n".join(str(path) for path in paths))
    return data


def _drop(where: QWidget, data: QMimeData, offered: Qt.DropAction = COPY | MOVE) -> Qt.DropAction:
    """Drag over a widget, and let go: what becomes of it."""
    enter = QDragEnterEvent(QPoint(5, 5), offered, data, LEFT, NONE)
    QApplication.sendEvent(where, enter)
    if not enter.isAccepted():
        return Qt.DropAction.IgnoreAction
    drop = QDropEvent(QPointF(5, 5), offered, data, LEFT, NONE)
    QApplication.sendEvent(where, drop)
    return drop.dropAction() if drop.isAccepted() else Qt.DropAction.IgnoreAction


def _parts(window: MainWindow) -> dict[str, QWidget]:
    trees = window.centre.trees
    return {
        "tree": trees.hypothesis.view.viewport(),
        "frames": trees.frames.view.viewport(),
        "table": window.segments.table.viewport(),
        "filter": window.segments.filter.viewport(),
        "evidence": window.evidence,
    }


@pytest.mark.parametrize("part", ["tree", "frames", "table", "filter", "evidence"])
def test_files_are_opened_wherever_they_fall(window: MainWindow, qtbot: QtBot, files: QMimeData, part: str) -> None:
    assert _drop(_parts(window)[part], files) is COPY, "whoever offers them keeps them"
    qtbot.waitUntil(lambda: window.workspace.size == 1, timeout=20_000)
    assert window.segments.filter.text() == ""
    qtbot.waitUntil(lambda: not window.background.busy, timeout=20_000)


def test_what_may_only_be_moved_stays(window: MainWindow, files: QMimeData) -> None:
    assert _drop(window.centre.trees, files, MOVE) is Qt.DropAction.IgnoreAction


def test_text_is_dropped_where_one_writes(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("doc:news")
    _drop(window.segments.filter.viewport(), data)
    assert window.segments.filter.text() == "doc:news"
