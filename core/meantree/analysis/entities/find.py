"""The entities of analysed texts: names by the recogniser, all else by rules; for English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from meantree.analysis.entities.entity import Entity
from meantree.analysis.entities.recogniser import load_name_recogniser
from meantree.analysis.entities.rules import entities_by_rules
from meantree.analysis.sentences import Analysis

LANGUAGE = "en"
RULES = "rules-1"


def finder_fingerprint(language: str) -> str:
    """What finds the entities of that language, as it stands in signatures; empty where nothing does."""
    return f"{load_name_recogniser().fingerprint}-{RULES}" if language == LANGUAGE else ""


def find_entities(analyses: Sequence[Analysis]) -> list[tuple[Entity, ...]]:
    """The entities of each text, in order, none overlapping another."""
    sentences = [sentence for analysis in analyses for sentence in analysis.sentences]
    names = iter(load_name_recogniser().names([(sentence.tokens, sentence.tree) for sentence in sentences]))
    found = []
    for analysis in analyses:
        rows: list[Entity] = []
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            both = longest([*entities_by_rules(sentence.tokens), *next(names)])
            rows += (_moved(one, offset) for one in both)
        found.append(tuple(rows))
    return found


def longest(entities: Iterable[Entity]) -> list[Entity]:
    """Entities in order of which none overlaps another: the longer wins, of two as long the one that is given first."""
    taken: list[Entity] = []
    for one in sorted(entities, key=lambda entity: entity.start - entity.end):
        if all(one.end <= other.start or other.end <= one.start for other in taken):
            taken.append(one)
    return sorted(taken)


def _moved(entity: Entity, offset: int) -> Entity:
    return replace(entity, start=entity.start + offset, end=entity.end + offset)
