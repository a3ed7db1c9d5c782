"""Words that paraphrase each other (Ganitkevitch et al. 2013), opened at the first question.

``packaging/training/lexicon`` makes the file: ``words`` in order as bytes with line ends between them, for each word
how many partners that come after it it has (``counts``), and the places of these one after the other (``steps``: the
first counts from the word itself, each other one from the one before).
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meantree_resources import resource


class Paraphrases:
    """Which words paraphrase a word; words are lower-case."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as stored:
            self._words = stored["words"].tobytes().decode().split("\n")
            counts, steps = stored["counts"].astype(np.int64), stored["steps"].astype(np.int64)
        earlier = np.repeat(np.arange(len(counts)), counts)
        later = _sums_within(steps, counts) + earlier
        ones, twos = np.concatenate([earlier, later]), np.concatenate([later, earlier])
        self._partners: NDArray[np.int64] = twos[np.lexsort((twos, ones))]
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(ones, minlength=len(counts)))])

    def of(self, word: str) -> tuple[str, ...]:
        """The words that paraphrase one, in alphabetical order; empty if it is unknown."""
        place = bisect_left(self._words, word)
        if place == len(self._words) or self._words[place] != word:
            return ()
        found = self._partners[self._starts[place] : self._starts[place + 1]]
        return tuple(self._words[partner] for partner in found.tolist())

    @property
    def size(self) -> tuple[int, int]:
        """How many words and how many pairs there are."""
        return len(self._words), len(self._partners) // 2


def _sums_within(steps: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Cumulative sums that begin again with each group."""
    sums = np.concatenate([[0], np.cumsum(steps)])
    starts = np.cumsum(counts) - counts
    within: NDArray[np.int64] = sums[1:] - np.repeat(sums[starts], counts)
    return within


@cache
def paraphrases() -> Paraphrases:
    """The pairs that ship with Meantree, opened once."""
    return Paraphrases(resource("lexicon/ppdb") / "ppdb.npz")


@lru_cache(maxsize=1 << 16)
def paraphrases_of(word: str) -> frozenset[str]:
    """The words that paraphrase a lower-case word."""
    return frozenset(paraphrases().of(word))


@lru_cache(maxsize=1 << 17)
def shared_paraphrases(one: str, two: str) -> float:
    """How many paraphrases two lower-case words share, in [0, 1]: the cosine of both sets; symmetric."""
    mine, theirs = paraphrases_of(one), paraphrases_of(two)
    return len(mine & theirs) / sqrt(len(mine) * len(theirs)) if mine and theirs else 0.0
