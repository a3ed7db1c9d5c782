"""Semantic compatibility of connectives: causes, contrasts, times, purposes, alternatives, additions."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from meantree.entailment.clauses import labelled
from meantree.entailment.feature import SILENT, Features, Firing, Pair, share_of_pairs
from meantree.entailment.reading import Reading, View, cached_fact, lemma_set


class Sense(StrEnum):
    """The sense of a connective."""

    CAUSE = "cause"
    CONTRAST = "contrast"
    TIME = "time"
    AIM = "aim"
    ALTERNATIVE = "alternative"
    ADDITION = "addition"


_WORDS: Final = {
    Sense.CAUSE: lemma_set("because therefore thus hence consequently accordingly due owing thanks since so"),
    Sense.CONTRAST: lemma_set(
        "but however although though nevertheless nonetheless yet whereas despite instead notwithstanding albeit"
    ),
    Sense.TIME: lemma_set("when before after until till then afterwards later meanwhile once while earlier following"),
    Sense.AIM: lemma_set("order purpose aim"),
    Sense.ALTERNATIVE: lemma_set("or either otherwise"),
    Sense.ADDITION: lemma_set("and also moreover furthermore additionally besides too"),
}
_SENSES: Final = {word: sense for sense, listed in _WORDS.items() for word in listed}
_CONNECTING: Final = lemma_set("ADP ADV CCONJ SCONJ")
_AFTER_IN: Final = lemma_set("order")
_AIMS: Final = lemma_set("purpose aim")
_BEFORE_AIMS: Final = lemma_set("for with")
_AMBIGUOUS: Final = lemma_set("so since")
"""Ambiguous: these connect clauses, or express a degree or a time (so big, since 1990)."""
_OPPOSITES: Final = {
    frozenset(pair)
    for pair in (
        ("before", "after"),
        ("until", "since"),
        ("because", "although"),
        ("because", "despite"),
        ("with", "without"),
        ("from", "to"),
        ("above", "below"),
        ("over", "under"),
        ("into", "from"),
        ("inside", "outside"),
        ("for", "against"),
        ("and", "or"),
    )
}


FEATURES = Features("semantic compatibility")


@FEATURES("cause added", "cause missing")
def cause_added(view: View) -> Firing:
    """The conclusion has more causes (because, therefore) than the premise; the surplus as a share of its own."""
    return _added(view, Sense.CAUSE)


@FEATURES("contrast added", "contrast missing")
def contrast_added(view: View) -> Firing:
    """The conclusion has more contrasts (but, although) than the premise; the surplus as a share of its own."""
    return _added(view, Sense.CONTRAST)


@FEATURES("time relation added", "time relation missing")
def time_relation_added(view: View) -> Firing:
    """The conclusion has more time relations (when, until) than the premise; the surplus as a share of its own."""
    return _added(view, Sense.TIME)


@FEATURES("alternative added", "alternative missing")
def alternative_added(view: View) -> Firing:
    """The conclusion has more alternatives (or) than the premise; the surplus as a share of its own."""
    return _added(view, Sense.ALTERNATIVE)


@FEATURES("connective of another sense")
def connective_differs(view: View) -> Firing:
    """Aligned connectives have different senses (because, when); share of aligned connectives."""
    conclusion, premise = _connectives(view.conclusion), _connectives(view.premise)
    both = [(word, partner) for word, partner in view.linked if word in conclusion and partner in premise]
    return share_of_pairs(both, lambda word, partner: conclusion[word] != premise[partner])


@FEATURES("relation reversed")
def relation_reversed(view: View) -> Firing:
    """A relation is reversed (before, after; with, without; from, to); share of aligned phrases with such words."""
    return share_of_pairs(_introduced(view), lambda word, partner: _opposed(view, word, partner))


@cached_fact
def _connectives(reading: Reading) -> dict[int, Sense]:
    return {
        word: sense
        for word, lemma in enumerate(reading.lemmas)
        if (sense := _SENSES.get(lemma, _SENSES.get(reading.tokens[word].text.casefold()))) is not None
        if _connects(reading, word)
    }


def _connects(reading: Reading, word: int) -> bool:
    if reading.lemmas[word] in _AFTER_IN:
        return word > 0 and reading.lemmas[word - 1] == "in"
    if reading.lemmas[word] in _AIMS:
        return any(reading.lemmas[child] in _BEFORE_AIMS for child in labelled(reading, word, "case"))
    if reading.lemmas[word] in _AMBIGUOUS:
        below = (reading.upos[child] for child in reading.children[word])
        return reading.labels[word] in {"mark", "cc"} or "SCONJ" in below
    return reading.upos[word] in _CONNECTING or reading.labels[word] == "case"


def _added(view: View, sense: Sense) -> Firing:
    conclusion, premise = (
        tuple(word for word, said in _connectives(text).items() if said == sense)
        for text in (view.conclusion, view.premise)
    )
    return (
        Firing((len(conclusion) - len(premise)) / len(conclusion), conclusion, premise)
        if len(conclusion) > len(premise)
        else SILENT
    )


@cached_fact
def _introductions(reading: Reading) -> dict[int, frozenset[str]]:
    """Return the lemmas of the prepositions and conjunctions of each word that has any."""
    introductions: dict[int, set[str]] = {}
    for word, label in enumerate(reading.labels):
        if label in {"case", "mark", "cc"} and reading.heads[word] >= 0:
            introductions.setdefault(reading.heads[word], set()).add(reading.lemmas[word])
    return {head: frozenset(lemmas) for head, lemmas in introductions.items()}


def _introduced(view: View) -> list[Pair]:
    conclusion, premise = _introductions(view.conclusion), _introductions(view.premise)
    return [(word, partner) for word, partner in view.linked if word in conclusion and partner in premise]


def _opposed(view: View, word: int, partner: int) -> bool:
    conclusion, premise = _introductions(view.conclusion)[word], _introductions(view.premise)[partner]
    return any(
        frozenset((first, second)) in _OPPOSITES for first in conclusion - premise for second in premise - conclusion
    )
