"""The choosers of the Explore page: which figure, of which columns, of which systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget

from meantree.escaping import escaped
from meantree_gui.actions import passing_menu
from meantree_gui.state.exploration import Exploration
from meantree_gui.state.figure_numbers import FigureKind
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.layouts import FlowLayout, together

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

SHORTEST_NAME = 5
"""So many letters of what is chosen can be read in the narrowest window."""
LONGEST_KIND = 10
SAID = {
    "kind": ("", "Figure", "Which figure is drawn"),
    "x": ("", "First column", "A metric, rating or length; the figure has it below"),
    "y": ("against", "Second column", "A metric, rating or length; the figure has it at the left"),
    "correlation": ("by", "Correlation", "Which correlation is computed"),
    "unit": ("", "Kind of units", "What is counted"),
    "fault": ("by", "Missed or extra", "What the references have and translations miss, or the other way round"),
    "systems": ("of", "Systems", "Whose translations are shown"),
}
"""Before each chooser, aloud, and in its tip."""


class ExploreChoices(QWidget):
    """A row of choosers; those that the figure does not take are hidden."""

    def __init__(self, exploration: Exploration) -> None:
        super().__init__()
        self.exploration = exploration
        self.kind, self.first, self.second, self.correlation = (StillComboBox() for _ in range(4))
        self.unit, self.fault, self.systems = (StillComboBox() for _ in range(3))
        self.columns = QToolButton()
        self._pairs: dict[QWidget, QWidget] = {}
        self._tips: dict[QComboBox, str] = {}
        row = FlowLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        choosers = (self.kind, self.first, self.second, self.correlation, self.unit, self.fault, self.systems)
        for chooser, (label, name, tip) in zip(choosers, SAID.values(), strict=True):
            chooser.setAccessibleName(name)
            self._tips[chooser] = tip
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chooser.setMinimumContentsLength(LONGEST_KIND if chooser is self.kind else SHORTEST_NAME)
            if chooser is self.correlation:
                row.addWidget(self.columns)
            self._pairs[chooser] = together(label, chooser)
            row.addWidget(self._pairs[chooser])
            chooser.activated.connect(self._ask)
        self.columns.setToolTip("Which metrics, ratings and lengths are correlated")
        self.columns.setAccessibleName("Columns")
        self.columns.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.columns.clicked.connect(self.choose_columns)
        exploration.restarted.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """What there is to choose from, and what is chosen."""
        from meantree.evaluation.correlations import CORRELATIONS

        exploration, asked = self.exploration, self.exploration.request
        columns = [(self._title(one), one) for one in exploration.columns]
        self.kind.set_entries([(kind.value, kind.name) for kind in FigureKind], asked.kind.name)
        self.first.set_entries(columns, asked.x)
        self.second.set_entries(columns, asked.y)
        letters = [(f"{name.title()}'s {letter}", name) for name, letter in CORRELATIONS.items()]
        self.correlation.set_entries(letters, asked.correlation)
        kinds = exploration.unit_kinds if asked.kind is FigureKind.UNITS else ()
        self.unit.set_entries([(kind.title, kind.name) for kind in kinds], asked.unit)
        self.fault.set_entries([("most missed", "missed"), ("most extra", "extra")], asked.fault)
        scored = exploration.scored_systems
        chosen = [(escaped(exploration.selection.system), False), (f"all {len(scored)} scored systems", True)]
        self.systems.set_entries(chosen, exploration.choice.all_systems)
        self.columns.setText(f"{len(asked.columns)} columns")
        several, of_units = asked.kind is FigureKind.CORRELATIONS, asked.kind is FigureKind.UNITS
        self._show(
            {
                self.first: not several and not of_units,
                self.second: asked.kind is FigureKind.SCATTER,
                self.columns: several,
                self.correlation: several,
                self.unit: of_units,
                self.fault: of_units,
                self.systems: not of_units and (len(scored) > 1 or exploration.choice.all_systems),
            }
        )
        for chooser, tip in self._tips.items():
            chooser.setToolTip(f"<p>{escape(f'{tip}: {chooser.currentText()}')}</p>")

    def choose_columns(self) -> None:
        """Which columns are correlated: a menu below the button."""
        self.columns_menu().popup(self.columns.mapToGlobal(self.columns.rect().bottomLeft()))

    def columns_menu(self) -> QMenu:
        """A menu of all columns; those that are correlated are checked."""
        chosen = self.exploration.request.columns
        menu = passing_menu(self)
        for column in self.exploration.columns:
            action = QAction(self._title(column).replace("&", "&&"), menu)
            action.setCheckable(True)
            action.setChecked(column in chosen)
            action.toggled.connect(lambda on, column=column: self._toggle(column, on))
            menu.addAction(action)
        return menu

    def _toggle(self, column: str, on: bool) -> None:
        chosen = {*self.exploration.request.columns, column} if on else {*self.exploration.request.columns} - {column}
        if len(chosen) > 1:  # one column has nothing to be correlated with
            kept = tuple(one for one in self.exploration.columns if one in chosen)
            self.exploration.choose(replace(self.exploration.choice, columns=kept))

    def _title(self, column: str) -> str:
        return self.exploration.title_of(column)

    def _ask(self) -> None:
        asked, wish = self.exploration.request, self.exploration.choice
        wish = replace(wish, kind=self.kind.currentData(), correlation=self.correlation.currentData())
        wish = replace(wish, all_systems=bool(self.systems.currentData()), fault=self.fault.currentData())
        if self.unit.count():
            wish = replace(wish, unit=self.unit.currentData())
        if self.first.currentData() != asked.x:
            wish = replace(wish, x=self.first.currentData())
        if self.second.currentData() != asked.y:
            wish = replace(wish, y=self.second.currentData())
        self.exploration.choose(wish)

    def _show(self, escaped: Mapping[QWidget, bool]) -> None:
        """Show and hide choosers with their labels; what goes first, else the window would grow to hold them all."""
        for is_shown in (False, True):
            for chooser in (one for one, wanted in escaped.items() if wanted is is_shown):
                self._pairs.get(chooser, chooser).setVisible(is_shown)
