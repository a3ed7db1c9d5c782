"""Colours and style sheet of the window, light or dark."""

from __future__ import annotations

from dataclasses import fields
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from meantree.picture.style import DARK, LIGHT, Palette
from meantree_gui.actions import Command
from meantree_gui.settings import APPEARANCE, Settings
from meantree_resources import resource

_current: Palette = LIGHT


def current() -> Palette:
    """Return the palette in use."""
    return _current


def is_dark() -> bool:
    """Return whether the dark appearance is in use."""
    return _current is DARK


def apply_theme(app: QApplication, appearance: str) -> None:
    """Apply the palette of the ``light`` or ``dark`` appearance; anything else follows the desktop."""
    global _current
    dark = appearance == "dark" or (appearance != "light" and app.styleHints().colorScheme() == Qt.ColorScheme.Dark)
    _current = DARK if dark else LIGHT
    if app.style().name() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(_qt_palette(_current))


def apply_style_sheet(window: QWidget) -> None:
    """Apply the style sheet of the appearance in use to a window, with its dialogs and menus.

    A window is put together before: Qt would polish all parts of a part that is put into another.
    """
    sheet = _style_sheet(_current)
    if window.styleSheet() != sheet:
        window.setStyleSheet(sheet)


def _qt_palette(colours: Palette) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for target, colour in (
        (role.Window, colours.panel),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.panel),
        (role.Button, colours.panel),
        (role.ToolTipBase, colours.panel),
        (role.WindowText, colours.text),
        (role.Text, colours.text),
        (role.ButtonText, colours.text),
        (role.ToolTipText, colours.text),
        (role.PlaceholderText, colours.muted),
        (role.Highlight, colours.selection),
        (role.HighlightedText, colours.text),
        (role.Link, colours.accent),
    ):
        palette.setColor(target, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(disabled, target, QColor(colours.muted))
    return palette


ICONS = ("down", "up", "tick", "close", "float")


def icon_name(name: str, colours: Palette) -> str:
    """Return the resource name of one of the :data:`ICONS` in an appearance."""
    return f"icons/{name}-{'dark' if colours is DARK else 'light'}.svg"


def _style_sheet(colours: Palette) -> str:
    """Return the style sheet of a window: ``$`` stands for a colour of the palette, or for an icon."""
    icons = {name: f'url("{resource(icon_name(name, colours)).as_posix()}")' for name in ICONS}
    named = {field.name: getattr(colours, field.name) for field in fields(colours)}
    return Template(resource("icons/window.qss").read_text(encoding="utf-8")).substitute(named, **icons)


class Appearance(QObject):
    """The appearance of the program, which is stored in the settings.

    Signals:
        changed: parts that draw their own colours must be drawn again.
    """

    changed = Signal()

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self.settings, self._window = settings, window
        self.commands = (Command("toggle_theme", "Switch between light and dark", "View", self.toggle, ("Ctrl+D",)),)

    def toggle(self) -> None:
        """Switch between light and dark."""
        self.apply("light" if is_dark() else "dark")

    def apply(self, appearance: str) -> None:
        """Apply and store ``light``, ``dark``, or ``system`` for the desktop's appearance."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, appearance)
        apply_style_sheet(self._window)
        APPEARANCE.write(self.settings, appearance)
        self.changed.emit()
