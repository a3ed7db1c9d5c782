"""Splitters stay as the user left them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from meantree_gui.settings import SPLITTER, Settings
from meantree_gui.widgets.layouts import KeptSplitter

ACROSS = Qt.Orientation.Horizontal


def _made(qtbot: QtBot, settings: Settings, orientation: Qt.Orientation = ACROSS) -> KeptSplitter:
    made = KeptSplitter(orientation, settings, "page")
    for _ in range(2):
        made.addWidget(QWidget())
    made.resize(800, 800)
    made.share(1, 3)
    qtbot.addWidget(made)
    made.show()
    QApplication.processEvents()
    return made


def _share(splitter: KeptSplitter) -> float:
    sizes = splitter.sizes()
    return sizes[0] / sum(sizes)


def test_a_dragged_splitter_stays_in_its_own_orientation(qtbot: QtBot, settings: Settings) -> None:
    splitter = _made(qtbot, settings)
    assert _share(splitter) == pytest.approx(0.25, abs=0.02)
    handle = splitter.handle(1)
    middle = handle.rect().center()
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(handle, middle + QPoint(200, 0))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle)
    kept = _share(splitter)
    assert kept == pytest.approx(0.5, abs=0.05)
    assert _share(_made(qtbot, settings)) == pytest.approx(kept, abs=0.02)
    assert _share(_made(qtbot, settings, Qt.Orientation.Vertical)) == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize("kept", ["", "0 0", "300", "1 2 3", "a b", "-5 9", "²  4", "9" * 30 + " 1"])
def test_what_is_no_two_sizes_counts_as_nothing(qtbot: QtBot, settings: Settings, kept: str) -> None:
    SPLITTER.of("page-across").write(settings, kept)
    assert _share(_made(qtbot, settings)) == pytest.approx(0.25, abs=0.02)
