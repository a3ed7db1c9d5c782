"""What a system misses most, or adds most: words, labels, relations, …; a row picks its segments."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QVBoxLayout, QWidget

from meantree.picture.numbers import amount
from meantree.shown import shown
from meantree_gui.state.significance_words import number_of
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import FixedColumns, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.missed_units import Fault, MissedUnit, MissedUnits

UNIT, KIND, COUNT, OF, SHARE, SEGMENTS = range(6)
WIDTHS = {KIND: 90, COUNT: 72, OF: 72, SHARE: 72, SEGMENTS: 72}
ROOM_FOR = {KIND: 460, SEGMENTS: 380}
"""How wide the table must be to have room for these columns, which tips tell, too."""


class MissedModel(FixedColumns):
    """One row a unit."""

    columns: ClassVar[tuple[str, ...]] = ("unit", "kind", "missed", "of", "share", "segments")

    def __init__(self) -> None:
        super().__init__()
        self.units: Sequence[MissedUnit] = ()
        self.fault: Fault = "missed"

    def show_units(self, units: Sequence[MissedUnit], fault: Fault) -> None:
        """List these units."""
        self.beginResetModel()
        self.units, self.fault = units, fault
        self.endResetModel()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, COUNT, COUNT)

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.units)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        one = self.units[row]
        if column == UNIT:
            return Cell(shown(one.label))
        if column == KIND:
            return Cell(shown(one.kind))
        if column == SHARE:
            share = one.share(self.fault)
            return Cell("–" if share is None else f"{100 * share:.0f} %", is_number=True, share=share, is_bad=True)
        if column == SEGMENTS:
            return Cell(f"{len(one.places(self.fault)):,}", is_number=True)
        return Cell(amount(one.count(self.fault) if column == COUNT else one.total(self.fault)), is_number=True)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        one = self.units[row]
        lines = (
            f"{shown(one.label)} · {shown(one.kind)}",
            f"{amount(one.counts.missed)} of {amount(one.counts.reference)} in the references missed, "
            f"in {number_of(len(one.missed_in), 'segment')}",
            f"{amount(one.counts.extra)} of {amount(one.counts.hypothesis)} in the translations extra, "
            f"in {number_of(len(one.extra_in), 'segment')}",
        )
        return "".join(f"<p>{escape(line)}</p>" for line in lines)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Override QAbstractTableModel.headerData."""
        if orientation == Qt.Orientation.Horizontal and section == COUNT and role == Qt.ItemDataRole.DisplayRole:
            return self.fault
        if orientation == Qt.Orientation.Horizontal and section == OF and role == Qt.ItemDataRole.ToolTipRole:
            where = "references have" if self.fault == "missed" else "translations have"
            return f"<p>How often the {where} it</p>"
        return super().headerData(section, orientation, role)


class UnitPanel(QWidget):
    """The units, with what was counted in words above them.

    Signals:
        picked: the :class:`~meantree.evaluation.missed_units.MissedUnit` that is current now.
    """

    picked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.caption, self.model = QLabel(), MissedModel()
        self.table = RowTable(self.model, "Most missed and extra units")
        self.found: MissedUnits | None = None
        self.caption.setWordWrap(True)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setProperty("role", "muted")
        for column, width in WIDTHS.items():
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setSectionResizeMode(UNIT, QHeaderView.ResizeMode.Stretch)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.addWidget(self.caption)
        column_.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self._pick)
        self.table.clicked.connect(self._pick)

    def show_units(self, found: MissedUnits | None, fault: Fault, caption: str) -> None:
        """List the units that are missed, or extra; ``caption`` says of which segments."""
        self.found = found
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show_units(found.most(fault) if found is not None else (), fault)
        self._hide_columns()
        if found is None:
            self.caption.setText(caption)
            return
        parts = [found.kind.title, f"{self.model.count:,} {fault}", shown(found.system), caption]
        if found.left_out:
            parts.append(f"{found.left_out:,} could not be counted")
        self.caption.setText(" · ".join(parts))
        self.caption.setToolTip(found.kind.claim)

    def _pick(self, current: QModelIndex) -> None:
        if current.isValid():
            self.picked.emit(self.model.units[current.row()])

    def _hide_columns(self) -> None:
        """Where there is no room for them, or they would say the same in every row."""
        for column, room in ROOM_FOR.items():
            self.table.setColumnHidden(column, self.width() < room)
        if len({one.kind for one in self.model.units}) < 2:
            self.table.setColumnHidden(KIND, True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._hide_columns()
