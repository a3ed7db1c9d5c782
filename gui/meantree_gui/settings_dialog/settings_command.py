"""The command that opens the Settings dialog, and how the keyboard shortcuts that a user chose are stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from meantree_gui.actions import Command, CommandList, Keys, default_keys
from meantree_gui.settings import WINDOW_KEY, Settings, StoredSetting, read_choices, store_choices
from meantree_gui.state.workspace import Workspace
from meantree_gui.theme import Appearance


class SettingsCommand:
    """Opens the Settings dialog and applies the changes; other parsers or metrics analyse the open corpus again."""

    def __init__(
        self,
        workspace: Workspace,
        appearance: Appearance,
        settings: Settings,
        window: QWidget,
        lists: Callable[[], Sequence[CommandList]],
    ) -> None:
        self.workspace, self.appearance, self.settings, self.window = workspace, appearance, settings, window
        self._lists = lists
        self.commands = (Command("show_preferences", "Settings …", "Edit", self.show, ("Ctrl+,",)),)

    def apply_shortcuts(self) -> None:
        """Set the shortcuts that the user chose."""
        self._set_keys(load_keys(self.settings, self._commands, WINDOW_KEY))

    def show(self) -> None:
        """Open the dialog, and apply and store the changes."""
        from meantree_gui.settings_dialog.settings_dialog import SettingsDialog

        before = read_choices(self.settings)
        keys = {name: chosen for commands in self._everywhere for name, chosen in commands.keys.items()}
        dialog = SettingsDialog(before, keys, self._commands, self.window)
        if dialog.exec() == SettingsDialog.DialogCode.Accepted:
            after = dialog.choices()
            # New parsers are stored only when they have been loaded, or the next start could fail.
            store_choices(self.settings, replace(after, pipeline=before.pipeline, constituency=before.constituency))
            save_keys(self.settings, dialog.keys.keys(), self._commands, WINDOW_KEY)
            self._set_keys(dialog.keys.keys())
            if after.appearance != before.appearance:
                self.appearance.apply(after.appearance)
            if (after.parsers, after.specs) != (before.parsers, before.specs):
                self.workspace.use(after.parsers, after.specs, lambda: store_choices(self.settings, after))
        dialog.deleteLater()

    @property
    def _everywhere(self) -> list[CommandList]:
        """The commands whose shortcuts work in the whole window."""
        return [commands for commands in self._lists() if not commands.where]

    @property
    def _commands(self) -> list[Command]:
        return [command for commands in self._everywhere for command, _ in commands]

    def _set_keys(self, keys: dict[str, tuple[str, ...]]) -> None:
        for commands in self._everywhere:
            commands.set_keys({command.name: keys[command.name] for command, _ in commands})


def load_keys(settings: Settings, commands: Sequence[Command], kept: StoredSetting[str]) -> Keys:
    """Return the shortcuts that the user chose, or the default ones; if chosen ones conflict, all default ones.

    A default key that the user chose for another command is not used.
    """
    defaults = default_keys(commands)
    read = {name: kept.of(name).read(settings) for name in defaults}
    chosen = {name: (key,) for name, key in read.items() if not QKeySequence(key).isEmpty()}
    if doubled(chosen):
        return defaults
    taken = {written(key) for (key,) in chosen.values()}
    free = {name: tuple(key for key in keys if written(key) not in taken) for name, keys in defaults.items()}
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
    every = [written(key) for chosen in keys.values() for key in chosen]
    return sorted({key for key in every if every.count(key) > 1})


def written(key: str) -> str:
    """Return a key as it is stored."""
    return QKeySequence(key).toString()
