"""Preservation of reference by dates, numbers, amounts, pronouns, articles and grammatical number."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.tree import ROOT
from meantree.entailment.feature import SILENT, Features, Firing, linked_share, partners
from meantree.entailment.reading import Reading, View, cached_fact

_NUMBER: Final = re.compile(r"\d+")
Kinds = frozenset[EntityKind]
POINTS: Final[Kinds] = frozenset({EntityKind.DATE, EntityKind.TIME})
COUNTS: Final[Kinds] = frozenset({EntityKind.NUMBER})
AMOUNTS: Final[Kinds] = frozenset({EntityKind.MONEY, EntityKind.PERCENT})


FEATURES = Features("preservation of reference")


@FEATURES("dates or times added", "dates or times missing")
def dates_missing(view: View) -> Firing:
    """Dates and times of the conclusion are missing from the premise, without replacement; share of these."""
    return _share(view, POINTS, lambda entity: not _is_kept(view, entity) and not _is_changed(view, entity, POINTS))


@FEATURES("dates or times changed")
def dates_changed(view: View) -> Firing:
    """Dates and times of the conclusion are different in the premise; share of these."""
    return _share(view, POINTS, lambda entity: not _is_kept(view, entity) and _is_changed(view, entity, POINTS))


@FEATURES("numbers added", "numbers missing")
def numbers_missing(view: View) -> Firing:
    """Numbers of the conclusion are missing from the premise, without replacement; share of its numbers."""
    return _share(view, COUNTS, lambda entity: not _is_kept(view, entity) and not _is_changed(view, entity, COUNTS))


@FEATURES("numbers changed")
def numbers_changed(view: View) -> Firing:
    """Numbers of the conclusion are different in the premise; share of its numbers."""
    return _share(view, COUNTS, lambda entity: not _is_kept(view, entity) and _is_changed(view, entity, COUNTS))


@FEATURES("amounts added or changed", "amounts lost or changed")
def amounts_lost(view: View) -> Firing:
    """Sums of money and percentages of the conclusion are not in the premise; share of these."""
    return _share(view, AMOUNTS, lambda entity: not _is_kept(view, entity))


def _share(view: View, kinds: Kinds, holds: Callable[[Entity], bool]) -> Firing:
    everything = [entity for entity in view.conclusion.entities if entity.kind in kinds]
    matches = [entity for entity in everything if holds(entity)]
    if not matches:
        return SILENT
    words = tuple(word for entity in matches for word in range(entity.start, entity.end))
    return Firing(len(matches) / len(everything), words, partners(view, words))


def _is_kept(view: View, entity: Entity) -> bool:
    """Return whether the premise has its value, or except for amounts all its words: 0800, 8:00."""
    value = _value(view.conclusion, entity)
    has_value = any(_value(view.premise, other) == value for other in view.premise.entities)
    if has_value or entity.kind in AMOUNTS:
        return has_value
    words = (part for word in range(entity.start, entity.end) for part in _parts(view.conclusion, word))
    return _all_parts(view.premise).issuperset(words)


def _parts(reading: Reading, word: int) -> tuple[str, ...]:
    """Return the numbers in a word, or the word; without zeros at the ends."""
    text = reading.tokens[word].text.casefold()
    return tuple(number.strip("0") for number in _NUMBER.findall(text)) or (text,)


@cached_fact
def _all_parts(reading: Reading) -> frozenset[str]:
    return frozenset(part for word in range(len(reading)) for part in _parts(reading, word))


def _is_changed(view: View, entity: Entity, kinds: Kinds) -> bool:
    """Return whether one of its words is aligned with a word of another entity of these kinds."""
    linked = partners(view, range(entity.start, entity.end))
    others = [other for other in view.premise.entities if other.kind in kinds]
    return any(other.start <= word < other.end for other in others for word in linked)


def _value(reading: Reading, entity: Entity) -> tuple[EntityKind, str]:
    """Return the kind and value of an entity; its text if it has no value."""
    words = (token.text.casefold() for token in reading.tokens[entity.start : entity.end])
    return entity.kind, entity.value or " ".join(words)


_PERSONS: Final = {
    "first": "i me my mine myself we us our ours ourselves",
    "second": "you your yours yourself yourselves",
    "he": "he him his himself",
    "she": "she her hers herself",
    "it": "it its itself",
    "they": "they them their theirs themselves",
}
PERSON: Final = {form: person for person, forms in _PERSONS.items() for form in forms.split()}
"""The person (and gender) of each personal and possessive pronoun."""
DEFINITE: Final = frozenset({"the", "this", "that", "these", "those"})
INDEFINITE: Final = frozenset({"a", "an", "some", "any", "another"})
SINGULAR: Final = frozenset({"NN", "NNP"})
PLURAL: Final = frozenset({"NNS", "NNPS"})


@FEATURES("pronouns of another person or gender")
def pronouns_changed(view: View) -> Firing:
    """Pronouns of the conclusion have another person or gender in the premise; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), persons(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


@FEATURES("a pronoun for a noun")
def pronouns_for_nouns(view: View) -> Firing:
    """Pronouns of the conclusion are aligned with nouns or names of the premise; share of its personal pronouns."""
    return _differ(view, persons(view.conclusion), lambda _, other: view.premise.upos[other] in ("NOUN", "PROPN"))


@FEATURES("pronouns of a person not referred to", "pronouns of a person lost")
def persons_added(view: View) -> Firing:
    """Pronouns of the conclusion have a person or gender that the premise lacks; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), frozenset(persons(view.premise).values())
    return linked_share(view, [word for word, person in conclusion.items() if person not in premise], len(conclusion))


@FEATURES("articles changed")
def definiteness_changed(view: View) -> Firing:
    """Definiteness (the, a) differs between conclusion and premise; share of nouns with an article."""
    conclusion, premise = _definite(view.conclusion), _definite(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


@FEATURES("singular and plural changed")
def grammatical_number_changed(view: View) -> Firing:
    """The same noun is in the singular in one text and in the plural in the other; share of the conclusion's nouns."""
    conclusion, premise = plurals(view.conclusion), plurals(view.premise)

    def differ(word: int, other: int) -> bool:
        return (
            view.conclusion.lemmas[word] == view.premise.lemmas[other]
            and view.conclusion.tokens[word].text.casefold() != view.premise.tokens[other].text.casefold()
            and premise.get(other, conclusion[word]) != conclusion[word]
        )

    return _differ(view, conclusion, differ)


def _differ(view: View, words: dict[int, str] | dict[int, bool], differ: Callable[[int, int], bool]) -> Firing:
    differing = [word for word in words if (other := view.partner[word]) is not None and differ(word, other)]
    return linked_share(view, differing, len(words))


@cached_fact
def persons(reading: Reading) -> dict[int, str]:
    """Return the person, and gender, of each personal and possessive pronoun."""
    forms = (
        (word, token.text.casefold()) for word, token in enumerate(reading.tokens) if token.upos in ("PRON", "DET")
    )
    return {word: PERSON[form] for word, form in forms if form in PERSON}


@cached_fact
def _definite(reading: Reading) -> dict[int, bool]:
    """Return for nouns with an article or demonstrative whether it is definite."""
    definite = {}
    for word, head in enumerate(reading.heads):
        if head != ROOT and reading.labels[word] == "det" and reading.lemmas[word] in DEFINITE | INDEFINITE:
            definite[head] = reading.lemmas[word] in DEFINITE
    return definite


@cached_fact
def plurals(reading: Reading) -> dict[int, bool]:
    """Return for each noun whether it is in the plural."""
    tags = ((word, token.xpos) for word, token in enumerate(reading.tokens))
    return {word: tag in PLURAL for word, tag in tags if tag in SINGULAR | PLURAL}
