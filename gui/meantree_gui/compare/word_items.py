"""The graphics items of two translations over one reference: words and arcs with one line, or with two."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.comparison.three_rows import Statuses
from meantree.picture.arcs import ArcShape
from meantree.picture.style import APART, UNDERLINE, WIDTHS
from meantree.picture.three_rows import UNDER
from meantree.picture.trees import doubled
from meantree_gui import theme
from meantree_gui.trees.items import LIT, outline
from meantree_gui.trees.painter import font, status_colour, status_pen

WordKey = tuple[int, int]
"""Row, and word in it, from 0."""
PAD = 3.0
HALF = 11.0
NOTE = 15.0
"""From the middle of a word down to its note."""


class MarkedWord(QGraphicsItem):
    """A word around its place, underlined by how it fared."""

    def __init__(self, key: WordKey, text: str, width: float, statuses: Statuses, note: str = "") -> None:
        super().__init__()
        self.key, self.text, self.statuses = key, text, statuses
        self.lit = self.focused = False
        self._width, self._note = width, note
        self.setZValue(2)

    def set_lit(self, lit: bool, *, focused: bool = False) -> None:
        """Put a patch behind the word; ``focused`` draws the cursor around it."""
        if (lit, focused) != (self.lit, self.focused):
            self.lit, self.focused = lit, focused
            self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        foot = NOTE + 13 if self._note else UNDER + APART + UNDERLINE
        return QRectF(-self._width / 2 - PAD - 1, -HALF - 1, self._width + 2 * PAD + 2, HALF + foot + 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette, half = theme.current(), self._width / 2
        if self.lit or self.focused:
            painter.setPen(QPen(QColor(palette.accent), 1.4) if self.focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.selection))
            painter.drawRoundedRect(QRectF(-half - PAD, -HALF, self._width + 2 * PAD, 2 * HALF), 4, 4)
        painter.setPen(QColor(palette.text))
        painter.setFont(font("word"))
        painter.drawText(QRectF(-half - PAD, -10, self._width + 2 * PAD, 19), Qt.AlignmentFlag.AlignCenter, self.text)
        for place, status in enumerate(self.statuses):
            if status is not None:
                painter.setPen(status_pen(status, UNDERLINE))
                y = UNDER + place * APART
                painter.drawLine(QPointF(-half, y), QPointF(half, y))
        if self._note:
            painter.setPen(QColor(palette.muted))
            painter.setFont(font("note"))
            room = QRectF(-half - 20, NOTE, self._width + 40, 13)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._note)


class RowTitle(QGraphicsItem):
    """A system's name, cut where there is no room for all of it, and its score."""

    def __init__(self, text: str, width: float, score: str, x_score: float, whole: str) -> None:
        super().__init__()
        self.text, self.score = text, score
        self._width, self._x_score = width, x_score
        self.setToolTip(whole if whole != text else "")

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(0, -HALF, self._x_score + 80, 2 * HALF)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette, flags = theme.current(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font("entry"))
        painter.setPen(QColor(palette.muted))
        painter.drawText(QRectF(0, -HALF, self._width + 4, 2 * HALF), flags, self.text)
        painter.setPen(QColor(palette.text))
        painter.drawText(QRectF(self._x_score, -HALF, 80, 2 * HALF), flags, self.score)


class SharedArc(QGraphicsItem):
    """An arc of the reference: one line where both translations fared alike, else an outer and an inner one."""

    def __init__(self, shape: ArcShape, statuses: Statuses, tip: str) -> None:
        super().__init__()
        self.arc, self.statuses = (shape.dependent, shape.head), statuses or (None,)
        self.lit = False
        self._shape = shape
        self._paths = [outline(one) for one in (doubled(shape) if len(self.statuses) > 1 else (shape,))]
        self.setToolTip(tip)
        self.setZValue(1)

    def set_lit(self, lit: bool) -> None:
        """Draw bolder."""
        if lit != self.lit:
            self.lit = lit
            self.setZValue(3 if lit else 1)
            self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        room = self._paths[0].boundingRect().united(self._label_box())
        return room.adjusted(-6, -6, 6, 8)

    def shape(self) -> QPainterPath:
        """Override QGraphicsItem.shape: a broad line, so that the mouse finds it."""
        stroker = QPainterPathStroker()
        stroker.setWidth(9)
        path = stroker.createStroke(self._paths[-1])
        path.addRect(self._label_box())
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette = theme.current()
        for path, status in zip(self._paths, self.statuses, strict=True):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(status_pen(status, WIDTHS[status] * (LIT if self.lit else 1.0)))
            painter.drawPath(path)
        if len(self.statuses) > 1:
            colour = QColor(palette.text)
        else:
            colour = status_colour(self.statuses[0]) if self.statuses[0] else QColor(palette.muted)
        if self._shape.has_dependent:
            x, foot = self._shape.x_dependent, self._shape.foot
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(status_colour(None) if self.statuses == (None,) else colour)
            painter.drawPolygon(QPolygonF([QPointF(x - 3.4, foot - 7), QPointF(x + 3.4, foot - 7), QPointF(x, foot)]))
        painter.fillRect(self._label_box(), QColor(palette.surface))
        text = QFont(font("label"))
        text.setBold(self.lit)
        painter.setFont(text)
        painter.setPen(colour)
        painter.drawText(self._label_box(), Qt.AlignmentFlag.AlignCenter, self._shape.label)

    def _label_box(self) -> QRectF:
        width = self._shape.label_width + 5
        middle = (self._shape.x_dependent + self._shape.x_head) / 2
        return QRectF(middle - width / 2, self._shape.top - 7, width, 14)
