"""The keys of the desk on the screen, as buttons that the mouse can press."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QWidget

from meantree_gui import theme
from meantree_gui.desk.commands import DESK_COMMANDS, DeskCommand
from meantree_gui.desk.keys import key_text

COLUMNS = 6
SHORT = {
    "new_frame": "new frame",
    "link": "link",
    "toggle_partial": "partial",
    "delete": "delete",
    "take_selection": "span",
    "end_later": "longer",
    "end_earlier": "shorter",
    "finish": "done",
    "nothing": "nothing",
    "cannot": "cannot",
    "comment": "remark",
    "other_text": "other text",
    "next_frame": "frame",
}
"""What stands on the buttons, beside the roles; the menu has all commands, with their whole names."""


class KeyStrip(QWidget):
    """One button a role, in its colour, and the edits that are used most."""

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.buttons: dict[str, QToolButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 2, 10, 2)
        grid.setSpacing(3)
        shown = [command for command in DESK_COMMANDS if command.role is not None or command.id in SHORT]
        for place, command in enumerate(shown):
            button = QToolButton()
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setToolTip(command.title)
            button.setAccessibleName(command.title)
            button.clicked.connect(actions[command.id].trigger)
            self.buttons[command.id] = button
            grid.addWidget(button, place // COLUMNS, place % COLUMNS)
        self.refresh()

    def show_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Write the present keys on the buttons."""
        for command in DESK_COMMANDS:
            if command.id in self.buttons:
                chosen = keys[command.id]
                key = key_text(chosen[0]) if chosen else ""
                self.buttons[command.id].setText(f"{key}  {_short(command)}".strip())

    def refresh(self) -> None:
        """Colours of the present appearance."""
        palette = theme.current()
        for command in DESK_COMMANDS:
            if command.id in self.buttons:
                colour = palette.panel if command.role is None else palette.roles[command.role]
                self.buttons[command.id].setStyleSheet(
                    f"QToolButton {{ background: {colour}; color: {palette.text}; border: 1px solid {palette.panel};"
                    f" border-radius: 4px; padding: 2px 5px; }} QToolButton:hover {{ border-color: {palette.accent}; }}"
                )


def _short(command: DeskCommand) -> str:
    return command.title if command.role is not None else SHORT[command.id]
