"""The scores of one segment and its system, one row a metric."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from meantree_gui.state.selection import Selection
from meantree_gui.widgets.cells import SHARES, Bounds, Cell, bounds, score_cell
from meantree_gui.widgets.tables import Column, ListModel

UNDEFINED = "Not scored yet, or undefined"


class ScoreModel(ListModel[str]):
    """Scores of the chosen segment and of its system, against the chosen reference or all, by their metrics."""

    def __init__(self, selection: Selection) -> None:
        def scored(title: str, score: Callable[[str], float | None]) -> Column[str]:
            def said(spec: str) -> tuple[str]:
                return (UNDEFINED if score(spec) is None else self.signature(spec),)

            return Column(title, lambda spec: self._cell(spec, score(spec)), says=said)

        name = Column("metric", self._name, says=lambda spec: (self.signature(spec),))
        super().__init__((name, scored("segment", self.of_segment), scored("system", self.of_system)))
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

    def of_segment(self, spec: str) -> float | None:
        """The score of the chosen segment."""
        table, selection = self.scoring.table, self.selection
        return table.segment_score(selection.system, spec, selection.place) if table is not None else None

    def of_system(self, spec: str) -> float | None:
        """The score of its system; kept until one of its segments has another."""
        table, system = self.scoring.table, self.selection.system
        if table is None:
            return None
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

    def signature(self, spec: str) -> str:
        """What must be the same to get the same score again."""
        from meantree.scoring.provenance import signature

        table = self.scoring.table
        if table is None:
            return ""
        provenance = replace(table.provenance(self.workspace.store), annotator=self.workspace.annotator)
        return signature(table.metrics[spec], provenance)

    def _reset(self) -> None:
        """Other metrics, perhaps."""
        self._systems, self._bounds = {}, {}
        self.show(self.scoring.specs)

    def _reload(self) -> None:
        self._systems, self._bounds = {}, {}
        self._repaint()

    def _repaint(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 2))

    def _name(self, spec: str) -> Cell:
        return Cell(spec + (" ↓" if self._is_lower_better(spec) else ""), is_heading=spec == self.selection.focus)

    def _cell(self, spec: str, score: float | None) -> Cell:
        is_bad = self._is_lower_better(spec)
        return score_cell(score, is_bad=is_bad, within=SHARES if score is None else self._within(spec, is_bad=is_bad))

    def _is_lower_better(self, spec: str) -> bool:
        table = self.scoring.table
        return table is not None and not table.metrics[spec].higher_is_better
