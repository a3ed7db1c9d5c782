"""The right panel."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.metrics.derivation import SCORE, Derivation, Step
from meantree.metrics.evidence import Term, Unit
from meantree.numbers import aligned, amount, fixed, full
from meantree_gui.actions import Command, passing_menu
from meantree_gui.evidence.evidence_units import UnitList, unit_summary
from meantree_gui.evidence.feature_list import FeatureList, feature_summary
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.cells import SHARES, Bounds, Cell, bounds, score_cell
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import ROW_HEIGHT, Column, ListModel, RowTable

UNDEFINED = "Not scored yet, or undefined"


class ScoreModel(ListModel[str]):
    """Scores of the chosen segment and of its system, against the chosen reference or all, by their metrics."""

    def __init__(self, selection: Selection) -> None:
        def scored(title: str, score: Callable[[str], float | None]) -> Column[str]:
            def said(spec: str) -> tuple[str]:
                return (UNDEFINED if score(spec) is None else self.signature(spec),)

            return Column(title, lambda spec: self._cell(spec, score(spec)), tip_lines=said)

        name = Column("metric", self._name, tip_lines=lambda spec: (self.signature(spec),))
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


_NAME = re.compile(r"[A-Za-z_]\w*")


def step_columns(derivation: Derivation | None) -> tuple[Column[Step], ...]:
    """The steps of a derivation, with their points below each other."""
    steps = derivation.steps if derivation is not None else ()
    values = dict(derivation.values) if derivation is not None else {}
    written = dict(zip((step.name for step in steps), aligned([_written(step) for step in steps]), strict=True))

    def told(step: Step) -> str:
        """The formula, the same with numbers in place of names, and the value."""
        filled = _NAME.sub(lambda found: full(values[found[0]]) if found[0] in values else found[0], step.formula)
        return f"{step.name} = {step.formula} = {filled} = {full(step.value)}"

    shows: tuple[tuple[str, Callable[[Step], str]], ...] = (
        ("step", lambda step: step.name),
        ("formula", lambda step: step.formula),
        ("value", lambda step: written[step.name]),
    )
    return tuple(
        Column(title, show, is_number=title == "value", tip_lines=lambda step: (told(step),), accessible_text=told)
        for title, show in shows
    )


def _written(step: Step) -> str:
    """The score as in all tables, other steps as counts are: whole numbers as such."""
    return fixed(step.value) if step.name == SCORE else amount(step.value)


HEADER_HEIGHT = 30
NARROWEST = 240
SCORES, FEWEST_SCORES, SCORES_SHARE = 8, 3, 0.25
"""So many rows of scores are seen at first, and in the smallest window; else a share of the height."""
STEP_HEIGHT, MOST_STEPS = 20, 7
"""Of the steps of a derivation so many are seen at once."""


class EvidencePanel(QWidget):
    """Scores above, how the score in focus comes about and its units below, or the features of a learned metric.

    Signals:
        chosen: the unit or feature to light up, or None.
        wanted: it is to be seen, if it was hidden.
    """

    chosen = Signal(object)
    wanted = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring = selection, selection.scoring
        self.setMinimumWidth(NARROWEST)
        self.score_model, self.step_model = ScoreModel(selection), ListModel(step_columns(None))
        self.scores = RowTable(self.score_model, "Scores")
        self.scores.setMinimumHeight(HEADER_HEIGHT + ROW_HEIGHT * FEWEST_SCORES)
        self.scores.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.steps = RowTable(self.step_model, "How the score is computed")
        self.steps.verticalHeader().setDefaultSectionSize(STEP_HEIGHT)
        header = self.steps.horizontalHeader()
        header.hide()
        for place in (0, 2):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.ResizeToContents)
        self.title, self.sum = plain_label(role="title"), plain_label(wrapped=True)
        self.units, self.features = UnitList(), FeatureList()
        self.lists = QStackedWidget()
        self.lists.addWidget(self.units)
        self.lists.addWidget(self.features)
        self._rooms, self._shared_by_hand = QSplitter(Qt.Orientation.Vertical), False
        self._arrange()
        self.units.chosen.connect(self.chosen)
        self.features.chosen.connect(self.chosen)
        self.scores.selectionModel().currentRowChanged.connect(self._focus)
        self.scores.customContextMenuRequested.connect(
            lambda where: self.signature_menu().popup(self.scores.viewport().mapToGlobal(where))
        )
        selection.comparison_changed.connect(self._show)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What can be done with it from everywhere."""
        return (
            Command("go_to_evidence", "Go to the evidence", "Go", self.go_to_list, ("F8",)),
            Command("next_waterfall", "Next waterfall", "View", self.features.next_way, ("Ctrl+Shift+W",)),
        )

    def go_to_list(self) -> None:
        """Keys go to what is listed; it is shown if it was hidden."""
        self.wanted.emit()
        (self.features.tree if self.lists.currentWidget() is self.features else self.units.table).setFocus()

    def select(self, found: Sequence[Unit | Term]) -> None:
        """Select the rows of what stands for something that was clicked."""
        terms = [one for one in found if isinstance(one, Term)]
        if terms:
            self.features.select(terms)
        else:
            self.units.select([one for one in found if isinstance(one, Unit)])

    def signature_menu(self) -> QMenu:
        """Copy the signature of the chosen score."""
        menu = passing_menu(self)
        row = self.scores.currentIndex().row()
        action = menu.addAction("Copy signature")
        action.setEnabled(row >= 0)
        action.triggered.connect(
            lambda: QGuiApplication.clipboard().setText(self.score_model.signature(self.score_model.rows[row]))
        )
        return menu

    def _arrange(self) -> None:
        lower = QWidget()
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 2, 0, 0)
        for widget in (self.title, self.sum, self.steps):
            column.addWidget(widget)
        column.addWidget(self.lists, 1)
        self._rooms.addWidget(self.scores)
        self._rooms.addWidget(lower)
        self._rooms.setChildrenCollapsible(False)
        self._rooms.setStretchFactor(1, 1)
        self._rooms.splitterMoved.connect(self._keep_shares)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(4, 4, 6, 4)
        outer.addWidget(self._rooms)

    def _keep_shares(self) -> None:
        self._shared_by_hand = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: scores have their share of the height, unless the user gave another one."""
        super().resizeEvent(event)
        if not self._shared_by_hand:
            scores = min(HEADER_HEIGHT + ROW_HEIGHT * SCORES, round(SCORES_SHARE * self.height()))
            self._rooms.setSizes([scores, self.height() - scores])
        self._show_focus()

    def _show_focus(self) -> None:
        """The row of the metric in focus is chosen, and seen."""
        specs = self.scoring.specs
        if self.selection.focus in specs:
            row = specs.index(self.selection.focus)
            with QSignalBlocker(self.scores.selectionModel()):
                self.scores.selectRow(row)
            self.scores.scrollTo(self.score_model.index(row, 0))
            self.scores.viewport().update()

    def _focus(self, current: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self.scoring.specs):
            self.selection.choose_focus(self.scoring.specs[current.row()])

    def _show(self, shown: Comparison | str) -> None:
        self._show_focus()
        if isinstance(shown, str):
            self.units.show_comparison(None)
            self.features.show_prediction(None)
            self.title.setText("")
            self.title.setToolTip("")
            self.sum.setText("")
            self._derive(None)
            return
        prediction = Prediction.of(shown.evidence)
        self.units.show_comparison(shown)
        self.features.show_prediction(prediction)
        self.lists.setCurrentWidget(self.units if prediction is None else self.features)
        kind = f" · {self.selection.kind}" if self.selection.kind else ""
        self.title.setText(f"{'Units' if prediction is None else 'Features'} of {self.selection.focus}{kind}")
        self.sum.setText(unit_summary(shown.units) if prediction is None else feature_summary(prediction))
        self._derive(shown)

    def _derive(self, shown: Comparison | None) -> None:
        """Show how the score comes about; all its units take part, whatever kind of them is shown."""
        from meantree.metrics.registry import explanation

        table = self.scoring.table
        metric = table.metrics.get(self.selection.focus) if shown is not None and table is not None else None
        derivation = None
        if metric is not None and shown is not None and not shown.evidence.terms:  # else the waterfall says it
            derivation = metric.derivation(shown.evidence)
        rows = len(derivation.steps) if derivation is not None else 0
        self.step_model.show(derivation.steps if derivation is not None else (), step_columns(derivation))
        height = STEP_HEIGHT * min(rows, MOST_STEPS) + 4
        if height != self.steps.height() or self.steps.isHidden() == (
            rows > 0
        ):  # else all below would be laid out anew
            self.steps.setVisible(rows > 0)
            self.steps.setFixedHeight(height)
        self.steps.scrollToBottom()  # where the score stands
        self.title.setToolTip(explanation(metric) if metric is not None else "")
