"""Specificity: where a broader or a narrower word is entailed, and whether replacements respect that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.wordnet import POS_OF_UPOS, information_content, wordnet
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, linked_content, share_of_pairs
from meantree.phenomena.negation import ARGUMENTS, Negator, negators
from meantree.phenomena.operations import Words, inflected_as, planter, replace
from meantree.phenomena.pronouns_and_articles import DEFINITE
from meantree.phenomena.quantifiers import NUMERIC, Quantifier, quantifiers
from meantree.phenomena.reading import SUBJECT_PLACES, Reading, View, cached_fact, lemma_set

UP: Final = 1
"""Upward-monotone: a more general word is entailed. A dog barks, so an animal barks."""
DOWN: Final = -1
"""Downward-monotone: a more specific word is entailed. No animal barks, so no dog barks."""
NEITHER: Final = 0
_EFFECTS: Final = {
    "all": (DOWN, UP),
    "not all": (DOWN, UP),  # "not" is a negator of its own
    "not many": (NEITHER, UP),
    "any": (UP, UP),
    "some": (UP, UP),
    "none": (DOWN, DOWN),
    "most": (NEITHER, UP),
    "many": (NEITHER, UP),
    "few": (DOWN, DOWN),
    "number": (UP, UP),
    "about": (NEITHER, UP),
    "at least": (UP, UP),
    "at most": (DOWN, DOWN),
    "exactly": (NEITHER, NEITHER),
}
"""The effects of a quantifier on its restrictor and on its body."""
_OF_NUMERALS: Final = {"at least": DOWN, "at most": UP}
"""At least five are at least four, at most four are at most five; other numbers may not be replaced."""
_NEAR: Final = 2
"""Steps of the lexicon up to which a broader noun may be a mere paraphrase: aircraft, plane."""
_FOR_NOUNS: Final = lemma_set("one thing guy stuff someone somebody something other another")
"""Nouns and pronouns that stand for any noun, which says no other thing."""
FEATURES: Final = Features("semantic compatibility")


@cached_fact
def directions(reading: Reading) -> tuple[int, ...]:
    """Return :data:`UP`, :data:`DOWN` or :data:`NEITHER` for each word, by all operators that have it in scope."""
    result = [UP] * len(reading)
    for affected, effect in _effects(reading):
        for word in affected:
            result[word] *= effect
    for quantifier in quantifiers(reading):
        if quantifier.quantity == "any" and result[quantifier.noun] == UP:
            for word in _restrictor(reading, quantifier):  # any dog barks: with no negation around, every dog does
                result[word] *= DOWN
    return tuple(result)


def _effects(reading: Reading) -> Iterator[tuple[set[int], int]]:
    """Yield the scope of each operator with its effect on the directions."""
    for negator in negators(reading):
        if negator.kind != "quantifier":
            yield _denied(reading, negator), DOWN
    for clause in reading.conditions:
        yield _below(reading, clause, without=reading.labelled(clause, "mark", "advmod")), DOWN
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
    around = reading.labelled(noun, "det", "det:predet", "case", "cc", "punct", "mark", "cop", "aux", *SUBJECT_PLACES)
    return _below(reading, noun, without=[*around, *counting])


def _body(reading: Reading, quantifier: Quantifier) -> set[int]:
    """Return the predication about the quantified things: the clause without them, and without another subject."""
    noun = _whole(reading, quantifier.noun)
    label, predicate = reading.labels[noun], reading.governors[noun]
    if predicate == noun or label not in ARGUMENTS | SUBJECT_PLACES:
        return set()
    others = () if label in SUBJECT_PLACES else reading.labelled(predicate, *SUBJECT_PLACES)
    return _clause(reading, predicate) - _below(reading, noun, without=()) - _below(reading, *others, without=())


def _denied(reading: Reading, negator: Negator) -> set[int]:
    if negator.kind == "adverb":
        return {word for word in _clause(reading, negator.target) if word > negator.token}
    own = [negator.token] if negator.kind == "preposition" else []
    return _below(reading, negator.target, without=own)


def _clause(reading: Reading, predicate: int) -> set[int]:
    """Return all descendants of a predicate except coordinated clauses with their own subject."""
    apart = [child for child in reading.labelled(predicate, "conj") if reading.labelled(child, *SUBJECT_PLACES)]
    return _below(reading, predicate, without=[*apart, *reading.labelled(predicate, "parataxis")])


def _below(reading: Reading, *tops: int, without: Iterable[int]) -> set[int]:
    trees = reading.subtrees
    words = {word for top in tops for word in trees[top]}
    return words.difference(*(trees[word] for word in without))


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


def says_less(view: View, word: int) -> bool:
    """Return whether an aligned word of the conclusion is more general than its partner."""
    return view.relation(word) == ("hypernym" if view.turned else "hyponym")


def says_more(view: View, word: int) -> bool:
    """Return whether an aligned word of the conclusion is more specific than its partner."""
    return view.relation(word) == ("hyponym" if view.turned else "hypernym")


def specificity(pair: Compared) -> Iterator[Candidate]:
    """Yield words that say less or more than their partners."""
    view = pair.of_hyp
    for word, other in linked_content(view):
        if _is_same_noun(pair, word, other) or "PROPN" in {pair.hyp.upos[word], pair.ref.upos[other]}:
            continue
        is_broader = says_less(view, word) or _is_above(view, word, other)
        if not is_broader and not says_more(view, word) and not _is_above(pair.of_ref, other, word):
            continue
        yield pair.candidate(
            view,
            "specificity.broader" if is_broader else "specificity.narrower",
            {word},
            {other},
            same_label=pair.hyp.labels[word] == pair.ref.labels[other],
            same_tag=pair.hyp.tokens[word].xpos == pair.ref.tokens[other].xpos,
            content=_content_gap(pair, word, other),
            noun=pair.hyp.upos[word] == "NOUN",
            said=pair.said_elsewhere(word, other),
            modified=_is_narrowed(view, word) if is_broader else _is_narrowed(pair.of_ref, other),
        )


def _is_above(view: View, word: int, other: int) -> bool:
    """Return whether a noun of the conclusion paraphrases a far more specific one: vehicle, truck."""
    reading, premise = view.conclusion, view.premise
    if view.relation(word) != "ppdb" or not reading.upos[word] == premise.upos[other] == "NOUN":
        return False
    upper, lower = (wordnet().synsets(lemma, "n")[:1] for lemma in (reading.lemmas[word], premise.lemmas[other]))
    return bool(upper and lower) and wordnet().above(lower[0]).get(upper[0], 0) > _NEAR


def _is_narrowed(view: View, word: int) -> bool:
    """Return whether modifiers that the premise lacks narrow a word: non-commissioned officers, sergeants."""
    reading = view.conclusion
    modifiers = reading.labelled(word, "amod", "compound", "nmod", "acl", "acl:relcl")
    return any(view.partner[child] in {None, view.partner[word]} for child in modifiers)


def _content_gap(pair: Compared, word: int, other: int) -> float:
    """Return how much less information content the broader one has, in [0, 1]."""
    contents = []
    for reading, each in ((pair.hyp, word), (pair.ref, other)):
        synsets = wordnet().synsets(reading.lemmas[each], POS_OF_UPOS.get(reading.upos[each]))[:1]
        contents.append(float(information_content()[synsets[0]]) if synsets else 8.0)
    return min(1.0, abs(contents[0] - contents[1]) / 8)


def _is_same_noun(pair: Compared, word: int, other: int) -> bool:
    """Return whether two words are the same, or one stands for the other: this one, the red color for the red."""
    lemmas = {pair.hyp.lemmas[word], pair.ref.lemmas[other]}
    below = {pair.hyp.lemmas[child] for child in pair.hyp.children[word]}
    below |= {pair.ref.lemmas[child] for child in pair.ref.children[other]}
    return len(lemmas) == 1 or not lemmas.isdisjoint(_FOR_NOUNS | below)


BROADER: Final = planter(replace(Words(upos="NOUN", listed="broader"), inflected_as("broader")))
