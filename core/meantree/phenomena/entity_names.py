"""Preservation of reference by names: are the persons, places and organisations of the conclusion in the premise?

Names are those of the entity recogniser; other proper nouns are names of unknown kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from rapidfuzz.distance import Indel

from meantree.alignment.relations.word_forms import expansions
from meantree.alignment.text_words import word_of
from meantree.analysis.entities.entity import EntityKind
from meantree.phenomena.feature import SILENT, Features, Firing, is_kept, partners
from meantree.phenomena.reading import Reading, View, cached_fact
from meantree.phenomena.spellings import SPELLED_ALIKE, begin_alike, sound_alike

NAMED: Final = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
ONE_NAME: Final = frozenset({"identity", "spelling", "acronym", "hand"})
"""Relations between spellings of one name; entities of the same kind may be different persons."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text.

    Attributes:
        words: its tokens, 0-based over the text.
        kind: None for proper nouns that the entity recogniser does not cover.
    """

    words: tuple[int, ...]
    kind: EntityKind | None


FEATURES = Features("preservation of reference")


@FEATURES("persons added or changed", "persons lost or changed")
def persons_lost(view: View) -> Firing:
    """Persons named in the conclusion are not those of the premise; share of its persons."""
    return _lost(view, EntityKind.PERSON)


@FEATURES("places added or changed", "places lost or changed")
def places_lost(view: View) -> Firing:
    """Places named in the conclusion are not those of the premise; share of its places."""
    return _lost(view, EntityKind.LOCATION)


@FEATURES("organisations added or changed", "organisations lost or changed")
def organisations_lost(view: View) -> Firing:
    """Organisations named in the conclusion are not those of the premise; share of its organisations."""
    return _lost(view, EntityKind.ORGANISATION)


@FEATURES("names spelled differently")
def names_respelled(view: View) -> Firing:
    """Names of the conclusion have another spelling in the premise; mean dissimilarity over its names."""
    names = names_in(view.conclusion)
    dissimilarity = {
        word: 1 - _likeness(view, word) for name in names for word in name.words if _is_spelled_alike(view, word)
    }
    changed = tuple(word for word, value in dissimilarity.items() if value)
    if not changed:
        return SILENT
    return Firing(
        sum(dissimilarity.values()) / sum(len(name.words) for name in names), changed, partners(view, changed)
    )


@FEATURES("a name for a common word", "a common word for a name")
def names_for_common_nouns(view: View) -> Firing:
    """Recognised names of the conclusion are aligned with common words of the premise; share of its names."""

    def holds(name: Name) -> bool:
        is_other = name.kind is None or is_name_kept(view, name) or _is_linked_with(view, name, "PROPN")
        if is_other or any(is_kept(view, word) for word in name.words):
            return False
        return any(_is_linked_with(view, name, pos) for pos in ("NOUN", "VERB", "ADJ"))

    return _share(view, names_in(view.conclusion), holds)


@cached_fact
def names_in(reading: Reading) -> tuple[Name, ...]:
    """Return the recognised names of a text, then runs of other proper nouns."""
    recognised = [
        Name(tuple(range(entity.start, entity.end)), entity.kind) for entity in reading.entities if entity.kind in NAMED
    ]
    known = {word for entity in reading.entities for word in range(entity.start, entity.end)}
    proper = [word for word, pos in enumerate(reading.upos) if pos == "PROPN" and word not in known]
    return (*recognised, *(Name(words, None) for words in _neighbours(proper)))


def _neighbours(words: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield runs of adjacent words."""
    run: list[int] = []
    for word in words:
        if run and word != run[-1] + 1:
            yield tuple(run)
            run = []
        run.append(word)
    if run:
        yield tuple(run)


def _share(view: View, names: Iterable[Name], holds: Callable[[Name], bool]) -> Firing:
    everything = list(names)
    matches = [name for name in everything if holds(name)]
    if not matches:
        return SILENT
    words = tuple(sorted(word for name in matches for word in name.words))
    return Firing(len(matches) / len(everything), words, partners(view, words))


def _lost(view: View, kind: EntityKind) -> Firing:
    names = [name for name in names_in(view.conclusion) if name.kind == kind]
    return _share(view, names, lambda name: not is_name_kept(view, name))


def undotted(reading: Reading, word: int) -> str:
    """Return a word in lower case without the dots of abbreviations: U.S., US."""
    return reading.tokens[word].text.casefold().replace(".", "")


def is_name_kept(view: View, name: Name) -> bool:
    """Return whether the premise has a name: its letters, half of its words by alignment, or most in another spelling.

    Words may be abbreviated, and begin or sound like words of the premise: Germany, German; Netanjahu, Netanyahu.
    """
    if "".join(undotted(view.conclusion, word) for word in name.words) in _letters(view.premise):
        return True
    if 2 * sum(_stands_for_one_name(view, word) for word in name.words) >= len(name.words):
        return True
    alike = sum(_is_respelled(view, word) for word in name.words)
    return 2 * alike > len(name.words) or abbreviated(view).issuperset(name.words)


def _is_respelled(view: View, word: int) -> bool:
    text, premise = undotted(view.conclusion, word), view.premise
    if text in forms(premise) or (len(text) > 3 and any(begin_alike(text, form) for form in forms(premise))):
        return True
    return any(sound_alike(text, undotted(premise, other)) for other, pos in enumerate(premise.upos) if pos == "PROPN")


@cached_fact
def forms(reading: Reading) -> frozenset[str]:
    """Return the words and lemmas of a text in lower case, without the dots of abbreviations."""
    return frozenset((*(undotted(reading, word) for word in range(len(reading))), *reading.lemmas))


@cached_fact
def abbreviated(view: View) -> frozenset[int]:
    """Return the words of the conclusion that the premise abbreviates or writes out: NCPA, Centre for Arts."""
    texts = view.conclusion.tokens, view.premise.tokens
    own, other = ([word_of(token.text, token.lemma, token.upos) for token in text] for text in texts)
    written = (range(places[0], places[-1] + 1) for at, places in expansions(other, own) if other[at].text.isupper())
    return frozenset(chain(*written, (word for word, _ in expansions(own, other) if own[word].text.isupper())))


@cached_fact
def _letters(reading: Reading) -> str:
    return "".join(undotted(reading, word) for word in reading.words)


def _is_linked_with(view: View, name: Name, pos: str) -> bool:
    return any(view.premise.upos[other] == pos for other in partners(view, name.words))


def _stands_for_one_name(view: View, word: int) -> bool:
    link = view.links[word]
    return link is not None and (
        link.reason.relation in ONE_NAME or _is_spelled_alike(view, word) or is_kept(view, word)
    )


def _is_spelled_alike(view: View, word: int) -> bool:
    """Return whether a word and its partner are spellings of one name."""
    link = view.links[word]
    return link is not None and (link.reason.relation == "spelling" or _likeness(view, word) >= SPELLED_ALIKE)


def _likeness(view: View, word: int) -> float:
    """Return the share of common letters of an aligned word and its partner, without full stops."""
    other = view.partner[word]
    texts = undotted(view.conclusion, word), "" if other is None else undotted(view.premise, other)
    return 0.0 if other is None else float(Indel.normalized_similarity(*texts))
