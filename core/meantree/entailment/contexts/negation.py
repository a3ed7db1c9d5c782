"""Polarity: which words negate, and which words they negate."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.contexts.clauses import governors, labelled, predicates, reach
from meantree.entailment.contexts.once import once
from meantree.entailment.contexts.vocabulary import words
from meantree.entailment.reading import Reading

_ADVERBS: Final = words("not n't n’t nt never cannot nowhere neither hardly scarcely barely rarely seldom")
_OWN: Final = words("not n't n’t nt never nor")
_DETERMINERS: Final = words("no neither few")
_PRONOUNS: Final = words("nobody nothing none noone no-one neither few")
_NOT_BUT: Final = words("only just merely simply solely least")
"""After "not", these negate nothing that is said: not only he came."""
_QUANTIFIERS: Final = words("all every each many much everyone everybody everything any")
ARGUMENTS: Final = words("nsubj nsubj:pass obj iobj obl obl:agent obl:unmarked obl:npmod")
"""Between a noun and the predicate that it is an argument of."""
_PREPOSITIONS: Final = words("without unless")
_DOUBTERS: Final = words(
    "deny doubt fail refuse decline neglect avoid prevent refrain prohibit forbid "
    "unable impossible unlikely unwilling failure refusal inability"
)
_ABSENCE: Final = words("lack absence")
_APART: Final = words("t 't ’t")
_CONTRACTED: Final = words(
    "don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn can mustn needn mightn"
)
"""Before an apostrophe and a t that a tokeniser cut off: don ' t."""
_LISTED: Final = _APART | _ADVERBS | _OWN | _DETERMINERS | _PRONOUNS | _PREPOSITIONS | _DOUBTERS | _ABSENCE
_PAIRED: Final = words("neither nor")
_NEG_RAISING: Final = words("think believe expect suppose imagine")
"""Who does not think that it rains thinks that it does not."""


class Kind(StrEnum):
    """What a negation word is."""

    ADVERB = "adverb"
    QUANTIFIER = "quantifier"
    PREPOSITION = "preposition"
    EMBEDDER = "embedder"


@dataclass(frozen=True, slots=True)
class Negator:
    """A word that turns what is said into its opposite.

    Attributes:
        token: the word itself.
        kind: what it is.
        target: the predicate, or the other word, that it negates.
        scope: all words that it negates, the target among them.
    """

    token: int
    kind: Kind
    target: int
    scope: frozenset[int]


@once
def negators(reading: Reading) -> tuple[Negator, ...]:
    """All words that negate, in order."""
    found = []
    for word, lemma in enumerate(reading.lemmas):
        kind, targets = _targets(reading, word, lemma)
        if targets:
            scope = frozenset(reached for target in targets for reached in reach(reading, target)) - {word}
            found.append(Negator(word, kind, targets[0], _without_conjuncts(reading, targets[0], scope)))
    return tuple(found)


@once
def negated(reading: Reading) -> tuple[bool, ...]:
    """For each word whether an odd number of words negates it."""
    return tuple(count % 2 == 1 for count in negations(reading))


@once
def negations(reading: Reading) -> tuple[int, ...]:
    """For each word how many words negate it."""
    counts = Counter(word for negator in negators(reading) for word in negator.scope)
    return tuple(counts[word] for word in range(len(reading)))


def _targets(reading: Reading, word: int, lemma: str) -> tuple[Kind, tuple[int, ...]]:
    """What a word negates, nothing for most words."""
    if lemma not in _LISTED:
        return Kind.ADVERB, ()
    label, head = reading.labels[word], reading.heads[word]
    if lemma in _APART:
        return Kind.ADVERB, _by_contraction(reading, word)
    if lemma in _DOUBTERS:
        return Kind.EMBEDDER, labelled(reading, word, "xcomp", "ccomp", "csubj", "acl")
    if lemma in _ABSENCE:
        return Kind.EMBEDDER, labelled(reading, word, "nmod", "obj")
    if head == ROOT or label in {"discourse", "fixed"}:
        return Kind.ADVERB, ()
    if lemma in _PREPOSITIONS and label in {"case", "mark"}:
        return Kind.PREPOSITION, (head,)
    if lemma in _PAIRED and reading.upos[word] == "CCONJ":
        return Kind.ADVERB, _by_conjunction(reading, lemma, head)
    if (noun := _counted(reading, word, lemma)) is not None:
        return Kind.QUANTIFIER, _by_quantifier(reading, noun)
    if lemma in _ADVERBS or (lemma == "no" and label == "advmod"):
        return Kind.ADVERB, _by_adverb(reading, word, head)
    return Kind.ADVERB, ()


def _counted(reading: Reading, word: int, lemma: str) -> int | None:
    """The noun of a negative determiner, a negative pronoun itself."""
    label = reading.labels[word]
    if lemma in _DETERMINERS and label in {"det", "amod"}:
        noun = reading.heads[word]
    elif lemma in _PRONOUNS and label not in {"amod", "advmod", "cc", "cc:preconj"}:
        noun = word
    else:
        return None
    return None if lemma == "few" and _are_some(reading, word, noun) else noun


def _are_some(reading: Reading, word: int, noun: int) -> bool:
    """A few are some, fewer may be many; only few are hardly any."""
    return has_article(reading, noun) or reading.tokens[word].text.casefold() in {"fewer", "fewest"}


def _by_adverb(reading: Reading, word: int, head: int) -> tuple[int, ...]:
    if word + 1 < len(reading) and reading.lemmas[word + 1] in _NOT_BUT:
        return ()
    above = governors(reading)[head]
    climbs = reading.upos[head] in {"AUX", "ADV", "DET", "PART"} or bool(_quantified(reading, head))
    target = head if head in predicates(reading) or not climbs else above
    raised = labelled(reading, target, "ccomp") if reading.lemmas[target] in _NEG_RAISING else ()
    return (target, *raised)


def _by_conjunction(reading: Reading, lemma: str, head: int) -> tuple[int, ...]:
    """Neither he nor she came: the first says all of it. He neither came nor wrote: each says its own."""
    if head in predicates(reading):
        return (head,)
    return _by_quantifier(reading, head) if lemma == "neither" else ()


def _by_contraction(reading: Reading, word: int) -> tuple[int, ...]:
    """Where a contraction was cut, the tree is of little use: it negates what the next word belongs to."""
    before = [token.text.casefold() for token in reading.tokens[max(0, word - 2) : word] if token.text not in "'’"]
    is_cut = word + 1 < len(reading) and bool(before) and before[-1] in _CONTRACTED
    return (governors(reading)[word + 1],) if is_cut else ()


def _quantified(reading: Reading, word: int) -> bool:
    return any(reading.lemmas[one] in _QUANTIFIERS for one in (word, *labelled(reading, word, "det", "amod")))


def _by_quantifier(reading: Reading, noun: int) -> tuple[int, ...]:
    """The predicate of which a negative noun is an argument, the noun itself where it is none."""
    return (governors(reading)[noun] if reading.labels[noun] in ARGUMENTS else noun,)


def has_article(reading: Reading, noun: int) -> bool:
    """Whether a noun has one."""
    return any(reading.lemmas[child] in {"a", "the"} for child in labelled(reading, noun, "det"))


def _without_conjuncts(reading: Reading, target: int, scope: frozenset[int]) -> frozenset[int]:
    """A coordinated clause that has a negation of its own keeps to that: neither eats nor drinks."""
    for child in labelled(reading, target, "conj"):
        if child in scope and any(reading.lemmas[below] in _OWN for below in reading.children[child]):
            scope -= frozenset(reading.below(child))
    return scope
