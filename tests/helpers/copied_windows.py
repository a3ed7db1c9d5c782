"""Tests of the window run in copies (forks) of a process in which the window exists, with what they begin with open.

Making both for each test takes several times as long as most tests themselves, and tests that shared a window would
change it for each other. On other systems than Linux, and with ``--pdb``, each test makes its own window.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
import warnings
from ast import literal_eval
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer, qInstallMessageHandler

from helpers.annotating import wait_for
from meantree.corpus.formats import InputFile
from meantree.project.file import Project
from meantree_gui.opener import SAMPLE_FILE
from meantree_gui.window import MainWindow
from meantree_resources import resource

LONGEST = 600
"""Seconds after which a test that hangs is ended."""
OFFERED = ("hwcm", "edpm", "meant", "bleu", "chrf", "ter", "hmeant")
"""The metrics that a window scores by: some of each kind, as all take twice the time. A module of tests has others
under this name, or None if each of its tests makes a window of its own."""
Prepare = Callable[[MainWindow, Path], None]
PREPARE: dict[Callable[..., MainWindow], Prepare] = {}
"""What prepares the window, by the fixtures that do."""


def prepared(prepare: Prepare) -> Callable[..., MainWindow]:
    """Make a fixture, the window as ``prepare`` leaves it; tests of it get copies of one window that is prepared once.

    A test has one such fixture at most. What is opened lies in the folder of the test, ``tmp_path``, under the same
    name as in the folder that ``prepare`` gets.
    """

    def fixture(window: MainWindow, tmp_path: Path, is_ready: bool) -> MainWindow:
        if not is_ready:
            prepare(window, tmp_path)
        return window

    PREPARE[fixture] = prepare
    return pytest.fixture(name=prepare.__name__)(fixture)


def open_sample(window: MainWindow, *systems: str) -> None:
    """Open the texts of the sample, and score these systems."""
    window.workspace.open([InputFile(resource(SAMPLE_FILE))])
    wait_for(lambda: window.workspace.corpus is not None and not window.background.busy)
    for system in systems:
        window.scoring.score(system)
        wait_for(lambda: not window.background.busy)


@dataclass(frozen=True)
class Kind:
    """The window of which tests get copies.

    Attributes:
        offered: the metrics that the window scores by.
        prepare: what prepares it; None if it is empty.
    """

    offered: tuple[str, ...]
    prepare: Prepare | None

    def __str__(self) -> str:
        of = f"{self.prepare.__module__}.{self.prepare.__name__}" if self.prepare is not None else ""
        return f"Kind {of} {self.offered}"


def kind_of(item: pytest.Item | None) -> Kind | None:
    """Return the kind of window that a test shares; None if it has no window, or one of its own."""
    if not isinstance(item, pytest.Function) or "window" not in item.fixturenames or not _can_copy(item.config):
        return None
    chosen: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    offered = chosen.get("offered", getattr(item.module, "OFFERED", OFFERED))
    if "store" in chosen or offered is None:
        return None
    fixtures = [definitions[-1].func for definitions in item._fixtureinfo.name2fixturedefs.values()]
    return Kind(tuple(offered), next((PREPARE[one] for one in fixtures if one in PREPARE), None))


def _can_copy(config: pytest.Config) -> bool:
    return sys.platform == "linux" and not config.getoption("usepdb")


def run_in_copy(item: pytest.Item) -> list[pytest.TestReport]:
    """Run a test in a copy of this process, and return the reports on its phases."""
    hook, config = item.ihook, item.config
    with tempfile.TemporaryFile() as told:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # only pytest-xdist has other threads
            child = os.fork()
        if child == 0:
            try:
                signal.alarm(LONGEST)
                gc.freeze()  # a collection of all objects would copy all memory
                gc.unfreeze = lambda: None
                texts = [hook.pytest_report_to_serializable(config=config, report=report) for report in _phases(item)]
                told.write(repr(texts).encode())
                told.flush()
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        told.seek(0)
        text = told.read()
    if not text:
        ended = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "an exit without a report"
        why = f"the copy of the process ended by {ended}"
        return [pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")]
    return [hook.pytest_report_from_serializable(config=config, data=data) for data in literal_eval(text.decode())]


def _phases(item: pytest.Item) -> Iterator[pytest.TestReport]:
    """Set a test up, call it unless that failed, and tear it and all its fixtures down; yield a report on each."""
    hook = item.ihook
    phases = {
        "setup": partial(hook.pytest_runtest_setup, item=item),
        "call": partial(hook.pytest_runtest_call, item=item),
        "teardown": partial(hook.pytest_runtest_teardown, item=item, nextitem=None),
    }
    is_set_up = False
    for when, perform in phases.items():
        if when != "call" or is_set_up:
            call = pytest.CallInfo.from_call(perform, when)  # type: ignore[arg-type]  # it is a literal
            report = hook.pytest_runtest_makereport(item=item, call=call)
            is_set_up |= report.passed
            yield report


def let_go(window: MainWindow) -> None:
    """End what a copy of the process cannot have: threads, which begin again when needed, and the open project.

    What waits for a moment, as to be painted or stored, is done before: once, not in each copy.
    """
    workspace = window.workspace
    waiting = [timer for timer in window.findChildren(QTimer) if timer.isSingleShot()]
    wait_for(lambda: not workspace.background.busy and not any(timer.isActive() for timer in waiting))
    QCoreApplication.processEvents()
    executor = workspace.background._executor
    executor.shutdown()
    workspace.background._executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="meantree")
    if workspace.project is not None:
        workspace.closing.emit()
        workspace.project.close()


def go_on(window: MainWindow, folder: Path) -> None:
    """Go on in a copy of the process, with a copy of the open project in this folder."""
    project = window.workspace.project
    if project is None:
        return
    path = folder / project.path.name
    shutil.copyfile(project.path, path)
    vars(project).update(vars(Project(path)) | {"on_replaced": project.on_replaced})
    window.projects._remember_annotator()
    window.annotation_panel.clock.follow()


@contextmanager
def silent_qt() -> Iterator[None]:
    """Drop the messages of Qt, which pytest-qt reads within tests alone."""
    before = qInstallMessageHandler(lambda *_args: None)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


@contextmanager
def to_be_deleted(window: MainWindow) -> Iterator[MainWindow]:
    """Close and delete a window in the end, at once."""
    try:
        yield window
    finally:
        window.close()
        window.deleteLater()
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
