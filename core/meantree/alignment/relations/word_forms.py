"""Words related by form: the same form, lemma or stem, derivation, similar spelling, acronyms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import JaroWinkler
from rapidfuzz.process import cdist

from meantree.alignment.relations.lexical_relation import KnownPartner, Proposal, SharedKey
from meantree.alignment.text_words import TextWords, Word, positions_by
from meantree.lexicon.stems import stem
from meantree.lexicon.wordnet import wordnet

SPELLED_ALIKE = 0.8
"""Smallest similarity (Winkler 1990) of words with similar spelling."""
SHORTEST = 4
"""Fewest letters of a word whose spelling is compared."""
SEPARATORS = frozenset('"“”„‟«»`()[]{}<>')
"""Marks that separate words; a token that contains one is two words the tokenizer failed to split."""
LONGEST_ACRONYM = 7
"""Most letters of an acronym."""


@lru_cache(maxsize=1 << 15)
def lemmas(word: Word) -> tuple[str, ...]:
    """Return the word's own lemma, its form, and the lemmas that WordNet's rules derive from it."""
    by_rules = (form for pos in word.wordnet_pos if pos for form in wordnet().base_forms(word.form, pos))
    dotted = "." in word.form[1:] and not any(map(str.isdigit, word.form))
    undotted = word.form.replace(".", "") if dotted else word.form
    return tuple(dict.fromkeys((word.lemma, word.form, undotted or word.form, *by_rules)))


@lru_cache(maxsize=1 << 15)
def derived(word: Word) -> frozenset[str]:
    """Return the lemmas of other parts of speech with the same root."""
    lexicon = wordnet()
    derivations = (
        lexicon.lemma(other).lower()
        for lemma in lemmas(word)
        for sense in lexicon.senses(lemma)
        for other in lexicon.derivations(sense)
    )
    return frozenset(derivations) if word.is_content else frozenset()


def _form(word: Word) -> tuple[str, ...]:
    return (word.form,)


def _common_lemma(hyp: Word, ref: Word) -> str:
    return next((lemma for lemma in lemmas(hyp) if lemma in lemmas(ref)), hyp.lemma)


def _stem(word: Word) -> tuple[str, ...]:
    """Return the stem of a word that is long enough for it to mean anything."""
    return (stem(word.form),) if len(word.form) > 3 and word.form.isalpha() else ()


IDENTITY = SharedKey("identity", _form, 1.0)
LEMMA = SharedKey("lemma", lemmas, 0.95, lambda hyp, ref: f"forms of “{_common_lemma(hyp, ref)}”")
STEM = SharedKey("stem", _stem, 0.85, lambda hyp, _: f"both have the stem “{stem(hyp.form)}”")
DERIVATION = KnownPartner("derivation", derived, 0.85, lambda hyp, ref: f"“{hyp.form}” and “{ref.form}” share a root")


class Spelling:
    """Words that have most of their letters in common: mostly names."""

    name: ClassVar[str] = "spelling"
    of_words: ClassVar[bool] = True

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield pairs of longer words with similar, but not the same spelling."""
        hyp_positions, ref_positions = (positions_by(map(_comparable, text.words)) for text in (hyp, ref))
        if not hyp_positions or not ref_positions:
            return
        hyp_forms, ref_forms = list(hyp_positions), list(ref_positions)
        table = cdist(hyp_forms, ref_forms, scorer=JaroWinkler.normalized_similarity, score_cutoff=SPELLED_ALIKE)
        for row, column in zip(*map(np.ndarray.tolist, np.nonzero(table)), strict=True):
            hyp_form, ref_form = hyp_forms[row], ref_forms[column]
            if hyp_form != ref_form:
                strength = float(table[row, column])
                pairs = ((index, other) for index in hyp_positions[hyp_form] for other in ref_positions[ref_form])
                yield from ((hyp_index, ref_index, strength) for hyp_index, ref_index in pairs)

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # the link itself gives both forms
        """Return the same explanation for all pairs."""
        return "similar spelling"


def _comparable(word: Word) -> tuple[str, ...]:
    """Return the form of a word whose spelling may be compared."""
    usable = len(word.form) >= SHORTEST and word.form[0].isalpha() and SEPARATORS.isdisjoint(word.form)
    return (word.form,) if usable else ()


class Acronym:
    """A word made of the initials of words of the other text, which may have function words between them."""

    name: ClassVar[str] = "acronym"
    of_words: ClassVar[bool] = False

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield the acronym with each of the words that it abbreviates."""
        for hyp_index, positions in expansions(hyp.words, ref.words):
            yield from ((hyp_index, ref_index, 0.9) for ref_index in positions)
        for ref_index, positions in expansions(ref.words, hyp.words):
            yield from ((hyp_index, ref_index, 0.9) for hyp_index in positions)

    def detail(self, hyp: Word, ref: Word) -> str:
        """Explain which word is part of which acronym."""
        short, long = sorted((hyp.text, ref.text), key=lambda text: (not text.isupper(), len(text)))
        return f"“{long}” is a word of “{short}”"


def expansions(text: Sequence[Word], other: Sequence[Word]) -> Iterator[tuple[int, list[int]]]:
    """Yield the acronyms of a text with the positions of the words of the other text that they abbreviate."""
    content = [index for index, word in enumerate(other) if word.is_content and word.form[0].isalpha()]
    initials = "".join(other[index].form[0] for index in content)
    for index, word in enumerate(text):
        letters = _acronym_letters(word)
        start = initials.find(letters) if letters else -1
        while start >= 0:
            expansion = content[start : start + len(letters)]
            if expansion[-1] - expansion[0] <= 2 * len(letters):
                yield index, expansion
            start = initials.find(letters, start + 1)


def _acronym_letters(word: Word) -> str:
    """Return the letters of a possible acronym: a word in capitals, with dots, or a short name; empty for others."""
    letters = word.form.replace(".", "")
    short = 2 <= len(letters) <= LONGEST_ACRONYM and letters.isalpha()
    marked = word.text.isupper() or "." in word.form[:-1] or (word.upos in ("PROPN", "") and len(letters) > 2)
    return letters if short and marked else ""
