"""The two tables of the page: Return or a click chooses a row."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from meantree_gui.cells import CellDelegate

ROW_HEIGHT = 26
RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ErrorTable(QTableView):
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
