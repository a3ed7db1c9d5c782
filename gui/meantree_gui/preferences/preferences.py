"""The command that opens the settings, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from meantree_gui.actions import Command, CommandList
from meantree_gui.appearance import Appearance
from meantree_gui.preferences.choices import keep_choices, read_choices
from meantree_gui.preferences.keys import load_keys, save_keys
from meantree_gui.settings import WINDOW_KEY, Settings
from meantree_gui.state.workspace import Workspace


class Preferences:
    """Appearance and keys change at once; other analysers or metrics read what is open anew."""

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

    def dress(self) -> None:
        """Give the commands of the window the keys that the user chose."""
        self._set_keys(load_keys(self.settings, self._commands, WINDOW_KEY))

    def show(self) -> None:
        """Ask, and do what is wanted."""
        from meantree_gui.preferences.dialog import PreferencesDialog

        before = read_choices(self.settings)
        keys = {name: chosen for one in self._everywhere for name, chosen in one.keys.items()}
        dialog = PreferencesDialog(before, keys, self._commands, self.window)
        if dialog.exec() == PreferencesDialog.DialogCode.Accepted:
            after = dialog.choices()
            # Parsers that cannot be loaded are not kept: the next start would fail with them.
            keep_choices(self.settings, replace(after, pipeline=before.pipeline, constituency=before.constituency))
            save_keys(self.settings, dialog.keys.keys(), self._commands, WINDOW_KEY)
            self._set_keys(dialog.keys.keys())
            if after.appearance != before.appearance:
                self.appearance.dress(after.appearance)
            if (after.parsers, after.specs) != (before.parsers, before.specs):
                self.workspace.use(after.parsers, after.specs, lambda: keep_choices(self.settings, after))
        dialog.deleteLater()

    @property
    def _everywhere(self) -> list[CommandList]:
        """Those whose keys work in the whole window."""
        return [one for one in self._lists() if not one.where]

    @property
    def _commands(self) -> list[Command]:
        return [command for one in self._everywhere for command, _ in one]

    def _set_keys(self, keys: dict[str, tuple[str, ...]]) -> None:
        for one in self._everywhere:
            one.set_keys({command.name: keys[command.name] for command, _ in one})
