"""A box to choose from that the mouse wheel does not change: people scroll what lies near it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip


class StillComboBox(QComboBox):
    """Its list still scrolls, when it is open; what is chosen ends in "…" where it is cut, and a tip has all of it."""

    @property
    def shown_text(self) -> str:
        """What can be read of what is chosen."""
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, self._option()[1])

    @property
    def is_cut(self) -> bool:
        """Whether what is chosen cannot be read whole."""
        return self.shown_text != self.currentText()

    def offer(self, entries: Sequence[tuple[str, str]], data: str) -> None:
        """Offer these, with what they stand for; what stands for ``data`` is chosen, else the first. Nobody is told."""
        with QSignalBlocker(self):
            self.clear()
            for title, one in entries:
                self.addItem(title, one)
            self.setCurrentIndex(max(0, self.findData(data)))
        self.setToolTip(self.currentText())

    def _option(self) -> tuple[QStyleOptionComboBox, int]:
        """What the style is told, and how many pixels the text has."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        return option, self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QComboBox.paintEvent, which cuts letters in two."""
        option, _ = self._option()
        option.currentText = self.shown_text
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QComboBox.wheelEvent: nothing is chosen."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: the tip of what is cut, where it has no other."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip() and self.is_cut:
            QToolTip.showText(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)
