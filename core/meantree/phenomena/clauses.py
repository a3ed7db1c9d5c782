"""Clauses: which words are predicates, which predicate a word belongs to, and the scope of what modifies it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import words
from meantree.phenomena.reading import Reading, cached_fact, lemma_set

_CLAUSES: Final = lemma_set("root ccomp xcomp csubj csubj:pass csubj:outer advcl advcl:relcl acl acl:relcl parataxis")
_IN_CLAUSE: Final = lemma_set("nsubj nsubj:pass nsubj:outer csubj cop aux aux:pass")
_APART: Final = lemma_set("advcl advcl:relcl parataxis acl acl:relcl ccomp csubj csubj:pass csubj:outer appos list")
_CONDITIONS: Final = lemma_set("if unless whether provided lest")
SUBJECTS: Final = lemma_set("nsubj nsubj:pass nsubj:outer csubj csubj:pass csubj:outer")
SUBJECT_PLACES: Final = SUBJECTS | {"expl"}
"""Includes expletives, which are in the place of a subject: there, it."""


@cached_fact
def predicates(reading: Reading) -> frozenset[int]:
    """Return the predicates: verbs, and other words with a subject or a copula."""
    return frozenset(word for word in range(len(reading)) if _is_predicate(reading, word))


def _is_predicate(reading: Reading, word: int) -> bool:
    if reading.heads[word] == ROOT or reading.labels[word] in _CLAUSES:
        return True
    if any(reading.labels[child] in _IN_CLAUSE for child in reading.children[word]):
        return True
    return reading.labels[word] == "conj" and reading.upos[word] == "VERB"


@cached_fact
def governors(reading: Reading) -> tuple[int, ...]:
    """Return for each word the nearest predicate at or above it."""
    known = predicates(reading)
    return tuple(
        word if word in known else next(above for above in reading.ancestors(word) if above in known)
        for word in range(len(reading))
    )


@cached_fact
def subtrees(reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Return for each word the word and all its descendants, in order."""
    return tuple(reading.below(word) if reading.children[word] else (word,) for word in range(len(reading)))


def labelled(reading: Reading, word: int, *labels: str) -> tuple[int, ...]:
    """Return the dependents of a word with one of these labels."""
    return tuple(child for child in reading.children[word] if reading.labels[child] in labels)


def reach(reading: Reading, predicate: int) -> Iterator[int]:
    """Yield the scope of a predicate: the predicate and its descendants, except other clauses.

    Coordinated predicates are included unless they have their own subject or are in contrast (but, yet).
    """
    waiting = [predicate]
    while waiting:
        word = waiting.pop()
        yield word
        waiting += [child for child in reading.children[word] if not _stands_apart(reading, child)]


def _stands_apart(reading: Reading, word: int) -> bool:
    label = reading.labels[word]
    if label != "conj":
        return label in _APART
    below = reading.children[word]
    return any(reading.labels[child] in SUBJECT_PLACES or reading.lemmas[child] in {"but", "yet"} for child in below)


def marks(reading: Reading, word: int) -> frozenset[str]:
    """Return the lemmas of the conjunctions and prepositions that introduce a clause or a phrase."""
    return frozenset(reading.lemmas[child] for child in labelled(reading, word, "mark", "case"))


def is_infinitive(reading: Reading, word: int) -> bool:
    """Return whether "to" introduces a clause."""
    return any(reading.lemmas[child] == "to" for child in labelled(reading, word, "mark"))


@cached_fact
def conditions(reading: Reading) -> frozenset[int]:
    """Return the conditional clauses: if it rains."""
    return frozenset(
        word
        for word in predicates(reading)
        if reading.labels[word] == "advcl" and not marks(reading, word).isdisjoint(_CONDITIONS)
    )


def cases(reading: Reading, word: int) -> frozenset[str]:
    """Return the lemmas of the prepositions of a word."""
    return frozenset(reading.lemmas[child] for child in labelled(reading, word, "case"))


def saying() -> frozenset[str]:
    """Return the lemmas that report what somebody says or thinks."""
    return words("phenomena/verbs", "saying")


def reporting() -> frozenset[str]:
    """Return the lemmas that report what somebody says or stresses."""
    return saying() | {"stress", "emphasize", "point"}


def morphological_feature(reading: Reading, word: int, name: str) -> str:
    """Return the value of a morphological feature; empty if the analyser gives none."""
    start = f"{name}="
    return next((part[len(start) :] for part in reading.tokens[word].feats.split("|") if part.startswith(start)), "")
