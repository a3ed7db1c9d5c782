"""What the other translations of a segment say of a difference: words that several of them have are seldom an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp
from typing import Final

from meantree.escaping import counted
from meantree.phenomena.compared import Candidate, Compared

STRENGTH: Final = 1.5
"""By how much the log-odds of an error are lower where all other translations have the words than where none has."""
USUAL: Final = 0.2
"""The share of other translations with the words at which nothing changes; it counts as one more translation.

Both were chosen on translations that experts marked (``packaging/training/findings``): of findings whose words no other
translation has, one in two touches an error of meaning, of those that half of the others have, one in seven."""
_WORDS: Final = re.compile(r"\w+?(?=n['’]t\b)|n['’]t|['’]?\w+")
_EDGE: Final = ""


@dataclass(frozen=True, slots=True)
class OtherTranslations:
    """How many of the other translations of a segment differ from the reference in the same way.

    Attributes:
        alike: those that have the words, too, or lack most of what is missing.
        count: all of them, at least one.
        is_missing: whether the difference is that something is missing.
    """

    alike: int
    count: int
    is_missing: bool

    @property
    def change(self) -> float:
        """What the log-odds of an error change by."""
        return STRENGTH * (USUAL - (self.alike + USUAL) / (self.count + 1))

    @property
    def sentence(self) -> str:
        """What it says, for people."""
        having = ("lack", "lacks") if self.is_missing else ("have", "has")
        if not self.alike:
            return f"No other translation {having[1]} these words ({self.count} compared)."
        of_others = counted(self.count, "other translation")
        return f"{self.alike} of {of_others} {having[self.alike == 1]} these words, too."


def other_translations(pair: Compared, candidate: Candidate) -> OtherTranslations | None:
    """Return how many other translations differ in the same way; None without others, or words that can be compared.

    Compared are the words of the translation that the reference lacks; if it has them all, neighbours that it does not
    have side by side, as of repeated and exchanged words.
    """
    if not pair.others:
        return None
    sides = (pair.hyp, candidate.hypothesis), (pair.ref, candidate.reference)
    own, lost = (frozenset(_words(" ".join(reading.tokens[word].text for word in words))) for reading, words in sides)
    hyp, ref, *others = map(_text, (*(text.text for text in pair.analyses), *pair.others))
    if is_missing := not candidate.hypothesis:
        missing = lost - hyp.words
        alike = [2 * len(missing & other.words) < len(missing) for other in others if missing]
    elif new := own - ref.words:
        alike = [new <= other.words for other in others]
    else:
        beside = {both for both in hyp.neighbours - ref.neighbours if not own.isdisjoint(both)}
        alike = [not beside.isdisjoint(other.neighbours) for other in others if beside]
    return OtherTranslations(sum(alike), len(alike), is_missing) if alike else None


def weighed(chance: float, found: OtherTranslations | None) -> float:
    """Return a probability as other translations change it."""
    if found is None or not 0 < chance < 1:
        return chance
    return round(1 / (1 + exp(-found.change) * (1 / chance - 1)), 4)


@dataclass(frozen=True, slots=True)
class _Text:
    words: frozenset[str]
    neighbours: frozenset[tuple[str, str]]


@lru_cache(maxsize=1 << 12)
def _text(text: str) -> _Text:
    words = _words(text)
    return _Text(frozenset(words), frozenset(pairwise([_EDGE, *words, _EDGE])))


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())
