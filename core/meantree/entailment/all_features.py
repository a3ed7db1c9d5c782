"""All features, group by group, and their values for a pair in both directions."""

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
"""In the order in which models take them; new ones go where they belong, models name theirs."""

NAMES: tuple[str, ...] = tuple(f"{direction}.{one.name}" for direction in DIRECTIONS for one in FEATURES)
"""Every feature once a direction."""


def feature_firings(hyp: Analysis, ref: Analysis, alignment: WordAlignment) -> Mapping[tuple[Direction, str], Firing]:
    """What every feature says of the pair, by direction and name, in the order of :data:`NAMES`."""
    one, two = Reading(hyp), Reading(ref)
    views = {direction: View(one, two, alignment, direction) for direction in DIRECTIONS}
    return {(direction, one.name): one.theory(view) for direction, view in views.items() for one in FEATURES}
