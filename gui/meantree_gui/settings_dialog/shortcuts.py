"""Keyboard shortcuts that a user chose: how they are stored, and the table to choose them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QKeySequenceEdit, QTableWidget, QTableWidgetItem

from meantree_gui.actions import BELOW, Command, Keys, default_keys, key_text
from meantree_gui.dialogs import DialogButton, dialog_buttons
from meantree_gui.settings import Settings, StoredSetting


def load_keys(settings: Settings, commands: Sequence[Command], kept: StoredSetting[str]) -> Keys:
    """Return the shortcuts that the user chose, or the default ones; if chosen ones conflict, all default ones.

    A default key that the user chose for another command is not used.
    """
    defaults = default_keys(commands)
    read = {name: kept.of(name).read(settings) for name in defaults}
    chosen = {name: (key,) for name, key in read.items() if not QKeySequence(key).isEmpty()}
    if doubled(chosen):
        return defaults
    taken = {_written(key) for (key,) in chosen.values()}
    free = {name: tuple(key for key in keys if _written(key) not in taken) for name, keys in defaults.items()}
    return {**free, **chosen}


def save_keys(
    settings: Settings, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command], kept: StoredSetting[str]
) -> None:
    """Store the shortcuts that differ from the default ones."""
    defaults = default_keys(commands)
    for name, chosen in keys.items():
        if chosen == defaults[name]:
            kept.of(name).forget(settings)
        else:
            kept.of(name).write(settings, chosen[0] if chosen else "")


def doubled(keys: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the keys that several commands have."""
    every = [_written(key) for chosen in keys.values() for key in chosen]
    return sorted({key for key in every if every.count(key) > 1})


class KeyTable(QTableWidget):
    """A table of commands and their keys; an empty row means no key.

    Signals:
        changed: a key was changed.
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
        """Return the keys in the table; unchanged commands keep their further keys."""
        chosen: Keys = {}
        for name, edit in self.edits.items():
            text, before = edit.keySequence().toString(), self._before[name]
            chosen[name] = before if text == _first(before).toString() else ((text,) if text else ())
        return chosen

    @property
    def fault(self) -> str:
        """The keys that several commands have, in words; empty for none."""
        chosen, titles = self.keys(), {command.name: command.title for command in self.commands}
        conflicts = []
        for key in doubled(chosen):
            owners = [f"“{titles[name]}”" for name, keys in chosen.items() if key in map(_written, keys)]
            conflicts.append(f"{key_text(key)} is assigned to {' and '.join(owners)}")
        return f"{'; '.join(conflicts)}. Assign each key once." if conflicts else ""

    def show_matching(self, accepts: Callable[[str], bool]) -> None:
        """Show only the commands whose titles and keys are accepted."""
        for row, command in enumerate(self.commands):
            key = self.edits[command.name].keySequence().toString(QKeySequence.SequenceFormat.NativeText)
            self.setRowHidden(row, not accepts(f"{_title(command)} {key}"))

    def restore(self) -> None:
        """Restore the default keys."""
        self._before = default_keys(self.commands)
        for name, edit in self.edits.items():
            edit.setKeySequence(_first(self._before[name]))


def key_buttons(dialog: QDialog, table: KeyTable) -> QDialogButtonBox:
    """Return the buttons of a dialog with a table of keys, one of which restores the default keys."""
    buttons = dialog_buttons(dialog, DialogButton.Ok)
    buttons.addButton(DialogButton.RestoreDefaults).clicked.connect(table.restore)
    return buttons


def _written(key: str) -> str:
    return QKeySequence(key).toString()


def _first(keys: tuple[str, ...]) -> QKeySequence:
    return QKeySequence(keys[0] if keys else "")


def _title(command: Command) -> str:
    return f"{command.menu.rpartition(BELOW)[2]}{BELOW}{command.title}"
