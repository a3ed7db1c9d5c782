"""A list shown as a table: the columns say what is shown of a row, and the model and the view follow them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from meantree.numbers import MISSING
from meantree_gui.widgets.cells import RIGHT, Cell, CellDelegate, trait
from meantree_gui.widgets.choosers import RETURN, LetterKeys

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
Line = str | tuple[str, str]
"""A line of a tooltip, or a pair of name and text."""
Tip = Callable[[Row], Iterable[Line]]
Order = tuple[int, Qt.SortOrder]
UNSORTED: Order = -1, Qt.SortOrder.AscendingOrder


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of a list.

    Attributes:
        shows: returns the content for a row: a text, ``None`` if undefined, or a cell with its bar.
        is_number: whether the content is right-aligned; so is the title if ``is_title_right``.
        sort_key: returns the key by which rows are sorted, ``None`` if undefined. For rows that are places, an array
            with a number for each place, NaN if undefined. Without it, the order of rows does not change.
        tip_lines: returns the lines of a cell's tooltip; by default those of the list, or its text.
        accessible_text: returns what a screen reader reads, if it is not the text.
        width: in pixels, ``None`` for the remaining width.
        room: the least width of the list, in pixels, at which the column is shown.
        is_shown: whether there is anything to show.
    """

    title: str
    shows: Callable[[Row], Cell | str | None]
    is_number: bool = False
    tip: str = ""
    sort_key: Callable[[Row], Any] | NDArray[np.float64] | None = None
    tip_lines: Tip[Row] | None = None
    accessible_text: Callable[[Row], str] | None = None
    width: int | None = None
    room: int = 0
    is_shown: bool = True
    is_title_right: bool = False

    def cell(self, row: Row) -> Cell:
        """Return the cell of a row."""
        content = self.shows(row)
        return content if isinstance(content, Cell) else Cell(MISSING if content is None else content, self.is_number)


def paragraphs(lines: Iterable[Line]) -> str:
    """Return the lines of a tooltip as escaped HTML, which wraps."""
    pairs = (("", line) if isinstance(line, str) else line for line in lines)
    return "".join(f"<p>{f'<b>{escape(name)}</b> ' if name else ''}{escape(text)}</p>" for name, text in pairs if text)


class ListModel(QAbstractTableModel, Generic[Row]):
    """Rows sorted by one of the columns and filtered.

    Undefined values come last in either order; rows of equal values keep their order.

    Attributes:
        rows: the listed rows, in their order.
    """

    def __init__(self, columns: Sequence[Column[Row]] = (), tip: Tip[Row] | None = None) -> None:
        super().__init__()
        self.columns = columns
        self.rows: Sequence[Row] = ()
        self._tip = tip
        self._all: Sequence[Row] = ()
        self._listed: Sequence[int] = ()
        self._accepts: Callable[[Row], bool] | None = None
        self._order = UNSORTED

    def show(
        self,
        rows: Sequence[Row],
        columns: Sequence[Column[Row]] | None = None,
        tip: Tip[Row] | None = None,
        *,
        same: bool = False,
    ) -> None:
        """List other rows.

        Args:
            rows: in their original order.
            columns: the columns, if they change.
            tip: returns the lines of tooltips, if they change.
            same: whether they are the previous rows with other values, so that the selection is kept.
        """
        if not same:
            self.beginResetModel()
        self._all, self._tip = rows, tip or self._tip
        self.columns = self.columns if columns is None else columns
        if not same:
            self._arrange()
            self.endResetModel()
        else:
            self._rearrange()
        if self.columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def narrow(self, accepts: Callable[[Row], bool] | None) -> None:
        """List only the rows that are accepted."""
        self._accepts = accepts
        self._rearrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Override QAbstractTableModel.sort; -1 restores the original order."""
        self._order = column, order
        self._rearrange()

    @property
    def sorted_by(self) -> int:
        """The number of the column by which rows are sorted, -1 for none."""
        return self._order[0]

    def row_of(self, row: Row) -> int:
        """Return the 0-based number of a row in the list, -1 if it is not listed."""
        try:
            return self.rows.index(row)
        except ValueError:
            return -1

    def _rearrange(self) -> None:
        """Sort and filter the rows, and keep the selection."""
        self.layoutAboutToBeChanged.emit()
        indexes, before = self.persistentIndexList(), self._listed
        self._arrange()
        after = self._listed
        rows = {place: after.index(place) for place in {before[index.row()] for index in indexes} if place in after}
        moved = [self.index(rows.get(before[index.row()], -1), index.column()) for index in indexes]
        self.changePersistentIndexList(indexes, moved)
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        rows, accepts = self._all, self._accepts
        places: Sequence[int] = range(len(rows))
        if accepts is not None:
            places = [place for place in places if accepts(rows[place])]
        column, order = self._order
        sort_key = self.columns[column].sort_key if 0 <= column < len(self.columns) else None
        if sort_key is not None:
            places = self._sorted(places, sort_key, is_descending=order == Qt.SortOrder.DescendingOrder)
        self._listed = places
        self.rows = rows if places == range(len(rows)) else list(map(rows.__getitem__, places))

    def _sorted(self, listed: Sequence[int], sort_key: Any, *, is_descending: bool) -> list[int]:
        if not callable(sort_key):
            import numpy as np

            places = np.arange(len(self._all)) if isinstance(listed, range) else np.array(listed, dtype=np.intp)
            keys = sort_key[np.array(self._all, dtype=np.intp)[places]]
            sorted_: list[int] = places[np.argsort(-keys if is_descending else keys, kind="stable")].tolist()
            return sorted_
        values = list(map(sort_key, self._all))
        known = [place for place in listed if values[place] is not None]
        known.sort(key=values.__getitem__, reverse=is_descending)
        return known + [place for place in listed if values[place] is None]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            tip_lines = column.tip_lines or self._tip
            return paragraphs((column.cell(row).text,) if tip_lines is None else tip_lines(row))
        if role == Qt.ItemDataRole.AccessibleTextRole and column.accessible_text is not None:
            return column.accessible_text(row)
        return trait(lambda: column.cell(row), role)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.rowCount."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.columnCount."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return paragraphs((column.tip,)) or None
        if role == Qt.ItemDataRole.TextAlignmentRole and column.is_title_right:
            return int(RIGHT)
        return column.title if role == Qt.ItemDataRole.DisplayRole else None


ROW_HEIGHT, LEAST_WIDTH = 26, 40


def list_rows(table: QTableView, name: str, height: int) -> None:
    """Let a table list whole rows of a height in pixels, which J and K walk."""
    LetterKeys(table)
    table.setAccessibleName(name)
    table.setItemDelegate(CellDelegate(table))
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(height)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class CurrentRowTable(QTableView):
    """A table whose current row is selected: a key that moves selects with Ctrl as it does without."""

    def selectRow(self, row: int) -> None:
        """Override QTableView.selectRow: select this row alone; Qt adds it to the selection while Ctrl is pressed."""
        flags = QItemSelectionModel.SelectionFlag
        select = flags.ClearAndSelect | flags.Rows
        self.selectionModel().setCurrentIndex(self.model().index(row, max(0, self.currentIndex().column())), select)

    def selectionCommand(  # noqa: N802  # Qt's name
        self, index: Index, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Override QTableView.selectionCommand."""
        command = super().selectionCommand(index, event)
        if isinstance(event, QKeyEvent) and command == command.NoUpdate:
            held = event.modifiers() & ~Qt.KeyboardModifier.ControlModifier
            return super().selectionCommand(index, QKeyEvent(event.type(), event.key(), held))
        return command


class RowTable(CurrentRowTable):
    """A table of whole rows; J and K move like arrow down and up.

    Signals:
        entered_row: Return was pressed in a row.
        opened: the row in which Return was pressed, or on which the user clicked twice.
        chosen: the row that became the current one, ``None`` for none.
    """

    entered_row = Signal(QModelIndex)
    opened = Signal(object)
    chosen = Signal(object)

    def __init__(self, model: ListModel[Any], name: str) -> None:
        super().__init__()
        self.list = model
        self.setModel(model)
        list_rows(self, name, ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.entered_row.connect(self._open)
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentRowChanged.connect(self._choose)
        self._widths: list[int | None] = []
        model.headerDataChanged.connect(self._arrange_columns)
        self._arrange_columns()

    def _arrange_columns(self) -> None:
        """Set the widths of new columns; the others keep the widths that the user gave them."""
        header, widths = self.horizontalHeader(), [column.width for column in self.list.columns]
        if widths != self._widths:
            self._widths = widths
            header.setMinimumSectionSize(min([LEAST_WIDTH, *(width for width in widths if width is not None)]))
            for at, width in enumerate(widths):
                mode = QHeaderView.ResizeMode.Stretch if width is None else QHeaderView.ResizeMode.Interactive
                header.setSectionResizeMode(at, mode)
                if width is not None:
                    self.setColumnWidth(at, width)
        self._hide_columns()

    def _hide_columns(self) -> None:
        for at, column in enumerate(self.list.columns):
            self.setColumnHidden(at, not column.is_shown or self.width() < column.room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTableView.resizeEvent: show the columns for which there is room."""
        super().resizeEvent(event)
        self._hide_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        if event.key() in RETURN and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @property
    def current(self) -> Any:
        """The current row, ``None`` if there is none."""
        return self.list.rows[self.currentIndex().row()] if self.currentIndex().isValid() else None

    def _choose(self) -> None:
        self.chosen.emit(self.current)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self.list.rows[index.row()])

    def mark(self, row: Any) -> None:
        """Make a row current that was chosen elsewhere, without a signal; none if it is not listed."""
        place = self.list.row_of(row)
        if place == self.currentIndex().row():
            return
        with QSignalBlocker(self.selectionModel()):
            if place >= 0:
                self.selectRow(place)
            else:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
        self.viewport().update()

    def follow(self, row: Any) -> None:
        """Make a row current that was chosen elsewhere, as :meth:`mark`, and scroll to it."""
        self.mark(row)
        self.scrollTo(self.currentIndex())

    def begin(self) -> None:
        """Select the first row if no row is selected."""
        if not self.currentIndex().isValid() and len(self.list.rows):
            self.selectRow(0)


def row_at(index: Index) -> object:
    """Return the row of a list at an index."""
    model = index.model()
    return model.rows[index.row()] if isinstance(model, ListModel) else None


def select_rows(view: QAbstractItemView, rows: Sequence[QModelIndex]) -> None:
    """Select these rows and no others, scrolled to the first, which becomes the current row."""
    flags, chosen = QItemSelectionModel.SelectionFlag, view.selectionModel()
    selection = QItemSelection()
    for row in rows:
        selection.select(row, row)
    if rows:
        chosen.setCurrentIndex(rows[0], flags.NoUpdate)
        view.scrollTo(rows[0])
    chosen.select(selection, flags.ClearAndSelect | flags.Rows)
