"""Dates, times, numbers and amounts of an English sentence by rules: at each word the longest one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from meantree.analysis.entities.amounts import Found, money_at, percent_at
from meantree.analysis.entities.clock import time_at
from meantree.analysis.entities.dates import date_at
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.entities.numbers import number_at
from meantree.analysis.entities.pieces import Pieces
from meantree.analysis.tree import Token

PRONOUN_BEFORE = frozenset(("no", "some", "any", "every", "another", "the", "this", "that", "each", "which", "such"))


def entities_by_rules(tokens: Sequence[Token]) -> Iterator[Entity]:
    """Yield the entities of one sentence, with token indices from 0, in order, none overlapping another."""
    pieces, place = Pieces.of(tokens), 0
    while place < len(pieces.texts):
        if (found := _longest_at(pieces, place)) is None:
            place += 1
        else:
            end, entity = found
            yield entity
            place = end


def _longest_at(pieces: Pieces, place: int) -> tuple[int, Entity] | None:
    """The entity of whole words with the most pieces, of as many the kind that comes first in :data:`RULES`."""
    best: tuple[int, Entity] | None = None
    for kind, rule in RULES:
        found = rule(pieces, place) if pieces.is_cut(place) else None
        if found is None or (best is not None and found[0] <= best[0]):
            continue
        if (span := pieces.span(place, found[0])) is not None:
            best = found[0], Entity(*span, kind, found[1])
    return best


def _number_at(pieces: Pieces, place: int) -> Found | None:
    """A number, but for words that are one in other places only."""
    number = number_at(pieces, place)
    if number is None or (number.end == place + 1 and _is_word(pieces, place)):
        return None
    return number.end, str(number)


def _is_word(pieces: Pieces, place: int) -> bool:
    """Whether ``one`` is a pronoun here, or ``second`` a unit of time."""
    word, upos = pieces[place], pieces.token(place).upos
    if word == "second":
        return upos in ("NOUN", "VERB")
    return word == "one" and (pieces[place - 1] in PRONOUN_BEFORE or upos in ("PRON", "DET"))


RULES: tuple[tuple[EntityKind, Callable[[Pieces, int], Found | None]], ...] = (
    (EntityKind.MONEY, money_at),
    (EntityKind.PERCENT, percent_at),
    (EntityKind.DATE, date_at),
    (EntityKind.TIME, time_at),
    (EntityKind.NUMBER, _number_at),
)
