"""Findings about values: numbers, amounts, dates and times."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from meantree.alignment.relations.all_relations import values_of
from meantree.alignment.relations.numbers_and_dates import MONTHS
from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled
from meantree.entailment.entity_names import undotted
from meantree.entailment.reading import Reading, View, cached_fact
from meantree.findings.compared import Candidate, Compared, word_at
from meantree.findings.measures import Measure, measured_alike, other_measures

_CLOCK: Final = re.compile(r"([01]?\d|2[0-3])(?:[:.]([0-5]\d))?(?:h|hrs|H)$")
"""A time: 16:15h, 18h."""
_HOURS: Final = re.compile(r"([01]\d|2[0-4])([0-5]\d)$")
"""A time after a preposition and before "hours": at 0600 hours."""
_DAY_TIME: Final = re.compile(r"(\d\d):(\d\d)$")
"""The value of a time."""
_HALVES: Final = frozenset({"am", "pm"})
"""Halves of the day, without dots."""
_HOUR: Final = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)(?:h|hrs|H)?$")
"""What may be a time: 13.25."""
_DAY_AND_MONTH: Final = re.compile(r"(\d{4})-(0\d|1[0-2])-(0\d|1[0-2])$")
"""The value of a date whose day may be its month."""
_NAMED: Final = re.compile(r"[A-Za-z]{1,3}-?(\d+)$")
"""A name with a number, which may be apart from it: A8."""
_OF_DAY: Final = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d$")
"""A time, and hardly a score: 14:40."""
_PAIR: Final = re.compile(r"(\d+)%?[:\-–](\d+)$")
"""A score or a range: 0:3, 10-20, 10%-20."""
_SPAN: Final = re.compile(r"(1[5-9]|20)(\d\d)[/\-–](1[5-9]|20)?(\d\d)$")
"""A year and a later one: 1968/69, 1968-1969."""
_MOST_SCORED: Final = 200
"""Points of a score, at most; larger numbers are years and the like."""
_FRACTION: Final = re.compile(r"(\d{1,9})[⁄/](\d{1,9})$")
"""A fraction: 1⁄2."""
_NEGATIVE: Final = re.compile(r"[-−]\d+(?:\.\d*[1-9])?$")
"""A number below zero: −5."""
_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*")
"""The numbers within a word: RMB7.0, post-90s, 5G+4K."""
_LIST: Final = re.compile(r"\d+(?:,\d{1,2})+$")
"""In brackets several numbers: (3,5)."""
_MEASURED: Final = re.compile(r"\+?(\d+(?:\.\d+)?)[a-zA-Z°%]*$")
"""A number with its sign or unit: +20, 200ml."""
_ROMAN: Final = {"II": 2.0, "III": 3.0, "IV": 4.0, "VI": 6.0, "VII": 7.0, "VIII": 8.0, "IX": 9.0}
"""Roman numerals of several letters."""
_MONTHS: Final[frozenset[Hashable]] = frozenset(MONTHS.split())
_NUMERIC: Final = frozenset({EntityKind.DATE, EntityKind.TIME, EntityKind.NUMBER, EntityKind.MONEY, EntityKind.PERCENT})
_POINTS: Final = frozenset({EntityKind.DATE, EntityKind.TIME})
_CHANGES: Final = frozenset({("by", "to"), ("past", "to"), ("after", "to"), ("of", "past")})
"""Two prepositions of one number that say another amount or time: by 5, to 5; a quarter past nine, to nine."""
_ONES: Final = frozenset({"one", "1", "once", "first", "single", "second", "half", "both", "twice", "ones"})


@dataclass(frozen=True, slots=True)
class Value:
    """A number, amount, date or time in a text.

    Attributes:
        words: its tokens.
        kind: as an entity; a number for words with digits outside of entities.
        value: of the whole, empty if it is unknown.
        parts: the values of its words.
        shape: how it is written, which tells years from weekdays.
        tells_half: whether a time is known to be before or after noon.
    """

    words: tuple[int, ...]
    kind: EntityKind
    value: str
    parts: frozenset[Hashable]
    shape: str
    tells_half: bool


@cached_fact
def values_in(reading: Reading) -> tuple[Value, ...]:
    """Return the numbers, amounts, dates and times of a text."""
    times = {word: time for word in range(len(reading)) if (time := _time(reading, word))}
    found = [
        _value(reading, tuple(range(entity.start, entity.end)), entity.kind, entity.value)
        for entity in reading.entities
        if entity.kind in _NUMERIC and times.keys().isdisjoint(range(entity.start, entity.end))
    ]
    known = {word for value in found for word in value.words}
    for word, token in enumerate(reading.tokens):
        has_digit = any(map(str.isdigit, token.text))
        if word not in known and not token.text.isalpha() and (has_digit or token.upos == "NUM"):
            kind = EntityKind.TIME if word in times else EntityKind.NUMBER
            found.append(_value(reading, (word,), kind, times.get(word, "") or _negative(token.text)))
    return tuple(value for value in found if value.parts or value.value)


def _time(reading: Reading, word: int) -> str:
    """Return the time of day that the entity finder does not know, empty if there is none."""
    if reading.tokens[word].text == "24:00":
        return "00:00"
    clock = _CLOCK.match(reading.tokens[word].text)
    if clock is None and reading.lemmas[word + 1 : word + 2] == ("hour",) and reading.upos[word - 1 : word] == ("ADP",):
        clock = _HOURS.match(reading.tokens[word].text)
    return f"{int(clock[1]) % 24:02}:{clock[2] or '00'}" if clock else ""


def _negative(text: str) -> str:
    """Return the value of a word with a sign, which the entity finder does not know; empty for other words."""
    return text.replace("−", "-") if _NEGATIVE.match(text) else ""


def _value(reading: Reading, words: tuple[int, ...], kind: EntityKind, value: str) -> Value:
    parts: set[Hashable] = set()
    for word in words:
        parts |= _parts(reading, word)
    text = "".join(reading.tokens[word].text for word in words)
    digits = "".join(char for char in text if char.isdigit())
    shape = f"{len(digits)} digits" if len(digits) == 4 else "digits" if digits else "words"
    is_clear = not _HALVES.isdisjoint(undotted(reading, word) for word in words) or not "01:00" <= value < "13:00"
    tells_half = kind == EntityKind.TIME and is_clear
    return Value(words, kind, value, frozenset(parts), f"{kind} {shape}", tells_half)


def _parts(reading: Reading, word: int) -> frozenset[Hashable]:
    token = reading.tokens[word]
    years = _years(reading, word)
    if years or token.upos in {"VERB", "AUX", "ADP"}:
        return frozenset(years)
    values = values_of(word_at(reading, word))
    parts = {value[0] if isinstance(value, tuple) else value for value in values}
    beside = [each.text for each in reading.tokens[max(0, word - 1) : word + 2]]
    if _LIST.match(token.text) and not {"(", ")", "[", "]"}.isdisjoint(beside):
        return frozenset(map(float, token.text.split(",")))
    if measured := _MEASURED.match(token.text):
        parts.add(float(measured[1]) * (1000 if token.text[-1] in "kK" else 1))
    if (fraction := _FRACTION.match(unicodedata.normalize("NFKC", token.text))) and int(fraction[2]):
        parts.add(int(fraction[1]) / int(fraction[2]))
    if (two := _PAIR.match(token.text)) and not _OF_DAY.match(token.text):
        parts |= {float(two[1]), float(two[2])}
    if token.lemma == "dozen":
        parts.add(10.0)  # about as many
    if _is_share(reading, word):
        parts = {1 / part for part in parts if isinstance(part, float | int) and part}
    if named := _NAMED.match(token.text):
        parts.add(float(named[1]))
    if hour := _HOUR.match(token.text):
        parts.add(f"{hour[1]}:{hour[2]}")
    return frozenset(parts)


def _years(reading: Reading, word: int) -> tuple[float, ...]:
    """Return both years of a span of one word, and the last one at the end of a span of three: 1968/69, 1968 - 69."""
    texts = [token.text for token in reading.tokens[max(0, word - 2) : word + 1]]
    span = _SPAN.match(texts[-1]) or _SPAN.match("".join(texts))
    if span is None:
        return ()
    first, last = float(span[1] + span[2]), float((span[3] or span[1]) + span[4])
    if last < first and not span[3]:
        last += 100  # 1999/00
    return () if last <= first else (first, last) if span.string == texts[-1] else (last,)


def _is_share(reading: Reading, word: int) -> bool:
    """Return whether a number is that of which one is meant: one in four."""
    return reading.lemmas[word - 2 : word] == ("one", "in") or reading.lemmas[word - 3 : word] == ("one", "out", "of")


@cached_fact
def _all_parts(reading: Reading) -> frozenset[Hashable]:
    parts: set[Hashable] = set()
    for word, token in enumerate(reading.tokens):
        of_word = _parts(reading, word)
        parts |= of_word
        if roman := _ROMAN.get(unicodedata.normalize("NFKC", token.text)):
            parts.add(roman)
        if reading.lemmas[word + 1 : word + 2] in {("percent",), ("%",)}:
            parts |= {part / 100 for part in of_word if isinstance(part, float | int)}
        if any(map(str.isalpha, token.text)):
            parts |= {float(digits.replace(",", "")) for digits in _DIGITS.findall(token.text) if digits.count(".") < 2}
    return frozenset(parts)


def number(pair: Compared) -> Iterator[Candidate]:
    """Yield numbers, amounts, dates and times that the other text has not, or has with another value."""
    own, theirs = (
        [value for value in values_in(view.conclusion) if not _is_value_kept(view, value)] for view in pair.views
    )
    yield from _other_units(pair, own, theirs)
    for value in list(own):
        other = _counterpart(pair, value, theirs)
        if other is not None:
            own.remove(value)
            theirs.remove(other)
            yield pair.candidate(
                pair.of_hyp,
                "number.different",
                _differing(pair.hyp, value, other),
                _differing(pair.ref, other, value),
                place=value.words,
                other_place=other.words,
                linked=float(_are_linked(pair.of_hyp, value, other)),
                same_shape=float(value.shape == other.shape),
                point=float(value.kind in _POINTS),
                only=float(not own and not theirs),
                unit=float(_are_contrary(value, other) or _differ_in_currency(value, other)),
            )
    yield from _changed_by(pair)
    yield from _exchanged_scores(pair)
    for view, left, others in ((pair.of_hyp, own, theirs), (pair.of_ref, theirs, own)):
        for value in left:
            if all(view.conclusion.tokens[word].xpos == "NNS" for word in value.words):
                continue  # thousands of families
            yield pair.candidate(
                view,
                "number.missing" if view.turned else "number.added",
                value.words,
                point=float(value.kind in _POINTS),
                digits=float("digits" in value.shape),
                linked=float(any(view.partner[word] is not None for word in value.words)),
                both=float(bool(others)),
            )


def _other_units(pair: Compared, own: list[Value], theirs: list[Value]) -> Iterator[Candidate]:
    """Yield amounts that differ by their units, or by words that are no values; remove the values within them."""
    for measure, other in other_measures(pair.of_hyp):
        mine = [value for value in own if set(value.words) <= set(measure.words)]
        others = [value for value in theirs if set(value.words) <= set(other.words)]
        if mine and others and measure.unit == other.unit:
            continue
        own[:] = [value for value in own if value not in mine]
        theirs[:] = [value for value in theirs if value not in others]
        yield pair.candidate(
            pair.of_hyp,
            "number.different",
            _words_without(pair.hyp, measure, pair.ref, other),
            _words_without(pair.ref, other, pair.hyp, measure),
            place=measure.words,
            other_place=other.words,
            linked=1.0,
            same_shape=1.0,
            point=0.0,
            only=float(not own and not theirs),
            unit=1.0,
        )


def _words_without(reading: Reading, measure: Measure, other_reading: Reading, other: Measure) -> tuple[int, ...]:
    """Return the words of a measure that the other measure lacks."""
    lemmas = {other_reading.lemmas[word] for word in other.words}
    return tuple(word for word in measure.words if reading.lemmas[word] not in lemmas)


def _changed_by(pair: Compared) -> Iterator[Candidate]:
    """Yield the prepositions of amounts and times that say another one: rose by 5, to 5; ten past six, to six."""
    view = pair.of_hyp
    for word, partner in view.linked:
        if "NUM" not in {pair.hyp.upos[child] for child in (word, *pair.hyp.children[word])}:
            continue
        own, theirs = labelled(pair.hyp, word, "case"), labelled(pair.ref, partner, "case")
        lemmas = [*(pair.hyp.lemmas[case] for case in own), *(pair.ref.lemmas[case] for case in theirs)]
        if len(own) == 1 and tuple(sorted(lemmas)) in _CHANGES:
            yield pair.candidate(
                view, "number.different", own, theirs, place={word}, other_place={partner}, linked=1.0, only=1.0
            )


def _exchanged_scores(pair: Compared) -> Iterator[Candidate]:
    """Yield scores whose numbers exchange places: won 3-2, won 2-3.

    Lost 2-3 is no error beside won 3-2, and a score that either text has in both orders is left out.
    """
    own, theirs = scores(pair.hyp), scores(pair.ref)
    for (first, second), words in own.items():
        others = theirs.get((second, first))
        if others is None or (first, second) in theirs or (second, first) in own:
            continue
        told, elsewhere = _teller(pair.hyp, words[0]), _teller(pair.ref, others[0])
        if told is None or pair.of_hyp.partner[told] != elsewhere or not pair.is_sure(pair.of_hyp, told):
            continue
        yield pair.candidate(pair.of_hyp, "number.different", words, others, linked=1.0, same_shape=1.0, only=1.0)


@cached_fact
def scores(reading: Reading) -> Mapping[tuple[int, int], tuple[int, ...]]:
    """Return the words of each score of two different numbers: 3-2, of one word or of three."""
    found = {}
    for word, token in enumerate(reading.tokens):
        words = tuple(range(word, min(word + 3, len(reading))))
        joined = "".join(reading.tokens[each].text for each in words)
        of_three = all(reading.tokens[each].text.isdigit() for each in words[::2]) and len(words) == 3
        match = _PAIR.match(token.text) or (_PAIR.match(joined) if of_three else None)
        if match and match[1] != match[2] and max(int(match[1]), int(match[2])) <= _MOST_SCORED:
            found[int(match[1]), int(match[2])] = words if match.string == joined else (word,)
    return found


def _teller(reading: Reading, word: int) -> int | None:
    """Return the nearest word above a number that is none."""
    return next((above for above in reading.ancestors(word) if reading.upos[above] != "NUM"), None)


def _is_value_kept(view: View, value: Value) -> bool:
    """Return whether the premise has this value, as a whole or in its parts; ones and halves may be in other words."""
    texts = [view.conclusion.tokens[word].text.casefold() for word in value.words]
    if all(text in _ONES for text in texts) or (texts == ["two"] and _is_pronoun(view.conclusion, value.words[0])):
        return True
    if measured_alike(view).issuperset(value.words) or _says_sign(view, value):
        return True  # 90 minutes, an hour and a half
    if _has_another_in_place(view, value) or _is_other_money(view, value):
        return False
    others = values_in(view.premise)
    same = (other for other in others if _are_same_value(value, other) or _are_same_hour(value, other))
    if value.value and not all(_differ_in_part(value, other) for other in same):
        return True
    parts = _all_parts(view.premise)
    is_span = any(len(_years(view.conclusion, word)) > 1 for word in value.words)
    if is_span or (value.parts and value.parts <= parts):
        return value.parts <= parts  # 1968/69 and 1969/70 share but a year
    if value.kind == EntityKind.PERCENT and {part / 100 for part in value.parts if isinstance(part, float)} & parts:
        return True  # 50 percent, half
    needed = [word for word in value.words if _parts(view.conclusion, word)]
    if value.kind == EntityKind.DATE and _MONTHS.isdisjoint(parts):
        needed = [word for word in needed if not _parts(view.conclusion, word) <= _MONTHS] or needed  # 26th of July
    if needed and all(not _parts(view.conclusion, word).isdisjoint(parts) for word in needed):
        return True
    written = [view.conclusion.tokens[word].text.casefold() for word in needed]
    numbers = [frozenset(_DIGITS.findall(text)) for text in written]
    if (
        any(map(str.isalpha, "".join(written)))
        and all(numbers)
        and all(each <= _digits(view.premise) for each in numbers)
    ):
        return True
    forms = {token.text.casefold() for token in view.premise.tokens}
    return bool(written) and all(text in forms and any(map(str.isdigit, text)) for text in written)


def _is_pronoun(reading: Reading, word: int) -> bool:
    return reading.lemmas[word - 1 : word] == ("the",) and reading.heads[word] < word  # between the two


def _says_sign(view: View, value: Value) -> bool:
    is_below = view.conclusion.lemmas[value.words[0] - 1 : value.words[-1] + 1] == ("below", "zero")
    return is_below and any(other.value.startswith("-") for other in values_in(view.premise))


def _has_another_in_place(view: View, value: Value) -> bool:
    """Return whether a word of a value is linked with another value, and the premise has this one less often."""
    others = [other for other in values_in(view.premise) if other.kind == value.kind and other.value]
    if not value.value or [other.value for other in others].count(value.value) >= _count(view.conclusion, value):
        return False
    is_below = ("below", "zero") in pairwise(view.conclusion.lemmas + view.premise.lemmas)  # minus 5
    return any(
        view.partner[word] in other.words
        and ((_are_contrary(value, other) and not is_below) or not (parts <= other.parts or other.parts <= parts))
        for other in others
        if not _are_same_hour(value, other) and not _are_same_value(value, other)
        for word in value.words
        if (parts := _parts(view.conclusion, word))
    )


def _are_same_value(value: Value, other: Value) -> bool:
    """Return whether two values may be the same: 05/03/2021 is March 5, or May 3."""
    return not {value.value, _turned(value)}.isdisjoint({other.value, _turned(other)} - {""})


def _differ_in_part(value: Value, other: Value) -> bool:
    """Return whether values of one form share some words, but not all: Sunday, July 19; Monday, July 19."""
    are_alike = len(value.words) == len(other.words) and len(value.parts) == len(other.parts)
    return are_alike and bool(value.parts & other.parts) and value.parts != other.parts


def _turned(value: Value) -> str:
    """Return the value of a date that is one word with its day and its month exchanged, if it has such a value."""
    date = _DAY_AND_MONTH.match(value.value) if len(value.words) == 1 else None
    return value.value if date is None else f"{date[1]}-{date[3]}-{date[2]}"


def _is_other_money(view: View, value: Value) -> bool:
    """Return whether the premise has a sum in another currency, and this currency nowhere: 5 euros, 5 dollars."""
    if value.kind != EntityKind.MONEY:
        return False
    sums = [other.value.split() for other in (value, *values_in(view.premise)) if other.kind == EntityKind.MONEY]
    (currency, *amount), *others = sums
    return any(other[1:] == amount for other in others) and all(other[0] != currency for other in others)


def _count(reading: Reading, value: Value) -> int:
    return sum((other.kind, other.value) == (value.kind, value.value) for other in values_in(reading))


def _are_contrary(value: Value, other: Value) -> bool:
    """Return whether two values differ in their sign, or are the same hour before and after noon: -5, 5; a.m., p.m."""
    return value.value.removeprefix("-") == other.value.removeprefix("-") or _are_of_one_hour(value, other)


def _differ_in_currency(value: Value, other: Value) -> bool:
    """Return whether two sums are the same but for their currency: 5 euros, 5 dollars."""
    sums = [each.value.split() for each in (value, other)]
    return value.kind == other.kind == EntityKind.MONEY and sums[0][0] != sums[1][0] and sums[0][1:] == sums[1][1:]


def _are_same_hour(value: Value, other: Value) -> bool:
    """Return whether two times may be the same, one of them without "p.m."."""
    return _are_of_one_hour(value, other) and not (value.tells_half and other.tells_half)


def _are_of_one_hour(value: Value, other: Value) -> bool:
    """Return whether two times differ at most by half a day."""
    times = [_DAY_TIME.match(each.value) for each in (value, other)]
    return all(times) and len({(int(time[1]) % 12, time[2]) for time in times if time is not None}) == 1


@cached_fact
def _digits(reading: Reading) -> frozenset[str]:
    """Return the numbers that are written in digits anywhere in a text, as they are written."""
    return frozenset(digits for token in reading.tokens for digits in _DIGITS.findall(token.text))


def _counterpart(pair: Compared, value: Value, others: list[Value]) -> Value | None:
    linked = [other for other in others if _are_linked(pair.of_hyp, value, other)]
    alike = [other for other in others if other.shape == value.shape]
    same = [other for other in others if (other.kind in _POINTS) == (value.kind in _POINTS)]
    return next(iter([*linked, *alike, *same]), None)


def _are_linked(view: View, value: Value, other: Value) -> bool:
    return any(view.partner[word] in other.words for word in value.words)


def _differing(reading: Reading, value: Value, other: Value) -> tuple[int, ...]:
    """Return the words of a value that the other lacks; of sums in other currencies, those of the currency."""
    if _differ_in_currency(value, other):
        return tuple(word for word in value.words if reading.upos[word] != "NUM") or value.words
    words = [word for word in value.words if (parts := _parts(reading, word)) and parts.isdisjoint(other.parts)]
    return tuple(words) or value.words
