"""Opposites that WordNet does not know: adverbs and prepositions above all."""

from __future__ import annotations

from meantree.alignment.text_words import Word

OPPOSITES = (
    ("never", "always"),
    ("never", "ever"),
    ("never", "forever"),
    ("never", "often"),
    ("rarely", "often"),
    ("seldom", "often"),
    ("more", "less"),
    ("more", "fewer"),
    ("most", "least"),
    ("most", "fewest"),
    ("before", "after"),
    ("beforehand", "afterwards"),
    ("previously", "subsequently"),
    ("earlier", "later"),
    ("above", "below"),
    ("over", "under"),
    ("inside", "outside"),
    ("with", "without"),
    ("up", "down"),
    ("upward", "downward"),
    ("upwards", "downwards"),
    ("forward", "backward"),
    ("forwards", "backwards"),
    ("yes", "no"),
    ("all", "none"),
    ("everything", "nothing"),
    ("everybody", "nobody"),
    ("everyone", "nobody"),
)


def _both_ways() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for one, two in (*OPPOSITES, *((two, one) for one, two in OPPOSITES)):
        found[one] = found.get(one, frozenset()) | {two}
    return found


_OPPOSITES = _both_ways()


def opposites_of(word: Word) -> frozenset[str]:
    """The forms that mean the opposite of a word."""
    return _OPPOSITES.get(word.form, frozenset())
