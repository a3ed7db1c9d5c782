"""Where words hang."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.phenomena.attachment import FEATURES
from meantree.phenomena.feature import Firing

SEES = "He/PRON:2:nsubj sees/VERB:0:root red/ADJ:4:amod cats/NOUN:2:obj in/ADP:6:case Rome/PROPN:{}"
FAR = "a/NOUN:0:root b/NOUN:1:nsubj c/NOUN:2:nsubj d/NOUN:1:obj e/NOUN:4:nmod f/NOUN:{}:{}"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


MOVED = [
    ("qualities_moved", "amod"),
    ("qualities_moved", "advmod"),
    ("prepositional_phrases_moved", "nmod"),
    ("compounds_broken", "compound"),
    ("lists_broken", "conj"),
    ("clauses_moved", "acl"),
]


@pytest.mark.parametrize(("name", "label"), MOVED)
def test_what_is_attached_elsewhere(name: str, label: str) -> None:
    near, far = FAR.format(5, label), FAR.format(3, label).replace("f/", "g/NOUN:1:dep f/")
    assert fires(name, near, far).conclusion == (4, 5)
    assert not fires(name, near, near).value
    assert not fires(name, near, far, "6-7=context=0.2").value, "it may be another word"
    assert not fires(name, FAR.format(5, "obj"), far).value


def test_the_same_words_are_attached_alike() -> None:
    assert not fires("qualities_moved", FAR.format(5, "amod"), FAR.format(3, "amod")).value


def test_a_few_steps_away_is_not_moved() -> None:
    assert not fires("prepositional_phrases_moved", SEES.format("2:obl"), SEES.format("4:nmod")).value


def test_head_and_modifier_exchanged() -> None:
    first = "the/DET:3:det city/NOUN:3:compound bridge/NOUN:0:root"
    second = "the/DET:3:det bridge/NOUN:3:compound city/NOUN:0:root"
    assert fires("heads_exchanged", first, second, "2-3 3-2").conclusion == (1, 2)
    assert not fires("heads_exchanged", first, first).value
    of = "the/DET:2:det bridge/NOUN:0:root of/ADP:5:case the/DET:5:det city/NOUN:2:nmod"
    assert not fires("heads_exchanged", first, of, "2-5 3-2").value


def test_prepositions() -> None:
    first, second = (f"lives/VERB:0:root {word}/ADP:3:case Rome/PROPN:1:obl" for word in ("in", "near"))
    assert fires("prepositions_changed", first, second).conclusion == (2,)
    assert not fires("prepositions_changed", first, first).value
    assert not fires("prepositions_changed", first, "visits/VERB:0:root Rome/PROPN:1:obj").value


@pytest.mark.parametrize("name", [feature.name for feature in FEATURES])
def test_silent_without_links(name: str) -> None:
    assert not fires(name, "dogs/NOUN:2:nsubj bark/VERB:0:root", "cats/NOUN:2:nsubj meow/VERB:0:root").value
