"""A table of names and numbers in the window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from meantree.evaluation.value_table import ValueTable
from meantree.report.value_tables import cell_text, is_number
from meantree.shown import shown

Index = QModelIndex | QPersistentModelIndex
EMPTY = ValueTable("", "", "", (), ())
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class TableModel(QAbstractTableModel):
    """Shows one :class:`ValueTable` after another."""

    def __init__(self) -> None:
        super().__init__()
        self.table = EMPTY
        self._right: list[bool] = []

    def show_table(self, table: ValueTable) -> None:
        """Show another one."""
        self.beginResetModel()
        self.table = table
        self._right = [all(is_number(row[place]) for row in table.rows) for place in range(len(table.head))]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.rowCount."""
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.columnCount."""
        return 0 if parent.isValid() else len(self.table.head)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= len(self.table.rows):
            return None
        value = self.table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(value)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if self._right[index.column()] else LEFT
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return shown(self.table.head[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if self._right[section] else LEFT
        return None
