"""The line styles of the pictures, with their names."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from meantree.metrics.evidence import Status
from meantree_gui.trees.painter import status_pen
from meantree_gui.widgets.layouts import FlowLayout


class LineSample(QWidget):
    """A short piece of the line that stands for a status, or for what no unit stands for."""

    def __init__(self, status: Status | None) -> None:
        super().__init__()
        self._status = status

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(30, 14)

    def minimumSizeHint(self) -> QSize:
        """Override QWidget.minimumSizeHint."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QWidget.paintEvent."""
        painter = QPainter(self)
        painter.setPen(status_pen(self._status))
        painter.drawLine(2, self.height() // 2, self.width() - 2, self.height() // 2)
        painter.end()


def legend() -> QWidget:
    """All line styles with their names."""
    strip = QWidget()
    flow = FlowLayout(strip, gap=4)
    flow.setContentsMargins(8, 0, 8, 2)
    for status in (*Status, None):
        name = QLabel(status.value if status else "not counted")
        name.setProperty("role", "muted")
        entry = QWidget()
        row = QHBoxLayout(entry)
        row.setContentsMargins(0, 0, 10, 0)
        row.addWidget(LineSample(status))
        row.addWidget(name)
        flow.addWidget(entry)
    return strip
