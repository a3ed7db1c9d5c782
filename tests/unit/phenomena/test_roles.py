"""Verbs, subjects and objects: those that are missing, and those that changed their roles."""

from __future__ import annotations

from helpers.aligned import firing, view
from meantree.phenomena.feature import Firing
from meantree.phenomena.roles import FEATURES, roles

INFECTS = (
    "The/DET:2:det virus/NOUN:5:nsubj did/AUX:5:aux not/PART:5:advmod infect/VERB/infect/VB:0:root anybody/PRON:5:obj"
)
INFECTED = (
    "No/DET:2:det one/PRON:4:nsubj:pass was/AUX:4:aux:pass infected/VERB/infect/VBN:0:root "
    "by/ADP:7:case the/DET:7:det virus/NOUN:4:obl:agent"
)
SEES = "The/DET:2:det dog/NOUN:3:nsubj sees/VERB:0:root a/DET:5:det cat/NOUN:3:obj"
SEEN = (
    "The/DET:2:det dog/NOUN:4:nsubj:pass is/AUX:4:aux:pass seen/VERB/see/VBN:0:root "
    "by/ADP:7:case a/DET:7:det cat/NOUN:4:obl:agent"
)
GAVE = "Ann/PROPN:2:nsubj gave/VERB/give:0:root Bo/PROPN:2:iobj Cy/PROPN:2:obj"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_the_papers_active_and_passive_agree() -> None:
    for feature in FEATURES:
        assert not fires(feature.name, INFECTS, INFECTED, "5-4=lemma 6-2=synonym").value


def test_a_passive_whose_arguments_stayed_where_they_were() -> None:
    result = fires("subject_and_object_swapped", SEES, SEEN, "3-4=lemma")
    assert (result.value, result.conclusion) == (1, (1, 2, 4))
    assert not fires("roles_changed", SEES, SEEN, "3-4=lemma").value, "one difference is one feature"


def test_a_role_that_changed() -> None:
    other = GAVE.replace("Bo/PROPN:2:iobj Cy/PROPN:2:obj", "Cy/PROPN:2:iobj Bo/PROPN:2:obj")
    result = fires("roles_changed", GAVE, other)
    assert (result.conclusion, result.conclusion_arcs) == ((2, 3), ((2, 1), (3, 1)))
    assert not fires("roles_changed", GAVE, GAVE).value
    intransitive = "attitude/NOUN:2:nsubj changed/VERB/change:0:root"
    transitive = "He/PRON:2:nsubj changed/VERB/change:0:root attitude/NOUN:2:obj"
    assert not fires("roles_changed", intransitive, transitive).value


def test_active_and_passive_confused() -> None:
    kills = "He/PRON:2:nsubj killed/VERB/kill/VBD:0:root her/PRON:2:obj"
    killed = "He/PRON:3:nsubj:pass was/AUX:3:aux:pass killed/VERB/kill/VBN:0:root"
    assert fires("voice_confused", killed, kills).conclusion == (0, 2)
    assert fires("voice_confused", kills, killed).conclusion == (0, 1)
    assert not fires("voice_confused", SEES, SEEN, "3-4=lemma").value, "swapped is another feature"
    broke = "It/PRON:2:nsubj broke/VERB/break/VBD:0:root"
    broken = "It/PRON:3:nsubj:pass was/AUX:3:aux:pass broken/VERB/break/VBN:0:root"
    assert not fires("voice_confused", broken, broke).value


SAID = "Ann/PROPN:2:nsubj said/VERB:0:root Bo/PROPN:4:nsubj left/VERB:2:ccomp"


def test_a_subject_of_another_verb() -> None:
    other = SAID.replace("Ann", "Cy").replace("Bo", "Ann").replace("Cy", "Bo")
    result = fires("subjects_elsewhere", SAID, other)
    assert (result.value, result.conclusion, result.premise) == (1, (0, 1, 2, 3), (0, 1, 2, 3))
    assert not fires("subjects_elsewhere", SAID, SAID).value
    pronoun = other.replace("Bo/PROPN:2", "She/PRON:2")
    assert not fires("subjects_elsewhere", SAID, pronoun).value, "she may be Ann"


def test_an_object_of_another_verb() -> None:
    text = "Ann/PROPN:2:nsubj saw/VERB:0:root cats/NOUN:2:obj chase/VERB:3:acl mice/NOUN:4:obj"
    other = text.replace("cats", "x").replace("mice", "cats").replace("x/", "mice/")
    assert fires("objects_elsewhere", text, other).conclusion == (1, 2, 3, 4)
    assert not fires("objects_elsewhere", text, text).value


def test_an_argument_with_a_preposition() -> None:
    visits = "He/PRON:2:nsubj visited/VERB:0:root Rome/PROPN:2:obj"
    there = "He/PRON:2:nsubj visited/VERB:0:root in/ADP:4:case Rome/PROPN:2:obl"
    result = fires("arguments_demoted", visits, there)
    assert (result.value, result.conclusion, result.conclusion_arcs) == (0.5, (2,), ((2, 1),))
    assert not fires("arguments_demoted", there, visits).value, "the other direction tells"
    assert not fires("arguments_demoted", INFECTS, INFECTED, "5-4=lemma 6-2=synonym").value


def test_a_modifier_in_place_of_its_noun() -> None:
    boss = "The/DET:3:det company/NOUN:3:compound president/NOUN:4:nsubj resigned/VERB:0:root"
    company = "The/DET:2:det company/NOUN:3:nsubj resigned/VERB:0:root"
    result = fires("arguments_made_modifiers", company, boss)
    assert (result.conclusion, result.premise) == ((1,), (1,))
    assert not fires("arguments_made_modifiers", company, boss.replace("president", "majority")).value
    assert not fires("arguments_made_modifiers", boss, boss).value
    exchanged = "The/DET:2:det company/NOUN:4:nsubj president/NOUN:2:appos resigned/VERB:0:root"
    assert not fires("arguments_made_modifiers", exchanged, boss).value


def test_that_what_is_something_else_does_nothing() -> None:
    is_fact = "Discovery/NOUN:3:nsubj was/AUX/be:3:cop fact/NOUN:0:root"
    assert not roles(view(is_fact, is_fact, "").conclusion)
    assert roles(view(SEES, SEES, "").conclusion) == {1: "agent", 4: "patient"}
