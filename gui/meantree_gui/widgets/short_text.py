"""A field for a text of a few lines."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from meantree_gui.widgets.choosers import RETURN

LINES = 2


class ShortText(QPlainTextEdit):
    """A text of a few lines: Return ends it, Shift+Return begins a line.

    Keys that lead up from the first line, down from the last or to another page are left to what is around it.

    Signals:
        returned: Return was pressed.
    """

    returned = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * LINES + 12)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QPlainTextEdit.keyPressEvent."""
        block = self.textCursor().block()
        leads_out = {
            Qt.Key.Key_Up: not block.previous().isValid(),
            Qt.Key.Key_Down: not block.next().isValid(),
            Qt.Key.Key_PageUp: True,
            Qt.Key.Key_PageDown: True,
        }
        if leads_out.get(Qt.Key(event.key()), False):
            event.ignore()
        elif event.key() not in RETURN:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
        else:
            self.returned.emit()
