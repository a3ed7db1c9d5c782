"""The field in which a remark is written: what stands in it is kept while it is typed, and whatever way it is left."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from meantree_gui.desk.remarks import Asked

LINES = 2
PAUSE_MS = 500
"""What was typed is kept this long after the first key that is not kept yet, whether somebody goes on or not."""


class RemarkField(QWidget):
    """Esc, Ctrl+Return, Tab and every loss of the focus leave it; only its button discards what was typed.

    Signals:
        written: what was asked for, and what stands in the field now.
        left: it is closed.
    """

    written = Signal(object, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.asked: Asked | None = None
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.title.setProperty("role", "muted")
        self.field = QPlainTextEdit()
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * LINES + 12)
        self.field.installEventFilter(self)
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE_MS)
        self.pause.timeout.connect(self.keep)
        self.field.textChanged.connect(self._keep_soon)
        self._is_keeping = False
        self.discard = QPushButton("Discard changes")
        self.discard.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.discard.clicked.connect(self._discard)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.discard)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 2, 12, 2)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.field)
        self.hide()

    def ask(self, asked: Asked) -> None:
        """Begin to write; what was written before is kept first."""
        self.finish()
        self.asked = asked
        self.title.setText(f"Remark on {asked.name} (Esc or Ctrl+Return saves it)")
        self.field.setAccessibleName(f"Remark on {asked.name}")
        self.field.setPlainText(asked.text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.pause.stop()
        self.show()
        self.field.setFocus()

    def finish(self) -> None:
        """Keep what stands there, and close."""
        if self._is_keeping:
            return
        self.pause.stop()
        asked, self.asked = self.asked, None
        if asked is not None:
            self.written.emit(asked, self.field.toPlainText().strip())
            self.hide()
            self.left.emit()

    def keep(self) -> None:
        """Keep what stands there, and go on."""
        self.pause.stop()
        if self.asked is not None:
            self._is_keeping = True  # an edit ends what is being written, but not this one
            try:
                self.written.emit(self.asked, self.field.toPlainText().strip())
            finally:
                self._is_keeping = False

    def _keep_soon(self) -> None:
        if not self.pause.isActive():
            self.pause.start()

    def _discard(self) -> None:
        if self.asked is not None:
            self.field.setPlainText(self.asked.text)
            self.finish()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: keys that leave the field, and the loss of the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._leaves(event):
            self.finish()
            return True
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
                self.keep()  # another program is looked at meanwhile
            elif event.reason() != Qt.FocusReason.PopupFocusReason:
                self.finish()
        return super().eventFilter(watched, event)

    def _leaves(self, event: QKeyEvent) -> bool:
        returns = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        controlled = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab) or (returns and controlled)
