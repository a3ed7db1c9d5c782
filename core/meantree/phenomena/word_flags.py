"""Flags of the words of a text compared with another, which the network of differences reads with their pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import PARTS_OF_SPEECH, wordnet

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
    above = {up for synset in net.synsets(word) for up, steps in net.above(synset).items() if 0 < steps <= STEPS}
    return frozenset(net.lemma(sense).lower() for up in above for sense in net.members(up)) - synonyms(word)
