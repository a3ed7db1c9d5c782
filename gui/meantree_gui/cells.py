"""Cells of tables, asked for as a whole: Qt would ask a model for each of their traits, many times a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from meantree_gui import theme

CELL_ROLE = int(Qt.ItemDataRole.UserRole) + 11
"""Under which a model gives a whole :class:`Cell`."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows.

    Attributes:
        text: what is written in it.
        is_number: numbers stand at the right.
        colour: of the text, None for the usual one.
        share: of a bar under the text, in [0, 1], None for none; ``is_bad`` gives it the colour of an error rate.
    """

    text: str
    is_number: bool = False
    colour: QColor | None = None
    share: float | None = None
    is_bad: bool = False


def score_cell(text: str, score: float, *, is_bad: bool) -> Cell:
    """A score with a bar: the share of 1 that it is."""
    return Cell(text, is_number=True, share=min(1.0, max(0.0, score)), is_bad=is_bad)


def trait(cell: Callable[[], Cell], role: int) -> object:
    """What a model says of a cell under a role: the cell as a whole, or the one trait that Qt asks for."""
    if role == CELL_ROLE:
        return cell()
    if role == Qt.ItemDataRole.DisplayRole:
        return cell().text
    if role == Qt.ItemDataRole.ForegroundRole:
        return cell().colour
    if role == Qt.ItemDataRole.TextAlignmentRole and cell().is_number:
        return int(RIGHT)
    return None


class CellDelegate(QStyledItemDelegate):
    """Draws cells with their bars."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        """Override QStyledItemDelegate.initStyleOption."""
        cell = index.data(CELL_ROLE)
        if not isinstance(cell, Cell):
            super().initStyleOption(option, index)
            return
        option.text = cell.text
        option.displayAlignment = RIGHT if cell.is_number else LEFT
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        if cell.colour is not None:
            option.palette.setColor(QPalette.ColorRole.Text, cell.colour)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        cell = index.data(CELL_ROLE)
        if isinstance(cell, Cell) and cell.share is not None:
            palette = theme.current()
            room = QRectF(option.rect).adjusted(6, 0, -6, -3)
            track = QRectF(room.left(), room.bottom() - 2.5, room.width(), 2.5)
            painter.fillRect(track, QColor(palette.panel))
            track.setWidth(track.width() * cell.share)
            painter.fillRect(track, QColor(palette.muted if cell.is_bad else palette.accent))
