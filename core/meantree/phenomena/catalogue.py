"""All phenomena: the features that measure them, the finders that tell where two texts differ in them, and their kinds.

A new phenomenon is a module with its facts, features, finder and planter. Its ``FEATURES``, its finder and its kinds,
with what plants them, are named here; facts by which differences are called, in :mod:`~meantree.phenomena.naming`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, get_args

from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.sentences import Analysis
from meantree.escaping import did_you_mean
from meantree.phenomena import (
    agreement,
    alignment_quality,
    attachment,
    clauses,
    connectives,
    degrees,
    embedding,
    fluency,
    modality,
    moods,
    names,
    negation,
    opposites,
    pronouns_and_articles,
    quantifiers,
    repetition,
    roles,
    specificity,
    tense,
    unaligned_words,
    untranslated,
    values,
)
from meantree.phenomena.compared import Finder
from meantree.phenomena.feature import Feature, Firing
from meantree.phenomena.operations import Planter
from meantree.phenomena.reading import DIRECTIONS, Direction, View, reading_of

Severity = Literal["major", "minor"]
SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
MISTRANSLATION: Final = "Accuracy/Mistranslation"
OMISSION: Final = "Accuracy/Omission"
ADDITION: Final = "Accuracy/Addition"
GRAMMAR: Final = "Fluency/Grammar"
SPELLING: Final = "Fluency/Spelling"
FEATURES: Final[tuple[Feature, ...]] = (
    *alignment_quality.FEATURES,
    *negation.FEATURES,
    *modality.FEATURES,
    *embedding.FEATURES,
    *quantifiers.FEATURES,
    *degrees.FEATURES,
    *specificity.FEATURES,
    *opposites.FEATURES,
    *tense.FEATURES,
    *moods.FEATURES,
    *connectives.FEATURES,
    *unaligned_words.FEATURES,
    *repetition.FEATURES,
    *untranslated.FEATURES,
    *fluency.FEATURES,
    *names.FEATURES,
    *values.FEATURES,
    *pronouns_and_articles.FEATURES,
    *clauses.FEATURES,
    *roles.FEATURES,
    *attachment.FEATURES,
)
"""In the order of the models' inputs. A new feature may go anywhere: models find their features by name."""
FINDERS: Final[tuple[Finder, ...]] = (
    repetition.repetition,
    untranslated.script,
    values.number,
    moods.mood,
    untranslated.untranslated,
    pronouns_and_articles.articles,
    agreement.agreement,
    negation.negation,
    tense.tense,
    names.name,
    pronouns_and_articles.pronoun,
    roles.swapped,
    opposites.opposite,
    specificity.specificity,
)
"""Of equally sure candidates of one rank the first finder decides. Without trained weights a finder is silent."""


@dataclass(frozen=True, slots=True)
class DirectedFeature:
    """A feature in one direction."""

    direction: Direction
    feature: Feature
    title: str

    @property
    def name(self) -> str:
        """The stable name, by which models store weights."""
        return f"{self.direction}.{self.feature.name}"


DIRECTED: tuple[DirectedFeature, ...] = tuple(
    DirectedFeature(direction, feature, title)
    for direction in DIRECTIONS
    for feature in FEATURES
    for direction_of_title, title in feature.titles
    if direction_of_title == direction
)
"""Every feature in each direction in which it is measured."""
NAMES: tuple[str, ...] = tuple(directed.name for directed in DIRECTED)


def feature_firings(hyp: Analysis, ref: Analysis, alignment: WordAlignment) -> tuple[Firing, ...]:
    """Return the firings of all features for a pair, in the order of :data:`DIRECTED`."""
    readings = reading_of(hyp), reading_of(ref)
    views = {direction: View(*readings, alignment, direction) for direction in DIRECTIONS}
    return tuple(directed.feature.function(views[directed.direction]) for directed in DIRECTED)


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding.

    Attributes:
        name: stable; the part before the first dot is the family.
        sentence: for people; ``{hyp}`` and ``{ref}`` stand for the words in question.
        mqm: category.
        severity: how much it changes the meaning.
        rank: the most specific kinds have the lowest rank; a difference is reported by one kind.
    """

    name: str
    sentence: str
    mqm: str
    severity: Severity
    rank: int

    @property
    def family(self) -> str:
        """The first part of the name."""
        return self.name.partition(".")[0]

    @property
    def title(self) -> str:
        """What happened, in words, without the words in question; different kinds have different titles."""
        return self.sentence.partition(":")[0]


_CATEGORIES: Final = {
    **dict.fromkeys(("negation", "modality", "embedding"), MISTRANSLATION),
    **dict.fromkeys(("repetition", "grammar"), GRAMMAR),
    "untranslated": "Accuracy/Untranslated text",
    "word.nonexistent": SPELLING,
}
"""Categories of families and kinds; the others are omissions, additions and mistranslations."""
_BOTH, _HYP, _REF = "{hyp}, reference {ref}", "{hyp}", "reference {ref}"
"""Words that sentences quote."""


def _kind(
    name: str, title: str, quotes: str, severity: Severity, rank: int, planter: Planter | None = None
) -> tuple[FindingKind, Planter | None]:
    family, change = name.partition(".")[0], name.rpartition(".")[2]
    mqm = (
        _CATEGORIES.get(name)
        or _CATEGORIES.get(family)
        or {"missing": OMISSION, "added": ADDITION}.get(change, MISTRANSLATION)
    )
    return FindingKind(name, f"{title}: {quotes}", mqm, severity, rank), planter


_TABLE: Final = (
    _kind("negation.missing", "The negation is missing", _BOTH, "major", 1, negation.REMOVED),
    _kind("negation.added", "A negation is added", _BOTH, "major", 1, negation.ADDED),
    _kind("modality.different", "The modality differs", _BOTH, "major", 4, modality.OTHER),
    _kind("modality.missing", "The modality is missing", _BOTH, "major", 4, modality.REMOVED),
    _kind("modality.added", "A modality is added", _BOTH, "major", 4, modality.ADDED),
    _kind("tense.different", "The tense differs", _BOTH, "minor", 5, tense.OTHER),
    _kind("embedding.added", "A verb that changes the claim is added", _BOTH, "major", 3, embedding.ADDED),
    _kind("embedding.missing", "A verb that changes the claim is missing", _BOTH, "major", 3, embedding.REMOVED),
    _kind("clause.question", "One is a question, the other is not", _BOTH, "minor", 2, moods.ASKED),
    _kind("number.different", "The number, amount or date differs", _BOTH, "major", 2, values.OTHER),
    _kind("number.missing", "A number, amount or date is missing", _REF, "major", 3),
    _kind("number.added", "A number, amount or date is added", _HYP, "major", 3),
    _kind("name.different", "A name, or what stands for it, differs", _BOTH, "major", 2, names.OTHER),
    _kind("name.missing", "A name is missing", _REF, "major", 3),
    _kind("name.added", "A name is added", _HYP, "minor", 3),
    _kind("quantifier.different", "The quantity differs", _BOTH, "major", 2, quantifiers.OTHER),
    _kind("quantifier.missing", "A quantity is missing", _BOTH, "minor", 7),
    _kind("quantifier.added", "A quantity is added", _BOTH, "minor", 7),
    _kind("degree.different", "The degree of comparison differs", _BOTH, "minor", 2, degrees.OTHER),
    _kind("pronoun.different", "The pronoun differs", _BOTH, "minor", 3, pronouns_and_articles.OTHER_PRONOUN),
    _kind("plural.different", "Singular and plural differ", _BOTH, "minor", 5, pronouns_and_articles.OTHER_NUMBER),
    _kind("role.swapped", "Roles are swapped", _BOTH, "major", 1, roles.SWAPPED),
    _kind("role.agent.different", "The agent differs", _BOTH, "major", 6, roles.OTHER_AGENT),
    _kind("role.patient.different", "The patient differs", _BOTH, "major", 6, roles.OTHER_PATIENT),
    _kind("role.other.different", "A participant differs", _BOTH, "major", 6),
    _kind("role.agent.missing", "The agent is missing", _REF, "minor", 6, roles.NO_AGENT),
    _kind("role.patient.missing", "The patient is missing", _REF, "major", 6),
    _kind("role.other.missing", "A participant is missing", _REF, "minor", 6, roles.NO_PARTICIPANT),
    _kind("role.agent.added", "An agent is added", _HYP, "minor", 6),
    _kind("role.patient.added", "A patient is added", _HYP, "minor", 6),
    _kind("role.other.added", "A participant is added", _HYP, "minor", 6),
    _kind("attachment.different", "A modifier is attached to another word", _BOTH, "minor", 4, attachment.ELSEWHERE),
    _kind("modifier.different", "A modifier differs", _BOTH, "minor", 6, opposites.OTHER_MEMBER),
    _kind("modifier.missing", "A modifier is missing", _REF, "minor", 7, unaligned_words.NO_MODIFIER),
    _kind("modifier.added", "A modifier is added", _HYP, "minor", 7, unaligned_words.NEW_MODIFIER),
    _kind("conjunct.missing", "A part of an enumeration is missing", _REF, "major", 2, unaligned_words.NO_CONJUNCT),
    _kind("conjunct.added", "A part of an enumeration is added", _HYP, "major", 2),
    _kind("event.missing", "An event is missing", _REF, "major", 7, unaligned_words.NO_EVENT),
    _kind("event.added", "An event is added", _HYP, "major", 7, unaligned_words.NEW_EVENT),
    _kind("event.different", "The event differs", _BOTH, "major", 6),
    _kind("opposite.different", "The opposite is said", _BOTH, "major", 3, opposites.OPPOSITE),
    _kind("specificity.broader", "The word is broader", _BOTH, "minor", 5, specificity.BROADER),
    _kind("specificity.narrower", "The word is narrower", _BOTH, "minor", 5),
    _kind("untranslated.word", "Not translated", _HYP, "major", 0, untranslated.FOREIGN),
    _kind("untranslated.script", "A word is in another script", _HYP, "major", 0),
    _kind("repetition.added", "Words are repeated", _HYP, "minor", 0, repetition.REPEATED),
    _kind("grammar.article", "An article is wrong or missing", _HYP, "minor", 1, pronouns_and_articles.WRONG_ARTICLE),
    _kind("grammar.agreement", "Subject and verb do not agree", _HYP, "minor", 1, agreement.WRONG),
    _kind("word.different", "A word differs", "{hyp}, where the reference has {ref}", "major", 9),
    _kind("word.missing", "A word is missing", "{ref} of the reference", "major", 9),
    _kind("word.added", "A word is added", _HYP, "major", 9),
    _kind("word.nonexistent", "A word does not exist in English", _HYP, "major", 0),
    _kind("order.different", "The order of words differs", _BOTH, "minor", 9),
)
KINDS: Final[Mapping[str, FindingKind]] = {kind.name: kind for kind, _ in _TABLE}
"""All kinds by name. Models store weights by it, so a name never changes its meaning."""
PLANTERS: Final[Mapping[str, Planter]] = {kind.name: planter for kind, planter in _TABLE if planter is not None}
"""Of the kinds that can be planted."""
CHECK_KINDS: Final = frozenset(
    {"negation.added", "number.different", "name.different", "opposite.different", "role.swapped", "untranslated.word"}
)
"""Kinds of errors that nobody overlooks who compares a translation with its source."""
ALL_KINDS: Final = "all are listed by meantree findings --kinds, and in the window after finding:"
"""Where people find the kinds."""


def as_different(name: str) -> str:
    """Return the kind of what is missing or added where something stands in its place."""
    different = f"{name.rpartition('.')[0]}.different"
    return different if different in KINDS else "word.different"


def of_one_text(kind: FindingKind, words: str, *, in_reference: bool) -> str:
    """Return the sentence of what differs, with the quoted words of the only text of which they are known."""
    if in_reference:
        return f"{kind.title}: where the reference has {words}, the translation has other words"
    return f"{kind.title}: {words}, where the reference has other words"


def prefixes(name: str) -> tuple[str, ...]:
    """Return the names that mean a kind or several, as ``role``, ``role.agent`` and ``role.agent.missing``."""
    return tuple(accumulate(name.split("."), lambda before, part: f"{before}.{part}"))


def no_such_kind(name: str) -> str:
    """Return that there is no kind or family of this name, which one it probably means, and where all are listed."""
    known = dict.fromkeys(prefix for kind in KINDS for prefix in prefixes(kind))
    return f"there is no kind of findings {did_you_mean(name, known)}; {ALL_KINDS}"
