"""The values of a text and of its single words: numbers, dates, times, sums of money, percentages and measures."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple
from unicodedata import normalize

from meantree.analysis.entities.dates import DAY_NAMES, MONTH_NAMES
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.entities.numbers import ORDINAL_UNITS, SCALES, TENS, UNITS
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


Sense = Mapping[str, Hashable]
"""What a value may amount to, by dimension: year, month and day; currency and number."""
Form = tuple[re.Pattern[str], EntityKind, Callable[[re.Match[str]], Sense]]
"""What a number that is not known as an entity looks like, and what it means."""
POINTS: Final = frozenset({EntityKind.DATE, EntityKind.TIME})
_FORMS: Final[tuple[Form, ...]] = (
    (
        re.compile(r"(?:([01]?\d|2[0-4])(?:[:.]([0-5]\d))?(?:h|hrs|H)|24:00)$"),  # 16:15h, 18h
        EntityKind.TIME,
        lambda match: {"time": f"{int(match[1] or 24) % 24:02}:{match[2] or '00'}"},
    ),
    (
        re.compile(r"(?:at|by|from|until|before|after) ([01]\d|2[0-4])([0-5]\d) hours$"),
        EntityKind.TIME,
        lambda match: {"time": f"{int(match[1]) % 24:02}:{match[2]}"},
    ),
    (
        re.compile(r"(1[5-9]|20)(\d\d) ?[/\-–] ?(1[5-9]|20)?(\d\d)$"),  # 1968/69, 1968-1969
        EntityKind.DATE,
        lambda match: _years(int(match[1] + match[2]), int((match[3] or match[1]) + match[4]), bool(match[3])),
    ),
    (
        re.compile(r"(\d{1,9})[⁄/]([1-9]\d{0,8})$"),
        EntityKind.NUMBER,
        lambda match: {"number": Fraction(int(match[1]), int(match[2]))},
    ),
    (
        re.compile(r"[-−+]\d{1,9}(?:\.\d{1,9})?$"),
        EntityKind.NUMBER,
        lambda match: {"number": Fraction(match[0].replace("−", "-"))},
    ),
    (
        re.compile(r"one (?:in|out of) (\d{1,2}|[a-z]+)$", re.IGNORECASE),
        EntityKind.NUMBER,
        lambda match: _one_in(match[1]),
    ),
)
_SCORES: Final[tuple[Form, ...]] = (
    (
        re.compile(r"(?!\d?\d:[0-5]\d$)(1?\d?\d)%? ?[:\-–] ?(1?\d?\d)$"),  # 0:3, 10-20, 10%-20; no time
        EntityKind.NUMBER,
        lambda match: {"score": frozenset({int(match[1]), int(match[2])})},
    ),
)
_DATE: Final = re.compile(r"(?:(\d{4})|-)(?:-(\d\d))?(?:-(\d\d))?$")
_WITHIN: Final = re.compile(r"\d+(?:\.\d+)?")
_ROMAN: Final = {"II": 2.0, "III": 3.0, "IV": 4.0, "VI": 6.0, "VII": 7.0, "VIII": 8.0, "IX": 9.0}
_DENIED: Final = {"at least": "at most", "at most": "at least"}
"""What "no" and "not" make of a bound: no fewer than ten are at least ten."""
_WRITTEN: Final[dict[str, float]] = {
    **{word: float(value) for listed in (UNITS, ORDINAL_UNITS, TENS, SCALES) for word, value in listed.items()},
    "twentieth": 20.0,
    "hundred": 1e2,
    "m": 1e6,
    "single": 1.0,
    "twice": 2.0,
    "both": 2.0,
    "once": 1.0,
    "half": 0.5,
}
_OTHER_WORDS: Final = frozenset({"mar", "march", "may", "august", "sat", "sun", "wed"})
"""Names of months and days, in full or abbreviated, that are common words too."""
_CARDINALS: Final = frozenset({"both", "half", "once", "single", "twice"})
_ORDINALS: Final = frozenset({*ORDINAL_UNITS, "twentieth"})
_ENDINGS: Final = ("st", "nd", "rd", "th", "%")


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """A number, date, time, sum, percentage or measure in a text.

    Attributes:
        words: its tokens, 0-based over the text, in order.
        kind: as for entities; a number for measures, and for words with digits that are no entities.
        senses: what it may amount to, one of these; empty if that is unknown.
        measure: the amount with its unit, if it has one.
    """

    words: tuple[int, ...]
    kind: EntityKind
    senses: tuple[Sense, ...]
    measure: Measure | None = None

    def agrees(self, other: Value) -> bool | None:
        """Return whether two values may be the same; None if nothing tells, as with a year and a weekday."""
        if self.measure is not None and other.measure is not None:
            return self.measure.equals(other.measure)
        compared = [
            all(mine[name] == theirs[name] for name in shared)
            for mine in self.senses
            for theirs in other.senses
            if (shared := mine.keys() & theirs.keys())
        ]
        return any(compared) if compared else None


def values(tokens: Sequence[Token], entities: Sequence[Entity]) -> tuple[Value, ...]:
    """Return the values of a text in order, none overlapping another."""
    found: dict[int, Value] = {}
    known = [_of_entity(tokens, entity) for entity in entities if entity.kind in _READERS]
    for value in (
        *_by_form(tokens, _FORMS),
        *(value for value in known if value.kind != EntityKind.NUMBER),
        *_by_form(tokens, _SCORES),
        *known,
        *_other_numbers(tokens),
    ):
        if found.keys().isdisjoint(value.words):
            found.update(dict.fromkeys(value.words, value))
    numbers = {}
    for value in found.values():
        is_pounds = value.kind == EntityKind.MONEY and tokens[value.words[-1]].lemma == "pound" and len(value.words) > 1
        number = value.senses[0].get("number of money" if is_pounds else "number")
        if isinstance(number, Fraction) and value.kind != EntityKind.PERCENT:
            numbers[value.words[-2] if is_pounds else value.words[-1]] = value.words[0], number
    for measure in measures_in(tokens, numbers):
        inside = {found[word] for word in measure.words if word in found}
        money = (replace(value, measure=measure) for value in inside if value.kind == EntityKind.MONEY)
        found = {word: value for word, value in found.items() if value not in inside}
        value = next(money, Value(measure.words, EntityKind.NUMBER, (), measure))
        found.update(dict.fromkeys(value.words, value))
    return tuple(dict.fromkeys(found[word] for word in sorted(found)))


def _by_form(tokens: Sequence[Token], forms: Sequence[Form]) -> Iterator[Value]:
    """Yield what up to four tokens are by their form."""
    texts = [token.text for token in tokens]
    may_be = [text.lower() == "one" or any(map(str.isdigit, text)) for text in texts]
    for start, size in product(range(len(tokens)), (4, 3, 1)):
        if start + size <= len(tokens) and any(may_be[start : start + size]):
            text = " ".join(texts[start : start + size])
            for pattern, kind, read in forms:
                if (match := pattern.match(text)) and (sense := read(match)):
                    yield Value(tuple(range(start, start + size)), kind, (sense,))


def _years(first: int, last: int, is_full: bool) -> Sense:
    """Return the sense of a span of years, of which the second may be in another century: 1999/00."""
    last += 100 * (last < first and not is_full)
    return {"years": (first, last)} if first < last else {}


def _one_in(text: str) -> Sense:
    return {"number": 1 / Fraction(number_of(text, "NUM")[0])} if any(number_of(text, "NUM")) else {}


def _of_entity(tokens: Sequence[Token], entity: Entity) -> Value:
    words = tuple(range(entity.start, entity.end))
    as_text: Sense = {"text": entity.value or " ".join(tokens[word].text.casefold() for word in words)}
    try:
        senses = _READERS[entity.kind](entity.value, [tokens[word] for word in words]) if entity.value else (as_text,)
    except (ValueError, ZeroDivisionError):  # of another tool
        senses = (as_text,)
    return Value(words, entity.kind, senses)


def _date(value: str, tokens: Sequence[Token]) -> tuple[Sense, ...]:
    """Return the year, month, day and weekday; if either of two numbers may be the month, both readings."""
    days = [name for token in tokens for name in date_of(token.text, token.upos) if name in DAY_NAMES]
    sense: dict[str, Hashable] = dict(zip(("weekday",), days, strict=False))
    date = _DATE.match(value)
    if date is None:
        return (sense if value.startswith("-W-") else {"text": value},)
    year, month, day = date.groups()
    sense |= {name: int(part) for name, part in (("year", year), ("month", month), ("day", day)) if part}
    is_open = len(tokens) == 1 and year and day and int(day) <= 12
    return (sense, sense | {"month": int(day), "day": int(month)}) if is_open else (sense,)


def _time(value: str, tokens: Sequence[Token]) -> tuple[Sense, ...]:
    """Return the time, and twelve hours later unless the text tells which half of the day it is."""
    tells_half = any(token.text.casefold().replace(".", "").endswith(("am", "pm")) for token in tokens)
    if tells_half or not "01:00" <= value < "13:00":
        return ({"time": value},)
    return {"time": value}, {"time": f"{(int(value[:2]) + 12) % 24:02}{value[2:]}"}


def _number(value: str, tokens: Sequence[Token]) -> tuple[Sense, ...]:
    """Return a number or rank; of plurals, as dozens, only about how large it is; what else one word may mean, too."""
    name = "rank" if value.startswith("#") else "size" if value.endswith("s") else "number"
    sense, text = {name: Fraction(value.strip("#s"))}, tokens[-1].text.casefold()
    if text == "dozen":
        return sense, {name: Fraction(10)}
    if several := re.match(r"(\d{1,2}),(\d{1,2})$", text):
        return sense, *({"number": Fraction(part)} for part in several.groups())  # (3,5)
    clock = re.match(r"([01]?\d|2[0-3])\.([0-5]\d)$", text)
    return (sense, {"time": f"{int(clock[1]):02}:{clock[2]}"}) if clock else (sense,)  # at 21.30


def _percent(value: str, tokens: Sequence[Token]) -> tuple[Sense, ...]:
    if value.endswith("s"):
        return _number(value, tokens)
    return {"percent": Fraction(value)}, {"number": Fraction(value) / 100}


def _money(value: str, tokens: Sequence[Token]) -> tuple[Sense, ...]:
    currency, _, amount = value.partition(" ")
    sense = _number(amount, tokens)[0]
    return ({"currency": currency, **{f"{name} of money": number for name, number in sense.items()}},)


_READERS: Final[Mapping[EntityKind, Callable[[str, Sequence[Token]], tuple[Sense, ...]]]] = {
    EntityKind.DATE: _date,
    EntityKind.TIME: _time,
    EntityKind.NUMBER: _number,
    EntityKind.PERCENT: _percent,
    EntityKind.MONEY: _money,
}


def _other_numbers(tokens: Sequence[Token]) -> Iterator[Value]:
    """Yield words with digits, and numbers in signs, as values of their own."""
    for word, token in enumerate(tokens):
        numbers = () if token.text.isalpha() else number_of(token.text, token.upos)
        senses: tuple[Sense, ...] = tuple({"number": Fraction(number)} for number in numbers)
        if not senses and any(map(str.isdigit, token.text)):
            senses = ({"text": "".join(filter(str.isalnum, token.text.casefold()))},)
        if senses:
            yield Value((word,), EntityKind.NUMBER, senses)


def bound_before(tokens: Sequence[Token], word: int) -> str:
    """Return what the words before a number make of it: "at least", "at most", "exactly", "about" or nothing."""
    before = [token.text.casefold() for token in tokens[max(0, word - 3) : word]]
    known = groups("phenomena/bounds")
    bound = known.get(" ".join(before[-2:])) or known.get(" ".join(before[-1:]), "")
    return _DENIED.get(bound, bound) if before[:-2] in (["no"], ["not"]) else bound


@lru_cache(maxsize=1 << 14)
def numbers_within(text: str) -> frozenset[Hashable]:
    """Return the numbers in a word, or a Roman one: RMB7.0, post-90s, 5G+4K, II."""
    plain = normalize("NFKC", text)
    roman = _ROMAN.get(plain)
    return frozenset(map(float, _WITHIN.findall(plain)) if roman is None else (roman,))


@lru_cache(maxsize=1 << 14)
def said(text: str, upos: str) -> frozenset[Hashable]:
    """Return the numbers and dates that a word may stand for by itself; verbs and prepositions stand for none."""
    known = () if upos in {"VERB", "AUX", "ADP"} else values_of(text, upos)
    return frozenset(value[0] if isinstance(value, tuple) else value for value in known)


@lru_cache(maxsize=1 << 14)
def number_of(text: str, upos: str) -> tuple[float, ...]:
    """Return the number that a word stands for, in digits or letters; empty if it is no number."""
    form = text.casefold().replace(",", "")
    if form == "second" and upos in ("NOUN", "VERB"):
        return ()
    if form in _WRITTEN:
        return (_WRITTEN[form],)
    tens, _, ones = form.partition("-")
    if tens in TENS and 0 < _WRITTEN.get(ones, 0.0) < 10:
        return (_WRITTEN[tens] + _WRITTEN[ones],)
    for suffix in _ENDINGS:
        form = form.removesuffix(suffix)
    digits = form.strip("$€£'")
    if not digits or not digits.replace(".", "", 1).isdecimal() or len(digits) > 30:
        return ()
    return (float(digits),)


@lru_cache(maxsize=1 << 14)
def numbers_of(text: str, upos: str) -> tuple[tuple[float, str], ...]:
    """Return the number that a word stands for, as a cardinal ("how many"), an ordinal ("which") or both."""
    form = text.casefold()
    if form in _CARDINALS:
        uses: tuple[str, ...] = ("how many",)
    elif form.rpartition("-")[2] in _ORDINALS or form.endswith(("1st", "2nd", "3rd", "th")):
        uses = ("which",)
    else:
        uses = ("how many", "which")
    return tuple((value, use) for value in number_of(text, upos) for use in uses)


@lru_cache(maxsize=1 << 14)
def date_of(text: str, upos: str) -> tuple[str, ...]:
    """Return the month or day of the week that a word names, in full or abbreviated, or the year."""
    form = text.casefold().rstrip(".")
    if len(form) >= 3 and form.isalpha():
        names = (
            name
            for name in sorted(MONTH_NAMES | DAY_NAMES)
            if name.startswith(form) and (len(form) < 5 or form == name)
        )
        return tuple(name for name in names if _may_name(text, upos, form == name))
    year = form.lstrip("'’")
    if year.isdecimal() and (len(year) == 4 or (len(year) == 2 and year != form)):
        return (year[-2:] if len(year) == 2 or year[:2] in ("19", "20") else year,)
    return ()


def _may_name(text: str, upos: str, is_full: bool) -> bool:
    """Return whether a word names a month or day and is not a common word with that spelling: may, sat, sun."""
    is_common = text.casefold().rstrip(".") in _OTHER_WORDS
    if upos in ("PROPN", "X") or (is_full and not is_common):
        return True
    return (upos == "NOUN" and not is_common) or (upos in ("NOUN", "") and text[0].isupper())


@lru_cache(maxsize=1 << 14)
def values_of(text: str, upos: str) -> frozenset[Hashable]:
    """Return the numbers and dates that a word may stand for; for other words with digits, the digits as written."""
    values: frozenset[Hashable] = frozenset((*numbers_of(text, upos), *date_of(text, upos)))
    if values or not any(map(str.isdigit, text)):
        return values
    return frozenset(["".join(char for char in text.casefold() if char.isalnum() or char in ".:").rstrip("s.:")])
