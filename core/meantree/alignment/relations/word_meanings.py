"""What WordNet knows of two words: synonyms, opposites, kinds of each other, and how near their senses are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np

from meantree.alignment.relations.lexical_relation import KnownPartner, Proposal, SharedKey, pairs_with_shared_key
from meantree.alignment.similarity import Vectors
from meantree.alignment.text_words import TextWords, Word
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import information_content, wordnet

OPPOSITES = (
    ("never", "always"),
    ("never", "ever"),
    ("never", "forever"),
    ("never", "often"),
    ("rarely", "often"),
    ("seldom", "often"),
    ("more", "less"),
    ("more", "fewer"),
    ("most", "least"),
    ("most", "fewest"),
    ("before", "after"),
    ("beforehand", "afterwards"),
    ("previously", "subsequently"),
    ("earlier", "later"),
    ("above", "below"),
    ("over", "under"),
    ("inside", "outside"),
    ("with", "without"),
    ("up", "down"),
    ("upward", "downward"),
    ("upwards", "downwards"),
    ("forward", "backward"),
    ("forwards", "backwards"),
    ("yes", "no"),
    ("all", "none"),
    ("everything", "nothing"),
    ("everybody", "nobody"),
    ("everyone", "nobody"),
)


def _both_ways() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for one, two in (*OPPOSITES, *((two, one) for one, two in OPPOSITES)):
        found[one] = found.get(one, frozenset()) | {two}
    return found


_OPPOSITES = _both_ways()


def opposites_of(word: Word) -> frozenset[str]:
    """The forms that mean the opposite of a word."""
    return _OPPOSITES.get(word.form, frozenset())


SENSES = 5
"""Only the most frequent senses of a word are looked at."""
STEPS = 5
"""A kind of a thing is so many steps below it at most."""
NEAREST = 0.9
"""Words are no nearer than those with one sense."""
TELLING = 3.0
"""What two words have in common must tell so much, in nats: all things are entities."""


@lru_cache(maxsize=1 << 15)
def synsets(word: Word) -> tuple[int, ...]:
    """All senses of a word in its part of speech."""
    return tuple(dict.fromkeys(found for part in word.parts for found in wordnet().synsets(word.lemma, part)))


@lru_cache(maxsize=1 << 15)
def _near(word: Word) -> frozenset[int]:
    """Its senses, and near ones of adjectives."""
    words = wordnet()
    return frozenset(near for own in synsets(word) for near in (own, *words.similar(own)))


@lru_cache(maxsize=1 << 15)
def _opposites(word: Word) -> frozenset[str]:
    """The lemmas that mean the opposite of one of its senses."""
    words = wordnet()
    own = (member for synset in synsets(word) for member in words.members(synset))
    return opposites_of(word) | frozenset(
        words.lemma(other).lower()
        for sense in own
        if words.lemma(sense).lower() == word.lemma
        for other in words.antonyms(sense)
    )


@lru_cache(maxsize=1 << 14)
def _above(synset: int) -> dict[int, int]:
    """The synsets above one that tell something, with the steps to them; itself at 0."""
    tells = information_content()
    return {up: steps for up, steps in wordnet().above(synset).items() if not steps or tells[up] >= TELLING}


@lru_cache(maxsize=1 << 15)
def _all_above(word: Word) -> dict[int, int]:
    """What is above its most frequent senses, with the fewest steps."""
    found: dict[int, int] = {}
    for synset in synsets(word)[:SENSES]:
        for up, steps in _above(synset).items():
            found[up] = min(steps, found.get(up, steps))
    return found


@lru_cache(maxsize=1 << 15)
def _least_below(word: Word) -> dict[int, float]:
    """For what is above its most frequent senses, how much the least telling one of these below it tells."""
    tells = information_content()
    found: dict[int, float] = {}
    for synset in synsets(word)[:SENSES]:
        own = float(tells[synset])
        for up in _above(synset):
            found[up] = min(own, found.get(up, own))
    return found


@dataclass(frozen=True, slots=True)
class Kind:
    """A word of one text names a kind of what one of the other names.

    Attributes:
        name: ``hypernym`` where the hypothesis is the more special one, ``hyponym`` where it is the more general one.
    """

    name: Literal["hypernym", "hyponym"]

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Pairs up to some steps from each other; the strength falls with the steps."""
        special, general = (hyp, ref) if self.name == "hypernym" else (ref, hyp)
        above = ([*_all_above(word)] for word in special.words)
        theirs: dict[int, list[int]] = {}
        for place, word in enumerate(general.words):
            for synset in synsets(word)[:SENSES]:
                theirs.setdefault(synset, []).append(place)
        for one, ups in enumerate(above):
            steps = _all_above(special.words[one])
            for up in ups:
                if 0 < steps[up] <= STEPS:
                    for two in theirs.get(up, ()):
                        strength = 0.9 - 0.1 * steps[up]
                        yield (one, two, strength) if special is hyp else (two, one, strength)

    def detail(self, hyp: Word, ref: Word) -> str:
        """Which is a kind of which, and how many steps up."""
        special, general = (hyp, ref) if self.name == "hypernym" else (ref, hyp)
        ups = _all_above(special)
        steps = min(ups[synset] for synset in synsets(general)[:SENSES] if ups.get(synset))
        return f"“{special.lemma}” is a kind of “{general.lemma}”, {steps} step{'s' * (steps > 1)} up"


@dataclass(frozen=True, slots=True)
class Near:
    """Words whose senses have something in common above them.

    Attributes:
        name: ``path``: 1/(1 + steps from one to the other); ``lin``: how much what they have in common tells, as a
            share of what both tell (Lin 1998).
    """

    name: Literal["path", "lin"]

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """All pairs with something telling above both."""
        for one, two, up in pairs_with_shared_key(hyp, ref, _all_above):
            yield one, two, min(NEAREST, self._strength(hyp.words[one], ref.words[two], up))

    def _strength(self, one: Word, two: Word, up: int) -> float:
        if self.name == "path":
            return 1.0 / (1 + _all_above(one)[up] + _all_above(two)[up])
        both = _least_below(one)[up] + _least_below(two)[up]
        return min(1.0, 2 * float(information_content()[up]) / both) if both else 0.0

    def detail(self, hyp: Word, ref: Word) -> str:
        """What is above both."""
        common = _all_above(hyp).keys() & _all_above(ref).keys()
        words = wordnet()
        best = max(sorted(common), key=lambda up: self._strength(hyp, ref, up))
        return f"both are a kind of “{words.lemma(words.members(best)[0]).replace('_', ' ')}”"


SYNONYM = SharedKey("synonym", _near, 0.9, lambda one, two: f"“{one.lemma}” and “{two.lemma}” have a sense in common")
ANTONYM = KnownPartner("antonym", _opposites, 0.4, lambda one, two: f"“{one.lemma}” is the opposite of “{two.lemma}”")
HYPERNYM, HYPONYM = Kind("hypernym"), Kind("hyponym")
PATH, LIN = Near("path"), Near("lin")


@lru_cache(maxsize=1 << 15)
def _partners(word: Word) -> frozenset[str]:
    if word.is_punctuation:
        return frozenset()
    return paraphrases_of(word.form) | paraphrases_of(word.lemma)


PPDB = KnownPartner("ppdb", _partners, 0.8, lambda one, two: f"“{one.form}” and “{two.form}” paraphrase each other")


SIMILAR_VECTORS = 0.5
"""Words with a smaller cosine are not alike."""


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Attributes:
    vectors: of words, of length 1.
    """

    vectors: Vectors
    name: ClassVar[str] = "vectors"

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Pairs by the cosine of their vectors."""
        if not len(hyp) or not len(ref):
            return
        mine, theirs = (self.vectors([word.form for word in text.words]) for text in (hyp, ref))
        table = mine @ theirs.T
        for one, two in zip(*map(np.ndarray.tolist, np.nonzero(table >= SIMILAR_VECTORS)), strict=True):
            if hyp.words[one].is_content and ref.words[two].is_content:
                yield one, two, min(1.0, float(table[one, two]))

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # the strength says it
        """Nothing more."""
        return "similar vectors"
