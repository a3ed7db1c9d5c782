"""All features, and their values for a pair of texts in both directions."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.sentences import Analysis
from meantree.phenomena import (
    alignment_quality,
    argument_structure,
    attachment,
    connectives,
    entity_names,
    fluency,
    main_words,
    modality,
    monotonicity,
    negation,
    pronouns_and_articles,
    quantity,
    relatedness,
    tense,
    unaligned_words,
    values,
    veridicality,
)
from meantree.phenomena.feature import Feature, Firing
from meantree.phenomena.reading import DIRECTIONS, Direction, View, reading_of

FEATURES: tuple[Feature, ...] = (
    *alignment_quality.FEATURES,
    *negation.FEATURES,
    *modality.FEATURES,
    *veridicality.FEATURES,
    *quantity.FEATURES,
    *monotonicity.FEATURES,
    *relatedness.FEATURES,
    *tense.FEATURES,
    *connectives.FEATURES,
    *unaligned_words.FEATURES,
    *fluency.FEATURES,
    *entity_names.FEATURES,
    *values.FEATURES,
    *pronouns_and_articles.FEATURES,
    *main_words.FEATURES,
    *argument_structure.FEATURES,
    *attachment.FEATURES,
)
"""In the order of the models' inputs. A new feature may go anywhere: models find their features by name."""


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
