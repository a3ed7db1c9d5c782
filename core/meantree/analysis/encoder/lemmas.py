"""Lemmas as rules that make them of words: ``l3:y`` makes "study" of "Studies"."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile

from meantree.lexicon.wordnet import POS_OF_UPOS, wordnet


def lemma_rule(word: str, lemma: str) -> str:
    """Return how a lemma is made of its word, as ``l3:y``: the case, how many letters are cut off, what is put there.

    The case is ``l`` (small letters), ``k`` (kept) or ``t`` (a capital first). A lemma that does not begin like its
    word is named whole, after ``=``.
    """
    shared = {case: _shared(_cased(word, case), lemma) for case in "lkt"}
    case = max(shared, key=shared.__getitem__)
    if not shared[case]:
        return f"={lemma}"
    return f"{case}{len(_cased(word, case)) - shared[case]}:{lemma[shared[case] :]}"


def lemma_of(word: str, rule: str) -> str:
    """Return the lemma that a rule makes of a word; the word in small letters where the rule cuts off too much."""
    if rule.startswith("="):
        return rule[1:]
    edit, _, ending = rule.partition(":")
    base, cut = _cased(word, edit[0]), int(edit[1:])
    return base[: len(base) - cut] + ending if cut < len(base) else word.lower()


@lru_cache(maxsize=1 << 16)
def best_lemma(word: str, rule: str, upos: str) -> str:
    """Return the :func:`known_lemma` of a word by its rule."""
    return known_lemma(word, lemma_of(word, rule), upos)


def known_lemma(word: str, lemma: str, upos: str) -> str:
    """Return a lemma, or where WordNet has no such word, but one that ``word`` is a form of, that one.

    So "stolen" is no form of "stol".
    """
    pos = POS_OF_UPOS.get(upos)
    if pos is None or upos == "PROPN" or wordnet().senses(lemma.lower()):
        return lemma
    forms = wordnet().base_forms(word.lower(), pos)
    return forms[0] if forms else lemma


def _shared(word: str, lemma: str) -> int:
    """Return how many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, lemma, strict=False)))


def _cased(word: str, case: str) -> str:
    return {"l": word.lower(), "t": word[:1].upper() + word[1:].lower(), "k": word}[case]
