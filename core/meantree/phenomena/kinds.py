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
SPELLING: Final = "Fluency/Spelling"


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


_ROWS: Final[Mapping[str, tuple[str, Severity, int]]] = {
    "negation.missing": ("The negation is missing: {hyp}, reference {ref}", "major", 1),
    "negation.added": ("A negation is added: {hyp}, reference {ref}", "major", 1),
    "role.swapped": ("Roles are swapped: {hyp}, reference {ref}", "major", 1),
    "role.agent.different": ("The agent differs: {hyp}, reference {ref}", "major", 6),
    "role.agent.missing": ("The agent is missing: reference {ref}", "minor", 6),
    "role.agent.added": ("An agent is added: {hyp}", "minor", 6),
    "role.patient.different": ("The patient differs: {hyp}, reference {ref}", "major", 6),
    "role.patient.missing": ("The patient is missing: reference {ref}", "major", 6),
    "role.patient.added": ("A patient is added: {hyp}", "minor", 6),
    "role.other.different": ("A participant differs: {hyp}, reference {ref}", "major", 6),
    "role.other.missing": ("A participant is missing: reference {ref}", "minor", 6),
    "role.other.added": ("A participant is added: {hyp}", "minor", 6),
    "event.different": ("The event differs: {hyp}, reference {ref}", "major", 6),
    "event.missing": ("An event is missing: reference {ref}", "major", 7),
    "event.added": ("An event is added: {hyp}", "major", 7),
    "modifier.different": ("A modifier differs: {hyp}, reference {ref}", "minor", 6),
    "modifier.missing": ("A modifier is missing: reference {ref}", "minor", 7),
    "modifier.added": ("A modifier is added: {hyp}", "minor", 7),
    "quantifier.different": ("The quantity differs: {hyp}, reference {ref}", "major", 2),
    "quantifier.missing": ("A quantity is missing: {hyp}, reference {ref}", "minor", 7),
    "quantifier.added": ("A quantity is added: {hyp}, reference {ref}", "minor", 7),
    "number.different": ("The number, amount or date differs: {hyp}, reference {ref}", "major", 2),
    "number.missing": ("A number, amount or date is missing: reference {ref}", "major", 3),
    "number.added": ("A number, amount or date is added: {hyp}", "major", 3),
    "name.different": ("The name differs: {hyp}, reference {ref}", "major", 2),
    "name.missing": ("A name is missing: reference {ref}", "major", 3),
    "name.added": ("A name is added: {hyp}", "minor", 3),
    "modality.different": ("The modality differs: {hyp}, reference {ref}", "major", 4),
    "modality.missing": ("The modality is missing: {hyp}, reference {ref}", "major", 4),
    "modality.added": ("A modality is added: {hyp}, reference {ref}", "major", 4),
    "tense.different": ("The tense differs: {hyp}, reference {ref}", "minor", 5),
    "embedding.added": ("A verb that changes the claim is added: {hyp}, reference {ref}", "major", 3),
    "embedding.missing": ("A verb that changes the claim is missing: {hyp}, reference {ref}", "major", 3),
    "conjunct.missing": ("A part of an enumeration is missing: reference {ref}", "major", 2),
    "conjunct.added": ("A part of an enumeration is added: {hyp}", "major", 2),
    "degree.different": ("The degree of comparison differs: {hyp}, reference {ref}", "minor", 2),
    "pronoun.different": ("The pronoun differs: {hyp}, reference {ref}", "minor", 3),
    "plural.different": ("Singular and plural differ: {hyp}, reference {ref}", "minor", 5),
    "opposite.different": ("The opposite is said: {hyp}, reference {ref}", "major", 3),
    "specificity.broader": ("The word is broader: {hyp}, reference {ref}", "minor", 5),
    "specificity.narrower": ("The word is narrower: {hyp}, reference {ref}", "minor", 5),
    "untranslated.word": ("Not translated: {hyp}", "major", 0),
    "untranslated.script": ("A word is in another script: {hyp}", "major", 0),
    "repetition.added": ("Words are repeated: {hyp}", "minor", 0),
    "attachment.different": ("A modifier is attached to another word: {hyp}, reference {ref}", "minor", 4),
    "clause.question": ("One is a question, the other is not: {hyp}, reference {ref}", "minor", 2),
    "grammar.agreement": ("Subject and verb do not agree: {hyp}", "minor", 1),
    "word.different": ("A word differs: {hyp}, where the reference has {ref}", "major", 9),
    "word.missing": ("A word is missing: {ref} of the reference", "major", 9),
    "word.nonexistent": ("A word does not exist in English: {hyp}", "major", 0),
    "word.added": ("A word is added: {hyp}", "major", 9),
    "order.different": ("The order of words differs: {hyp}, reference {ref}", "minor", 9),
    "grammar.article": ("An article is wrong or missing: {hyp}", "minor", 1),
}
_CATEGORIES: Final = {
    **dict.fromkeys(("negation", "modality", "embedding"), MISTRANSLATION),
    **dict.fromkeys(("repetition", "grammar"), GRAMMAR),
    "untranslated": "Accuracy/Untranslated text",
    "word.nonexistent": SPELLING,
}
"""Categories of families and kinds; the others are omissions, additions and mistranslations."""
_ANY_LANGUAGE: Final = frozenset(
    ("number", "repetition", "clause", "order", "untranslated.script", "word.different", "word.missing", "word.added")
)


def _kind(name: str, sentence: str, severity: Severity, rank: int) -> FindingKind:
    family, change = name.partition(".")[0], name.rpartition(".")[2]
    mqm = (
        _CATEGORIES.get(name)
        or _CATEGORIES.get(family)
        or {"missing": OMISSION, "added": ADDITION}.get(change, MISTRANSLATION)
    )
    return FindingKind(name, sentence, mqm, severity, rank, not _ANY_LANGUAGE.isdisjoint((family, name)))


KINDS: Final[Mapping[str, FindingKind]] = {name: _kind(name, *row) for name, row in _ROWS.items()}
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
