"""A box to choose from that the mouse wheel does not change: people scroll what lies near it."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QToolTip


class StillComboBox(QComboBox):
    """Its list still scrolls, when it is open; where what is chosen is cut, the tip has all of it."""

    @property
    def is_cut(self) -> bool:
        """Whether what is chosen cannot be read whole."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        return self.fontMetrics().horizontalAdvance(self.currentText()) > room.width()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QComboBox.wheelEvent: nothing is chosen."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: the tip of what is cut, where it has no other."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip() and self.is_cut:
            QToolTip.showText(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)
