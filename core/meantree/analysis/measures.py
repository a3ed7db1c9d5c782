"""Amounts with a unit, by their size: an hour and a half is 90 minutes, and 10 miles are not 10 kilometres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from meantree.analysis.tree import Token
from meantree.lexicon.word_lists import groups, rows, words

_NEAR: Final = Fraction(1, 20)
"""Relative difference of equal amounts in units of two systems, which are rounded: 10 km, 6 miles."""
_RATES: Final = frozenset({"NOUN", "NUM", "PROPN", "SYM"})
"""Before "a day", these make it a rate: two hours a day."""


class Unit(NamedTuple):
    """A unit: what it measures, of which system, and its size in the basic unit."""

    dimension: str
    system: str
    size: Fraction


@dataclass(frozen=True, slots=True)
class Measure:
    """An amount with its unit.

    Attributes:
        words: its tokens, in order.
        unit: the first one.
        size: in the basic unit of the dimension; degrees Celsius.
    """

    words: tuple[int, ...]
    unit: Unit
    size: Fraction

    @property
    def is_single(self) -> bool:
        """Whether it is one of its unit."""
        return self.size == self.unit.size

    def equals(self, other: Measure) -> bool | None:
        """Return whether two measures are the same amount, of units of two systems about the same.

        None if they measure something else.
        """
        if self.unit.dimension != other.unit.dimension:
            return None
        if self.unit.system == other.unit.system:
            return self.size == other.size
        near = _NEAR * max(abs(self.size), abs(other.size))
        return abs(self.size - other.size) <= (max(near, Fraction(1)) if self.unit.dimension == "degrees" else near)


@cache
def _units() -> Mapping[str, Unit]:
    return {name: Unit(dimension, system, Fraction(size)) for name, dimension, system, size in rows("phenomena/units")}


def unit_of(token: Token) -> Unit | None:
    """Return the unit that a word names, whether an amount precedes it or not."""
    found = _units().get(_lemma(token))
    return _units().get(token.text.casefold().rstrip(".")) if found is None else found


def _lemma(token: Token) -> str:
    return (token.lemma or token.text).casefold()


def measures_in(tokens: Sequence[Token], numbers: Mapping[int, tuple[int, Fraction]]) -> tuple[Measure, ...]:
    """Return the amounts of a text that have a known unit, those of several units as one: two hours and 5 minutes.

    Args:
        tokens: of the text.
        numbers: by the last word of each, its first word and its value.
    """
    found: list[Measure] = []
    for measure in _single(tokens, numbers):
        if found and _continues(tokens, found[-1], measure):
            last = found.pop()
            measure = replace(
                last, words=tuple(range(last.words[0], measure.words[-1] + 1)), size=last.size + measure.size
            )
        found.append(measure)
    return tuple(found)


def _continues(tokens: Sequence[Token], first: Measure, second: Measure) -> bool:
    """Return whether a measure adds to the one before it, in a smaller unit."""
    between = [_lemma(token) for token in tokens[first.words[-1] + 1 : second.words[0]]]
    is_smaller = first.unit.dimension == second.unit.dimension and second.unit.size < first.unit.size
    return is_smaller and between in ([], ["and"], [","])


def _single(tokens: Sequence[Token], numbers: Mapping[int, tuple[int, Fraction]]) -> Iterator[Measure]:
    lemmas = [_lemma(token) for token in tokens]
    for word in range(1, len(tokens)):
        unit, end = _scale_at(tokens, word) or (unit_of(tokens[word]), word + 1)
        amount = None if unit is None else _amount_before(tokens, word, numbers)
        if unit is None or amount is None:
            continue
        start, value = amount
        if unit.dimension == "length" and " ".join(lemmas[end : end + 2]).rstrip(".") in words("phenomena/hourly"):
            unit, end = unit._replace(dimension="speed"), end + 2
        if lemmas[end : end + 3] == ["and", "a", "half"]:
            value, end = value + Fraction(1, 2), end + 3
        is_fahrenheit = (unit.dimension, unit.system) == ("degrees", "imperial")
        size = (value - 32) * Fraction(5, 9) if is_fahrenheit else value * unit.size
        yield Measure(tuple(range(start, end)), unit, size)


def _scale_at(tokens: Sequence[Token], word: int) -> tuple[Unit, int] | None:
    """Return the scale of a temperature, and the word after it: °C, degrees Fahrenheit; Celsius if none is named."""
    text = tokens[word].text.casefold()
    sign, name, end = text[:1], text[1:], word + 1
    if _lemma(tokens[word]) == "degree" or text in {"°", "º"}:
        sign, name = "°", "".join(token.text.casefold() for token in tokens[end : end + 1])
        end += 1
    unit = _units().get(f"°{name.rstrip('.')}") if sign in {"°", "º"} else None
    return None if unit is None else (unit, end)


def _amount_before(
    tokens: Sequence[Token], unit: int, numbers: Mapping[int, tuple[int, Fraction]]
) -> tuple[int, Fraction] | None:
    """Return the first word of the amount before a unit, and that amount: three, half an, a couple of."""
    texts = [token.text.casefold() for token in tokens[:unit]]
    last = unit - 1 - (texts[-1] in {"-", "of"})
    if last in numbers:
        return numbers[last]
    start = max(0, unit - 4)
    while start < unit and (amount := groups("phenomena/amounts").get(" ".join(texts[start:]))) is None:
        start += 1
    if start == unit or amount is None:
        return None
    if texts[start:] in (["last"], ["past"], ["next"]):
        return (start, Fraction(amount)) if _lemma(tokens[unit]) in {"decade", "century"} else None
    is_after = start > 0 and (
        tokens[start - 1].upos in _RATES or texts[start - 1] in {"once", "twice", "times", "daily"}
    )
    return None if is_after and texts[start:] in (["a"], ["an"]) else (start, Fraction(amount))  # two hours a day
