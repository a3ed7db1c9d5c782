"""All features, group by group, and their values for a pair in both directions."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.sentences import Analysis
from meantree.entailment import alignment_quality, information
from meantree.entailment.compatibility import (
    connectives,
    factivity,
    inference,
    modality,
    polarity,
    quantity,
    relatedness,
    tense,
)
from meantree.entailment.feature import Feature, Firing
from meantree.entailment.insertions import unlinked_phrases, unlinked_words, wording
from meantree.entailment.reading import Reading
from meantree.entailment.reference import anaphora, names, values
from meantree.entailment.structure import argument_structure, attachment, main_words
from meantree.entailment.view import DIRECTIONS, Direction, View

FEATURES: tuple[Feature, ...] = (
    *alignment_quality.FEATURES,
    *information.FEATURES,
    *polarity.FEATURES,
    *modality.FEATURES,
    *factivity.FEATURES,
    *quantity.FEATURES,
    *inference.FEATURES,
    *relatedness.FEATURES,
    *tense.FEATURES,
    *connectives.FEATURES,
    *unlinked_words.FEATURES,
    *unlinked_phrases.FEATURES,
    *wording.FEATURES,
    *names.FEATURES,
    *values.FEATURES,
    *anaphora.FEATURES,
    *main_words.FEATURES,
    *argument_structure.FEATURES,
    *attachment.FEATURES,
)
"""In the order in which models take them; new ones go where they belong, models name theirs."""

NAMES: tuple[str, ...] = tuple(f"{direction}.{one.name}" for direction in DIRECTIONS for one in FEATURES)
"""Every feature once a direction."""


def fired(hyp: Analysis, ref: Analysis, alignment: WordAlignment) -> Mapping[tuple[Direction, str], Firing]:
    """What every feature says of the pair, by direction and name, in the order of :data:`NAMES`."""
    one, two = Reading(hyp), Reading(ref)
    views = {direction: View(one, two, alignment, direction) for direction in DIRECTIONS}
    return {(direction, one.name): one.theory(view) for direction, view in views.items() for one in FEATURES}
