"""Mean probability of the arcs of a text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.stores import HandMadeStore, UnsureStore
from helpers.trees import EMPTY, analysis, parsed
from meantree.analysis.analyser import load_analyser
from meantree.analysis.corrections import corrected
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import certainty

ROUNDED = 1e-4
"""Scores of arcs are kept with four decimals."""
ONE, FIVE = (UnsureStore().analyse({text: Layers(3)})[text] for text in ("a", "a b c d e"))


def test_certainty_is_the_mean_probability_of_the_arcs() -> None:
    assert certainty(FIVE) == pytest.approx((1 + 0.6 + 0.9 + 0.6) / 4, abs=ROUNDED)
    assert certainty(analysis(*FIVE.sentences, *ONE.sentences)) == pytest.approx(3.1 / 4, abs=ROUNDED), (
        "the root has no arc"
    )


def test_corrected_arcs_are_certain() -> None:
    assert certainty(corrected(FIVE, {2: (1, "x")})) == pytest.approx((1 + 1 + 0.9 + 0.6) / 4, abs=ROUNDED)
    assert certainty(corrected(analysis(*ONE.sentences, *FIVE.sentences), {3: (2, "x")})) == pytest.approx(
        3.5 / 4, abs=ROUNDED
    )


def test_an_excluded_arc_has_no_probability() -> None:
    other = replace(FIVE.sentences[0], tree=parsed("a:0:root b:1:l1 c:1:l2 d:1:l0 e:1:x").tree())
    assert certainty(analysis(other)) == pytest.approx((1 + 0.6 + 0.9 + 0) / 4, abs=ROUNDED)


def test_certainty_is_undefined_without_arcs_and_without_probabilities() -> None:
    assert certainty(EMPTY) is None
    assert certainty(ONE) is None
    assert certainty(HandMadeStore().analyse({"a b": Layers(3)})["a b"]) is None
    assert certainty(analysis(*FIVE.sentences, *parsed("a:0:root b:1:x").sentences)) is None


@pytest.mark.pipeline
def test_a_garbled_text_is_less_certain() -> None:
    sound, garbled = load_analyser().analyse(
        ["The minister sold the old house in May.", "Minister house the in sold old May the."], Layers(2)
    )
    assert 0.9 < (certainty(sound) or 0) <= 1
    assert 0 < (certainty(garbled) or 1) < 0.9
