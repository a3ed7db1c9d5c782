"""The features of a prediction as rows: groups with their features, the largest contributions first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import Qt

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
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import Order

COLUMNS = ("feature", "value", "weight", "contribution")
NAME, VALUE, WEIGHT, CONTRIBUTION = range(len(COLUMNS))
HEADS: Mapping[int, str] = {
    NAME: "Features by group, the largest contributions first",
    VALUE: "Value of the feature for this pair of texts; tooltips of the rows show the training mean",
    WEIGHT: "Weight that the model learned for the feature",
    CONTRIBUTION: "Contribution to the score of identical texts: weight times value",
}
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


def is_listed(prediction: Prediction, term: Term, text: str, choice: str) -> bool:
    """Return whether a feature contains a text, in any case, and belongs to one of :data:`CHOICES`."""
    words = " ".join((feature_title(term), term.name, term.group))
    return text.casefold() in words.casefold() and CHOICES[choice](prediction, term)


def listed_groups(prediction: Prediction, text: str, choice: str, order: Order) -> list[FeatureGroup]:
    """Return the groups with their listed features.

    Empty groups are left out, unless all is as at first: the waterfall has a bar for each of them.

    Args:
        prediction: of the features.
        text, choice: as in :func:`is_listed`.
        order: the column by which the features of each group are sorted, -1 for the largest contributions first, and
            the direction.
    """
    column, direction = order
    sort_key, groups = _SORT_KEYS.get(column), list[FeatureGroup]()
    for group in groups_of(prediction):
        terms = [term for term in group.terms if is_listed(prediction, term, text, choice)]
        if sort_key is not None:
            terms.sort(key=sort_key, reverse=direction == Qt.SortOrder.DescendingOrder)
        if terms or (choice == EXPLAINING and not text):
            groups.append(replace(group, terms=tuple(terms)))
    return groups


def cells_of(item: FeatureGroup | Term, largest: float) -> tuple[Cell, ...]:
    """Return the cells of a group or feature; ``largest`` is the absolute contribution of the longest bar."""
    is_group, contribution = isinstance(item, FeatureGroup), item.contribution
    share, bar = 0.5 + 0.5 * contribution / (largest or 1.0), status_colour(effect_status(contribution))
    added = Cell(difference(contribution), is_number=True, share=share, zero=0.5, bar=bar, is_heading=is_group)
    if isinstance(item, FeatureGroup):
        return Cell(item.name, is_heading=True), Cell("", is_heading=True), Cell("", is_heading=True), added
    return Cell(feature_title(item)), *(Cell(fixed(one), is_number=True) for one in (item.value, item.weight)), added


_SORT_KEYS: Mapping[int, Callable[[Term], Any]] = {
    NAME: feature_title,
    VALUE: lambda term: term.value,
    WEIGHT: lambda term: term.weight,
    CONTRIBUTION: lambda term: term.contribution,
}


def feature_description(item: FeatureGroup | Term) -> str:
    """Return the description of a group or feature with its numbers."""
    if isinstance(item, FeatureGroup):
        count = counted(len(item.terms), "feature")
        return f"{item.name} {difference(item.contribution)}: {count} of this group together."
    numbers = f"value {fixed(item.value)}, training mean {fixed(item.training_mean)}, weight {fixed(item.weight)}"
    return f"{feature_title(item)} · {numbers}, contribution {difference(item.contribution)}. {item.claim}"
