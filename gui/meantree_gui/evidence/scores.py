"""The scores of one segment and its system, one row a metric."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt

from meantree.comparison.content import Comparison
from meantree_gui.evidence.fixed_columns import FixedColumns, Index
from meantree_gui.numbers import fixed
from meantree_gui.segments.model import LOWER_ROLE, SCORE_ROLE
from meantree_gui.session import Session

if TYPE_CHECKING:
    from meantree.metrics.pair import Pair


class ScoreModel(FixedColumns):
    """Scores of the chosen segment against all its references, and of its system."""

    columns: ClassVar[tuple[str, ...]] = ("metric", "segment", "system")

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._systems: dict[tuple[str, str], float | None] = {}
        self._pair: Pair | None = None
        self._picked: dict[str, float | None] = {}
        session.corpus_changed.connect(self._reset)
        session.scores_changed.connect(self._reload)
        session.comparison_changed.connect(self._repaint)

    def score(self, row: int, column: int) -> float | None:
        """The score of the segment (column 1) or the system (column 2)."""
        table, session, spec = self.session.table, self.session, self.session.specs[row]
        if table is None or not session.scored(session.system, spec):
            return None
        if column == 2:
            return self._systems.get((session.system, spec))
        if session.reference is not None and session.comparison is not None:
            return self._against_one(session.comparison, spec)
        return table.segment_score(session.system, spec, session.place)

    def _against_one(self, comparison: Comparison, spec: str) -> float | None:
        """The score against the one reference that was picked; kept while the same pair is shown."""
        if self._pair is not comparison.pair:
            self._pair, self._picked = comparison.pair, {}
        if spec not in self._picked and self.session.table is not None:
            from meantree.scoring.pairing import lack_of

            metric, pair = self.session.table.metrics[spec], comparison.pair
            lacking = lack_of(pair, metric)
            statistics = None if lacking else metric.statistics(pair)
            self._picked[spec] = None if statistics is None else metric.score(statistics, level="segment")
        return self._picked.get(spec)

    def signature(self, row: int) -> str:
        """What must be the same to get the same score again."""
        from meantree.scoring.provenance import provenance_of, signature

        table = self.session.table
        if table is None:
            return ""
        provenance = provenance_of(table.corpus, table.analyser)
        return signature(table.metrics[self.session.specs[row]], replace(provenance, annotator=self.session.annotator))

    def _reset(self) -> None:
        """Other metrics, perhaps."""
        self.beginResetModel()
        self._systems = {}
        self.endResetModel()

    def _reload(self) -> None:
        table = self.session.table
        self._systems = {key: table.system_score(*key) for key in table.columns} if table is not None else {}
        self._repaint()

    def _repaint(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(len(self.session.specs) - 1, 2))

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.session.specs)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        table = self.session.table
        lower = table is not None and not table.metrics[self.session.specs[row]].higher_is_better
        if role == Qt.ItemDataRole.ToolTipRole:
            missing = column and self.score(row, column) is None
            return "not scored (yet), or undefined" if missing else self.signature(row)
        if column == 0:
            return self.session.specs[row] + (" ↓" if lower else "") if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            score = self.score(row, column)
            return "–" if score is None else fixed(score)
        if role == SCORE_ROLE:
            return self.score(row, column)
        if role == LOWER_ROLE:
            return lower
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None
