"""The entities of analysed texts: names by a head of the encoder, all else by rules; for English."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.names import NameFinder
from meantree.analysis.encoder.networks import loading
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.entities.rules import entities_by_rules
from meantree.analysis.sentences import Analysis, Sentence
from meantree_resources import resource

LANGUAGE = "en"
PIPELINE = "models/en_meantree"
RULES = "rules-1"


def finder_fingerprint(language: str) -> str:
    """What finds the entities of that language, as it stands in signatures; empty where nothing does."""
    if language != LANGUAGE:
        return ""
    meta = json.loads(resource(f"{PIPELINE}/meta.json").read_text(encoding="utf-8"))
    return f"en_names-{meta['version']}-{RULES}"


def find_entities(analyses: Sequence[Analysis]) -> list[tuple[Entity, ...]]:
    """The entities of each text, in order, none overlapping another."""
    found, encoder, finder = [], load_encoder(), _load_finder()
    for analysis in analyses:
        rows: list[Entity] = []
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            both = longest([*entities_by_rules(sentence.tokens), *_names(sentence, encoder, finder)])
            rows += (_moved(one, offset) for one in both)
        found.append(tuple(rows))
    return found


def _names(sentence: Sentence, encoder: Encoder, finder: NameFinder) -> Iterator[Entity]:
    words = [token.text for token in sentence.tokens]
    for offset, after in encoder.parts(words):
        for start, end, kind in finder.names(encoder.states(words[offset:after])):
            yield Entity(offset + start, offset + end, EntityKind(kind))


@cache
def _load_finder() -> NameFinder:
    with loading("the finder of names"):
        return NameFinder(resource(f"{PIPELINE}/ner"))


def longest(entities: Iterable[Entity]) -> list[Entity]:
    """Entities in order of which none overlaps another: the longer wins, of two as long the one that is given first."""
    taken: list[Entity] = []
    for one in sorted(entities, key=lambda entity: entity.start - entity.end):
        if all(one.end <= other.start or other.end <= one.start for other in taken):
            taken.append(one)
    return sorted(taken)


def _moved(entity: Entity, offset: int) -> Entity:
    return replace(entity, start=entity.start + offset, end=entity.end + offset)
