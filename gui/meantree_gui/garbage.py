"""Garbage is collected on the main thread alone: a collection in a worker would destroy Qt's objects there."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from meantree_gui.background import Background

INTERVAL_MS = 1000
MANY = 20_000
OLDEST = 2


class GarbageCollection(QObject):
    """Takes the place of Python's automatic collections as long as a window is open.

    A full collection looks at all that is in memory, and stops the window for so long: it waits until no work runs.
    """

    def __init__(self, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._background = background
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._collect)
        self._timer.start(INTERVAL_MS)

    def end(self) -> None:
        """Leave it to Python again; no worker runs any more."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def look_at_all(self, segments: int) -> None:
        """Let the next full collection look at what earlier ones found in use: another corpus was opened.

        What a large one consists of is not looked at: that would stop the window, and finds nothing.
        """
        if segments > MANY:
            gc.freeze()
        else:
            gc.unfreeze()

    def _collect(self) -> None:
        """The generations that are due, as Python counts them."""
        due = [
            place
            for place, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
            if count > most and not (place == OLDEST and self._background.busy)
        ]
        if due:
            gc.collect(max(due))
        if OLDEST in due:
            gc.freeze()  # what is in use stays so for long: looking at all of it again would stop the window
