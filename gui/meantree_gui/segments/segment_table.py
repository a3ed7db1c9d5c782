"""The table of segments as a view: keys, copying, and widths that follow the room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QItemSelectionModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from meantree.numbers import fixed
from meantree_gui.segments.segment_columns import HYPOTHESIS, TableColumn
from meantree_gui.segments.segment_model import NOTHING, SegmentModel
from meantree_gui.widgets import clipboard
from meantree_gui.widgets.cells import CellDelegate


@dataclass(frozen=True, slots=True)
class Wish:
    """What one column would like.

    Attributes:
        least: the width that it needs, in pixels.
        worth: columns of low worth numbers come first where there is room for few; None is shown in any case.
        stretches: whether it takes what is left.
    """

    least: int
    worth: int | None = None
    stretches: bool = False


def shared(wishes: Sequence[Wish], room: int) -> list[int]:
    """The width of each column in ``room`` pixels, 0 for one that there is no room for.

    Columns that must be shown may need more than there is; else those that stretch fill it, all alike.
    """
    chosen = {place for place, wish in enumerate(wishes) if wish.worth is None}
    left = room - sum(wishes[place].least for place in chosen)
    others = sorted(set(range(len(wishes))) - chosen, key=lambda place: (wishes[place].worth or 0, place))
    for place in others:
        if wishes[place].least > left:
            break  # what is worth less does not take the place of what is worth more
        chosen.add(place)
        left -= wishes[place].least
    widths = [wish.least if place in chosen else 0 for place, wish in enumerate(wishes)]
    stretching = [place for place in sorted(chosen) if wishes[place].stretches]
    for number, place in enumerate(stretching):
        share = max(0, left) // (len(stretching) - number)
        widths[place] += share
        left -= share
    return widths


ARROWS: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
ROW_HEIGHT: Final = 28
PAD: Final = 14
ARROW: Final = 12
"""Pixels beside the title of the column that the segments are sorted by."""
LEAST: Final[Mapping[str, int]] = {
    "id": 28,
    "name": 60,
    "text": 80,
    "score": 46,
    "difference": 52,
    "number": 46,
    "count": 40,
}
"""Pixels that a column has at least, by the kind of what stands in it."""
WIDEST_NAME: Final = 110
WIDEST_SCORE: Final = fixed(-0.888)
FIRST_TEXT: Final = 96
"""What the translation has at least."""


class SegmentTable(QTableView):
    """J and K walk the rows like arrow down and up; several rows can be selected, to be copied.

    Attributes:
        chosen: which columns the user wants or does not want to see, by key; the others are shown as there is room.

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
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Segments")
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.sectionResized.connect(self._keep_width)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        header.sortIndicatorChanged.connect(self.fit)

    # Rows

    def show_place(self, place: int) -> None:
        """Make the row of the segment at a 0-based place the current one; none, if the filter leaves it out."""
        row = self.segments.row_of(place)
        if row < 0:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        elif not self.currentIndex().isValid() and self.selectionModel().isRowSelected(row):
            index = self.segments.index(row, 0)  # it is one of several that were selected before
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        elif row != self.currentIndex().row():
            self.executeDelayedItemsLayout()  # else it would scroll as far as the rows of before reached
            self.selectRow(row)

    def selectRow(self, row: int) -> None:
        """Override QTableView.selectRow: this row alone. Qt's adds it to the others while Ctrl is held down."""
        flags = QItemSelectionModel.SelectionFlag
        wanted = flags.ClearAndSelect | flags.Rows
        self.selectionModel().setCurrentIndex(self.model().index(row, max(0, self.currentIndex().column())), wanted)

    def select_places(self, places: Iterable[int]) -> None:
        """Select the rows of these segments, too, as far as there are some."""
        flags = QItemSelectionModel.SelectionFlag
        for row in filter(lambda row: row >= 0, map(self.segments.row_of, places)):
            self.selectionModel().select(self.segments.index(row, 0), flags.Select | flags.Rows)

    @property
    def selected_places(self) -> list[int]:
        """The 0-based places of the selected segments, from above."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.segments.place_of(row) for row in rows]

    @property
    def seen_places(self) -> list[int]:
        """The 0-based places of the segments whose rows are to be seen, from above."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        rows = range(max(0, first), (last if last >= 0 else self.segments.rowCount() - 1) + 1)
        return [self.segments.place_of(row) for row in rows]

    def copy(self) -> None:
        """Put the selected rows on the clipboard: the columns that are shown, under their titles, between tabs."""
        from meantree.report.score_rows import name_cell

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
        """A number with six decimals, as score tables have it; a text of one line that no spreadsheet computes."""
        from meantree.report.score_rows import name_cell

        if column.measure is not None:
            number = self.segments.score(column.key, place)
            return "" if number is None else f"{number:.{0 if column.kind == 'count' else 6}f}"
        text = self.segments.text(place, column)
        return "" if text == NOTHING else name_cell(text)

    # Columns

    def fit(self) -> None:
        """Share the room among the columns by their worth."""
        wishes = [self._wish(column) for column in self.segments.columns]
        wanted = [at for at, wish in enumerate(wishes) if wish is not None]
        found = shared([wish for wish in wishes if wish is not None], self.viewport().width())
        widths = dict(zip(wanted, found, strict=True))
        self._is_fitting = True
        for at in range(len(wishes)):
            width = widths.get(at, 0)
            self.setColumnHidden(at, not width)
            if width:
                self.setColumnWidth(at, width)
        self._is_fitting = False

    def show_column(self, key: str, is_wanted: bool) -> None:
        """Show a column in any case, or never."""
        self.chosen[key] = is_wanted
        self.fit()

    def forget_widths(self) -> None:
        """Columns are as wide as they need again, whatever was dragged."""
        self._by_hand.clear()
        self.fit()

    def _shown(self) -> list[int]:
        return [at for at in range(len(self.segments.columns)) if not self.isColumnHidden(at)]

    def _wish(self, column: TableColumn) -> Wish | None:
        """What a column would like; None if it is not to be seen. The metric in focus always is."""
        is_focus = column.key == self.segments.selection.focus
        chosen = self.chosen.get(column.key)
        if not is_focus and (chosen is False or (chosen is None and column.worth is None)):
            return None
        by_hand = self._by_hand.get(column.key)
        is_needed = is_focus or chosen or column.worth == 0
        stretches = column.is_text and by_hand is None
        return Wish(by_hand or self._least(column), None if is_needed else column.worth, stretches)

    def _least(self, column: TableColumn) -> int:
        if column.is_text:
            return FIRST_TEXT if column.key == HYPOTHESIS else LEAST[column.kind]
        metrics, header = self.fontMetrics(), self.horizontalHeader().fontMetrics()
        needed = header.horizontalAdvance(column.title) + PAD
        if column.key == self.segments.selection.focus:
            needed += PAD // 2  # it is bold
        if self.segments.columns.index(column) == self.horizontalHeader().sortIndicatorSection():
            needed += ARROW
        for text in self._widest(column):
            needed = max(needed, metrics.horizontalAdvance(text) + PAD)
        return max(LEAST[column.kind], min(WIDEST_NAME, needed) if column.kind in ("id", "name") else needed)

    def _widest(self, column: TableColumn) -> list[str]:
        if column.kind in ("id", "name"):
            return [self.segments.longest.get(column.key, "")]
        if column.kind in ("score", "difference"):
            return [WIDEST_SCORE]  # whatever is scored by now: columns stay where they are while scores come in
        ends = self.segments.values.ends(column)
        return [] if ends is None else [column.written(one) for one in ends]

    def _keep_width(self, at: int, _before: int, now: int) -> None:
        if not self._is_fitting and now and at < len(self.segments.columns):
            self._by_hand[self.segments.columns[at].key] = now

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        step = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif step is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.selectRow(min(self.model().rowCount() - 1, max(0, self.currentIndex().row() + step)))
        else:
            super().keyPressEvent(event)

    def selectionCommand(  # noqa: N802  # Qt's name
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Override QTableView.selectionCommand: with Ctrl, arrows select the row that they go to, as they do alone."""
        chosen = super().selectionCommand(index, event)
        if isinstance(event, QKeyEvent) and event.key() in ARROWS and chosen == chosen.NoUpdate:
            return chosen.ClearAndSelect | chosen.Rows
        return chosen

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTableView.resizeEvent."""
        super().resizeEvent(event)
        self.fit()
