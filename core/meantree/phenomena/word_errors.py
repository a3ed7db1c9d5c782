"""How probable each word of a translation is an error, and each word of its reference missing.

A small Transformer reads the pieces of both texts together, with flags of each word. It learned from errors that
experts marked and from planted ones (``packaging/training/differences``). It reads neither trees nor links.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from math import ceil

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.networks import Network, read_lines
from meantree.analysis.encoder.words import PieceReader
from meantree.analysis.sentences import MAX_PIECES, Analysis
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import PARTS_OF_SPEECH, wordnet
from meantree.shipped import shipped

Words = Sequence[str]
Flags = NDArray[np.uint8]
"""Shape (words, :data:`FLAGS`); 0 or 1."""
FLAGS = 12
"""The other text has the form; the stem; a synonym; an antonym; a broader word; a narrower word. The word has a digit;
is a mark; has a capital; stands after the same word there; before the same word; is there less often."""
STEM = 4
"""Characters that the stem of a word has at least; of longer words the last three are cut off."""
SENSES, STEPS, SHORTEST = 8, 3, 4
"""Senses of which antonyms are taken; how far up broader words are; characters of words that have such, at least."""
MOST_PIECES = MAX_PIECES - 1
"""Pieces of both texts that are read together, without the marks: one before the first text, one after each."""
MOST_OF_WORD = 32
"""Pieces of a word that are read."""
Part = tuple[int, int]
"""The first of some words of a text, and the word after the last."""


def word_flags(words: Words, others: Words) -> Flags:
    """Return the flags of ``words`` compared with ``others``."""
    own, forms = ([word.lower() for word in text] for text in (words, others))
    there, counts, seen = set(forms), Counter(forms), Counter[str]()
    stems, bases = set(map(stem, there)), _union(map(base_forms, there))
    meanings, broader = _union(map(synonyms, there)), _union(map(broader_words, there))
    neighbours = set(pairwise(["^", *forms, "$"]))
    rows = []
    for place, (word, form) in enumerate(zip(words, own, strict=True)):
        seen[form] += 1
        known = base_forms(form)
        before, after = own[place - 1] if place else "^", own[place + 1] if place + 1 < len(own) else "$"
        rows.append(
            (
                form in there,
                not known.isdisjoint(bases) or stem(form) in stems,
                not synonyms(form).isdisjoint(bases) or not known.isdisjoint(meanings),
                not antonyms(form).isdisjoint(bases),
                not broader_words(form).isdisjoint(bases),
                len(form) >= SHORTEST and not known.isdisjoint(broader),
                any(map(str.isdigit, form)),
                not any(map(str.isalnum, form)),
                word[:1].isupper() and place > 0,
                (before, form) in neighbours,
                (form, after) in neighbours,
                seen[form] > counts[form] > 0,
            )
        )
    return np.array(rows, np.uint8).reshape(len(rows), FLAGS)


def stem(form: str) -> str:
    """Return a word without its last three characters, if enough remain."""
    return form[: max(STEM, len(form) - 3)]


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


@lru_cache(maxsize=1 << 16)
def base_forms(word: str) -> frozenset[str]:
    """Return a lower-case word and all words of WordNet of which it may be a form."""
    if not word.isalpha():
        return frozenset({word})
    return frozenset({word, *(base for pos in PARTS_OF_SPEECH for base in wordnet().base_forms(word, pos))})


@lru_cache(maxsize=1 << 16)
def synonyms(word: str) -> frozenset[str]:
    """Return a lower-case word, its synonyms and its paraphrases."""
    if not word.isalpha():
        return frozenset({word})
    return frozenset({word, *paraphrases_of(word), *map(str.lower, wordnet().synonyms(word))})


@lru_cache(maxsize=1 << 16)
def antonyms(word: str) -> frozenset[str]:
    """Return the opposites of a lower-case word, and those of similar adjectives."""
    net, found = wordnet(), set[int]()
    for synset in net.synsets(word)[:SENSES] if word.isalpha() else ():
        for sense in net.members(synset):
            if net.lemma(sense).lower() in base_forms(word):
                near = (other for similar in net.similar(synset) for other in net.members(similar))
                found.update(opposite for each in (sense, *near) for opposite in net.antonyms(each))
    return frozenset(net.lemma(sense).lower() for sense in found) - synonyms(word)


@lru_cache(maxsize=1 << 16)
def broader_words(word: str) -> frozenset[str]:
    """Return the words for what a lower-case word is a kind of."""
    if len(word) < SHORTEST or not word.isalpha():
        return frozenset()
    net = wordnet()
    above = {up for synset in net.synsets(word) for up, steps in net.above(synset, STEPS).items() if steps}
    return frozenset(net.lemma(sense).lower() for up in above for sense in net.members(up)) - synonyms(word)


@dataclass(frozen=True, slots=True)
class WordErrors:
    """Probabilities for the words of a pair, in [0, 1]; words are 0-based over each text.

    Attributes:
        translation: that an expert would mark the word as part of an error of meaning.
        reference: that the translation lacks what the word says.
    """

    translation: tuple[float, ...]
    reference: tuple[float, ...]


def word_errors(pairs: Sequence[tuple[Analysis, Analysis]]) -> list[WordErrors | None]:
    """Return the probabilities for each pair; the same for a pair whatever stands beside it.

    Args:
        pairs: a translation and its reference each, analysed at least into words.

    Returns:
        One for each pair; None where a text is empty or not analysed by the English pipeline.

    Raises:
        UsageError: if the network is missing or damaged.
    """
    return [
        _of_words(*([token.text for token in text.tokens] for text in pair))
        if all(text.encoded and text.sentences for text in pair)
        else None
        for pair in pairs
    ]


def _of_words(translation: Words, reference: Words) -> WordErrors:
    """Return the probabilities; words that several windows read get the least, since one shows their counterpart."""
    texts, reader = (translation, reference), _pieces()
    flags = word_flags(translation, reference), word_flags(reference, translation)
    found = tuple(np.ones(len(words)) for words in texts)
    sizes = [[len(pieces_of(word, reader)) for word in words] for words in texts]
    for parts in windows(sizes):
        (odds,) = _network()(
            network_inputs(
                [words[start:end] for words, (start, end) in zip(texts, parts, strict=True)],
                [rows[start:end] for rows, (start, end) in zip(flags, parts, strict=True)],
                reader,
            )
        )
        probabilities = 1 / (1 + np.exp(-odds[0, :, 0].astype(np.float64)))
        (start, end), (other_start, other_end) = parts
        np.minimum(found[0][start:end], probabilities[: end - start], out=found[0][start:end])
        np.minimum(found[1][other_start:other_end], probabilities[end - start :], out=found[1][other_start:other_end])
    return WordErrors(*(tuple(values.tolist()) for values in found))


def windows(sizes: Sequence[Sequence[int]], most: int = MOST_PIECES) -> Iterator[tuple[Part, ...]]:
    """Yield parts of texts that are read together: all words, or, if these are too many, equal shares of each text.

    Neighbouring windows overlap by half at least.

    Args:
        sizes: pieces of each word of each text, at most :data:`MOST_OF_WORD`.
        most: pieces of a window.
    """
    starts = [list(accumulate(text, initial=0)) for text in sizes]
    total = sum(text[-1] for text in starts)
    share = 1.0 if total <= most else (most - len(sizes) * MOST_OF_WORD) / total
    count = 1 + ceil(2 * (1 - share) / share)
    for place in range(count):
        start = place * (1 - share) / max(1, count - 1)
        yield tuple(
            (
                bisect_left(text, start * text[-1], hi=len(text) - 1),
                bisect_left(text, (start + share) * text[-1], hi=len(text) - 1),
            )
            for text in starts
        )


def pieces_of(word: str, reader: PieceReader) -> tuple[int, ...]:
    """Return the codes of the pieces of a word that are read."""
    return reader.word(word)[:MOST_OF_WORD]


def network_inputs(
    texts: Sequence[Words], flags: Sequence[Flags], reader: PieceReader
) -> dict[str, NDArray[np.int64] | NDArray[np.float32]]:
    """Return what the network reads of a pair, each with a first axis of one.

    Returns:
        Of pieces, with the marks: their codes, sides (0 for the translation, 1 for the reference) and the flags of
        their words. Of words: the places of their first and last pieces, and their sides.
    """
    none = np.zeros((1, FLAGS), np.float32)
    codes, sides, rows = [reader.first], [0], [none]
    first, last, word_sides = list[int](), list[int](), list[int]()
    for side, (words, known) in enumerate(zip(texts, flags, strict=True)):
        for word, row in zip(words, known, strict=True):
            pieces = pieces_of(word, reader)
            first.append(len(codes))
            codes += pieces
            last.append(len(codes) - 1)
            rows += [row[None]] * len(pieces)
        codes.append(reader.last)
        rows.append(none)
        sides += [side] * (len(codes) - len(sides))
        word_sides += [side] * len(words)
    whole = {"codes": codes, "sides": sides, "first": first, "last": last, "word_sides": word_sides}
    return {
        "flags": np.concatenate(rows, dtype=np.float32)[None],
        **{name: np.array([values], np.int64) for name, values in whole.items()},
    }


@cache
def _network() -> Network:
    return Network(shipped("findings") / "errors.onnx", {"odds": 1})


@cache
def _pieces() -> PieceReader:
    return PieceReader(read_lines(shipped("models/en_meantree") / "encoder" / "pieces.txt"))
