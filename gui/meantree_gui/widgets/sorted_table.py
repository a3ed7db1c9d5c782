"""A table of names and numbers, which can be sorted by any column and copied as shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate

from meantree.escaping import escaped
from meantree.evaluation.value_table import Value, ValueTable
from meantree.report.table_text import cell_text, name_columns
from meantree_gui.widgets.tables import ROW_HEIGHT, Column, ListModel, RowTable

Values = tuple[Value, ...]
NARROW = 40
"""Pixels at first: views make columns as wide as what is in them."""


def value_columns(table: ValueTable) -> Iterator[Column[Values]]:
    """Columns of numbers at the right, which stand before names in their order."""
    names = name_columns(table)
    for place, title in enumerate(table.head):
        right = place not in names

        def text(row: Values, place: int = place) -> str:
            return cell_text(row[place])

        def key(row: Values, place: int = place) -> tuple[bool, float, str] | None:
            value = row[place]
            return None if value is None else (True, 0.0, value) if isinstance(value, str) else (False, value, "")

        yield Column(escaped(title), text, is_number=right, by=key, width=NARROW, is_title_right=right)


WIDEST, WIDE = 280, 620
"""Pixels of a column at most; of the last one, which may hold sentences."""
BEFORE_ARROW = "\N{NO-BREAK SPACE}" * 4
"""Below the arrow that says what is sorted by."""
EMPTY = ValueTable("", "", "", (), ())
LONG = 60
"""Characters of a cell that is set in several lines."""


class SortedRows(ListModel[Values]):
    """The title of the column that rows are sorted by ends before its arrow, which stands where numbers end."""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override ListModel.headerData."""
        found = super().headerData(section, orientation, role)
        is_title = role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal
        return f"{found}{BEFORE_ARROW}" if is_title and section == self.sorted_by else found


class SortedTable(RowTable):
    """Arrow keys walk the cells; S sorts by the column of the current cell: rising, falling, and as it was made."""

    def __init__(self) -> None:
        self.table = EMPTY
        self.rows = SortedRows()
        super().__init__(self.rows, "Table of an experiment")
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
        """Show another table, in its own order."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.rows.sort(-1)
        self.table = table
        self.rows.show(table.rows, tuple(value_columns(table)))
        self._share_room(table)
        self.scrollToTop()
        if table.rows and table.head:
            self.setCurrentIndex(self.rows.index(0, 0))

    @property
    def wanted_height(self) -> int:
        """In which all rows can be seen, and the bar that scrolls columns where there is one."""
        header, bar = self.horizontalHeader(), self.horizontalScrollBar()
        is_wide = header.length() > self.viewport().width()
        around = 2 * self.frameWidth() + (bar.sizeHint().height() if is_wide else 0)
        return header.sizeHint().height() + self.verticalHeader().length() + around + 4

    def sort_by_current(self) -> None:
        """By the column of the current cell: rising, then falling, then in the order in which it was made."""
        header, column = self.horizontalHeader(), self.currentIndex().column()
        if column < 0:
            return
        is_mine, rising = header.sortIndicatorSection() == column, Qt.SortOrder.AscendingOrder
        if not is_mine:
            header.setSortIndicator(column, rising)
        elif header.sortIndicatorOrder() == rising:
            header.setSortIndicator(column, Qt.SortOrder.DescendingOrder)
        else:
            header.setSortIndicator(-1, rising)

    def copy(self, *, chosen: bool = False) -> None:
        """Put the table on the clipboard as TSV, in the order that is shown.

        Args:
            chosen: only the rows in which cells are selected, if these are several.
        """
        from meantree.report.table_text import tables_tsv

        if not self.table.head:
            return
        selected = sorted({one.row() for one in self.selectedIndexes()}) if chosen else []
        places = selected if len(selected) > 1 else range(self.rows.rowCount())
        rows = tuple(self.rows.rows[row] for row in places)
        QGuiApplication.clipboard().setText(tables_tsv([replace(self.table, rows=rows)]))

    def _share_room(self, table: ValueTable) -> None:
        """Columns as wide as what is in them, within bounds; rows of sentences have several lines."""
        header = self.horizontalHeader()
        last, room = len(table.head) - 1, header.fontMetrics().horizontalAdvance(BEFORE_ARROW) + 6
        for column in range(len(table.head)):
            width = max(self.sizeHintForColumn(column) + 16, header.sectionSizeHint(column) + room)
            self.setColumnWidth(column, min(WIDE if column == last else WIDEST, width))
        has_sentences = any(isinstance(one, str) and len(one) > LONG for row in table.rows for one in row)
        self.setWordWrap(has_sentences)
        if has_sentences:
            self.resizeRowsToContents()
        else:
            for row in range(len(table.rows)):  # the table before may have had sentences
                self.setRowHeight(row, ROW_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy(chosen=True)
        elif event.key() == Qt.Key.Key_S and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.sort_by_current()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()  # the page's
        else:
            super().keyPressEvent(event)
