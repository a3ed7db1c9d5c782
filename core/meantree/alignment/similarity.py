"""Similarity of words and phrases: by form, lemma, root, WordNet, spelling and vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel

from meantree.alignment.relations.function_words import FUNCTION_WORDS
from meantree.analysis.tree import Token
from meantree.lexicon.stems import stem
from meantree.lexicon.wordnet import PARTS_OF_SPEECH, POS_OF_UPOS, PartOfSpeech, wordnet

SAME_ROOT = 0.9
"""Similarity of words with the same stem, or derived from each other like ``decision`` from ``decide``."""
RELATED = 0.6
"""Smallest similarity in WordNet (Wu & Palmer 1994) or of vectors that counts; below, it is 0."""
SPELLED_ALIKE = 0.75
"""Smallest share of common letters that counts; words with similar spelling are mostly names and numbers."""
SHORTEST = 4
"""The fewest letters of words that are not alike by chance, as articles and prepositions are."""
MOST_SENSES = 4
"""Only so many senses of a word, the most frequent ones, are compared."""

Word = tuple[str, str, PartOfSpeech | None]
"""Case-folded form, lemma, and WordNet's part of speech if it covers it."""


def comparable_words(tokens: Sequence[Token]) -> list[Word]:
    """Return tokens in the form in which they are compared."""
    return [
        (token.text.casefold(), (token.lemma or token.text).casefold(), POS_OF_UPOS.get(token.upos)) for token in tokens
    ]


def plain_words(words: Sequence[str | Word]) -> list[Word]:
    """Return words in the form in which they are compared, unanalysed ones by their most frequent lemma in WordNet."""
    return [_most_frequent(word.casefold()) if isinstance(word, str) else word for word in words]


@lru_cache(maxsize=1 << 15)
def _most_frequent(form: str) -> Word:
    lexicon = wordnet()
    known = {
        (form, lemma, pos): sum(map(lexicon.frequency, lexicon.senses(lemma, pos)))
        for pos in (() if form in FUNCTION_WORDS else PARTS_OF_SPEECH)
        for lemma in lexicon.base_forms(form, pos)
    }
    return max(known, key=lambda word: known[word], default=(form, form, None))


Vectors = Callable[[Sequence[str]], NDArray[np.float64]]
"""Returns the vectors of words, one per row, of length 1; zeros for unknown words."""
Between = Callable[[Sequence[int], Sequence[int]], NDArray[np.float64]]
"""Returns the similarities of some words of two texts, given by their places in either; shape (words, words)."""


@lru_cache(maxsize=1 << 18)
def word_similarity(first: Word, second: Word, *, strict: bool = False) -> float:
    """Return the similarity of two words in [0, 1]; symmetric.

    It is 1 for the same form or lemma, else the best of root, WordNet and spelling.

    Args:
        strict: leave out spelling where it says little: of short words, function words and numbers.
    """
    (form, lemma, pos), (other_form, other_lemma, other_pos) = first, second
    if form == other_form or lemma == other_lemma:
        return 1.0
    if not (form[0].isalnum() and other_form[0].isalnum()):
        return 0.0
    if stem(form) == stem(other_form) or other_lemma in _derived(lemma) or lemma in _derived(other_lemma):
        return SAME_ROOT
    counts = not strict or (_has_telling_spelling(form) and _has_telling_spelling(other_form))
    spelling = Indel.normalized_similarity(form, other_form) if counts else 0.0
    meaning = _meaning(lemma, other_lemma, pos) if pos is not None and pos == other_pos else 0.0
    return max(spelling if spelling >= SPELLED_ALIKE else 0.0, meaning if meaning >= RELATED else 0.0)


def _has_telling_spelling(form: str) -> bool:
    return len(form) >= SHORTEST and form not in FUNCTION_WORDS and not any(map(str.isdigit, form))


def _meaning(first: str, second: str, pos: PartOfSpeech) -> float:
    """Return the largest Wu-Palmer similarity of two of the most frequent senses; 1 for synonyms."""
    senses, other_senses = (wordnet().synsets(lemma, pos)[:MOST_SENSES] for lemma in (first, second))
    if set(senses) & set(other_senses):
        return 1.0
    return max((_wu_palmer(sense, other) for sense in senses for other in other_senses), default=0.0)


@lru_cache(maxsize=1 << 15)
def _derived(lemma: str) -> frozenset[str]:
    """Return the lemmas of other parts of speech with the same root."""
    lexicon = wordnet()
    senses = (other for sense in lexicon.senses(lemma) for other in lexicon.derivations(sense))
    return frozenset(lexicon.lemma(other).lower() for other in senses)


@lru_cache(maxsize=1 << 16)
def _above(synset: int) -> dict[int, int]:
    return wordnet().above(synset)


@lru_cache(maxsize=1 << 16)
def _depth(synset: int) -> int:
    """Return the steps from the top, which is at 1."""
    return 1 + max(_above(synset).values())


@lru_cache(maxsize=1 << 17)
def _wu_palmer(first: int, second: int) -> float:
    """Return 2·depth of the lowest common hypernym / (sum of the depths along paths through it); 0 if there is none."""
    above_first, above_second = _above(first), _above(second)
    common = above_first.keys() & above_second.keys()
    if not common:
        return 0.0
    lowest = max(common, key=_depth)
    depth = _depth(lowest)
    return 2 * depth / (2 * depth + above_first[lowest] + above_second[lowest])


def similarities(
    hyp: Sequence[Word], ref: Sequence[Word], vectors: Vectors | None = None, *, strict: bool = False
) -> NDArray[np.float64]:
    """Return the similarities of all pairs of words of two texts, shape (hypothesis, reference).

    Args:
        vectors: if the pipeline has some; the cosine of two words then counts if it is higher.
        strict: as in :func:`word_similarity`.
    """
    table = np.array([[word_similarity(word, other, strict=strict) for other in ref] for word in hyp], dtype=np.float64)
    table = table.reshape(len(hyp), len(ref))
    if vectors is None or not table.size:
        return table
    cosines = vectors([word[0] for word in hyp]) @ vectors([word[0] for word in ref]).T
    return np.maximum(table, related(cosines))


def between(hyp: Sequence[Word], ref: Sequence[Word], *, strict: bool = False) -> Between:
    """Return what compares the words that are asked for, of two texts without vectors."""
    return lambda rows, columns: similarities(
        [hyp[row] for row in rows], [ref[place] for place in columns], strict=strict
    )


def looked_up(table: NDArray[np.float64]) -> Between:
    """Return what looks up similarities in the table of all words."""
    return lambda rows, columns: table[np.ix_(rows, columns)]


def related(cosines: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the similarities of words by the cosines of their vectors: 0 below :data:`RELATED`."""
    return np.where(cosines >= RELATED, np.minimum(cosines, 1.0), 0.0).astype(np.float64)


def phrase_similarity(between: NDArray[np.float64]) -> float:
    """Return the F score of two phrases from the similarities of each word's best partner, in both directions.

    Args:
        between: shape (words of one phrase, words of the other), neither of which is empty.
    """
    return harmonic_mean(float(between.max(axis=1).mean()), float(between.max(axis=0).mean()))


def harmonic_mean(precision: float, recall: float) -> float:
    """Return 2PR/(P+R), 0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
