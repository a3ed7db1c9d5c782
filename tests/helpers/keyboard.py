"""Keys and clicks of a user."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QWidget

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def press(window: QWidget, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press keys where the focus is, in the window if it is nowhere."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def type_text(window: QWidget, text: str) -> None:
    """Type a text where the focus is, in the window if it is nowhere."""
    QTest.keyClicks(QApplication.focusWidget() or window, text)


def click_cell(table: QTableView, row: int, column: int) -> None:
    """Click into a cell of a table."""
    center = table.visualRect(table.model().index(row, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=center)
