"""N-grams of many texts, counted at once.

Symbols are numbers from 0. The key of an n-gram is the key of its first n - 1 symbols times the number of different
symbols, plus its last symbol, and then the text that it is in; keys that outgrow 62 bits are numbered again. The texts
of a segment are a row, and rows of about the same length a matrix, so that counting is sorting its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]
Text = TypeVar("Text", bound=Hashable)

_LIMIT = 2**62
_NONE = np.iinfo(np.int64).max
"""Stands in a matrix where no n-gram begins."""
_CELLS = 2**15
"""Of a matrix, about: it stays in the processor's cache."""


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
    def of_words(cls, texts: Sequence[tuple[str, ...]]) -> Symbols:
        """Return texts whose symbols are words."""
        places = {word: place for place, word in enumerate(dict.fromkeys(chain.from_iterable(texts)))}
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        words = map(places.__getitem__, chain.from_iterable(texts))
        return cls(np.fromiter(words, np.int64, int(lengths.sum())), lengths, len(places))

    @classmethod
    def of_characters(cls, texts: Sequence[str]) -> Symbols:
        """Return texts whose symbols are characters."""
        codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        occurs = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
        occurs[codes] = 1
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        return cls((np.cumsum(occurs) - 1)[codes], lengths, int(occurs.sum()))


def ngrams(symbols: Sequence[str], longest: int) -> Iterator[Iterator[tuple[str, ...]]]:
    """Yield the n-grams of one text for each n from 1 to ``longest``, in order."""
    for order in range(1, longest + 1):
        yield zip(*(symbols[start:] for start in range(order)), strict=False)


def totals(lengths: Numbers, longest: int) -> Numbers:
    """Return the number of n-grams of each text; shape (texts, longest), n from 1."""
    counts: Numbers = np.maximum(lengths[:, None] - np.arange(longest), 0)
    return counts


def ngram_matches(
    encode: Callable[[Sequence[Text]], Symbols],
    hyps: Sequence[Text],
    refs: Sequence[tuple[Text, ...]],
    longest: int,
) -> Numbers:
    """Return how many n-grams of each hypothesis its references have; shape (hypotheses, longest), n from 1.

    An n-gram counts as often as in the reference that has it most often (Papineni et al. 2002, section 2.1). Those of
    references are counted once for all hypotheses with the same.

    Args:
        encode: as :meth:`Symbols.of_words`.
        refs: the references of each hypothesis.
    """
    places: dict[tuple[Text, ...], int] = {}
    segment = [places.setdefault(versions, len(places)) for versions in refs]
    segment += [place for versions, place in places.items() for _ in versions]
    texts = encode([*hyps, *chain.from_iterable(places)])
    matches = np.zeros((len(hyps), longest), dtype=np.int64)
    for members, rows in _blocks(texts.lengths, np.array(segment, dtype=np.int64)):
        is_reference = members >= len(hyps)
        for order, (text, times, starts) in enumerate(_counts(texts, members, rows, longest)):
            of_reference = is_reference[text]
            if of_reference.any():
                most = np.maximum.reduceat(np.where(of_reference, times, 0), np.flatnonzero(starts))
                clipped = np.minimum(times, most[np.cumsum(starts) - 1])[~of_reference]
                matched = np.bincount(text[~of_reference], clipped, len(members))
                matches[members[~is_reference], order] = matched[~is_reference]
    return matches


def _blocks(lengths: Numbers, segments: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the texts of whole segments of about the same length, and for each text its 0-based place among these."""
    sizes = np.bincount(segments, lengths).astype(np.int64)
    by_size = np.argsort(sizes, kind="stable")
    place = np.empty_like(by_size)
    place[by_size] = np.arange(len(by_size))
    members = np.argsort(place[segments], kind="stable")
    ends = np.searchsorted(place[segments][members], np.arange(len(by_size)), side="right")
    first = 0
    while first < len(by_size):
        # The first segment is the shortest: as many follow as fit if all are as long as the last of these.
        widths = sizes[by_size[first : first + _CELLS]]
        many = max(1, int(np.searchsorted(widths * np.arange(1, len(widths) + 1), _CELLS, side="right")))
        block = members[ends[first - 1] if first else 0 : ends[first + many - 1]]
        yield block, place[segments[block]] - first
        first += many


def _counts(texts: Symbols, members: Numbers, rows: Numbers, longest: int) -> Iterator[tuple[Numbers, Numbers, Bools]]:
    """Yield for each order the n-grams that several texts of a row have, equal ones one after the other.

    Args:
        members: the texts, in the order of their rows.
        rows: for each of them its 0-based row, a segment.

    Returns:
        for each n-gram in a text the 0-based place of the text among ``members``, how often it occurs there, and
        whether the one before it is another n-gram, or of another row.
    """
    numbers, left, owner = _matrix(texts, members, rows)
    bits = len(members).bit_length()
    symbols = size = max(1, texts.size)
    gram = numbers
    for order in range(1, longest + 1):
        if order > 1:
            gram = gram[:, :-1]
            if size > _LIMIT // symbols >> bits:
                different, again = np.unique(gram, return_inverse=True)
                gram, size = again.reshape(gram.shape), len(different)
            gram = gram * symbols + numbers[:, order - 1 :]
            size *= symbols
        width = gram.shape[1]
        keys = np.where(left[:, :width] >= order, gram << bits | owner[:, :width], _NONE)
        keys.sort(axis=1)
        is_first = np.ones(keys.shape, dtype=bool)
        np.not_equal(keys[:, 1:], keys[:, :-1], out=is_first[:, 1:])
        places = np.flatnonzero(is_first)
        found = keys.ravel()[places]
        ngrams = found >> bits
        starts = np.ones(len(found) + 1, dtype=bool)
        np.not_equal(ngrams[1:], ngrams[:-1], out=starts[1:-1])
        is_first[:, 1:] = False
        starts[:-1] |= is_first.ravel()[places]
        shared = np.flatnonzero(~(starts[:-1] & starts[1:]))
        ends = np.append(places[1:], keys.size)
        yield found[shared] & (1 << bits) - 1, ends[shared] - places[shared], starts[shared]


def _matrix(texts: Symbols, members: Numbers, rows: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the symbols of texts in their rows; how many are left there in their text; and the text's place."""
    lengths = texts.lengths[members]
    ends, text = np.cumsum(lengths), np.repeat(np.arange(len(members)), lengths)
    within = np.arange(len(text)) - (ends - lengths)[text]
    sizes = np.bincount(rows, lengths, int(rows[-1]) + 1).astype(np.int64)
    row = rows[text]
    cells = row, np.arange(len(text)) - (np.cumsum(sizes) - sizes)[row]
    numbers, left, owner = (np.zeros((len(sizes), int(sizes.max())), dtype=np.int64) for _ in range(3))
    numbers[cells] = texts.numbers[(np.cumsum(texts.lengths) - texts.lengths)[members][text] + within]
    left[cells] = lengths[text] - within
    owner[cells] = text
    return numbers, left, owner
