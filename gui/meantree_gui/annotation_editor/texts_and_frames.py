"""Texts, rows to decide and frames below each other: how they share the height, and which of them has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter

from meantree_gui.adjudication.decision_table import DecisionTable
from meantree_gui.annotation_editor.edited_frames_view import EditedFramesView
from meantree_gui.annotation_editor.texts_view import TextsView

MOST_OF_TEXTS, MOST_WITH_ROWS, MOST_OF_ROWS = 0.66, 0.45, 0.3
"""The largest shares of the height for the texts, also where there are rows to decide, and for these rows."""


class TextsAndFrames(QSplitter):
    """Divides the height for each text and each size of the window, until the user moves a handle.

    Esc goes from texts and frames to the rows to decide, if there are any.

    Signals:
        turned: the gold standard is edited from now on, or decided on.
    """

    turned = Signal()

    def __init__(self, texts: TextsView, decisions: DecisionTable, frames: EditedFramesView) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.texts, self.decisions, self.frames = texts, decisions, frames
        for part in (texts, decisions, frames):
            self.addWidget(part)
        for watched in (*texts.sides.values(), frames, decisions.table):
            watched.installEventFilter(self)
        self.setChildrenCollapsible(False)
        self._is_moved = False
        self.splitterMoved.connect(self._stop_dividing)

    def divide(self) -> None:
        """Give the texts the height that they need, up to their share."""
        room = self.height() - self.handleWidth()
        if not self._is_moved and room > 0 and self.texts.editor.frame_editor is not None:
            is_deciding = not self.decisions.isHidden()
            above = self.texts.height_wanted(int(room * (MOST_WITH_ROWS if is_deciding else MOST_OF_TEXTS)))
            rows = min(self.decisions.height_wanted(), int(room * MOST_OF_ROWS)) if is_deciding else 0
            self.setSizes([above, rows, room - above - rows])

    @property
    def is_editing(self) -> bool:
        """Whether the keyboard is in the texts or frames."""
        focused = self.window().focusWidget()
        return focused in (*self.texts.sides.values(), self.frames)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter."""
        if event.type() == QEvent.Type.FocusIn:
            self.turned.emit()
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() == QEvent.Type.KeyPress and not self.decisions.isHidden():
            self.decisions.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _stop_dividing(self) -> None:
        self._is_moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QSplitter.resizeEvent."""
        super().resizeEvent(event)
        self.divide()
