"""The entities of English texts: names by a head of the encoder, everything else by rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from meantree.analysis.encoder.decoding import likely_spans
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Floats, Network, loading, read_labels
from meantree.analysis.entities.amounts import Found, money_at, percent_at
from meantree.analysis.entities.dates import date_at, time_at
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.entities.numbers import Pieces, number_at
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import Token
from meantree_resources import resource

LANGUAGE = "en"
PIPELINE = "models/en_meantree"
RULES_VERSION = "rules-1"


def finder_fingerprint(language: str) -> str:
    """What finds the entities of that language, as it stands in signatures; empty where nothing does."""
    if language != LANGUAGE:
        return ""
    meta = json.loads(resource(f"{PIPELINE}/meta.json").read_text(encoding="utf-8"))
    return f"en_names-{meta['version']}-{RULES_VERSION}"


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


MIN_PROBABILITY = 0.4
"""Least probability of a name; see :func:`~meantree.analysis.encoder.decoding.likely_spans`."""


class NameFinder:
    """Finds the names in a sentence that the encoder has read.

    Raises:
        OSError, ValueError: if a file is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._kinds = read_labels(folder / "labels.json", "names")["names"]
        self._network = Network(folder / "head.onnx", {"names": 1 + 2 * len(self._kinds)})

    def names(self, states: Floats) -> Iterator[tuple[int, int, str]]:
        """Yield the names in order: the first word, the one after the last, and ``PER``, ``ORG`` or ``LOC``.

        Args:
            states: vectors of the sentence and its words, as the encoder gives them.
        """
        (scores,) = self._network({"states": states[None]})
        for one in likely_spans(scores[0], MIN_PROBABILITY):
            yield one.start, one.end, self._kinds[one.label]
