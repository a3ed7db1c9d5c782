"""Find a command by typing a few of its letters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from meantree_gui.actions import COMMANDS, shortcut_text


def letters_match(typed: str, title: str) -> bool:
    """Whether the letters typed occur in ``title`` in this order."""
    rest = iter(title.casefold())
    return all(letter in rest for letter in typed.casefold() if not letter.isspace())


class CommandPalette(QDialog):
    """A line and a list; arrows choose, Enter does it."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Find a command")
        self.resize(460, 360)
        self._actions = actions
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
        for command in COMMANDS:
            if letters_match(typed, f"{command.menu} {command.title}"):
                keys = shortcut_text(command)
                item = QListWidgetItem(f"{command.menu} · {command.title}" + (f"    {keys}" if keys else ""))
                item.setData(Qt.ItemDataRole.UserRole, command.id)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _perform(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.accept()
            self._actions[item.data(Qt.ItemDataRole.UserRole)].trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: arrows in the line move in the list."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self.list.setCurrentRow(min(self.list.count() - 1, max(0, self.list.currentRow() + step)))
                return True
        return super().eventFilter(watched, event)
