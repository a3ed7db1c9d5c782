"""How often English words are used, and so how much each of them tells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import islice
from math import log2
from typing import Final

from meantree_resources import resource


@cache
def word_counts() -> dict[str, int]:
    """By case-folded word, how often it stands in the texts that were counted."""
    lines = (resource("lexicon/frequencies") / "counts.tsv").read_text(encoding="utf-8").split("\n")
    return {word: int(count) for word, _, count in (line.partition("\t") for line in lines if line)}


@cache
def _tokens() -> int:
    return sum(word_counts().values())


def surprisal(word: str) -> float:
    """Bits that a case-folded word tells: the negative logarithm of its share of all words, unseen ones counted once.

    About 4 for ``the``, 18 for a word that is not among those counted.
    """
    return log2((_tokens() + 1) / (word_counts().get(word, 0) + 1))


SAMPLE: Final = 2_000
"""Words between blanks that are looked at."""
FUNCTION_WORDS: Final = 120
"""The most frequent words, half of what English texts are made of."""
FEWEST_WORDS: Final = 5
FEWEST_LETTERS: Final = 4
LEAST: Final = 0.65
"""Share of function words and share of known words, added. English texts reach about 1.45, others at most 0.65."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CONTRACTED = re.compile(r"(?:n['’]t|['’]\w{1,2})$")


def is_not_english(texts: Iterable[str]) -> bool:
    """Return whether texts are surely not English; False where there is too little to tell.

    Names count neither as known nor as unknown, so capitalized words are left out, and so are addresses. Few words say
    nothing of a language in Latin script, however often they are repeated.
    """
    written = list(islice((word for text in texts for word in text.split()), SAMPLE))
    if _is_other_script(written):
        return True
    words = [word.casefold() for one in written if (word := _bare(one)) and word[0].islower()]
    if len(set(words)) < FEWEST_WORDS:
        return False
    common, known = _function_words(), word_counts()
    return sum((word in common) + (word in known) for word in words) < LEAST * len(words)


def _is_other_script(words: Iterable[str]) -> bool:
    letters = [letter for word in words for letter in word if letter.isalpha()]
    latin = sum(unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN")) for letter in letters)
    return len(letters) >= FEWEST_LETTERS and latin < len(letters) / 2


def _bare(written: str) -> str:
    """Return a word without punctuation and what is contracted; empty if it is a number, an address or the like."""
    word = written.strip("\"'’‘“”«»„.,;:!?()[]…-–—*")
    return _CONTRACTED.sub("", word) if _WORD.fullmatch(word) else ""


@cache
def _function_words() -> frozenset[str]:
    counts = word_counts()
    words = (word for word in counts if word.isascii() and word.isalpha())
    return frozenset(sorted(words, key=counts.__getitem__, reverse=True)[:FUNCTION_WORDS])
