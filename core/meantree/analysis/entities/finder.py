"""The entities of English texts: names by a head of the encoder, everything else by rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from meantree.analysis.encoder.decoding import likely_spans
from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.encoder.networks import Floats, Network, read_labels
from meantree.analysis.entities.dates import date_at, time_at
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.entities.numbers import Match, Pieces, money_at, number_at, percent_at
from meantree.analysis.parsers import LANGUAGE
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import Token
from meantree.shipped import files_digest, shipped

PIPELINE_FOLDER = "models/en_meantree"
RULES_VERSION = "rules-1"

PRONOUN_CONTEXT = frozenset(("no", "some", "any", "every", "another", "the", "this", "that", "each", "which", "such"))
MIN_PROBABILITY = 0.4
"""Of names; see :func:`~meantree.analysis.encoder.decoding.likely_spans`."""


def finder_fingerprint(language: str) -> str:
    """Return the fingerprint of what finds the entities of a language, as in signatures; empty if nothing does."""
    if language != LANGUAGE:
        return ""
    return f"en_names-{RULES_VERSION}-{files_digest(PIPELINE_FOLDER)}"


def find_entities(analyses: Sequence[Analysis]) -> list[tuple[Entity, ...]]:
    """Return the entities of each text, in order, none overlapping another."""
    sentences = [sentence for analysis in analyses for sentence in analysis.sentences]
    names = iter(_names(sentences))
    results = []
    for analysis in analyses:
        entities: list[Entity] = []
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            candidates = [*entities_by_rules(sentence.tokens), *next(names)]
            entities += (_moved(entity, offset) for entity in without_overlaps(candidates))
        results.append(tuple(entities))
    return results


def _names(sentences: Sequence[Sentence]) -> list[list[Entity]]:
    """Return the names in each sentence."""
    encoder, finder = load_encoder(), _load_finder()
    words = [[token.text for token in sentence.tokens] for sentence in sentences]
    parts = [(place, *part) for place, own in enumerate(words) for part in encoder.parts(own)]
    all_states = encoder.all_states(words[place][start:end] for place, start, end in parts)
    names: list[list[Entity]] = [[] for _ in sentences]
    for (place, offset, _), states in zip(parts, all_states, strict=True):
        found = finder.names(states)
        names[place] += (Entity(offset + start, offset + end, EntityKind(kind)) for start, end, kind in found)
    return names


@cache
def _load_finder() -> NameFinder:
    return NameFinder(shipped(PIPELINE_FOLDER) / "ner")


def without_overlaps(entities: Iterable[Entity]) -> list[Entity]:
    """Return entities in order without overlaps: the longer one stays, of equally long ones the first."""
    chosen: list[Entity] = []
    for entity in sorted(entities, key=lambda entity: entity.start - entity.end):
        if all(entity.end <= other.start or other.end <= entity.start for other in chosen):
            chosen.append(entity)
    return sorted(chosen)


def _moved(entity: Entity, offset: int) -> Entity:
    return replace(entity, start=entity.start + offset, end=entity.end + offset)


@lru_cache(maxsize=256)
def entities_by_rules(tokens: tuple[Token, ...]) -> tuple[Entity, ...]:
    """Return the entities of one sentence, with token indices from 0, in order, none overlapping another."""
    pieces, place, entities = Pieces.of(tokens), 0, []
    while place < len(pieces.texts):
        if (longest_match := _longest_at(pieces, place)) is None:
            place += 1
        else:
            place, entity = longest_match
            entities.append(entity)
    return tuple(entities)


def _longest_at(pieces: Pieces, place: int) -> tuple[int, Entity] | None:
    """Return the entity of whole words with the most pieces that begins here, and the piece after it.

    Of equally long ones, the kind that comes first in :data:`RULES` is returned.
    """
    best: tuple[int, Entity] | None = None
    for kind, rule in RULES:
        match = rule(pieces, place) if pieces.is_boundary(place) else None
        if match is None or (best is not None and match[0] <= best[0]):
            continue
        if (span := pieces.span(place, match[0])) is not None:
            best = match[0], Entity(*span, kind, match[1])
    return best


def _number_at(pieces: Pieces, place: int) -> Match | None:
    """Return a number, except words that are not numbers in this context."""
    number = number_at(pieces, place)
    if number is None or (number.end == place + 1 and _is_word(pieces, place)):
        return None
    return number.end, str(number)


def _is_word(pieces: Pieces, place: int) -> bool:
    """Return whether ``one`` is a pronoun here, or ``second`` a unit of time."""
    word, upos = pieces[place], pieces.token(place).upos
    if word == "second":
        return upos in ("NOUN", "VERB")
    return word == "one" and (pieces[place - 1] in PRONOUN_CONTEXT or upos in ("PRON", "DET"))


RULES: tuple[tuple[EntityKind, Callable[[Pieces, int], Match | None]], ...] = (
    (EntityKind.MONEY, money_at),
    (EntityKind.PERCENT, percent_at),
    (EntityKind.DATE, date_at),
    (EntityKind.TIME, time_at),
    (EntityKind.NUMBER, _number_at),
)


class NameFinder:
    """Finds the names in a sentence that the encoder has read.

    Raises:
        OSError, ValueError: if a file is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._kinds = read_labels(folder / "labels.json", "names")["names"]
        self._network = Network(folder / "head.onnx", {"names": 1 + 2 * len(self._kinds)})

    def names(self, states: Floats) -> Iterator[tuple[int, int, str]]:
        """Yield the names in order: the first word, the word after the last, and ``PER``, ``ORG`` or ``LOC``.

        Args:
            states: the vectors of the sentence and its words by the encoder.
        """
        (scores,) = self._network({"states": states[None]})
        for span in likely_spans(scores[0], MIN_PROBABILITY):
            yield span.start, span.end, self._kinds[span.label]
