"""A table of names and numbers, which can be sorted by any column and copied as shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate

from meantree.escaping import escaped
from meantree.evaluation.value_table import Value, ValueTable, cell_text, name_columns
from meantree.reporting.table_text import tables_tsv
from meantree_gui.widgets.tables import ROW_HEIGHT, Column, ListModel, RowTable

Values = tuple[Value, ...]
NARROW = 40
"""The initial width in pixels; views fit columns to their content."""


def value_columns(table: ValueTable) -> Iterator[Column[Values]]:
    """Yield the columns of a table: numbers are right-aligned, and sorted before names."""
    names = name_columns(table)
    for place, title in enumerate(table.head):
        right = place not in names

        def text(row: Values, place: int = place) -> str:
            return cell_text(row[place])

        def key(row: Values, place: int = place) -> tuple[bool, float, str] | None:
            value = row[place]
            return None if value is None else (True, 0.0, value) if isinstance(value, str) else (False, value, "")

        yield Column(escaped(title), text, is_number=right, sort_key=key, width=NARROW, is_title_right=right)


MAX_WIDTH, LAST_MAX_WIDTH = 280, 620
"""The largest width in pixels of a column, and of the last one, which may contain sentences."""
BEFORE_ARROW = "\N{NO-BREAK SPACE}" * 4
"""Leaves space for the arrow of the sorted column."""
EMPTY = ValueTable("", "", "", (), ())
LONG = 60
"""Longer cells, in characters, are set in several lines."""


class SortedRows(ListModel[Values]):
    """Rows under column titles; the title of the sorted column leaves space for its arrow."""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override ListModel.headerData."""
        title = super().headerData(section, orientation, role)
        is_title = role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal
        return f"{title}{BEFORE_ARROW}" if is_title and section == self.sorted_by else title


class SortedTable(RowTable):
    """A table whose cells are selected; S sorts by the current column: ascending, descending, and unsorted."""

    def __init__(self, name: str) -> None:
        self.table = EMPTY
        self.rows = SortedRows()
        super().__init__(self.rows, name)
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)

    def show_table(self, table: ValueTable) -> None:
        """Show another table, unsorted."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.rows.sort(-1)
        self.table = table
        self.rows.show(table.rows, tuple(value_columns(table)))
        self._fit_columns(table)
        self.scrollToTop()
        if table.rows and table.head:
            self.setCurrentIndex(self.rows.index(0, 0))

    def sort_by_current(self) -> None:
        """Sort by the column of the current cell: ascending, then descending, then unsorted."""
        header, column = self.horizontalHeader(), self.currentIndex().column()
        if column < 0:
            return
        is_sorted, ascending = header.sortIndicatorSection() == column, Qt.SortOrder.AscendingOrder
        if not is_sorted:
            header.setSortIndicator(column, ascending)
        elif header.sortIndicatorOrder() == ascending:
            header.setSortIndicator(column, Qt.SortOrder.DescendingOrder)
        else:
            header.setSortIndicator(-1, ascending)

    def copy(self) -> None:
        """Copy the rows with selected cells if there are several, else the whole table; as TSV, in the order shown."""
        if not self.table.head:
            return
        selected = sorted({index.row() for index in self.selectedIndexes()})
        places = selected if len(selected) > 1 else range(self.rows.rowCount())
        rows = tuple(self.rows.rows[row] for row in places)
        QGuiApplication.clipboard().setText(tables_tsv([replace(self.table, rows=rows)]))

    def _fit_columns(self, table: ValueTable) -> None:
        """Fit the widths of columns to their content, within bounds; sentences are set in several lines."""
        header = self.horizontalHeader()
        last, room = len(table.head) - 1, header.fontMetrics().horizontalAdvance(BEFORE_ARROW) + 6
        for column in range(len(table.head)):
            width = max(self.sizeHintForColumn(column) + 16, header.sectionSizeHint(column) + room)
            self.setColumnWidth(column, min(LAST_MAX_WIDTH if column == last else MAX_WIDTH, width))
        has_sentences = any(isinstance(value, str) and len(value) > LONG for row in table.rows for value in row)
        self.setWordWrap(has_sentences)
        if has_sentences:
            self.resizeRowsToContents()
        else:
            for row in range(len(table.rows)):  # the previous table may have had sentences
                self.setRowHeight(row, ROW_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() == Qt.Key.Key_S and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.sort_by_current()
        else:
            super().keyPressEvent(event)
