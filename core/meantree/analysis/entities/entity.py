"""What an entity is: a span of tokens that names something, with its kind and, for numbers and dates, its value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from meantree.analysis.sentences import Analysis

LAYER = "entities"


class EntityKind(StrEnum):
    """What is named."""

    PERSON = "PER"
    ORGANISATION = "ORG"
    LOCATION = "LOC"
    DATE = "DATE"
    TIME = "TIME"
    NUMBER = "NUMBER"
    MONEY = "MONEY"
    PERCENT = "PERCENT"


@dataclass(frozen=True, slots=True, order=True)
class Entity:
    """Tokens from ``start`` up to ``end``, 0-based over the whole text, end exclusive.

    ``value`` is the same for everything that means the same (``1000`` for ``1,000`` and ``one thousand``); empty where
    there is none, as for names.
    """

    start: int
    end: int
    kind: EntityKind
    value: str = ""


def entities_of(analysis: Analysis) -> tuple[Entity, ...]:
    """The entities of a text in order, none of which overlap; empty if nothing looked for them."""
    return cast("tuple[Entity, ...]", analysis.others.get(LAYER, ()))
