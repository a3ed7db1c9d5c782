"""The one door for long work: an operation runs in a thread, its result comes back on the main thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from meantree.errors import Cancelled
from meantree.work import Work

T = TypeVar("T")


class Background(QObject):
    """Runs operations; they must not touch widgets.

    Signals:
        progressed: stage in words, items done, total.
        idle: nothing runs any more.
        failed: an exception that nobody else takes.
    """

    progressed = Signal(str, int, int)
    idle = Signal()
    failed = Signal(object)
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None, executor: Executor | None = None) -> None:
        super().__init__(parent)
        self._executor = executor or ThreadPoolExecutor(max_workers=4, thread_name_prefix="meantree")
        self._running: dict[Future[Any], Event] = {}
        self._closed = False
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether anything runs."""
        return bool(self._running)

    def run(
        self,
        operation: Callable[[Work], T],
        success: Callable[[T], None],
        failure: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Run ``operation``; call ``success`` with its result, or ``failure`` with its error, on the main thread.

        Without ``failure`` an error goes to ``failed``, and a cancelled operation says nothing. When the program ends,
        nothing begins any more.
        """
        if self._closed:
            return
        stop = Event()
        work = Work(report=self.progressed.emit, cancelled=stop.is_set)
        future = self._executor.submit(operation, work)
        self._running[future] = stop
        future.add_done_callback(lambda done: self._finished.emit((done, success, failure)))

    def cancel(self) -> None:
        """Stop whatever runs, at its next step."""
        for stop in self._running.values():
            stop.set()

    def close(self) -> None:
        """Cancel, and wait until no thread is left."""
        self._closed = True
        self.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._running.clear()

    def _deliver(
        self, message: tuple[Future[Any], Callable[[Any], None], Callable[[BaseException], None] | None]
    ) -> None:
        future, success, failure = message
        if self._running.pop(future, None) is None or future.cancelled():
            return
        error = future.exception()
        if error is None:
            success(future.result())
        elif failure is not None:
            failure(error)
        elif not isinstance(error, Cancelled):
            self.failed.emit(error)
        if not self._running:
            self.idle.emit()


class ProgressLine(QWidget):
    """Stage, bar, time left and a cancel button, for the status bar."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._stage, self._since = "", 0.0
        self.text = QLabel()
        self.bar = QProgressBar()
        self.bar.setMaximumWidth(160)
        self.bar.setTextVisible(False)
        self.cancel = QToolButton()
        self.cancel.setText("Cancel")
        self.cancel.setToolTip("Stop; finished results are kept (Ctrl+.)")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.text, self.bar, self.cancel):
            row.addWidget(widget)
        self.hide()
        self.cancel.clicked.connect(background.cancel)
        background.progressed.connect(self._show_progress)
        background.idle.connect(self.hide)

    def _show_progress(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self._stage, self._since = stage, time.monotonic()
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        elapsed = time.monotonic() - self._since
        left = f" · {elapsed / done * (total - done):.0f} s left" if done and elapsed > 1 else ""
        self.text.setText(f"{stage}: {done:,} of {total:,}{left}")
        self.show()
