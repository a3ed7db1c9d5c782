"""What linked words mean to each other."""

from __future__ import annotations

from helpers.aligned import firing, view
from meantree.phenomena.opposites import FEATURES

BUYS = "India/PROPN:2:nsubj buys/VERB/buy:0:root cheap/ADJ:4:amod tanks/NOUN/tank:2:obj"
ACQUIRES = "India/PROPN:2:nsubj acquires/VERB/acquire:0:root dear/ADJ:4:amod arms/NOUN/arm:2:obj"
NOT_CHEAP = "India/PROPN:2:nsubj buys/VERB/buy:0:root not/PART:4:advmod cheap/ADJ:5:amod tanks/NOUN/tank:2:obj"


def test_antonyms() -> None:
    result = firing(FEATURES, "antonyms_opposed", view(BUYS, ACQUIRES, "1- 3-3=antonym=0.7"))
    assert (result.value, result.conclusion, result.premise) == (1.0, (2,), (2,))
    assert not firing(FEATURES, "antonyms_opposed", view(BUYS, ACQUIRES, "1- 3-3=synonym=0.7")).value


def test_antonyms_of_which_one_is_negated() -> None:
    assert not firing(FEATURES, "antonyms_opposed", view(NOT_CHEAP, ACQUIRES, "4-3=antonym")).value
