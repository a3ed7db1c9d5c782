"""What a text names or counts: a span of tokens, its kind, and the value that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meantree.analysis.sentences import Analysis

LAYER = "entities"
"""The name of the layer, and its place in ``Analysis.others``."""


class EntityKind(StrEnum):
    """Names of persons, organisations and places; points in time; numbers and amounts."""

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
    """One entity; two of the same kind and value say the same, however they are written.

    Attributes:
        start: the first token, 0-based over the whole text.
        end: the one after the last.
        kind: what it is.
        value: the same for everything that means the same (``1000``, ``--07-28``, ``USD 5000000``); empty for names,
            and where it cannot be told. The modules that find it say how it is written.

    Raises:
        ValueError: if the span is empty or begins before the text.
    """

    start: int
    end: int
    kind: EntityKind
    value: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"an entity from token {self.start} to {self.end}")


def entities_of(analysis: Analysis) -> tuple[Entity, ...]:
    """The entities of a text in order, none overlapping another; empty where nothing looked for them."""
    found = analysis.others.get(LAYER, ())
    return found if isinstance(found, tuple) else ()
