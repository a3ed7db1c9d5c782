"""What WordNet says of words as names, or as nouns that stand beside these: classes such as ``person``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from meantree.lexicon.wordnet import wordnet

ROOTS = (
    "person",
    "organization",
    "social_group",
    "structure",
    "body_of_water",
    "geological_formation",
    "location",
    "time_unit",
    "time_period",
    "language",
    "animal",
    "act",
    "artifact",
    "substance",
    "communication",
    "attribute",
)
"""Nouns by whose first sense others are told apart, the closer ones before those that are above them."""
LONGEST = 4
"""Words of a name that is looked up."""


@cache
def _roots() -> dict[int, str]:
    known = wordnet()
    return {known.synset(known.senses(root, "n")[0]): root for root in ROOTS}


@lru_cache(maxsize=1 << 16)
def _class(synset: int) -> str:
    """The root over a synset; empty if none is."""
    above, roots = wordnet().above(synset), _roots()
    found = {roots[one] for one in above if one in roots}
    return next((root for root in ROOTS if root in found), "")


@lru_cache(maxsize=1 << 16)
def name_class(words: str) -> str:
    """The classes of a name of which WordNet has an entry with a capital letter, ``*`` where it is a single thing.

    Args:
        words: lower-case, joined by ``_``.
    """
    known, found = wordnet(), set()
    for sense in known.senses(words, "n"):
        if known.lemma(sense) != words:
            synset = known.synset(sense)
            found.add(
                _class(synset)
                + "*" * bool(len(known.hypernyms(synset)) > len(known.hypernyms(synset, instances=False)))
            )
    return " ".join(sorted(found))


@lru_cache(maxsize=1 << 16)
def noun_class(word: str) -> str:
    """The class of the first sense of a common noun, ``-`` for other words of WordNet, empty for unknown ones."""
    known = wordnet()
    for form in known.base_forms(word, "n"):
        for sense in known.senses(form, "n"):
            if known.lemma(sense) == form:
                return _class(known.synset(sense)) or "noun"
    return "-" if any(known.base_forms(word, pos) for pos in ("v", "a", "r")) else ""


def name_marks(words: Sequence[str]) -> list[str]:
    """For each word the classes of the longest names in WordNet that it is in, and its place there; empty for none.

    Args:
        words: one sentence.
    """
    lower = [word.lower() for word in words]
    marks = [""] * len(words)
    for size in range(LONGEST, 0, -1):
        for start in range(len(words) - size + 1):
            if any(marks[start : start + size]) or not lower[start][0].isalpha():
                continue
            if found := name_class("_".join(lower[start : start + size])):
                for place in range(size):
                    marks[start + place] = f"{'B' if place == 0 else 'I'}{size} {found}"
    return marks
