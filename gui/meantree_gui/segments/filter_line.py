"""The line in which people filter: one row high, up to three where more is written."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

MOST_ROWS: Final = 3
ROOM: Final = 10
"""Pixels above and below the text, with the frame."""


class FilterLine(QPlainTextEdit):
    """Return ends it, Shift+Return begins a new row, Esc empties it.

    Signals:
        entered: Return was pressed.
        left: Esc was pressed, and there was nothing in it.
    """

    entered = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("filter")
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        self.textChanged.connect(self._grow)
        self._grow()

    def text(self) -> str:
        """What is written."""
        return self.toPlainText()

    def setText(self, text: str) -> None:  # noqa: N802  # as other lines have it
        """Write something else."""
        self.setPlainText(text)
        cursor = self.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.setTextCursor(cursor)

    def _grow(self) -> None:
        rows = max(1, min(MOST_ROWS, round(self.document().size().height())))
        self.setFixedHeight(rows * self.fontMetrics().lineSpacing() + ROOM)
        policy = Qt.ScrollBarPolicy
        is_full = self.document().size().height() > MOST_ROWS
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if is_full else policy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        """Override QPlainTextEdit.sizeHint."""
        return QSize(120, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QPlainTextEdit.keyPressEvent."""
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and is_plain:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            if self.toPlainText():
                self.clear()
            else:
                self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QPlainTextEdit.resizeEvent: other rows may be needed."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._grow()
