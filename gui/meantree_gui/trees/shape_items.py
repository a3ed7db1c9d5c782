"""The graphics items of a picture made of strokes and captions."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.picture.shapes import Caption, Sign, Stroke, Thing
from meantree.picture.style import APART, FAINT, UNDERLINE, WIDTHS
from meantree_gui import theme
from meantree_gui.trees.items import LIT, tooltip
from meantree_gui.trees.painter import font, measure, status_colour, status_pen

PAD = 6.0


class StrokeItem(QGraphicsItem):
    """One line; ``ends`` are what it connects, ``told`` says why it is there."""

    def __init__(self, stroke: Stroke) -> None:
        super().__init__()
        self.ends = frozenset(stroke.ends)
        self.status = stroke.status
        self.told = stroke.tip
        self.sign = stroke.sign
        self.is_faint, self.joins = stroke.faint, stroke.joins
        self._lit = False
        self._path = QPainterPath(QPointF(*stroke.points[0]))
        for point in stroke.points[1:]:
            self._path.lineTo(*point)
        if stroke.tip:
            self.setToolTip(tooltip({"link": stroke.tip}))

    def set_lit(self, lit: bool) -> None:
        """Draw bolder."""
        self._lit = lit
        self.setZValue(1 if lit else 0)
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        line = self._path.boundingRect().adjusted(-3, -3, 3, 3)
        return line if self.sign is None else line.united(_box(self.sign, lit=True)).united(_box(self.sign, lit=False))

    def shape(self) -> QPainterPath:
        """Override QGraphicsItem.shape: a broad line, so that the mouse finds it."""
        stroker = QPainterPathStroker()
        stroker.setWidth(8)
        return stroker.createStroke(self._path)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        plain = FAINT if self.is_faint else WIDTHS[self.status]
        painter.setPen(status_pen(self.status, WIDTHS[self.status] * LIT if self._lit else plain))
        painter.drawPath(self._path)
        if self.sign is not None and (self._lit or self.sign.plain):
            box = _box(self.sign, lit=self._lit)
            painter.fillRect(box, QColor(theme.current().surface))
            painter.setFont(font("label" if self._lit else "word"))
            painter.setPen(status_colour(self.status))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.sign.lit if self._lit else self.sign.plain)


def _box(sign: Sign, *, lit: bool) -> QRectF:
    """Where a sign stands on its line."""
    width = (measure(sign.lit, "label") if lit else measure(sign.plain, "word")) + 6
    return QRectF(sign.x - width / 2, sign.y - 8, width, 16)


class CaptionItem(QGraphicsItem):
    """One word, or the label of a constituent in a frame that shows how it fared."""

    def __init__(self, caption: Caption, tip: str = "") -> None:
        super().__init__()
        self.key: Thing | None = caption.key
        self.index = caption.key[2] if caption.key else -1
        self.mark = caption.mark
        self.lit = False
        self.focused = False
        self.picked = False
        self._caption = caption
        self.setPos(caption.x, caption.y)
        self.setZValue(2)
        self.setToolTip(tip)

    @property
    def is_token(self) -> bool:
        """Whether it is a word."""
        return self.key is not None and self.key[0] == "token"

    @property
    def text(self) -> str:
        """What is written."""
        return self._caption.text

    def set_lit(self, lit: bool, *, focused: bool = False) -> None:
        """Put a patch behind the text; ``focused`` draws the cursor around it."""
        self.lit, self.focused = lit, focused
        self.update()

    def set_picked(self, picked: bool) -> None:
        """Let text and patch change their brightness: it is to be linked with another."""
        self.picked = picked
        self.update()

    @property
    def _box(self) -> QRectF:
        half = 12.0 if self._caption.font == "word" else 10.0
        return QRectF(-self._caption.width / 2 - PAD, -half, self._caption.width + 2 * PAD, 2 * half)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        around = APART + 1 if self._caption.both else 0.0
        return self._box.adjusted(-around, -around, around, around)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette, caption = theme.current(), self._caption
        status = caption.mark.status if caption.mark else None
        room = self._box.adjusted(1, 1, -1, -1)
        patch = palette.accent if self.picked else palette.selection if self.lit or self.focused else palette.surface
        painter.setBrush(QColor(patch))
        if caption.both and caption.framed:
            self._paint_frames(painter, room)
        elif caption.framed and status is not None:
            painter.setPen(status_pen(status, 1.5))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        if self.focused:
            painter.setPen(QPen(QColor(palette.accent), 1.4))
        painter.drawRoundedRect(room, 4, 4)
        text = QFont(font(caption.font))
        text.setBold(self.lit and caption.framed)
        painter.setFont(text)
        plain = palette.surface if self.picked else palette.muted if caption.font == "label" else palette.text
        painter.setPen(status_colour(status) if status and caption.framed and not caption.both else QColor(plain))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, caption.text)
        if not caption.framed:
            for place, one in enumerate(caption.both or (status,)):
                if one is not None:
                    y = 10 + place * APART
                    painter.setPen(status_pen(one, UNDERLINE))
                    painter.drawLine(QPointF(-caption.width / 2, y), QPointF(caption.width / 2, y))

    def _paint_frames(self, painter: QPainter, room: QRectF) -> None:
        """How it fared in the second translation, and around it how in the first."""
        first, second = self._caption.both
        painter.setPen(status_pen(first, 1.5))
        painter.drawRoundedRect(room.adjusted(-APART, -APART, APART, APART), 4, 4)
        painter.setPen(status_pen(second, 1.5))
