"""The one door for long work: an operation runs in a thread, its result comes back on the main thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from meantree.errors import Cancelled
from meantree.work import Work

T = TypeVar("T")


class Background(QObject):
    """Runs operations; they must not touch widgets.

    Signals:
        progressed: stage in words, items done, total.
        told: nothing that runs has anything to say of its progress any more.
        idle: nothing runs any more.
        failed: an exception that nobody else takes.
    """

    progressed = Signal(str, int, int)
    told = Signal()
    idle = Signal()
    failed = Signal(object)
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None, executor: Executor | None = None) -> None:
        super().__init__(parent)
        self._executor = executor or ThreadPoolExecutor(max_workers=4, thread_name_prefix="meantree")
        self._running: dict[Future[Any], Event] = {}
        self._telling: set[Event] = set()
        self._lasting: set[Event] = set()
        self._closed = False
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def is_closed(self) -> bool:
        """Whether the program ends: nobody wants what is still to come."""
        return self._closed

    @property
    def busy(self) -> bool:
        """Whether anything runs."""
        return bool(self._running)

    def run(
        self,
        operation: Callable[[Work], T],
        success: Callable[[T], None],
        failure: Callable[[BaseException], None] | None = None,
        *,
        lasting: bool = False,
    ) -> None:
        """Run ``operation``; call ``success`` with its result, or ``failure`` with its error, on the main thread.

        Without ``failure`` an error goes to ``failed``, and a cancelled operation says nothing. When the program ends,
        nothing begins any more. What is ``lasting`` goes on where the same texts are looked at in another way.
        """
        if self._closed:
            return
        stop = Event()

        def report(stage: str, done: int, total: int) -> None:
            self._telling.add(stop)
            self.progressed.emit(stage, done, total)

        work = Work(report=report, cancelled=stop.is_set)
        future = self._executor.submit(operation, work)
        self._running[future] = stop
        if lasting:
            self._lasting.add(stop)
        future.add_done_callback(lambda done: self._finished.emit((done, success, failure)))

    @property
    def is_stopping(self) -> bool:
        """Whether something that was cancelled has not come to its end yet."""
        return any(stop.is_set() for stop in self._running.values())

    def cancel(self, *, lasting: bool = True) -> None:
        """Stop whatever runs, at its next step; what is lasting too, unless that may go on."""
        for stop in self._running.values():
            if lasting or stop not in self._lasting:
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
        stop = self._running.pop(future, None)
        self._lasting -= {stop} if stop is not None else set()
        if stop is None or future.cancelled():
            return
        if stop in self._telling:
            self._telling.discard(stop)
            if not self._telling:
                self.told.emit()
        error = future.exception()
        if error is None:
            success(future.result())
        elif failure is not None:
            failure(error)
        elif not isinstance(error, Cancelled):
            self.failed.emit(error)
        if not self._running:
            self.idle.emit()
