"""Operations in background threads: each result is delivered on the main thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from meantree.errors import Cancelled, MeantreeError
from meantree.work import Work

T = TypeVar("T")


class Background(QObject):
    """Runs operations in threads. Operations must not touch widgets.

    Signals:
        progressed: stage in words, items done, total.
        progress_ended: no running operation reports progress any more.
        idle: nothing runs any more.
        failed: an exception that no other handler takes.
    """

    progressed = Signal(str, int, int)
    progress_ended = Signal()
    idle = Signal()
    failed = Signal(object)
    _finished = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="meantree")
        self._running: dict[Future[Any], Event] = {}
        self._reporting: set[Event] = set()
        self._closed = False
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def is_closed(self) -> bool:
        """Whether the program is closing, so that results are no longer needed."""
        return self._closed

    @property
    def busy(self) -> bool:
        """Whether any operation is running."""
        return bool(self._running)

    def run(
        self,
        operation: Callable[[Work], T],
        success: Callable[[T], None],
        failure: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Run ``operation``; call ``success`` with its result, or ``failure`` with its error, on the main thread.

        Without ``failure``, errors are emitted by ``failed``, and a cancelled operation ends silently. When the program
        is closing, no operation is started.
        """
        if self._closed:
            return
        stop = Event()

        def report(stage: str, done: int, total: int) -> None:
            self._reporting.add(stop)
            self.progressed.emit(stage, done, total)

        work = Work(report=report, cancelled=stop.is_set)
        future = self._executor.submit(operation, work)
        self._running[future] = stop
        future.add_done_callback(lambda done: self._finished.emit((done, success, failure)))

    @property
    def is_stopping(self) -> bool:
        """Whether a cancelled operation has not ended yet."""
        return any(stop.is_set() for stop in self._running.values())

    def cancel(self) -> None:
        """Stop all operations at their next step."""
        for stop in self._running.values():
            stop.set()

    def close(self) -> None:
        """Cancel all operations and wait until their threads have ended."""
        self._closed = True
        self.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._running.clear()

    def _deliver(
        self, message: tuple[Future[Any], Callable[[Any], None], Callable[[BaseException], None] | None]
    ) -> None:
        future, success, failure = message
        stop = self._running.pop(future, None)
        if stop is None or future.cancelled():
            return
        if stop in self._reporting:
            self._reporting.discard(stop)
            if not self._reporting:
                self.progress_ended.emit()
        error = future.exception()
        if error is None:
            success(future.result())
        elif failure is not None:
            failure(error)
        elif not isinstance(error, Cancelled):
            self.failed.emit(error)
        if not self._running:
            self.idle.emit()


Result = TypeVar("Result")
CACHED = 16
"""Results that are cached at most."""
STOPPED = "Stopped."
"""Why there is no result if the user cancelled it."""


class LatestResult(QObject, Generic[Result]):
    """The result of the latest of several requests. One runs at a time; a request that is superseded is stopped.

    Attributes:
        result: of the latest request, None as long as there is none.
        why_not: the error message of the latest request, empty if it did not fail.

    Signals:
        arrived: the latest request has a result, or an error.
    """

    arrived = Signal()

    def __init__(
        self, background: Background, *, wait: int | None = 0, tells_progress: bool = False, max_cached: int = CACHED
    ) -> None:
        """Run a request ``wait`` milliseconds after the last of several that come in a row; for None the first, too."""
        super().__init__()
        self.result: Result | None = None
        self.why_not = ""
        self._background, self._tells_progress, self._max_cached = background, tells_progress, max_cached
        self._key: Hashable = None
        self._operation: Callable[[Work], Result] | None = None
        self._cache: dict[Hashable, Result] = {}
        self._is_running, self._waits = False, wait is not None
        self._number = 0
        self._timer = QTimer(self, singleShot=True, interval=wait or 0)
        self._timer.timeout.connect(self._run)

    @property
    def is_busy(self) -> bool:
        """Whether the result is still being computed."""
        return self._timer.isActive() or self._is_running

    def request(self, key: Hashable, operation: Callable[[Work], Result]) -> None:
        """Request the result of ``operation``; results of equal keys are equal until :meth:`forget` is called."""
        if key == self._key and (self.result is not None or self.is_busy):
            return
        self._key, self._operation, self.why_not = key, operation, ""
        self._number += 1
        self.result = self._cache.get(key)
        self._timer.stop()
        if self.result is not None:
            self.arrived.emit()
        elif self._waits:
            self._timer.start()
        else:
            self._run()

    def forget(self) -> None:
        """Drop all results and the latest request."""
        self._timer.stop()
        self._cache, self._key, self._operation, self.result, self.why_not = {}, None, None, None, ""
        self._number += 1

    def _run(self) -> None:
        operation, key, number = self._operation, self._key, self._number
        if operation is None or self._is_running:
            return  # the running operation stops soon, and then this one is run
        self._is_running = True

        def run(work: Work) -> Result:
            reporting = work if self._tells_progress else work.silent()
            return operation(replace(reporting, cancelled=lambda: work.cancelled() or number != self._number))

        def take(result: Result) -> None:
            self._is_running = False
            if number == self._number:
                self._store(key, result)
                self.result = result
                self.arrived.emit()
            else:
                self._run_latest()

        def fail(error: BaseException) -> None:
            self._is_running = False
            if number != self._number:
                self._run_latest()
                return
            self.why_not = STOPPED if isinstance(error, Cancelled) else str(error)
            self._key = None  # an equal request runs again
            if not isinstance(error, MeantreeError):
                self._background.failed.emit(error)
            self.arrived.emit()

        self._background.run(run, take, fail)

    def _run_latest(self) -> None:
        if self._operation is not None and self.result is None and not self._timer.isActive():
            self._run()

    def _store(self, key: Hashable, result: Result) -> None:
        self._cache[key] = result
        while len(self._cache) > self._max_cached:
            self._cache.pop(next(iter(self._cache)))
