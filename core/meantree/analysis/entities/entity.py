"""Entities of texts: spans of tokens with a kind and a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meantree.analysis.sentences import Analysis

LAYER = "entities"
"""The name of the layer, and its key in ``Analysis.others``."""


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
    """An entity; two of the same kind and value mean the same, however they are written.

    Attributes:
        start: the first token, 0-based over the whole text.
        end: the token after the last.
        value: a normalised value (``1000``, ``--07-28``, ``USD 5000000``), whose format the modules that read it
            define; empty for names, and if it is unknown.

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
    """Return the entities of a text in order, none overlapping another; empty if the layer is missing."""
    entities = analysis.others.get(LAYER, ())
    return entities if isinstance(entities, tuple) else ()
