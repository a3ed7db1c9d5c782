"""Stems of English words (Porter 1980, as NLTK extends it)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nltk.stem.porter import PorterStemmer


@cache
def _stemmer() -> PorterStemmer:
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer()


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of a lower-case word."""
    return str(_stemmer().stem(word))
