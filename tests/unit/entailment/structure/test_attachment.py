"""Where words hang."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.feature import Firing
from meantree.entailment.structure.attachment import FEATURES

SEES = "He/PRON:2:nsubj sees/VERB:0:root red/ADJ:4:amod cats/NOUN:2:obj in/ADP:6:case Rome/PROPN:{}"
FAR = "a/NOUN:0:root b/NOUN:1:nsubj c/NOUN:2:nsubj d/NOUN:1:obj e/NOUN:4:nmod f/NOUN:{}:{}"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


@pytest.mark.parametrize("label", ["amod", "advmod", "nmod", "nmod:poss", "compound"])
def test_modifiers_that_hang_far_away(label: str) -> None:
    near, far = FAR.format(5, label), FAR.format(3, label)
    assert fires("modifiers_moved", near, far).conclusion == (5,)
    assert not fires("modifiers_moved", near, near).value
    assert not fires("modifiers_moved", near, far, "6-6=context=0.2").value, "it may be another word"
    assert not fires("modifiers_moved", FAR.format(5, "obj"), FAR.format(3, "obj")).value


def test_a_few_steps_away_is_not_moved() -> None:
    assert not fires("modifiers_moved", SEES.format("2:obl"), SEES.format("4:nmod")).value


def test_prepositions() -> None:
    first, second = (f"lives/VERB:0:root {word}/ADP:3:case Rome/PROPN:1:obl" for word in ("in", "near"))
    assert fires("prepositions_changed", first, second).conclusion == (2,)
    assert not fires("prepositions_changed", first, first).value
    assert not fires("prepositions_changed", first, "visits/VERB:0:root Rome/PROPN:1:obj").value


@pytest.mark.parametrize("name", [feature.name for feature in FEATURES])
def test_silent_without_links(name: str) -> None:
    assert not fires(name, "dogs/NOUN:2:nsubj bark/VERB:0:root", "cats/NOUN:2:nsubj meow/VERB:0:root").value
