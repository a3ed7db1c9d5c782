"""Quantifiers and frequencies: how many things, and how often, a statement is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from meantree.analysis.tree import ROOT
from meantree.analysis.values import bound_before
from meantree.lexicon.word_lists import groups
from meantree.phenomena.feature import Features, Firing, Pair, linked_predicates, share_of_facts, share_of_pairs
from meantree.phenomena.negation import has_article, negated
from meantree.phenomena.operations import Words, listed, planter, replace
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set
from meantree.phenomena.values import intervals

Numeric = Literal["number", "at least", "at most", "exactly", "about"]
Quantity = Literal["all", "not all", "any", "some", "none", "most", "many", "not many", "few"] | Numeric
"""A kind of quantifier."""
FEATURES: Final = Features("semantic compatibility")
_BEFORE_NOUNS: Final = lemma_set("det det:predet amod nummod nummod:gov advmod")
_NUMERALS: Final = lemma_set("nummod nummod:gov")
"""Relations of numerals that count; others may be years."""
_KINDS: Final = lemma_set("DET PRON ADJ NOUN")
_ELSEWHERE: Final = lemma_set("discourse fixed advmod case")
NUMERIC: Final[frozenset[Quantity]] = frozenset(get_args(Numeric))
_BOUNDS: Final = frozenset({"at least", "at most"})
_VAGUE: Final = frozenset({"none", "not all", "not many", "any"})
"""Quantities of words that deny, or say little: in any case."""
_PARTS: Final = lemma_set("half third quarter")


@dataclass(frozen=True, slots=True)
class Quantifier:
    """A word that quantifies.

    Attributes:
        noun: the noun that it quantifies; the word itself if it is alone (everyone, most of the dogs).
    """

    token: int
    noun: int
    quantity: Quantity


@cached_fact
def quantifiers(reading: Reading) -> tuple[Quantifier, ...]:
    """Return all quantifiers, in order."""
    known = ((word, _quantity(reading, word)) for word in range(len(reading)))
    return tuple(Quantifier(word, _noun(reading, word), quantity) for word, quantity in known if quantity is not None)


def _quantity(reading: Reading, word: int) -> Quantity | None:
    lemma, upos = reading.lemmas[word], reading.upos[word]
    if upos == "NUM":
        number = cast("Quantity", bound_before(reading.tokens, word) or "number")
        return number if number != "number" or reading.labels[word] in _NUMERALS else None
    known = groups("phenomena/quantifiers").get(lemma)
    if known is None or upos not in _KINDS or reading.labels[word] in _ELSEWHERE:
        return None
    if reading.forms[word] in {"more", "fewer"}:
        return None  # these compare
    quantity = cast("Quantity", known)
    if quantity in {"all", "many"} and word and reading.lemmas[word - 1] in {"not", "n't"}:
        return "not all" if quantity == "all" else "not many"
    if quantity == "few" and has_article(reading, _noun(reading, word)):
        return "some"
    return quantity


def _noun(reading: Reading, word: int) -> int:
    head = reading.heads[word]
    alone = head == ROOT or reading.labels[word] not in _BEFORE_NOUNS or bool(reading.labelled(word, "nmod"))
    return word if alone else head


@cached_fact
def quantities(reading: Reading) -> Mapping[int, frozenset[Quantity]]:
    """Return the possible quantities of each thing: "any" is some, and none if negated, else all."""
    denied = negated(reading)
    kinds_by_thing = {}
    for quantifier in reversed(quantifiers(reading)):
        kinds = {quantifier.quantity}
        if quantifier.quantity == "any":
            kinds |= {"some", "none" if denied[quantifier.noun] else "all"}
        kinds_by_thing[_thing(reading, quantifier.noun)] = frozenset(kinds)
    return kinds_by_thing


def _thing(reading: Reading, counted: int) -> int:
    """Return the quantified thing: the dogs of "most of the dogs"."""
    return next((child for child in reading.labelled(counted, "nmod") if reading.marks(child) == {"of"}), counted)


def _counted(view: View, conclusion: Mapping[int, frozenset[Quantity]]) -> list[Pair]:
    return [pair for pair in view.linked if pair[0] in conclusion]


@cached_fact
def frequencies(reading: Reading) -> Mapping[int, str]:
    """Return the frequency of the predicates that have a frequency adverb."""
    by_predicate: dict[int, str] = {}
    known = groups("phenomena/frequencies")
    for word, lemma in enumerate(reading.lemmas):
        often, head = known.get(lemma), reading.heads[word]
        if often is not None and head != ROOT and reading.labels[word] == "advmod":
            by_predicate.setdefault(reading.governors[head], often)
    return by_predicate


@cached_fact
def said_quantities(reading: Reading) -> Mapping[int, str]:
    """Return what words say of quantities: most; more than, before a number; half; every second; not what denies."""
    said: dict[int, str] = {}
    for each in quantifiers(reading):
        if each.quantity not in NUMERIC | _VAGUE:
            said[each.token] = each.quantity
        elif each.quantity in _BOUNDS:
            before = range(max(0, each.token - 2), each.token)
            said.update(dict.fromkeys((word for word in before if reading.upos[word] != "VERB"), each.quantity))
    said.update((word, "part") for word, lemma in enumerate(reading.lemmas) if lemma in _PARTS)
    for count, words in intervals(reading).values():
        said.update(dict.fromkeys(words[1:], f"every {count}"))
    return said


@FEATURES("another quantifier")
def quantifier_differs(view: View) -> Firing:
    """Things have different quantifiers (all, no, most); share of those quantified in both texts."""
    return share_of_facts(view, quantities, lambda own, other: own.isdisjoint(other) and not own | other <= NUMERIC)


@FEATURES("another bound of a number")
def bound_differs(view: View) -> Firing:
    """A number is a minimum, maximum, exact or approximate in one text only; share of those in both texts."""
    return share_of_facts(view, quantities, lambda own, other: own != other and own | other <= NUMERIC)


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


OTHER: Final = planter(replace(Words(upos="DET ADJ", listed="quantifiers"), listed("quantifiers")))
