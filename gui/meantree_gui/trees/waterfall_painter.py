"""Paints a waterfall: in the window, and in pictures that leave it."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from meantree.picture.waterfall import BAR, LOWERED, MARGIN, ROW, StepBar, WaterfallPicture
from meantree_gui import theme
from meantree_gui.trees.items import font, status_colour, status_pen


def paint_waterfall(painter: QPainter, picture: WaterfallPicture, chosen: StepBar | None = None) -> None:
    """Draw a whole picture; the row of the chosen bar has a patch behind it."""
    palette = theme.current()
    if chosen is not None:
        painter.fillRect(QRectF(0, chosen.y, picture.width, ROW), QColor(palette.selection))
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.drawLine(QPointF(picture.zero, MARGIN), QPointF(picture.zero, picture.height - MARGIN))
    for one, two in itertools.pairwise(picture.bars):
        painter.drawLine(QPointF(one.end, one.y + (ROW + BAR) / 2), QPointF(one.end, two.y + (ROW - BAR) / 2))
    painter.setFont(font("entry"))
    for bar in picture.bars:
        painter.setPen(QColor(palette.text))
        row = QRectF(MARGIN, bar.y, picture.width - 2 * MARGIN, ROW)
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, bar.label)
        painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, bar.number)
        _paint_bar(painter, bar)


def _paint_bar(painter: QPainter, bar: StepBar) -> None:
    """Full where it raises the score; faint in a dashed outline where it lowers it; grey where it adds nothing."""
    left, width = min(bar.start, bar.end), max(1.0, abs(bar.end - bar.start))
    box = QRectF(left, bar.y + (ROW - BAR) / 2, width, BAR)
    if bar.is_sum:
        painter.fillRect(box, QColor(theme.current().accent))
        return
    colour = status_colour(bar.status)
    colour.setAlphaF(LOWERED if bar.step.value < 0 else 1.0)
    painter.setBrush(colour)
    painter.setPen(status_pen(bar.status, 1.2))
    painter.drawRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
