"""Words that exclude each other: of two colours, nationalities, religions or points of the compass one is right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_COLOURS: Final = "red blue green yellow black white brown grey/gray pink purple orange"
_NATIONS: Final = (
    "american/us/usa/u.s./america british/english/scottish/welsh/uk/britain/england/scotland/wales "
    "chinese/china indian/india german/germany french/france/frenchman italian/italy spanish/spain portuguese/portugal "
    "russian/russia/soviet ukrainian/ukraine polish/poland czech/czechia hungarian/hungary austrian/austria "
    "swiss/switzerland dutch/netherlands/holland belgian/belgium swedish/sweden norwegian/norway danish/denmark "
    "finnish/finland icelandic/iceland irish/ireland greek/greece turkish/turkey israeli/israel egyptian/egypt "
    "syrian/syria iraqi/iraq iranian/iran afghan/afghanistan pakistani/pakistan japanese/japan korean/korea "
    "vietnamese/vietnam indonesian/indonesia australian/australia canadian/canada mexican/mexico brazilian/brazil "
    "argentine/argentinian/argentina chilean/chile colombian/colombia cuban/cuba venezuelan/venezuela "
    "nigerian/nigeria kenyan/kenya romanian/romania bulgarian/bulgaria serbian/serbia croatian/croatia "
    "slovak/slovakia slovenian/slovene/slovenia"
)
"""Adjectives, each with other forms and the country's name."""
_CLASSES: Final = (
    _COLOURS,
    _NATIONS,
    "christian/christianity muslim/islamic/islam jewish/judaism buddhist/buddhism hindu/hinduism",
    "north/northern south/southern east/eastern west/western",
)
_CAPITALISED: Final = frozenset({1, 2})
_PLANTED: Final = frozenset({0, 1})
"""Places of classes: those written with a capital, and those whose adjectives suit the same nouns."""


def _table() -> Mapping[str, tuple[int, str]]:
    return {
        form: (number, group)
        for number, listed in enumerate(_CLASSES)
        for group in listed.split()
        for form in group.split("/")
    }


_VALUES: Final = _table()
"""For each word its class, and what it says within that."""


def value_of(word: str) -> tuple[int, str] | None:
    """Return the class of a word, and what it says within that, the same for all its forms; None of other words.

    Nationalities, countries and religions need a capital: Polish, polish; Turkey, turkey.
    """
    known = _VALUES.get(word.casefold())
    return None if known is None or (known[0] in _CAPITALISED and not word[:1].isupper()) else known


def is_colour(word: str) -> bool:
    """Return whether a word is a colour."""
    return _VALUES.get(word.casefold(), (-1, ""))[0] == 0


def others_of(word: str) -> tuple[str, ...]:
    """Return the first forms of the other words of the class of a colour or nationality; none of other words."""
    number, group = _VALUES.get(word.casefold(), (-1, ""))
    if number not in _PLANTED:
        return ()
    return tuple(each.split("/")[0] for each in _CLASSES[number].split() if each != group)
