"""Cells of tables, read from the model as a whole: Qt would read each trait separately at each painting."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionFocusRect,
    QStyleOptionViewItem,
)

from meantree.metrics.evidence import Status
from meantree.numbers import MISSING, difference, fixed
from meantree_gui import theme

CELL_ROLE = int(Qt.ItemDataRole.UserRole) + 11
"""The role under which a model returns a whole :class:`Cell`."""
SHADED = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver
"""The states of a cell in which it has a background of its own."""
TEXT_MARGIN = 3
"""Pixels left and right of a text."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of a cell.

    Attributes:
        is_number: whether it is right-aligned.
        colour: of the text, ``None`` for the default.
        share: the end of a bar below the text, in [0, 1], ``None`` for no bar; ``is_bad`` gives it the colour of an
            error rate.
        zero: the start of that bar; negative values extend to the left of it.
        bar: the colour of the bar, ``None`` for the default.
        is_heading: whether it heads a group of rows and is bold.
    """

    text: str
    is_number: bool = False
    colour: QColor | None = None
    share: float | None = None
    is_bad: bool = False
    zero: float = 0.0
    bar: QColor | None = None
    is_heading: bool = False


Bounds = tuple[float, float]
"""The values at the left and the right end of a bar."""
SHARES: Bounds = (0.0, 1.0)


def bounds(scores: Iterable[float | None], *, is_bad: bool) -> Bounds:
    """Return the range of the bars of a column: [0, 1], or more if its scores exceed that, as predictions can.

    Error rates above 1 fill their cells, so that a short reference does not shrink all other bars.
    """
    known = [score for score in scores if score is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if low < 0:
        largest = max(-low, high)
        return -largest, largest
    return SHARES if is_bad else (0.0, max(1.0, high))


def number_cell(text: str, colour: QColor | None = None) -> Cell:
    """Return a cell with a number and no bar."""
    return Cell(text, is_number=True, colour=colour)


def score_cell(score: float | None, *, is_bad: bool, within: Bounds = SHARES, text: str = "") -> Cell:
    """Return a cell with a score, or ``text``, and a bar from 0 to the score; a dash if it is undefined."""
    if score is None or math.isnan(score):
        return number_cell(MISSING)
    share, zero = (min(1.0, max(0.0, (value - within[0]) / (within[1] - within[0]))) for value in (score, 0.0))
    return Cell(text or fixed(score), is_number=True, share=share, is_bad=is_bad, zero=zero)


def gain_cell(gap: float | None, most: float, *, is_good: bool) -> Cell:
    """Return a cell with the difference between two systems, at most ``most``, and a bar to either side.

    The bar is green if a difference above 0 ``is_good``.
    """
    if gap is None or math.isnan(gap):
        return number_cell(MISSING)
    palette = theme.current()
    status = Status.MATCHED if (gap > 0) == is_good else Status.MISSED
    colour = QColor(palette.status[status] if gap else palette.muted)
    share = 0.5 + gap / (2 * most) if most else 0.5
    return Cell(difference(gap), is_number=True, colour=colour, share=share, zero=0.5, bar=colour)


def fitting_words(text: str, metrics: QFontMetrics, width: int) -> str:
    """Return a text with the words that are wider than ``width`` pixels shortened in their middle."""
    return re.sub(r"\S+", lambda word: metrics.elidedText(word[0], Qt.TextElideMode.ElideMiddle, width), text)


def trait(cell: Callable[[], Cell], role: int) -> object:
    """Return what a model returns for a role: the whole cell, or a single trait."""
    if role == CELL_ROLE:
        return cell()
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        return cell().text
    if role == Qt.ItemDataRole.ForegroundRole:
        return cell().colour
    if role == Qt.ItemDataRole.TextAlignmentRole and cell().is_number:
        return int(RIGHT)
    return None


class CellDelegate(QStyledItemDelegate):
    """Draws cells with their bars.

    Attributes:
        bar_room: pixels at the bottom of every cell that are reserved for bars.
    """

    bar_room: ClassVar[int] = 6

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        """Override QStyledItemDelegate.initStyleOption, of which size hints are made."""
        cell = index.data(CELL_ROLE)
        if not isinstance(cell, Cell):
            super().initStyleOption(option, index)
            return
        option.text = cell.text
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        option.font.setBold(cell.is_heading)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        cell = index.data(CELL_ROLE)
        if not isinstance(cell, Cell):
            super().paint(painter, option, index)
            return
        painter.save()
        state, style = option.state, option.widget.style() if option.widget is not None else QApplication.style()
        if state & SHADED:
            style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        self._write(painter, option, cell, is_first=index.column() == 0)
        if state & QStyle.StateFlag.State_HasFocus:
            focus = QStyleOptionFocusRect()
            focus.rect, focus.state = option.rect, state
            style.drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, focus, painter, option.widget)
        if cell.share is not None:
            palette = theme.current()
            room = QRectF(option.rect).adjusted(6, 0, -6, -3)
            track = QRectF(room.left(), room.bottom() - 2.5, room.width(), 2.5)
            painter.fillRect(track, QColor(palette.panel))
            left, right = sorted((cell.zero, cell.share))
            bar = track.adjusted(track.width() * left, 0, track.width() * (right - 1), 0)
            painter.fillRect(bar, cell.bar or QColor(palette.muted if cell.is_bad else palette.accent))
            if cell.zero > 0:
                x = track.left() + track.width() * cell.zero
                painter.fillRect(QRectF(x - 0.5, track.top() - 1.5, 1, 5), QColor(palette.muted))
        painter.restore()

    def _write(self, painter: QPainter, option: QStyleOptionViewItem, cell: Cell, *, is_first: bool) -> None:
        """Draw the text: Qt's own way, which asks the style for each part of a cell, takes three times as long."""
        font, room = option.font, option.rect.adjusted(TEXT_MARGIN, 0, -TEXT_MARGIN, -self.bar_room)
        font.setBold(cell.is_heading)
        flags, text = RIGHT if cell.is_number else LEFT, cell.text
        if option.features & QStyleOptionViewItem.ViewItemFeature.WrapText:
            flags |= Qt.TextFlag.TextWordWrap
            text = fitting_words(text, QFontMetrics(font), room.width())
            if QFontMetrics(font).boundingRect(room, int(flags), text).height() > room.height():
                flags ^= (
                    Qt.AlignmentFlag.AlignVCenter ^ Qt.AlignmentFlag.AlignTop
                )  # its beginning is read, not its middle
        else:  # names of segments and systems differ at their ends
            flags |= Qt.TextFlag.TextSingleLine
            mode = Qt.TextElideMode.ElideMiddle if is_first else option.textElideMode
            text = QFontMetrics(font).elidedText(text, mode, room.width())
        is_selected = option.state & QStyle.StateFlag.State_Selected
        painter.setFont(font)
        painter.setPen(cell.colour if cell.colour and not is_selected else QColor(theme.current().text))
        painter.setLayoutDirection(option.direction)
        painter.drawText(room, flags, text)
