"""Preservation of reference: dates, times, numbers and amounts, by what they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.entailment.feature import SILENT, Feature, Firing, features
from meantree.entailment.reading import Reading
from meantree.entailment.shares import part, partners
from meantree.entailment.view import View

Kinds = frozenset[EntityKind]
POINTS: Final[Kinds] = frozenset({EntityKind.DATE, EntityKind.TIME})
COUNTS: Final[Kinds] = frozenset({EntityKind.NUMBER})
AMOUNTS: Final[Kinds] = frozenset({EntityKind.MONEY, EntityKind.PERCENT})


_THOUSANDS: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")


def dates_missing(view: View) -> Firing:
    """Dates and times of the conclusion are not in the premise, nor others in their place; the share of them."""
    return _share(view, POINTS, lambda one: not _is_kept(view, one) and not _is_changed(view, one, POINTS))


def dates_changed(view: View) -> Firing:
    """Dates and times of the conclusion are others in the premise; the share of them."""
    return _share(view, POINTS, lambda one: not _is_kept(view, one) and _is_changed(view, one, POINTS))


def numbers_missing(view: View) -> Firing:
    """Numbers of the conclusion are not in the premise, nor others in their place; the share of them."""
    return _share(view, COUNTS, lambda one: not _is_kept(view, one) and not _is_changed(view, one, COUNTS))


def numbers_changed(view: View) -> Firing:
    """Numbers of the conclusion are others in the premise; the share of them."""
    return _share(view, COUNTS, lambda one: not _is_kept(view, one) and _is_changed(view, one, COUNTS))


def amounts_lost(view: View) -> Firing:
    """Sums of money and percentages of the conclusion are not in the premise; the share of them."""
    return _share(view, AMOUNTS, lambda one: not _is_kept(view, one))


def digits_missing(view: View) -> Firing:
    """Words with digits stand in the conclusion and not in the premise; the share of such words."""
    theirs = {_digits(view.premise, word) for word in view.premise.words}
    mine = {word: digits for word in view.conclusion.words if (digits := _digits(view.conclusion, word))}
    return part([word for word, digits in mine.items() if digits not in theirs], len(mine))


def _share(view: View, kinds: Kinds, holds: Callable[[Entity], bool]) -> Firing:
    everything = [one for one in view.conclusion.entities if one.kind in kinds]
    found = [one for one in everything if holds(one)]
    if not found:
        return SILENT
    words = tuple(word for one in found for word in range(one.start, one.end))
    return Firing(len(found) / len(everything), words, partners(view, words))


def _is_kept(view: View, entity: Entity) -> bool:
    value = _value(view.conclusion, entity)
    return any(_value(view.premise, other) == value for other in view.premise.entities)


def _is_changed(view: View, entity: Entity, kinds: Kinds) -> bool:
    """Whether one of its words is linked with a word of another entity of its kind."""
    linked = partners(view, range(entity.start, entity.end))
    others = [other for other in view.premise.entities if other.kind in kinds]
    return any(other.start <= word < other.end for other in others for word in linked)


def _value(reading: Reading, entity: Entity) -> tuple[EntityKind, str]:
    """What it stands for, or else how it is written."""
    words = (token.text.casefold() for token in reading.tokens[entity.start : entity.end])
    return entity.kind, entity.value or " ".join(words)


def _digits(reading: Reading, word: int) -> str:
    """The digits of a word with the marks between them, but for commas that part thousands."""
    text = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), reading.tokens[word].text.replace("–", "-"))
    return "".join(mark for place, mark in enumerate(text) if mark.isdigit() or _stands_between_digits(text, place))


def _stands_between_digits(text: str, place: int) -> bool:
    return text[place] in ".,-:" and text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()


FEATURES: tuple[Feature, ...] = features(
    "preservation of reference",
    dates_missing,
    dates_changed,
    numbers_missing,
    numbers_changed,
    amounts_lost,
    digits_missing,
)
