"""A window without a trained pipeline, with settings of its own."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenuBar, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from helpers.annotating import key_of, make_project, say_who
from helpers.stores import HandMadeStore
from meantree.corpus.formats import InputFile
from meantree.metrics import registry
from meantree_gui import theme
from meantree_gui.background import Background
from meantree_gui.opening.opener import SAMPLE
from meantree_gui.settings import Settings
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.selection import Selection
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.clipboard import forget_copy
from meantree_gui.window import MainWindow
from meantree_resources import resource


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that leaves a dialog, a menu or a window behind; those that its fixtures made are their own."""
    before = _windows()
    yield
    left = _windows() - before
    if left:
        gc.collect()  # what nothing holds any more
        left = _windows() - before
    assert not left, f"{item.name} left behind: {dict(left)}"


def _windows() -> Counter[str]:
    """How many windows, dialogs and menus there are of each class, when all that is to be deleted is."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return Counter()
    app.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # Qt does so only in an event loop
    return Counter(type(widget).__name__ for widget in app.topLevelWidgets() if not _is_kept(widget))


def _is_kept(widget: QWidget) -> bool:
    """Lists of boxes, menus of a menu bar, and tips, which Qt makes when it needs them and keeps."""
    return isinstance(widget.parent(), (QComboBox, QMenuBar)) or widget.windowType() is Qt.WindowType.ToolTip


@pytest.fixture(autouse=True)
def _new_projects_of_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever saves a project in a test annotates frames; the dialog that asks has its own test."""
    monkeypatch.setattr("meantree_gui.projects.ask_protocol", lambda *_args: "frames")


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> Iterator[QApplication]:
    """The application, in a font that ships: widths of texts are the same on every machine.

    It leaves nothing of ours on the clipboard, which Qt could not delete when Python has ended.
    """
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        assert QFontDatabase.addApplicationFont(str(resource(f"fonts/{name}"))) >= 0
    font = qapp.font()
    font.setFamily("DejaVu Sans")
    qapp.setFont(font)
    yield qapp
    forget_copy()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What boxes say, which close at once."""
    texts: list[str] = []

    def tell(box: QMessageBox) -> None:
        texts.append(box.text())
        box.deleteLater()  # it was never shown

    monkeypatch.setattr(QMessageBox, "open", tell)
    return texts


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.json")


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
def offered() -> tuple[str, ...]:
    """The metrics that a window scores by: some of each kind, as all take twice the time; a module may offer others."""
    return ("hwcm", "edpm", "meant", "bleu", "chrf", "ter", "hmeant")


@pytest.fixture
def window(
    qtbot: QtBot,
    qapp: QApplication,
    settings: Settings,
    store: HandMadeStore,
    offered: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[MainWindow]:
    """The window, empty."""
    monkeypatch.setattr(registry, "OFFERED", offered)
    theme.apply_theme(qapp, "light")
    background = Background()
    # Who leaves a window with corrections that have no file yet discards them, unless a test answers otherwise.
    monkeypatch.setattr(QMessageBox, "question", lambda *_args: QMessageBox.StandardButton.Discard)
    made = MainWindow(settings)
    made.furnish(Selection(Scoring(Workspace(background, store))))
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    made.activateWindow()
    assert QTest.qWaitForWindowActive(made)
    yield made
    made.close()


@pytest.fixture
def sample(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on the sample project, scored, at its first segment, without the guide."""
    window.workspace.open([InputFile(resource(SAMPLE))])
    qtbot.waitUntil(lambda: window.workspace.corpus is not None)
    qtbot.waitUntil(lambda: window.scoring.scored("north", "hwcm") and not window.background.busy, timeout=20_000)
    return window


@pytest.fixture
def annotating(window: MainWindow, path: Path, qtbot: QtBot) -> MainWindow:
    """The window on the Annotate page, in the second segment, whose frames are linked."""
    window.opener.open_paths([path])
    say_who(window)
    window.segments.table.selectRow(1)
    qtbot.waitUntil(lambda: window.annotation_editor.key == key_of(1) and not window.background.busy)
    return window
