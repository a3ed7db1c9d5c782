"""What a figure of the Figures tab shows: its choosers, its chart, what it states, and its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from meantree.escaping import escaped
from meantree.evaluation.correlations import CORRELATIONS
from meantree.evaluation.value_table import ValueTable
from meantree_gui.actions import passing_menu
from meantree_gui.state.exploration import Exploration
from meantree_gui.state.figure_numbers import FigureKind
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.layouts import ChooserRow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from meantree.reporting.figures.canvas import Chart, Size
    from meantree.reporting.figures.distributions import Series
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree_gui.state.figure_numbers import Numbers


SHORTEST_NAME = 5
"""The number of letters of a choice that are legible in the narrowest window."""
LONGEST_KIND = 10
"""The same for the kind of figure."""
CHOOSERS = {
    "kind": ("", "Figure", "The kind of figure"),
    "first": ("", "First column", "A metric, rating or length, on the vertical axis of a scatter"),
    "second": ("against", "Second column", "A metric, rating or length, on the horizontal axis"),
    "correlation": ("by", "Correlation", "The correlation coefficient"),
    "unit": ("", "Kind of units", "The units that are counted"),
    "fault": ("by", "Missed or extra", "Units that translations miss, or that they have in addition to the reference"),
    "systems": ("of", "Systems", "The systems whose translations are in the figure"),
}
"""Label, accessible name and tooltip of each chooser."""


class ExploreChoices(ChooserRow):
    """A row of choosers; those that do not apply to the figure are hidden."""

    def __init__(self, exploration: Exploration) -> None:
        super().__init__(SHORTEST_NAME)
        self.exploration = exploration
        self._tips: dict[StillComboBox, str] = {}
        self.kind = self._add("kind", letters=LONGEST_KIND)
        self.first, self.second = self._add("first"), self._add("second")
        self.columns = QToolButton()
        self.row.addWidget(self.columns)
        self.correlation, self.unit, self.fault, self.systems = map(self._add, list(CHOOSERS)[3:])
        self.columns.setToolTip("The metrics, ratings and lengths that are correlated")
        self.columns.setAccessibleName("Columns")
        self.columns.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.columns.clicked.connect(self.choose_columns)
        exploration.restarted.connect(self.fill)
        self.fill()

    def _add(self, which: str, *, letters: int = 0) -> StillComboBox:
        chooser = self.add(*CHOOSERS[which], self._choose, letters=letters)
        self._tips[chooser] = chooser.toolTip()
        return chooser

    def fill(self) -> None:
        """Fill the choosers and show the present choice."""
        exploration, request = self.exploration, self.exploration.request
        columns = [(self._title(column), column) for column in exploration.columns]
        self.kind.set_entries([(kind.value, kind) for kind in FigureKind], request.kind)
        self.first.set_entries(columns, request.first)
        self.second.set_entries(columns, request.second)
        correlations = [(f"{name.title()}'s {letter}", name) for name, letter in CORRELATIONS.items()]
        self.correlation.set_entries(correlations, request.correlation)
        kinds = exploration.unit_kinds if request.kind is FigureKind.UNITS else ()
        self.unit.set_entries([(kind.title, kind.name) for kind in kinds], request.unit)
        self.fault.set_entries([("most missed", "missed"), ("most extra", "extra")], request.fault)
        scored = exploration.scored_systems
        systems = [(escaped(exploration.selection.system), False), (f"all {len(scored)} scored systems", True)]
        self.systems.set_entries(systems, exploration.choice.all_systems)
        self.columns.setText(f"{len(request.columns)} columns")
        is_matrix, is_of_units = request.kind is FigureKind.CORRELATIONS, request.kind is FigureKind.UNITS
        self.show_only(
            {
                self.first: not is_matrix and not is_of_units,
                self.second: request.kind is FigureKind.SCATTER,
                self.columns: is_matrix,
                self.correlation: is_matrix,
                self.unit: is_of_units,
                self.fault: is_of_units,
                self.systems: not is_of_units and (len(scored) > 1 or exploration.choice.all_systems),
            }
        )
        for chooser, tip in self._tips.items():
            chooser.setToolTip(f"<p>{escape(f'{tip}: {chooser.currentText()}')}</p>")

    def choose_columns(self) -> None:
        """Open a menu below the button to choose the correlated columns."""
        self.columns_menu().popup(self.columns.mapToGlobal(self.columns.rect().bottomLeft()))

    def columns_menu(self) -> QMenu:
        """Return a menu of all columns; the correlated ones are checked."""
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
        if len(chosen) > 1:  # a correlation needs two columns
            columns = tuple(column for column in self.exploration.columns if column in chosen)
            self.exploration.choose(replace(self.exploration.choice, columns=columns))

    def _title(self, column: str) -> str:
        return self.exploration.title_of(column)

    def _choose(self) -> None:
        request, choice = self.exploration.request, self.exploration.choice
        choice = replace(choice, kind=self.kind.currentData(), correlation=self.correlation.currentData())
        choice = replace(choice, all_systems=bool(self.systems.currentData()), fault=self.fault.currentData())
        if self.unit.count():
            choice = replace(choice, unit=self.unit.currentData())
        if self.first.currentData() != request.first:
            choice = replace(choice, first=self.first.currentData())
        if self.second.currentData() != request.second:
            choice = replace(choice, second=self.second.currentData())
        self.exploration.choose(choice)


def chart_of(numbers: Numbers, titles: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """Return the figure; ``titles`` are the titles of its columns."""
    from meantree.reporting.figures import distributions, matrices, overviews

    request = numbers.request
    if request.kind is FigureKind.CORRELATIONS:
        return matrices.correlation_matrix(numbers.matrix, titles, style, size)
    first = numbers.values(request.first)
    if request.kind is FigureKind.DISTRIBUTION:
        return distributions.distribution(first, titles[0], _by(numbers, "system"), style, size)
    if request.kind is FigureKind.DOCUMENTS:
        documents = overviews.shown_documents(first, _by(numbers, "document"), size[1])
        return overviews.document_boxes(first, titles[0], documents, style, size)
    return distributions.scatter(
        numbers.values(request.second), first, (titles[-1], titles[0]), _by(numbers, "system"), style, size
    )


def _by(numbers: Numbers, column: str) -> list[Series]:
    """Return the rows of each system, or of each document, in order of first appearance."""
    from meantree.reporting.figures.distributions import Series

    codes, names = numbers.frame[column].factorize()
    order = np.argsort(codes, kind="stable")
    rows = np.split(order, np.cumsum(np.bincount(codes, minlength=len(names)))[:-1])
    by_name = dict(zip(names.tolist(), rows, strict=False))
    listed = numbers.request.systems if column == "system" else by_name
    return [Series(name or "no document", by_name.get(name, np.arange(0))) for name in listed]


def figure_statement(numbers: Numbers, titles: Sequence[str]) -> str:
    """Return in words what the figure shows, with its result."""
    request = numbers.request
    if request.kind is FigureKind.SCATTER:
        return f"{titles[0]} against {titles[-1]} · {numbers.summary}"
    if request.kind is FigureKind.CORRELATIONS:
        return f"{numbers.summary} of {len(titles)} columns"
    if request.kind is FigureKind.DOCUMENTS:
        return f"{titles[0]} by document · box: quartiles, line: median"
    is_several = len(request.systems) > 1
    return f"Distribution of {titles[0]} · {'lines: medians' if is_several else 'line: median'}"


def figure_table(numbers: Numbers) -> ValueTable:
    """Return the data of the figure: correlations, or a row for each translation."""
    request, frame = numbers.request, numbers.frame
    head: tuple[str, ...]
    named: list[tuple[str, ...]]
    if request.kind is FigureKind.CORRELATIONS:
        head, named = ("", *request.columns), [(column,) for column in request.columns]
        values = numbers.matrix
    else:
        head = ("system", "document", "segment", *request.used)
        named = list(zip(frame["system"], frame["document"], frame["id"], strict=True))
        values = np.array([numbers.values(column) for column in request.used]).T
    defined = ((None if np.isnan(value) else value for value in row) for row in values.tolist())
    return ValueTable("figure", "", "", head, tuple((*name, *row) for name, row in zip(named, defined, strict=True)))
