"""How long somebody is at work on a translation: pauses do not count, and little is lost when the program is killed."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from meantree.errors import MeantreeError
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor

if TYPE_CHECKING:
    from meantree.project.annotation import AnnotationKey

PAUSE = 60.0
"""Seconds without keys or mouse after which nobody is thought to be at work."""
KEEP_EVERY = 30.0
LEAST = 1.0
"""A shorter look at a translation is not kept."""
SIGNS_OF_LIFE = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.ShortcutOverride,
}


class WorkClock(QObject):
    """One stretch a visit of a translation, from when it is opened until it is left.

    Signals:
        ticked: the time changed that is to be shown.
    """

    ticked = Signal()

    def __init__(self, editor: AnnotationEditor, seconds: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.editor, self.seconds = editor, seconds
        self._key: AnnotationKey | None = None
        self._began, self._earlier = "", 0.0
        self._active = self._saved = self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(int(KEEP_EVERY * 1000))
        self._timer.timeout.connect(self._tick)
        editor.changed.connect(self.follow)
        editor.workspace.closing.connect(self.stop)

    @property
    def total(self) -> float:
        """Seconds at work on this translation, on this visit and before."""
        return self._earlier + self._active

    def touch(self) -> None:
        """Somebody is there."""
        now = self.seconds()
        if self._key is not None and now - self._last <= PAUSE:
            self._active += now - self._last
        self._last = now

    def follow(self) -> None:
        """Begin another stretch where another translation is open."""
        is_open = self.editor.is_shown and self.editor.workspace.project is not None
        key = self.editor.key if is_open else None
        if key != self._key:
            self.stop()
            if key is not None:
                self._start(key)

    def stop(self) -> None:
        """Keep the time of this visit, which ends."""
        if self._key is not None:
            self.touch()
            self._keep()
            self._timer.stop()
            self._key = None

    def _start(self, key: AnnotationKey) -> None:
        from meantree.project.schema import now

        project, whose = self.editor.workspace.project, (key.segment, key.system, key.annotator)
        before = project.times() if project is not None else []
        self._earlier = sum(one.seconds for one in before if (one.segment, one.system, one.annotator) == whose)
        self._key, self._began, self._active, self._saved, self._last = key, now(), 0.0, 0.0, self.seconds()
        self._timer.start()
        self.ticked.emit()

    def _tick(self) -> None:
        self._keep()
        self.ticked.emit()

    def _keep(self) -> None:
        """Put the time into the project, once its annotator has done something there; a full disk is told elsewhere."""
        key, project = self._key, self.editor.workspace.project
        if key is None or project is None or self._active < LEAST or self._active == self._saved:
            return
        if not (self.editor.is_started or key.annotator in project.annotators):
            return
        with suppress(MeantreeError):
            project.add_time(key.segment, key.system, key.annotator, self._began, round(self._active, 1))
            self._saved = self._active

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: keys and mouse are signs of life."""
        if event.type() in SIGNS_OF_LIFE:
            self.touch()
        return super().eventFilter(watched, event)
