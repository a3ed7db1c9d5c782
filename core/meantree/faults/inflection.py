"""English inflection of the words that are planted; None where no form is known, so that no wrong one is made."""

from __future__ import annotations

import re
from typing import Final

from meantree.faults.edits import word_list
from meantree.lexicon.wordnet import PartOfSpeech, wordnet

_PAST: Final = {
    base: (past, participle)
    for base, past, participle in (
        row.split("/")
        for row in word_list(
            "become/became/become begin/began/begun break/broke/broken bring/brought/brought build/built/built "
            "buy/bought/bought catch/caught/caught choose/chose/chosen come/came/come cut/cut/cut "
            "deal/dealt/dealt do/did/done draw/drew/drawn drink/drank/drunk drive/drove/driven eat/ate/eaten "
            "bet/bet/bet bid/bid/bid burst/burst/burst cast/cast/cast rid/rid/rid shed/shed/shed slit/slit/slit "
            "thrust/thrust/thrust upset/upset/upset bite/bit/bitten blow/blew/blown cost/cost/cost feed/fed/fed "
            "flee/fled/fled freeze/froze/frozen "
            "hang/hung/hung lay/laid/laid quit/quit/quit seek/sought/sought shut/shut/shut split/split/split "
            "spread/spread/spread stick/stuck/stuck swear/swore/sworn sweep/swept/swept tear/tore/torn "
            "bind/bound/bound withdraw/withdrew/withdrawn overcome/overcame/overcome undergo/underwent/undergone "
            "fall/fell/fallen feel/felt/felt fight/fought/fought find/found/found fly/flew/flown "
            "forget/forgot/forgotten get/got/got give/gave/given go/went/gone grow/grew/grown have/had/had "
            "hear/heard/heard hide/hid/hidden hit/hit/hit hold/held/held hurt/hurt/hurt keep/kept/kept "
            "know/knew/known lead/led/led leave/left/left lend/lent/lent let/let/let lie/lay/lain lose/lost/lost "
            "make/made/made mean/meant/meant meet/met/met pay/paid/paid put/put/put read/read/read "
            "ride/rode/ridden ring/rang/rung rise/rose/risen run/ran/run say/said/said see/saw/seen "
            "sell/sold/sold send/sent/sent set/set/set shake/shook/shaken shoot/shot/shot show/showed/shown "
            "sing/sang/sung sit/sat/sat sleep/slept/slept speak/spoke/spoken spend/spent/spent stand/stood/stood "
            "steal/stole/stolen strike/struck/struck swim/swam/swum take/took/taken teach/taught/taught "
            "tell/told/told think/thought/thought throw/threw/thrown understand/understood/understood "
            "wake/woke/woken wear/wore/worn win/won/won write/wrote/written"
        )
    )
}
_VOWELS: Final = "aeiou"
_OPEN: Final = re.compile(r"(?!use|usu|uto|eu|on(?:e|ce)\b|uni(?![dmn]))[aeiou]|hour|honest|hono|heir|8|1[18](?!\d)")
"""Beginnings of words after "an": no use, no union, but the unimportant, and 18."""
_UNCOUNTED: Final = frozenset(
    word_list(
        "information advice news police people evidence money work research equipment traffic help health "
        "time water knowledge violence support progress media data fish"
    )
)


_NO_MEN: Final = frozenset(word_list("human german roman norman ottoman shaman talisman caiman"))
"""Nouns whose plural is regular; WordNet lists no plural of women and policemen."""


def infinitive(lemma: str, form: str) -> str | None:
    """Return the infinitive of a verb form; None if it is none of ``lemma``, or also a form of another verb: lay.

    Where analysers take away too much (staged, stag), the more frequent verb is meant.
    """
    lexicon = wordnet()
    bases = lexicon.base_forms(form.lower(), "v")
    if lemma not in bases or (lemma == form.lower() and len(bases) > 1):
        return None
    longer = f"{lemma}e"
    if longer not in bases:
        return lemma
    counts = [sum(map(lexicon.frequency, lexicon.senses(base, "v"))) for base in (lemma, longer)]
    return lemma if counts[0] > counts[1] else longer


def past(lemma: str) -> str | None:
    """Return the past tense of a verb."""
    return _PAST[lemma][0] if lemma in _PAST else _regular_past(lemma)


def participle(lemma: str) -> str | None:
    """Return the past participle of a verb."""
    return _PAST[lemma][1] if lemma in _PAST else _regular_past(lemma)


def third_person(lemma: str) -> str | None:
    """Return the third person singular of a verb."""
    irregular = {"have": "has", "be": "is", "do": "does", "go": "goes", "undergo": "undergoes"}
    return irregular.get(lemma) or (_with_s(lemma) if lemma.isalpha() else None)


def gerund(lemma: str) -> str | None:
    """Return the form of a verb in -ing."""
    if not lemma.isalpha():
        return None
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and lemma != "be":
        return lemma[:-1] + "ing"
    doubled = lemma + lemma[-1] + "ing"
    return doubled if lemma in wordnet().base_forms(doubled, "v") else lemma + "ing"


def plural(lemma: str) -> str | None:
    """Return the plural of a noun; None for nouns that have none, or several."""
    if not lemma.isalpha() or lemma in _UNCOUNTED:
        return None
    if lemma.endswith("man") and lemma not in _NO_MEN:
        return f"{lemma[:-2]}en"
    irregular = _irregular(lemma, "n")
    if irregular:
        return irregular[0] if len(irregular) == 1 else None
    return _with_s(lemma)


def inflected_like(lemma: str, tag: str) -> str | None:
    """Return a lemma in the form of a Penn Treebank tag; None if the form is unknown."""
    if not lemma.isalpha():
        return None
    forms = {"VBD": past, "VBN": participle, "VBZ": third_person, "NNS": plural}
    if tag in forms:
        return forms[tag](lemma)
    return lemma if tag in {"NN", "VB", "VBP", "JJ", "RB", "IN"} else None


def article(word: str) -> str:
    """Return the indefinite article before a word, by its first letters: a user, an hour."""
    return "an" if _OPEN.match(word.lower()) else "a"


def _regular_past(lemma: str) -> str | None:
    if not lemma.isalpha() or lemma in {"be", "can", "must"} or not wordnet().senses(lemma, "v"):
        return None
    regular = tuple(f"{lemma}{ending}" for ending in ("d", "ed", "s", "es", f"{lemma[-1:]}ed", "ked"))
    if any(not form.endswith(("ing", "ies", "ied")) and form not in regular for form in _irregular(lemma, "v")):
        return None
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS:
        return lemma[:-1] + "ied"
    doubled = lemma + lemma[-1] + "ed"
    return doubled if lemma in wordnet().base_forms(doubled, "v") else lemma + "ed"


def _with_s(lemma: str) -> str:
    if lemma.endswith(("s", "x", "z", "ch", "sh")):
        return lemma + "es"
    return lemma[:-1] + "ies" if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS else lemma + "s"


def _irregular(lemma: str, pos: PartOfSpeech) -> tuple[str, ...]:
    return wordnet().irregular_forms(lemma, pos)
