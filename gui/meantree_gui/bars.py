"""A cell with a number and a small bar under it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from meantree_gui import theme
from meantree_gui.segments.model import LOWER_ROLE, SCORE_ROLE


class BarDelegate(QStyledItemDelegate):
    """Draws the share of 1 that a score is; error rates in the colour of what was missed."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        score = index.data(SCORE_ROLE)
        if score is None:
            return
        palette = theme.current()
        room = QRectF(option.rect).adjusted(6, 0, -6, -3)
        track = QRectF(room.left(), room.bottom() - 2.5, room.width(), 2.5)
        painter.fillRect(track, QColor(palette.panel))
        track.setWidth(track.width() * min(1.0, max(0.0, float(score))))
        painter.fillRect(track, QColor(palette.muted if index.data(LOWER_ROLE) else palette.accent))
