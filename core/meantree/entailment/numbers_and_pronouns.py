"""Preservation of reference by dates, numbers, amounts, pronouns, articles and grammatical number."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.tree import ROOT
from meantree.entailment.feature import SILENT, Feature, Firing, features, linked_share, partners, share
from meantree.entailment.reading import Reading, View, cached_fact

Kinds = frozenset[EntityKind]
POINTS: Final[Kinds] = frozenset({EntityKind.DATE, EntityKind.TIME})
COUNTS: Final[Kinds] = frozenset({EntityKind.NUMBER})
AMOUNTS: Final[Kinds] = frozenset({EntityKind.MONEY, EntityKind.PERCENT})


_THOUSANDS: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")


def dates_missing(view: View) -> Firing:
    """Dates and times of the conclusion are missing from the premise, without replacement; share of these."""
    return _share(view, POINTS, lambda entity: not _is_kept(view, entity) and not _is_changed(view, entity, POINTS))


def dates_changed(view: View) -> Firing:
    """Dates and times of the conclusion are different in the premise; share of these."""
    return _share(view, POINTS, lambda entity: not _is_kept(view, entity) and _is_changed(view, entity, POINTS))


def numbers_missing(view: View) -> Firing:
    """Numbers of the conclusion are missing from the premise, without replacement; share of its numbers."""
    return _share(view, COUNTS, lambda entity: not _is_kept(view, entity) and not _is_changed(view, entity, COUNTS))


def numbers_changed(view: View) -> Firing:
    """Numbers of the conclusion are different in the premise; share of its numbers."""
    return _share(view, COUNTS, lambda entity: not _is_kept(view, entity) and _is_changed(view, entity, COUNTS))


def amounts_lost(view: View) -> Firing:
    """Sums of money and percentages of the conclusion are not in the premise; share of these."""
    return _share(view, AMOUNTS, lambda entity: not _is_kept(view, entity))


def digits_missing(view: View) -> Firing:
    """Words with digits are in the conclusion and not in the premise; share of such words."""
    premise = {_digits(view.premise, word) for word in view.premise.words}
    conclusion = {word: digits for word in view.conclusion.words if (digits := _digits(view.conclusion, word))}
    return share([word for word, digits in conclusion.items() if digits not in premise], len(conclusion))


def _share(view: View, kinds: Kinds, holds: Callable[[Entity], bool]) -> Firing:
    everything = [entity for entity in view.conclusion.entities if entity.kind in kinds]
    matches = [entity for entity in everything if holds(entity)]
    if not matches:
        return SILENT
    words = tuple(word for entity in matches for word in range(entity.start, entity.end))
    return Firing(len(matches) / len(everything), words, partners(view, words))


def _is_kept(view: View, entity: Entity) -> bool:
    value = _value(view.conclusion, entity)
    return any(_value(view.premise, other) == value for other in view.premise.entities)


def _is_changed(view: View, entity: Entity, kinds: Kinds) -> bool:
    """Return whether one of its words is aligned with a word of another entity of these kinds."""
    linked = partners(view, range(entity.start, entity.end))
    others = [other for other in view.premise.entities if other.kind in kinds]
    return any(other.start <= word < other.end for other in others for word in linked)


def _value(reading: Reading, entity: Entity) -> tuple[EntityKind, str]:
    """Return the kind and value of an entity; its text if it has no value."""
    words = (token.text.casefold() for token in reading.tokens[entity.start : entity.end])
    return entity.kind, entity.value or " ".join(words)


def _digits(reading: Reading, word: int) -> str:
    """Return the digits of a word with the marks between them, without commas that separate thousands."""
    text = _THOUSANDS.sub(lambda match: match[0].replace(",", ""), reading.tokens[word].text.replace("–", "-"))
    return "".join(mark for place, mark in enumerate(text) if mark.isdigit() or _stands_between_digits(text, place))


def _stands_between_digits(text: str, place: int) -> bool:
    return text[place] in ".,-:" and text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()


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


def pronouns_changed(view: View) -> Firing:
    """Pronouns of the conclusion have another person or gender in the premise; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), persons(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


def pronouns_for_nouns(view: View) -> Firing:
    """Pronouns of the conclusion are aligned with nouns or names of the premise; share of its personal pronouns."""
    return _differ(view, persons(view.conclusion), lambda _, other: view.premise.upos[other] in ("NOUN", "PROPN"))


def persons_added(view: View) -> Firing:
    """Pronouns of the conclusion have a person or gender that the premise lacks; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), frozenset(persons(view.premise).values())
    return linked_share(view, [word for word, person in conclusion.items() if person not in premise], len(conclusion))


def definiteness_changed(view: View) -> Firing:
    """Definiteness (the, a) differs between conclusion and premise; share of nouns with an article."""
    conclusion, premise = _definite(view.conclusion), _definite(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


def grammatical_number_changed(view: View) -> Firing:
    """Grammatical number (singular, plural) differs between conclusion and premise; share of nouns."""
    conclusion, premise = plurals(view.conclusion), plurals(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


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


FEATURES: tuple[Feature, ...] = features(
    "preservation of reference",
    dates_missing,
    dates_changed,
    numbers_missing,
    numbers_changed,
    amounts_lost,
    digits_missing,
    pronouns_changed,
    pronouns_for_nouns,
    persons_added,
    definiteness_changed,
    grammatical_number_changed,
)
