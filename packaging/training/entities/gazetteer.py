"""What WordNet says of words as names: classes such as ``person``."""

from __future__ import annotations

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
