"""Keyboard shortcuts that a user chose: how they are stored, and the table to choose them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHeaderView, QKeySequenceEdit, QTableWidget, QTableWidgetItem

from meantree_gui.actions import BELOW, Command, Keys, default_keys, key_text
from meantree_gui.settings import Settings, StoredSetting


def load_keys(settings: Settings, commands: Sequence[Command], kept: StoredSetting[str]) -> Keys:
    """The keys that the user chose, or else the first ones; what cannot be used falls back to them."""
    keys = default_keys(commands)
    for name in keys:
        chosen = kept.of(name).read(settings)
        if not QKeySequence(chosen).isEmpty():
            keys[name] = (chosen,)
    return keys if not doubled(keys) else default_keys(commands)


def save_keys(
    settings: Settings, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command], kept: StoredSetting[str]
) -> None:
    """Keep what differs from the first keys."""
    first = default_keys(commands)
    for name, chosen in keys.items():
        if chosen == first[name]:
            kept.of(name).forget(settings)
        else:
            kept.of(name).write(settings, chosen[0] if chosen else "")


def doubled(keys: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Keys that more than one command has."""
    every = [_written(key) for chosen in keys.values() for key in chosen]
    return sorted({key for key in every if every.count(key) > 1})


class KeyTable(QTableWidget):
    """A row a command; an empty row leaves a command without a key.

    Signals:
        changed: another key was chosen.
    """

    changed = Signal()

    def __init__(self, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command]) -> None:
        super().__init__(len(commands), 2)
        self.commands = commands
        self.edits: dict[str, QKeySequenceEdit] = {}
        self._before = dict(keys)
        self.setHorizontalHeaderLabels(["Command", "Key"])
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().resizeSection(1, 150)
        for row, command in enumerate(commands):
            self.setItem(row, 0, QTableWidgetItem(_title(command)))
            edit = QKeySequenceEdit(_first(self._before[command.name]))
            edit.setMaximumSequenceLength(1)
            edit.setAccessibleName(f"Key for {command.title}")
            edit.keySequenceChanged.connect(self.changed)
            self.setCellWidget(row, 1, edit)
            self.edits[command.name] = edit

    def keys(self) -> Keys:
        """The keys as the rows say; what was not touched keeps its further keys."""
        chosen: Keys = {}
        for name, edit in self.edits.items():
            text, before = edit.keySequence().toString(), self._before[name]
            chosen[name] = before if text == _first(before).toString() else ((text,) if text else ())
        return chosen

    @property
    def fault(self) -> str:
        """Which keys stand for more than one command, and for which; empty if none does."""
        chosen, titles = self.keys(), {command.name: command.title for command in self.commands}
        told = []
        for key in doubled(chosen):
            having = [f"“{titles[name]}”" for name, keys in chosen.items() if key in map(_written, keys)]
            told.append(f"{key_text(key)} is assigned to {' and '.join(having)}")
        return f"{'; '.join(told)}. Assign each key once." if told else ""

    def show_matching(self, is_found: Callable[[str], bool]) -> None:
        """Show the commands alone whose titles and keys are found."""
        for row, command in enumerate(self.commands):
            key = self.edits[command.name].keySequence().toString(QKeySequence.SequenceFormat.NativeText)
            self.setRowHidden(row, not is_found(f"{_title(command)} {key}"))

    def restore(self) -> None:
        """The keys that commands have at first."""
        self._before = default_keys(self.commands)
        for name, edit in self.edits.items():
            edit.setKeySequence(_first(self._before[name]))


def _written(key: str) -> str:
    return QKeySequence(key).toString()


def _first(keys: tuple[str, ...]) -> QKeySequence:
    return QKeySequence(keys[0] if keys else "")


def _title(command: Command) -> str:
    return f"{command.menu.rpartition(BELOW)[2]}{BELOW}{command.title}"
