"""The evidence list: one row a unit, with its line style, counts and status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import (
    QPointF,
    QRect,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from meantree.metrics.evidence import Status, Unit
from meantree_gui.evidence.fixed_columns import FixedColumns, Index
from meantree_gui.numbers import short
from meantree_gui.trees.items import status_colour, status_pen

STATUS_ROLE = int(Qt.ItemDataRole.UserRole) + 10


class UnitModel(FixedColumns):
    """The units of the score in focus."""

    columns: ClassVar[tuple[str, ...]] = ("", "unit", "kind", "match", "hyp", "ref")

    def __init__(self) -> None:
        super().__init__()
        self.units: Sequence[Unit] = ()

    def show_units(self, units: Sequence[Unit]) -> None:
        """List other units."""
        self.beginResetModel()
        self.units = units
        self.endResetModel()

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.units)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= len(self.units):
            return None
        unit, column = self.units[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            numbers = (unit.matched, unit.hypothesis, unit.reference)
            return ("", unit.label, unit.kind, *map(short, numbers))[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{unit.status.value}: {unit.matched:.3g} of {unit.hypothesis:.3g} / {unit.reference:.3g}"
        if role == STATUS_ROLE:
            return unit.status.value
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{unit.status.value} {unit.label}"
        if role == Qt.ItemDataRole.ForegroundRole and column == 1:
            return status_colour(unit.status)
        if role == Qt.ItemDataRole.TextAlignmentRole and column > 2:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None


class UnitProxy(QSortFilterProxyModel):
    """The units that contain a text, of one status or all."""

    def __init__(self, model: UnitModel) -> None:
        super().__init__()
        self.model = model
        self.text, self.status = "", ""
        self.setSourceModel(model)

    def set_filter(self, text: str, status: str) -> None:
        """Show only units that contain ``text``, of ``status`` (empty for all)."""
        self.text, self.status = text.casefold(), status
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: ARG002
        """Override QSortFilterProxyModel.filterAcceptsRow."""
        unit = self.model.units[source_row]
        return self.status in ("", unit.status.value) and self.text in unit.label.casefold()

    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        """Override QSortFilterProxyModel.lessThan: numbers as numbers."""
        one, two = (self.model.units[index.row()] for index in (source_left, source_right))
        column = source_left.column()
        if column > 2:
            name = ("matched", "hypothesis", "reference")[column - 3]
            return bool(getattr(one, name) < getattr(two, name))
        keys = [(unit.status.value, unit.label, unit.kind)[column] for unit in (one, two)]
        return keys[0] < keys[1]


class LineDelegate(QStyledItemDelegate):
    """Draws the line style of a unit's status."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        status = index.data(STATUS_ROLE)
        if status is None:
            return
        room: QRect = option.rect
        middle = room.center().y() + 0.5
        painter.setPen(status_pen(Status(status), 2.0))
        painter.drawLine(QPointF(room.left() + 4, middle), QPointF(room.right() - 4, middle))
