"""N-grams of many texts, counted at once.

Symbols are numbers from 0. The key of an n-gram is the key of its first n - 1 symbols times the number of different
symbols, plus its last symbol; keys that outgrow 62 bits are numbered again. So counting is sorting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

_LIMIT = 2**62


@dataclass(frozen=True, slots=True)
class Symbols:
    """Texts as numbers, one after the other.

    Attributes:
        numbers: shape (symbols of all texts,), each from 0 to ``size - 1``.
        lengths: shape (texts,), symbols of each text.
        size: the number of different symbols.
    """

    numbers: Numbers
    lengths: Numbers
    size: int

    @classmethod
    def of_words(cls, texts: Sequence[Sequence[str]]) -> Symbols:
        """Return texts whose symbols are words."""
        places = {word: place for place, word in enumerate(dict.fromkeys(chain.from_iterable(texts)))}
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        words = map(places.__getitem__, chain.from_iterable(texts))
        return cls(np.fromiter(words, np.int64, int(lengths.sum())), lengths, len(places))

    @classmethod
    def of_characters(cls, texts: Sequence[str]) -> Symbols:
        """Return texts whose symbols are characters."""
        codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        different, numbers = np.unique(codes, return_inverse=True)
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        return cls(numbers.astype(np.int64), lengths, len(different))


def totals(lengths: Numbers, longest: int) -> Numbers:
    """Return the number of n-grams of each text; shape (texts, longest), n from 1."""
    counts: Numbers = np.maximum(lengths[:, None] - np.arange(longest), 0)
    return counts


def ngram_matches(texts: Symbols, owners: Sequence[int], longest: int) -> Numbers:
    """Return how many n-grams of each hypothesis its references have; shape (hypotheses, longest), n from 1.

    An n-gram counts as often as in the reference that has it most often (Papineni et al. 2002, section 2.1).

    Args:
        texts: the hypotheses, then the references.
        owners: for each reference the 0-based place of its hypothesis.
    """
    hypotheses = len(texts.lengths) - len(owners)
    owner = np.concatenate([np.arange(hypotheses), np.asarray(owners, dtype=np.int64)])
    matches = np.zeros((hypotheses, longest), dtype=np.int64)
    for order, (text, gram, size) in enumerate(_ngrams(texts, longest)):
        is_reference = text >= hypotheses
        counted, times = np.unique(text[~is_reference] * size + gram[~is_reference], return_counts=True)
        most, limits = _most(text[is_reference], gram[is_reference], size, owner)
        if len(most):
            found = np.minimum(np.searchsorted(most, counted), len(most) - 1)
            clipped = np.where(most[found] == counted, np.minimum(times, limits[found]), 0)
            matches[:, order] = np.bincount(counted // size, clipped, hypotheses)
    return matches


def _ngrams(texts: Symbols, longest: int) -> Iterator[tuple[Numbers, Numbers, int]]:
    """Yield for each order the text and the key of each n-gram, and a number above all keys."""
    ends = np.cumsum(texts.lengths)
    text = np.repeat(np.arange(len(texts.lengths)), texts.lengths)
    place = np.arange(len(text))
    last = ends[text] - 1
    gram, size = texts.numbers, max(1, texts.size)
    for order in range(longest):
        if order:
            fits = place + order <= last
            place, text, last = place[fits], text[fits], last[fits]
            if size > _LIMIT // max(1, texts.size * len(texts.lengths)):
                different, gram = np.unique(gram[fits], return_inverse=True)
                size = max(1, len(different))
            else:
                gram = gram[fits]
            gram = gram * texts.size + texts.numbers[place + order]
            size *= max(1, texts.size)
        yield text, gram, size


def _most(text: Numbers, gram: Numbers, size: int, owner: Numbers) -> tuple[Numbers, Numbers]:
    """Return the keys of (hypothesis, n-gram of a reference of it), sorted, and its most frequent use in one."""
    counted, times = np.unique(text * size + gram, return_counts=True)
    keys = owner[counted // size] * size + counted % size
    order = np.argsort(keys, kind="stable")
    keys, times = keys[order], times[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[starts], (np.maximum.reduceat(times, starts) if len(starts) else times)


def owners(groups: Iterable[Sequence[object]]) -> list[int]:
    """Return for each member of the groups the 0-based place of its group."""
    return [place for place, group in enumerate(groups) for _ in group]
