"""What countable nouns name: persons, groups, animals, things, places."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from meantree.lexicon.wordnet import wordnet

NounClass = Literal["person", "group", "animal", "thing", "place"]
_CLASSES: Final[dict[NounClass, tuple[str, ...]]] = {
    "person": ("person",),
    "group": ("organization", "government", "team", "country"),
    "animal": ("animal",),
    "thing": ("artifact", "document", "book"),
    "place": ("region", "city"),
}
_NOT_COUNTED: Final = (
    "furniture equipment clothing software hardware traffic staff police crew people public mankind money cash stuff "
    "material fabric paper glass metal gold silver plastic support transport transportation gear jewelry artwork wood "
    "mail machinery infrastructure housing guy family folk kind sort type lot way line side end top bottom"
)
"""Nouns without a plural, of several persons, or too general for the rules about persons and things."""


@cache
def noun_class(lemma: str) -> NounClass | None:
    """Return what a countable noun names in its first sense; None for other nouns."""
    senses = wordnet().synsets(lemma, "n")[:1]
    return synset_class(senses[0]) if senses and lemma not in _NOT_COUNTED.split() else None


def synset_class(synset: int) -> NounClass | None:
    """Return what a synset of nouns names; None for other nouns."""
    lexicon = wordnet()
    above = set(lexicon.above(synset)) | {synset}
    for name, tops in _CLASSES.items():
        if any(not above.isdisjoint(lexicon.synsets(top, "n")[:1]) for top in tops):
            return name
    return None
