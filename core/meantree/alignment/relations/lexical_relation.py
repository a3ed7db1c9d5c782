"""What a lexical resource is: it proposes pairs of words, and says why."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from meantree.alignment.text_words import TextWords, Word, places_by

K = TypeVar("K", bound=Hashable)
Proposal = tuple[int, int, float]
"""A word of the hypothesis, one of the reference (both 0-based over the texts), and how alike they are, in (0, 1]."""


class Relation(Protocol):
    """One way in which words of two texts may belong together."""

    @property
    def name(self) -> str:
        """As it stands in reasons; stable."""
        ...

    def find(self, hyp: TextWords, ref: TextWords) -> Iterable[Proposal]:
        """The pairs of words that it knows; of a pair found twice the higher strength counts."""
        ...

    def detail(self, hyp: Word, ref: Word) -> str:
        """What it knows of two words that it proposed, for people; may be empty."""
        ...


@runtime_checkable
class DetailInContext(Protocol):
    """A relation that can say more of two words where they stand."""

    def detail_there(self, hyp: TextWords, ref: TextWords, pair: tuple[int, int]) -> str:
        """What it knows of two words that it proposed, each with what stands around it."""
        ...


@dataclass(frozen=True, slots=True)
class SharedKey:
    """Words belong together that have a key in common.

    Attributes:
        name: of the relation.
        keys: of a word; none for a word of which nothing is known.
        strength: of every pair.
        told: what is said of a pair.
    """

    name: str
    keys: Callable[[Word], Iterable[Hashable]]
    strength: float
    told: Callable[[Word, Word], str] = lambda _one, _two: ""

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """The pairs that share a key."""
        for one, two, _ in pairs_with_shared_key(hyp, ref, self.keys):
            yield one, two, self.strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """What is known of both."""
        return self.told(hyp, ref)


@dataclass(frozen=True, slots=True)
class KnownPartner:
    """Words belong together one of which is known to the other.

    Attributes:
        name: of the relation.
        partners: the lemmas or forms to which a word is known; asked of both.
        strength: of every pair.
        told: what is said of a pair.
    """

    name: str
    partners: Callable[[Word], Iterable[str]]
    strength: float
    told: Callable[[Word, Word], str] = lambda _one, _two: ""

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """The pairs of which either word knows the other."""
        for one, two in pairs_by_lookup(hyp, ref, self.partners):
            yield one, two, self.strength
        for two, one in pairs_by_lookup(ref, hyp, self.partners):
            yield one, two, self.strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """What is known of both."""
        return self.told(hyp, ref)


def pairs_with_shared_key(
    hyp: TextWords, ref: TextWords, keys: Callable[[Word], Iterable[K]]
) -> Iterator[tuple[int, int, K]]:
    """The pairs of words with each key that both have."""
    theirs = places_by(map(keys, ref.words))
    for one, word in enumerate(hyp.words):
        for key in keys(word):
            for two in theirs.get(key, ()):
                yield one, two, key


def pairs_by_lookup(
    texts: TextWords, others: TextWords, partners: Callable[[Word], Iterable[str]]
) -> Iterator[tuple[int, int]]:
    """The pairs of words the second of which is a partner of the first, by form or lemma."""
    theirs = others.places
    for one, word in enumerate(texts.words):
        for partner in partners(word):
            for two in theirs.get(partner, ()):
                yield one, two
