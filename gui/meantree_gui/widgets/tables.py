"""Tables: views of whole rows, models under fixed columns, and models of tables of names and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from meantree.evaluation.value_table import ValueTable
from meantree.report.value_tables import cell_text, is_number
from meantree.shown import shown
from meantree_gui.widgets.cells import Cell, CellDelegate, trait
from meantree_gui.widgets.list_model import Column, ListModel

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT, LEAST_WIDTH = 26, 40
RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
EMPTY = ValueTable("", "", "", (), ())
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class RowTable(QTableView):
    """Whole rows; J and K walk them like arrow down and up.

    Signals:
        entered_row: Return was pressed in a row.
    """

    entered_row = Signal(QModelIndex)

    def __init__(self, model: QAbstractItemModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(name)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._widths: list[int | None] = []
        if isinstance(model, ListModel):
            model.headerDataChanged.connect(self._arrange_columns)
            self._arrange_columns()

    def _arrange_columns(self) -> None:
        """Give other columns the widths that they ask for; else they keep what the user gave them."""
        columns, header = self._columns, self.horizontalHeader()
        widths = [column.width for column in columns]
        if widths != self._widths:
            self._widths = widths
            header.setMinimumSectionSize(min([LEAST_WIDTH, *(width for width in widths if width is not None)]))
            for at, width in enumerate(widths):
                mode = QHeaderView.ResizeMode.Stretch if width is None else QHeaderView.ResizeMode.Interactive
                header.setSectionResizeMode(at, mode)
                if width is not None:
                    self.setColumnWidth(at, width)
        self._hide_columns()

    def _hide_columns(self) -> None:
        for at, column in enumerate(self._columns):
            self.setColumnHidden(at, not column.is_seen or self.width() < column.room)

    @property
    def _columns(self) -> Sequence[Column[Any]]:
        model = self.model()
        return model.columns if isinstance(model, ListModel) else ()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTableView.resizeEvent: columns are seen where there is room for them."""
        super().resizeEvent(event)
        self._hide_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        step = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}.get(Qt.Key(event.key()))
        if event.key() in RETURN and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex())
        elif step is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.walk(step)
        else:
            super().keyPressEvent(event)

    def begin(self) -> None:
        """Choose the first row, if there is one and none is chosen."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.selectRow(0)

    def walk(self, by: int) -> None:
        """Choose the row so many further down."""
        self.selectRow(min(self.model().rowCount() - 1, max(0, self.currentIndex().row() + by)))


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
