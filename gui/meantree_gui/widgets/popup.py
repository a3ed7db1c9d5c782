"""Menus that pop up, and are gone when they close."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget


def passing_menu(parent: QWidget, *groups: Iterable[QAction]) -> QMenu:
    """A menu of actions in groups; it is deleted when it closes."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for actions in groups:
        if menu.actions():
            menu.addSeparator()
        menu.addActions(list(actions))
    return menu


def pop_up(where: QPoint, parent: QWidget, *groups: Iterable[QAction]) -> None:
    """Open such a menu at a point of the screen."""
    passing_menu(parent, *groups).popup(where)
