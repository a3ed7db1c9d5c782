"""The numbers and dates that single words stand for, apart from their text."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from meantree.analysis.entities.dates import DAY_NAMES, MONTH_NAMES
from meantree.analysis.entities.numbers import ORDINAL_UNITS, SCALES, TENS, UNITS

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
