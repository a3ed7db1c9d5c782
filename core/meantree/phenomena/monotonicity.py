"""Monotonicity: where a more general or a more specific word is entailed, and whether replacements respect that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.phenomena.clauses import SUBJECT_PLACES, conditions, governors, labelled, subtrees
from meantree.phenomena.feature import Features, Firing, linked_content, share_of_pairs
from meantree.phenomena.negation import ARGUMENTS, Kind, Negator, negators
from meantree.phenomena.pronouns_and_articles import DEFINITE
from meantree.phenomena.quantifiers import NUMERIC, Quantifier, Quantity, quantifiers
from meantree.phenomena.reading import Reading, View, cached_fact
from meantree.phenomena.relatedness import says_less, says_more

UP: Final = 1
"""Upward-monotone: a more general word is entailed. A dog barks, so an animal barks."""
DOWN: Final = -1
"""Downward-monotone: a more specific word is entailed. No animal barks, so no dog barks."""
NEITHER: Final = 0

_EFFECTS: Final = {
    Quantity.ALL: (DOWN, UP),
    Quantity.NOT_ALL: (DOWN, UP),  # "not" is a negator of its own
    Quantity.NOT_MANY: (NEITHER, UP),
    Quantity.ANY: (UP, UP),
    Quantity.SOME: (UP, UP),
    Quantity.NONE: (DOWN, DOWN),
    Quantity.MOST: (NEITHER, UP),
    Quantity.MANY: (NEITHER, UP),
    Quantity.FEW: (DOWN, DOWN),
    Quantity.NUMBER: (UP, UP),
    Quantity.ABOUT: (NEITHER, UP),
    Quantity.AT_LEAST: (UP, UP),
    Quantity.AT_MOST: (DOWN, DOWN),
    Quantity.EXACTLY: (NEITHER, NEITHER),
}
"""The effects of a quantifier on its restrictor and on its body."""
_OF_NUMERALS: Final = {Quantity.AT_LEAST: DOWN, Quantity.AT_MOST: UP}
"""At least five are at least four, at most four are at most five; other numbers may not be replaced."""


@cached_fact
def directions(reading: Reading) -> tuple[int, ...]:
    """Return :data:`UP`, :data:`DOWN` or :data:`NEITHER` for each word, by all operators that have it in scope."""
    result = [UP] * len(reading)
    for affected, effect in _effects(reading):
        for word in affected:
            result[word] *= effect
    for quantifier in quantifiers(reading):
        if quantifier.quantity == Quantity.ANY and result[quantifier.noun] == UP:
            for word in _restrictor(reading, quantifier):  # any dog barks: with no negation around, every dog does
                result[word] *= DOWN
    return tuple(result)


def _effects(reading: Reading) -> Iterator[tuple[set[int], int]]:
    """Yield the scope of each operator with its effect on the directions."""
    for negator in negators(reading):
        if negator.kind != Kind.QUANTIFIER:
            yield _denied(reading, negator), DOWN
    for clause in conditions(reading):
        yield _below(reading, clause, without=labelled(reading, clause, "mark", "advmod")), DOWN
    for quantifier in quantifiers(reading):
        restrictor, body = _EFFECTS[quantifier.quantity]
        yield _restrictor(reading, quantifier), restrictor
        yield _body(reading, quantifier), body
        if quantifier.quantity in NUMERIC:
            yield {quantifier.token}, _OF_NUMERALS.get(quantifier.quantity, NEITHER)
    for word, lemma in enumerate(reading.lemmas):
        if lemma in DEFINITE and reading.labels[word] == "det" and reading.heads[word] != ROOT:
            yield _phrase(reading, reading.heads[word]), NEITHER


def _restrictor(reading: Reading, quantifier: Quantifier) -> set[int]:
    return _phrase(reading, _whole(reading, quantifier.noun)) - {quantifier.token}


def _whole(reading: Reading, noun: int) -> int:
    """Return the head of a possessor: "every student's class" quantifies over classes."""
    while reading.labels[noun] == "nmod:poss" and reading.heads[noun] != ROOT:
        noun = reading.heads[noun]
    return noun


def _phrase(reading: Reading, noun: int) -> set[int]:
    """Return a noun and its modifiers, without prepositions, articles and quantifiers, which concern all of them."""
    counting = [quantifier.token for quantifier in quantifiers(reading) if noun == quantifier.noun != quantifier.token]
    around = labelled(reading, noun, "det", "det:predet", "case", "cc", "punct", "mark", "cop", "aux", *SUBJECT_PLACES)
    return _below(reading, noun, without=[*around, *counting])


def _body(reading: Reading, quantifier: Quantifier) -> set[int]:
    """Return the predication about the quantified things: the clause without them, and without another subject."""
    noun = _whole(reading, quantifier.noun)
    label, predicate = reading.labels[noun], governors(reading)[noun]
    if predicate == noun or label not in ARGUMENTS | SUBJECT_PLACES:
        return set()
    others = () if label in SUBJECT_PLACES else labelled(reading, predicate, *SUBJECT_PLACES)
    return _clause(reading, predicate) - _below(reading, noun, without=()) - _below(reading, *others, without=())


def _denied(reading: Reading, negator: Negator) -> set[int]:
    if negator.kind == Kind.ADVERB:
        return {word for word in _clause(reading, negator.target) if word > negator.token}
    own = [negator.token] if negator.kind == Kind.PREPOSITION else []
    return _below(reading, negator.target, without=own)


def _clause(reading: Reading, predicate: int) -> set[int]:
    """Return all descendants of a predicate except coordinated clauses with their own subject."""
    apart = [child for child in labelled(reading, predicate, "conj") if labelled(reading, child, *SUBJECT_PLACES)]
    return _below(reading, predicate, without=[*apart, *labelled(reading, predicate, "parataxis")])


def _below(reading: Reading, *tops: int, without: Iterable[int]) -> set[int]:
    trees = subtrees(reading)
    words = {word for top in tops for word in trees[top]}
    return words.difference(*(trees[word] for word in without))


FEATURES = Features("semantic compatibility")


@FEATURES("a word that says more", "a word that says less")
def replacements_unlicensed(view: View) -> Firing:
    """Words of the conclusion say more than their partners: more specific, or more general under negation.

    The share of aligned content words.
    """
    turned = directions(view.premise)
    return share_of_pairs(
        linked_content(view),
        lambda word, partner: says_less(view, word) if turned[partner] == DOWN else says_more(view, word),
    )
