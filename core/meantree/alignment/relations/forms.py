"""Words with one form, lemma or stem, and words derived from each other."""

from __future__ import annotations

from functools import lru_cache

from meantree.alignment.relations.base import Known, Shared
from meantree.alignment.text_words import Word
from meantree.lexicon.stems import stem
from meantree.lexicon.wordnet import wordnet


def _form(word: Word) -> tuple[str, ...]:
    return (word.form,)


@lru_cache(maxsize=1 << 15)
def lemmas(word: Word) -> tuple[str, ...]:
    """The word's own lemma, and what it may be a form of by WordNet's rules."""
    asked = (form for part in word.parts if part for form in wordnet().base_forms(word.form, part))
    dotted = "." in word.form[1:] and not any(map(str.isdigit, word.form))
    undotted = word.form.replace(".", "") if dotted else word.form
    return tuple(dict.fromkeys((word.lemma, word.form, undotted or word.form, *asked)))


def _common(one: Word, two: Word) -> str:
    return next((lemma for lemma in lemmas(one) if lemma in lemmas(two)), one.lemma)


def _stem(word: Word) -> tuple[str, ...]:
    """Of content words alone; the stem of a short one says little."""
    return (stem(word.form),) if len(word.form) > 3 and word.form.isalpha() else ()


@lru_cache(maxsize=1 << 15)
def derived(word: Word) -> frozenset[str]:
    """The lemmas of other parts of speech with the same root."""
    words = wordnet()
    found = (
        words.lemma(other).lower()
        for lemma in lemmas(word)
        for sense in words.senses(lemma)
        for other in words.derivations(sense)
    )
    return frozenset(found) if word.is_content else frozenset()


IDENTITY = Shared("identity", _form, 1.0)
LEMMA = Shared("lemma", lemmas, 0.95, lambda one, two: f"forms of “{_common(one, two)}”")
STEM = Shared("stem", _stem, 0.85, lambda one, _: f"both have the stem “{stem(one.form)}”")
DERIVATION = Known("derivation", derived, 0.85, lambda one, two: f"“{one.form}” and “{two.form}” have one root")
