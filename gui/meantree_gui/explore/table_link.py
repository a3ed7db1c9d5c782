"""Several segments: what is picked in a figure is selected in the table, and what is selected there is ringed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject

if TYPE_CHECKING:
    from meantree_gui.explore.page import ExplorePage
    from meantree_gui.segments.segment_table import SegmentTable

MOST = 5_000
"""Of more segments nobody sees which are selected."""


class TableLink(QObject):
    """One segment alone goes by way of the selection, as everywhere."""

    def __init__(self, page: ExplorePage, table: SegmentTable) -> None:
        super().__init__(page)
        self.page, self.table = page, table
        self._is_selecting = False
        page.picked_places.connect(self._select)
        table.selectionModel().selectionChanged.connect(self._ring)

    def _select(self, places: Sequence[int]) -> None:
        model, chosen = self.table.model(), QItemSelection()
        rows = [row for row in map(self.table.segments.row_of, dict.fromkeys(places[:MOST])) if row >= 0]
        for row in rows:
            chosen.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        self._is_selecting = True
        try:
            self.table.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        finally:
            self._is_selecting = False

    def _ring(self) -> None:
        if self._is_selecting or not self.page.isVisible():
            return
        places = self.table.selected_places
        if len(places) > 1:
            self.page.pick_places(places)
