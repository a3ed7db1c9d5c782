"""How alike words and phrases are: forms, lemmas, WordNet, spelling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel

from meantree.analysis.tree import Token
from meantree.lexicon.stems import stem
from meantree.lexicon.wordnet import POS_OF_UPOS, PartOfSpeech, wordnet

SAME_ROOT = 0.9
"""Words with one stem, or derived from each other as ``decision`` from ``decide``."""
RELATED = 0.6
"""Words of WordNet (Wu & Palmer 1994) and vectors that are less alike than this are not alike at all."""
SPELLED_ALIKE = 0.75
"""Words with a smaller share of common letters are not alike by their spelling: names and numbers mostly are."""
MOST_SENSES = 4
"""Only the most frequent senses of a word are compared."""

Word = tuple[str, str, PartOfSpeech | None]
"""Folded form, lemma, and part of speech where WordNet knows it."""


def comparable_words(tokens: Sequence[Token]) -> list[Word]:
    """Tokens as they are compared."""
    return [
        (token.text.casefold(), (token.lemma or token.text).casefold(), POS_OF_UPOS.get(token.upos)) for token in tokens
    ]


Vectors = Callable[[Sequence[str]], NDArray[np.float64]]
"""Vectors of words, one a row, of length 1; of unknown words zeros."""


@lru_cache(maxsize=1 << 18)
def word_similarity(one: Word, two: Word) -> float:
    """In [0, 1], symmetric: 1 for one form or lemma, else the best of root, WordNet and spelling; 0 for unlike ones."""
    if one[0] == two[0] or one[1] == two[1]:
        return 1.0
    if not (one[0][0].isalnum() and two[0][0].isalnum()):
        return 0.0
    if stem(one[0]) == stem(two[0]) or two[1] in _derived(one[1]) or one[1] in _derived(two[1]):
        return SAME_ROOT
    spelling = Indel.normalized_similarity(one[0], two[0])
    meaning = _meaning(one[1], two[1], one[2]) if one[2] is not None and one[2] == two[2] else 0.0
    return max(spelling if spelling >= SPELLED_ALIKE else 0.0, meaning if meaning >= RELATED else 0.0)


def _meaning(one: str, two: str, pos: PartOfSpeech) -> float:
    """The largest Wu-Palmer similarity of two of the most frequent senses; synonyms have 1."""
    words = wordnet()
    mine, theirs = (words.synsets(lemma, pos)[:MOST_SENSES] for lemma in (one, two))
    if set(mine) & set(theirs):
        return 1.0
    return max((_wu_palmer(first, second) for first in mine for second in theirs), default=0.0)


@lru_cache(maxsize=1 << 15)
def _derived(lemma: str) -> frozenset[str]:
    """The lemmas of other parts of speech with the same root."""
    words = wordnet()
    return frozenset(words.lemma(other).lower() for sense in words.senses(lemma) for other in words.derivations(sense))


@lru_cache(maxsize=1 << 16)
def _above(synset: int) -> dict[int, int]:
    return wordnet().above(synset)


@lru_cache(maxsize=1 << 16)
def _depth(synset: int) -> int:
    """Steps from the top, which is at 1."""
    return 1 + max(_above(synset).values())


@lru_cache(maxsize=1 << 17)
def _wu_palmer(one: int, two: int) -> float:
    """2·depth of the lowest synset above both / (depths by the way over it); 0 if there is none."""
    mine, theirs = _above(one), _above(two)
    common = mine.keys() & theirs.keys()
    if not common:
        return 0.0
    lowest = max(common, key=_depth)
    depth = _depth(lowest)
    return 2 * depth / (2 * depth + mine[lowest] + theirs[lowest])


def similarities(one: Sequence[Word], two: Sequence[Word], vectors: Vectors | None = None) -> NDArray[np.float64]:
    """Of every word of one text with every word of another, shape (words, words).

    Args:
        one, two: the words.
        vectors: of a pipeline that has some; the cosine of two words then counts where it is the highest.
    """
    table = np.array([[word_similarity(a, b) for b in two] for a in one], dtype=np.float64)
    table = table.reshape(len(one), len(two))
    if vectors is None or not table.size:
        return table
    cosines = vectors([word[0] for word in one]) @ vectors([word[0] for word in two]).T
    return np.maximum(table, related(cosines))


def related(cosines: NDArray[np.floating]) -> NDArray[np.float64]:
    """How alike words are whose vectors have these cosines: not at all below :data:`RELATED`."""
    return np.where(cosines >= RELATED, np.minimum(cosines, 1.0), 0.0).astype(np.float64)


def phrase_similarity(between: NDArray[np.float64]) -> float:
    """F of two phrases from the similarities of their words: each word's best partner, in both directions.

    Args:
        between: shape (words of one phrase, words of the other), neither of which is empty.
    """
    return harmonic_mean(float(between.max(axis=1).mean()), float(between.max(axis=0).mean()))


def harmonic_mean(precision: float, recall: float) -> float:
    """2PR/(P+R), 0 where both are."""
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
