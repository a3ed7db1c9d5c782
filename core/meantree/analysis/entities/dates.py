"""Dates and times of day, with values as in ISO 8601.

Dates: ``1999-07-28``, ``1999-07``, ``1999``, without a year ``--07-28`` and ``--07``, ``-W-3`` for Wednesday; beyond
that ``1990s`` for a decade, ``c20`` for a century, and ``today`` and its neighbours as they are. In ``10/17/01`` the
month comes first unless only the second number can be one; two-digit years are those from 1969 to 2068.

Times: from ``00:00`` to ``23:59``; in the first half of the day unless the text tells the half.
"""

from __future__ import annotations

from dataclasses import dataclass

from meantree.analysis.entities.numbers import Match, Number, Pieces, number_at, past, read_digits

_MONTHS = "january february march april may june july august september october november december"
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
MONTH_NAMES, DAY_NAMES = frozenset(_MONTHS.split()), frozenset(_DAYS.split())
_DECADES = "twenties thirties forties fifties sixties seventies eighties nineties"
MONTHS = {name: number for number, month in enumerate(_MONTHS.split(), start=1) for name in (month, month[:3])} | {
    "sept": 9
}
WEEKDAYS = {name: number for number, day in enumerate(_DAYS.split(), start=1) for name in (day, day[:3])}
WEEKDAYS |= {"tues": 2, "thur": 4, "thurs": 4}
DECADES = {name: 10 * number for number, name in enumerate(_DECADES.split(), start=2)}
NEAR = frozenset({"today", "yesterday", "tomorrow", "tonight"})
SEPARATORS = ("/", "-", ".")
_BEFORE_YEARS = "in since of by from until till during before after between year circa to through"
BEFORE_YEARS = frozenset(_BEFORE_YEARS.split())

HALVES = {"am": 0, "a.m.": 0, "a.m": 0, "pm": 12, "p.m.": 12, "p.m": 12}
NAMED_TIMES = {"noon": "12:00", "midday": "12:00", "midnight": "00:00"}
O_CLOCK = ("o'clock", "o’clock")


@dataclass(frozen=True, slots=True)
class _Day:
    end: int
    year: int | None
    month: int | None
    day: int | None = None

    def __str__(self) -> str:
        year = "-" if self.year is None else f"{self.year:04}"
        return year + "".join(f"-{part:02}" for part in (self.month, self.day) if part is not None)


def date_at(pieces: Pieces, place: int) -> Match | None:
    """Return the longest date that begins at a piece."""
    start = _past_weekday(pieces, place)
    day = _numeric_at(pieces, start) or _day_month_at(pieces, start) or _month_day_at(pieces, start)
    if day is not None:
        return day.end, str(day)
    if start != place:
        return _weekday_at(pieces, place)
    return (
        _month_at(pieces, place) or _decade_at(pieces, place) or _century_at(pieces, place) or _year_at(pieces, place)
    )


def _past_weekday(pieces: Pieces, place: int) -> int:
    """Return the place after ``Wednesday,``; the same place without a weekday."""
    if pieces[place] not in WEEKDAYS:
        return place
    at = past(pieces, place + 1, ".")
    at = past(pieces, at, ",")
    return past(pieces, at, "the")


def _whole(pieces: Pieces, place: int) -> int | None:
    """Return the value of a piece of up to four digits."""
    text = pieces[place]
    return int(text) if len(text) <= 4 and text.isascii() and text.isdecimal() else None


def _numeric_at(pieces: Pieces, place: int) -> _Day | None:
    """``1999-07-28``, ``10/17/01``, ``28.07.1999``."""
    sign = pieces[place + 1]
    if sign not in SEPARATORS or pieces[place + 3] != sign:
        return None
    first, second, third = (_whole(pieces, place + step) for step in (0, 2, 4))
    if first is None or second is None or third is None:
        return None
    if len(pieces[place]) == 4:
        return _valid(_Day(place + 5, first, second, third))
    if len(pieces[place + 4]) not in (2, 4) or (sign == "." and len(pieces[place + 4]) != 4):
        return None
    year = _full(third) if len(pieces[place + 4]) == 2 else third
    by_month = _Day(place + 5, year, first, second) if sign != "." else _Day(place + 5, year, second, first)
    return _valid(by_month) or _valid(_Day(place + 5, year, by_month.day, by_month.month))


def _full(year: int) -> int:
    """Return a two-digit year in full."""
    return year + (1900 if year >= 69 else 2000)


def _valid(day: _Day) -> _Day | None:
    """Return the same day, or None if there is no such day."""
    fits = day.month is None or 1 <= day.month <= 12
    fits = fits and (day.day is None or 1 <= day.day <= 31) and (day.year is None or 1000 <= day.year <= 2999)
    return day if fits else None


def _day_month_at(pieces: Pieces, place: int) -> _Day | None:
    """``28 July 1999``, ``the 28th of July``."""
    number = _day_number(pieces, place)
    if number is None:
        return None
    at = past(pieces, number.end, "-")
    month = MONTHS.get(pieces[at := past(pieces, at, "of")])
    if month is None:
        return None
    if pieces[number.end] == "-" == pieces[at + 1] and len(pieces[at + 2]) in (2, 4):  # "01-Feb-02"
        short = _whole(pieces, at + 2)
        year = None if short is None else _full(short) if short < 100 else short
        return None if year is None else _valid(_Day(at + 3, year, month, int(number.value)))
    end, year = _year_after(pieces, _past_stop(pieces, at + 1))
    return _valid(_Day(end, year, month, int(number.value)))


def _month_day_at(pieces: Pieces, place: int) -> _Day | None:
    """``July 28, 1999``, ``July the 28th``, ``July 1999``."""
    month = MONTHS.get(pieces[place])
    if month is None:
        return None
    at = _past_stop(pieces, place + 1)
    end, year = _year_after(pieces, at, of=True)
    if year is not None:
        return _Day(end, year, month)
    number = _day_number(pieces, past(pieces, at, "the"))
    if number is None:
        return None
    end, year = _year_after(pieces, number.end)
    return _valid(_Day(end, year, month, int(number.value)))


def _past_stop(pieces: Pieces, place: int) -> int:
    """Return the place after the full stop of ``Oct.``."""
    return past(pieces, place, ".") if pieces[place - 1] != "may" and len(pieces[place - 1]) <= 4 else place


def _day_number(pieces: Pieces, place: int) -> Number | None:
    """Return the day of a month, in digits or as an ordinal."""
    number = number_at(pieces, place)
    if number is None or number.value not in range(1, 32) or pieces[number.end] == "century":
        return None
    return number if number.ordinal or read_digits(pieces[place]) is not None else None


def _year_after(pieces: Pieces, place: int, *, of: bool = False) -> tuple[int, int | None]:
    """Return the place after the year that follows a month or day, and the year; None without a year."""
    at = past(pieces, place, ",")
    at = past(pieces, at, "of") if of else at
    if pieces[at] in ("'", "’") and len(pieces[at + 1]) == 2 and (short := _whole(pieces, at + 1)) is not None:
        return at + 2, _full(short)
    year = _whole(pieces, at)
    fits = year is not None and len(pieces[at]) == 4 and 1000 <= year <= 2999
    end = at + 1 if fits else place
    # A full stop that ends the sentence is no part of a date.
    return (end, year) if fits else (place - (pieces[place - 1] == "." and not pieces[place]), None)


def _month_at(pieces: Pieces, place: int) -> Match | None:
    """``July`` alone; its short form may be a name or another word."""
    month = MONTHS.get(pieces[place])
    if month is None or pieces[place] not in MONTH_NAMES or not _is_named(pieces, place):
        return None
    return place + 1, str(_Day(place + 1, None, month))


def _weekday_at(pieces: Pieces, place: int) -> Match | None:
    """``Wednesday``, ``Mondays``."""
    is_short = pieces[place] not in DAY_NAMES
    if is_short and not (_is_named(pieces, place) and pieces[place] not in ("sun", "sat", "mon", "wed")):
        return None
    return place + 1, f"-W-{WEEKDAYS[pieces[place]]}"


def _is_named(pieces: Pieces, place: int) -> bool:
    """Return whether a word is used as a name, which ``may`` and ``march`` often are not."""
    token = pieces.token(place)
    return token.upos == "PROPN" if token.upos else token.text[:1].isupper()


def _decade_at(pieces: Pieces, place: int) -> Match | None:
    """``1990s``, ``the '90s``, ``mid-1990s``, ``nineties``."""
    if pieces[place] in ("mid", "early", "late") and pieces[place + 1] == "-":
        place += 2
    place += pieces[place] in ("'", "’")
    if pieces[place] in DECADES:
        return place + 1, f"{1900 + DECADES[pieces[place]]}s"
    digits = _whole(pieces, place)
    after = place + 1 + (pieces[place + 1] in ("'", "’"))
    if digits is None or digits % 10 or pieces[after] != "s" or len(pieces[place]) not in (2, 4):
        return None
    return after + 1, f"{digits if digits >= 1000 else 1900 + digits:04}s"


def _century_at(pieces: Pieces, place: int) -> Match | None:
    """``20th century``, ``twenty-first-century``."""
    number = number_at(pieces, place)
    if number is None or not number.ordinal or pieces[at := past(pieces, number.end, "-")] not in ("century", "c."):
        return None
    return at + 1, f"c{number.value}"


def _year_at(pieces: Pieces, place: int) -> Match | None:
    """``1999``, unless it counts what follows; ``nineteen ninety-nine``; a word such as ``today``."""
    if pieces[place] in NEAR:
        return place + 1, pieces[place]
    year = _whole(pieces, place)
    if year is None or len(pieces[place]) != 4:
        return _spoken_at(pieces, place)
    fits = 1500 <= year <= 2100 and (pieces[place - 1] in BEFORE_YEARS or not _counts(pieces, place + 1))
    return (place + 1, str(year)) if fits else None


def _counts(pieces: Pieces, place: int) -> bool:
    """Return whether a plural follows, as in ``2000 people``."""
    while pieces[place] and pieces.token(place).upos == "ADJ":
        place += 1
    return bool(pieces[place]) and pieces.token(place).xpos == "NNS"


def _spoken_at(pieces: Pieces, place: int) -> Match | None:
    hundreds = number_at(pieces, place)
    if hundreds is None or hundreds.ordinal or hundreds.value not in range(13, 21) or not pieces[place].isalpha():
        return None
    last_digits = number_at(pieces, hundreds.end)
    if (
        last_digits is None
        or last_digits.ordinal
        or last_digits.value not in range(10, 100)
        or not pieces[hundreds.end].isalpha()
    ):
        return None
    return last_digits.end, str(hundreds.value * 100 + last_digits.value)


def time_at(pieces: Pieces, place: int) -> Match | None:
    """Return the longest time of day that begins at a piece."""
    if pieces[place] in NAMED_TIMES:
        return place + 1, NAMED_TIMES[pieces[place]]
    return _digital_time_at(pieces, place) or _spoken_time_at(pieces, place) or _hour_at(pieces, place)


def _digital_time_at(pieces: Pieces, place: int) -> Match | None:
    """``17:30``, ``5:30:15 pm``, ``17h30``, ``5.30 p.m.``."""
    hour, _, minute = pieces[place].partition(".")
    if minute:
        after = place + 1
        if pieces[after] not in HALVES:
            return None
    else:
        if pieces[place + 1] not in (":", "h"):
            return None
        minute, after = pieces[place + 2], place + 3
        after += 2 if pieces[after] == ":" and len(pieces[after + 1]) == 2 and pieces[after + 1].isdecimal() else 0
    if not (hour.isdecimal() and minute.isdecimal() and len(minute) == 2 and len(hour) <= 2):
        return None
    return _time(pieces, int(hour), int(minute), after)


def _time(pieces: Pieces, hour: int, minute: int, after: int) -> Match | None:
    """Return the time that ends before the piece ``after``, or after it if it is a half of the day."""
    if hour > 23 or minute > 59:
        return None
    half = HALVES.get(pieces[after])
    if half is not None and hour <= 12:
        hour = hour % 12 + half
    return after + (half is not None), f"{hour:02}:{minute:02}"


def _spoken_time_at(pieces: Pieces, place: int) -> Match | None:
    """``half past five``, ``quarter to six``, ``ten minutes past four``."""
    minutes = {"half": 30, "quarter": 15}.get(pieces[place])
    at = place + 1
    if minutes is None:
        number = number_at(pieces, place)
        if number is None or number.ordinal or number.value not in range(1, 60):
            return None
        minutes, at = int(number.value), number.end + (pieces[number.end] in ("minutes", "minute"))
        if pieces[at] == "to" and at == number.end:  # "five to six" are mostly two numbers
            return None
    hour = number_at(pieces, at + 1)
    if pieces[at] not in ("past", "to") or hour is None or hour.ordinal or hour.value not in range(1, 13):
        return None
    sign = 1 if pieces[at] == "past" else -1
    total = (int(hour.value) * 60 + sign * minutes) % (24 * 60)
    after = hour.end + (pieces[hour.end] in O_CLOCK)
    return _time(pieces, total // 60, total % 60, after)


def _hour_at(pieces: Pieces, place: int) -> Match | None:
    """``5 pm``, ``five o'clock``."""
    number = number_at(pieces, place)
    if number is None or number.ordinal or number.value not in range(24):
        return None
    if pieces[number.end] in O_CLOCK:
        return _time(pieces, int(number.value), 0, number.end + 1)
    is_hour = pieces[number.end] in HALVES and 1 <= number.value <= 12
    return _time(pieces, int(number.value), 0, number.end) if is_hour else None
