"""Monotonicity: where a more general or a more specific word is entailed, and whether replacements respect that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import SUBJECT_PLACES, conditions, governors, labelled, subtrees
from meantree.entailment.compatibility.negation import ARGUMENTS, Kind, Negator, negators
from meantree.entailment.compatibility.quantifiers import NUMERIC, Quantifier, Quantity, quantifiers
from meantree.entailment.compatibility.relatedness import says_less, says_more
from meantree.entailment.feature import SILENT, Feature, Firing, Pair, features, linked_content, share, share_of_pairs
from meantree.entailment.reading import CONTENT, Reading, View, cached_fact, lemma_set

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
_DEFINITE: Final = lemma_set("the this that these those")


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
        if lemma in _DEFINITE and reading.labels[word] == "det" and reading.heads[word] != ROOT:
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


_MODIFIERS: Final = lemma_set("amod nmod acl acl:relcl advmod obl advcl compound nmod:poss nmod:desc appos nummod")


def replacements_licensed(view: View) -> Firing:
    """A replacement by a more general or specific word is entailed in its context; share of aligned content words."""
    turned = directions(view.premise)
    return share_of_pairs(linked_content(view), lambda word, partner: turned[partner] == _needed(view, word))


def replacements_unlicensed(view: View) -> Firing:
    """A replacement by a more general or specific word is not entailed; share of aligned content words."""
    turned = directions(view.premise)
    return share_of_pairs(
        linked_content(view), lambda word, partner: _needed(view, word) not in {None, turned[partner]}
    )


def modifiers_added_licensed(view: View) -> Firing:
    """The conclusion adds modifiers, entailed in a downward-monotone context; share of its modifiers."""
    return _added(view, lambda direction: direction == DOWN)


def modifiers_added_unlicensed(view: View) -> Firing:
    """The conclusion adds modifiers that are not entailed; share of its modifiers."""
    return _added(view, lambda direction: direction != DOWN)


def modifiers_dropped_licensed(view: View) -> Firing:
    """The conclusion drops modifiers, entailed in an upward-monotone context; share of the premise's modifiers."""
    return _dropped(view, lambda direction: direction == UP)


def modifiers_dropped_unlicensed(view: View) -> Firing:
    """The conclusion drops modifiers and is not entailed without them; share of the premise's modifiers."""
    return _dropped(view, lambda direction: direction != UP)


def inference_direction_differs(view: View) -> Firing:
    """Contexts are upward-monotone in one text, downward-monotone in the other; share of aligned content words."""
    conclusion, premise = directions(view.conclusion), directions(view.premise)
    return share_of_pairs(linked_content(view), lambda word, partner: conclusion[word] * premise[partner] < 0)


def _needed(view: View, word: int) -> int | None:
    """Return the direction in which a word is entailed by its partner; None if neither is more general."""
    return UP if says_less(view, word) else DOWN if says_more(view, word) else None


def _added(view: View, licensed: Callable[[int], bool]) -> Firing:
    described, turned = _modifiers(view.conclusion), directions(view.premise)
    added: list[Pair] = []
    for word, head in described:
        partner = view.partner[head]
        if view.partner[word] is None and partner is not None and licensed(turned[partner]):
            added.append((word, partner))
    return share([word for word, _ in added], len(described), sorted({partner for _, partner in added}))


def _dropped(view: View, licensed: Callable[[int], bool]) -> Firing:
    described, turned = _modifiers(view.premise), directions(view.premise)
    dropped = [
        (word, partner)
        for word, head in described
        if word not in view.covered and (partner := view.backward[head]) is not None and licensed(turned[head])
    ]
    if not dropped:
        return SILENT
    conclusion = tuple(sorted({partner for _, partner in dropped}))
    return Firing(len(dropped) / len(described), conclusion, tuple(word for word, _ in dropped))


def _modifiers(reading: Reading) -> list[Pair]:
    """Return the modifiers as ``(modifier, head)``."""
    return [
        (word, head)
        for word, head in enumerate(reading.heads)
        if head >= 0 and reading.labels[word] in _MODIFIERS and reading.upos[word] in CONTENT
    ]


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    replacements_licensed,
    replacements_unlicensed,
    modifiers_added_licensed,
    modifiers_added_unlicensed,
    modifiers_dropped_licensed,
    modifiers_dropped_unlicensed,
    inference_direction_differs,
)
