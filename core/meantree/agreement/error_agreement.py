"""Measures of agreement on error spans: characters, errors with partial credit, and Krippendorff's unitized α.

Characters are those of the translation alone; errors in the source and at ``[missing]`` take part where whole errors
are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meantree.agreement.frame_agreement import LayerAgreement
from meantree.annotation.error_annotation import MarkedError
from meantree.annotation.rules import KNOWN_SEVERITIES
from meantree.grouping import grouped

Errors = Sequence[MarkedError]
Units = list[tuple[int, int, str]]
"""Start, end and label of stretches of a text that do not overlap."""
Label = tuple[str, ...]
"""What must be equal: nothing, the severity, the category, or both."""
LABELS: Final[dict[str, Callable[[MarkedError], Label]]] = {
    "": lambda _: (),
    "severity": lambda error: error.label[:1],
    "category": lambda error: error.label[1:],
    "both": lambda error: error.label,
}
"""The labels of errors that can be compared with their places, by name."""
MATCHINGS: Final = 100
"""How many partial matchings are followed at once; real annotations need a few."""


def character_agreement(first: Errors, second: Errors, label: str = "") -> LayerAgreement:
    """Compare the marked characters of a translation; a character with several labels counts once with each.

    Args:
        label: of :data:`LABELS`, which must be equal.
    """
    first_units, second_units = (_characters(errors, LABELS[label]) for errors in (first, second))
    return LayerAgreement(label, len(first_units & second_units), len(first_units), len(second_units))


def _characters(errors: Errors, label: Callable[[MarkedError], Label]) -> set[tuple[int, Label]]:
    return {
        (character, label(error))
        for error in errors
        for place in error.in_side("hypothesis")
        for character in range(place.start, place.end)
    }


@dataclass(frozen=True, slots=True)
class ErrorCredit:
    """How far the errors of two annotators match, with partial credit for partial overlap.

    The errors of a translation are matched one to one so that its F1 is largest. A matched error gets the share of its
    own characters that both marked. Credits are added up over translations (micro-average). This is mpp, match with
    partial overlap and partial credit (Perrella et al. 2026, Span-Level Machine Translation Meta-Evaluation, arXiv
    2603.19921; one-to-one, optimal).

    Attributes:
        first, second: their numbers.
    """

    first_credit: float = 0.0
    first: int = 0
    second_credit: float = 0.0
    second: int = 0

    def __add__(self, other: ErrorCredit) -> ErrorCredit:
        return ErrorCredit(
            self.first_credit + other.first_credit,
            self.first + other.first,
            self.second_credit + other.second_credit,
            self.second + other.second,
        )

    @property
    def f(self) -> float | None:
        """F1 of the mean credits, in [0, 1]; None if neither annotator has an error."""
        if not self.first + self.second:
            return None
        precision, recall = self.first_credit / max(1, self.first), self.second_credit / max(1, self.second)
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def error_credit(first: Errors, second: Errors, label: str = "") -> ErrorCredit:
    """Match the errors of two annotators of one translation; only those with an equal label of :data:`LABELS` match."""
    return error_credits(first, second, (label,))[label]


def error_credits(first: Errors, second: Errors, labels: Iterable[str] = tuple(LABELS)) -> dict[str, ErrorCredit]:
    """Return :func:`error_credit` by several labels."""
    if not first or not second:
        return dict.fromkeys(labels, ErrorCredit(0.0, len(first), 0.0, len(second)))
    shares = _shares(first, second)
    return {label: _credit(first, second, label, shares) for label in labels}


def _credit(first: Errors, second: Errors, label: str, shares: NDArray[np.float64]) -> ErrorCredit:
    if label:
        own, others = ([LABELS[label](error) for error in errors] for errors in (first, second))
        shares = shares * np.array([[one == other for other in others] for one in own])
    found = [ErrorCredit(one, len(first), other, len(second)) for one, other, _ in _matchings(*shares.tolist())]
    return max(found, key=lambda credit: (credit.f or 0.0, credit.first_credit + credit.second_credit))


class _Matching(NamedTuple):
    """Sums of credits, and the second annotator's errors in use that later ones of the first overlap, too."""

    first: float
    second: float
    used: frozenset[int]


def _matchings(firsts: list[list[float]], seconds: list[list[float]]) -> list[_Matching]:
    """Return the one-to-one matchings that may have the largest F1.

    F1 is no sum over matches, so no assignment by weights maximizes it: the first annotator's errors are matched in
    turn, and matchings that another exceeds in both credits are left out.
    """
    matchings = [_Matching(0.0, 0.0, frozenset())]
    for row, (own, others) in enumerate(zip(firsts, seconds, strict=True)):
        later = frozenset(column for shares in firsts[row + 1 :] for column, share in enumerate(shares) if share)
        continued = [matching._replace(used=matching.used & later) for matching in matchings]
        for column, share in enumerate(own):
            if share:
                continued += [
                    _Matching(one + share, other + others[column], (used | {column}) & later)
                    for one, other, used in matchings
                    if column not in used
                ]
        matchings = nlargest(MATCHINGS, _unexceeded(continued), key=lambda matching: matching.first + matching.second)
    return matchings


def _unexceeded(matchings: list[_Matching]) -> Iterator[_Matching]:
    best: dict[frozenset[int], float] = {}
    for matching in sorted(matchings, key=lambda matching: matching[:2], reverse=True):
        if matching.second > best.get(matching.used, -1.0):
            best[matching.used] = matching.second
            yield matching


def _shares(first: Errors, second: Errors) -> NDArray[np.float64]:
    """Return the share of each error's characters that each other error has, too; shape (2, first, second).

    An error without characters matches wholly what is at the same place.
    """
    own, others = ([_all_characters(error) for error in errors] for errors in (first, second))
    shares = np.zeros((2, len(first), len(second)))
    for row, characters in enumerate(own):
        for column, other_characters in enumerate(others):
            if characters and other_characters:
                common = len(characters & other_characters)
                shares[:, row, column] = common / len(characters), common / len(other_characters)
            else:
                shares[:, row, column] = first[row].is_where(second[column])
    return shares


def _all_characters(error: MarkedError) -> set[tuple[str, int]]:
    return {(place.side, character) for place in error.places for character in range(place.start, place.end)}


# Krippendorff's unitized α


@dataclass(slots=True)
class UnitizedAlpha:
    """Krippendorff's α for unitized texts, nominal labels (Krippendorff, Mathet, Bouvry & Widlöcher 2016, ᵤα).

    Each annotator's units and gaps are laid over the text. Observed coincidences are the lengths of their
    intersections; expected ones come from pairing any two stretches of any annotators and texts, but no unit with
    itself. Texts of fewer than two annotators are ignored.

    Attributes:
        observed: summed lengths with different labels, for any two annotators of a text, by annotators less one.
        totals: summed lengths of each label; the gaps have the empty one.
        own: Σ of the squared lengths of units, and of the lengths of gaps, over all annotators.
    """

    observed: float = 0.0
    totals: dict[str, float] = field(default_factory=dict)
    own: float = 0.0

    def add(self, length: int, annotators: Sequence[Units]) -> None:
        """Add one text.

        Args:
            length: of the text in characters.
            annotators: the units of each.
        """
        if len(annotators) < 2 or not length:
            return
        for start, end, labels in _stretches(annotators, (0, length)):
            found = ["".join(own) for own in labels]  # at most one, as its units do not overlap
            counts = Counter(found)
            agreeing = sum(count * (count - 1) for count in counts.values())
            self.observed += (end - start) * (len(found) - agreeing / (len(found) - 1))
            for label, count in counts.items():
                self.totals[label] = self.totals.get(label, 0.0) + count * (end - start)
        for units in annotators:
            marked = sum(end - start for start, end, _ in units)
            self.own += sum((end - start) ** 2 for start, end, _ in units) + length - marked

    @property
    def value(self) -> float | None:
        """α, at most 1; 0 is chance. None if everything has one label, or nothing can be compared."""
        total = sum(self.totals.values())
        differing = total**2 - sum(count**2 for count in self.totals.values())
        if not differing or total**2 <= self.own:
            return None
        return 1 - self.observed * (total**2 - self.own) / (total * differing)


def _stretches(annotators: Sequence[Units], ends: Iterable[int] = ()) -> Iterator[tuple[int, int, list[list[str]]]]:
    """Yield the stretches between all ends of units, and those given, each with the labels that every annotator has."""
    cuts = sorted({*ends, *(end for units in annotators for unit in units for end in unit[:2])})
    for start, end in pairwise(cuts):
        labels = [[label for first, last, label in own if first <= start and end <= last] for own in annotators]
        yield start, end, labels


def units_of(errors: Errors, label: Callable[[MarkedError], str] | None = None) -> Units:
    """Return units: runs of marked characters of a translation with equal labels.

    Overlapping errors become one unit, with the highest of their labels in each run; errors that only touch stay two.

    Args:
        label: of an error; by default all have the same. Severities are ordered, other labels by the alphabet.
    """
    places = [
        (place.start, place.end, "error" if label is None else label(error))
        for error in errors
        for place in error.in_side("hypothesis")
        if place.end > place.start
    ]
    units: Units = []
    for start, end, (covering,) in _stretches([places]):
        if not covering:
            continue
        highest = max(covering, key=_order)
        is_inside = any(first < start < last for first, last, _ in places)
        if units and units[-1][1] == start and units[-1][2] == highest and is_inside:
            units[-1] = units[-1][0], end, highest
        else:
            units.append((start, end, highest))
    return units


def _order(label: str) -> tuple[int, str]:
    return (KNOWN_SEVERITIES.index(label) if label in KNOWN_SEVERITIES else -1), label


def severity_of(error: MarkedError) -> str:
    """Return the severity of an error in lower case."""
    return error.label[0]


def by_category(errors: Errors) -> dict[str, list[MarkedError]]:
    """Return the errors by their category in lower case."""
    return grouped((error.category.casefold(), error) for error in errors)
