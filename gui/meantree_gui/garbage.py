"""Garbage is collected on the main thread alone: a collection in a worker would destroy Qt's objects there."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000


class GarbageCollection(QObject):
    """Takes the place of Python's automatic collections as long as a window is open."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._collect)
        self._timer.start(INTERVAL_MS)

    def end(self) -> None:
        """Leave it to Python again; no worker runs any more."""
        self._timer.stop()
        gc.enable()

    def _collect(self) -> None:
        """The generations that are due, as Python counts them."""
        due = [
            place
            for place, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
            if count > most
        ]
        if due:
            gc.collect(max(due))
