"""All lexical relations, in order of precedence: the first that relates two words is the reason of their link.

A new relation is one more line in :data:`RELATIONS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from meantree.alignment.relations.function_words import FUNCTION, PRONOUN
from meantree.alignment.relations.lexical_relation import Proposal, Relation
from meantree.alignment.relations.multiword_expressions import LIGHT_VERB, MULTIWORD, PARTICLE_VERB
from meantree.alignment.relations.numbers_and_dates import DATE, ENTITY, NUMBER
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
from meantree.analysis.values import values_of


@lru_cache(maxsize=1 << 14)
def are_incompatible(hyp: Word, ref: Word) -> bool:
    """Return whether two words have different values, or are opposites."""
    hyp_values, ref_values = values_of(hyp.text, hyp.upos), values_of(ref.text, ref.upos)
    if hyp_values and ref_values:
        return hyp_values.isdisjoint(ref_values)
    return ref.form in opposites_of(hyp)


@dataclass(frozen=True, slots=True)
class Compatible:
    """A relation restricted to compatible words: no different values, no opposites.

    Resources that group similar words propose "3" and "4", or "before" and "after", too.
    """

    relation: Relation

    @property
    def name(self) -> str:
        """The name of the relation."""
        return self.relation.name

    @property
    def of_words(self) -> bool:
        """As of the relation."""
        return self.relation.of_words

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield the relation's proposals without incompatible pairs."""
        for hyp_index, ref_index, strength in self.relation.find(hyp, ref):
            if not are_incompatible(hyp.words[hyp_index], ref.words[ref_index]):
                yield hyp_index, ref_index, strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """Return the relation's explanation."""
        return self.relation.detail(hyp, ref)


class Unused(Compatible):
    """A relation that proposes nothing, in its place among others, by which weights are numbered."""

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:  # noqa: ARG002
        """Yield nothing."""
        return iter(())


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
IN_ANY_LANGUAGE = frozenset({"identity", "lemma", "acronym", "spelling"})
"""Relations by the letters of words; others are by English lexicons and word lists."""
VECTORS = "vectors"
"""The relation by word vectors; it comes after the others and exists only if the pipeline has vectors."""
CONTEXT = "context"
"""The reason of a link between words that no relation covers: their contexts are similar."""
NAMES: tuple[str, ...] = (*(relation.name for relation in RELATIONS), VECTORS, CONTEXT, "hand")
"""All names that a reason may have."""
