"""How frequent English words are, what that says about a word, and whether a text is English at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import islice
from math import log2
from typing import Final

from meantree.shipped import shipped


@cache
def word_counts() -> dict[str, int]:
    """Return the count of each case-folded word in the corpus of the shipped list."""
    lines = (shipped("lexicon/frequencies") / "counts.tsv").read_text(encoding="utf-8").split("\n")
    return {word: int(count) for word, _, count in (line.partition("\t") for line in lines if line)}


@cache
def _total() -> int:
    return sum(word_counts().values())


def surprisal(word: str) -> float:
    """Return the surprisal of a case-folded word in bits: -log2 of its probability, with add-one smoothing.

    About 4 for ``the``, 18 for a word that is not in the list.
    """
    return log2((_total() + 1) / (word_counts().get(word, 0) + 1))


EXAMINED_WORDS: Final = 2_000
"""So many words, separated by blanks, are examined at most."""
FUNCTION_WORDS: Final = 120
"""So many of the most frequent words count as function words: they make up half of an English text."""
FEWEST_WORDS: Final = 3
"""Fewer distinct words are too little evidence."""
ENOUGH_WORDS: Final = 5
"""Fewer distinct words are evidence only if none of them is an English word.

Of runs of three or four words, 40 % of a German text have none, .02 % of an English one.
"""
FEWEST_LETTERS: Final = 4
LEAST: Final = 0.65
"""Smallest sum of the share of function words and the share of known words in an English text.

English texts reach about 1.45, others at most 0.65.
"""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CONTRACTED = re.compile(r"(?:n['’]t|['’]\w{1,2})$")


def is_not_english(texts: Iterable[str]) -> bool:
    """Return whether texts are certainly not English, by their script and words; False if there is too little evidence.

    Capitalized words are ignored, since names are neither known nor unknown words, and so are addresses. One or two
    distinct words in Latin script are too little evidence, however often they are repeated.
    """
    sample = list(islice((word for text in texts for word in text.split()), EXAMINED_WORDS))
    if _is_other_script(sample):
        return True
    words = [word.casefold() for item in sample if (word := _stripped(item)) and word[0].islower()]
    distinct = len(set(words))
    if distinct < FEWEST_WORDS:
        return False
    function_words, known = _function_words(), word_counts()
    found = sum((word in function_words) + (word in known) for word in words)
    return found < LEAST * len(words) if distinct >= ENOUGH_WORDS else not found


def _is_other_script(words: Iterable[str]) -> bool:
    letters = [letter for word in words for letter in word if letter.isalpha()]
    latin = sum(unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN")) for letter in letters)
    return len(letters) >= FEWEST_LETTERS and latin < len(letters) / 2


def _stripped(item: str) -> str:
    """Return a word without punctuation and contracted endings; empty if it is a number, an address or the like."""
    word = item.strip("\"'’‘“”«»„.,;:!?()[]…-–—*")
    return _CONTRACTED.sub("", word) if _WORD.fullmatch(word) else ""


@cache
def _function_words() -> frozenset[str]:
    counts = word_counts()
    words = (word for word in counts if word.isascii() and word.isalpha())
    return frozenset(sorted(words, key=counts.__getitem__, reverse=True)[:FUNCTION_WORDS])
