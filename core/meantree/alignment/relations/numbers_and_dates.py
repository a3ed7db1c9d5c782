"""Numbers and dates related by value, and names related by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from meantree.alignment.relations.lexical_relation import Proposal, SharedKey
from meantree.alignment.text_words import TextWords, Word
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.values import date_of, number_of, numbers_of

NUMBERS = frozenset({EntityKind.NUMBER, EntityKind.MONEY, EntityKind.PERCENT})
DATES = frozenset({EntityKind.DATE, EntityKind.TIME})
NAMES = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
SAME_KIND = 0.3
"""Strength of names that only share their kind: two persons are seldom the same."""


@dataclass(frozen=True, slots=True)
class Entities:
    """Entities with the same value: first words with the same value, then their other words, paired from the end.

    Attributes:
        words: relates single words by value.
        kinds: of the entities that are compared.
    """

    name: str
    words: SharedKey
    kinds: frozenset[EntityKind]
    of_words: ClassVar[bool] = False

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield words with the same value, then the remaining words of entities with the same value."""
        by_word = list(self.words.find(hyp, ref))
        yield from by_word
        used_hyp, used_ref = {hyp_index for hyp_index, _, _ in by_word}, {ref_index for _, ref_index, _ in by_word}
        for entity, other in product(hyp.entities, ref.entities):
            if entity.kind in self.kinds and _same_value(entity, other):
                for hyp_index, ref_index, strength in _paired_from_end(entity, other, 1.0):
                    if hyp_index not in used_hyp and ref_index not in used_ref:
                        yield hyp_index, ref_index, strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """Give the common value of both words, or say that they belong to entities with the same value."""
        return self.words.detail(hyp, ref) if self._share_value(hyp, ref) else "parts of entities with the same value"

    def detail_in_context(self, hyp: TextWords, ref: TextWords, pair: tuple[int, int]) -> str:
        """Give the entities with the same value that two words belong to, unless the words have a common value."""
        hyp_word, ref_word = hyp.words[pair[0]], ref.words[pair[1]]
        candidates = product(_entities_at(hyp, pair[0], self.kinds), _entities_at(ref, pair[1], self.kinds))
        same = next((entities for entities in candidates if _same_value(*entities)), None)
        if same is None or self._share_value(hyp_word, ref_word):
            return self.detail(hyp_word, ref_word)
        return f"“{_text_of(hyp, same[0])}” is “{_text_of(ref, same[1])}”"

    def _share_value(self, hyp: Word, ref: Word) -> bool:
        return not set(self.words.keys(hyp)).isdisjoint(self.words.keys(ref))


@dataclass(frozen=True, slots=True)
class SameKind:
    """Names of the same kind according to the entity recogniser: both persons, for example."""

    name: str = "entity"
    of_words: ClassVar[bool] = False

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield the words of names of the same kind, paired from the end."""
        for entity, other in product(hyp.entities, ref.entities):
            if entity.kind in NAMES and entity.kind == other.kind:
                yield from _paired_from_end(entity, other, SAME_KIND)

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # words do not know the kind
        """Return the same explanation for all pairs."""
        return "names of the same kind"


def _same_value(entity: Entity, other: Entity) -> bool:
    return entity.kind == other.kind and bool(entity.value) and entity.value == other.value


def _entities_at(text: TextWords, position: int, kinds: frozenset[EntityKind]) -> list[Entity]:
    """Return the entities of some kinds that a word belongs to."""
    return [entity for entity in text.entities if entity.kind in kinds and entity.start <= position < entity.end]


def _text_of(text: TextWords, entity: Entity) -> str:
    return " ".join(word.text for word in text.words[entity.start : entity.end])


def _paired_from_end(hyp: Entity, ref: Entity, strength: float) -> Iterator[Proposal]:
    """Yield each word of the longer entity with one of the shorter, counted from the end: names end in the surname."""
    for back in range(1, max(hyp.end - hyp.start, ref.end - ref.start) + 1):
        yield max(hyp.end - back, hyp.start), max(ref.end - back, ref.start), strength


def _written_number(hyp: Word, _: Word) -> str:
    return "".join(f"both are {value:.15g}" for value in number_of(hyp.text, hyp.upos))


def _written_date(hyp: Word, _: Word) -> str:
    return "".join(f"both are “{value}”" for value in date_of(hyp.text, hyp.upos)[:1])


NUMBER = Entities(
    "number", SharedKey("number", lambda word: numbers_of(word.text, word.upos), 1.0, _written_number), NUMBERS
)
DATE = Entities("date", SharedKey("date", lambda word: date_of(word.text, word.upos), 1.0, _written_date), DATES)
ENTITY = SameKind()
