"""The evidence of a score: countable units with their places in the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from math import fsum
from typing import TYPE_CHECKING, TypeAlias

from meantree.numbers import NEGLIGIBLE

if TYPE_CHECKING:
    from meantree.alignment.word_status import WordStatus
    from meantree.analysis.frames import Part

MOSTLY = 2 / 3
"""A unit that both texts have is matched from this share on, if less than :data:`MAX_UNMATCHED` occurrences remain,
else partial: parsers are seldom sure of an arc to the same degree in both."""
MAX_UNMATCHED = 0.5
INTERCEPT = "intercept"
"""The fact of a trained metric that is its prediction for identical texts."""


class Status(StrEnum):
    """The status of a unit: in both texts, in the reference only, in the hypothesis only, or in part."""

    MATCHED = "matched"
    MISSED = "missed"
    EXTRA = "extra"
    PARTIAL = "partial"


AnyStatus: TypeAlias = "Status | WordStatus"
"""The status of a metric's unit, or of a fact about a word."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a unit in one text.

    Attributes:
        tokens: 0-based indices over the whole text.
        arcs: ``(dependent, head)`` token indices.
        nodes: 0-based indices of constituents in the text's best constituency trees, taken together in preorder.
        frontier: constituents below ``nodes`` that belong to the unit by their labels alone; they are shown with it,
            but its status says nothing about them.
        parts: predicates and fillers of the text's frames.
        count: occurrences at this place, below 1 if only some parses have it.
    """

    tokens: tuple[int, ...]
    arcs: tuple[tuple[int, int], ...] = ()
    nodes: tuple[int, ...] = ()
    frontier: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    count: float = 1.0


@dataclass(frozen=True, slots=True)
class Unit:
    """One countable thing: a headword chain, a pair, an n-gram, an edit.

    Attributes:
        kind: the group it is counted in (``chains of 2``, ``dl``, ``3-grams``).
        label: the unit as shown to people.
        hypothesis: how often it occurs in the hypothesis (an expectation over n-best parses where the metric has one).
        reference: the same in the reference (clipped metrics: the largest count of any reference).
        matched: how much of it counts as matched, at most the smaller of the two; of a unit of one text, such as a
            filler that is compared by its similarity, at most its count there.
        hypothesis_places: where in the hypothesis.
        reference_places: where in each reference, in the order they were given; empty tuples for those not used.
        weight: of each count in the score (such as the information of an n-gram).
        single: whether it stands for one word, arc, constituent or part of a frame; others (chains of 3, 2-grams,
            shifts) are drawn on request.
        word: that it is listed under, where counts are expectations over many trees; empty if it stands for itself.
    """

    kind: str
    label: str
    hypothesis: float
    reference: float
    matched: float
    hypothesis_places: tuple[Place, ...] = ()
    reference_places: tuple[tuple[Place, ...], ...] = ()
    weight: float = 1.0
    single: bool = True
    word: str = ""

    @property
    def status(self) -> AnyStatus:
        """Matched, missed, extra or partial, by the larger of the two counts."""
        if self.matched <= 0:
            return Status.EXTRA if self.hypothesis > 0 else Status.MISSED
        larger = max(self.hypothesis, self.reference)
        is_whole = self.matched / larger >= self.least_share and larger - self.matched < MAX_UNMATCHED
        return Status.MATCHED if is_whole else Status.PARTIAL

    @property
    def least_share(self) -> float:
        """The share from which on it is matched: all of it, rounding aside, if only one text has it."""
        return MOSTLY if self.hypothesis > 0 and self.reference > 0 else 1 - NEGLIGIBLE


@dataclass(frozen=True, slots=True)
class Term:
    """The contribution of one feature of a trained metric to the score.

    Attributes:
        name: of the feature, stable.
        group: what it is listed under (``negation``).
        value: of the feature in this pair, as the model's input.
        weight: learned by the model.
        contribution: ``weight * value``, at most 0, which is added to the score of identical texts.
        hypothesis_places: where it fired in the hypothesis.
        reference_places: the same in each reference, in the order they were given.
        claim: one sentence that describes the feature.
        training_mean: the mean of the value in the training data, for comparison.
        title: what the feature says in words, as shown to people (``negation missing``); the name if empty.
    """

    name: str
    group: str
    value: float
    weight: float
    contribution: float
    hypothesis_places: tuple[Place, ...] = ()
    reference_places: tuple[tuple[Place, ...], ...] = ()
    claim: str = ""
    training_mean: float = 0.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All units behind one segment score.

    Attributes:
        units: in the order in which a view lists them.
        reference: 0-based index of the one reference the score was taken from; None if all of them took part.
        facts: further numbers, by name, that the score needs and no unit carries (such as lengths in words).
        terms: the contributions of features, for trained metrics.
        remark: why the score is undefined, or 0 for lack of what is compared; empty otherwise.
    """

    units: tuple[Unit, ...]
    reference: int | None = None
    facts: Mapping[str, float] = field(default_factory=dict)
    terms: tuple[Term, ...] = ()
    remark: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of unit that occur, in order of first appearance."""
        return tuple(dict.fromkeys(unit.kind for unit in self.units))


def by_word(units: Sequence[Unit]) -> list[tuple[Unit, tuple[Unit, ...]]]:
    """Return the sums of the units of each word, with these units from the most frequent on.

    Words stand in their order of appearance. A unit without a word is its own sum, of no units.
    """
    grouped: dict[str | int, list[Unit]] = {}
    for place, unit in enumerate(units):
        grouped.setdefault(unit.word or place, []).append(unit)
    return [_of_word(group) if group[0].word else (group[0], ()) for group in grouped.values()]


def _of_word(units: Sequence[Unit]) -> tuple[Unit, tuple[Unit, ...]]:
    word, by_reference = units[0].word, zip(*(unit.reference_places for unit in units), strict=True)
    own, other, matched = (
        fsum(getattr(unit, count) for unit in units) for count in ("hypothesis", "reference", "matched")
    )
    hypothesis_places = tuple(chain.from_iterable(unit.hypothesis_places for unit in units))
    reference_places = tuple(tuple(chain.from_iterable(places)) for places in by_reference)
    total = Unit("word", word, own, other, matched, hypothesis_places, reference_places, single=False, word=word)
    return total, tuple(sorted(units, key=lambda unit: -max(unit.hypothesis, unit.reference)))
