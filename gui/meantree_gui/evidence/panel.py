"""The right panel."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView, QMenu, QSplitter, QVBoxLayout, QWidget

from meantree.comparison.content import Comparison
from meantree_gui.command import Command
from meantree_gui.evidence.scores import ScoreModel
from meantree_gui.evidence.steps import StepModel
from meantree_gui.evidence.tables import ROW_HEIGHT, line_of_text, table_of
from meantree_gui.evidence.unit_list import UnitList, summary
from meantree_gui.popup import passing_menu
from meantree_gui.state.selection import Selection

HEADER_HEIGHT = 30
SCORES, FEWEST_SCORES = 8, 3
"""So many rows are seen at first, and in the smallest window."""
STEP_HEIGHT, MOST_STEPS = 20, 7
"""Of the steps of a derivation so many are seen at once."""


class EvidencePanel(QWidget):
    """Scores above, how the score in focus comes about and its units below.

    Signals:
        chosen: the unit to light up, or None.
    """

    chosen = Signal(object)

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring = selection, selection.scoring
        self.setMinimumWidth(360)
        self.score_model, self.step_model = ScoreModel(selection), StepModel()
        self.scores = table_of(self.score_model, "Scores")
        self.scores.setMinimumHeight(HEADER_HEIGHT + ROW_HEIGHT * FEWEST_SCORES)
        self.scores.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.scores.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.steps = table_of(self.step_model, "How the score is computed")
        self.steps.verticalHeader().setDefaultSectionSize(STEP_HEIGHT)
        header = self.steps.horizontalHeader()
        header.hide()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.title, self.sum = line_of_text("title"), line_of_text()
        self.units = UnitList()
        self._arrange()
        self.units.chosen.connect(self.chosen)
        self.scores.selectionModel().currentRowChanged.connect(self._focus)
        self.scores.customContextMenuRequested.connect(
            lambda where: self.signature_menu().popup(self.scores.viewport().mapToGlobal(where))
        )
        selection.comparison_changed.connect(self._show)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What can be done with it from everywhere."""
        return (Command("go_to_evidence", "Go to the evidence", "Go", self.units.table.setFocus, ("F8",)),)

    def signature_menu(self) -> QMenu:
        """Copy the signature of the chosen score."""
        menu = passing_menu(self)
        row = self.scores.currentIndex().row()
        action = menu.addAction("Copy signature")
        action.setEnabled(row >= 0)
        action.triggered.connect(lambda: QGuiApplication.clipboard().setText(self.score_model.signature(row)))
        return menu

    def _arrange(self) -> None:
        lower = QWidget()
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 2, 0, 0)
        for widget in (self.title, self.sum, self.steps):
            column.addWidget(widget)
        column.addWidget(self.units, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.scores)
        splitter.addWidget(lower)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([HEADER_HEIGHT + ROW_HEIGHT * SCORES, 1000])
        splitter.setStretchFactor(1, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(4, 4, 6, 4)
        outer.addWidget(splitter)

    def _focus(self, current: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self.scoring.specs):
            self.selection.choose_focus(self.scoring.specs[current.row()])

    def _show(self, shown: Comparison | str) -> None:
        if isinstance(shown, str):
            self.units.show_comparison(None)
            self.title.setText("")
            self.title.setToolTip("")
            self.sum.setText("")
            self._derive(None)
            return
        self.units.show_comparison(shown)
        with QSignalBlocker(self.scores.selectionModel()):
            self.scores.selectRow(self.scoring.specs.index(self.selection.focus))
        self.scores.viewport().update()
        kind = f" · {self.selection.kind}" if self.selection.kind else ""
        self.title.setText(f"Units of {self.selection.focus}{kind}")
        self.sum.setText(summary(shown.units))
        self._derive(shown)

    def _derive(self, shown: Comparison | None) -> None:
        """Show how the score comes about; all its units take part, whatever kind of them is shown."""
        from meantree.metrics.explanations import explanation

        table = self.scoring.table
        metric = table.metrics.get(self.selection.focus) if shown is not None and table is not None else None
        derivation = metric.derivation(shown.evidence) if metric is not None and shown is not None else None
        self.step_model.show_derivation(derivation)
        rows = len(self.step_model.steps)
        height = STEP_HEIGHT * min(rows, MOST_STEPS) + 4
        if height != self.steps.height() or self.steps.isHidden() == (
            rows > 0
        ):  # else all below would be laid out anew
            self.steps.setVisible(rows > 0)
            self.steps.setFixedHeight(height)
        self.steps.scrollToBottom()  # where the score stands
        self.title.setToolTip(explanation(metric) if metric is not None else "")
