"""The evidence list: one row a unit, with its line style, counts and status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, ClassVar

from PySide6.QtCore import (
    QPointF,
    QRect,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from meantree.metrics.evidence import Status, Unit
from meantree.picture.numbers import amount, full
from meantree.shown import shown
from meantree_gui.trees.items import status_colour, status_pen
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.tables import FixedColumns, Index

NUMBERS: Mapping[int, str] = {3: "matched", 4: "hypothesis", 5: "reference"}
"""The columns with a number, and which one of a unit it is."""
IN_COLUMN = 6
STATUS_ROLE = int(Qt.ItemDataRole.UserRole) + 10


class UnitModel(FixedColumns):
    """The units of the score in focus."""

    columns: ClassVar[tuple[str, ...]] = ("", "unit", "kind", "match", "hyp", "ref", "in")

    def __init__(self) -> None:
        super().__init__()
        self.units: Sequence[Unit] = ()
        self.references: Sequence[str] = ()

    def show_units(self, units: Sequence[Unit], references: Sequence[str] = ()) -> None:
        """List other units, of a pair with references of these names."""
        self.beginResetModel()
        self.units, self.references = units, references
        self.endResetModel()

    def matched_in(self, unit: Unit) -> str:
        """The names of the references in which a unit stands: where it matched, or was missed."""
        found = zip(self.references, unit.reference_places, strict=False)
        return ", ".join(shown(name) for name, places in found if places)

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.units)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        unit = self.units[row]
        if column in NUMBERS:
            return Cell(amount(getattr(unit, NUMBERS[column])), is_number=True)
        if column == IN_COLUMN:
            return Cell(self.matched_in(unit))
        return Cell(("", unit.label, unit.kind)[column], colour=status_colour(unit.status) if column == 1 else None)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        unit = self.units[row]
        counts = f"{unit.status.value}: {full(unit.matched)} of {full(unit.hypothesis)} / {full(unit.reference)}"
        return f"<p>{escape(shown(unit.label))} ({escape(unit.kind)})<br>{counts}</p>"

    def spoken(self, row: int, column: int) -> str:  # noqa: ARG002
        """Override FixedColumns.spoken."""
        return f"{self.units[row].status.value} {self.units[row].label}"

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override FixedColumns.data: what the line of a unit is drawn by."""
        if role == STATUS_ROLE:
            return self.units[index.row()].status.value if 0 <= index.row() < self.count else None
        return super().data(index, role)


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
        if column in NUMBERS:
            return bool(getattr(one, NUMBERS[column]) < getattr(two, NUMBERS[column]))
        return self._text_of(one, column) < self._text_of(two, column)

    def _text_of(self, unit: Unit, column: int) -> str:
        return (
            self.model.matched_in(unit) if column == IN_COLUMN else (unit.status.value, unit.label, unit.kind)[column]
        )


class LineDelegate(CellDelegate):
    """Draws the line style of a unit's status; there are no bars beside it."""

    bar_room = 0

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
