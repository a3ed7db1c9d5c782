"""All lexical resources; of those that know two words the first is the reason. A further one is one more line."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from meantree.alignment.relations.function_words import FUNCTION, PRONOUN
from meantree.alignment.relations.lexical_relation import Proposal, Relation
from meantree.alignment.relations.multiword_expressions import LIGHT_VERB, MULTIWORD, PARTICLE_VERB
from meantree.alignment.relations.numbers_and_dates import DATE, ENTITY, NUMBER, date_of, numbers_of
from meantree.alignment.relations.word_forms import DERIVATION, IDENTITY, LEMMA, STEM, Acronym, Spelling
from meantree.alignment.relations.word_meanings import (
    ANTONYM,
    HYPERNYM,
    HYPONYM,
    LIN,
    PATH,
    PPDB,
    SYNONYM,
    opposites_of,
)
from meantree.alignment.text_words import TextWords, Word


@lru_cache(maxsize=1 << 14)
def values_of(word: Word) -> frozenset[Hashable]:
    """All that a number or a date is worth; of another word with digits, these as they stand."""
    found: frozenset[Hashable] = frozenset((*numbers_of(word), *date_of(word)))
    if found or not any(map(str.isdigit, word.form)):
        return found
    return frozenset(["".join(sign for sign in word.form if sign.isalnum() or sign in ".:").rstrip("s.:")])


def are_incompatible(one: Word, two: Word) -> bool:
    """Whether both have values, none of them in common, or one is the opposite of the other."""
    mine, theirs = values_of(one), values_of(two)
    if mine and theirs:
        return mine.isdisjoint(theirs)
    return two.form in opposites_of(one)


@dataclass(frozen=True, slots=True)
class Compatible:
    """What a relation knows, but of words that are apart.

    Attributes:
        relation: of words that mean the same, or nearly.
    """

    relation: Relation

    @property
    def name(self) -> str:
        """That of the relation."""
        return self.relation.name

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Its pairs without those that are apart."""
        for one, two, strength in self.relation.find(hyp, ref):
            if not are_incompatible(hyp.words[one], ref.words[two]):
                yield one, two, strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """What it says."""
        return self.relation.detail(hyp, ref)


RELATIONS: tuple[Relation, ...] = (
    IDENTITY,
    LEMMA,
    NUMBER,
    DATE,
    ANTONYM,
    Compatible(SYNONYM),
    Compatible(STEM),
    Compatible(DERIVATION),
    Acronym(),
    PARTICLE_VERB,
    MULTIWORD,
    LIGHT_VERB,
    Compatible(PPDB),
    Compatible(HYPERNYM),
    Compatible(HYPONYM),
    Compatible(Spelling()),
    PRONOUN,
    FUNCTION,
    ENTITY,
    Compatible(LIN),
    Compatible(PATH),
)
VECTORS = "vectors"
"""The relation of a pipeline with word vectors, which comes after these."""
CONTEXT = "context"
"""The reason of a link that no resource knows: what stands around both words is alike."""
NAMES: tuple[str, ...] = (*(relation.name for relation in RELATIONS), VECTORS, CONTEXT, "hand")
"""All that may stand in a reason."""
