"""What one system gets and the other misses: a kind of units to choose, and the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from meantree.escaping import escaped
from meantree_gui.compare.units import columns_of, told
from meantree_gui.state.significance_words import number_of
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.tables import ListModel, RowTable

if TYPE_CHECKING:
    from meantree_gui.state.contrast_details import ListedUnits, UnitDetail


class UnitList(QWidget):
    """Return or a double click on a unit asks for the segments in which one system has more of it.

    Signals:
        wanted: the :class:`~meantree.evaluation.unit_differences.UnitDifference`.
    """

    wanted = Signal(object)

    def __init__(self, detail: UnitDetail) -> None:
        super().__init__()
        self.detail, self.model = detail, ListModel(columns_of((), ("first", "second")))
        self.kind, self.summary = StillComboBox(), QLabel()
        self.table = RowTable(self.model, "Units that tell the systems apart")
        self.search = SearchLine("Search the units", self.table)
        self._arrange()
        detail.answers.arrived.connect(self._show)
        detail.contrast.restarted.connect(self._fill)
        detail.contrast.changed.connect(self._show)
        self.kind.activated.connect(self._choose)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.take_keys)
        self.table.entered_row.connect(self._want)
        self.table.doubleClicked.connect(self._want)

    def take_keys(self) -> None:
        """Keys go to the units."""
        self.table.setFocus()
        self.table.begin()

    def _choose(self) -> None:
        self.detail.choose(self.kind.currentData())
        self._show()

    def _filter(self) -> None:
        self.model.narrow(lambda unit: self.search.accepts(f"{unit.label} {unit.kind}"))
        self.table.begin()

    def _want(self, index: QModelIndex) -> None:
        self.wanted.emit(self.model.rows[index.row()])

    def _fill(self) -> None:
        with QSignalBlocker(self.kind):
            self.kind.clear()
            for name, title in self.detail.titles.items():
                self.kind.addItem(title, name)
            self.kind.setCurrentIndex(max(0, self.kind.findData(self.detail.chosen)))
        tips = {kind.name: kind.claim for kind in self.detail.kinds}
        self.kind.setToolTip(tips.get(self.detail.chosen, ""))

    def _show(self) -> None:
        if not self.isVisible():
            return
        self._fill()
        found, asked = self.detail.answers.answer, self.detail.contrast.asked
        units = found.found.units if found is not None else ()
        names = escaped(asked.first), escaped(asked.second)
        self.model.show(units, columns_of(units, names), lambda unit: told(unit, names))
        self.table.begin()
        self.summary.setText(_summary(found) if found is not None else self.detail.answers.why_not or "Counting …")

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: it is looked at."""
        super().showEvent(event)
        self.detail.look(True)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing has to be counted."""
        super().hideEvent(event)
        self.detail.look(False)

    def _arrange(self) -> None:
        self.kind.setAccessibleName("Kind of units")
        self.summary.setProperty("role", "muted")
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        self.table.setSortingEnabled(True)
        above = QHBoxLayout()
        above.addWidget(self.kind, 1)
        above.addWidget(self.search, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addLayout(above)
        column.addWidget(self.summary)
        column.addWidget(self.table, 1)


def _summary(listed: ListedUnits) -> str:
    found = listed.found
    verb = "tells" if listed.counted == 1 else "tell"
    parts = [f"{number_of(listed.counted, 'unit')} {verb} them apart, {found.alike:,} do not"]
    if listed.least > 1:
        parts.append(f"listed: {len(found.units):,} that do in {listed.least} segments or more")
    parts.append(number_of(found.segments, "segment"))
    if found.left_out:
        parts.append(f"{found.left_out:,} could not be counted")
    return " · ".join([*parts, "Return lists the segments"])
