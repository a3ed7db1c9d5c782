"""What a list of the window shows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel


def cells(model: QAbstractItemModel) -> list[tuple[str, ...]]:
    """The texts of its cells, row by row."""
    columns = range(model.columnCount())
    return [tuple(model.index(row, column).data() for column in columns) for row in range(model.rowCount())]


def column_of(model: QAbstractItemModel, column: int) -> list[str]:
    """The texts of one column, also counted from the last one."""
    return [row[column] for row in cells(model)]
