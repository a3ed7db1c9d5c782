"""Where words hang."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.feature import Firing
from meantree.entailment.structure.attachment import FEATURES

RED_HOUSE = "A/DET:3:det red/ADJ:3:amod house/NOUN:0:root of/ADP:6:case a/DET:6:det man/NOUN:3:nmod"
IS_RED = "The/DET:2:det house/NOUN:4:nsubj is/AUX:4:cop red/ADJ:0:root"
SEES = "He/PRON:2:nsubj sees/VERB:0:root red/ADJ:4:amod cats/NOUN:2:obj in/ADP:6:case Rome/PROPN:{}"
SAYS = "Ann/PROPN:2:nsubj says/VERB:0:root Bo/PROPN:4:nsubj {}/VERB:2:{} {}/VERB:4:{} here/ADV:{}"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_lost_arcs() -> None:
    at_verb, at_noun = SEES.format("2:obl"), SEES.format("4:nmod")
    assert not fires("lost_arcs", at_verb, at_verb).value
    assert fires("lost_arcs", at_verb, at_noun).value == 0.2
    assert not fires("far_arcs", at_verb, at_noun).value
    assert fires("lost_arcs", at_verb, at_noun, "1- 2- 3- 5- 6-").value == 1
    assert fires("far_arcs", at_verb, at_noun, "1- 2- 3- 5- 6-").value == 1


def test_lost_arcs_by_their_relation() -> None:
    other = "He/PRON:2:nsubj sees/VERB:0:root red/ADJ:4:amod cats/NOUN:2:obl"
    assert not fires("lost_arcs", other, SEES.format("2:obl")).value
    assert fires("lost_labelled_arcs", other, SEES.format("2:obl")).conclusion_arcs == ((3, 1),)


def test_turned_arcs() -> None:
    assert fires("turned_arcs", "red/ADJ:2:amod house/NOUN:0:root", IS_RED).premise_arcs == ((1, 3),)
    assert not fires("turned_arcs", IS_RED, IS_RED).value


def test_arcs_that_are_torn_or_stretched() -> None:
    apart = SAYS.format("knew", "ccomp", "sing", "xcomp", "5:advmod")
    moved = SAYS.format("knew", "ccomp", "sing", "xcomp", "2:advmod")
    assert fires("torn_arcs", apart, moved).conclusion_arcs == ((5, 4),)
    assert fires("arcs_stretched", apart, moved).value == pytest.approx(2 / 3 / 5)
    for name in ("torn_arcs", "arcs_stretched"):
        assert not fires(name, apart, apart).value


def test_chains() -> None:
    at_verb = SEES.format("2:obl")
    assert not fires("chains_broken", at_verb, at_verb).value
    assert fires("chains_broken", at_verb, at_verb, "3-").conclusion == (2,)
    assert fires("chains_broken", at_verb, at_verb, "3-").value == 0.5


def test_an_adjective_tells_of_another_thing() -> None:
    far = "A/DET:2:det house/NOUN:0:root of/ADP:6:case a/DET:6:det man/NOUN:6:nmod cars/NOUN:2:nmod red/ADJ:5:amod"
    assert fires("adjectives_moved", RED_HOUSE, far).conclusion == (1,)
    assert not fires("adjectives_moved", RED_HOUSE, RED_HOUSE).value
    assert not fires("adjectives_moved", "red/ADJ:2:amod house/NOUN:0:root", IS_RED).value


def moved(name: str, label: str, upos: str = "NOUN") -> tuple[float, float]:
    """What it says where a word hangs far away, and where it hangs in its place."""
    text = f"a/NOUN:0:root b/NOUN:1:nsubj c/NOUN:2:nsubj d/NOUN:1:obj e/{upos}:{{}}:{label}"
    near, far = text.format(4), text.format(3)
    return fires(name, near, far).value, fires(name, near, near).value


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("adverbs_moved", "advmod"),
        ("prepositional_phrases_moved", "nmod"),
        ("possessors_moved", "nmod:poss"),
        ("compounds_broken", "compound"),
        ("coordinations_broken", "conj"),
        ("clauses_moved", "advcl"),
    ],
)
def test_words_that_hang_far_away(name: str, label: str) -> None:
    there, here = moved(name, label)
    assert (there, here) == (1, 0)
    assert moved(name, "amod") == (0, 0)


def test_kinds_of_clauses() -> None:
    first, second = ("he/PRON:2:nsubj asks/VERB:0:root go/VERB:2:" + label for label in ("xcomp", "advcl"))
    assert fires("clause_kinds_changed", first, second).conclusion == (2,)
    assert not fires("clause_kinds_changed", first, first).value


def test_kinds_of_modifiers() -> None:
    first, second = ("stone/NOUN:2:" + label + " wall/NOUN:0:root" for label in ("compound", "amod"))
    assert fires("modifiers_relabelled", first, second).conclusion == (0,)
    assert not fires("modifiers_relabelled", first, first).value


def test_prepositions() -> None:
    first, second = (f"lives/VERB:0:root {word}/ADP:3:case Rome/PROPN:1:obl" for word in ("in", "near"))
    assert fires("prepositions_changed", first, second).conclusion == (2,)
    assert not fires("prepositions_changed", first, first).value


def test_the_agent_of_a_passive_is_no_adjunct() -> None:
    active = "pirates/NOUN:2:nsubj took/VERB/take:0:root it/PRON:2:obj"
    passive = "it/PRON:2:nsubj:pass taken/VERB/take/VBN:0:root by/ADP:4:case pirates/NOUN:2:obl:agent"
    for name in ("prepositions_changed", "modifiers_relabelled"):
        assert not fires(name, passive, active, "2-2=lemma").value
        assert fires(name, passive.replace("obl:agent", "obl").replace("by", "near"), active, "2-2=lemma").value


def test_depths() -> None:
    assert fires("depths_changed", SEES.format("2:obl"), SEES.format("4:nmod")).conclusion == (4, 5)
    assert not fires("depths_changed", RED_HOUSE, RED_HOUSE).value


LOSSES = {"lost_arcs", "lost_labelled_arcs", "far_arcs", "chains_broken"}
"""Words without partners lose their arcs, too."""


@pytest.mark.parametrize("name", [one.name for one in FEATURES if one.name not in LOSSES])
def test_silent_without_links(name: str) -> None:
    assert not fires(name, "dogs/NOUN:2:nsubj bark/VERB:0:root", "cats/NOUN:2:nsubj meow/VERB:0:root").value


def test_a_possessor_is_no_prepositional_phrase() -> None:
    mine = "dogs/NOUN:0:root owner/NOUN:1:nmod:poss"
    theirs = "dogs/NOUN:0:root a/X:1:dep b/X:2:dep owner/NOUN:3:dep"
    assert fires("possessors_moved", mine, theirs).value == 1
    assert not fires("prepositional_phrases_moved", mine, theirs).value
    assert fires("prepositional_phrases_moved", mine.replace("nmod:poss", "nmod"), theirs).value == 1


def test_two_steps_away_is_not_moved() -> None:
    mine = "dogs/NOUN:0:root owner/NOUN:1:nmod"
    assert not fires("prepositional_phrases_moved", mine, "dogs/NOUN:0:root a/X:1:dep owner/NOUN:2:dep").value
