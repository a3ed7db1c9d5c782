"""The time and keys spent on each translation, without pauses; both are saved with each edit: a crash loses none."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import FINISHED, Annotation, AnnotationKey
from meantree.errors import MeantreeError
from meantree.project.schema import now
from meantree_gui.annotating.translation_editor import TranslationEditor

PAUSE = 60.0
"""Seconds without keys or mouse after which the annotator is taken to be away."""
SAVE_EVERY = 10.0
SHORTEST_VISIT = 1.0
"""Seconds; a shorter visit is only saved if it changed something."""
ACTIVITY = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.ShortcutOverride,
}
MODIFIERS = {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta}
"""Keys that are held while another one is pressed, and do not count alone."""


class WorkClock(QObject):
    """Measures one visit of a translation at a time, from its opening until another one is opened.

    A visit of a finished translation that changes nothing is no work on it.

    Signals:
        ticked: the total has changed.
    """

    ticked = Signal()

    def __init__(self, *editors: TranslationEditor[Any, Any], seconds: Callable[[], float] = time.monotonic) -> None:
        """Initialize; the time is that of the editor which is shown."""
        super().__init__()
        self.editors, self.workspace, self.seconds = editors, editors[0].workspace, seconds
        self._editor = editors[0]
        self._key: AnnotationKey | ErrorKey | None = None
        self._started, self._earlier = "", 0.0
        self._active = self._saved = self._last = 0.0
        self._keys = 0
        self._first: Annotation | ErrorAnnotation | None = None
        self._timer = QTimer(self, interval=int(SAVE_EVERY * 1000))
        self._timer.timeout.connect(self._tick)
        for editor in editors:
            editor.changed.connect(self.follow)
            editor.save_time = self._save
        self.workspace.closing.connect(self.stop)

    @property
    def total(self) -> float:
        """The seconds spent on this translation, on this visit and before."""
        return self._earlier + self._active

    def touch(self) -> None:
        """Record that the annotator is there now."""
        now = self.seconds()
        if self._key is not None and now - self._last <= PAUSE:
            self._active += now - self._last
        self._last = now

    def follow(self) -> None:
        """Start another visit if another translation is open."""
        shown = next((editor for editor in self.editors if editor.is_shown), None)
        key = shown.key if shown is not None and self.workspace.project is not None else None
        if key != self._key:
            self.stop()
            if shown is not None and key is not None:
                self._editor = shown
                self._start(key)

    def stop(self) -> None:
        """End the visit and save its time."""
        if self._key is not None:
            self.touch()
            self._save()
            self._timer.stop()
            self._key = None

    def _start(self, key: AnnotationKey | ErrorKey) -> None:
        visits = [visit for visit in self._editor.project.times(key.annotator) if visit.segment == key.segment]
        self._earlier = sum(visit.seconds for visit in visits if visit.system == key.system)
        self._key, self._started, self._active, self._saved, self._last = key, now(), 0.0, 0.0, self.seconds()
        self._keys, self._first = 0, self._stored(key)
        self._timer.start()
        self.ticked.emit()

    def _tick(self) -> None:
        self._save()
        self.ticked.emit()

    def _save(self) -> None:
        """Save the time, once the annotator has saved anything in the project; errors are reported by the next edit."""
        key, project = self._key, self.workspace.project
        if key is None or project is None or self._active == self._saved:
            return
        if not (self._editor.is_started or key.annotator in project.annotators):
            return
        is_no_work = self._active < SHORTEST_VISIT or (self._first is not None and self._first.state in FINISHED)
        if is_no_work and self._stored(key) == self._first:
            return  # passed through, or finished before and only looked at
        with suppress(MeantreeError):
            seconds = round(self._active, 1)
            project.add_time(key.segment, key.system, key.annotator, self._started, seconds, self._keys)
            self._saved = self._active

    def _stored(self, key: AnnotationKey | ErrorKey) -> Annotation | ErrorAnnotation | None:
        """Return the saved annotation; None if there is none, or it cannot be read, which the editor says."""
        stored: Annotation | ErrorAnnotation | None = None
        with suppress(MeantreeError):
            stored = self._editor.stored(key)
        return stored

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: keys and mouse show that the annotator is there, and keys are counted.

        Every key press begins with one event that asks whether it is a shortcut; what the widget with the keyboard does
        not take goes on to those around it. A held key counts once; what is typed into fields for comments does not.
        """
        if event.type() in ACTIVITY:
            self.touch()
        is_first = watched is QApplication.focusWidget()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_first:
            self._keys += not event.isAutoRepeat() and event.key() not in MODIFIERS
        return super().eventFilter(watched, event)
