"""A window without a trained pipeline, with settings of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import make_project
from helpers.stores import HandMadeStore
from meantree_gui import theme
from meantree_gui.background import Background
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.selection import Selection
from meantree_gui.state.workspace import Workspace
from meantree_gui.window import MainWindow


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A project of twenty segments."""
    made = tmp_path / "twenty.meantree"
    make_project(made)
    return made


@pytest.fixture
def store() -> HandMadeStore:
    """What analyses the texts; a test may ask for another one by the mark ``parametrize``."""
    return HandMadeStore()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, settings: QSettings, store: HandMadeStore) -> Iterator[MainWindow]:
    """The window, empty."""
    theme.apply_theme(qapp, "light")
    background = Background()
    made = MainWindow(Selection(Scoring(Workspace(background, store))), settings)
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    made.activateWindow()
    assert QTest.qWaitForWindowActive(made)
    yield made
    made.close()


@pytest.fixture
def sample(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on the sample project, scored."""
    window.open_sample()
    qtbot.waitUntil(lambda: window.scoring.scored("north", "hwcm") and not window.background.busy, timeout=20_000)
    return window
