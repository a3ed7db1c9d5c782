"""Semantic compatibility: is as much said of as many things, as often, and to the same degree?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meantree.entailment.compatibility.compare import Pair, among, linked_predicates
from meantree.entailment.contexts.clauses import labelled, marks
from meantree.entailment.contexts.degrees import Degree, degrees, frequencies
from meantree.entailment.contexts.negation import negated
from meantree.entailment.contexts.once import once
from meantree.entailment.contexts.quantifiers import NUMERIC, Quantity, quantifiers
from meantree.entailment.feature import Feature, Firing, features
from meantree.entailment.reading import Reading
from meantree.entailment.view import View

_SCALE: Final = {Quantity.SOME: 1, Quantity.MANY: 2, Quantity.MOST: 3, Quantity.ALL: 4}
"""What lies higher says more of the things counted."""


def quantifier_differs(view: View) -> Firing:
    """Things are counted by different kinds of quantifiers (all, no, most); the share of those counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return among(
        _counted_in_both(view),
        lambda one, two: mine[one].isdisjoint(theirs[two]) and not mine[one] | theirs[two] <= NUMERIC,
    )


def bound_differs(view: View) -> Firing:
    """A number is a least, a most, exact or about in one text alone; the share of linked things counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return among(
        _counted_in_both(view),
        lambda one, two: mine[one] != theirs[two] and mine[one] | theirs[two] <= NUMERIC,
    )


def quantifier_added(view: View) -> Firing:
    """Things are counted in the conclusion, but not in the premise; the share of linked things counted in it."""
    return among(_counted(view, _kinds(view.conclusion)), lambda _, two: two not in _kinds(view.premise))


def quantifier_lost(view: View) -> Firing:
    """Things are counted in the premise, but not in the conclusion; the share of linked things counted in it."""
    theirs = _kinds(view.premise)
    counted = [pair for pair in view.linked if pair[1] in theirs]
    return among(counted, lambda one, _: one not in _kinds(view.conclusion))


def quantifier_strengthened(view: View) -> Firing:
    """The conclusion says something of more of the things (some, many, most, all); of those counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return among(_counted_in_both(view), lambda one, two: 0 < _rank(theirs[two]) < _rank(mine[one]))


def quantifier_weakened(view: View) -> Firing:
    """The conclusion says something of fewer of the things (some, many, most, all); of those counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return among(_counted_in_both(view), lambda one, two: 0 < _rank(mine[one]) < _rank(theirs[two]))


def frequency_differs(view: View) -> Firing:
    """Something happens always, often, sometimes, rarely or once in one text alone; the share of linked predicates."""
    mine, theirs = frequencies(view.conclusion), frequencies(view.premise)
    return among(linked_predicates(view), lambda one, two: mine.get(one) != theirs.get(two))


def degree_differs(view: View) -> Firing:
    """Qualities are compared (older, oldest) in one text, and not so in the other; the share of linked qualities."""
    mine, theirs = degrees(view.conclusion), degrees(view.premise)
    return among(_qualities(view), lambda one, two: mine[one].step != theirs[two].step)


def comparison_reversed(view: View) -> Firing:
    """What is more in one text is less in the other; the share of linked things and qualities that are compared."""
    mine, theirs = degrees(view.conclusion), degrees(view.premise)
    compared = [(one, two) for one, two in view.linked if _is_compared(mine, one) and _is_compared(theirs, two)]
    return among(compared, lambda one, two: mine[one].is_less != theirs[two].is_less)


@once
def _kinds(reading: Reading) -> Mapping[int, frozenset[Quantity]]:
    """What each thing's quantifier may say: "any" is some, and none where that is negated, else all."""
    denied = negated(reading)
    found = {}
    for one in reversed(quantifiers(reading)):
        kinds = {one.quantity}
        if one.quantity == Quantity.ANY:
            kinds |= {Quantity.SOME, Quantity.NONE if denied[one.noun] else Quantity.ALL}
        found[_thing(reading, one.noun)] = frozenset(kinds)
    return found


def _thing(reading: Reading, counted: int) -> int:
    """The dogs of "most of the dogs"."""
    return next((child for child in labelled(reading, counted, "nmod") if marks(reading, child) == {"of"}), counted)


def _counted(view: View, mine: Mapping[int, frozenset[Quantity]]) -> list[Pair]:
    return [pair for pair in view.linked if pair[0] in mine]


def _counted_in_both(view: View) -> list[Pair]:
    theirs = _kinds(view.premise)
    return [pair for pair in _counted(view, _kinds(view.conclusion)) if pair[1] in theirs]


def _rank(kinds: frozenset[Quantity]) -> int:
    return _SCALE.get(next(iter(kinds)), 0) if len(kinds) == 1 else 0


def _qualities(view: View) -> list[Pair]:
    kinds = {"ADJ", "ADV"}
    mine, theirs = view.conclusion.upos, view.premise.upos
    known, others = degrees(view.conclusion), degrees(view.premise)
    return [
        (one, two)
        for one, two in view.linked
        if mine[one] in kinds and theirs[two] in kinds and one in known and two in others
    ]


def _is_compared(known: Mapping[int, Degree], word: int) -> bool:
    return word in known and known[word].step > 0


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    quantifier_differs,
    bound_differs,
    quantifier_added,
    quantifier_lost,
    quantifier_strengthened,
    quantifier_weakened,
    frequency_differs,
    degree_differs,
    comparison_reversed,
)
