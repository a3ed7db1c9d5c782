"""Semantic compatibility: is as much said of as many things, as often, and to the same degree?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import governors, labelled, marks
from meantree.entailment.compatibility.negation import negated
from meantree.entailment.compatibility.quantifiers import NUMERIC, Quantity, quantifiers
from meantree.entailment.compatibility.tense import morphological_feature
from meantree.entailment.feature import Feature, Firing, Pair, features, linked_predicates, share_of_pairs
from meantree.entailment.reading import Reading, View, cached_fact, lemma_set

_STEPS: Final = {"more": 1, "less": 1, "fewer": 1, "most": 2, "least": 2, "fewest": 2}
_LESS: Final = lemma_set("less fewer least fewest")
_TAGS: Final = {"JJR": 1, "RBR": 1, "JJS": 2, "RBS": 2}
_FEATURES: Final = {"Cmp": 1, "Sup": 2}
_COMPARED: Final = lemma_set("ADJ ADV NOUN")
_FREQUENCIES: Final = {
    "always": lemma_set("always constantly continually forever"),
    "often": lemma_set("often frequently usually generally mostly normally commonly regularly"),
    "sometimes": lemma_set("sometimes occasionally"),
    "rarely": lemma_set("rarely seldom"),
    "never": lemma_set("never"),
    "again": lemma_set("again"),
    "once": lemma_set("once"),
}
_OFTEN: Final = {word: name for name, listed in _FREQUENCIES.items() for word in listed}


class Degree(NamedTuple):
    """How far a quality goes: 0 by itself, 1 more than another's, 2 the most of all; or less, and the least."""

    step: int
    is_less: bool


@cached_fact
def degrees(reading: Reading) -> Mapping[int, Degree]:
    """Of every adjective, adverb and noun (more dogs)."""
    return {word: _degree(reading, word) for word in range(len(reading)) if reading.upos[word] in _COMPARED}


def _degree(reading: Reading, word: int) -> Degree:
    texts = [reading.tokens[child].text.casefold() for child in labelled(reading, word, "advmod", "amod", "det")]
    said = next((text for text in texts if text in _STEPS), None)
    if said is None:
        text = reading.tokens[word].text.casefold()
        own = _FEATURES.get(morphological_feature(reading, word, "Degree"), _TAGS.get(reading.tokens[word].xpos, 0))
        return Degree(own, text in _LESS)
    return Degree(_STEPS[said], said in _LESS)


@cached_fact
def frequencies(reading: Reading) -> Mapping[int, str]:
    """How often it is said to happen, for predicates of which that is said."""
    found: dict[int, str] = {}
    for word, lemma in enumerate(reading.lemmas):
        often, head = _OFTEN.get(lemma), reading.heads[word]
        if often is not None and head != ROOT and reading.labels[word] == "advmod":
            found.setdefault(governors(reading)[head], often)
    return found


_SCALE: Final = {Quantity.SOME: 1, Quantity.MANY: 2, Quantity.MOST: 3, Quantity.ALL: 4}
"""What lies higher says more of the things counted."""


def quantifier_differs(view: View) -> Firing:
    """Things are counted by different kinds of quantifiers (all, no, most); the share of those counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return share_of_pairs(
        _counted_in_both(view),
        lambda one, two: mine[one].isdisjoint(theirs[two]) and not mine[one] | theirs[two] <= NUMERIC,
    )


def bound_differs(view: View) -> Firing:
    """A number is a least, a most, exact or about in one text alone; the share of linked things counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return share_of_pairs(
        _counted_in_both(view),
        lambda one, two: mine[one] != theirs[two] and mine[one] | theirs[two] <= NUMERIC,
    )


def quantifier_added(view: View) -> Firing:
    """Things are counted in the conclusion, but not in the premise; the share of linked things counted in it."""
    return share_of_pairs(_counted(view, _kinds(view.conclusion)), lambda _, two: two not in _kinds(view.premise))


def quantifier_lost(view: View) -> Firing:
    """Things are counted in the premise, but not in the conclusion; the share of linked things counted in it."""
    theirs = _kinds(view.premise)
    counted = [pair for pair in view.linked if pair[1] in theirs]
    return share_of_pairs(counted, lambda one, _: one not in _kinds(view.conclusion))


def quantifier_strengthened(view: View) -> Firing:
    """The conclusion says something of more of the things (some, many, most, all); of those counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return share_of_pairs(_counted_in_both(view), lambda one, two: 0 < _rank(theirs[two]) < _rank(mine[one]))


def quantifier_weakened(view: View) -> Firing:
    """The conclusion says something of fewer of the things (some, many, most, all); of those counted in both."""
    mine, theirs = _kinds(view.conclusion), _kinds(view.premise)
    return share_of_pairs(_counted_in_both(view), lambda one, two: 0 < _rank(mine[one]) < _rank(theirs[two]))


def frequency_differs(view: View) -> Firing:
    """Something happens always, often, sometimes, rarely or once in one text alone; the share of linked predicates."""
    mine, theirs = frequencies(view.conclusion), frequencies(view.premise)
    return share_of_pairs(linked_predicates(view), lambda one, two: mine.get(one) != theirs.get(two))


def degree_differs(view: View) -> Firing:
    """Qualities are compared (older, oldest) in one text, and not so in the other; the share of linked qualities."""
    mine, theirs = degrees(view.conclusion), degrees(view.premise)
    return share_of_pairs(_qualities(view), lambda one, two: mine[one].step != theirs[two].step)


def comparison_reversed(view: View) -> Firing:
    """What is more in one text is less in the other; the share of linked things and qualities that are compared."""
    mine, theirs = degrees(view.conclusion), degrees(view.premise)
    compared = [(one, two) for one, two in view.linked if _is_compared(mine, one) and _is_compared(theirs, two)]
    return share_of_pairs(compared, lambda one, two: mine[one].is_less != theirs[two].is_less)


@cached_fact
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
