"""The interface of lexical resources: a relation proposes pairs of words that belong together, and says why."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from meantree.alignment.text_words import TextWords, Word, positions_by

K = TypeVar("K", bound=Hashable)
Proposal = tuple[int, int, float]
"""A word of the hypothesis, one of the reference (both 0-based over the texts), and their similarity, in (0, 1]."""


class Relation(Protocol):
    """One way in which words of two texts may belong together.

    A relation that can say more about two words if it sees their texts has a method ``detail_in_context``, too, which
    takes both texts and the positions of the words.
    """

    @property
    def name(self) -> str:
        """The stable name that is given in reasons."""
        ...

    @property
    def of_words(self) -> bool:
        """Whether a proposal depends on its two words alone, wherever they stand, so that each word is asked once."""
        ...

    def find(self, hyp: TextWords, ref: TextWords) -> Iterable[Proposal]:
        """Yield the pairs of words that are related; of a pair proposed twice the higher strength counts."""
        ...

    def detail(self, hyp: Word, ref: Word) -> str:
        """Explain to people how two proposed words are related; may be empty."""
        ...


@dataclass(frozen=True, slots=True)
class _ByKeys:
    """A relation of words by keys of each.

    Attributes:
        keys: returns the keys of a word; none for a word about which nothing is known.
        explain: returns the detail of a pair.
    """

    name: str
    keys: Callable[[Word], Iterable[Hashable]]
    strength: float
    explain: Callable[[Word, Word], str] = lambda _hyp, _ref: ""
    of_words: ClassVar[bool] = True

    def detail(self, hyp: Word, ref: Word) -> str:
        """Explain how two proposed words are related."""
        return self.explain(hyp, ref)


class SharedKey(_ByKeys):
    """Words are related if they have a key in common."""

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield the pairs that share a key."""
        for hyp_index, ref_index, _ in pairs_with_shared_key(hyp, ref, self.keys):
            yield hyp_index, ref_index, self.strength


class KnownPartner(_ByKeys):
    """Words are related if one of them has the lemma or form of the other as a key."""

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield the pairs in which either word lists the other."""
        for hyp_index, ref_index in pairs_by_lookup(hyp, ref, self.keys):
            yield hyp_index, ref_index, self.strength
        for ref_index, hyp_index in pairs_by_lookup(ref, hyp, self.keys):
            yield hyp_index, ref_index, self.strength


def pairs_with_shared_key(
    hyp: TextWords, ref: TextWords, keys: Callable[[Word], Iterable[K]]
) -> Iterator[tuple[int, int, K]]:
    """Yield the pairs of words with each key that they share."""
    positions = positions_by(map(keys, ref.words))
    for hyp_index, word in enumerate(hyp.words):
        for key in positions.keys() & keys(word):
            for ref_index in positions[key]:
                yield hyp_index, ref_index, key


def pairs_by_lookup(
    text: TextWords, other: TextWords, partners: Callable[[Word], Iterable[Hashable]]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of words in which the second is a partner of the first, by form or lemma."""
    for index, word in enumerate(text.words):
        for partner in other.positions.keys() & partners(word):
            for other_index in other.positions[partner]:
                yield index, other_index
