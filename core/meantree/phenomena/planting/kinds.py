"""The table of all kinds: name, how an error is planted, and what the parser must read differently afterwards.

To add a kind, add a row: its name (that of the finding that should report it), an operation of ``operations`` over the
:class:`~meantree.phenomena.planting.operations.Words` that it is about, and, where words are exchanged, a list in
``resources/meantree_resources/lists/planting`` (then run ``packaging/digests.py``). Add an example to
``tests/unit/phenomena/planting/test_kinds.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from meantree.phenomena.planting import checks, harmless, nouns
from meantree.phenomena.planting.checks import Fact
from meantree.phenomena.planting.operations import (
    Editor,
    Words,
    add,
    exchange,
    inflected_as,
    listed,
    move,
    remove,
    repeat,
    replace,
    suiting,
)
from meantree.phenomena.planting.verbs import affirm, ask, doubt, fail, negate, of_clauses, retense, state, succeed


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of errors, or of harmless changes.

    Attributes:
        plants: the operations that yield the changes that a text allows.
        fact: what the parser must read differently, or alike after a harmless change; None if it is enough that all
            other words are read as before.
    """

    plants: tuple[Editor, ...]
    fact: Fact | None


def _kind(*plants: Editor, fact: Fact | None = None) -> Kind:
    return Kind(plants, fact)


_CONTENT: Final = "NOUN VERB ADJ ADV"
_ACTIVE: Final = Words(upos="NOUN", label="nsubj obl:agent", head="VERB")
_AFFECTED: Final = Words(upos="NOUN", label="nsubj:pass obj", head="VERB")
_ARTICLE: Final = Words(tag="DT", lemma="a an")
_BARE_NOUN: Final = Words(
    upos="NOUN",
    label="nsubj nsubj:pass obj obl nmod obl:agent",
    has="det nmod:poss",
    lacks="amod nmod compound nummod acl acl:relcl",
)
_COUNTED_NOUN: Final = Words(tag="NN NNS", label="obj obl nmod", has="det nmod:poss", lacks="nummod conj acl:relcl")
_WHEN_OR_WHERE: Final = "in on at near during after before since from"

KINDS: Final[Mapping[str, Kind]] = {
    "negation.missing": _kind(
        of_clauses(affirm), replace(Words(listed="negations"), listed("negations")), fact=checks.negations
    ),
    "negation.added": _kind(of_clauses(negate), fact=checks.negations),
    "modality.different": _kind(replace(Words(tag="MD", listed="modals"), listed("modals")), fact=checks.modality),
    "modality.missing": _kind(of_clauses(state), fact=checks.modality),
    "modality.added": _kind(of_clauses(doubt), fact=checks.modality),
    "tense.different": _kind(of_clauses(retense), fact=checks.tags("VBD VBZ VBP MD")),
    "embedding.added": _kind(of_clauses(fail), fact=checks.events),
    "embedding.missing": _kind(succeed, fact=checks.events),
    "clause.question": _kind(of_clauses(ask), fact=checks.is_question),
    "number.different": _kind(
        replace(Words(upos="NUM"), nouns.other_number),
        replace(Words(listed="numbers"), listed("numbers")),
        replace(Words(upos="NOUN", listed="units", has="nummod"), inflected_as("units")),
        exchange(nouns.counts),
        fact=checks.amounts,
    ),
    "name.different": _kind(replace(Words(upos="PROPN"), nouns.other_name), fact=checks.names),
    "quantifier.different": _kind(replace(Words(upos="DET ADJ", listed="quantifiers"), listed("quantifiers"))),
    "degree.different": _kind(
        replace(Words(upos="ADV", label="advmod", listed="degrees"), listed("degrees")),
        replace(Words(upos="ADJ", tag="JJR JJS", lacks="advmod"), nouns.lower_degree),
    ),
    "pronoun.different": _kind(replace(Words(tag="PRP PRP$", listed="pronouns"), nouns.other_pronoun)),
    "plural.different": _kind(replace(_COUNTED_NOUN, nouns.other_grammatical_number), fact=checks.tags("NN NNS")),
    "role.swapped": _kind(exchange(nouns.arguments), fact=checks.arguments),
    "role.agent.different": _kind(replace(_ACTIVE, inflected_as("participants"))),
    "role.patient.different": _kind(replace(_AFFECTED, inflected_as("participants"))),
    "role.agent.missing": _kind(remove(Words(label="obl:agent"))),
    "role.other.missing": _kind(remove(Words(label="obl", head="VERB", case="with to for from"))),
    "attachment.different": _kind(
        move(Words(tag="JJ", label="amod", head="NOUN"), _BARE_NOUN, behind=False),
        move(Words(upos="PROPN", label="nmod", head="NOUN"), _BARE_NOUN, behind=True),
        fact=checks.modified,
    ),
    "modifier.different": _kind(replace(Words(upos="ADJ", label="amod"), nouns.other_class)),
    "modifier.missing": _kind(
        remove(Words(upos="ADJ ADV", label="amod advmod")), remove(Words(label="nmod obl", case=_WHEN_OR_WHERE))
    ),
    "modifier.added": _kind(add(_BARE_NOUN, suiting("adjectives"))),
    "conjunct.missing": _kind(nouns.lose_conjunct),
    "event.missing": _kind(remove(Words(upos="VERB", label="advcl acl:relcl conj")), fact=checks.events),
    "event.added": _kind(nouns.add_event, fact=checks.events),
    "opposite.different": _kind(replace(Words(upos=f"{_CONTENT} ADP", listed="opposites"), inflected_as("opposites"))),
    "specificity.broader": _kind(replace(Words(upos="NOUN", listed="broader"), inflected_as("broader"))),
    "untranslated.word": _kind(replace(Words(upos="NOUN", listed="foreign"), listed("foreign"))),
    "repetition.added": _kind(
        repeat(Words(upos="DET ADP"), 1), repeat(Words(upos="NOUN VERB"), 2), fact=checks.repetitions
    ),
    "grammar.article": _kind(replace(_ARTICLE, nouns.other_article), remove(_ARTICLE, alone=True)),
    "grammar.agreement": _kind(replace(Words(upos="AUX", listed="agreement"), listed("agreement"))),
    "harmless.passive": _kind(harmless.passive, fact=checks.arguments),
    "harmless.contraction": _kind(harmless.contract, fact=checks.negations),
    "harmless.moved": _kind(harmless.move_time, fact=checks.arguments),
    "harmless.synonym": _kind(replace(Words(upos=_CONTENT, listed="synonyms"), inflected_as("synonyms"))),
    "harmless.digits": _kind(
        replace(Words(upos="NUM", label="nummod", head="NOUN"), harmless.number), fact=checks.amounts
    ),
}
"""By name."""
CHECK_KINDS: Final = frozenset(
    {"negation.added", "number.different", "name.different", "opposite.different", "role.swapped", "untranslated.word"}
)
"""Kinds of errors that nobody overlooks who compares a translation with its source."""
