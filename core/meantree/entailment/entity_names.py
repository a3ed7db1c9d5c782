"""Preservation of reference: does the conclusion name the persons, places and organisations that the premise names?

Names are those of the recogniser; proper nouns beside them are names of an unknown kind.
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
"""Relations by which a name stands for another spelling of it; two entities of a kind may be two persons."""
SPELLED_ALIKE: Final = 0.7
"""Names with a larger share of common letters are two spellings of one."""


@dataclass(frozen=True, slots=True)
class Name:
    """What a text names.

    Attributes:
        words: its tokens, 0-based over the text.
        kind: None for proper nouns that the recogniser says nothing of.
    """

    words: tuple[int, ...]
    kind: EntityKind | None


def names_unlinked(view: View) -> Firing:
    """Names of the conclusion are unaligned; share of its names."""
    return _share(view, _names(view.conclusion), lambda one: not _linked(view, one))


def names_changed(view: View) -> Firing:
    """Names of the conclusion are aligned with other names of the premise; share of its names."""
    return _share(
        view, _names(view.conclusion), lambda one: not _is_kept(view, one) and _is_linked_with(view, one, "PROPN")
    )


def names_respelled(view: View) -> Firing:
    """Names of the conclusion have another spelling in the premise; mean dissimilarity over its names."""
    names = _names(view.conclusion)
    unlike = {
        word: 1 - _likeness(view, word) for one in names for word in one.words if _stands_for_one_name(view, word)
    }
    changed = tuple(word for word, value in unlike.items() if value)
    if not changed:
        return SILENT
    return Firing(sum(unlike.values()) / sum(len(one.words) for one in names), changed, partners(view, changed))


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
    theirs = {word: one.kind for one in _names(view.premise) for word in one.words if one.kind is not None}

    def changed(one: Name) -> bool:
        kinds = {theirs[word] for word in partners(view, one.words) if word in theirs}
        return one.kind is not None and bool(kinds) and one.kind not in kinds

    return _share(view, _names(view.conclusion), changed)


def names_for_pronouns(view: View) -> Firing:
    """Names of the conclusion are aligned with pronouns of the premise; share of its names."""
    return _share(
        view, _names(view.conclusion), lambda one: not _is_kept(view, one) and _is_linked_with(view, one, "PRON")
    )


def names_for_common_nouns(view: View) -> Firing:
    """Names of the conclusion are aligned with common words of the premise, not names; share of its names."""

    def holds(one: Name) -> bool:
        if _is_kept(view, one) or _is_linked_with(view, one, "PROPN"):
            return False
        return any(_is_linked_with(view, one, pos) for pos in ("NOUN", "VERB", "ADJ"))

    return _share(view, _names(view.conclusion), holds)


def capitalised_words_missing(view: View) -> Firing:
    """Capitalised words of the conclusion, except the first, are not in the premise; share of these words."""
    reading = view.conclusion
    theirs = {token.text.casefold() for token in view.premise.tokens}
    first = {min(reading.below(root)) for root in reading.roots}
    words = [word for word in reading.words if word not in first and reading.tokens[word].text[:1].isupper()]
    return _share(view, [Name((word,), None) for word in words], lambda one: _text(reading, one.words[0]) not in theirs)


@cached_fact
def _names(reading: Reading) -> tuple[Name, ...]:
    told = [Name(tuple(range(one.start, one.end)), one.kind) for one in reading.entities if one.kind in NAMED]
    known = {word for one in reading.entities for word in range(one.start, one.end)}
    proper = [word for word, pos in enumerate(reading.upos) if pos == "PROPN" and word not in known]
    return (*told, *(Name(words, None) for words in _neighbours(proper)))


def _neighbours(words: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Words that stand side by side, together."""
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
    found = [one for one in everything if holds(one)]
    if not found:
        return SILENT
    words = tuple(sorted(word for one in found for word in one.words))
    return Firing(len(found) / len(everything), words, partners(view, words))


def _lost(view: View, kind: EntityKind) -> Firing:
    names = [one for one in _names(view.conclusion) if one.kind == kind]
    return _share(view, names, lambda one: not _is_kept(view, one))


def _text(reading: Reading, word: int) -> str:
    return reading.tokens[word].text.casefold()


def _linked(view: View, name: Name) -> list[int]:
    return [word for word in name.words if view.partner[word] is not None]


def _is_kept(view: View, name: Name) -> bool:
    """Whether at least half of its words stand for the same name."""
    return 2 * sum(_stands_for_one_name(view, word) for word in name.words) >= len(name.words)


def _is_linked_with(view: View, name: Name, pos: str) -> bool:
    return any(view.premise.upos[other] == pos for other in partners(view, name.words))


def _stands_for_one_name(view: View, word: int) -> bool:
    link = view.links[word]
    return link is not None and (link.reason.relation in ONE_NAME or _likeness(view, word) >= SPELLED_ALIKE)


def _likeness(view: View, word: int) -> float:
    """The share of common letters of a linked word and its partner."""
    other = view.partner[word]
    return 0.0 if other is None else _spelled_alike(_text(view.conclusion, word), _text(view.premise, other))


@lru_cache(maxsize=1 << 14)
def _spelled_alike(one: str, two: str) -> float:
    return float(Indel.normalized_similarity(one, two))


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
