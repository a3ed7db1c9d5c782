"""Colours and style sheet of the window, light or dark."""

from __future__ import annotations

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


def icon_name(name: str, colours: Palette) -> str:
    """Return the resource name of the icon ``down``, ``up``, ``tick``, ``close`` or ``float`` in an appearance."""
    return f"icons/{name}-{'dark' if colours is DARK else 'light'}.svg"


def _style_sheet(colours: Palette) -> str:
    return "".join(part(colours) for part in (_panels, _lists, _labels, _buttons, _fields))


def _panels(colours: Palette) -> str:
    close, floating = _icons(colours, "close", "float")
    return f"""
        QToolTip {{ color: {colours.text}; background: {colours.panel}; border: 1px solid {colours.line}; }}
        QDockWidget {{ titlebar-close-icon: {close}; titlebar-normal-icon: {floating}; }}
        QDockWidget::title {{ padding: 6px; background: {colours.panel}; }}
        QMenuBar {{ background: {colours.panel}; color: {colours.text}; }}
        QMenuBar::item {{ padding: 8px 8px; background: transparent; }}
        QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {colours.selection}; }}
    """


def _lists(colours: Palette) -> str:
    (tick,) = _icons(colours, "tick")
    return f"""
        QTableView, QTreeView, QGraphicsView {{ border: 0; background: {colours.surface}; }}
        QTableView::item:selected, QTreeView::item:selected {{
            background: {colours.selection}; color: {colours.text};
        }}
        QTableView:focus, QTreeView:focus, QGraphicsView:focus {{ border: 1px solid {colours.accent}; }}
        QHeaderView::section {{
            background: {colours.panel}; color: {colours.muted}; border: 0; padding: 4px 6px;
        }}
        QCheckBox::indicator, QListView::indicator {{
            width: 12px; height: 12px; border: 1px solid {colours.muted}; border-radius: 2px;
            background: {colours.surface};
        }}
        QCheckBox::indicator:checked, QListView::indicator:checked {{ image: {tick}; }}
        QCheckBox::indicator:disabled, QListView::indicator:disabled {{ border-color: {colours.line}; }}
        QCheckBox:focus {{ color: {colours.accent}; }}
    """


def _labels(colours: Palette) -> str:
    return f"""
        QLabel[role="muted"] {{ color: {colours.muted}; }}
        QLabel[role="title"] {{ font-weight: 600; }}
        QLabel[role="refusal"] {{ color: {colours.text}; font-weight: 600; }}
        QFrame[role="guide"] {{
            background: {colours.panel}; border: 1px solid {colours.accent}; border-radius: 6px;
        }}
        QFrame[role="guide"] QLabel {{ border: 0; }}
        QFrame[role="notice"] {{ background: {colours.selection}; border: 0; border-bottom: 1px solid {colours.line}; }}
        QFrame[role="notice"] QLabel {{ border: 0; }}
    """


def _buttons(colours: Palette) -> str:
    return f"""
        QToolButton[role="page"] {{
            padding: 4px 9px; border: 1px solid {colours.line}; background: {colours.surface}; color: {colours.text};
        }}
        QProgressBar {{ background: {colours.line}; border: 0; border-radius: 2px; max-height: 4px; }}
        QProgressBar::chunk {{ background: {colours.accent}; border-radius: 2px; }}
        QToolButton[narrow="true"] {{ padding: 4px 3px; }}
        QToolButton[role="page"]:hover {{ background: {colours.selection}; }}
        QToolButton[role="page"]:checked {{
            background: {colours.accent}; border-color: {colours.accent}; color: {colours.surface};
        }}
        QToolButton[role="page"]:disabled {{
            background: {colours.panel}; border-color: {colours.line}; color: {colours.muted};
        }}
        QToolButton[role="page"]:focus {{ border: 1px solid {colours.text}; }}
    """


def _fields(colours: Palette) -> str:
    down, up = _icons(colours, "down", "up")
    return f"""
        QLineEdit, QComboBox, QSpinBox, QPlainTextEdit#filter {{
            padding: 3px 6px; border: 1px solid {colours.line}; border-radius: 4px; background: {colours.surface};
        }}
        QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QPlainTextEdit#filter:focus {{
            border-color: {colours.accent};
        }}
        QComboBox::drop-down {{ border: 0; width: 18px; }}
        QComboBox::down-arrow, QSpinBox::down-arrow {{ image: {down}; width: 10px; height: 7px; }}
        QSpinBox::up-arrow {{ image: {up}; width: 10px; height: 7px; }}
        QSpinBox {{ padding-right: 20px; }}
        QSpinBox::up-button, QSpinBox::down-button {{
            subcontrol-origin: border; width: 18px; border: 0; border-left: 1px solid {colours.line};
        }}
        QSpinBox::up-button {{ subcontrol-position: top right; }}
        QSpinBox::down-button {{ subcontrol-position: bottom right; }}
        QSpinBox::up-button:hover, QSpinBox::down-button:hover {{ background: {colours.selection}; }}
    """


def _icons(colours: Palette, *names: str) -> list[str]:
    return [f'url("{resource(icon_name(name, colours)).as_posix()}")' for name in names]


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
