"""The kinds of findings: stable names with a title, an MQM category, a severity and the sentence that reports one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal

from meantree.escaping import did_you_mean

Severity = Literal["major", "minor"]
MISTRANSLATION: Final = "Accuracy/Mistranslation"
OMISSION: Final = "Accuracy/Omission"
ADDITION: Final = "Accuracy/Addition"
GRAMMAR: Final = "Fluency/Grammar"


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding.

    Attributes:
        name: stable; the part before the first dot is the family.
        sentence: for people; ``{hyp}`` and ``{ref}`` stand for the words in question.
        mqm: category.
        severity: how much it changes the meaning.
        rank: the most specific kinds have the lowest rank; a difference is reported by one kind.
        any_language: whether it needs no English grammar or lexicon.
    """

    name: str
    sentence: str
    mqm: str
    severity: Severity
    rank: int
    any_language: bool = False

    @property
    def family(self) -> str:
        """The first part of the name."""
        return self.name.partition(".")[0]

    @property
    def title(self) -> str:
        """What happened, in words, without the words in question; different kinds have different titles."""
        return self.sentence.partition(":")[0]


def _kinds(*rows: FindingKind) -> Mapping[str, FindingKind]:
    return {kind.name: kind for kind in rows}


KINDS: Final = _kinds(
    FindingKind("negation.missing", "The negation is missing: {hyp}, reference {ref}", MISTRANSLATION, "major", 1),
    FindingKind("negation.added", "A negation is added: {hyp}, reference {ref}", MISTRANSLATION, "major", 1),
    FindingKind("role.swapped", "Roles are swapped: {hyp}, reference {ref}", MISTRANSLATION, "major", 1),
    FindingKind("role.agent.different", "The agent differs: {hyp}, reference {ref}", MISTRANSLATION, "major", 6),
    FindingKind("role.agent.missing", "The agent is missing: reference {ref}", OMISSION, "minor", 6),
    FindingKind("role.agent.added", "An agent is added: {hyp}", ADDITION, "minor", 6),
    FindingKind("role.patient.different", "The patient differs: {hyp}, reference {ref}", MISTRANSLATION, "major", 6),
    FindingKind("role.patient.missing", "The patient is missing: reference {ref}", OMISSION, "major", 6),
    FindingKind("role.patient.added", "A patient is added: {hyp}", ADDITION, "minor", 6),
    FindingKind("role.other.different", "A participant differs: {hyp}, reference {ref}", MISTRANSLATION, "major", 6),
    FindingKind("role.other.missing", "A participant is missing: reference {ref}", OMISSION, "minor", 6),
    FindingKind("role.other.added", "A participant is added: {hyp}", ADDITION, "minor", 6),
    FindingKind("event.different", "The event differs: {hyp}, reference {ref}", MISTRANSLATION, "major", 6),
    FindingKind("event.missing", "An event is missing: reference {ref}", OMISSION, "major", 7),
    FindingKind("event.added", "An event is added: {hyp}", ADDITION, "major", 7),
    FindingKind("modifier.different", "A modifier differs: {hyp}, reference {ref}", MISTRANSLATION, "minor", 6),
    FindingKind("modifier.missing", "A modifier is missing: reference {ref}", OMISSION, "minor", 7),
    FindingKind("modifier.added", "A modifier is added: {hyp}", ADDITION, "minor", 7),
    FindingKind("quantifier.different", "The quantity differs: {hyp}, reference {ref}", MISTRANSLATION, "major", 2),
    FindingKind("quantifier.missing", "A quantity is missing: {hyp}, reference {ref}", OMISSION, "minor", 7),
    FindingKind("quantifier.added", "A quantity is added: {hyp}, reference {ref}", ADDITION, "minor", 7),
    FindingKind(
        "number.different",
        "The number, amount or date differs: {hyp}, reference {ref}",
        MISTRANSLATION,
        "major",
        2,
        any_language=True,
    ),
    FindingKind(
        "number.missing",
        "A number, amount or date is missing: reference {ref}",
        OMISSION,
        "major",
        3,
        any_language=True,
    ),
    FindingKind("number.added", "A number, amount or date is added: {hyp}", ADDITION, "major", 3, any_language=True),
    FindingKind("name.different", "The name differs: {hyp}, reference {ref}", MISTRANSLATION, "major", 2),
    FindingKind("name.missing", "A name is missing: reference {ref}", OMISSION, "major", 3),
    FindingKind("name.added", "A name is added: {hyp}", ADDITION, "minor", 3),
    FindingKind("modality.different", "The modality differs: {hyp}, reference {ref}", MISTRANSLATION, "major", 4),
    FindingKind("modality.missing", "The modality is missing: {hyp}, reference {ref}", MISTRANSLATION, "major", 4),
    FindingKind("modality.added", "A modality is added: {hyp}, reference {ref}", MISTRANSLATION, "major", 4),
    FindingKind("tense.different", "The tense differs: {hyp}, reference {ref}", MISTRANSLATION, "minor", 5),
    FindingKind(
        "embedding.added",
        "A verb that changes the claim is added: {hyp}, reference {ref}",
        MISTRANSLATION,
        "major",
        3,
    ),
    FindingKind(
        "embedding.missing",
        "A verb that changes the claim is missing: {hyp}, reference {ref}",
        MISTRANSLATION,
        "major",
        3,
    ),
    FindingKind("conjunct.missing", "A part of an enumeration is missing: reference {ref}", OMISSION, "major", 2),
    FindingKind("conjunct.added", "A part of an enumeration is added: {hyp}", ADDITION, "major", 2),
    FindingKind(
        "degree.different", "The degree of comparison differs: {hyp}, reference {ref}", MISTRANSLATION, "minor", 2
    ),
    FindingKind("pronoun.different", "The pronoun differs: {hyp}, reference {ref}", MISTRANSLATION, "minor", 3),
    FindingKind("plural.different", "Singular and plural differ: {hyp}, reference {ref}", MISTRANSLATION, "minor", 5),
    FindingKind("opposite.different", "The opposite is said: {hyp}, reference {ref}", MISTRANSLATION, "major", 3),
    FindingKind("specificity.broader", "The word is broader: {hyp}, reference {ref}", MISTRANSLATION, "minor", 5),
    FindingKind("specificity.narrower", "The word is narrower: {hyp}, reference {ref}", MISTRANSLATION, "minor", 5),
    FindingKind("untranslated.word", "Not translated: {hyp}", "Accuracy/Untranslated text", "major", 0),
    FindingKind(
        "untranslated.script",
        "A word is in another script: {hyp}",
        "Accuracy/Untranslated text",
        "major",
        0,
        any_language=True,
    ),
    FindingKind("repetition.added", "Words are repeated: {hyp}", GRAMMAR, "minor", 0, any_language=True),
    FindingKind(
        "attachment.different",
        "A modifier is attached to another word: {hyp}, reference {ref}",
        MISTRANSLATION,
        "minor",
        4,
    ),
    FindingKind(
        "clause.question",
        "One is a question, the other is not: {hyp}, reference {ref}",
        MISTRANSLATION,
        "minor",
        2,
        any_language=True,
    ),
    FindingKind("grammar.agreement", "Subject and verb do not agree: {hyp}", GRAMMAR, "minor", 1),
    FindingKind(
        "word.different",
        "A word differs: {hyp}, where the reference has {ref}",
        MISTRANSLATION,
        "major",
        9,
        any_language=True,
    ),
    FindingKind(
        "word.missing",
        "A word is missing: {ref} of the reference",
        OMISSION,
        "major",
        9,
        any_language=True,
    ),
    FindingKind("word.added", "A word is added: {hyp}", ADDITION, "major", 9, any_language=True),
    FindingKind(
        "order.different",
        "The order of words differs: {hyp}, reference {ref}",
        MISTRANSLATION,
        "minor",
        9,
        any_language=True,
    ),
    FindingKind("grammar.article", "An article is wrong or missing: {hyp}", GRAMMAR, "minor", 1),
)
"""All kinds by name. Models store weights by it, so a name never changes its meaning."""
ALL_KINDS: Final = "all are listed by meantree findings --kinds, and in the window after finding:"
"""Where people find the kinds."""


def prefixes(name: str) -> tuple[str, ...]:
    """Return the names that mean a kind or several, as ``role``, ``role.agent`` and ``role.agent.missing``."""
    return tuple(accumulate(name.split("."), lambda before, part: f"{before}.{part}"))


def no_such_kind(name: str) -> str:
    """Return that there is no kind or family of this name, which one it probably means, and where all are listed."""
    known = dict.fromkeys(prefix for kind in KINDS for prefix in prefixes(kind))
    return f"there is no kind of findings {did_you_mean(name, known)}; {ALL_KINDS}"
