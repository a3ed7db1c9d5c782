"""The tree model of the features of a prediction: groups with their features, the largest contributions first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QSortFilterProxyModel, Qt

from meantree.comparison.prediction import (
    Prediction,
    effect_status,
    feature_title,
    has_fired,
)
from meantree.escaping import counted
from meantree.metrics.evidence import Status, Term
from meantree.numbers import difference, fixed
from meantree_gui.trees.painter import status_colour
from meantree_gui.widgets.cells import Cell, trait
from meantree_gui.widgets.tables import Index

COLUMNS = ("feature", "value", "weight", "contribution")
NAME, VALUE, WEIGHT, CONTRIBUTION = range(len(COLUMNS))
HEADS: Mapping[int, str] = {
    NAME: "Features by group, the largest contributions first",
    VALUE: "Value of the feature for this pair of texts; tooltips of the rows show the training mean",
    WEIGHT: "Weight that the model learned for the feature",
    CONTRIBUTION: "Contribution to the score of identical texts: weight times value",
}
OUTER = 0
"""The internal id of the index of a group; that of a feature is the 1-based number of its group."""
Choice = Callable[[Prediction, Term], bool]
EXPLAINING = "the largest"
CHOICES: Mapping[str, Choice] = {
    EXPLAINING: Prediction.is_explaining,
    "fired": lambda _, term: has_fired(term),
    "lowers the score": lambda _, term: effect_status(term.contribution) is Status.MISSED,
    "all": lambda _prediction, _term: True,
}
"""The choices which features are listed."""


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """A group of features with the sum of their contributions."""

    name: str
    contribution: float
    terms: tuple[Term, ...]


def groups_of(prediction: Prediction) -> tuple[FeatureGroup, ...]:
    """Return the groups in the metric's order, each with the features of the largest contributions first."""
    terms: dict[str, list[Term]] = {group: [] for group in prediction.groups}
    for term in sorted(prediction.terms, key=lambda term: abs(term.contribution), reverse=True):
        terms[term.group].append(term)
    return tuple(FeatureGroup(name, total, tuple(terms[name])) for name, total in prediction.groups.items())


class FeatureModel(QAbstractItemModel):
    """A tree of two levels: groups and features."""

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
        """Return the group or feature of a row."""
        if not index.isValid():
            return None
        outer = index.internalId()
        group = self.groups[index.row() if outer == OUTER else outer - 1]
        return group if outer == OUTER else group.terms[index.row()]

    def index_of(self, wanted: Term | str) -> QModelIndex:
        """Return the index of a feature, or of a group by its name."""
        for place, group in enumerate(self.groups):
            if group.name == wanted:
                return self.index(place, 0)
            for row, term in enumerate(group.terms):
                if term is wanted:
                    return self.createIndex(row, 0, place + 1)
        return QModelIndex()

    def cell(self, item: FeatureGroup | Term, column: int) -> Cell:
        """Return the cell of a group or feature."""
        if column == CONTRIBUTION:
            contribution = item.contribution
            bar = status_colour(effect_status(contribution))
            share = 0.5 + 0.5 * contribution / self._most[type(item)]
            return Cell(
                difference(contribution),
                is_number=True,
                share=share,
                zero=0.5,
                bar=bar,
                is_heading=isinstance(item, FeatureGroup),
            )
        if isinstance(item, FeatureGroup):
            return Cell(item.name if column == NAME else "", is_heading=True)
        if column in (VALUE, WEIGHT):
            return Cell(fixed(item.value if column == VALUE else item.weight), is_number=True)
        return Cell(feature_title(item))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractItemModel.data."""
        item = self.row(index)
        if item is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{feature_description(item)}</p>"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{heading_of(item)} {difference(item.contribution)}"
        return trait(lambda: self.cell(item, index.column()), role)

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
        item = self.row(parent)
        if item is None:
            return len(self.groups)
        return len(item.terms) if isinstance(item, FeatureGroup) and parent.column() == NAME else 0

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
    """The features that match the search and the choice; groups stay in their order, and empty ones are hidden."""

    def __init__(self, model: FeatureModel) -> None:
        super().__init__()
        self.model = model
        self.text, self.choice = "", EXPLAINING
        self.setSourceModel(model)

    def set_filter(self, text: str, choice: str) -> None:
        """List the features of a choice that contain a text."""
        self.text, self.choice = text.casefold(), choice
        self.invalidate()

    def accepts(self, term: Term) -> bool:
        """Whether a feature is listed."""
        prediction = self.model.prediction
        is_match = self.text in " ".join((feature_title(term), term.name, term.group)).casefold()
        return is_match and prediction is not None and CHOICES[self.choice](prediction, term)

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Override QSortFilterProxyModel.filterAcceptsRow."""
        item = self.model.row(self.model.index(source_row, 0, source_parent))
        if isinstance(item, FeatureGroup):
            # Without a search or another choice all groups are listed, as the waterfall has a bar for each.
            return (self.choice == EXPLAINING and not self.text) or any(map(self.accepts, item.terms))
        return item is not None and self.accepts(item)

    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        """Override QSortFilterProxyModel.lessThan: numbers as numbers."""
        left, right = self.model.row(source_left), self.model.row(source_right)
        if not isinstance(left, Term) or not isinstance(right, Term):
            return (source_left.row() < source_right.row()) == (self.sortOrder() == Qt.SortOrder.AscendingOrder)
        key = _SORT_KEYS[source_left.column()]
        return bool(key(left) < key(right))


_SORT_KEYS: Mapping[int, Callable[[Term], Any]] = {
    NAME: feature_title,
    VALUE: lambda term: term.value,
    WEIGHT: lambda term: term.weight,
    CONTRIBUTION: lambda term: term.contribution,
}


def heading_of(item: FeatureGroup | Term) -> str:
    """Return the short name of a group or feature."""
    return item.name if isinstance(item, FeatureGroup) else feature_title(item)


def feature_description(item: FeatureGroup | Term) -> str:
    """Return the description of a group or feature with its numbers."""
    if isinstance(item, FeatureGroup):
        count = counted(len(item.terms), "feature")
        return f"{item.name} {difference(item.contribution)}: {count} of this group together."
    numbers = f"value {fixed(item.value)}, training mean {fixed(item.training_mean)}, weight {fixed(item.weight)}"
    return f"{feature_title(item)} · {numbers}, contribution {difference(item.contribution)}. {item.claim}"
