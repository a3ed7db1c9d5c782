"""How much n-grams tell: the rarer one is after its first words, the more (Doddington 2002)."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meantree.metrics.case import Case
from meantree.metrics.lexical.words import Tokenize, words_of

Gram = tuple[str, ...]


def grams_of(words: Sequence[str], largest: int) -> Counter[Gram]:
    """How often each n-gram of up to ``largest`` words occurs."""
    return Counter(
        tuple(words[start : start + order])
        for order in range(1, largest + 1)
        for start in range(len(words) - order + 1)
    )


def information_of(texts: Sequence[Sequence[str]], largest: int) -> dict[Gram, float]:
    """The information of the n-grams of up to ``largest`` words in a few texts, in bits."""
    counts: Counter[Gram] = Counter()
    for words in texts:
        counts.update(grams_of(words, largest))
    total = sum(map(len, texts))
    return {gram: math.log2((counts[gram[:-1]] if len(gram) > 1 else total) / count) for gram, count in counts.items()}


@dataclass(frozen=True, slots=True)
class _Order:
    """The n-grams of one length.

    Attributes:
        keys: int64, ascending; of each n-gram the place of its first n − 1 words among theirs, times the number of
            words, plus its last word.
        counts: of each.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]


class CorpusInformation(Mapping[Gram, float]):
    """The information of all n-grams of some texts, in bits; found when it is first asked for, as a corpus has many.

    They are kept as arrays: as a dictionary, those of 100,000 sentences would take gigabytes, and all other threads
    would wait for seconds whenever it grows. It equals nothing but itself: to compare two, both would have to be found.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, texts: Sequence[str], tokenize: Tokenize, case: Case, largest: int) -> None:
        self._texts, self._cut, self._largest = texts, (tokenize, case), largest

    def of_all(self, texts: Iterable[Sequence[str]]) -> dict[Gram, float]:
        """The information of the n-grams of some texts; of those alone that occur in the corpus."""
        return {gram: bits for words in texts for gram, bits in self._of(words)}

    def _of(self, words: Sequence[str]) -> Iterator[tuple[Gram, float]]:
        codes = np.array([self._codes.get(word, -1) for word in words], dtype=np.int64)
        places, before = np.zeros(len(words), dtype=np.int64), np.array([self._total])
        for length, order in enumerate(self._orders, start=1):
            ends = codes[length - 1 :]
            first = places[: len(ends)]  # of what the n-gram begins with, -1 where that does not occur
            places = _places(order.keys, np.where((first < 0) | (ends < 0), -1, first * len(self._codes) + ends))
            for start in np.flatnonzero(places >= 0).tolist():
                share = before[first[start]] / order.counts[places[start]]
                yield tuple(words[start : start + length]), math.log2(share)
            before = order.counts

    def __getitem__(self, gram: Gram) -> float:
        return self.of_all([gram])[gram]

    def __iter__(self) -> Iterator[Gram]:
        return iter({gram: None for text in self._texts for gram in grams_of(self._words(text), self._largest)})

    def __len__(self) -> int:
        return sum(len(order.keys) for order in self._orders)

    def _words(self, text: str) -> Sequence[str]:
        return words_of(text, *self._cut)

    @property
    def _codes(self) -> Mapping[str, int]:
        """A number for each word."""
        return self._found[0]

    @property
    def _total(self) -> int:
        """Words of all texts."""
        return int(self._orders[0].counts.sum())

    @property
    def _orders(self) -> Sequence[_Order]:
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[Mapping[str, int], Sequence[_Order]]:
        codes: dict[str, int] = {}
        told, ends = array("q"), array("q")  # all words, and for each where its text ends
        for text in self._texts:
            words = self._words(text)
            told.extend(codes.setdefault(word, len(codes)) for word in words)
            ends.extend([len(told)] * len(words))
        return codes, list(_orders(np.array(told), np.array(ends), len(codes), self._largest))


def _orders(codes: NDArray[np.int64], ends: NDArray[np.int64], words: int, largest: int) -> Iterator[_Order]:
    """The n-grams of each length, given all words one after another."""
    starts, places = np.arange(len(codes)), np.zeros(len(codes), dtype=np.int64)
    for length in range(1, largest + 1):
        is_whole = starts + length <= ends[starts]
        starts, places = starts[is_whole], places[is_whole]
        keys = places * words + codes[starts + length - 1]
        unique, places, counts = np.unique(keys, return_inverse=True, return_counts=True)
        yield _Order(unique, counts)


def _places(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each of the wanted keys stands, -1 where it does not."""
    found = np.searchsorted(keys, wanted)
    is_there = found < len(keys)
    is_there[is_there] = keys[found[is_there]] == wanted[is_there]
    return np.where(is_there, found, -1)
