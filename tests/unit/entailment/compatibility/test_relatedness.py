"""What linked words mean to each other."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.compatibility.relatedness import FEATURES

BUYS = "India/PROPN:2:nsubj buys/VERB/buy:0:root cheap/ADJ:4:amod tanks/NOUN/tank:2:obj"
ACQUIRES = "India/PROPN:2:nsubj acquires/VERB/acquire:0:root dear/ADJ:4:amod arms/NOUN/arm:2:obj"
NOT_CHEAP = "India/PROPN:2:nsubj buys/VERB/buy:0:root not/PART:4:advmod cheap/ADJ:5:amod tanks/NOUN/tank:2:obj"
PURCHASE = "India/PROPN:2:compound purchase/NOUN:0:root cheap/ADJ:4:amod tanks/NOUN/tank:2:nmod"


@pytest.mark.parametrize(
    ("name", "relation", "word"),
    [
        ("antonyms_opposed", "antonym", 3),
        ("synonyms_linked", "synonym", 2),
        ("paraphrases_linked", "ppdb", 2),
        ("derivations_linked", "derivation", 2),
        ("general_words_linked", "hyponym", 4),
        ("special_words_linked", "hypernym", 4),
        ("loosely_linked", "vectors", 4),
    ],
)
def test_relations(name: str, relation: str, word: int) -> None:
    fires = view(BUYS, ACQUIRES, f"1- {word}-{word}={relation}=0.7")
    result = firing(FEATURES, name, fires)
    assert (result.value, result.conclusion, result.premise) == (1.0, (word - 1,), (word - 1,))
    assert not firing(FEATURES, name, view(BUYS, ACQUIRES, f"1- {word}-{word}=acronym")).value


def test_who_says_less_depends_on_the_direction() -> None:
    turned = view(BUYS, ACQUIRES, "4-4=hypernym", direction="hyp>ref")
    assert firing(FEATURES, "general_words_linked", turned).conclusion == (3,)
    assert not firing(FEATURES, "special_words_linked", turned).value


def test_antonyms_of_which_one_is_negated() -> None:
    pair = view(NOT_CHEAP, ACQUIRES, "4-3=antonym")
    assert firing(FEATURES, "antonyms_reconciled", pair).conclusion == (3,)
    assert not firing(FEATURES, "antonyms_opposed", pair).value
    assert not firing(FEATURES, "antonyms_reconciled", view(BUYS, ACQUIRES, "3-3=antonym")).value


@pytest.mark.parametrize(
    ("name", "expected"),
    [("verbs_unlike", 0.4), ("nouns_unlike", 0.1), ("qualifiers_unlike", 0.5)],
)
def test_words_unlike_their_partners(name: str, expected: float) -> None:
    links = "2-2=vectors=0.6 3-3=vectors=0.5 4-4=hypernym=0.9"
    assert firing(FEATURES, name, view(BUYS, ACQUIRES, links)).value == pytest.approx(expected)
    assert not firing(FEATURES, name, view(BUYS, ACQUIRES, alike=False)).value


def test_unlike_words_are_a_share_of_all_of_their_kind() -> None:
    two = "dogs/NOUN:2:nsubj bark/VERB:0:root cats/NOUN:2:obj"
    assert firing(FEATURES, "nouns_unlike", view(two, two, "1-1=path=0.4 3-")).value == pytest.approx(0.3)


def test_weak_links() -> None:
    assert firing(FEATURES, "weak_links", view(BUYS, ACQUIRES, "2-2=vectors=0.3")).conclusion == (1,)
    assert not firing(FEATURES, "weak_links", view(BUYS, ACQUIRES, "2-2=vectors=0.6")).value


def test_part_of_speech() -> None:
    assert firing(FEATURES, "part_of_speech_differs", view(PURCHASE, BUYS, "2-2=derivation")).conclusion == (1,)
    assert not firing(FEATURES, "part_of_speech_differs", view(BUYS, ACQUIRES, "2-2=synonym")).value
