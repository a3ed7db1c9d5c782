"""Tests of the window run in copies (forks) of a process in which the window exists and the sample is scored.

Making both for each test takes several times as long as most tests themselves, and tests that shared a window would
change it for each other. On other systems than Linux, and with ``--pdb``, each test makes its own window.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import warnings
from ast import literal_eval
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, qInstallMessageHandler

from meantree_gui.background import Background
from meantree_gui.window import MainWindow

LONGEST = 600
"""Seconds after which a test that hangs is ended."""
OFFERED = ("hwcm", "edpm", "meant", "bleu", "chrf", "ter", "hmeant")
"""The metrics that a window scores by: some of each kind, as all take twice the time. A module of tests has others
under this name, or None if each of its tests makes a window of its own."""
SCORED = {"sample": "north", "both": "south"}
"""Fixtures of the sample, each with the system that is scored for it, too."""


@dataclass(frozen=True)
class Kind:
    """The window of which tests get copies.

    Attributes:
        offered: the metrics that the window scores by.
        scored: the systems of the sample that are scored; none if it is not open.
    """

    offered: tuple[str, ...]
    scored: tuple[str, ...]


def kind_of(item: pytest.Item | None) -> Kind | None:
    """Return the kind of window that a test shares; None if it has no window, or one of its own."""
    if not isinstance(item, pytest.Function) or "window" not in item.fixturenames or not _can_copy(item.config):
        return None
    chosen: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    offered = chosen.get("offered", getattr(item.module, "OFFERED", OFFERED))
    if "store" in chosen or offered is None:
        return None
    return Kind(tuple(offered), tuple(system for name, system in SCORED.items() if name in item.fixturenames))


def _can_copy(config: pytest.Config) -> bool:
    return sys.platform == "linux" and not config.getoption("usepdb")


def run_in_copy(item: pytest.Item) -> list[pytest.TestReport]:
    """Run a test in a copy of this process, and return the reports on its phases."""
    hook, config = item.ihook, item.config
    with tempfile.TemporaryFile() as told:
        gc.freeze()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # only pytest-xdist has other threads
            child = os.fork()
        if child == 0:
            try:
                signal.alarm(LONGEST)
                gc.unfreeze = lambda: None  # a collection of all objects would copy all memory
                texts = [hook.pytest_report_to_serializable(config=config, report=report) for report in _phases(item)]
                told.write(repr(texts).encode())
                told.flush()
            finally:
                os._exit(0)
        gc.unfreeze()
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


def end_threads(background: Background) -> None:
    """End the threads, of which a copy of the process has none; others begin when they are needed."""
    background._executor.shutdown()
    background._executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="meantree")


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
