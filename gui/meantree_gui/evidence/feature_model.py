"""The features of a prediction as a tree: groups, and in each its features, those that add most first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QSortFilterProxyModel, Qt

from meantree.comparison.prediction import (
    DIRECTIONS,
    Prediction,
    effect_status,
    feature_direction,
    feature_name,
    feature_title,
    has_fired,
)
from meantree.escaping import counted
from meantree.metrics.evidence import Status, Term
from meantree.numbers import difference, fixed
from meantree_gui.trees.painter import status_colour
from meantree_gui.widgets.cells import Cell, trait
from meantree_gui.widgets.tables import Index

COLUMNS = ("feature", "dir.", "value", "weight", "contribution")
NAME, DIRECTION, VALUE, WEIGHT, CONTRIBUTION = range(len(COLUMNS))
SHORT: Mapping[str, str] = {said: said.replace("ref", "r").replace("hyp", "h") for said in DIRECTIONS.values()}
"""Directions as the narrow column has them; tips say them in full."""
HEADS: Mapping[int, str] = {
    NAME: "In each group the largest contributions come first",
    DIRECTION: "r ⇒ h: whether the translation follows from the reference; h ⇒ r: the other way round",
    VALUE: "Of the feature in this pair; the tip of a row has the mean of the training data",
    WEIGHT: "What the model learned for it",
    CONTRIBUTION: "To the score of identical texts: the weight times the value",
}
OUTER = 0
"""What the index of a group carries; that of a feature carries the number of its group, from 1."""
Choice = Callable[[Prediction, Term], bool]
NOTICEABLE = "noticeable"
CHOICES: Mapping[str, Choice] = {
    NOTICEABLE: Prediction.is_noticed,
    "fired": lambda _, term: has_fired(term),
    "raises the score": lambda _, term: effect_status(term.contribution) is Status.MATCHED,
    "lowers the score": lambda _, term: effect_status(term.contribution) is Status.MISSED,
    "all": lambda _prediction, _term: True,
}
"""Which features are listed."""


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """What is listed under one heading, and what all of it adds."""

    name: str
    contribution: float
    terms: tuple[Term, ...]


def groups_of(prediction: Prediction) -> tuple[FeatureGroup, ...]:
    """In the metric's order, each with the features that add most first."""
    terms: dict[str, list[Term]] = {group: [] for group in prediction.groups}
    for term in sorted(prediction.terms, key=lambda term: abs(term.contribution), reverse=True):
        terms[term.group].append(term)
    return tuple(FeatureGroup(name, added, tuple(terms[name])) for name, added in prediction.groups.items())


class FeatureModel(QAbstractItemModel):
    """Two levels: groups, features."""

    def __init__(self) -> None:
        super().__init__()
        self.prediction: Prediction | None = None
        self.groups: tuple[FeatureGroup, ...] = ()
        self._most: Mapping[type, float] = {}

    def show_prediction(self, prediction: Prediction | None) -> None:
        """List the features of another prediction, or none."""
        self.beginResetModel()
        self.prediction = prediction
        self.groups = groups_of(prediction) if prediction is not None else ()
        # Bars of groups are compared with groups, those of features with features.
        self._most = {
            FeatureGroup: max((abs(group.contribution) for group in self.groups), default=0.0) or 1.0,
            Term: prediction.largest or 1.0 if prediction is not None else 1.0,
        }
        self.endResetModel()

    def row(self, index: Index) -> FeatureGroup | Term | None:
        """What stands in a row."""
        if not index.isValid():
            return None
        outer = index.internalId()
        group = self.groups[index.row() if outer == OUTER else outer - 1]
        return group if outer == OUTER else group.terms[index.row()]

    def index_of(self, wanted: Term | str) -> QModelIndex:
        """The row of a feature, or of a group by its name."""
        for place, group in enumerate(self.groups):
            if group.name == wanted:
                return self.index(place, 0)
            for row, term in enumerate(group.terms):
                if term is wanted:
                    return self.createIndex(row, 0, place + 1)
        return QModelIndex()

    def cell(self, one: FeatureGroup | Term, column: int) -> Cell:
        """What a cell shows."""
        if column == CONTRIBUTION:
            added = one.contribution
            bar = status_colour(effect_status(added))
            share = 0.5 + 0.5 * added / self._most[type(one)]
            return Cell(
                difference(added),
                is_number=True,
                share=share,
                zero=0.5,
                bar=bar,
                is_heading=isinstance(one, FeatureGroup),
            )
        if isinstance(one, FeatureGroup):
            return Cell(one.name if column == NAME else "", is_heading=True)
        if column in (VALUE, WEIGHT):
            return Cell(fixed(one.value if column == VALUE else one.weight), is_number=True)
        return Cell(feature_name(one) if column == NAME else SHORT.get(feature_direction(one), ""))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractItemModel.data."""
        one = self.row(index)
        if one is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{feature_description(one)}</p>"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{heading_of(one)} {difference(one.contribution)}"
        return trait(lambda: self.cell(one, index.column()), role)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """Override QAbstractItemModel.index."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else OUTER)

    def parent(self, child: Index) -> QModelIndex:  # type: ignore[override]  # without an argument it is QObject's
        """Override QAbstractItemModel.parent."""
        outer = child.internalId() if child.isValid() else OUTER
        return QModelIndex() if outer == OUTER else self.createIndex(outer - 1, 0, OUTER)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractItemModel.rowCount."""
        one = self.row(parent)
        if one is None:
            return len(self.groups)
        return len(one.terms) if isinstance(one, FeatureGroup) and parent.column() == NAME else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002, B008
        """Override QAbstractItemModel.columnCount."""
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractItemModel.headerData."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{HEADS[section]}</p>"
        return COLUMNS[section] if role == Qt.ItemDataRole.DisplayRole else None


class FeatureProxy(QSortFilterProxyModel):
    """The features that are looked for; groups stay in their order, and go where nothing that is looked for is left."""

    def __init__(self, model: FeatureModel) -> None:
        super().__init__()
        self.model = model
        self.text, self.choice = "", NOTICEABLE
        self.setSourceModel(model)

    def set_filter(self, text: str, choice: str) -> None:
        """Show only features that contain ``text``, of those that a choice names."""
        self.text, self.choice = text.casefold(), choice
        self.invalidate()

    def accepts(self, term: Term) -> bool:
        """Whether a feature is listed."""
        prediction = self.model.prediction
        found = self.text in " ".join((feature_name(term), feature_direction(term), term.group)).casefold()
        return found and prediction is not None and CHOICES[self.choice](prediction, term)

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Override QSortFilterProxyModel.filterAcceptsRow."""
        one = self.model.row(self.model.index(source_row, 0, source_parent))
        if isinstance(one, FeatureGroup):
            # Unless something is looked for, all groups are listed, as the waterfall has a bar for each.
            return (self.choice == NOTICEABLE and not self.text) or any(map(self.accepts, one.terms))
        return one is not None and self.accepts(one)

    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        """Override QSortFilterProxyModel.lessThan: numbers as numbers."""
        one, two = self.model.row(source_left), self.model.row(source_right)
        if not isinstance(one, Term) or not isinstance(two, Term):
            return (source_left.row() < source_right.row()) == (self.sortOrder() == Qt.SortOrder.AscendingOrder)
        by = _SORTED[source_left.column()]
        return bool(by(one) < by(two))


_SORTED: Mapping[int, Callable[[Term], Any]] = {
    NAME: feature_name,
    DIRECTION: feature_direction,
    VALUE: lambda term: term.value,
    WEIGHT: lambda term: term.weight,
    CONTRIBUTION: lambda term: term.contribution,
}


def heading_of(one: FeatureGroup | Term) -> str:
    """A group or feature in a few words."""
    return one.name if isinstance(one, FeatureGroup) else feature_title(one)


def feature_description(one: FeatureGroup | Term) -> str:
    """What it is, in a sentence or two."""
    if isinstance(one, FeatureGroup):
        count = counted(len(one.terms), "feature")
        return f"{one.name} {difference(one.contribution)}: {count} of this group together."
    numbers = f"value {fixed(one.value)}, training mean {fixed(one.training_mean)}, weight {fixed(one.weight)}"
    return f"{feature_title(one)} · {numbers}, contribution {difference(one.contribution)}. {one.claim}"
