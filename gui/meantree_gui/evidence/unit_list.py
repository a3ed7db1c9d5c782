"""The units of the score in focus, to be searched, filtered and chosen."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLineEdit, QVBoxLayout, QWidget

from meantree.comparison.content import Comparison
from meantree.metrics.evidence import Status, Unit
from meantree.picture.numbers import amount
from meantree.shown import counted
from meantree_gui.evidence.tables import select_rows, table_of
from meantree_gui.evidence.units import IN_COLUMN, LineDelegate, UnitModel, UnitProxy
from meantree_gui.widgets.still_combo_box import StillComboBox

WIDTHS = (26, 150, 64, 50, 34, 30, 34)
"""At first; the unit takes what is left."""
LEAST = 24
KIND_COLUMN, ROOM_FOR_KINDS = 2, 260
"""Where the kind of a unit stands, and the pixels below which it gives its room to the unit."""


class UnitList(QWidget):
    """One row a unit, below a line to search them.

    Signals:
        chosen: the unit to light up, or None.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.model = UnitModel()
        self.proxy = UnitProxy(self.model)
        self.table = table_of(self.proxy, "Evidence")
        self.table.setItemDelegateForColumn(0, LineDelegate(self.table))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        for place, width in enumerate(WIDTHS):
            self.table.setColumnWidth(place, width)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(LEAST)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.text = QLineEdit()
        self.text.setPlaceholderText("Search the units")
        self.text.setClearButtonEnabled(True)
        self.status = StillComboBox()
        self.status.setAccessibleName("Units to list")
        self.status.addItems(["all", *(status.value for status in Status)])
        find = QHBoxLayout()
        find.addWidget(self.text, 1)
        find.addWidget(self.status)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(find)
        column.addWidget(self.table, 1)
        self.text.textChanged.connect(self._filter)
        self.status.currentTextChanged.connect(self._filter)
        self.table.selectionModel().currentRowChanged.connect(self._choose)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: where there is little room, units have that of their kinds."""
        super().resizeEvent(event)
        self.table.setColumnHidden(KIND_COLUMN, self.width() < ROOM_FOR_KINDS)

    def show_comparison(self, shown: Comparison | None) -> None:
        """List the units of another pair, or none."""
        if shown is None:
            self.model.show_units(())
            return
        references = shown.pair.reference_names
        self.model.show_units(shown.units, references)
        self.table.setColumnHidden(IN_COLUMN, len(references) < 2)

    def select(self, units: Sequence[Unit]) -> None:
        """Select the rows of these units; a filter that hides them all is taken away."""
        rows = self._rows(units)
        if not rows:
            self.text.clear()
            self.status.setCurrentIndex(0)
            rows = self._rows(units)
        select_rows(self.table, rows)  # none if they are of another metric, whose frames are drawn beside the trees

    def _rows(self, units: Sequence[Unit]) -> list[QModelIndex]:
        """In the order of the list, which may be sorted and filtered."""
        wanted = set(map(id, units))
        places = (place for place, unit in enumerate(self.model.units) if id(unit) in wanted)
        found = (self.proxy.mapFromSource(self.model.index(place, 0)) for place in places)
        return sorted((index for index in found if index.isValid()), key=QModelIndex.row)

    def _filter(self) -> None:
        status = self.status.currentText()
        self.proxy.set_filter(self.text.text(), "" if status == "all" else status)

    def _choose(self, current: QModelIndex) -> None:
        place = self.proxy.mapToSource(current).row() if current.isValid() else -1
        self.chosen.emit(self.model.units[place] if place >= 0 else None)


def summary(units: Sequence[Unit]) -> str:
    """The sums that the score is computed from."""
    sides = []
    for name in ("hypothesis", "reference"):
        counts = [(min(unit.matched, getattr(unit, name)), getattr(unit, name)) for unit in units]
        sides.append((amount(fsum(one for one, _ in counts)), amount(fsum(two for _, two in counts))))
    (hyp, hyp_all), (ref, ref_all) = sides
    second = f"{ref_all} in the reference" if hyp == ref else f"{ref} of {ref_all} in the reference"
    return f"{counted(len(units), 'unit')}: matched {hyp} of {hyp_all} in the hypothesis, {second}"
