"""The entities of analysed texts: names by the recogniser, all else by rules; for English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from meantree.analysis.entities.entity import Entity
from meantree.analysis.entities.rules import entities_by_rules
from meantree.analysis.sentences import Analysis

LANGUAGE = "en"
RULES = "entity-rules-1"


def finder_fingerprint(language: str) -> str:
    """What finds the entities of that language, as it stands in signatures; empty where nothing does."""
    return RULES if language == LANGUAGE else ""


def find_entities(analyses: Sequence[Analysis]) -> list[tuple[Entity, ...]]:
    """The entities of each text, in order, none overlapping another."""
    found = []
    for analysis in analyses:
        rows: list[Entity] = []
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            rows += (_moved(one, offset) for one in longest(entities_by_rules(sentence.tokens)))
        found.append(tuple(rows))
    return found


def longest(entities: Iterable[Entity]) -> list[Entity]:
    """Entities in order of which none overlaps another: the longer wins, of two as long the one that comes first."""
    taken: list[Entity] = []
    for one in sorted(entities, key=lambda entity: entity.start - entity.end):
        if all(one.end <= other.start or other.end <= one.start for other in taken):
            taken.append(one)
    return sorted(taken)


def _moved(entity: Entity, offset: int) -> Entity:
    return replace(entity, start=entity.start + offset, end=entity.end + offset)
