"""Operations in background threads: each result is delivered on the main thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from meantree.errors import Cancelled, MeantreeError
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


Answer = TypeVar("Answer")
KEPT = 16
"""So many answers are kept while what they are about stays the same."""


class Told(QObject):
    """Signals of :class:`Answers`.

    Signals:
        arrived: there is an answer to what was asked last, or it is known why there is none.
    """

    arrived = Signal()


class Answers(Generic[Answer]):
    """Of one sort of question; one is answered at a time, and what is no longer asked is stopped.

    Attributes:
        told: its signals.
        answer: to the question that was asked last, None while there is none.
        why_not: what keeps it from being answered, empty if nothing does.
    """

    def __init__(self, background: Background, *, wait: int = 0, tells_progress: bool = False) -> None:
        """Begin ``wait`` milliseconds after the last of several questions that come in a row."""
        self.told = Told()
        self.arrived = self.told.arrived
        self.answer: Answer | None = None
        self.why_not = ""
        self._background, self._tells_progress = background, tells_progress
        self._asked: Hashable = None
        self._operation: Callable[[Work], Answer] | None = None
        self._kept: dict[Hashable, Answer] = {}
        self._is_running = False
        self._turn = 0
        self._timer = QTimer(self.told)
        self._timer.setSingleShot(True)
        self._timer.setInterval(wait)
        self._timer.timeout.connect(self._run)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is under way."""
        return self._timer.isActive() or self._is_running

    def ask(self, question: Hashable, operation: Callable[[Work], Answer]) -> None:
        """Ask for what ``operation`` finds; equal questions have equal answers until :meth:`forget`."""
        if question == self._asked and (self.answer is not None or self.is_busy):
            return
        self._asked, self._operation, self.why_not = question, operation, ""
        self._turn += 1
        self.answer = self._kept.get(question)
        if self.answer is None:
            self._timer.start()
        else:
            self._timer.stop()
            self.arrived.emit()

    def forget(self) -> None:
        """What was answered holds no more, and nothing is asked."""
        self._timer.stop()
        self._kept, self._asked, self._operation, self.answer, self.why_not = {}, None, None, None, ""
        self._turn += 1

    def _run(self) -> None:
        operation, question, turn = self._operation, self._asked, self._turn
        if operation is None or self._is_running:
            return  # what runs is stopped soon, and then it is this one's turn
        self._is_running = True

        def answered(work: Work) -> Answer:
            told = work if self._tells_progress else work.silent()
            return operation(replace(told, cancelled=lambda: work.cancelled() or turn != self._turn))

        def take(found: Answer) -> None:
            self._is_running = False
            if turn == self._turn:
                self._keep(question, found)
                self.answer = found
                self.arrived.emit()
            else:
                self._go_on()

        def fail(error: BaseException) -> None:
            self._is_running = False
            if turn != self._turn:
                self._go_on()
                return
            self.why_not = "Stopped." if isinstance(error, Cancelled) else str(error)
            self._asked = None  # whoever asks again is answered
            if not isinstance(error, MeantreeError):
                self._background.failed.emit(error)
            self.arrived.emit()

        self._background.run(answered, take, fail)

    def _go_on(self) -> None:
        if self._operation is not None and self.answer is None and not self._timer.isActive():
            self._run()

    def _keep(self, question: Hashable, found: Answer) -> None:
        self._kept[question] = found
        while len(self._kept) > KEPT:
            self._kept.pop(next(iter(self._kept)))
