"""The view of the table of segments: keys, copying, and columns that share the width."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QMimeData, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView

from meantree.numbers import MISSING, fixed
from meantree_gui.segments.segment_columns import HYPOTHESIS, TableColumn
from meantree_gui.segments.segment_model import SegmentModel
from meantree_gui.widgets import clipboard
from meantree_gui.widgets.tables import CurrentRowTable, list_rows

ROW_HEIGHT: Final = 28
PAD: Final = 14
ARROW: Final = 12
"""Pixels for the arrow in the header of the sorted column."""
MIN_WIDTHS: Final[Mapping[str, int]] = {
    "id": 28,
    "name": 60,
    "text": 80,
    "score": 46,
    "difference": 52,
    "number": 46,
    "count": 40,
}
"""The least widths in pixels, by the kind of column."""
WIDEST_NAME: Final = 110
WIDEST_SCORE: Final = fixed(-0.888)
RATINGS: Final = (-88.0, 100.0)
"""Ratings by MQM and ESA have room, also those that are not given yet."""
TRANSLATION_WIDTH: Final = 96
"""The least width of the translation, in pixels."""


class SegmentTable(CurrentRowTable):
    """Shows the segments; J and K move down and up, and several rows can be selected to be copied.

    Attributes:
        chosen: whether the user wants to see a column, by key; other columns are shown if they fit.

    Signals:
        left: Esc was pressed.
    """

    left = Signal()

    def __init__(self, model: SegmentModel) -> None:
        super().__init__()
        self.segments = model
        self.chosen: dict[str, bool] = {}
        self._by_hand: dict[str, int] = {}
        self._is_fitting = False
        self.setModel(model)
        list_rows(self, "Segments", ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(24)
        header.sectionResized.connect(self._keep_width)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        header.sortIndicatorChanged.connect(self.fit)

    # Rows

    def show_place(self, place: int) -> None:
        """Make the row of the segment at a 0-based place current; no row if the filter excludes the segment."""
        row = self.segments.row_of(place)
        if row < 0:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        elif not self.currentIndex().isValid() and self.selectionModel().isRowSelected(row):
            index = self.segments.index(row, 0)  # it belongs to a selection of several rows
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        elif row != self.currentIndex().row():
            self.executeDelayedItemsLayout()  # otherwise it would scroll within the previous rows
            self.selectRow(row)

    def select_places(self, places: Iterable[int]) -> None:
        """Add the rows of these segments to the selection, if the filter accepts them."""
        flags = QItemSelectionModel.SelectionFlag
        for row in filter(lambda row: row >= 0, map(self.segments.row_of, places)):
            self.selectionModel().select(self.segments.index(row, 0), flags.Select | flags.Rows)

    @property
    def selected_places(self) -> list[int]:
        """The 0-based places of the selected segments, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.segments.place_of(row) for row in rows]

    @property
    def visible_places(self) -> list[int]:
        """The 0-based places of the segments whose rows are visible, from top to bottom."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        rows = range(max(0, first), (last if last >= 0 else self.segments.rowCount() - 1) + 1)
        return [self.segments.place_of(row) for row in rows]

    def copy(self) -> None:
        """Copy the selected rows as tab-separated values: the visible columns under their titles."""
        from meantree.escaping import name_cell

        columns = [self.segments.columns[at] for at in self._shown()]
        rows = [[name_cell(column.title) for column in columns]]
        rows += [[self._copied(place, column) for column in columns] for place in self.selected_places]
        if len(rows) > 1:
            text = "".join("\t".join(row) + "\n" for row in rows)
            data = QMimeData()
            data.setText(text)
            data.setData("text/tab-separated-values", text.encode())
            clipboard.copy(data)

    def _copied(self, place: int, column: TableColumn) -> str:
        """Return a number with six decimals, or a text as one line that a spreadsheet does not take for a formula."""
        from meantree.escaping import name_cell

        if column.measure is not None:
            number = self.segments.score(column.key, place)
            return "" if number is None else f"{number:.{0 if column.kind == 'count' else 6}f}"
        text = self.segments.text(place, column)
        return "" if text == MISSING else name_cell(text)

    # Columns

    def fit(self) -> None:
        """Divide the width among the columns by their priority."""
        requests = [self._width_request(column) for column in self.segments.columns]
        requesting = [at for at, request in enumerate(requests) if request is not None]
        fitted = column_widths([request for request in requests if request is not None], self.viewport().width())
        widths = dict(zip(requesting, fitted, strict=True))
        self._is_fitting = True
        for at in range(len(requests)):
            width = widths.get(at, 0)
            self.setColumnHidden(at, not width)
            if width:
                self.setColumnWidth(at, width)
        self._is_fitting = False

    def show_column(self, key: str, shown: bool) -> list[str]:
        """Always show a column, or never; return the titles of others that have no room any more."""
        before = self._shown()
        self.chosen[key] = shown
        self.fit()
        hidden = [self.segments.columns[at] for at in before if self.isColumnHidden(at)]
        return [column.title for column in hidden if column.key != key]

    def forget_widths(self) -> None:
        """Reset the widths that the user dragged."""
        self._by_hand.clear()
        self.fit()

    def _shown(self) -> list[int]:
        return [at for at in range(len(self.segments.columns)) if not self.isColumnHidden(at)]

    def _width_request(self, column: TableColumn) -> WidthRequest | None:
        """Return the width that a column requests; ``None`` if it is hidden. The metric in focus is always shown."""
        is_focus = column.key == self.segments.selection.focus and not column.yields
        chosen = self.chosen.get(column.key)
        if not is_focus and (chosen is False or (chosen is None and column.priority is None)):
            return None
        by_hand = self._by_hand.get(column.key)
        is_needed = is_focus or chosen or column.priority == 0
        stretches = column.is_text and by_hand is None
        return WidthRequest(by_hand or self._min_width(column), None if is_needed else column.priority, stretches)

    def _min_width(self, column: TableColumn) -> int:
        if column.is_text:
            return TRANSLATION_WIDTH if column.key == HYPOTHESIS else MIN_WIDTHS[column.kind]
        metrics, header = self.fontMetrics(), self.horizontalHeader().fontMetrics()
        needed = header.horizontalAdvance(column.title) + PAD
        if column.key == self.segments.selection.focus:
            needed += PAD // 2  # it is bold
        if self.segments.columns.index(column) == self.horizontalHeader().sortIndicatorSection():
            needed += ARROW
        for text in self._widest_texts(column):
            needed = max(needed, metrics.horizontalAdvance(text) + PAD)
        return max(MIN_WIDTHS[column.kind], min(WIDEST_NAME, needed) if column.kind in ("id", "name") else needed)

    def _widest_texts(self, column: TableColumn) -> list[str]:
        if column.kind in ("id", "name"):
            return [self.segments.longest.get(column.key, "")]
        if column.kind in ("score", "difference"):
            return [WIDEST_SCORE]  # fixed, so that columns do not move while scores arrive
        likely = RATINGS if column.kind == "number" else ()  # likewise
        return [column.written(end) for end in (*likely, *(self.segments.values.ends(column) or ()))]

    def _keep_width(self, at: int, _before: int, now: int) -> None:
        if not self._is_fitting and now and at < len(self.segments.columns):
            self._by_hand[self.segments.columns[at].key] = now

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTableView.resizeEvent."""
        super().resizeEvent(event)
        self.fit()


@dataclass(frozen=True, slots=True)
class WidthRequest:
    """The width that one column requests.

    Attributes:
        min_width: the least width, in pixels.
        priority: columns of the lowest numbers are shown first; ``None`` for one that is always shown.
        stretches: whether the column takes the width that is left.
    """

    min_width: int
    priority: int | None = None
    stretches: bool = False


def column_widths(requests: Sequence[WidthRequest], room: int) -> list[int]:
    """Return the width of each column in ``room`` pixels, 0 for one that does not fit.

    Columns that are always shown may need more than ``room``; otherwise stretching columns share the rest equally.
    """
    chosen = {place for place, request in enumerate(requests) if request.priority is None}
    left = room - sum(requests[place].min_width for place in chosen)
    others = sorted(set(range(len(requests))) - chosen, key=lambda place: (requests[place].priority or 0, place))
    for place in others:
        if requests[place].min_width > left:
            break  # a less important column does not take the place of a more important one
        chosen.add(place)
        left -= requests[place].min_width
    widths = [request.min_width if place in chosen else 0 for place, request in enumerate(requests)]
    stretching = [place for place in sorted(chosen) if requests[place].stretches]
    for number, place in enumerate(stretching):
        share = max(0, left) // (len(stretching) - number)
        widths[place] += share
        left -= share
    return widths
