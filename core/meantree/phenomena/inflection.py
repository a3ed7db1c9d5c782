"""English inflection, over WordNet and a list of irregular verbs, None where no form is known; and articles."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from meantree.lexicon.word_lists import rows, words
from meantree.lexicon.wordnet import wordnet

_THIRD: Final = {"have": "has", "be": "is"}
_UNINFLECTED: Final = frozenset({"NN", "VB", "VBP", "JJ", "RB", "IN", "MD", "DT", "CD"})
"""Tags of forms that are lemmas."""
_OPEN: Final = re.compile(r"(?!use|usu|uto|eu|on(?:e|ce)\b|uni(?![dmn]))[aeiou]|hour|honest|hono|heir|8|1[18](?!\d)")
"""Beginnings of words after "an": no use, no union, but the unimportant, and 18."""


def article(word: str) -> str:
    """Return the indefinite article before a word, by its first letters: a user, an hour."""
    return "an" if _OPEN.match(word.lower()) else "a"


def inflected(lemma: str, tag: str) -> str | None:
    """Return a lemma in the form of a Penn Treebank tag; None if the form is unknown, or there is none."""
    if tag in _UNINFLECTED:
        return lemma
    if not lemma.isalpha():
        return None
    if tag == "NNS":
        return _plural(lemma)
    if tag == "VBZ":
        return _THIRD.get(lemma) or _with_s(lemma)
    if tag == "VBG":
        listed = (form for form in wordnet().irregular_forms(lemma, "v") if form.endswith("ing"))  # stopping
        keeps_e = lemma.endswith(("ee", "oe", "ye")) or lemma == "be"
        return next(listed, f"{lemma if keeps_e else lemma.removesuffix('e')}ing")
    return _past(lemma, tag) if tag in {"VBD", "VBN"} else None


@cache
def infinitive(lemma: str, form: str, tag: str) -> str | None:
    """Return the infinitive of a verb form: the most frequent one that has this form, or None.

    Args:
        lemma: as the analyser says; some take away too much (staged, stag).
    """
    lexicon = wordnet()
    bases = [base for base in (*lexicon.base_forms(form.lower(), "v"), lemma) if inflected(base, tag) == form.lower()]
    return max(bases, key=lambda base: sum(map(lexicon.frequency, lexicon.senses(base, "v"))), default=None)


def _plural(lemma: str) -> str | None:
    if lemma in words("planting/uncountable"):
        return None
    if lemma.endswith(("woman", "sman", "eman")) or lemma == "man":  # WordNet has no plural of policemen
        return f"{lemma[:-2]}en"
    irregular = wordnet().irregular_forms(lemma, "n")
    return _with_s(lemma) if not irregular else irregular[0] if len(irregular) == 1 else None


@cache
def _irregular() -> dict[str, tuple[str, str]]:
    return {base: (past, participle) for base, past, participle in rows("planting/irregular_verbs")}


def _past(lemma: str, tag: str) -> str | None:
    if lemma in _irregular():
        return _irregular()[lemma][tag == "VBN"]
    listed = wordnet().irregular_forms(lemma, "v")
    doubled = next((f"{lemma}{end}" for end in (f"{lemma[-1]}ed", "ked") if f"{lemma}{end}" in listed), None)
    if doubled or any(not form.endswith(("ing", "ed", "s")) for form in listed) or not wordnet().senses(lemma, "v"):
        return doubled  # others have irregular forms that are not listed
    if lemma.endswith("e"):
        return f"{lemma}d"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return f"{lemma[:-1]}ied"
    return f"{lemma}ed"


def _with_s(lemma: str) -> str:
    if lemma.endswith(("s", "x", "z", "ch", "sh")) or re.search("[^aeiou]o$", lemma):
        return f"{lemma}es"
    return f"{lemma[:-1]}ies" if lemma.endswith("y") and lemma[-2:-1] not in "aeiou" else f"{lemma}s"
