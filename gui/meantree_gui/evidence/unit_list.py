"""The units of the score in focus, to be searched, filtered and chosen."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QVBoxLayout, QWidget

from meantree.comparison.comparison import Comparison
from meantree.escaping import counted
from meantree.metrics.evidence import Status, Unit
from meantree.numbers import amount
from meantree_gui.evidence.tables import select_rows
from meantree_gui.evidence.units import LineDelegate, columns_of, told
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.tables import ListModel, RowTable


class UnitList(QWidget):
    """One row a unit, below a line to search them.

    Signals:
        chosen: the unit to light up, or None.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.model = ListModel(columns_of(()), told)
        self.table = RowTable(self.model, "Evidence")
        self.table.setItemDelegateForColumn(0, LineDelegate(self.table))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.text = SearchLine("Search the units", self.table)
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

    def show_comparison(self, shown: Comparison | None) -> None:
        """List the units of another pair, or none."""
        units, names = (shown.units, shown.pair.reference_names) if shown is not None else ((), ())
        self.model.show(units, columns_of(names))

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
        return [self.model.index(row, 0) for row, unit in enumerate(self.model.rows) if id(unit) in wanted]

    def _filter(self) -> None:
        status = self.status.currentText()
        self.model.narrow(lambda unit: status in ("all", unit.status.value) and self.text.accepts(unit.label))

    def _choose(self, current: QModelIndex) -> None:
        self.chosen.emit(self.model.rows[current.row()] if current.isValid() else None)


def summary(units: Sequence[Unit]) -> str:
    """The sums that the score is computed from."""
    sides = []
    for name in ("hypothesis", "reference"):
        counts = [(min(unit.matched, getattr(unit, name)), getattr(unit, name)) for unit in units]
        sides.append((amount(fsum(one for one, _ in counts)), amount(fsum(two for _, two in counts))))
    (hyp, hyp_all), (ref, ref_all) = sides
    second = f"{ref_all} in the reference" if hyp == ref else f"{ref} of {ref_all} in the reference"
    return f"{counted(len(units), 'unit')}: matched {hyp} of {hyp_all} in the hypothesis, {second}"
