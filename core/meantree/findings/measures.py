"""Amounts with a unit, by their size: an hour and a half is 90 minutes, and 10 miles are not 10 kilometres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple

from meantree.alignment.relations.numbers_and_dates import DAYS, number_of, numbers_of
from meantree.alignment.text_words import word_of
from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.reading import Reading, View, cached_fact, lemma_set

TIME: Final = "time"
_UNITS: Final = {
    (TIME, "clock"): "second/1 sec/1 minute/60 min/60 hour/3600 h/3600 hr/3600 day/86400 week/604800 fortnight/1209600",
    (TIME, "calendar"): "month/2629800 year/31557600 decade/315576000 century/3155760000",
    ("length", "metric"): "mm/.001 millimetre/.001 millimeter/.001 cm/.01 centimetre/.01 centimeter/.01 m/1 metre/1 "
    "meter/1 km/1000 kilometre/1000 kilometer/1000",
    ("length", "imperial"): "inch/.0254 foot/.3048 ft/.3048 yard/.9144 mile/1609.344",
    ("mass", "metric"): "mg/.001 milligram/.001 g/1 gram/1 gramme/1 kg/1000 kilogram/1000 kilo/1000 kilogramme/1000 "
    "tonne/1e6 ton/1e6",
    ("mass", "imperial"): "ounce/28.35 oz/28.35 pound/453.6 lb/453.6 stone/6350",
    ("volume", "metric"): "ml/.001 millilitre/.001 milliliter/.001 cl/.01 litre/1 liter/1",
    ("volume", "imperial"): "pint/.5 quart/1 gallon/3.9",
    ("area", "metric"): "hectare/10000 ha/10000",
    ("area", "imperial"): "acre/4047",
    ("speed", "metric"): "kph/1000 kmh/1000 km/h/1000",
    ("speed", "imperial"): "mph/1609.344",
}
"""Units by dimension and system, each with its size in the smallest or the basic one."""
_SCALES: Final = {"c": "metric", "celsius": "metric", "centigrade": "metric", "f": "imperial", "fahrenheit": "imperial"}
_NEAR: Final = 0.05
"""Relative difference of equal amounts in units of two systems, which are rounded: 10 km, 6 miles."""
_NEAR_DEGREES: Final = 1.0
_MINUS: Final = "-−"
_RATES: Final = frozenset({"NOUN", "NUM", "PROPN", "SYM"})
"""Before "a day", these make it a rate: two hours a day."""
_TIMES: Final = lemma_set("once twice time daily")
_IN_HOUR: Final = frozenset({("per", "hour"), ("an", "hour"), ("a", "hour"), ("/", "h")})


class Unit(NamedTuple):
    """A unit: what it measures, of which system, and its size."""

    dimension: str
    system: str
    size: float


@dataclass(frozen=True, slots=True)
class Measure:
    """An amount with its unit.

    Attributes:
        words: its tokens, in order.
        unit: the first one.
        size: in the basic unit of the dimension; degrees Celsius.
        units: the tokens of its units.
    """

    words: tuple[int, ...]
    unit: Unit
    size: float
    units: tuple[int, ...]


@cache
def _units() -> Mapping[str, Unit]:
    return {
        name: Unit(dimension, system, float(size))
        for (dimension, system), listed in _UNITS.items()
        for name, _, size in (each.rpartition("/") for each in listed.split())
    }


def unit_of(reading: Reading, word: int) -> Unit | None:
    """Return the unit that a word names, whether an amount precedes it or not."""
    found = _units().get(reading.lemmas[word])
    return _units().get(reading.tokens[word].text.casefold().rstrip(".")) if found is None else found


@cached_fact
def measures_in(reading: Reading) -> tuple[Measure, ...]:
    """Return the amounts of a text that have a known unit, those of several units as one: two hours and 5 minutes."""
    found: list[Measure] = []
    for measure in _single(reading):
        if found and _continues(reading, found[-1], measure):
            words, units = (*found[-1].words, *measure.words), (*found[-1].units, *measure.units)
            found[-1] = replace(found[-1], words=words, size=found[-1].size + measure.size, units=units)
        else:
            found.append(measure)
    return tuple(found)


def _continues(reading: Reading, first: Measure, second: Measure) -> bool:
    """Return whether a measure adds to the one before it, in a smaller unit."""
    between = reading.lemmas[first.words[-1] + 1 : second.words[0]]
    is_smaller = first.unit.dimension == second.unit.dimension and second.unit.size < first.unit.size
    return is_smaller and between in {(), ("and",), (",",)}


def _single(reading: Reading) -> Iterator[Measure]:
    for word in range(1, len(reading)):
        scaled = _scaled(reading, word)
        unit = unit_of(reading, word) if scaled is None else scaled[0]
        amount = None if unit is None else _amount_before(reading, word)
        if unit is None or amount is None:
            continue
        start, value = amount
        end = word + 1 if scaled is None else scaled[1]
        units = tuple(range(word, end))
        per = tuple(lemma.rstrip(".") for lemma in reading.lemmas[end : end + 2])
        if unit.dimension == "length" and per in _IN_HOUR:
            unit, end = unit._replace(dimension="speed"), end + 2
        if reading.lemmas[end : end + 3] == ("and", "a", "half"):
            value, end = value + 0.5, end + 3
        size = (value - 32) / 1.8 if (unit.dimension, unit.system) == ("degrees", "imperial") else value * unit.size
        yield Measure(tuple(range(start, end)), unit, size, units)


def _scaled(reading: Reading, word: int) -> tuple[Unit, int] | None:
    """Return the scale of a temperature, and the word after it: °C, degrees Fahrenheit."""
    text = reading.tokens[word].text.casefold()
    sign, name, end = text[:1], text[1:], word + 1
    if reading.lemmas[word] == "degree" or text in {"°", "º"}:
        sign, end = "°", word + 2
        name = "".join(token.text.casefold() for token in reading.tokens[word + 1 : end]).rstrip(".")
    system = _SCALES.get(name) if sign in {"°", "º"} else None
    return None if system is None else (Unit("degrees", system, 1.0), end)


def _amount_before(reading: Reading, unit: int) -> tuple[int, float] | None:
    """Return the first word of the amount before a unit, and that amount."""
    texts = [token.text.casefold() for token in reading.tokens[:unit]]
    last = unit - 1 - (texts[-1] in {"-", "of"})
    if last < 0:
        return None
    if texts[last] in {"a", "an"}:
        return _by_article(reading, texts[: last + 1])
    if texts[last] in {"last", "past", "next"} and reading.lemmas[unit] in {"decade", "century"}:
        return last, 1.0
    if texts[last] == "couple" and texts[-1] == "of":
        return last - (texts[last - 1 : last] == ["a"]), 2.0
    token = reading.tokens[last]
    sign = -1.0 if token.text[:1] in _MINUS else 1.0
    word = word_of(token.text.lstrip(_MINUS), token.lemma, token.upos)
    numbers = [sign * value for value, use in numbers_of(word) if use == "how many"]
    if not numbers and texts[last] != "half":
        return None
    for entity in reading.entities:
        is_number = entity.end == last + 1 and entity.kind == EntityKind.NUMBER
        if is_number and entity.value.removeprefix("-").replace(".", "", 1).isdecimal():
            return entity.start, float(entity.value)
    return (last, numbers[0]) if numbers else None


def _by_article(reading: Reading, texts: list[str]) -> tuple[int, float] | None:
    """Return the amount of a unit with an indefinite article: an hour, half an hour, a quarter of an hour."""
    article = len(texts) - 1
    if texts[:-1][-1:] == ["half"]:
        return article - 1, 0.5
    if texts[-4:-1] == ["a", "quarter", "of"]:
        return article - 3, 0.25
    is_rate = article > 0 and (reading.upos[article - 1] in _RATES or reading.lemmas[article - 1] in _TIMES)
    return None if is_rate else (article, 1.0)


def are_equal(first: Measure, second: Measure) -> bool:
    """Return whether two measures are the same amount; of units of two systems, about the same."""
    if first.unit.dimension != second.unit.dimension:
        return False
    difference = abs(first.size - second.size)
    near = _NEAR if first.unit.system != second.unit.system else 1e-6
    if first.unit.dimension == "degrees":
        return difference <= (_NEAR_DEGREES if near == _NEAR else 0.0)
    return difference <= near * max(abs(first.size), abs(second.size))


@cached_fact
def kept_measures(view: View) -> tuple[Measure, ...]:
    """Return the measures of the conclusion that the premise has, too."""
    others = measures_in(view.premise)
    return tuple(each for each in measures_in(view.conclusion) if any(are_equal(each, other) for other in others))


@cached_fact
def intervals(reading: Reading) -> Mapping[int, tuple[float, tuple[int, ...]]]:
    """Return for each unit of time after "every" how many of it an interval has, and the words that say so."""
    found = {}
    for word, lemma in enumerate(reading.lemmas):
        unit = reading.heads[word]
        if lemma not in {"every", "each"} or unit < word or not _recurs(reading, unit):
            continue
        counts = [(count, at) for at in range(word + 1, unit) if (count := _count(reading, at)) is not None]
        found[unit] = counts[0][0] if counts else 1.0, (word, *(at for _, at in counts[:1]))
    return found


def _recurs(reading: Reading, word: int) -> bool:
    unit = unit_of(reading, word)
    return (unit is not None and unit.dimension == TIME) or reading.lemmas[word] in DAYS.split()


def _count(reading: Reading, word: int) -> float | None:
    if reading.lemmas[word] == "other":
        return 2.0
    token = reading.tokens[word]
    return next(iter(number_of(word_of(token.text, token.lemma, "NUM"))), None)


@cached_fact
def measured_alike(view: View) -> frozenset[int]:
    """Return the words of measures and intervals of the conclusion that the premise has, too, in whatever units."""
    kept = {word for measure in kept_measures(view) for word in measure.words}
    others = {count for count, _ in intervals(view.premise).values()}
    return frozenset(kept.union(*(words for count, words in intervals(view.conclusion).values() if count in others)))


def other_measures(view: View) -> Iterator[tuple[Measure, Measure]]:
    """Yield linked measures of both texts that are not the same amount, and are not elsewhere in the other text."""
    ours = measures_in(view.conclusion)
    theirs = [each for each in measures_in(view.premise) if not any(are_equal(each, own) for own in ours)]
    for own in ours:
        if own in kept_measures(view):
            continue
        for other in theirs:
            linked = any(view.partner[word] in other.words for word in own.words)
            if linked and own.unit.dimension == other.unit.dimension:
                theirs.remove(other)
                yield own, other
                break
