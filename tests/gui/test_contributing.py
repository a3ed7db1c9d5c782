"""The page that CONTRIBUTING.md adds to the window shows what is looked at; its key, menu and command work."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.contributing import example
from helpers.stores import HandMadeStore
from helpers.windows import present
from meantree_gui.background import Background
from meantree_gui.pages import Pages
from meantree_gui.settings import Settings
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.selection import Selection
from meantree_gui.state.workspace import Workspace
from meantree_gui.window import MainWindow


def test_a_view(qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    selection = Selection(Scoring(Workspace(Background(), HandMadeStore())))
    reading = example("gui/meantree_gui/reading_page.py", monkeypatch).ReadingPage(selection)
    monkeypatch.setattr("meantree_gui.window.Pages", lambda others: Pages((*others, reading.page)))
    window = MainWindow(settings)
    window.furnish(selection)
    with qtbot.waitExposed(window):
        window.show()
    window.opener.open_sample()
    qtbot.waitUntil(lambda: selection.comparison is not None and not window.background.busy, timeout=20_000)
    qtbot.keyClick(window, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert reading.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    comparison = present(selection.comparison)
    assert reading.text() == "\n\n".join(one.analysis.text for one in comparison.texts)
    size = reading.font().pointSizeF()
    (larger,) = (one for one in window.menus["View"].actions() if one.text() == "Larger text")
    larger.trigger()
    assert reading.font().pointSizeF() > size
    window.close()
    window.deleteLater()
