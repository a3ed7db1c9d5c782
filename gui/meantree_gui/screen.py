"""The window on its screen: all of it is to be seen, with its frame."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMargins, QRect
from PySide6.QtWidgets import QWidget

FRAME: Final = QMargins(8, 40, 8, 8)
"""Pixels of title bar and borders; before a window is shown, nobody knows how many there are."""


def fit(window: QWidget, *, is_placed: bool) -> None:
    """Make a window no larger than what its screen leaves free.

    Args:
        window: not shown yet; one that fills the screen stays as it is.
        is_placed: whether it has a place of its own; else the window manager finds one.
    """
    if window.isMaximized() or window.isFullScreen():
        return
    room = window.screen().availableGeometry().marginsRemoved(FRAME)
    if is_placed:
        wanted = within(window.geometry(), room)
        if wanted != window.geometry():
            window.setGeometry(wanted)
    else:
        window.resize(window.size().boundedTo(room.size()))


def within(wanted: QRect, room: QRect) -> QRect:
    """The rectangle that lies in ``room``, as large and as near as can be."""
    found = QRect(wanted.topLeft(), wanted.size().boundedTo(room.size()))
    found.moveRight(min(found.right(), room.right()))
    found.moveBottom(min(found.bottom(), room.bottom()))
    found.moveLeft(max(found.left(), room.left()))
    found.moveTop(max(found.top(), room.top()))
    return found
