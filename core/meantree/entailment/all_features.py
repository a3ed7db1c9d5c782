"""All features, and their values for a pair of texts in both directions."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.sentences import Analysis
from meantree.entailment import (
    alignment_quality,
    entity_names,
    fluency,
    information_loss,
    numbers_and_pronouns,
    unaligned_words,
)
from meantree.entailment.compatibility import (
    connectives,
    modality,
    monotonicity,
    negation,
    quantity,
    relatedness,
    tense,
    veridicality,
)
from meantree.entailment.feature import Feature, Firing
from meantree.entailment.reading import DIRECTIONS, Direction, Reading, View
from meantree.entailment.structure import argument_structure, attachment, main_words

FEATURES: tuple[Feature, ...] = (
    *alignment_quality.FEATURES,
    *information_loss.FEATURES,
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
    *numbers_and_pronouns.FEATURES,
    *main_words.FEATURES,
    *argument_structure.FEATURES,
    *attachment.FEATURES,
)
"""In the order of the models' inputs. A new feature may go anywhere: models find their features by name."""

NAMES: tuple[str, ...] = tuple(f"{direction}.{feature.name}" for direction in DIRECTIONS for feature in FEATURES)
"""The name of every feature in each direction."""


def feature_firings(hyp: Analysis, ref: Analysis, alignment: WordAlignment) -> Mapping[tuple[Direction, str], Firing]:
    """Return the firings of all features for a pair, by direction and name, in the order of :data:`NAMES`."""
    readings = Reading(hyp), Reading(ref)
    views = {direction: View(*readings, alignment, direction) for direction in DIRECTIONS}
    return {
        (direction, feature.name): feature.function(view) for direction, view in views.items() for feature in FEATURES
    }
