"""The segments of one system as a table, and its filtered and sorted view."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt

from meantree.corpus.model import Segment
from meantree.picture.numbers import fixed
from meantree.shown import shown
from meantree_gui.cells import SHARES, Bounds, Cell, bounds, score_cell, trait
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import Selection

Index = QModelIndex | QPersistentModelIndex
TEXT_COLUMNS = ("#", "document", "hypothesis")
MARKS = {"open": "…", "done": "✓", "nothing to annotate": "∅", "cannot annotate": "✗"}
"""What stands before the id of a segment that somebody annotates."""


class SegmentModel(QAbstractTableModel):
    """One row a segment; scores of the chosen system."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.scores: dict[str, list[float | None]] = {}
        self._bounds: dict[str, Bounds] = {}
        selection.started.connect(self._reset)
        selection.system_chosen.connect(self._reload)
        self.scoring.system_scored.connect(self._reload_if_shown)
        self.scoring.segment_scored.connect(self._reload_row)
        self.scoring.table_chosen.connect(self._reload)
        self.workspace.states_changed.connect(self._mark)

    def _reset(self) -> None:
        self.beginResetModel()
        self._load()
        self.endResetModel()

    def _reload(self) -> None:
        self._load()
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _reload_if_shown(self, system: str) -> None:
        if system == self.selection.system:
            self._reload()

    def _reload_row(self, row: int) -> None:
        table, system = self.scoring.table, self.selection.system
        if table is not None:
            for spec, scores in self.scores.items():
                scores[row] = table.segment_score(system, spec, row)
                self._bounds[spec] = bounds(scores, is_bad=self._is_lower_better(spec))
            self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))

    def _mark(self, rows: Sequence[int]) -> None:
        for row in rows:
            self.dataChanged.emit(self.index(row, 0), self.index(row, 0))

    def _load(self) -> None:
        table, system = self.scoring.table, self.selection.system
        self.scores = {}
        if table is not None:
            self.scores = {
                spec: table.segment_scores(system, spec) for spec in self.scoring.specs if table.is_scored(system, spec)
            }
        self._bounds = {
            spec: bounds(scores, is_bad=self._is_lower_better(spec)) for spec, scores in self.scores.items()
        }

    def _text(self, row: int, column: int) -> str:
        segment = self.workspace.corpus.segments[row] if self.workspace.corpus else None
        if segment is None:
            return ""
        if column == 0:
            return f"{MARKS.get(self._state(segment), '')} {shown(segment.id)}".strip()
        if column == 1:
            return shown(segment.document)
        hypothesis = segment.hypotheses.get(self.selection.system)
        return hypothesis.text if hypothesis else "–"

    def _state(self, segment: Segment) -> str:
        state = self.workspace.states.get((segment.key, self.selection.system))
        return "" if state is None else state.value

    def _score(self, row: int, column: int) -> float | None:
        scores = self.scores.get(self.scoring.specs[column - len(TEXT_COLUMNS)])
        return scores[row] if scores is not None and row < len(scores) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.rowCount."""
        return 0 if parent.isValid() or self.workspace.corpus is None else len(self.workspace.corpus.segments)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.columnCount."""
        return 0 if parent.isValid() else len(TEXT_COLUMNS) + len(self.scoring.specs)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        if section < len(TEXT_COLUMNS):
            return TEXT_COLUMNS[section]
        spec = self.scoring.specs[section - len(TEXT_COLUMNS)]
        return spec + (" ↓" if self._is_lower_better(spec) else "")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        row, column = index.row(), index.column()
        if column < len(TEXT_COLUMNS):
            if role == Qt.ItemDataRole.ToolTipRole and column == 0 and self.workspace.corpus is not None:
                state = self._state(self.workspace.corpus.segments[row])
                return f"<p>{escape(f'{self._text(row, 0)} {state}'.strip())}</p>"
            if role == Qt.ItemDataRole.ToolTipRole:
                return f"<p>{escape(self._text(row, column))}</p>"  # a tooltip that wraps, never the user's markup
            return trait(lambda: Cell(self._text(row, column)), role)
        return trait(lambda: self._score_cell(row, column), role)

    def _score_cell(self, row: int, column: int) -> Cell:
        score = self._score(row, column)
        if score is None:
            return Cell("–", is_number=True)
        spec = self.scoring.specs[column - len(TEXT_COLUMNS)]
        within = self._bounds.get(spec, SHARES)
        return score_cell(fixed(score, 2), score, is_bad=self._is_lower_better(spec), within=within)

    def _is_lower_better(self, spec: str) -> bool:
        table = self.scoring.table
        return table is not None and not table.metrics[spec].higher_is_better


class SegmentProxy(QSortFilterProxyModel):
    """Filtered and sorted; undefined scores stand last in either direction."""

    def __init__(self, model: SegmentModel, filtering: Filtering) -> None:
        super().__init__()
        self.model, self.filtering = model, filtering
        self._accepted: frozenset[int] = frozenset()
        self.setSourceModel(model)
        filtering.changed.connect(self._filter)

    def _filter(self) -> None:
        self._accepted = frozenset(self.filtering.places.tolist())
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: ARG002
        """Override QSortFilterProxyModel.filterAcceptsRow."""
        return source_row in self._accepted

    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        """Override QSortFilterProxyModel.lessThan."""
        if source_left.column() < len(TEXT_COLUMNS):
            if source_left.column() == 0:
                return source_left.row() < source_right.row()
            return str(source_left.data()) < str(source_right.data())
        scores = self.model.scores.get(self.model.scoring.specs[source_left.column() - len(TEXT_COLUMNS)], ())
        left, right = (scores[index.row()] if scores else None for index in (source_left, source_right))
        if left is None or right is None:
            ascending = self.sortOrder() == Qt.SortOrder.AscendingOrder
            return (left is not None) == ascending if (left is None) != (right is None) else False
        return bool(left < right)
