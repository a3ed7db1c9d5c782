"""Words without a partner, by part of speech."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.unaligned_words import FEATURES

TEXT = (
    "And/CCONJ:7:cc the/DET:4:det old/ADJ:4:amod man/NOUN:7:nsubj has/AUX:7:aux not/ADV:7:advmod seen/VERB:0:root "
    "him/PRON:7:obj in/ADP:10:case Paris/PROPN:7:obl 2/NUM:12:nummod times/NOUN:7:obl"
)
PLACES = {
    "connectives_unlinked": 1,
    "determiners_unlinked": 2,
    "adjectives_unlinked": 3,
    "auxiliaries_unlinked": 5,
    "adverbs_unlinked": 6,
    "verbs_unlinked": 7,
    "pronouns_unlinked": 8,
    "prepositions_unlinked": 9,
    "proper_nouns_unlinked": 10,
    "numerals_unlinked": 11,
}


@pytest.mark.parametrize(("name", "place"), PLACES.items())
def test_fires_on_its_kind_alone(name: str, place: int) -> None:
    found = firing(FEATURES, name, view(TEXT, TEXT, f"{place}-"))
    assert (found.value, found.conclusion) == (1.0, (place - 1,))
    assert not firing(FEATURES, name, view(TEXT, TEXT, f"{place % 12 + 1}-")).value


def test_the_share_of_a_kind() -> None:
    assert firing(FEATURES, "nouns_unlinked", view(TEXT, TEXT, "12-")).value == 0.5
    assert not firing(FEATURES, "nouns_unlinked", view(TEXT, TEXT, "3-")).value


def test_the_most_telling_word_without_a_partner() -> None:
    found = firing(FEATURES, "telling_word_unlinked", view(TEXT, TEXT, "4- 7- 12-"))
    assert found.conclusion == (6,)
    assert 0.3 < found.value < 1
    assert not firing(FEATURES, "telling_word_unlinked", view(TEXT, TEXT, "2- 8-")).value


def test_each_feature_is_tested() -> None:
    assert {one.name for one in FEATURES} == {*PLACES, "nouns_unlinked", "telling_word_unlinked"}
