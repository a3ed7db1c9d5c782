"""Words that paraphrase each other in PPDB (Ganitkevitch et al. 2013)."""

from __future__ import annotations

from functools import lru_cache

from meantree.alignment.relations.base import Known
from meantree.alignment.text_words import Word
from meantree.lexicon.ppdb import paraphrases_of


@lru_cache(maxsize=1 << 15)
def _partners(word: Word) -> frozenset[str]:
    if word.is_punctuation:
        return frozenset()
    return paraphrases_of(word.form) | paraphrases_of(word.lemma)


PPDB = Known("ppdb", _partners, 0.8, lambda one, two: f"“{one.form}” and “{two.form}” paraphrase each other")
