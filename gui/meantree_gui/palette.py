"""Find a command by typing a few of its letters."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QVBoxLayout, QWidget

from meantree_gui.actions import CommandList, in_menu_order
from meantree_gui.command import BELOW


def letters_match(typed: str, title: str) -> bool:
    """Whether the letters typed occur in ``title`` in this order."""
    rest = iter(title.casefold())
    return all(letter in rest for letter in typed.casefold() if not letter.isspace())


class CommandPalette(QDialog):
    """A line and a list; arrows choose, Enter does it."""

    def __init__(self, lists: Iterable[CommandList], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Find a command")
        self.resize(460, 360)
        self._entries = in_menu_order(lists)
        self._found: list[QAction] = []
        self.line, self.list = QLineEdit(), QListWidget()
        self.line.setPlaceholderText("Type a few letters")
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._fill)
        self.line.returnPressed.connect(self._perform)
        self.list.itemActivated.connect(lambda _item: self._perform())
        self._fill("")

    def _fill(self, typed: str) -> None:
        self.list.clear()
        self._found = []
        for command, action in self._entries:
            if letters_match(typed, f"{command.menu} {command.title}"):
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                self.list.addItem(f"{command.menu}{BELOW}{command.title}" + (f"    {keys}" if keys else ""))
                self._found.append(action)
        self.list.setCurrentRow(0)

    def _perform(self) -> None:
        if self._found:
            self.accept()
            self._found[self.list.currentRow()].trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: arrows in the line move in the list."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self.list.setCurrentRow(min(self.list.count() - 1, max(0, self.list.currentRow() + step)))
                return True
        return super().eventFilter(watched, event)
