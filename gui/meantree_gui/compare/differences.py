"""The segments with the scores of both systems and their difference, in any order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from meantree.metrics.evidence import Status
from meantree.picture.numbers import difference, fixed
from meantree.shown import shown
from meantree_gui import theme
from meantree_gui.widgets.cells import Cell, bounds, score_cell
from meantree_gui.widgets.tables import FixedColumns

if TYPE_CHECKING:
    from meantree.corpus.model import Segment

SEGMENT, FIRST, SECOND, DIFFERENCE, WHOSE, TEXT = range(6)
WIDTHS = {SEGMENT: 70, FIRST: 74, SECOND: 74, DIFFERENCE: 74, WHOSE: 90}
Floats = NDArray[np.float64]


class DifferenceModel(FixedColumns):
    """One row a segment; what is undefined stands last in either direction."""

    columns: ClassVar[tuple[str, ...]] = ("segment", "first", "second", "Δ", "", "reference")

    def __init__(self) -> None:
        super().__init__()
        self.places: NDArray[np.intp] = np.arange(0)
        self.names = ("first", "second")
        self._segments: Sequence[Segment] = ()
        self._systems = ("", "")
        self._scores: tuple[Floats, Floats] = (np.zeros(0), np.zeros(0))
        self._better = 1.0
        self._within, self._most = (0.0, 1.0), 1.0
        self._first_only: Collection[int] = ()
        self._whose = ""
        self._order = DIFFERENCE, Qt.SortOrder.DescendingOrder

    def show_scores(
        self,
        segments: Sequence[Segment],
        systems: tuple[str, str],
        scores: tuple[Floats, Floats],
        places: NDArray[np.intp],
        *,
        higher_is_better: bool,
        first_only: Collection[int] = (),
        whose: str = "",
    ) -> None:
        """List the segments at these places.

        Args:
            segments: of the corpus.
            systems: whose scores.
            scores: of both, shape (segments of the corpus,), NaN where undefined.
            places: 0-based.
            higher_is_better: by the metric.
            first_only: where the first system gets what the second misses; elsewhere it is the other way round.
            whose: what that column is called.
        """
        self.beginResetModel()
        self._segments, self._systems, self._scores = segments, systems, scores
        self.names = shown(systems[0]), shown(systems[1])
        self._better = 1.0 if higher_is_better else -1.0
        self._first_only, self._whose = set(first_only), whose
        known = [float(value) for one in scores for value in one[places] if not np.isnan(value)]
        self._within = bounds(known, is_bad=not higher_is_better)
        sizes = np.abs(self._differences(places))
        self._most = float(np.nanmax(sizes)) if np.isfinite(sizes).any() else 0.0
        self.places = self._sorted(places)
        self.endResetModel()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, SECOND)

    def row_of(self, place: int) -> int:
        """The row of the segment at that place, -1 if it is not listed."""
        found = np.flatnonzero(self.places == place)
        return int(found[0]) if len(found) else -1

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.places)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        place = int(self.places[row])
        segment = self._segments[place]
        if column == SEGMENT:
            return Cell(shown(segment.key))
        if column == TEXT:
            return Cell(next((text.text for text in segment.references.values()), "–"))
        if column == WHOSE:
            return Cell(self.names[0] if place in self._first_only else self.names[1])
        if column == DIFFERENCE:
            return self._difference_cell(place)
        score = float(self._scores[column - FIRST][place])
        if np.isnan(score):
            return Cell("–", is_number=True)
        return score_cell(fixed(score), score, is_bad=self._better < 0, within=self._within)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        segment = self._segments[int(self.places[row])]
        texts = [(name, text.text) for name, text in segment.references.items()]
        texts += [(one, segment.hypotheses[one].text) for one in self._systems if one in segment.hypotheses]
        return "".join(f"<p><b>{escape(shown(name))}</b> {escape(text)}</p>" for name, text in texts)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData: scores stand under names."""
        if orientation == Qt.Orientation.Horizontal and section in (FIRST, SECOND):
            if role == Qt.ItemDataRole.DisplayRole:
                return self.names[section - FIRST]
            if role == Qt.ItemDataRole.ToolTipRole:
                return f"<p>Scores of {escape(self.names[section - FIRST])}</p>"
        if section == WHOSE and role == Qt.ItemDataRole.DisplayRole:
            return self._whose
        return super().headerData(section, orientation, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Override QAbstractTableModel.sort."""
        self._order = column, order
        self.layoutAboutToBeChanged.emit()
        before = self.places
        now = self._sorted(before)
        rows = {int(place): row for row, place in enumerate(now)}
        held = self.persistentIndexList()
        moved = [self.index(rows[int(before[one.row()])], one.column()) for one in held]
        self.places = now
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()

    def _differences(self, places: NDArray[np.intp]) -> Floats:
        return self._scores[0][places] - self._scores[1][places]

    def _difference_cell(self, place: int) -> Cell:
        found = float(self._scores[0][place] - self._scores[1][place])
        if np.isnan(found):
            return Cell("–", is_number=True)
        palette = theme.current()
        gain = found * self._better
        status = Status.MATCHED if gain > 0 else Status.MISSED
        colour = QColor(palette.status[status] if gain else palette.muted)
        share = 0.5 + found / (2 * self._most) if self._most else 0.5
        return Cell(difference(found), is_number=True, colour=colour, share=share, zero=0.5, bar=colour)

    def _sorted(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        column, order = self._order
        places = np.sort(places)
        if column in (FIRST, SECOND, DIFFERENCE):
            keys = self._differences(places) if column == DIFFERENCE else self._scores[column - FIRST][places]
        elif column == WHOSE:
            keys = np.array([place in self._first_only for place in places.tolist()], dtype=np.float64)
        elif column == TEXT:
            texts = [next((text.text for text in self._segments[place].references.values()), "") for place in places]
            keys = np.argsort(np.argsort(np.array(texts, dtype=object), kind="stable"), kind="stable").astype(float)
        else:
            keys = places.astype(np.float64)
        if order == Qt.SortOrder.DescendingOrder:
            keys = -keys
        return places[np.argsort(keys, kind="stable")]  # what is undefined is NaN, which stands last
