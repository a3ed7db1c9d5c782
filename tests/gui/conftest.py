"""A window without a trained pipeline, with settings of its own."""

from __future__ import annotations

import gc
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_NO_GUI_THREADPOOL"] = "1"  # a copy of this process has no threads to draw with

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QMenuBar, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from helpers.annotating import key_of, make_project, say_who, wait_for
from helpers.copied_windows import (
    OFFERED,
    Kind,
    go_on,
    kind_of,
    let_go,
    open_sample,
    prepared,
    run_in_copy,
    silent_qt,
    to_be_deleted,
)
from helpers.stores import HandMadeStore
from helpers.windows import Answer, present
from meantree.metrics import registry
from meantree_gui import theme
from meantree_gui.background import Background
from meantree_gui.projects import Drafts
from meantree_gui.settings import Settings
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.selection import Selection
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.clipboard import forget_copy
from meantree_gui.window import MainWindow
from meantree_resources import resource


class Ready:
    """The window of which tests of a kind get copies, if there is one now."""

    def __init__(self) -> None:
        self.window: MainWindow | None = None
        self._has_loaded = False
        self._ends = ExitStack()

    def make(self, kind: Kind) -> None:
        """Make a window of this kind, and wait until no thread runs any more."""
        self.app = QApplication.instance() or QApplication(["tests"])
        folder = self._ends.enter_context(tempfile.TemporaryDirectory())
        patch = self._ends.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(registry, "OFFERED", kind.offered)
        self._ends.enter_context(silent_qt())
        if not self._has_loaded:
            _load(Path(folder))
            self._has_loaded = True
        made = _made(Settings(Path(folder) / "settings.json"), HandMadeStore())
        self.window = self._ends.enter_context(to_be_deleted(made))
        if kind.prepare is not None:
            kind.prepare(made, Path(folder))
        let_go(made)
        gc.collect()  # once, not in each copy

    def end(self) -> None:
        """Delete the window."""
        if self.window is not None:
            self.window.workspace.project = None  # it is closed
        self.window = None
        self._ends.close()


def _load(folder: Path) -> None:
    """Let modules and resources be loaded once, not in each copy."""
    for dialog in ("agreement_dialog", "help_window", "settings_dialog", "team_dialog"):
        import_module(f"meantree_gui.{dialog}")
    path = folder / "twenty.meantree"
    make_project(path)
    with to_be_deleted(_made(Settings(folder / "other.json"), HandMadeStore())) as window:
        open_sample(window)
        window.pages.open_titled("Figures")
        wait_for(lambda: window.corpus_pages.compare.figures.view.image is not None)
        window.pages.open_titled("Report")
        wait_for(lambda: window.corpus_pages.report.reporting.preview is not None)
        window.opener.open_paths([path])
        for page in window.pages.pages:
            window.pages.open(page)
            wait_for(lambda: not window.background.busy)
        say_who(window)
        wait_for(lambda: window.annotation_editor.frame_editor is not None and not window.background.busy)


READY = Ready()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests with the same kind of window follow one another; those without a window come last."""
    items.sort(key=lambda item: str(kind_of(item)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test of the window in a copy of this process."""
    kind = kind_of(item)
    if kind is None:
        return None
    if READY.window is None:
        try:
            READY.make(kind)
        except Exception:
            READY.end()
            return None  # the test fails, too, when it makes a window
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in run_in_copy(item):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    # What this process set up for the tests before, and the next one does not share, is torn down here.
    runner = present(item.config.pluginmanager.get_plugin("runner"))
    runner.pytest_runtest_teardown(item, nextitem)
    if kind_of(nextitem) != kind:
        READY.end()
    return True


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
    monkeypatch.setattr("meantree_gui.rules_dialog.ask_protocol", lambda *_args: "frames")


@pytest.fixture(scope="session", autouse=True)
def qapp(qapp: QApplication) -> Iterator[QApplication]:
    """The application, in a font that ships: widths of texts are the same on every machine.

    Every test here has it, whichever comes first in its process: without it Qt ends the process at the first widget. It
    leaves nothing of ours on the clipboard, which Qt could not delete when Python has ended.
    """
    _set_font(qapp)
    yield qapp
    forget_copy()


def _set_font(app: QApplication) -> None:
    font = app.font()
    if font.family() != "DejaVu Sans":
        for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
            assert QFontDatabase.addApplicationFont(str(resource(f"fonts/{name}"))) >= 0
        font.setFamily("DejaVu Sans")
        app.setFont(font)


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
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Answer each dialog that asks where to save with a path, and one of the filters; return what they proposed."""
    proposed: list[str] = []

    def prepare(path: Path | str = "", chosen: str = "") -> list[str]:
        def ask(_window: object, _title: str, name: str, *_more: object) -> tuple[str, str]:
            proposed.append(name)
            return str(path), chosen

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
        return proposed

    return prepare


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings in a folder of the test, where drafts are, too."""
    path, window = tmp_path / "settings.json", READY.window
    if window is None:
        return Settings(path)
    window.settings.path = path
    window.projects.drafts = Drafts(window.workspace, tmp_path / "drafts")
    return window.settings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A project of twenty segments."""
    return _twenty(tmp_path)


def _twenty(folder: Path) -> Path:
    """The project of twenty segments in a folder; the window may have it open there."""
    made = folder / "twenty.meantree"
    if not made.exists():
        make_project(made)
    return made


@pytest.fixture
def store() -> HandMadeStore:
    """What analyses the texts; a test may ask for another one by the mark ``parametrize``."""
    return HandMadeStore()


@pytest.fixture
def offered(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The metrics that the window scores by; those of the module of tests, if it has any."""
    found: tuple[str, ...] = getattr(request.module, "OFFERED", OFFERED)
    return found


@pytest.fixture
def is_ready() -> bool:
    """Whether the window is a copy of the one that is ready."""
    return READY.window is not None


@pytest.fixture
def window(
    qtbot: QtBot,
    settings: Settings,
    store: HandMadeStore,
    offered: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[MainWindow]:
    """The window, empty, or as another fixture prepares it; see ``helpers.copied_windows``."""
    monkeypatch.setattr(registry, "OFFERED", offered)
    # Who leaves a window with corrections that have no file yet discards them, unless a test answers otherwise.
    monkeypatch.setattr(QMessageBox, "question", lambda *_args: QMessageBox.StandardButton.Discard)
    if READY.window is not None:
        go_on(READY.window, tmp_path)
        yield READY.window
        READY.window.close()
        return
    made = _made(settings, store)
    qtbot.addWidget(made)
    yield made
    made.close()


def _made(settings: Settings, store: HandMadeStore) -> MainWindow:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    _set_font(app)
    theme.apply_theme(app, "light")
    made = MainWindow(settings)
    made.furnish(Selection(Scoring(Workspace(Background(), store))))
    made.resize(1400, 900)
    made.show()
    made.activateWindow()
    assert QTest.qWaitForWindowActive(made)
    return made


@prepared
def sample(window: MainWindow, _folder: Path) -> None:
    """The window on the sample project, scored, at its first segment, without the guide."""
    open_sample(window, "north")


@prepared
def both(window: MainWindow, _folder: Path) -> None:
    """The window on the sample, with its second system scored, too."""
    open_sample(window, "south")


@prepared
def annotating(window: MainWindow, folder: Path) -> None:
    """The window on the Annotate page, in the second segment, whose frames are linked."""
    window.opener.open_paths([_twenty(folder)])
    say_who(window)
    window.segments.table.selectRow(1)
    wait_for(lambda: window.annotation_editor.key == key_of(1) and not window.background.busy)
