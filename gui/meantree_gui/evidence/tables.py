"""The looks that all tables of scores and evidence share."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView

from meantree_gui.widgets.cells import CellDelegate

ROW_HEIGHT = 26
Flag = QItemSelectionModel.SelectionFlag


def table_of(model: QAbstractItemModel, name: str) -> QTableView:
    """A table of whole rows, read aloud under a name."""
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(name)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.horizontalHeader().setHighlightSections(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
    table.setTabKeyNavigation(False)
    dress(table, table.horizontalHeader())
    return table


def dress(view: QAbstractItemView, header: QHeaderView) -> None:
    """Whole rows, one at a time, cells with bars, titles at the left."""
    view.setItemDelegate(CellDelegate(view))
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


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
