"""The graphics items of frames: chips of predicates and fillers, links between them."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.alignment.linked_frames import span_of
from meantree.analysis.frames import LinkKind
from meantree.comparison.content import ComparedFrames
from meantree.metrics.evidence import Status
from meantree.picture.frame_blocks import LINE_HEIGHT, Chip, ChipLink
from meantree_gui import theme
from meantree_gui.trees.items import FADED
from meantree_gui.trees.painter import font, status_pen

SAID = {
    Status.MATCHED: "matched",
    Status.PARTIAL: "partly matched",
    Status.MISSED: "missed",
    Status.EXTRA: "extra",
    None: "not counted",
}


class ChipItem(QGraphicsItem):
    """A predicate or filler in the list of frames; its outline says how it fares."""

    def __init__(self, chip: Chip, tip: str, *, current: bool = False) -> None:
        super().__init__()
        self.chip = chip
        self.mark = chip.mark
        self.current = current
        self.setPos(chip.x, chip.y)
        self.setToolTip(tip)
        self.setZValue(2)

    def set_current(self, current: bool) -> None:
        """Draw the cursor around it, or not."""
        self.current = current
        self.update()

    def set_faded(self, faded: bool) -> None:
        """Draw it faintly where something else is asked for."""
        self.setOpacity(FADED if faded else 1.0)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(-2, -2, self.chip.width + 4, self.chip.height + 4)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette, chip = theme.current(), self.chip
        room = QRectF(0, 0, chip.width, chip.height)
        if self.current:
            painter.setPen(QPen(QColor(palette.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room.adjusted(-1, -1, 1, 1), 6, 6)
        painter.setBrush(QColor(palette.roles[chip.role]))
        painter.setPen(status_pen(chip.mark.status if chip.mark else None, 1.7))
        painter.drawRoundedRect(room.adjusted(2, 2, -2, -2), 4, 4)
        painter.setPen(QColor(palette.text))
        painter.setFont(font("note"))
        painter.drawText(QRectF(4, 3, chip.width - 8, 13), Qt.AlignmentFlag.AlignCenter, chip.label)
        painter.setFont(font("word"))
        for number, line in enumerate(chip.lines or (chip.text,)):
            place = QRectF(4, 14 + number * LINE_HEIGHT, chip.width - 8, 18)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, line)


class ChipLinkItem(QGraphicsItem):
    """A link of two chips: solid if correct, dash-dotted if partial, thin and grey where it counts for nothing."""

    def __init__(self, link: ChipLink) -> None:
        super().__init__()
        self.link = link
        self._path = QPainterPath(QPointF(*link.points[0]))
        for (x1, y1), (x2, y2) in pairwise(link.points):
            middle = (y1 + y2) / 2
            self._path.cubicTo(x1, middle, x2, middle, x2, y2)
        uncounted = link.kind is not LinkKind.UNDECIDED and link.status is None
        self.setToolTip(f"{link.kind.value}{'; it counts for nothing, as roles differ' if uncounted else ''}")

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
        pen = status_pen(self.link.status, 2.0 if self.link.status is not None else 1.0)
        if self.link.status is Status.PARTIAL:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawPath(self._path)


def chip_tip(content: ComparedFrames, chip: Chip) -> str:
    """What a chip says when the mouse is on it, with all of its words."""
    words = " ".join(content.words[chip.side][slice(*span_of(content.linked, chip.side, chip.part))])
    return f"{chip.label}: {words} ({SAID[chip.mark.status if chip.mark else None]})"
