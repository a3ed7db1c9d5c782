"""The graphics items of the desk's texts: words with cursor and selection, bars under them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.picture.frame_text import BAR_HEIGHT, WORD_HEIGHT, BarPiece, WordBox
from meantree_gui import theme
from meantree_gui.trees.painter import font


class WordItem(QGraphicsItem):
    """A token: with a patch behind it where selected, a frame around it as cursor, a line below where a predicate."""

    def __init__(self, box: WordBox, word: str, *, selected: bool, cursor: bool, active: bool, marked: bool) -> None:
        super().__init__()
        self.index = box.index
        self._word, self._width = word, box.width
        self._selected, self._cursor, self._active, self._marked = selected, cursor, active, marked
        self.setPos(box.x, box.y)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(0, 0, self._width, WORD_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette = theme.current()
        room = self.boundingRect().adjusted(1, 1, -1, -1)
        if self._selected and self._active:
            painter.fillRect(room, QColor(palette.selection))
        if self._cursor:
            pen = QPen(QColor(palette.accent if self._active else palette.line), 1.6 if self._active else 1.0)
            pen.setStyle(Qt.PenStyle.SolidLine if self._active else Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.drawRoundedRect(room, 3, 3)
        painter.setFont(font("word"))
        painter.setPen(QColor(palette.text))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._word)
        if self._marked:
            painter.setPen(QPen(QColor(palette.line), 2))
            painter.drawLine(QPointF(5, WORD_HEIGHT - 2), QPointF(self._width - 5, WORD_HEIGHT - 2))


class BarItem(QGraphicsItem):
    """A bar under the words of a part; ``own`` is False for the other annotator's."""

    def __init__(self, piece: BarPiece, *, current: bool, own: bool) -> None:
        super().__init__()
        self.bar = piece.bar
        self.own = own
        self._piece, self._current = piece, current
        self.setPos(piece.x, piece.y)
        self.setToolTip(piece.bar.label if own else f"{piece.bar.label} (the other annotator)")

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(0, 0, self._piece.width, BAR_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette = theme.current()
        room = self.boundingRect().adjusted(0.5, 0.5, -0.5, -0.5)
        colour = QColor(palette.roles[self.bar.role])
        if self.own:
            painter.setBrush(colour)
            painter.setPen(QPen(QColor(palette.accent), 1.6) if self._current else Qt.PenStyle.NoPen)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.line), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(room, 3, 3)
        painter.setFont(font("note"))
        painter.setPen(QColor(palette.text if self.own else palette.muted))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._piece.label)
