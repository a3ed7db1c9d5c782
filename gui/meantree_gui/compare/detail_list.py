"""A list of one kind of difference between two systems, with a chooser of the kind and a line that sums it up."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from meantree_gui.state.contrast_details import Detail
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import ListModel, RowTable


class DetailList(QWidget):
    """The rows of a detail, which is counted while they are visible; a subclass shows them.

    Signals:
        opened: a row whose segments are to be listed, by Return or a double click.
    """

    opened = Signal(object)

    def __init__(self, detail: Detail[Any], model: ListModel[Any], name: str, kinds: str) -> None:
        super().__init__()
        self.detail, self.model, self.table = detail, model, RowTable(model, name)
        self.kind, self.summary = StillComboBox(), plain_label(wrapped=True)
        self.kind.setAccessibleName(kinds)
        self.setFocusProxy(self.table)
        self.above = QHBoxLayout()
        self.above.addWidget(self.kind, 1)
        in_column(self, self.above, self.summary, (self.table, 1), margins=(0, 4, 0, 0), gap=4)
        detail.latest.arrived.connect(self.update_rows)
        detail.contrast.changed.connect(self.update_rows)
        self.kind.activated.connect(self._choose)
        self.table.entered_row.connect(self._open)
        self.table.doubleClicked.connect(self._open)

    def show_rows(self) -> str:
        """Show what was counted, and return what sums it up."""
        raise NotImplementedError

    def fill(self) -> None:
        """Offer the kinds of differences."""
        self.kind.set_entries(((title, name) for name, title in self.detail.titles.items()), self.detail.chosen)

    def update_rows(self) -> None:
        """Show the latest counts, if the list is visible."""
        if self.isVisible():
            self.fill()
            summary = self.show_rows()
            self.table.begin()
            is_counted = self.detail.latest.result is not None
            self.summary.setText(summary if is_counted else self.detail.latest.why_not or "Counting …")

    def _choose(self) -> None:
        self.detail.choose(self.kind.currentData())
        self.update_rows()

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self.model.rows[index.row()])

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: count while visible."""
        super().showEvent(event)
        self.detail.set_visible(True)
        self.update_rows()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: count nothing while hidden."""
        super().hideEvent(event)
        self.detail.set_visible(False)
