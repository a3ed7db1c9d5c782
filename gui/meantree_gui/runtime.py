"""What the program does beside its window: signals of the system, late imports, and garbage collection."""

from __future__ import annotations

import gc
import signal
import socket
from importlib import import_module
from threading import Thread
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal
from PySide6.QtWidgets import QApplication

from meantree_gui.background import Background


class Interrupts(QObject):
    """Handles signals while Qt waits for events: Python is woken by a byte that the system writes into a socket."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._read, self._written = socket.socketpair()
        for end in (self._read, self._written):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(lambda: self._read.recv(64))
        signal.set_wakeup_fd(self._written.fileno())
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self._close)

    def _close(self, _number: int, _frame: FrameType | None) -> None:
        QTimer.singleShot(0, QApplication.closeAllWindows)


PARTS = (
    "meantree.analysis.store",
    "meantree_gui.adjudication.adjudication_panel",
    "meantree_gui.corpus_pages",
    "meantree_gui.annotation_editor.annotation_panel",
    "meantree_gui.evidence.evidence_panel",
    "meantree_gui.exporting",
    "meantree_gui.inspect_page",
    "meantree_gui.projects",
    "meantree_gui.opening.last_session",
    "meantree_gui.opening.opener",
    "meantree_gui.pages",
    "meantree_gui.settings_dialog.settings_dialog",
    "meantree_gui.segments.segment_panel",
    "meantree_gui.state.filtering",
    "meantree_gui.state.selection",
    "meantree_gui.status",
)
"""Modules that bring all others along."""


class Loading(QObject):
    """Imports in a thread.

    Signals:
        done: everything is there; what could not be imported will say so again when it is used.
    """

    done = Signal()

    def start(self) -> None:
        """Begin; the program can end meanwhile."""
        Thread(target=self._load, name="loading", daemon=True).start()

    def _load(self) -> None:
        try:
            for name in PARTS:
                import_module(name)
        finally:
            self.done.emit()


INTERVAL_MS = 1000
MANY = 20_000
OLDEST = 2
AT_ONCE = 50_000
"""Objects that are looked at without a stop that anybody notices: some ten milliseconds."""
AUTOMATIC = gc.get_threshold()


class GarbageCollection(QObject):
    """Takes the place of Python's automatic collections as long as a window is open.

    A full collection looks at all that is in memory, and stops the window for so long: it waits until no work runs.
    """

    def __init__(self, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._background = background
        self._is_whole = True
        self._older = [0, 0]
        gc.set_threshold(0)  # gc.disable() would not last: srsly turns it on again whenever spaCy has read a file
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)

    def end(self) -> None:
        """Leave it to Python again; no worker runs any more."""
        self._timer.stop()
        gc.unfreeze()
        gc.set_threshold(*AUTOMATIC)

    def look_at_all(self, segments: int) -> None:
        """Let the next full collection look at what earlier ones found in use: another corpus was opened.

        What a large one consists of is not looked at: that would stop the window, and finds nothing.
        """
        self._is_whole = segments <= MANY
        if self._is_whole:
            gc.unfreeze()
        else:
            self._freeze()

    def collect(self) -> None:
        """The generations that are due, as Python counts them; what is too much at once stays where it is."""
        due = [
            place
            for place, (count, most) in enumerate(zip(gc.get_count(), AUTOMATIC, strict=True))
            if count > most and not (place == OLDEST and self._background.busy)
        ]
        if not due:
            return
        is_full = max(due) == OLDEST
        if (is_full and self._is_whole) or self._objects(max(due)) <= AT_ONCE:
            self._collect(max(due))
        else:
            self._freeze()  # so many were loaded or analysed, and are no garbage
        if is_full:
            self._is_whole = False
            self._freeze()  # what is in use stays so for long: looking at all of it again would stop the window

    def _objects(self, oldest: int) -> int:
        """How many there may be in the generations up to this one.

        They are counted as they come: ``gc.get_objects`` would hold those that a worker is making, and a tuple that
        anybody else holds cannot be finished.
        """
        return gc.get_count()[0] + sum(self._older[:oldest])

    def _collect(self, oldest: int) -> None:
        """Collect the generations up to this one; what is left joins the next."""
        found = self._objects(oldest)
        gc.collect(oldest)
        self._older[:oldest] = [0] * min(oldest, len(self._older))
        if oldest < OLDEST:
            self._older[oldest] += found

    def _freeze(self) -> None:
        gc.freeze()
        self._older = [0, 0]
