"""The table model of the segments that the filter accepts, sorted by one of its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from meantree.annotation.frame_annotation import NOT_FINALIZED, State
from meantree.corpus.corpus import CHECK, Segment
from meantree.escaping import escaped
from meantree.numbers import MISSING
from meantree_gui import theme
from meantree_gui.segments.segment_columns import CERTAINTY, DOCUMENT, ID, ColumnValues, TableColumn, columns_of
from meantree_gui.state.filtering import Filtering
from meantree_gui.widgets.cells import Cell, score_cell, trait

if TYPE_CHECKING:
    from meantree.queries.filters import Places

Index = QModelIndex | QPersistentModelIndex
MARKS = {
    **dict.fromkeys(("open", NOT_FINALIZED), "…"),
    "done": "✓",
    "to review": "↻",
    "cannot annotate": "✗",
    **dict.fromkeys(("nothing to annotate", "no error"), "∅"),
}
"""The marks of annotation states before the id of a segment."""
IN_REPORT = "★"
"""The mark of a segment that was added to the report."""
WIDTH_SAMPLE = 1000
"""The number of segments at either end from which the width of names is estimated."""


class SegmentModel(QAbstractTableModel):
    """One row per segment, with the scores of the selected system.

    Rows cost nothing until they are visible: the accepted segments in their order are an array of places. Undefined
    values come last in either order.

    Attributes:
        columns: all columns, shown or not.
        order: the 0-based places of the segments, row by row.
        longest: the longest text of columns of short texts, by key of the column.
    """

    def __init__(self, filtering: Filtering) -> None:
        super().__init__()
        self.filtering, self.selection = filtering, filtering.selection
        self.scoring, self.workspace = filtering.scoring, filtering.workspace
        self.columns: tuple[TableColumn, ...] = columns_of(filtering)
        self.values = ColumnValues(filtering)
        self.order: Places = filtering.places
        self._rows: Places | None = None
        self._sorted, self._falling = ID, False
        self._focus = ""
        self._is_waiting = False
        self.longest: Mapping[str, str] = {}
        self.selection.started.connect(self._start)
        self.selection.system_chosen.connect(self._change)
        self.selection.comparison_changed.connect(self._mark_focus)
        self.scoring.system_scored.connect(self._follow_scores)
        self.scoring.segments_scored.connect(self._follow_some)
        self.scoring.segment_scored.connect(self._change_row)
        self.scoring.table_chosen.connect(self._change)
        self.workspace.annotations.changed.connect(self._follow_page)  # the first annotation brings columns
        self.workspace.annotations.changed.connect(self._change_rows)
        self.values.made.connect(self._show_made)
        self.workspace.naming.changed.connect(self._start)
        self.workspace.annotating_changed.connect(self._follow_page)
        self.workspace.adjudication_changed.connect(self._start)
        filtering.kinds_changed.connect(self._start)
        self.workspace.assessed.connect(self._follow_assessments)
        filtering.compared_changed.connect(self._change)
        filtering.assigned.changed.connect(self._change)
        filtering.changed.connect(self.arrange)

    # Rows and places

    def place_of(self, row: int) -> int:
        """Return the 0-based place of the segment in a row; -1 if there is no such row."""
        return int(self.order[row]) if 0 <= row < len(self.order) else -1

    def row_of(self, place: int) -> int:
        """Return the row of the segment at a 0-based place; -1 if the filter excludes it."""
        import numpy as np

        if self._rows is None:
            count = len(self.workspace.corpus.segments) if self.workspace.corpus is not None else 0
            self._rows = np.full(count, -1)
            self._rows[self.order] = np.arange(len(self.order))
        return int(self._rows[place]) if 0 <= place < len(self._rows) else -1

    def column_of(self, key: str) -> int:
        """Return the index of the column of a key; -1 if there is none."""
        return next((place for place, column in enumerate(self.columns) if column.key == key), -1)

    @property
    def sorted_by(self) -> tuple[int, Qt.SortOrder]:
        """The index of the column by which rows are sorted, and the order."""
        order = Qt.SortOrder.DescendingOrder if self._falling else Qt.SortOrder.AscendingOrder
        return max(0, self.column_of(self._sorted)), order

    def score(self, spec: str, place: int) -> float | None:
        """Return the number of a cell; ``None`` where undefined or not scored."""
        column = self.columns[self.column_of(spec)]
        numbers = self.values.numbers(column)
        return None if numbers is None or numbers[place] != numbers[place] else float(numbers[place])

    def arrange(self) -> None:
        """Sort the accepted segments."""
        import numpy as np

        places = self.filtering.places
        at = self.column_of(self._sorted)
        keys = self.values.sort_keys(self.columns[at]) if at >= 0 and len(places) else None
        self._is_waiting = keys is None and at >= 0
        if self._is_waiting and np.array_equal(np.sort(self.order), places):
            return  # rows stay where they are until the column is computed
        if keys is not None and len(keys) == self.workspace.size:
            accepted = keys[places]
            places = places[np.argsort(-accepted if self._falling else accepted, kind="stable")]  # NaN comes last
        if not np.array_equal(places, self.order):
            self.beginResetModel()
            self.order, self._rows = places, None
            self.endResetModel()

    # Reactions to changes

    def _start(self) -> None:
        self.values.forget()
        self.beginResetModel()
        self.columns = columns_of(self.filtering)
        self.order, self._rows = self.filtering.places, None
        self.longest = self._longest()
        self.endResetModel()
        self.arrange()

    def _follow_page(self) -> None:
        """Show the columns of annotations where an annotated project is on Annotate."""
        here, now = (
            [(one.key, one.priority) for one in columns] for columns in (self.columns, columns_of(self.filtering))
        )
        if here != now:
            self._start()

    def _longest(self) -> dict[str, str]:
        segments = self.workspace.corpus.segments if self.workspace.corpus is not None else ()
        segments = (*segments[:WIDTH_SAMPLE], *segments[-WIDTH_SAMPLE:])
        annotations = self.workspace.annotations
        mark = MARKS["open"] if annotations.states else ""
        not_finalized = NOT_FINALIZED if annotations.unlocked else ""
        return {
            ID: f"{IN_REPORT}{mark} " + escaped(max((segment.id for segment in segments), key=len, default="")),
            DOCUMENT: escaped(max((segment.document for segment in segments), key=len, default="")),
            "state": max((*map(self._in_rules, {*annotations.states.values()}), not_finalized), key=len),
        }

    def _change(self) -> None:
        self.values.forget()
        self.arrange()
        self._emit_changed(range(len(self.columns)))

    def _follow_scores(self, system: str) -> None:
        if system == self.selection.system or system in (self.filtering.compared or ()):
            self._change()

    def _follow_some(self, system: str) -> None:
        """Show the scores of some segments; rows keep their order until all are scored."""
        if system == self.selection.system or system in (self.filtering.compared or ()):
            self.values.forget_columns(column.key for column in self.columns if column.kind in ("score", "difference"))
            self.values.make_again(CERTAINTY)
            self._emit_changed(range(len(self.columns)))

    def _show_made(self, key: str) -> None:
        at = self.column_of(key)
        if at >= 0:
            if key == self._sorted and self._is_waiting:
                self.arrange()
            self._emit_changed(range(at, at + 1))

    def _mark_focus(self) -> None:
        if self.selection.focus != self._focus:
            self._focus = self.selection.focus
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def _emit_changed(self, columns: range) -> None:
        if len(self.order) and columns:
            self.dataChanged.emit(self.index(0, columns[0]), self.index(len(self.order) - 1, columns[-1]))

    def _change_row(self, place: int) -> None:
        self.values.forget()
        self._change_rows([place])

    def _follow_assessments(self, place: int) -> None:
        from meantree.queries.filter_columns import ASSESSMENTS

        assessed = (one.key for one in self.columns if one.measure is not None and one.measure.kind in ASSESSMENTS)
        self.values.forget_columns(assessed)
        self._change_rows([place])

    def _change_rows(self, places: Sequence[int]) -> None:
        gold = self.workspace.annotations.gold
        self.values.forget_columns(column.key for column in self.columns if column.measure in gold)
        if self.longest != (longest := self._longest()):  # the first annotation has a mark
            self.longest = longest
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 0)
        for row in filter(lambda row: row >= 0, map(self.row_of, places)):
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.columns) - 1))

    # Cells

    def text(self, place: int, column: TableColumn) -> str:
        """Return the text of a cell, names as the file has them."""
        if column.measure is not None:
            numbers = self.values.numbers(column)
            if numbers is None:
                return "…"
            return MISSING if numbers[place] != numbers[place] else column.written(float(numbers[place]))
        segment = self.workspace.corpus.segments[place] if self.workspace.corpus is not None else None
        return "" if segment is None else self._field_text(segment, column.key)

    def _field_text(self, segment: Segment, key: str) -> str:
        match key:
            case "#":
                return segment.id
            case "document":
                return segment.document
            case "source":
                return segment.source or MISSING
            case "reference":
                return next((reference.text for reference in segment.references.values()), MISSING)
            case "state":
                return self._state(segment)
            case "annotator":
                return ", ".join(self.filtering.assigned.people.get(segment.key, "").split("\n"))
        system = self.selection.system_in(segment)
        if key == "remark":
            return self.workspace.annotations.comments.get((segment.key, system), "")
        hypothesis, naming = segment.hypotheses.get(system), self.workspace.naming
        check = f"{naming.name(system, segment.key)}: " if system == CHECK and naming.shows_checks else ""
        return f"{check}{hypothesis.text}" if hypothesis else MISSING

    def _state(self, segment: Segment) -> str:
        place, annotations = (segment.key, self.selection.system_in(segment)), self.workspace.annotations
        words = self._in_rules(annotations.states.get(place))
        return NOT_FINALIZED if place in annotations.unlocked else words

    def _in_rules(self, state: State | None) -> str:
        return "" if state is None else state.in_words(of_errors=self.workspace.annotations.are_of_errors)

    def _shown(self, place: int, column: TableColumn) -> str:
        text = self.text(place, column)
        if column.key == ID and self.workspace.corpus is not None:
            segment = self.workspace.corpus.segments[place]
            in_report = IN_REPORT if segment.key in self.workspace.annotations.marked else ""
            return " ".join(filter(None, (in_report + MARKS.get(self._state(segment), ""), escaped(text))))
        return escaped(text) if column.key == DOCUMENT else text

    def _cell(self, place: int, column: TableColumn) -> Cell:
        text = self._shown(place, column)
        if column.measure is None:
            return Cell(text)
        numbers = self.values.numbers(column)
        if column.kind not in ("score", "difference") or numbers is None or text == MISSING:
            return Cell(text, is_number=True)
        is_bad = column.kind == "score" and self.scoring.is_lower_better(column.key)
        return score_cell(
            float(numbers[place]), is_bad=is_bad, within=self.values.bounds(column, is_bad=is_bad), text=text
        )

    def _in_words(self, place: int, column: TableColumn) -> str:
        """Return the text of a cell with what its signs mean."""
        text = self._shown(place, column)
        if column.key != ID or self.workspace.corpus is None:
            return text
        segment = self.workspace.corpus.segments[place]
        in_report = "in the report" if segment.key in self.workspace.annotations.marked else ""
        return ", ".join(filter(None, (f"{text} {self._state(segment)}".strip(), in_report)))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.rowCount."""
        return 0 if parent.isValid() or self.workspace.corpus is None else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.columnCount."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        is_focus = column.key == self._focus
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{escape(self._header_tip(column) + (', the metric in focus' if is_focus else ''))}</p>"
        if role == Qt.ItemDataRole.FontRole and is_focus:
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ForegroundRole and is_focus:
            return QColor(theme.current().accent)
        return None

    def _header_tip(self, column: TableColumn) -> str:
        if column.kind != "difference":
            return column.tip
        first, second = map(escaped, self.filtering.compared or ("", ""))
        return f"{column.measure.of if column.measure else ''}: {first} minus {second}"

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        place, column = int(self.order[index.row()]), self.columns[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{escape(self._in_words(place, column))}</p>"  # it wraps, and is never the user's markup
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._in_words(place, column)
        return trait(lambda: self._cell(place, column), role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Override QAbstractTableModel.sort."""
        if 0 <= column < len(self.columns):
            self._sorted, self._falling = self.columns[column].key, order == Qt.SortOrder.DescendingOrder
            self.arrange()
