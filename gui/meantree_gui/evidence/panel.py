"""The right panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.metrics.evidence import Term, Unit
from meantree_gui.actions import Command, passing_menu
from meantree_gui.evidence.feature_list import FeatureList
from meantree_gui.evidence.feature_list import summary as feature_summary
from meantree_gui.evidence.scores import ScoreModel
from meantree_gui.evidence.steps import columns_of
from meantree_gui.evidence.tables import line_of_text
from meantree_gui.evidence.unit_list import UnitList, summary
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.tables import ROW_HEIGHT, ListModel, RowTable

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
        self.score_model, self.step_model = ScoreModel(selection), ListModel(columns_of(None))
        self.scores = RowTable(self.score_model, "Scores")
        self.scores.setMinimumHeight(HEADER_HEIGHT + ROW_HEIGHT * FEWEST_SCORES)
        self.scores.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.steps = RowTable(self.step_model, "How the score is computed")
        self.steps.verticalHeader().setDefaultSectionSize(STEP_HEIGHT)
        header = self.steps.horizontalHeader()
        header.hide()
        for place in (0, 2):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.ResizeToContents)
        self.title, self.sum = line_of_text("title"), line_of_text()
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
        self.sum.setText(summary(shown.units) if prediction is None else feature_summary(prediction))
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
        self.step_model.show(derivation.steps if derivation is not None else (), columns_of(derivation))
        height = STEP_HEIGHT * min(rows, MOST_STEPS) + 4
        if height != self.steps.height() or self.steps.isHidden() == (
            rows > 0
        ):  # else all below would be laid out anew
            self.steps.setVisible(rows > 0)
            self.steps.setFixedHeight(height)
        self.steps.scrollToBottom()  # where the score stands
        self.title.setToolTip(explanation(metric) if metric is not None else "")
