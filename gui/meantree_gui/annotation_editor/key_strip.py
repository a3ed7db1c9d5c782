"""The keys of the annotation editor on the screen, as buttons that the mouse can press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from meantree_gui import theme
from meantree_gui.actions import Command, Keys, key_text
from meantree_gui.annotation_editor.annotation_commands import COMPARE, ROLES
from meantree_gui.settings import Settings, StoredSetting
from meantree_gui.settings_dialog.shortcuts import KeyTable
from meantree_gui.widgets.layouts import FlowLayout

HIGH_ENOUGH = 640
"""Pixels from which on the keys are shown until the user says otherwise."""
TIP_WIDTH = 80
"""Letters in a line of a tip."""
BOTH_TEXTS = "With Shift, its key sets the role in both texts."


class KeyStrip(QWidget):
    """One button a role, in its colour, and the edits that are used most."""

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self.commands = [command for command in commands if command.short]
        self.buttons: dict[str, QToolButton] = {}
        flow = FlowLayout(self, gap=3)
        flow.setContentsMargins(10, 2, 10, 2)
        self._when_comparing = {command.name for command in commands if command.menu.endswith(COMPARE)}
        for command in self.commands:
            button = QToolButton()
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setToolTip(command.title)
            button.setAccessibleName(command.title)
            button.clicked.connect(lambda _checked=False, perform=command.perform: perform())
            self.buttons[command.name] = button
            flow.addWidget(button)
        self.show_comparing(False)
        self.refresh()

    def show_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Write the present keys on the buttons."""
        for command in self.commands:
            chosen = keys[command.name]
            key = key_text(chosen[0]) if chosen else ""
            self.buttons[command.name].setText(f"{key}  {command.short}".strip())

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: what roles mean is read when it can be seen first."""
        super().showEvent(event)
        from meantree.analysis.roles import role_guides

        for guide in role_guides():
            button = self.buttons.get(f"role_{guide.role}")
            if button is not None:
                example = f"Example: {guide.example} ({guide.filler})"
                lines = (f"{guide.role}: {guide.question}", guide.definition, example, BOTH_TEXTS)
                button.setToolTip("\n".join(fill(line, TIP_WIDTH) for line in lines))

    def show_comparing(self, comparing: bool) -> None:
        """Show the keys that take from another annotator, or not."""
        for name in self._when_comparing & self.buttons.keys():
            self.buttons[name].setVisible(comparing)

    def refresh(self) -> None:
        """Colours of the present appearance."""
        palette = theme.current()
        for name, button in self.buttons.items():
            colour = palette.roles[ROLES[name]] if name in ROLES else palette.panel
            button.setStyleSheet(
                f"QToolButton {{ background: {colour}; color: {palette.text}; border: 1px solid {palette.panel};"
                f" border-radius: 4px; padding: 2px 5px; }} QToolButton:hover {{ border-color: {palette.accent}; }}"
            )


class StripButton(QToolButton):
    """Shows the keys, or hides them; until the user says which, they are shown where there is room."""

    def __init__(self, strip: KeyStrip, settings: Settings, setting: StoredSetting[str]) -> None:
        super().__init__()
        self.strip, self.settings, self.setting = strip, settings, setting
        self._height = 0
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAutoRaise(True)
        self.clicked.connect(self.toggle)
        self.follow(0)

    def toggle(self) -> None:
        """Show them from now on, or hide them."""
        self.setting.write(self.settings, "on" if self.strip.isHidden() else "off")
        self.follow(self._height)

    def follow(self, height: int) -> None:
        """Show or hide them on a page so many pixels high."""
        self._height = height
        kept = self.setting.read(self.settings)
        wanted = kept == "on" or (kept != "off" and height >= HIGH_ENOUGH)
        self.strip.setVisible(wanted)
        self.setText("Keys ▾" if wanted else "Keys ▸")

    def show_key(self, keys: Sequence[str]) -> None:
        """Name the key that does the same."""
        key = key_text(next(iter(keys), ""))
        self.setToolTip(f"Show or hide the keys ({key})" if key else "Show or hide the keys")


class KeysDialog(QDialog):
    """A key that two commands have cannot be kept."""

    def __init__(
        self, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Annotation keys")
        self.resize(520, 620)
        self.table = KeyTable(keys, commands)
        self.edits = self.table.edits
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        self.table.changed.connect(lambda: self.fault.setText(self.table.fault))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        restore = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        restore.clicked.connect(self.table.restore)
        column = QVBoxLayout(self)
        for widget in (self.table, self.fault, self.buttons):
            column.addWidget(widget)

    def keys(self) -> Keys:
        """The keys as the rows say."""
        return self.table.keys()

    def accept(self) -> None:
        """Override QDialog.accept: not while a key stands twice."""
        if not self.table.fault:
            super().accept()
