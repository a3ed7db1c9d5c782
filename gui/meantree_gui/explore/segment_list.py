"""The segments behind a figure as a list: what is picked, and how one is opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from meantree.escaping import escaped
from meantree_gui.explore.explored_model import ExploredModel
from meantree_gui.state.figure_numbers import Kind
from meantree_gui.widgets.tables import RowTable

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree_gui.state.figure_numbers import Numbers

SYSTEM, ONE, TWO = 1, 2, 3
WIDE_VALUE = 140
"""For a value with the name of its metric, in a wide list."""
WIDE = 560
SYSTEM_WIDTHS = 64, 120
"""Of a system's name, at least and at most."""


class SegmentList(QWidget):
    """All rows of the figure, or those that were picked in it, if they are several.

    Signals:
        chosen: the row of the frame that is current now.
        wanted: a row of the frame that is to be looked at closely.
        released: nothing is to be picked any more.
    """

    chosen = Signal(int)
    wanted = Signal(int)
    released = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title, self.model = QLabel(), ExploredModel()
        self.table = RowTable(self.model, "Segments of the figure")
        self._titles: Sequence[str] = ()
        self.title.setProperty("role", "title")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # however long a name is
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.addWidget(self.title)
        column.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.table.entered_row.connect(self._open)
        self.table.doubleClicked.connect(self._open)

    def show_numbers(self, numbers: Numbers | None, segments: Sequence[Segment], titles: Sequence[str]) -> None:
        """List all rows of these numbers; ``titles`` are of their columns."""
        self._titles = titles
        self.model.show_numbers(numbers, segments, titles)
        if numbers is None:
            return
        self._share_width(numbers)
        self.narrow(())

    def _share_width(self, numbers: Numbers) -> None:
        """In a wide list names of systems and metrics have as much room as they need, if there is so much."""
        if self.width() <= WIDE:
            return
        if numbers.asked.kind is Kind.CORRELATIONS:
            self.table.setColumnWidth(ONE, WIDE_VALUE)
            self.table.setColumnWidth(TWO, WIDE_VALUE)
        longest = max(map(self.table.fontMetrics().horizontalAdvance, map(escaped, numbers.asked.systems)), default=0)
        least, most = SYSTEM_WIDTHS
        self.table.setColumnWidth(SYSTEM, min(most, max(least, longest + 14)))

    def narrow(self, rows: Sequence[int], why: str = "") -> None:
        """List these rows of the frame alone, if they are several, or ``why`` says what they are; else all."""
        is_part = len(rows) > 1 or bool(why)
        self.model.list_only(rows if is_part else None)
        told = why or f"{self.model.rowCount():,} picked"
        self.title.setText(f"{told} · Esc shows all" if is_part else self._order())

    def make_current(self, row: int) -> None:
        """This row of the frame is current now, as was decided elsewhere; -1 for none."""
        place = self.model.row_of(row)
        with QSignalBlocker(self.table.selectionModel()):
            if place >= 0:
                self.table.selectRow(place)
            else:
                self.table.clearSelection()
                self.table.setCurrentIndex(QModelIndex())
        self.table.viewport().update()

    @property
    def current(self) -> int:
        """The row of the frame that is current, -1 if none is."""
        index = self.table.currentIndex()
        return self.model.rows[index.row()] if index.isValid() else -1

    def _order(self) -> str:
        """In which order the list is."""
        if len(self._titles) == 1:
            return f"Worst by {self._titles[0]} first"
        which = f"{self._titles[0]} and {self._titles[1]}" if len(self._titles) == 2 else "columns"
        return f"Where {which} disagree most"

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self.model.rows[current.row()])

    def _open(self, index: QModelIndex) -> None:
        self.wanted.emit(self.model.rows[index.row()])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Esc lists all again."""
        if event.key() == Qt.Key.Key_Escape:
            self.released.emit()
        else:
            super().keyPressEvent(event)
