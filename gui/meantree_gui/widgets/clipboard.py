"""What this program puts on the clipboard in formats of its own choice, and takes off again when it ends."""

from __future__ import annotations

import sys
from typing import Final
from uuid import uuid4

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

OWN: Final = f"application/x-meantree-{uuid4().hex}"
"""A format that what this program copied has; Qt's own ``ownsClipboard`` does not know on every platform."""


def copy(data: QMimeData) -> None:
    """Put data on the clipboard."""
    data.setData(OWN, b"")
    QGuiApplication.clipboard().setMimeData(data)


def forget_copy() -> None:
    """Take what was copied off the clipboard, if it is still there, before the program ends.

    WORKAROUND: Qt (6.11) crashes at exit while it still owns mime data that Python made. On Linux a copy ends with the
    program that made it anyway.
    """
    clipboard = QGuiApplication.clipboard()
    held = clipboard.mimeData()
    if sys.platform == "linux" and held is not None and held.hasFormat(OWN):
        clipboard.clear()
