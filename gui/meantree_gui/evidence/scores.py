"""The scores of one segment and its system, one row a metric."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from meantree_gui.state.selection import Selection
from meantree_gui.widgets.cells import Bounds, Cell, bounds, score_cell
from meantree_gui.widgets.tables import FixedColumns

if TYPE_CHECKING:
    from meantree.scoring.table import ScoreTable


class ScoreModel(FixedColumns):
    """Scores of the chosen segment and of its system, against the chosen reference or all."""

    columns: ClassVar[tuple[str, ...]] = ("metric", "segment", "system")

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self._systems: dict[tuple[str, str], float | None] = {}
        self._bounds: dict[tuple[str, str], Bounds] = {}
        selection.started.connect(self._reset)
        selection.system_chosen.connect(self._repaint)
        selection.comparison_changed.connect(self._repaint)
        self.scoring.system_scored.connect(self._reload)
        self.scoring.segments_scored.connect(self._repaint)
        self.scoring.segment_scored.connect(self._reload)
        self.scoring.table_chosen.connect(self._reload)

    def score(self, row: int, column: int) -> float | None:
        """The score of the segment (column 1) or the system (column 2)."""
        table, selection, spec = self.scoring.table, self.selection, self.scoring.specs[row]
        if table is None:
            return None
        if column == 2:
            return self._of_system(table, selection.system, spec)
        return table.segment_score(selection.system, spec, selection.place)

    def _of_system(self, table: ScoreTable, system: str, spec: str) -> float | None:
        """The score of a system; kept until one of its segments has another."""
        if (system, spec) not in self._systems:
            self._systems[system, spec] = table.system_score(system, spec)
        return self._systems[system, spec]

    def _within(self, spec: str, *, is_bad: bool) -> Bounds:
        """What the bars of a metric go from and to; kept as scores of systems are."""
        table, system = self.scoring.table, self.selection.system
        assert table is not None  # or there would be no score
        if (system, spec) not in self._bounds:
            column = table.columns.get((system, spec))
            is_known = column is not None and bool(column.defined.any())
            known = column.scores[column.defined] if column is not None and is_known else None
            ends = () if known is None else (float(known.min()), float(known.max()))
            self._bounds[system, spec] = bounds(ends, is_bad=is_bad)
        return self._bounds[system, spec]

    def signature(self, row: int) -> str:
        """What must be the same to get the same score again."""
        from meantree.scoring.provenance import signature

        table = self.scoring.table
        if table is None:
            return ""
        provenance = replace(table.provenance(self.workspace.store), annotator=self.workspace.annotator)
        return signature(table.metrics[self.scoring.specs[row]], provenance)

    def _reset(self) -> None:
        """Other metrics, perhaps."""
        self.beginResetModel()
        self._systems, self._bounds = {}, {}
        self.endResetModel()

    def _reload(self) -> None:
        self._systems, self._bounds = {}, {}
        self._repaint()

    def _repaint(self) -> None:
        if self.count:
            self.dataChanged.emit(self.index(0, 0), self.index(self.count - 1, 2))

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.scoring.specs)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        spec, lower = self.scoring.specs[row], self._is_lower_better(row)
        if column == 0:
            return Cell(spec + (" ↓" if lower else ""), is_heading=spec == self.selection.focus)
        score = self.score(row, column)
        if score is None:
            return score_cell(None, is_bad=lower)
        return score_cell(score, is_bad=lower, within=self._within(spec, is_bad=lower))

    def tip(self, row: int, column: int) -> str:
        """Override FixedColumns.tip."""
        missing = column and self.score(row, column) is None
        return "Not scored yet, or undefined" if missing else self.signature(row)

    def _is_lower_better(self, row: int) -> bool:
        table = self.scoring.table
        return table is not None and not table.metrics[self.scoring.specs[row]].higher_is_better
