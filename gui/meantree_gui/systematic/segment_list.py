"""The lower half of the page: the segments in which the chosen feature fired, for whom, and how one is opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from meantree.escaping import counted
from meantree_gui.systematic.segments import columns_of, system_of, texts_of
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.tables import ListModel, RowTable

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree.evaluation.feature_values import TrainedFeature
    from meantree.evaluation.systematic_errors import Occurrence


class SegmentList(QWidget):
    """All of them, or those of one side alone, or of both.

    Signals:
        wanted: a segment is to be opened: its 0-based place, the system, and the name of the feature.
    """

    wanted = Signal(int, str, str)

    def __init__(self) -> None:
        super().__init__()
        self.title, self.whose = ElidedLabel(), StillComboBox()
        self.model = ListModel(columns_of((), (), "", ("A", "B")))
        self.table = RowTable(self.model, "Segments in which the feature fires")
        self._feature = ""
        self._found: Sequence[Occurrence] = ()
        self._segments: Sequence[Segment] = ()
        self._system, self._names = "", ("A", "B")
        self._arrange()
        self.whose.activated.connect(self._list)
        self.table.entered_row.connect(self._open)
        self.table.clicked.connect(self._open)

    def show_found(
        self,
        feature: TrainedFeature | None,
        found: Sequence[Occurrence],
        corpus: Sequence[Segment],
        system: str,
        names: tuple[str, str],
    ) -> None:
        """List where a feature fired for a system, or for the other side; ``names`` are as both are shown."""
        self._feature = feature.name if feature is not None else ""
        self._found, self._segments, self._system, self._names = found, corpus, system, names
        told = (
            f"{feature.words} · {feature.direction} · {counted(len(found), 'segment')}" if feature is not None else ""
        )
        self.title.setText(f"{told} · Return opens one, F3 the next" if found else told)
        self._fill()
        self._list()

    def step(self, by: int) -> None:
        """Open the next segment, or the one before."""
        row = self.table.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self.table.selectRow(row)
            self._open(self.table.currentIndex())

    def take_keys(self) -> None:
        """Keys go to the segments."""
        self.table.setFocus()
        self.table.begin()

    def _fill(self) -> None:
        """Whose segments there are to choose from, and how many; the choice stays."""
        number = {whose: sum(one.whose == whose for one in self._found) for whose in ("first", "second", "both")}
        one, two = self._names
        entries = {"first": f"{one} only", "second": f"{two} only", "both": "both"}
        chosen = self.whose.currentData()
        with QSignalBlocker(self.whose):
            self.whose.clear()
            self.whose.addItem(f"all {len(self._found):,}", None)
            for whose, text in entries.items():
                self.whose.addItem(f"{text} {number[whose]:,}", whose)
            self.whose.setCurrentIndex(max(0, self.whose.findData(chosen)))
        self.whose.setVisible(bool(number["second"] or number["both"]))

    def _list(self) -> None:
        """The segment that was chosen stays so."""
        row, whose = self.table.currentIndex().row(), self.whose.currentData()
        place = self.model.rows[row].place if row >= 0 else None
        found = [one for one in self._found if whose in (None, one.whose)]
        columns = columns_of(self._found, self._segments, self._system, self._names)
        segments, system = self._segments, self._system
        self.model.show(found, columns, lambda one: texts_of(one, segments[one.place], system))
        again = next((row for row, one in enumerate(found) if one.place == place), -1)
        if again >= 0:
            self.table.selectRow(again)

    def _open(self, index: QModelIndex) -> None:
        one = self.model.rows[index.row()]
        self.wanted.emit(one.place, system_of(one, self._system), self._feature)

    def _arrange(self) -> None:
        self.title.setProperty("role", "title")
        self.whose.setAccessibleName("For whom the feature fires")
        self.whose.setToolTip("For whom the feature fires")
        above = QHBoxLayout()
        above.addWidget(self.title, 1)
        above.addWidget(self.whose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.addLayout(above)
        column.addWidget(self.table, 1)
