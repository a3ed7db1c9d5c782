"""Words with one form, lemma or stem, and words derived from each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import JaroWinkler
from rapidfuzz.process import cdist

from meantree.alignment.relations.lexical_relation import KnownPartner, Proposal, SharedKey
from meantree.alignment.text_words import TextWords, Word, places_by
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


IDENTITY = SharedKey("identity", _form, 1.0)
LEMMA = SharedKey("lemma", lemmas, 0.95, lambda one, two: f"forms of “{_common(one, two)}”")
STEM = SharedKey("stem", _stem, 0.85, lambda one, _: f"both have the stem “{stem(one.form)}”")
DERIVATION = KnownPartner("derivation", derived, 0.85, lambda one, two: f"“{one.form}” and “{two.form}” have one root")


SPELLED_ALIKE = 0.8
"""Words that are less alike (Winkler 1990) are not alike by their spelling."""
SHORTEST = 4
"""Letters of a word of which the spelling says something."""
GLUED = frozenset('"“”„‟«»`()[]{}<>')
"""What stands between words: where it is inside one, that is two that were not parted, and the first says little."""


class Spelling:
    """Forms that have most of their letters in common."""

    name: ClassVar[str] = "spelling"

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Pairs of longer words that are not written the same."""
        mine, theirs = (places_by(map(_written, text.words)) for text in (hyp, ref))
        if not mine or not theirs:
            return
        forms, others = list(mine), list(theirs)
        table = cdist(forms, others, scorer=JaroWinkler.normalized_similarity, score_cutoff=SPELLED_ALIKE)
        for row, column in zip(*map(np.ndarray.tolist, np.nonzero(table)), strict=True):
            if forms[row] != others[column]:
                strength = float(table[row, column])
                yield from ((one, two, strength) for one in mine[forms[row]] for two in theirs[others[column]])

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # the forms stand beside it
        """Nothing more."""
        return "written nearly alike"


def _written(word: Word) -> tuple[str, ...]:
    told = len(word.form) >= SHORTEST and word.form[0].isalpha() and GLUED.isdisjoint(word.form)
    return (word.form,) if told else ()


LONGEST_ACRONYM = 7
"""Letters of an acronym."""


class Acronym:
    """A word made of the first letters of words of the other text, which may have function words between them."""

    name: ClassVar[str] = "acronym"

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """The acronym with each of the words."""
        for one, places in _spelt_out(hyp, ref):
            yield from ((one, two, 0.9) for two in places)
        for two, places in _spelt_out(ref, hyp):
            yield from ((one, two, 0.9) for one in places)

    def detail(self, hyp: Word, ref: Word) -> str:
        """Which is short for which."""
        short, long = sorted((hyp.text, ref.text), key=lambda text: (not text.isupper(), len(text)))
        return f"“{long}” is a word of “{short}”"


def _spelt_out(text: TextWords, other: TextWords) -> Iterator[tuple[int, list[int]]]:
    places = [place for place, word in enumerate(other.words) if word.is_content and word.form[0].isalpha()]
    initials = "".join(other.words[place].form[0] for place in places)
    for place, word in enumerate(text.words):
        letters = _letters(word)
        start = initials.find(letters) if letters else -1
        while start >= 0:
            found = places[start : start + len(letters)]
            if found[-1] - found[0] <= 2 * len(letters):
                yield place, found
            start = initials.find(letters, start + 1)


def _letters(word: Word) -> str:
    """Of a word that may be an acronym: in capitals, with dots, or a name of few letters."""
    letters = word.form.replace(".", "")
    short = 2 <= len(letters) <= LONGEST_ACRONYM and letters.isalpha()
    marked = word.text.isupper() or "." in word.form[:-1] or (word.upos in ("PROPN", "") and len(letters) > 2)
    return letters if short and marked else ""
