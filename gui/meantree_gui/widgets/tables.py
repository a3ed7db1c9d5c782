"""A list shown as a table: the columns say what is shown of a row, and the model and the view follow them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from meantree_gui.widgets.cells import NOTHING, RIGHT, Cell, CellDelegate, trait

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
Line = str | tuple[str, str]
"""Of a tip; a pair begins with a name."""
Tip = Callable[[Row], Iterable[Line]]
Order = tuple[int, Qt.SortOrder]
UNSORTED: Order = -1, Qt.SortOrder.AscendingOrder


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """What a list says of each row in one of its columns.

    Attributes:
        title: above it.
        shows: what stands in the cell of a row: a text, None where that is undefined, or a cell with its bar.
        is_number: whether it stands at the right; so does its title if ``is_title_right``.
        tip: of the title.
        by: what rows are sorted by, None where that is undefined; or of rows that are places an array with a number
            for each place, NaN where undefined. Without it rows stay as they come.
        says: the lines of a cell's tip; without it the list's, or all of its text.
        spoken: what is read aloud, if it is not the text.
        width: in pixels, None for whatever is left.
        room: in a list that is not so wide, in pixels, it is not to be seen.
        is_seen: false where there is nothing to say.
    """

    title: str
    shows: Callable[[Row], Cell | str | None]
    is_number: bool = False
    tip: str = ""
    by: Callable[[Row], Any] | NDArray[np.float64] | None = None
    says: Tip[Row] | None = None
    spoken: Callable[[Row], str] | None = None
    width: int | None = None
    room: int = 0
    is_seen: bool = True
    is_title_right: bool = False

    def cell(self, row: Row) -> Cell:
        """The cell of a row."""
        found = self.shows(row)
        return found if isinstance(found, Cell) else Cell(NOTHING if found is None else found, self.is_number)


def paragraphs(lines: Iterable[Line]) -> str:
    """The lines of a tip, which wraps; never the user's markup."""
    pairs = (("", line) if isinstance(line, str) else line for line in lines)
    return "".join(f"<p>{f'<b>{escape(name)}</b> ' if name else ''}{escape(text)}</p>" for name, text in pairs if text)


class ListModel(QAbstractTableModel, Generic[Row]):
    """Rows in the order of one of the columns, without those that are not looked for.

    What is undefined stands last in either order; rows of one value stay as they came.

    Attributes:
        columns: of the list.
        rows: those that are listed, in their order.
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
            rows: in the order in which they come.
            columns: what is said of them, if it is something else than before.
            tip: the lines of their tips, if they are others than before.
            same: they are those of before, with other values: what is chosen stays so.
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
        """Override QAbstractTableModel.sort; no column is the order in which they come."""
        self._order = column, order
        self._rearrange()

    @property
    def sorted_by(self) -> int:
        """The column that rows are sorted by, -1 for none."""
        return self._order[0]

    def row_of(self, row: Row) -> int:
        """Where a row stands in the list, counted from 0; -1 if it does not."""
        try:
            return self.rows.index(row)
        except ValueError:
            return -1

    def _rearrange(self) -> None:
        """Arrange the rows; what is chosen stays so."""
        self.layoutAboutToBeChanged.emit()
        held, before = self.persistentIndexList(), self._listed
        self._arrange()
        places = self._listed
        rows = {one: places.index(one) for one in {before[one.row()] for one in held} if one in places}
        moved = [self.index(rows.get(before[one.row()], -1), one.column()) for one in held]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        rows, accepts = self._all, self._accepts
        found: Sequence[int] = range(len(rows))
        if accepts is not None:
            found = [place for place in found if accepts(rows[place])]
        at, order = self._order
        by = self.columns[at].by if 0 <= at < len(self.columns) else None
        if by is not None:
            found = self._sorted(found, by, is_falling=order == Qt.SortOrder.DescendingOrder)
        self._listed = found
        self.rows = rows if found == range(len(rows)) else list(map(rows.__getitem__, found))

    def _sorted(self, found: Sequence[int], by: Any, *, is_falling: bool) -> list[int]:
        if not callable(by):
            import numpy as np

            places = np.arange(len(self._all)) if isinstance(found, range) else np.array(found, dtype=np.intp)
            keys = by[np.array(self._all, dtype=np.intp)[places]]
            sorted_: list[int] = places[np.argsort(-keys if is_falling else keys, kind="stable")].tolist()
            return sorted_
        values = list(map(by, self._all))
        known = [place for place in found if values[place] is not None]
        known.sort(key=values.__getitem__, reverse=is_falling)
        return known + [place for place in found if values[place] is None]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            says = column.says or self._tip
            return paragraphs((column.cell(row).text,) if says is None else says(row))
        if role == Qt.ItemDataRole.AccessibleTextRole and column.spoken is not None:
            return column.spoken(row)
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
RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RowTable(QTableView):
    """Whole rows; J and K walk them like arrow down and up.

    Signals:
        entered_row: Return was pressed in a row.
    """

    entered_row = Signal(QModelIndex)

    def __init__(self, model: ListModel[Any], name: str) -> None:
        super().__init__()
        self.list = model
        self.setModel(model)
        self.setAccessibleName(name)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._widths: list[int | None] = []
        model.headerDataChanged.connect(self._arrange_columns)
        self._arrange_columns()

    def _arrange_columns(self) -> None:
        """Give other columns the widths that they ask for; else they keep what the user gave them."""
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
            self.setColumnHidden(at, not column.is_seen or self.width() < column.room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTableView.resizeEvent: columns are seen where there is room for them."""
        super().resizeEvent(event)
        self._hide_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        step = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}.get(Qt.Key(event.key()))
        if event.key() in RETURN and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex())
        elif step is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.walk(step)
        else:
            super().keyPressEvent(event)

    def begin(self) -> None:
        """Choose the first row, if there is one and none is chosen."""
        if not self.currentIndex().isValid() and len(self.list.rows):
            self.selectRow(0)

    def walk(self, by: int) -> None:
        """Choose the row so many further down."""
        self.selectRow(min(len(self.list.rows) - 1, max(0, self.currentIndex().row() + by)))


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
