"""What the tables of scores and evidence have in common: rows of something, under columns that stay the same."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from meantree_gui.cells import Cell, trait

Index = QModelIndex | QPersistentModelIndex


class FixedColumns(QAbstractTableModel):
    """A model says how many rows it has, and what stands in their cells."""

    columns: ClassVar[tuple[str, ...]]

    @property
    def count(self) -> int:
        """The number of rows."""
        raise NotImplementedError

    def cell(self, row: int, column: int) -> Cell:
        """What a cell shows."""
        raise NotImplementedError

    def tip(self, row: int, column: int) -> str:
        """What is said where the mouse rests."""
        raise NotImplementedError

    def spoken(self, row: int, column: int) -> str:
        """What is read aloud: the cell's text, unless a model says more."""
        return self.cell(row, column).text

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= self.count:
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tip(row, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(row, column)
        return trait(lambda: self.cell(row, column), role)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.rowCount."""
        return 0 if parent.isValid() else self.count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.columnCount."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        shown = role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal
        return self.columns[section] if shown else None
