"""The right side of the adjudication: one translation, its contested predicates, and what everybody found."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.adjudication.columns import Columns
from meantree_gui.adjudication.lanes import Lanes
from meantree_gui.adjudication.list_side import mark
from meantree_gui.adjudication.tables import contested_columns
from meantree_gui.settings import Settings
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.tables import ROW_HEIGHT, ListModel, RowTable

MOST_OF_TEXTS: Final = 0.32
"""Of the height; lists and frames keep the rest."""
MOST_OF_TABLE: Final = 0.2
"""The same of the contested predicates, until the user says otherwise."""


class WorkSide(QWidget):
    """What is looked at; the annotators whose frames have no room are reached by the arrow keys and the bar."""

    def __init__(self, adjudicating: Adjudicating, settings: Settings) -> None:
        super().__init__()
        self.adjudicating = adjudicating
        self.differing = ListModel(contested_columns(adjudicating, range(0)))
        self.table = RowTable(self.differing, "Contested predicates")
        self.lanes, self.columns = Lanes(adjudicating), Columns(adjudicating)
        self.title, self.message = ElidedLabel(), ElidedLabel()
        self.name = QPushButton()
        self.above = QHBoxLayout()
        self._arrange(settings)
        adjudicating.changed.connect(self.refresh)
        adjudicating.told.connect(self.message.setText)
        self.columns.shifted.connect(self._list)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: adjudicating.choose(now.row()))

    def refresh(self) -> None:
        """Show what is looked at."""
        state, one = self.adjudicating, self.adjudicating.current
        where = "" if one is None else " · ".join(map(escaped, (one.key.segment, one.key.system)))
        count = len(state.contested)
        self.title.setText(f"{where}: {self._progress()}" if one is not None else "")
        self._list()
        mark(self.table, state.place if count else None)
        self._divide()

    def _progress(self) -> str:
        """How much is contested, and what the gold standard says otherwise than all."""
        state = self.adjudicating
        count, edited = len(state.contested), state.overruled
        if not count:
            return "all agree"
        if edited == count:
            return f"all agree, but the gold standard differs in {counted(edited, 'predicate')}"
        told = f"{state.place + 1} of {counted(count, 'contested predicate')}"
        return f"{told}, {edited} where the gold standard differs from all" if edited else told

    def _list(self) -> None:
        """List what is contested; the annotators are seen whose frames are."""
        rows, model = self.adjudicating.contested, self.differing
        columns = contested_columns(self.adjudicating, self.columns.places)
        same = (len(rows), len(columns)) == (len(model.rows), len(model.columns))
        with QSignalBlocker(self.table.selectionModel()):
            model.show(rows, columns, same=same)

    def _divide(self) -> None:
        """The texts get as much as they need, up to their share, and so do the contested predicates."""
        most = int(self.height() * MOST_OF_TEXTS)
        bar = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        self.lanes.setFixedHeight(max(60, min(most, self.lanes.height_at(self.lanes.width() - bar))))
        head = self.table.horizontalHeader().height() + 4
        wanted = head + max(2, len(self.adjudicating.contested)) * ROW_HEIGHT
        self.table.setMinimumHeight(head + 2 * ROW_HEIGHT)
        self.table.setMaximumHeight(wanted)
        if not self.down.is_kept:
            height = min(wanted, max(head + 2 * ROW_HEIGHT, int(self.height() * MOST_OF_TABLE)))
            self.down.setSizes([height, max(1, self.down.height() - height)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: texts get as much as they need."""
        super().resizeEvent(event)
        self._divide()

    def _arrange(self, settings: Settings) -> None:
        self.message.setAccessibleName("Messages")
        self.message.setProperty("role", "muted")
        self.message.setContentsMargins(12, 0, 0, 0)
        self.title.setProperty("role", "title")
        self.name.setToolTip("Who adjudicates; press to change")
        self.name.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.above.setContentsMargins(12, 0, 8, 0)
        self.above.addWidget(self.title)
        self.above.addWidget(self.message, 1)
        self.above.addWidget(QLabel("Adjudicator"))
        self.above.addWidget(self.name)
        self.down = KeptSplitter(Qt.Orientation.Vertical, settings, "adjudication")
        self.down.addWidget(self.table)
        self.down.addWidget(self.columns)
        self.down.setStretchFactor(1, 1)
        self.down.share(120, 300)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        column.addLayout(self.above)
        column.addWidget(self.lanes)
        column.addWidget(self.down, 1)
