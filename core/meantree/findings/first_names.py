"""Whether two first names may be those of one person: William, Bill; John, J."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from meantree.findings.spellings import plain

_ALIKE: Final = (
    "abraham abe, albert al bert, alexander alexandra alex sasha, andrew andy drew, anthony tony, barbara barb, "
    "benjamin ben, bernard bernie, catherine katherine kathryn kate kathy cathy katie, charles charlie chuck, "
    "christopher christine christina chris, daniel dan danny, david dave, deborah deb debbie, donald don, "
    "edward ed eddie ted, elizabeth liz beth betty, francis franklin frank, frederick fred, gerald jerry, "
    "gregory greg, henry harry hank, jacob jake, james jim jimmy jamie, jeffrey jeff, jennifer jen, john jack johnny, "
    "joseph joe, kenneth ken, lawrence larry, leonard len, margaret maggie meg peggy, matthew matt, "
    "michael mike mick, mikhail misha, nicholas nick, patrick patricia pat, peter pete, philip phil, raymond ray, "
    "rebecca becky, richard dick rick, robert bob bobby rob, ronald ron, samuel samantha sam, stanley stan, "
    "steven stephen steve, susan sue, theodore ted teddy, thomas tom, timothy tim, victoria vicky, vincent vince, "
    "walter walt, william bill billy will"
)
"""First names with their short forms; those that share a beginning of four letters may be left out."""


def _by_form() -> Mapping[str, frozenset[int]]:
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    for number, forms in enumerate(_ALIKE.split(", ")):
        for form in forms.split():
            numbers[form].add(number)
    return {form: frozenset(own) for form, own in numbers.items()}


_NUMBERS: Final = _by_form()


def are_first_names_of_one(first: str, second: str) -> bool:
    """Return whether one of two words is the initial of the other one, or both are forms of one first name."""
    first, second = plain(first), plain(second)
    if 1 in (len(first), len(second)):
        return first[:1] == second[:1]
    return not _NUMBERS.get(first, frozenset()).isdisjoint(_NUMBERS.get(second, frozenset()))
