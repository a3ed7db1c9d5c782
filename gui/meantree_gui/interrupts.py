"""Ctrl+C in the terminal, and a request of the system to end, close the window as its own button does."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication


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
