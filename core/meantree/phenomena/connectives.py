"""Semantic compatibility of connectives: causes, contrasts, times, purposes, alternatives, additions."""

from __future__ import annotations

from itertools import product
from typing import Final

from meantree.lexicon.word_lists import both_ways, groups
from meantree.phenomena.feature import SILENT, Features, Firing, Pair, share_of_facts, share_of_pairs
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

FEATURES: Final = Features("semantic compatibility")


_INTRODUCING: Final = lemma_set("case mark cc")
_CONNECTING: Final = lemma_set("ADP ADV CCONJ SCONJ")
_AMBIGUOUS: Final = lemma_set("so since")
"""Ambiguous: these connect clauses, or express a degree or a time (so big, since 1990)."""


@FEATURES.table(
    (
        ("cause", "because, therefore", "cause"),
        ("contrast", "but, although", "contrast"),
        ("time relation", "when, until", "time"),
        ("alternative", "or", "alternative"),
    ),
    "{0}_added",
    "{0} added",
    "{0} missing",
)
def connectives_added(view: View, sense: str) -> Firing:
    """The conclusion has more {0}s ({1}) than the premise; the surplus as a share of its own."""
    own, other = (
        tuple(word for word, said in _connectives(text).items() if said == sense)
        for text in (view.conclusion, view.premise)
    )
    return Firing((len(own) - len(other)) / len(own), own, other) if len(own) > len(other) else SILENT


@FEATURES("connective of another sense")
def connective_differs(view: View) -> Firing:
    """Aligned connectives have different senses (because, when); share of aligned connectives."""
    return share_of_facts(view, _connectives)


@FEATURES("relation reversed")
def relation_reversed(view: View) -> Firing:
    """A relation is reversed (before, after; with, without; from, to); share of aligned phrases with such words."""
    own, other = introductions(view.conclusion), introductions(view.premise)
    both = [(word, partner) for word, partner in view.linked if word in own and partner in other]
    return share_of_pairs(both, lambda word, partner: bool(reversed_introductions(view, word, partner)))


@cached_fact
def _connectives(reading: Reading) -> dict[int, str]:
    """Return the sense of each connective."""
    known = groups("phenomena/connectives")
    return {
        word: sense
        for word, lemma in enumerate(reading.lemmas)
        if (sense := known.get(lemma, known.get(reading.forms[word]))) is not None
        if _connects(reading, word)
    }


def _connects(reading: Reading, word: int) -> bool:
    if reading.lemmas[word] == "order":
        return word > 0 and reading.lemmas[word - 1] == "in"
    if reading.lemmas[word] in {"purpose", "aim"}:
        return any(reading.lemmas[child] in {"for", "with"} for child in reading.labelled(word, "case"))
    if reading.lemmas[word] in _AMBIGUOUS:
        below = (reading.upos[child] for child in reading.children[word])
        return reading.labels[word] in {"mark", "cc"} or "SCONJ" in below
    return reading.upos[word] in _CONNECTING or reading.labels[word] == "case"


@cached_fact
def introductions(reading: Reading) -> dict[int, tuple[int, ...]]:
    """Return the prepositions and conjunctions of each word that has any: in spite of the rain."""
    found: dict[int, tuple[int, ...]] = {}
    for word, label in enumerate(reading.labels):
        head = reading.heads[word]
        if label == "fixed" and head >= 0 and reading.labels[head] in _INTRODUCING:
            head = reading.heads[head]
        elif label not in _INTRODUCING:
            continue
        if head >= 0:
            found[head] = (*found.get(head, ()), word)
    return found


def reversed_introductions(view: View, word: int, partner: int) -> list[Pair]:
    """Return the prepositions and conjunctions of a word and its partner of which one says the reverse of the other."""
    known, lemmas, others = both_ways("phenomena/reversed_relations"), view.conclusion.lemmas, view.premise.lemmas
    own, theirs = introductions(view.conclusion).get(word, ()), introductions(view.premise).get(partner, ())
    return [
        (mine, other)
        for mine, other in product(own, theirs)
        if others[other] in known.get(lemmas[mine], ())
        if others[other] not in {lemmas[each] for each in own} and lemmas[mine] not in {others[each] for each in theirs}
    ]
