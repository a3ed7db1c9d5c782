"""What keeps words apart whatever a resource says of them: unequal values, and opposites."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from meantree.alignment.relations.base import Proposal, Relation
from meantree.alignment.relations.opposites import opposites_of
from meantree.alignment.relations.values import date_of, numbers_of
from meantree.alignment.text_words import TextWords, Word


@lru_cache(maxsize=1 << 14)
def values_of(word: Word) -> frozenset[Hashable]:
    """All that a number or a date is worth; of another word with digits, these as they stand."""
    found: frozenset[Hashable] = frozenset((*numbers_of(word), *date_of(word)))
    if found or not any(map(str.isdigit, word.form)):
        return found
    return frozenset(["".join(sign for sign in word.form if sign.isalnum() or sign in ".:").rstrip("s.:")])


def are_apart(one: Word, two: Word) -> bool:
    """Whether both have values, none of them in common, or one is the opposite of the other."""
    mine, theirs = values_of(one), values_of(two)
    if mine and theirs:
        return mine.isdisjoint(theirs)
    return two.form in opposites_of(one)


@dataclass(frozen=True, slots=True)
class Apart:
    """What a relation knows, but of words that are apart.

    Attributes:
        relation: of words that mean the same, or nearly.
    """

    relation: Relation

    @property
    def name(self) -> str:
        """That of the relation."""
        return self.relation.name

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Its pairs without those that are apart."""
        for one, two, strength in self.relation.find(hyp, ref):
            if not are_apart(hyp.words[one], ref.words[two]):
                yield one, two, strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """What it says."""
        return self.relation.detail(hyp, ref)
