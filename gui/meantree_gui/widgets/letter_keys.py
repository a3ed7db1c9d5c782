"""J and K walk every list, like arrow down and up."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView

ARROWS: Final = {Qt.Key.Key_J: Qt.Key.Key_Down, Qt.Key.Key_K: Qt.Key.Key_Up}


class LetterKeys(QObject):
    """Lets J and K move in a list like arrow down and up.

    Within a name that is typed in a list of names, and leads to its row, they are letters.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._since_letter = QElapsedTimer()
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        arrow = ARROWS.get(Qt.Key(event.key()))
        if arrow is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier and not self._is_in_name:
            QApplication.sendEvent(watched, QKeyEvent(QEvent.Type.KeyPress, arrow, event.modifiers()))
            return True
        if event.text().strip() and event.text().isprintable():
            self._since_letter.start()
        return False

    @property
    def _is_in_name(self) -> bool:
        if not isinstance(self.parent(), QListView):  # tables have keys of their own, and nobody types names there
            return False
        return self._since_letter.isValid() and self._since_letter.elapsed() < QApplication.keyboardInputInterval()
