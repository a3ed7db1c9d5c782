"""Negation: which words negate, what they negate, and whether that is preserved."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import words
from meantree.phenomena.clauses import governors, labelled, predicates, reach
from meantree.phenomena.feature import SILENT, Features, Firing, share
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

ARGUMENTS: Final = lemma_set("nsubj nsubj:pass obj iobj obl obl:agent obl:unmarked obl:npmod")
"""Relations of a noun to the predicate whose argument it is."""
listed: Final = partial(words, "phenomena/negation")
"""Lemmas that negate, by how they do: "neither" as an adverb, a determiner and a pronoun."""


class Kind(StrEnum):
    """The kind of a negation word."""

    ADVERB = "adverb"
    QUANTIFIER = "quantifier"
    PREPOSITION = "preposition"
    EMBEDDER = "embedder"


@dataclass(frozen=True, slots=True)
class Negator:
    """A word that negates.

    Attributes:
        target: the predicate, or other word, that it negates.
        scope: all words that it negates, including the target.
    """

    token: int
    kind: Kind
    target: int
    scope: frozenset[int]


@cached_fact
def negators(reading: Reading) -> tuple[Negator, ...]:
    """Return all words that negate, in order."""
    result = []
    for word, lemma in enumerate(reading.lemmas):
        kind, targets = _targets(reading, word, lemma)
        if targets:
            scope = frozenset(reached for target in targets for reached in reach(reading, target)) - {word}
            result.append(Negator(word, kind, targets[0], _without_conjuncts(reading, targets[0], scope)))
    return tuple(result)


@cached_fact
def negated(reading: Reading) -> tuple[bool, ...]:
    """Return for each word whether an odd number of words negates it."""
    return tuple(count % 2 == 1 for count in negations(reading))


@cached_fact
def negations(reading: Reading) -> tuple[int, ...]:
    """Return for each word the number of words that negate it."""
    counts = Counter(word for negator in negators(reading) for word in negator.scope)
    return tuple(counts[word] for word in range(len(reading)))


def _targets(reading: Reading, word: int, lemma: str) -> tuple[Kind, tuple[int, ...]]:
    """Return what a word negates; nothing for most words."""
    if lemma not in listed():
        return Kind.ADVERB, ()
    label, head = reading.labels[word], reading.heads[word]
    if lemma in listed("apart"):
        return Kind.ADVERB, _by_contraction(reading, word)
    if lemma in listed("doubter"):
        return Kind.EMBEDDER, labelled(reading, word, "xcomp", "ccomp", "csubj", "acl")
    if lemma in listed("absence"):
        return Kind.EMBEDDER, labelled(reading, word, "nmod", "obj")
    if head == ROOT or label in {"discourse", "fixed"}:
        return Kind.ADVERB, ()
    if lemma in listed("preposition") and label in {"case", "mark"}:
        return Kind.PREPOSITION, (head,)
    if lemma in listed("pair") and reading.upos[word] == "CCONJ":
        return Kind.ADVERB, _by_conjunction(reading, lemma, head)
    if (noun := _counted(reading, word, lemma)) is not None:
        return Kind.QUANTIFIER, _by_quantifier(reading, noun)
    if lemma in listed("adverb") or (lemma == "no" and label == "advmod"):
        return Kind.ADVERB, _by_adverb(reading, word, head)
    return Kind.ADVERB, ()


def _counted(reading: Reading, word: int, lemma: str) -> int | None:
    """Return the noun of a negative determiner; a negative pronoun itself."""
    label = reading.labels[word]
    if lemma in listed("determiner") and label in {"det", "amod"}:
        noun = reading.heads[word]
    elif lemma in listed("pronoun") and label not in {"amod", "advmod", "cc", "cc:preconj"}:
        noun = word
    else:
        return None
    return None if lemma == "few" and _are_some(reading, word, noun) else noun


def _are_some(reading: Reading, word: int, noun: int) -> bool:
    """Return whether "few" is no negation: a few are some, fewer may be many."""
    return has_article(reading, noun) or reading.tokens[word].text.casefold() in {"fewer", "fewest"}


def _by_adverb(reading: Reading, word: int, head: int) -> tuple[int, ...]:
    if word + 1 < len(reading) and reading.lemmas[word + 1] in listed("cancelled by"):
        return ()
    above = governors(reading)[head]
    climbs = reading.upos[head] in {"AUX", "ADV", "DET", "PART"} or bool(_quantified(reading, head))
    target = head if head in predicates(reading) or not climbs else above
    raised = labelled(reading, target, "ccomp") if reading.lemmas[target] in listed("raising") else ()
    return (target, *raised)


def _by_conjunction(reading: Reading, lemma: str, head: int) -> tuple[int, ...]:
    """Return what a paired conjunction negates.

    In "Neither he nor she came", the first word negates all of it; in "He neither came nor wrote", each negates its own
    verb.
    """
    if head in predicates(reading):
        return (head,)
    return _by_quantifier(reading, head) if lemma == "neither" else ()


def _by_contraction(reading: Reading, word: int) -> tuple[int, ...]:
    """Return what a split contraction negates: the next word's predicate, since the tree is unreliable there."""
    before = [token.text.casefold() for token in reading.tokens[max(0, word - 2) : word] if token.text not in "'’"]
    is_cut = word + 1 < len(reading) and bool(before) and before[-1] in listed("contracted")
    return (governors(reading)[word + 1],) if is_cut else ()


def _quantified(reading: Reading, word: int) -> bool:
    return any(
        reading.lemmas[other] in listed("quantifier") for other in (word, *labelled(reading, word, "det", "amod"))
    )


def _by_quantifier(reading: Reading, noun: int) -> tuple[int, ...]:
    """Return the predicate of which a negative noun is an argument; else the noun itself."""
    return (governors(reading)[noun] if reading.labels[noun] in ARGUMENTS else noun,)


def has_article(reading: Reading, noun: int) -> bool:
    """Return whether a noun has an article."""
    return any(reading.lemmas[child] in {"a", "the"} for child in labelled(reading, noun, "det"))


def _without_conjuncts(reading: Reading, target: int, scope: frozenset[int]) -> frozenset[int]:
    """Return a scope without coordinated clauses that have their own negation: neither eats nor drinks."""
    for child in labelled(reading, target, "conj"):
        if child in scope and any(reading.lemmas[below] in listed("own") for below in reading.children[child]):
            scope -= frozenset(reading.below(child))
    return scope


FEATURES = Features("semantic compatibility")


@FEATURES("negation added", "negation missing")
def negation_added(view: View) -> Firing:
    """A negation of the conclusion is not in the premise: what it negates is not negated there, and it has fewer.

    The share of the conclusion's negations.
    """
    cues = negators(view.conclusion)
    spare = len(cues) - len(negators(view.premise))
    bare = [cue.token for cue in cues if view.partner[cue.token] is None and not _denied(view, cue)]
    return share(bare[-spare:], len(cues)) if spare > 0 else SILENT


@FEATURES("negation of something else")
def negation_shifted(view: View) -> Firing:
    """Both texts have as many negations, but of different things; share of the conclusion's negations."""
    cues, others = negators(view.conclusion), negators(view.premise)
    if len(cues) != len(others):
        return SILENT
    known = negations(view.conclusion)
    shifted = [
        cue.token
        for cue in cues
        if known[cue.target] and view.partner[cue.target] is not None and not _denied(view, cue)
    ]
    return share(shifted, len(cues), tuple(cue.token for cue in others))


def _denied(view: View, cue: Negator) -> bool:
    """Return whether the premise negates the partner of what a word negates."""
    partner = view.partner[cue.target]
    return partner is not None and negations(view.premise)[partner] > 0
