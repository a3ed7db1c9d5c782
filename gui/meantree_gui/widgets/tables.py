"""The view of a list: whole rows, under columns that are as wide as they ask for."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from meantree_gui.widgets.cells import CellDelegate
from meantree_gui.widgets.list_model import ListModel

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT, LEAST_WIDTH = 26, 40
RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RowTable(QTableView):
    """Whole rows; J and K walk them like arrow down and up.

    Signals:
        entered_row: Return was pressed in a row.
    """

    entered_row = Signal(QModelIndex)

    def __init__(self, model: ListModel[Any], name: str) -> None:
        super().__init__()
        self.list = model
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
        model.headerDataChanged.connect(self._arrange_columns)
        self._arrange_columns()

    def _arrange_columns(self) -> None:
        """Give other columns the widths that they ask for; else they keep what the user gave them."""
        header, widths = self.horizontalHeader(), [column.width for column in self.list.columns]
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
        for at, column in enumerate(self.list.columns):
            self.setColumnHidden(at, not column.is_seen or self.width() < column.room)

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
        if not self.currentIndex().isValid() and len(self.list.rows):
            self.selectRow(0)

    def walk(self, by: int) -> None:
        """Choose the row so many further down."""
        self.selectRow(min(len(self.list.rows) - 1, max(0, self.currentIndex().row() + by)))
