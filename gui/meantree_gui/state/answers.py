"""Answers that take a moment, made in the background: the question that was asked last is answered. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from meantree.errors import Cancelled, MeantreeError
from meantree.work import Work

if TYPE_CHECKING:
    from meantree_gui.background import Background

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
