"""The graphics items of the desk: words with cursor and selection, bars under them, chips, links between chips."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.analysis.frames import LinkKind
from meantree.metrics.evidence import Status
from meantree.picture.frame_blocks import CHIP_HEIGHT, Chip, ChipLink
from meantree.picture.frame_text import BAR_HEIGHT, WORD_HEIGHT, BarPiece, WordBox
from meantree_gui import theme
from meantree_gui.trees.items import font, status_pen

LINK_STATUS = {LinkKind.CORRECT: Status.MATCHED, LinkKind.PARTIAL: Status.PARTIAL}


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


class ChipItem(QGraphicsItem):
    """A predicate or filler in the list of frames; its outline says how it fares."""

    def __init__(self, chip: Chip, *, current: bool, tip: str) -> None:
        super().__init__()
        self.chip = chip
        self._current = current
        self.setPos(chip.x, chip.y)
        self.setToolTip(tip)
        self.setZValue(2)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(-2, -2, self.chip.width + 4, CHIP_HEIGHT + 4)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette, chip = theme.current(), self.chip
        room = QRectF(0, 0, chip.width, CHIP_HEIGHT)
        if self._current:
            painter.setPen(QPen(QColor(palette.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room.adjusted(-1, -1, 1, 1), 6, 6)
        painter.setBrush(QColor(palette.roles[chip.role]))
        painter.setPen(status_pen(chip.status, 1.7))
        painter.drawRoundedRect(room.adjusted(2, 2, -2, -2), 4, 4)
        painter.setPen(QColor(palette.text))
        painter.setFont(font("note"))
        painter.drawText(QRectF(4, 3, chip.width - 8, 13), Qt.AlignmentFlag.AlignCenter, chip.label)
        painter.setFont(font("word"))
        painter.drawText(QRectF(4, 14, chip.width - 8, 18), Qt.AlignmentFlag.AlignCenter, chip.text)


class ChipLinkItem(QGraphicsItem):
    """A link of two chips: solid where correct, dashed where partial, thin and grey where it counts for nothing."""

    def __init__(self, link: ChipLink) -> None:
        super().__init__()
        self.link = link
        self._path = QPainterPath(QPointF(link.x1, link.y1))
        middle = (link.y1 + link.y2) / 2
        self._path.cubicTo(link.x1, middle, link.x2, middle, link.x2, link.y2)
        self.setToolTip(
            link.kind.value if link.counted else f"{link.kind.value}; it counts for nothing, as roles differ"
        )

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return self._path.boundingRect().adjusted(-4, -4, 4, 4)

    def shape(self) -> QPainterPath:
        """Override QGraphicsItem.shape: a broad line, so that the mouse finds it."""
        stroker = QPainterPathStroker()
        stroker.setWidth(9)
        return stroker.createStroke(self._path)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        status = LINK_STATUS.get(self.link.kind) if self.link.counted else None
        pen = status_pen(status, 2.0 if status is not None else 1.0)
        if self.link.counted and self.link.kind is LinkKind.PARTIAL:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawPath(self._path)
