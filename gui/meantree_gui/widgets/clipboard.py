"""Copying data in several formats, and clearing the clipboard when the program ends."""

from __future__ import annotations

import sys
from typing import Final
from uuid import uuid4

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

OWN: Final = f"application/x-meantree-{uuid4().hex}"
"""Marks data that this program copied: Qt's ``ownsClipboard`` does not work on every platform."""


def copy(data: QMimeData) -> None:
    """Copy data to the clipboard."""
    data.setData(OWN, b"")
    QGuiApplication.clipboard().setMimeData(data)


def forget_copy() -> None:
    """Clear the clipboard before the program ends, if it still contains data copied by it.

    WORKAROUND: Qt (6.11) crashes at exit while it still owns mime data that Python made. On Linux a copy ends with the
    program that made it anyway.
    """
    clipboard = QGuiApplication.clipboard()
    data = clipboard.mimeData()
    if sys.platform == "linux" and data is not None and data.hasFormat(OWN):
        clipboard.clear()
