"""All phenomena: the features that measure them, and the finders that tell where two texts differ in them.

A new phenomenon is a module with its facts, features, finder and planter. Its ``FEATURES`` and finder are named here,
its kinds in :data:`meantree.phenomena.kinds.KINDS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.sentences import Analysis
from meantree.phenomena import (
    agreement,
    alignment_quality,
    attachment,
    connectives,
    degrees,
    embedding,
    fluency,
    main_words,
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
from meantree.phenomena.reading import DIRECTIONS, Direction, View, reading_of

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
    *main_words.FEATURES,
    *roles.FEATURES,
    *attachment.FEATURES,
)
"""In the order of the models' inputs. A new feature may go anywhere: models find their features by name."""
LANGUAGE_FREE: Final[tuple[Finder, ...]] = (repetition.repetition, untranslated.script, values.number, moods.mood)
"""Finders that need no English grammar or lexicon for some of their kinds."""
FINDERS: Final[tuple[Finder, ...]] = (
    *LANGUAGE_FREE,
    untranslated.untranslated,
    pronouns_and_articles.articles,
    agreement.agreement,
    negation.negation,
    embedding.embedding,
    modality.modality,
    tense.tense,
    names.name,
    quantifiers.quantifier,
    degrees.degree,
    pronouns_and_articles.pronoun,
    pronouns_and_articles.grammatical_number,
    roles.swapped,
    attachment.attachment,
    opposites.opposite,
    specificity.specificity,
    opposites.exclusive,
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
