"""Words that paraphrase each other (PPDB, Ganitkevitch et al. 2013), loaded on first use.

``packaging/training/lexicon`` builds the file: ``words`` in alphabetical order as bytes separated by line ends; for
each word the number of its partners that come after it (``counts``); and the positions of these partners (``steps``:
the first relative to the word itself, each other one relative to the one before).
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meantree.shipped import shipped


class Paraphrases:
    """Paraphrases of single words; words are lower-case."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as stored:
            self._words = stored["words"].tobytes().decode().split("\n")
            counts, steps = stored["counts"].astype(np.int64), stored["steps"].astype(np.int64)
        earlier = np.repeat(np.arange(len(counts)), counts)
        later = _sums_within(steps, counts) + earlier
        # The file has each pair once, in order; here each word lists all its partners, first those before it.
        words, partners = np.concatenate([later, earlier]), np.concatenate([earlier, later])
        self._partners: NDArray[np.int64] = partners[np.argsort(words, kind="stable")]
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(words, minlength=len(counts)))])

    def of(self, word: str) -> tuple[str, ...]:
        """Return the paraphrases of a word in alphabetical order; empty if the word is unknown."""
        index = bisect_left(self._words, word)
        if index == len(self._words) or self._words[index] != word:
            return ()
        partners = self._partners[self._starts[index] : self._starts[index + 1]]
        return tuple(self._words[partner] for partner in partners.tolist())


def _sums_within(steps: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return cumulative sums that restart with each group."""
    sums = np.concatenate([[0], np.cumsum(steps)])
    starts = np.cumsum(counts) - counts
    within: NDArray[np.int64] = sums[1:] - np.repeat(sums[starts], counts)
    return within


@cache
def paraphrases() -> Paraphrases:
    """Return the shipped paraphrases, loaded once."""
    return Paraphrases(shipped("lexicon/ppdb") / "ppdb.npz")


@lru_cache(maxsize=1 << 16)
def paraphrases_of(word: str) -> frozenset[str]:
    """Return the paraphrases of a lower-case word."""
    return frozenset(paraphrases().of(word))
