"""What the other translations of a segment say of a difference: one that several of them have is seldom an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp
from typing import Final

from meantree.alignment.word_facts import DENIALS
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.untranslated import is_unusual

STRENGTH: Final = 1.5
"""By how much the log-odds of an error are lower where all other translations have a difference than where none has."""
USUAL: Final = 0.2
"""The share of other translations with a difference that changes nothing; it counts as one more translation.

Both were chosen on translations that experts marked (``packaging/training/findings``): of findings whose words no other
translation has, one in two touches an error of meaning, of those that half of the others have, one in seven."""
_ARRANGED: Final = "repetition", "role.swapped"
"""A family and a kind of findings that are about the neighbours of words, even of those that one text lacks."""
_WORDS: Final = re.compile(r"[^\W_]+")
_NOT: Final = re.compile(r"n['’]t\b|(?<=\bcan)not\b")
_EDGE: Final = ""


@dataclass(frozen=True, slots=True)
class OtherTranslations:
    """How many of the other translations of a segment differ from the reference in the same way.

    Attributes:
        alike: those that do.
        count: those that were compared, at least one.
    """

    alike: int
    count: int

    @property
    def change(self) -> float:
        """What the log-odds of an error change by."""
        return STRENGTH * (USUAL - (self.alike + USUAL) / (self.count + 1))

    @property
    def sentence(self) -> str:
        """What people are told."""
        if self.count == 1:
            return f"The other translation {'differs' if self.alike else 'does not differ'} in the same way."
        verb = "differs" if self.alike == 1 else "differ"
        return f"{self.alike or 'None'} of {self.count} other translations {verb} in the same way."


def other_translations(pair: Compared, candidate: Candidate) -> OtherTranslations | None:
    """Return how many other translations differ in the same way; None without any that can be compared.

    Such a translation has all words of the candidate that the reference lacks, and no denial that this one lacks. If
    the reference has the words, too, it has some of their neighbours here that the reference does not have; of
    repeated words and swapped roles, all. Where something is missing, it lacks most of it, and shares enough with the
    reference to be asked: texts in other languages are not. Translations in the same words are never asked, and none
    about words that are not English, since systems keep the words that they do not know.
    """
    if not pair.others:
        return None
    hyp, ref = (_text(text.text) for text in pair.analyses)
    others = [other for other in map(_text, pair.others) if other != hyp]
    sides = (pair.hyp, candidate.hypothesis), (pair.ref, candidate.reference)
    own, lost = ({*_words(" ".join(reading.tokens[word].text for word in words))} for reading, words in sides)
    new, missing = own - ref.words, lost - hyp.words
    if new and all(map(is_unusual, new)):
        return None
    if not own:
        asked = (other for other in others if 2 * len(other.words & ref.words) >= len(hyp.words & ref.words))
        alike = [2 * len(missing - other.words) > len(missing) for other in asked if missing]
    elif new and not candidate.kind.startswith(_ARRANGED):
        alike = [new <= other.words and missing.isdisjoint(other.words & DENIALS) for other in others]
    else:
        beside = {both for both in hyp.neighbours - ref.neighbours if not own.isdisjoint(both)}
        fewest = len(beside) if candidate.kind.startswith(_ARRANGED) else 1
        alike = [len(beside & other.neighbours) >= fewest for other in others if beside]
    return OtherTranslations(sum(alike), len(alike)) if alike else None


def weighed(chance: float, found: OtherTranslations | None) -> float:
    """Return a probability as other translations change it."""
    if found is None or not 0 < chance < 1:
        return chance
    return round(1 / (1 + exp(-found.change) * (1 / chance - 1)), 4)


@dataclass(frozen=True, slots=True)
class _Text:
    words: frozenset[str]
    neighbours: frozenset[tuple[str, str]]


@lru_cache(maxsize=1 << 9)
def _text(text: str) -> _Text:
    words = _words(text)
    return _Text(frozenset(words), frozenset(pairwise([_EDGE, *words, _EDGE])))


def _words(text: str) -> list[str]:
    return _WORDS.findall(_NOT.sub(" not", text.casefold()))
