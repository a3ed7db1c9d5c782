"""Preservation of reference by dates, times, numbers, amounts and measures: which values of a text the other has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import chain
from typing import Final

from meantree.analysis.entities.dates import DAY_NAMES
from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.entities.word_values import number_of
from meantree.analysis.measures import unit_of
from meantree.analysis.values import POINTS, Value, numbers_within, said
from meantree.phenomena.feature import SILENT, Features, Firing, partners
from meantree.phenomena.reading import Reading, View, cached_fact

Kinds = frozenset[EntityKind]
_COUNTS: Final[Kinds] = frozenset({EntityKind.NUMBER})
_AMOUNTS: Final[Kinds] = frozenset({EntityKind.MONEY, EntityKind.PERCENT})

FEATURES = Features("preservation of reference")


@FEATURES("dates or times added", "dates or times missing")
def dates_missing(view: View) -> Firing:
    """Dates and times of the conclusion are missing from the premise, without replacement; share of these."""
    return _share(view, POINTS, lambda value: not _is_changed(view, value, POINTS))


@FEATURES("dates or times changed")
def dates_changed(view: View) -> Firing:
    """Dates and times of the conclusion are different in the premise; share of these."""
    return _share(view, POINTS, lambda value: _is_changed(view, value, POINTS))


@FEATURES("numbers added", "numbers missing")
def numbers_missing(view: View) -> Firing:
    """Numbers of the conclusion are missing from the premise, without replacement; share of its numbers."""
    return _share(view, _COUNTS, lambda value: not _is_changed(view, value, _COUNTS))


@FEATURES("numbers changed")
def numbers_changed(view: View) -> Firing:
    """Numbers of the conclusion are different in the premise; share of its numbers."""
    return _share(view, _COUNTS, lambda value: _is_changed(view, value, _COUNTS))


@FEATURES("amounts added or changed", "amounts lost or changed")
def amounts_lost(view: View) -> Firing:
    """Sums of money and percentages of the conclusion are not in the premise; share of these."""
    return _share(view, _AMOUNTS, lambda _value: True)


def _share(view: View, kinds: Kinds, holds: Callable[[Value], bool]) -> Firing:
    """Return a firing on the values of some kinds that the premise does not have, and for which something holds."""
    everything = [value for value in view.conclusion.values if value.kind in kinds]
    matches = [value for value in everything if value in other_values(view) and holds(value)]
    words = tuple(word for value in matches for word in value.words)
    return Firing(len(matches) / len(everything), words, partners(view, words)) if matches else SILENT


def _is_changed(view: View, value: Value, kinds: Kinds) -> bool:
    return any(other.kind in kinds for other in linked_values(view, value))


def linked_values(view: View, value: Value) -> tuple[Value, ...]:
    """Return the values of the premise with which a value of the conclusion is aligned by a word."""
    linked = {view.partner[word] for word in value.words}
    return tuple(other for other in view.premise.values if not linked.isdisjoint(other.words))


@cached_fact
def other_values(view: View) -> tuple[Value, ...]:
    """Return the values of the conclusion that the premise does not have."""
    return tuple(value for value in view.conclusion.values if not _is_kept(view, value))


def _is_kept(view: View, value: Value) -> bool:
    """Return whether the premise has a value, in whatever words; not if another stands in its place, and it less often.

    What is one of its unit may be said in other words, if no other value is in its place: a year ago, last year.
    """
    in_place = {other.agrees(value) for other in linked_values(view, value)}
    if True in in_place or (not in_place and value.measure is not None and value.measure.is_single):
        return True
    if False in in_place and _times(view.premise, value) < _times(view.conclusion, value):
        return False
    others = [(other, other.agrees(value)) for other in view.premise.values]
    if any(agrees for _, agrees in others):
        return True
    contrary = {word for other, agrees in others if agrees is False for word in other.words}
    return _has_words(view, value, set(range(len(view.premise))) - contrary)


def _times(reading: Reading, value: Value) -> int:
    return sum(other.agrees(value) is True and other.senses == value.senses for other in reading.values)


def _has_words(view: View, value: Value, words: Iterable[int]) -> bool:
    """Return whether some words of the premise say all numbers and dates of a value: A81, A 81; the 26th of July."""
    known: set[Hashable] = set()
    for word in words:
        known |= _said(view.premise, word) | numbers_within(view.premise.tokens[word].text)
    needed = [(_said(view.conclusion, word), numbers_within(view.conclusion.tokens[word].text)) for word in value.words]
    needed = [each for each in needed if any(each)]
    return bool(needed) and all(
        not own.isdisjoint(known) or (bool(within) and within <= known) for own, within in needed
    )


def _said(reading: Reading, word: int) -> frozenset[Hashable]:
    token = reading.tokens[word]
    return said(token.text, token.upos)


@cached_fact
def intervals(reading: Reading) -> Mapping[int, tuple[float, tuple[int, ...]]]:
    """Return for each unit of time after "every" how many of it an interval has, and the words that say so."""
    found = {}
    for word, lemma in enumerate(reading.lemmas):
        unit = reading.heads[word]
        if lemma not in {"every", "each"} or unit < word or not _recurs(reading, unit):
            continue
        counts = [(count, at) for at in range(word + 1, unit) for count in _counts(reading, at)]
        found[unit] = counts[0][0] if counts else 1.0, (word, *(at for _, at in counts[:1]))
    return found


def _recurs(reading: Reading, word: int) -> bool:
    unit = unit_of(reading.tokens[word])
    return (unit is not None and unit.dimension == "time") or reading.lemmas[word] in DAY_NAMES


def _counts(reading: Reading, word: int) -> tuple[float, ...]:
    return (2.0,) if reading.lemmas[word] == "other" else number_of(reading.tokens[word].text, "NUM")


@cached_fact
def measured_alike(view: View) -> frozenset[int]:
    """Return the words of measures and intervals of the conclusion that the premise has, too, in whatever units."""
    measured = [value for value in view.conclusion.values if value.measure is not None]
    kept = [value for value in measured if any(other.agrees(value) for other in view.premise.values)]
    others = {count for count, _ in intervals(view.premise).values()}
    recurring = (words for count, words in intervals(view.conclusion).values() if count in others)
    return frozenset(chain(*(value.words for value in kept), *recurring))
