"""What the lists of scores and evidence share."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel

Flag = QItemSelectionModel.SelectionFlag


def select_rows(view: QAbstractItemView, rows: Sequence[QModelIndex]) -> None:
    """Select these rows, none of them if there are none; keys go on from the first."""
    selection = QItemSelection()
    for row in rows:
        selection.select(row, row)
    chosen = view.selectionModel()
    if rows:
        chosen.setCurrentIndex(rows[0], Flag.NoUpdate)
        view.scrollTo(rows[0])
    chosen.select(selection, Flag.ClearAndSelect | Flag.Rows)


def line_of_text(role: str = "muted") -> QLabel:
    """A line that says something about a table."""
    line = QLabel()
    line.setProperty("role", role)
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.setWordWrap(role == "muted")
    return line
