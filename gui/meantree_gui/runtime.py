"""The process of the program: signals, late imports, garbage collection, and the log of crashes."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import wraps
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import FrameType, FunctionType

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QLabel, QPushButton

from meantree_gui.background import Background
from meantree_gui.dialogs import show_text
from meantree_gui.widgets.boxes import in_row

GRACE_SECONDS = 3.0
"""How long the program may take to end after SIGTERM; edits are on disk already."""
HANDLERS = ("event", "eventFilter", "data", "headerData", "paint", "sizeHint", "minimumSizeHint")


def _guard(cls: type[QObject], /, **options: object) -> None:
    """Let errors in the handlers of a new class pass a ``with``, as they leave it in a form that PySide survives."""
    super(QObject, cls).__init_subclass__(**options)
    for name, method in list(vars(cls).items()):
        if isinstance(method, FunctionType) and (name in HANDLERS or name.endswith("Event")):
            setattr(cls, name, _passed(method))


def _passed(method: Callable[..., object]) -> Callable[..., object]:
    @wraps(method)
    def handler(*arguments: object, **named: object) -> object:
        with nullcontext():
            return method(*arguments, **named)

    return handler


if sys.version_info < (3, 12):  # there, errors raised by C code are no instances until they are caught
    QObject.__init_subclass__ = classmethod(_guard)  # type: ignore[assignment]


class Interrupts(QObject):
    """Closes the window at Ctrl+C or SIGTERM: a byte written into a socket wakes Python while Qt waits for events.

    After SIGTERM, what still computes is ended soon.

    Signals:
        terminated: SIGTERM came, so nothing must be asked.
    """

    terminated = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._read, self._written = socket.socketpair()
        for end in (self._read, self._written):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(lambda: self._read.recv(64))
        signal.set_wakeup_fd(self._written.fileno())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._close)

    def _close(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGTERM:
            # The system ends what has not ended by then, even amid Python's own end; workers end with their parent.
            signal.setitimer(signal.ITIMER_REAL, GRACE_SECONDS)
            self.terminated.emit()
        QTimer.singleShot(0, QApplication.closeAllWindows)


PARTS = (
    "meantree.analysis.store",
    "meantree_gui.later_pages",
    "meantree_gui.evidence.evidence_panel",
    "meantree_gui.exporting",
    "meantree_gui.inspect_page",
    "meantree_gui.projects",
    "meantree_gui.last_session",
    "meantree_gui.opener",
    "meantree_gui.pages",
    "meantree_gui.segments.segment_panel",
    "meantree_gui.state.filtering",
    "meantree_gui.state.selection",
    "meantree_gui.status",
    "meantree_gui.team",
)
"""Modules whose imports include all others of what is seen first."""


class Loading(QObject):
    """Imports the modules of the window in a thread.

    Signals:
        done: the imports ended; an import that failed raises its error again when it is used.
    """

    done = Signal()

    def start(self) -> None:
        """Start the thread, which does not keep the program from ending."""
        Thread(target=self._load, name="loading", daemon=True).start()

    def _load(self) -> None:
        try:
            for name in PARTS:
                import_module(name)
        finally:
            self.done.emit()


INTERVAL_MS = 1000
MANY_SEGMENTS = 20_000
OLDEST = 2
AT_ONCE = 50_000
"""Objects that can be inspected without a noticeable pause, in some ten milliseconds."""
AUTOMATIC = gc.get_threshold()


class GarbageCollection(QObject):
    """Replaces Python's automatic collections as long as a window is open: it collects on the main thread only.

    A collection in a worker would destroy Qt's objects there. A full collection inspects all objects, which freezes
    the window: it waits until no work runs.
    """

    def __init__(self, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._background = background
        self._inspects_all = True
        self._older = [0, 0]
        gc.set_threshold(0)  # gc.disable() would not last: srsly enables it whenever spaCy has read a file
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)

    def end(self) -> None:
        """Restore Python's automatic collections when no worker runs any more."""
        self._timer.stop()
        gc.unfreeze()
        gc.set_threshold(*AUTOMATIC)

    def inspect_all(self, segments: int) -> None:
        """Let the next full collection inspect all objects: another corpus was opened.

        The objects of a large corpus are not inspected: that would freeze the window and find nothing.
        """
        self._inspects_all = segments <= MANY_SEGMENTS
        if self._inspects_all:
            gc.unfreeze()
        else:
            self._freeze()

    def collect(self) -> None:
        """Collect the generations that are due by Python's thresholds; too many objects are frozen instead."""
        due = [
            place
            for place, (count, most) in enumerate(zip(gc.get_count(), AUTOMATIC, strict=True))
            if count > most and not (place == OLDEST and self._background.busy)
        ]
        if not due:
            return
        is_full = max(due) == OLDEST
        if (is_full and self._inspects_all) or self._objects(max(due)) <= AT_ONCE:
            self._collect(max(due))
        else:
            self._freeze()  # so many objects were loaded or analysed, and are no garbage
        if is_full:
            self._inspects_all = False
            self._freeze()  # objects in use live long: inspecting them again would freeze the window

    def _objects(self, oldest: int) -> int:
        """Return an upper bound of the number of objects in the generations up to this one.

        ``gc.get_objects`` is not used: it would reference objects that a worker is creating, and a tuple with another
        reference cannot be completed.
        """
        return gc.get_count()[0] + sum(self._older[:oldest])

    def _collect(self, oldest: int) -> None:
        """Collect the generations up to this one; the remaining objects move to the next."""
        count = self._objects(oldest)
        gc.collect(oldest)
        self._older[:oldest] = [0] * min(oldest, len(self._older))
        if oldest < OLDEST:
            self._older[oldest] += count

    def _freeze(self) -> None:
        gc.freeze()
        self._older = [0, 0]


def log_path() -> Path:
    """Return the path of the log, which is empty unless a window has crashed; all windows append to it."""
    from platformdirs import user_log_path

    return user_log_path("meantree", appauthor=False) / "crashes.log"


def log_crashes() -> None:
    """Write the stacks of all threads to the log if this process crashes; without a place for it, do nothing."""
    with suppress(OSError):
        log_path().parent.mkdir(parents=True, exist_ok=True)
        faulthandler.enable(os.open(log_path(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))


def offer_log(column: QBoxLayout) -> None:
    """Put a notice above a column if the log has a crash, with a button that shows the log and empties it."""
    log = ""
    with suppress(OSError), log_path().open("rb") as file:
        log = file.read(200_000).decode(errors="replace")
    if not log:
        return
    notice, button = QFrame(), QPushButton("Show the log")
    notice.setProperty("role", "notice")
    text = QLabel("The app crashed when it was last used. Saved work is not lost.")
    in_row(notice, (text, 1), button, margins=(10, 4, 10, 4))
    column.insertWidget(0, notice)

    def show() -> None:
        show_text("Meantree", f"Please report these details, from {log_path()}:", log, notice.window())
        notice.hide()
        with suppress(OSError):
            os.truncate(log_path(), 0)

    button.clicked.connect(show)
