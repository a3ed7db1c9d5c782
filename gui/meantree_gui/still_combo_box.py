"""A box to choose from that the mouse wheel does not change: people scroll what lies near it."""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox


class StillComboBox(QComboBox):
    """Its list still scrolls, when it is open."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QComboBox.wheelEvent: nothing is chosen."""
        event.ignore()
