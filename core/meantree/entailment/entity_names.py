"""Preservation of reference by names: are the persons, places and organisations of the conclusion in the premise?

Names are those of the entity recogniser; other proper nouns are names of unknown kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import Indel

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.feature import SILENT, Feature, Firing, features, partners
from meantree.entailment.reading import Reading, View, cached_fact

NAMED: Final = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
ONE_NAME: Final = frozenset({"identity", "spelling", "acronym", "hand"})
"""Relations between spellings of one name; entities of the same kind may be different persons."""
SPELLED_ALIKE: Final = 0.7
"""Smallest share of common letters of two spellings of one name."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text.

    Attributes:
        words: its tokens, 0-based over the text.
        kind: None for proper nouns that the entity recogniser does not cover.
    """

    words: tuple[int, ...]
    kind: EntityKind | None


def names_unlinked(view: View) -> Firing:
    """Names of the conclusion are unaligned; share of its names."""
    return _share(view, names_in(view.conclusion), lambda name: not _linked(view, name))


def names_changed(view: View) -> Firing:
    """Names of the conclusion are aligned with other names of the premise; share of its names."""
    return _share(
        view,
        names_in(view.conclusion),
        lambda name: not is_name_kept(view, name) and _is_linked_with(view, name, "PROPN"),
    )


def names_respelled(view: View) -> Firing:
    """Names of the conclusion have another spelling in the premise; mean dissimilarity over its names."""
    names = names_in(view.conclusion)
    dissimilarity = {
        word: 1 - _likeness(view, word) for name in names for word in name.words if _stands_for_one_name(view, word)
    }
    changed = tuple(word for word, value in dissimilarity.items() if value)
    if not changed:
        return SILENT
    return Firing(
        sum(dissimilarity.values()) / sum(len(name.words) for name in names), changed, partners(view, changed)
    )


def persons_lost(view: View) -> Firing:
    """Persons named in the conclusion are not those of the premise; share of its persons."""
    return _lost(view, EntityKind.PERSON)


def places_lost(view: View) -> Firing:
    """Places named in the conclusion are not those of the premise; share of its places."""
    return _lost(view, EntityKind.LOCATION)


def organisations_lost(view: View) -> Firing:
    """Organisations named in the conclusion are not those of the premise; share of its organisations."""
    return _lost(view, EntityKind.ORGANISATION)


def name_kinds_changed(view: View) -> Firing:
    """Names of the conclusion are of another kind in the premise (person, place); share of its names."""
    kinds_in_premise = {
        word: name.kind for name in names_in(view.premise) for word in name.words if name.kind is not None
    }

    def changed(name: Name) -> bool:
        kinds = {kinds_in_premise[word] for word in partners(view, name.words) if word in kinds_in_premise}
        return name.kind is not None and bool(kinds) and name.kind not in kinds

    return _share(view, names_in(view.conclusion), changed)


def names_for_pronouns(view: View) -> Firing:
    """Names of the conclusion are aligned with pronouns of the premise; share of its names."""
    return _share(
        view,
        names_in(view.conclusion),
        lambda name: not is_name_kept(view, name) and _is_linked_with(view, name, "PRON"),
    )


def names_for_common_nouns(view: View) -> Firing:
    """Names of the conclusion are aligned with common words of the premise, not names; share of its names."""

    def holds(name: Name) -> bool:
        if is_name_kept(view, name) or _is_linked_with(view, name, "PROPN"):
            return False
        return any(_is_linked_with(view, name, pos) for pos in ("NOUN", "VERB", "ADJ"))

    return _share(view, names_in(view.conclusion), holds)


def capitalised_words_missing(view: View) -> Firing:
    """Capitalised words of the conclusion, except the first, are not in the premise; share of these words."""
    reading = view.conclusion
    premise = {token.text.casefold() for token in view.premise.tokens}
    first = {min(reading.below(root)) for root in reading.roots}
    words = [word for word in reading.words if word not in first and reading.tokens[word].text[:1].isupper()]
    return _share(
        view, [Name((word,), None) for word in words], lambda name: _text(reading, name.words[0]) not in premise
    )


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


def _text(reading: Reading, word: int) -> str:
    return reading.tokens[word].text.casefold()


def _linked(view: View, name: Name) -> list[int]:
    return [word for word in name.words if view.partner[word] is not None]


def is_name_kept(view: View, name: Name) -> bool:
    """Return whether at least half of its words are aligned with the same name."""
    return 2 * sum(_stands_for_one_name(view, word) for word in name.words) >= len(name.words)


def _is_linked_with(view: View, name: Name, pos: str) -> bool:
    return any(view.premise.upos[other] == pos for other in partners(view, name.words))


def _stands_for_one_name(view: View, word: int) -> bool:
    link = view.links[word]
    return link is not None and (link.reason.relation in ONE_NAME or _likeness(view, word) >= SPELLED_ALIKE)


def _likeness(view: View, word: int) -> float:
    """Return the share of common letters of an aligned word and its partner."""
    other = view.partner[word]
    return 0.0 if other is None else _spelled_alike(_text(view.conclusion, word), _text(view.premise, other))


@lru_cache(maxsize=1 << 14)
def _spelled_alike(first: str, second: str) -> float:
    return float(Indel.normalized_similarity(first, second))


FEATURES: tuple[Feature, ...] = features(
    "preservation of reference",
    names_unlinked,
    names_changed,
    names_respelled,
    persons_lost,
    places_lost,
    organisations_lost,
    name_kinds_changed,
    names_for_pronouns,
    names_for_common_nouns,
    capitalised_words_missing,
)
