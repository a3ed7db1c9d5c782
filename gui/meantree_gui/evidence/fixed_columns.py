"""What the tables of scores and evidence have in common: rows of something, under columns that stay the same."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class FixedColumns(QAbstractTableModel):
    """A model says how many rows it has, and what stands in their cells."""

    columns: ClassVar[tuple[str, ...]]

    @property
    def count(self) -> int:
        """The number of rows."""
        raise NotImplementedError

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
