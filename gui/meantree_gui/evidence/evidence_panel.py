"""The right panel: the scores, the derivation of the score in focus, and its units or features."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from meantree.alignment.word_status import DIFFERENCES
from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.corpus.corpus import SIDES
from meantree.metrics.derivation import SCORE, Derivation, Step
from meantree.metrics.evidence import Term, Unit
from meantree.metrics.registry import compares, explanation, metric
from meantree.numbers import aligned, amount, fixed, full
from meantree.scoring.provenance import signature
from meantree_gui import theme
from meantree_gui.actions import GO_PAGE, Command, passing_menu
from meantree_gui.evidence.feature_list import FeatureList, feature_summary
from meantree_gui.evidence.finding_list import FindingList
from meantree_gui.evidence.unit_list import UnitList, unit_summary
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import SHARES, Bounds, Cell, bounds, score_cell
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import ROW_HEIGHT, Column, ListModel, RowTable

WORDS_FROM = 300
"""The width in pixels from which a list of scores says what each metric compares."""
WIDTH = 68
"""The width of a score in pixels."""
UNDEFINED = "Not scored yet, or undefined"
HEADER_HEIGHT = 30
NARROWEST = 240
SCORES, FEWEST_SCORES, SCORES_SHARE = 8, 3, 0.25
"""The number of rows of scores at most and at least, and their share of the height in between."""
STEP_HEIGHT, MAX_VISIBLE_STEPS = 20, 7
"""The height of a step of the derivation in pixels, and the number of visible steps."""
_NAME = re.compile(r"[A-Za-z_]\w*")


class EvidencePanel(QWidget):
    """Shows scores above; below them the derivation and units of the score in focus, or a learned metric's features.

    Signals:
        chosen: the unit or feature to highlight, or ``None``.
        wanted: the panel must be shown if it is hidden.
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
        self.steps.setMinimumHeight(STEP_HEIGHT + 4)  # the last step, the score; a low window has no room for more
        header = self.steps.horizontalHeader()
        header.hide()
        for place in (0, 2):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.ResizeToContents)
        self.title, self.sum = plain_label(role="title"), plain_label(wrapped=True)
        self.findings = FindingList(selection)
        self.units, self.features = UnitList(), FeatureList()
        self.lists = QStackedWidget()
        self.lists.addWidget(self.units)
        self.lists.addWidget(self.features)
        self._splitter, self._is_moved = QSplitter(Qt.Orientation.Vertical), False
        self._arrange()
        self.lists.currentChanged.connect(lambda _place: self._fit_lists())
        self._fit_lists()
        self.steps.verticalScrollBar().rangeChanged.connect(self.steps.scrollToBottom)  # the last step is the score
        self.units.table.chosen.connect(self.chosen)
        self.features.chosen.connect(self.chosen)
        self.scores.chosen.connect(self._focus)
        self.scores.customContextMenuRequested.connect(
            lambda where: self.signature_menu().popup(self.scores.viewport().mapToGlobal(where))
        )
        selection.comparison_changed.connect(self._show)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands whose keys work everywhere."""
        more = "List or hide less probable findings"
        return (
            Command("go_to_evidence", "Go to the evidence", GO_PAGE, self.go_to_list, ("F8",)),
            Command("go_to_findings", "Go to the findings", GO_PAGE, self.go_to_findings, ("Shift+F8",)),
            Command("toggle_findings", more, "View", self.toggle_findings, ("Ctrl+F8",)),
        )

    def go_to_list(self) -> None:
        """Give the keyboard focus to the list, and show the panel if it is hidden."""
        self.wanted.emit()
        (self.features.table if self.lists.currentWidget() is self.features else self.units.table).setFocus()

    def go_to_findings(self) -> None:
        """Give the keyboard focus to the findings, and show the panel if it is hidden."""
        self.wanted.emit()
        self.findings.focus_list()

    def toggle_findings(self) -> None:
        """List or hide the less probable findings, and show the panel if it is hidden."""
        self.wanted.emit()
        self.findings.toggle_more()

    def select(self, evidence: Sequence[Unit | Term]) -> None:
        """Select the rows of units or features."""
        terms = [item for item in evidence if isinstance(item, Term)]
        if terms:
            self.features.select(terms)
        else:
            self.units.select([item for item in evidence if isinstance(item, Unit)])

    def signature_menu(self) -> QMenu:
        """Return the menu that copies the signature of the selected score."""
        menu, spec = passing_menu(self), self.scores.current
        action = menu.addAction("Copy signature")
        action.setEnabled(spec is not None)
        action.triggered.connect(lambda: QGuiApplication.clipboard().setText(self.score_model.signature(spec)))
        return menu

    def _arrange(self) -> None:
        lower = QWidget()
        in_column(lower, self.findings, self.title, self.sum, self.steps, (self.lists, 1), margins=(0, 2, 0, 0))
        self._splitter.addWidget(self.scores)
        self._splitter.addWidget(lower)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.splitterMoved.connect(self._stop_sharing)
        in_column(self, self._splitter, margins=(4, 4, 6, 4))

    def _fit_lists(self) -> None:
        """Let the list that is shown alone determine the least height."""
        for page in (self.units, self.features):
            is_shown = page is self.lists.currentWidget()
            policy = QSizePolicy.Policy.Preferred if is_shown else QSizePolicy.Policy.Ignored
            page.setSizePolicy(QSizePolicy.Policy.Preferred, policy)

    def _stop_sharing(self) -> None:
        self._is_moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: share the height, unless the user moved the handle."""
        super().resizeEvent(event)
        if not self._is_moved:
            scores = min(HEADER_HEIGHT + ROW_HEIGHT * SCORES, round(SCORES_SHARE * self.height()))
            self._splitter.setSizes([scores, self.height() - scores])
        self._show_focus()

    def _show_focus(self) -> None:
        """Select the row of the metric in focus and scroll to it."""
        specs = self.scoring.specs
        if self.selection.focus in specs:
            row = specs.index(self.selection.focus)
            with QSignalBlocker(self.scores.selectionModel()):
                if self.selection.view == DIFFERENCES:  # any row can be chosen
                    self.scores.setCurrentIndex(QModelIndex())
                else:
                    self.scores.selectRow(row)
            if not QGuiApplication.mouseButtons():  # else Qt would select the row that comes under the mouse
                self.scores.scrollTo(self.score_model.index(row, 0))
            self.scores.viewport().update()

    def _focus(self, spec: str | None) -> None:
        if spec in self.scoring.specs:
            self.selection.choose_focus(spec)

    def _show(self, comparison: Comparison | str) -> None:
        self._show_focus()
        if isinstance(comparison, str):
            self.findings.show_comparison(None)
            self.units.show_comparison(None)
            self.features.show_prediction(None)
            self.title.setText("")
            self.title.setToolTip("")
            self.sum.setText("")
            self._derive(None)
            return
        prediction = Prediction.of(comparison.evidence)
        self.units.show_comparison(comparison)
        self.features.show_prediction(prediction)
        self.findings.show_comparison(comparison)  # last: what it selects stays highlighted
        self.lists.setCurrentWidget(self.units if prediction is None else self.features)
        kind = f" · {self.selection.kind}" if self.selection.kind else ""
        title = f"{'Units' if prediction is None else 'Features'} of {self.selection.focus}"
        self.title.setText((title if comparison.is_scored else "Words") + kind)
        if not comparison.is_scored:
            summary = "\n".join(f"{side}: {counts}" for side, counts in zip(SIDES, comparison.counts, strict=True))
        else:
            summary = unit_summary(comparison.units) if prediction is None else feature_summary(prediction)
        self.sum.setText(comparison.evidence.remark or summary)
        self._derive(comparison)

    def _derive(self, comparison: Comparison | None) -> None:
        """Show the derivation of the score from all its units, whichever kind is listed."""
        table = self.scoring.table
        is_scored = comparison is not None and comparison.is_scored
        metric = table.metrics.get(self.selection.focus) if is_scored and table is not None else None
        derivation = None
        if metric is not None and comparison is not None and not comparison.evidence.terms:  # others have a waterfall
            derivation = metric.derivation(comparison.evidence)
        steps = derivation.steps if derivation is not None else ()
        self.step_model.show(steps, step_columns(derivation))
        height = STEP_HEIGHT * min(len(steps), MAX_VISIBLE_STEPS) + 4
        # Otherwise everything below would be laid out again.
        if height != self.steps.maximumHeight() or self.steps.isHidden() == bool(steps):
            self.steps.setVisible(bool(steps))
            self.steps.setMaximumHeight(height)
        self.steps.scrollToBottom()  # the last step is the score
        self.title.setToolTip(explanation(metric) if metric is not None else "")


class ScoreModel(ListModel[str]):
    """The scores of the selected segment and system by all metrics, one row per metric."""

    def __init__(self, selection: Selection) -> None:
        def scored(title: str, tip: str, score: Callable[[str], float | None]) -> Column[str]:
            def tip_lines(spec: str) -> tuple[str]:
                is_undefined = score(spec) is None and spec not in self.scoring.verdicts
                return (UNDEFINED if is_undefined else self.signature(spec),)

            return Column(title, lambda spec: self._cell(spec, score(spec)), tip=tip, tip_lines=tip_lines, width=WIDTH)

        name = Column("metric", self._name, tip_lines=lambda spec: (self.signature(spec),))
        words = Column("compares", self._compares, room=WORDS_FROM)
        segment = scored("segment", "The score of this segment alone", self.of_segment)
        system = scored("system", "The score of all segments of this system together", self.of_system)
        super().__init__((name, words, segment, system))
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
        """Return the score of the selected segment."""
        table, selection = self.scoring.table, self.selection
        return table.segment_score(selection.system, spec, selection.place) if table is not None else None

    def of_system(self, spec: str) -> float | None:
        """Return the score of the selected system; it is cached until a score of its segments changes."""
        table, system = self.scoring.table, self.selection.system
        if table is None:
            return None
        if spec in self.scoring.unavailable:
            return None
        if (system, spec) not in self._systems:
            self._systems[system, spec] = table.system_score(system, spec)
        return self._systems[system, spec]

    def _within(self, spec: str, *, is_bad: bool) -> Bounds:
        """Return the values at which the bars of a metric begin and end, cached like system scores."""
        table, system = self.scoring.table, self.selection.system
        assert table is not None  # there is a score
        if (system, spec) not in self._bounds:
            column = table.columns.get((system, spec))
            has_scores = column is not None and bool(column.defined.any())
            scores = column.scores[column.defined] if column is not None and has_scores else None
            ends = () if scores is None else (float(scores.min()), float(scores.max()))
            self._bounds[system, spec] = bounds(ends, is_bad=is_bad)
        return self._bounds[system, spec]

    def signature(self, spec: str) -> str:
        """Return the signature of a metric: everything needed to reproduce its scores; or why it is not available."""
        table = self.scoring.table
        if table is None or spec in self.scoring.unavailable:
            return str(self.scoring.verdicts.get(spec, ""))
        provenance = replace(table.provenance(self.workspace.store), annotator=self.workspace.edited_name)
        verdict = f"{self.scoring.verdicts[spec]}; " if spec in self.scoring.verdicts else ""
        return verdict + signature(table.metrics[spec], provenance)

    def _reset(self) -> None:
        self._systems, self._bounds = {}, {}
        self.show((*self.scoring.specs, *self.scoring.unavailable))

    def _reload(self) -> None:
        self._systems, self._bounds = {}, {}
        self._repaint()

    def _repaint(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 3))

    def _compares(self, spec: str) -> Cell:
        return Cell(compares(self.workspace.metrics.get(spec) or metric(spec)), colour=QColor(theme.current().muted))

    def _name(self, spec: str) -> Cell:
        colour = QColor(theme.current().muted) if spec in self.scoring.unavailable else None
        title = spec + (" ↓" if self.scoring.is_lower_better(spec) else "")
        return Cell(title, colour=colour, is_heading=spec == self.selection.focus)

    def _cell(self, spec: str, score: float | None) -> Cell:
        if reason := self.scoring.unavailable.get(spec):
            return Cell(reason, colour=QColor(theme.current().muted))
        is_bad = self.scoring.is_lower_better(spec)
        return score_cell(score, is_bad=is_bad, within=SHARES if score is None else self._within(spec, is_bad=is_bad))


def step_columns(derivation: Derivation | None) -> tuple[Column[Step], ...]:
    """Return the columns of the steps of a derivation, with aligned decimal points."""
    steps = derivation.steps if derivation is not None else ()
    values = dict(derivation.values) if derivation is not None else {}
    texts = [fixed(step.value) if step.name == SCORE else amount(step.value) for step in steps]  # others are counts
    written = dict(zip((step.name for step in steps), aligned(texts), strict=True))

    def in_full(step: Step) -> str:
        """Return the formula, the formula with numbers in place of names, and the value."""
        filled = _NAME.sub(lambda name: full(values[name[0]]) if name[0] in values else name[0], step.formula)
        return f"{step.name} = {step.formula} = {filled} = {full(step.value)}"

    def column(title: str, text: Callable[[Step], str], *, is_number: bool = False) -> Column[Step]:
        return Column(title, text, is_number, tip_lines=lambda step: (in_full(step),), accessible_text=in_full)

    value = column("value", lambda step: written[step.name], is_number=True)
    return column("step", lambda step: step.name), column("formula", lambda step: step.formula), value
