"""The keys of the desk: kept between sessions, shown on the screen, and chosen in a dialog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSettings
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from meantree_gui.actions import Keys, default_keys, key_text
from meantree_gui.command import BELOW, Command
from meantree_gui.settings import DESK_KEY


def load_keys(settings: QSettings, commands: Sequence[Command]) -> Keys:
    """The keys that the user chose, or else the first ones; what cannot be used falls back to them."""
    keys = default_keys(commands)
    for name in keys:
        chosen = DESK_KEY.of(name).read(settings)
        if not QKeySequence(chosen).isEmpty():
            keys[name] = (chosen,)
    return keys if not doubled(keys) else default_keys(commands)


def save_keys(settings: QSettings, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command]) -> None:
    """Keep what differs from the first keys."""
    first = default_keys(commands)
    for name, chosen in keys.items():
        if chosen == first[name]:
            DESK_KEY.of(name).forget(settings)
        else:
            DESK_KEY.of(name).write(settings, chosen[0] if chosen else "")


def doubled(keys: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Keys that more than one command has."""
    every = [QKeySequence(key).toString() for chosen in keys.values() for key in chosen]
    return sorted({key for key in every if every.count(key) > 1})


class KeysDialog(QDialog):
    """A row a command; a key that two commands have cannot be kept."""

    def __init__(
        self, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.commands = commands
        self.setWindowTitle("Annotation keys")
        self.resize(520, 620)
        self.edits: dict[str, QKeySequenceEdit] = {}
        self._before = dict(keys)
        self.table = self._table()
        self.fault = QLabel()
        self.fault.setProperty("role", "muted")
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        restore = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        restore.clicked.connect(self._restore)
        column = QVBoxLayout(self)
        for widget in (self.table, self.fault, self.buttons):
            column.addWidget(widget)

    def keys(self) -> Keys:
        """The keys as the rows say; an empty row leaves a command without a key."""
        chosen: Keys = {}
        for name, edit in self.edits.items():
            text = edit.keySequence().toString()
            before = self._before[name]
            unchanged = bool(before) and text == QKeySequence(before[0]).toString()
            chosen[name] = before if unchanged else ((text,) if text else ())
        return chosen

    def accept(self) -> None:
        """Override QDialog.accept: not while a key stands twice."""
        twice = doubled(self.keys())
        if twice:
            self.fault.setText(f"{', '.join(map(key_text, twice))} is assigned to two commands; assign each key once.")
        else:
            super().accept()

    def _restore(self) -> None:
        self._before = default_keys(self.commands)
        for name, edit in self.edits.items():
            edit.setKeySequence(QKeySequence(self._before[name][0]))

    def _table(self) -> QTableWidget:
        table = QTableWidget(len(self.commands), 2)
        table.setHorizontalHeaderLabels(["Command", "Key"])
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for row, command in enumerate(self.commands):
            table.setItem(row, 0, QTableWidgetItem(_title(command)))
            chosen = self._before[command.name]
            edit = QKeySequenceEdit(QKeySequence(chosen[0] if chosen else ""))
            edit.setMaximumSequenceLength(1)
            edit.setAccessibleName(f"Key for {command.title}")
            table.setCellWidget(row, 1, edit)
            self.edits[command.name] = edit
        return table


def _title(command: Command) -> str:
    return f"{command.menu.rpartition(BELOW)[2]}{BELOW}{command.title}"
