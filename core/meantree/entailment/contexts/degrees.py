"""Degrees of comparison, and how often something happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.entailment.contexts.clauses import governors, labelled
from meantree.entailment.contexts.forms import feature
from meantree.entailment.contexts.once import once
from meantree.entailment.contexts.vocabulary import words
from meantree.entailment.reading import Reading

_STEPS: Final = {"more": 1, "less": 1, "fewer": 1, "most": 2, "least": 2, "fewest": 2}
_LESS: Final = words("less fewer least fewest")
_TAGS: Final = {"JJR": 1, "RBR": 1, "JJS": 2, "RBS": 2}
_FEATURES: Final = {"Cmp": 1, "Sup": 2}
_COMPARED: Final = words("ADJ ADV NOUN")
_FREQUENCIES: Final = {
    "always": words("always constantly continually forever"),
    "often": words("often frequently usually generally mostly normally commonly regularly"),
    "sometimes": words("sometimes occasionally"),
    "rarely": words("rarely seldom"),
    "never": words("never"),
    "again": words("again"),
    "once": words("once"),
}
_OFTEN: Final = {word: name for name, listed in _FREQUENCIES.items() for word in listed}


class Degree(NamedTuple):
    """How far a quality goes: 0 by itself, 1 more than another's, 2 the most of all; or less, and the least."""

    step: int
    is_less: bool


@once
def degrees(reading: Reading) -> Mapping[int, Degree]:
    """Of every adjective, adverb and noun (more dogs)."""
    return {word: _degree(reading, word) for word in range(len(reading)) if reading.upos[word] in _COMPARED}


def _degree(reading: Reading, word: int) -> Degree:
    texts = [reading.tokens[child].text.casefold() for child in labelled(reading, word, "advmod", "amod", "det")]
    said = next((text for text in texts if text in _STEPS), None)
    if said is None:
        text = reading.tokens[word].text.casefold()
        own = _FEATURES.get(feature(reading, word, "Degree"), _TAGS.get(reading.tokens[word].xpos, 0))
        return Degree(own, text in _LESS)
    return Degree(_STEPS[said], said in _LESS)


@once
def frequencies(reading: Reading) -> Mapping[int, str]:
    """How often it is said to happen, for predicates of which that is said."""
    found: dict[int, str] = {}
    for word, lemma in enumerate(reading.lemmas):
        often, head = _OFTEN.get(lemma), reading.heads[word]
        if often is not None and head != ROOT and reading.labels[word] == "advmod":
            found.setdefault(governors(reading)[head], often)
    return found
