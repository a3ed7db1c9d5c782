"""Light or dark, as the user likes it or as the desktop has it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from meantree_gui import theme
from meantree_gui.actions import Command
from meantree_gui.settings import APPEARANCE, Settings


class Appearance(QObject):
    """Dresses the program, and remembers how.

    Signals:
        changed: what has colours of its own is to be drawn again.
    """

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self.settings = settings
        self.commands = (
            Command("toggle_theme", "Switch between light and dark", "View", self.toggle, ("Ctrl+D",)),
            Command("follow_system_theme", "Use the desktop's appearance", "View", self.follow_desktop),
        )

    def toggle(self) -> None:
        """The other appearance."""
        self.dress("light" if theme.is_dark() else "dark")

    def follow_desktop(self) -> None:
        """The desktop's appearance."""
        self.dress("system")

    def dress(self, appearance: str) -> None:
        """``light``, ``dark``, or ``system`` for the desktop's."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply_theme(app, appearance)
        APPEARANCE.write(self.settings, appearance)
        self.changed.emit()
