"""A line of text that may be cut: it never makes a window wider than its user wants it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

LEAST = 4
"""Letters that can be read anyway."""


class ElidedLabel(QLabel):
    """As wide as its text where there is room; else it ends in an ellipsis, and its tip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    @property
    def shown_text(self) -> str:
        """What can be read of it."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def setText(self, text: str) -> None:  # noqa: N802
        """Override QLabel.setText."""
        super().setText(text)
        self._tell_what_is_cut()

    def minimumSizeHint(self) -> QSize:
        """Override QLabel.minimumSizeHint: of a few letters."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), LEAST * self.fontMetrics().horizontalAdvance("m")), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: the tip."""
        super().resizeEvent(event)
        self._tell_what_is_cut()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QLabel.paintEvent."""
        painter = QPainter(self)
        room, palette = self.contentsRect(), self.palette()
        how, enabled, role = self.alignment(), self.isEnabled(), self.foregroundRole()
        self.style().drawItemText(painter, room, how, palette, enabled, self.shown_text, role)
        painter.end()

    def _tell_what_is_cut(self) -> None:
        # A tip that wraps, and takes nobody's name for markup.
        self.setToolTip("" if self.shown_text == self.text() else f"<p>{escape(self.text())}</p>")
