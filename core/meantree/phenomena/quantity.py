"""Semantic compatibility of quantities: quantifiers, frequencies and degrees of comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import groups
from meantree.phenomena.clauses import governors, labelled, marks
from meantree.phenomena.feature import Features, Firing, Pair, linked_predicates, share_of_pairs
from meantree.phenomena.negation import negated
from meantree.phenomena.quantifiers import NUMERIC, Quantity, quantifiers
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set
from meantree.phenomena.tense import morphological_feature

_LESS: Final = lemma_set("less fewer least fewest")
_TAGS: Final = {"JJR": 1, "RBR": 1, "JJS": 2, "RBS": 2}
_FEATURES: Final = {"Cmp": 1, "Sup": 2}
_COMPARED: Final = lemma_set("ADJ ADV NOUN")


class Degree(NamedTuple):
    """The degree of a quality: 0 positive, 1 comparative, 2 superlative; and whether it is less or least."""

    step: int
    is_less: bool


@cached_fact
def degrees(reading: Reading) -> Mapping[int, Degree]:
    """Return the degree of every adjective, adverb and noun (more dogs)."""
    return {word: _degree(reading, word) for word in range(len(reading)) if reading.upos[word] in _COMPARED}


def _degree(reading: Reading, word: int) -> Degree:
    texts = [reading.tokens[child].text.casefold() for child in labelled(reading, word, "advmod", "amod", "det")]
    steps = groups("phenomena/comparison")
    degree_word = next((text for text in texts if text in steps), None)
    if degree_word is None:
        text = reading.tokens[word].text.casefold()
        own = _FEATURES.get(morphological_feature(reading, word, "Degree"), _TAGS.get(reading.tokens[word].xpos, 0))
        return Degree(own, text in _LESS)
    return Degree(int(steps[degree_word]), degree_word in _LESS)


@cached_fact
def frequencies(reading: Reading) -> Mapping[int, str]:
    """Return the frequency of the predicates that have a frequency adverb."""
    by_predicate: dict[int, str] = {}
    known = groups("phenomena/frequencies")
    for word, lemma in enumerate(reading.lemmas):
        often, head = known.get(lemma), reading.heads[word]
        if often is not None and head != ROOT and reading.labels[word] == "advmod":
            by_predicate.setdefault(governors(reading)[head], often)
    return by_predicate


FEATURES = Features("semantic compatibility")


@FEATURES("another quantifier")
def quantifier_differs(view: View) -> Firing:
    """Things have different quantifiers (all, no, most); share of those quantified in both texts."""
    conclusion, premise = quantities(view.conclusion), quantities(view.premise)
    return share_of_pairs(
        counted_in_both(view),
        lambda word, partner: (
            conclusion[word].isdisjoint(premise[partner]) and not conclusion[word] | premise[partner] <= NUMERIC
        ),
    )


@FEATURES("another bound of a number")
def bound_differs(view: View) -> Firing:
    """A number is a minimum, maximum, exact or approximate in one text only; share of those in both texts."""
    conclusion, premise = quantities(view.conclusion), quantities(view.premise)
    return share_of_pairs(
        counted_in_both(view),
        lambda word, partner: conclusion[word] != premise[partner] and conclusion[word] | premise[partner] <= NUMERIC,
    )


@FEATURES("quantifier added", "quantifier missing")
def quantifier_added(view: View) -> Firing:
    """Things are quantified in the conclusion, and nothing with such a quantifier is in the premise; share of things.

    Numbers do not count.
    """
    conclusion, premise = quantities(view.conclusion), quantities(view.premise)
    known = frozenset().union(*premise.values())
    return share_of_pairs(
        _counted(view, conclusion),
        lambda word, partner: partner not in premise and conclusion[word].isdisjoint(known | NUMERIC),
    )


@FEATURES("another frequency")
def frequency_differs(view: View) -> Firing:
    """A frequency (always, often, sometimes, rarely, once) is in one text only; share of aligned predicates."""
    conclusion, premise = frequencies(view.conclusion), frequencies(view.premise)
    return share_of_pairs(linked_predicates(view), lambda word, partner: conclusion.get(word) != premise.get(partner))


@FEATURES("another degree of comparison")
def degree_differs(view: View) -> Firing:
    """Qualities have different degrees (old, older, oldest); share of aligned qualities."""
    conclusion, premise = degrees(view.conclusion), degrees(view.premise)
    return share_of_pairs(_qualities(view), lambda word, partner: conclusion[word].step != premise[partner].step)


@FEATURES("comparison reversed")
def comparison_reversed(view: View) -> Firing:
    """A comparison is reversed (more, less); share of aligned things and qualities that are compared."""
    conclusion, premise = degrees(view.conclusion), degrees(view.premise)
    compared = [
        (word, partner)
        for word, partner in view.linked
        if _is_compared(conclusion, word) and _is_compared(premise, partner)
    ]
    return share_of_pairs(compared, lambda word, partner: conclusion[word].is_less != premise[partner].is_less)


@cached_fact
def quantities(reading: Reading) -> Mapping[int, frozenset[Quantity]]:
    """Return the possible quantities of each thing: "any" is some, and none if negated, else all."""
    denied = negated(reading)
    kinds_by_thing = {}
    for quantifier in reversed(quantifiers(reading)):
        kinds = {quantifier.quantity}
        if quantifier.quantity == Quantity.ANY:
            kinds |= {Quantity.SOME, Quantity.NONE if denied[quantifier.noun] else Quantity.ALL}
        kinds_by_thing[_thing(reading, quantifier.noun)] = frozenset(kinds)
    return kinds_by_thing


def _thing(reading: Reading, counted: int) -> int:
    """Return the quantified thing: the dogs of "most of the dogs"."""
    return next((child for child in labelled(reading, counted, "nmod") if marks(reading, child) == {"of"}), counted)


def _counted(view: View, conclusion: Mapping[int, frozenset[Quantity]]) -> list[Pair]:
    return [pair for pair in view.linked if pair[0] in conclusion]


def counted_in_both(view: View) -> list[Pair]:
    """Return the aligned things that are quantified in both texts."""
    premise = quantities(view.premise)
    return [pair for pair in _counted(view, quantities(view.conclusion)) if pair[1] in premise]


def _qualities(view: View) -> list[Pair]:
    kinds = {"ADJ", "ADV"}
    conclusion, premise = view.conclusion.upos, view.premise.upos
    known, others = degrees(view.conclusion), degrees(view.premise)
    return [
        (word, partner)
        for word, partner in view.linked
        if conclusion[word] in kinds and premise[partner] in kinds and word in known and partner in others
    ]


def _is_compared(known: Mapping[int, Degree], word: int) -> bool:
    return word in known and known[word].step > 0
