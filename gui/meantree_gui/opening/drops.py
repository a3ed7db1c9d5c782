"""Files that are dropped: the window takes them wherever they fall, and leaves them where they are."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

HARMLESS = (Qt.DropAction.CopyAction, Qt.DropAction.LinkAction)
"""After which a file stays where it is; a file manager deletes what a program says it has moved."""


def files_of(event: QDropEvent) -> list[Path]:
    """The local files and folders that are dragged or dropped."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def taken_files(event: QDropEvent) -> list[Path]:
    """Accept dragged or dropped files, never as a move; those that are taken so."""
    wanted, found = next((one for one in HARMLESS if one & event.possibleActions()), None), files_of(event)
    if wanted is None or not found:
        event.ignore()
        return []
    event.setDropAction(wanted)
    event.accept()
    return found


class FileDrops(QObject):
    """Sends the files that fall on a part of a window on to the window; text can still be dropped where one writes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        for part in window.findChildren(QWidget):
            if part.acceptDrops():
                self._share(part)

    def _share(self, part: QWidget) -> None:
        owner = part.parentWidget()
        if isinstance(owner, QAbstractScrollArea) and owner.viewport() is part:
            field: QWidget = owner
        else:
            field = part
        if isinstance(field, QLineEdit | QPlainTextEdit | QTextEdit) and not field.isReadOnly():
            part.installEventFilter(self)
        else:
            part.setAcceptDrops(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: what a field refuses, Qt offers to the window."""
        if event.type() == QEvent.Type.DragEnter and isinstance(event, QDragMoveEvent) and files_of(event):
            event.ignore()
            return True
        return super().eventFilter(watched, event)
