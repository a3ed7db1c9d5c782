"""Times of day, with values from ``00:00`` to ``23:59``; where nothing says which half of the day, the first."""

from __future__ import annotations

from meantree.analysis.entities.amounts import Found
from meantree.analysis.entities.numbers import number_at
from meantree.analysis.entities.pieces import Pieces

HALVES = {"am": 0, "a.m.": 0, "a.m": 0, "pm": 12, "p.m.": 12, "p.m": 12}
NAMED = {"noon": "12:00", "midday": "12:00", "midnight": "00:00"}
O_CLOCK = ("o'clock", "o’clock")


def time_at(pieces: Pieces, place: int) -> Found | None:
    """The longest time of day that begins at a piece."""
    if pieces[place] in NAMED:
        return place + 1, NAMED[pieces[place]]
    return _written_at(pieces, place) or _spoken_at(pieces, place) or _hour_at(pieces, place)


def _written_at(pieces: Pieces, place: int) -> Found | None:
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


def _time(pieces: Pieces, hour: int, minute: int, after: int) -> Found | None:
    """The time up to the piece ``after``, or with the half of the day that stands there."""
    if hour > 23 or minute > 59:
        return None
    half = HALVES.get(pieces[after])
    if half is not None and hour <= 12:
        hour = hour % 12 + half
    return after + (half is not None), f"{hour:02}:{minute:02}"


def _spoken_at(pieces: Pieces, place: int) -> Found | None:
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


def _hour_at(pieces: Pieces, place: int) -> Found | None:
    """``5 pm``, ``five o'clock``."""
    number = number_at(pieces, place)
    if number is None or number.ordinal or number.value not in range(24):
        return None
    if pieces[number.end] in O_CLOCK:
        return _time(pieces, int(number.value), 0, number.end + 1)
    is_hour = pieces[number.end] in HALVES and 1 <= number.value <= 12
    return _time(pieces, int(number.value), 0, number.end) if is_hour else None
