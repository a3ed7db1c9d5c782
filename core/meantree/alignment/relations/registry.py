"""All lexical resources; of those that know two words the first is the reason. A further one is one more line."""

from __future__ import annotations

from meantree.alignment.relations.acronyms import Acronym
from meantree.alignment.relations.apart import Apart
from meantree.alignment.relations.base import Relation
from meantree.alignment.relations.forms import DERIVATION, IDENTITY, LEMMA, STEM
from meantree.alignment.relations.function_words import FUNCTION, PRONOUN
from meantree.alignment.relations.paraphrases import PPDB
from meantree.alignment.relations.several_words import LIGHT_VERB, MULTIWORD, PARTICLE_VERB
from meantree.alignment.relations.spelling import Spelling
from meantree.alignment.relations.values import DATE, ENTITY, NUMBER
from meantree.alignment.relations.wordnet_relations import ANTONYM, HYPERNYM, HYPONYM, LIN, PATH, SYNONYM

RELATIONS: tuple[Relation, ...] = (
    IDENTITY,
    LEMMA,
    NUMBER,
    DATE,
    ANTONYM,
    Apart(SYNONYM),
    Apart(STEM),
    Apart(DERIVATION),
    Acronym(),
    PARTICLE_VERB,
    MULTIWORD,
    LIGHT_VERB,
    Apart(PPDB),
    Apart(HYPERNYM),
    Apart(HYPONYM),
    Apart(Spelling()),
    PRONOUN,
    FUNCTION,
    ENTITY,
    Apart(LIN),
    Apart(PATH),
)
VECTORS = "vectors"
"""The relation of a pipeline with word vectors, which comes after these."""
CONTEXT = "context"
"""The reason of a link that no resource knows: what stands around both words is alike."""
NAMES: tuple[str, ...] = (*(relation.name for relation in RELATIONS), VECTORS, CONTEXT, "hand")
"""All that may stand in a reason."""
