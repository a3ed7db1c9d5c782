"""The right panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from meantree.comparison.content import Comparison
from meantree.metrics.evidence import Status, Unit
from meantree.picture.numbers import short
from meantree_gui.cells import CellDelegate
from meantree_gui.command import Command
from meantree_gui.evidence.scores import ScoreModel
from meantree_gui.evidence.steps import StepModel
from meantree_gui.evidence.units import IN_COLUMN, LineDelegate, UnitModel, UnitProxy
from meantree_gui.popup import passing_menu
from meantree_gui.state.selection import Selection

SCORES_HEIGHT = 30 + 26 * 8
STEP_HEIGHT, MOST_STEPS = 20, 7
"""Of the steps of a derivation so many are seen at once."""


class EvidencePanel(QWidget):
    """Scores above, how the score in focus comes about and its units below.

    Signals:
        unit_chosen: the unit to light up, or None.
    """

    unit_chosen = Signal(object)

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring = selection, selection.scoring
        self.setMinimumWidth(360)
        self.score_model = ScoreModel(selection)
        self.scores = _table(self.score_model)
        self.scores.setAccessibleName("Scores")
        self.scores.setMinimumHeight(30 + 26 * 3)
        self.scores.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.unit_model = UnitModel()
        self.proxy = UnitProxy(self.unit_model)
        self.units = _table(self.proxy)
        self.units.setAccessibleName("Evidence")
        self.units.setItemDelegateForColumn(0, LineDelegate(self.units))
        self.units.setSortingEnabled(True)
        self.units.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        for place, width in enumerate((26, 110, 70, 52, 46, 46, 34)):
            self.units.setColumnWidth(place, width)
        for stretched in (1, 2):
            self.units.horizontalHeader().setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
        self.scores.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.step_model = StepModel()
        self.steps = _table(self.step_model)
        self.steps.setAccessibleName("How the score is computed")
        self.steps.horizontalHeader().hide()
        self.steps.verticalHeader().setDefaultSectionSize(STEP_HEIGHT)
        for place, mode in enumerate(
            (
                QHeaderView.ResizeMode.ResizeToContents,
                QHeaderView.ResizeMode.Stretch,
                QHeaderView.ResizeMode.ResizeToContents,
            )
        ):
            self.steps.horizontalHeader().setSectionResizeMode(place, mode)
        self.title, self.sum = QLabel(), QLabel()
        self.title.setProperty("role", "title")
        self.sum.setProperty("role", "muted")
        self.sum.setWordWrap(True)
        self.text = QLineEdit()
        self.text.setPlaceholderText("Search the units")
        self.text.setClearButtonEnabled(True)
        self.status = QComboBox()
        self.status.addItems(["all", *(status.value for status in Status)])
        self._arrange()
        self.text.textChanged.connect(self._filter)
        self.status.currentTextChanged.connect(self._filter)
        self.units.selectionModel().currentRowChanged.connect(self._choose)
        self.scores.selectionModel().currentRowChanged.connect(self._focus)
        self.scores.customContextMenuRequested.connect(
            lambda where: self.signature_menu().popup(self.scores.viewport().mapToGlobal(where))
        )
        selection.comparison_changed.connect(self._show)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What can be done with it from everywhere."""
        return (Command("go_to_evidence", "Go to the evidence", "Go", self.units.setFocus, ("F8",)),)

    def signature_menu(self) -> QMenu:
        """Copy the signature of the chosen score."""
        menu = passing_menu(self)
        row = self.scores.currentIndex().row()
        action = menu.addAction("Copy signature")
        action.setEnabled(row >= 0)
        action.triggered.connect(lambda: QGuiApplication.clipboard().setText(self.score_model.signature(row)))
        return menu

    def _arrange(self) -> None:
        find = QHBoxLayout()
        find.addWidget(self.text, 1)
        find.addWidget(self.status)
        lower = QWidget()
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 2, 0, 0)
        column.addWidget(self.title)
        column.addWidget(self.sum)
        column.addWidget(self.steps)
        column.addLayout(find)
        column.addWidget(self.units, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.scores)
        splitter.addWidget(lower)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([SCORES_HEIGHT, 1000])
        splitter.setStretchFactor(1, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(4, 4, 6, 4)
        outer.addWidget(splitter)

    def _filter(self) -> None:
        status = self.status.currentText()
        self.proxy.set_filter(self.text.text(), "" if status == "all" else status)

    def _choose(self, current: QModelIndex) -> None:
        place = self.proxy.mapToSource(current).row() if current.isValid() else -1
        self.unit_chosen.emit(self.unit_model.units[place] if place >= 0 else None)

    def _focus(self, current: QModelIndex) -> None:
        if current.isValid() and current.row() < len(self.scoring.specs):
            self.selection.choose_focus(self.scoring.specs[current.row()])

    def _show(self, shown: Comparison | str) -> None:
        if isinstance(shown, str):
            self.unit_model.show_units(())
            self.title.setText("")
            self.title.setToolTip("")
            self.sum.setText("")
            self._derive(None)
            return
        references = shown.pair.reference_names
        self.unit_model.show_units(shown.units, references)
        self.units.setColumnHidden(IN_COLUMN, len(references) < 2)
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


def summary(units: Sequence[Unit]) -> str:
    """The sums that the score is computed from."""
    sides = []
    for name in ("hypothesis", "reference"):
        counts = [(min(unit.matched, getattr(unit, name)), getattr(unit, name)) for unit in units]
        sides.append((short(sum(one for one, _ in counts), 4), short(sum(two for _, two in counts), 4)))
    (hyp, hyp_all), (ref, ref_all) = sides
    second = f"{ref_all} in the reference" if hyp == ref else f"{ref} of {ref_all} in the reference"
    return f"{len(units)} units: matched {hyp} of {hyp_all} in the hypothesis, {second}"


def _table(model: UnitProxy | ScoreModel | StepModel) -> QTableView:
    table = QTableView()
    table.setModel(model)
    table.setItemDelegate(CellDelegate(table))
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setShowGrid(False)
    table.horizontalHeader().setHighlightSections(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(26)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return table
