"""The arguments of linked predicates."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.feature import Firing
from meantree.entailment.structure.argument_structure import FEATURES

INFECTS = (
    "The/DET:2:det virus/NOUN:5:nsubj did/AUX:5:aux not/PART:5:advmod infect/VERB/infect/VB:0:root anybody/PRON:5:obj"
)
INFECTED = (
    "No/DET:2:det one/PRON:4:nsubj:pass was/AUX:4:aux:pass infected/VERB/infect/VBN:0:root "
    "by/ADP:7:case the/DET:7:det virus/NOUN:4:obl:agent"
)
KIDNAPPED = (
    "Three/NUM:3:nummod aid/NOUN:3:compound workers/NOUN:5:nsubj:pass were/AUX:5:aux:pass "
    "kidnapped/VERB/kidnap/VBN:0:root"
)
BY_PIRATES = f"{KIDNAPPED} by/ADP:7:case pirates/NOUN:5:obl:agent"
SEES = "The/DET:2:det dog/NOUN:3:nsubj sees/VERB:0:root a/DET:5:det cat/NOUN:3:obj"
SEEN = (
    "The/DET:2:det dog/NOUN:4:nsubj:pass is/AUX:4:aux:pass seen/VERB/see/VBN:0:root "
    "by/ADP:7:case a/DET:7:det cat/NOUN:4:obl:agent"
)
LIVES = "I/PRON:2:nsubj live/VERB:0:root in/ADP:4:case Rome/PROPN:2:obl"
NEAR = "I/PRON:2:nsubj live/VERB:0:root near/ADP:4:case Rome/PROPN:2:obl"
INHABITS = "I/PRON:2:nsubj inhabit/VERB:0:root Rome/PROPN:2:obj"
SAYS = "I/PRON:2:nsubj think/VERB:0:root dogs/NOUN:4:nsubj live/VERB:2:ccomp in/ADP:6:case Rome/PROPN:2:obl"
SAID = "dogs/NOUN:2:nsubj think/VERB:0:root I/PRON:4:nsubj live/VERB:2:ccomp in/ADP:6:case Rome/PROPN:4:obl"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_the_papers_active_and_passive() -> None:
    links = "5-4=lemma 6-2=synonym"
    assert fires("passive_handled", INFECTS, INFECTED, links).value == 1
    for name in ("arguments_lost", "passive_mishandled", "roles_changed", "subject_and_object_swapped"):
        assert not fires(name, INFECTS, INFECTED, links).value


def test_a_passive_whose_arguments_stayed_where_they_were() -> None:
    assert fires("passive_mishandled", SEES, SEEN, "3-4=lemma").conclusion == (1, 2, 4)
    assert fires("roles_changed", SEES, SEEN, "3-4=lemma").value == 1
    assert fires("subject_and_object_swapped", SEES, SEEN, "3-4=lemma").value == 1
    assert not fires("passive_handled", SEES, SEEN, "3-4=lemma").value
    assert not fires("passive_handled", SEES, SEES).value


def test_the_papers_kidnapped_workers() -> None:
    assert fires("agents_added", BY_PIRATES, KIDNAPPED).conclusion == (2, 4, 6)
    assert fires("arguments_added", BY_PIRATES, KIDNAPPED).value == 0.5
    assert fires("arguments_missing", KIDNAPPED, BY_PIRATES).premise == (6,)
    for name in ("agents_added", "arguments_added", "arguments_missing"):
        assert not fires(name, BY_PIRATES, BY_PIRATES).value
    assert not fires("agents_added", KIDNAPPED, BY_PIRATES).value


def test_lost_arguments_are_arcs() -> None:
    result = fires("arguments_lost", SEES, SEES, "5-")
    assert (result.value, result.conclusion, result.conclusion_arcs) == (0.5, (4,), ((4, 2),))
    assert fires("arguments_lost", SEES, SEES, "3-").value == 1, "their predicate has no partner"
    assert not fires("arguments_lost", SEES, SEES).value


def test_an_argument_is_an_adjunct() -> None:
    assert fires("arguments_demoted", INHABITS, LIVES, "2-2=synonym").conclusion == (2,)
    assert fires("adjuncts_promoted", LIVES, INHABITS, "2-2=synonym").conclusion == (3,)
    for name in ("arguments_demoted", "adjuncts_promoted"):
        assert not fires(name, LIVES, LIVES).value


def test_an_argument_hangs_on_another_predicate() -> None:
    assert fires("arguments_elsewhere", SAYS, SAID).conclusion == (0, 2)
    assert not fires("arguments_elsewhere", SAYS, SAYS).value


def test_an_adjunct_hangs_on_another_predicate() -> None:
    assert fires("adjuncts_elsewhere", SAYS, SAID, "1- 3-").conclusion == (5,)
    assert not fires("adjuncts_elsewhere", SAYS, SAYS).value


def test_the_order_of_arguments() -> None:
    turned = "A/DET:2:det cat/NOUN:5:obj the/DET:4:det dog/NOUN:5:nsubj sees/VERB:0:root"
    assert fires("arguments_out_of_order", SEES, turned).value == 1
    assert not fires("arguments_out_of_order", SEES, SEES).value
    assert not fires("arguments_out_of_order", SEES, SEEN, "3-4=lemma").value


def test_the_prepositions_of_adjuncts() -> None:
    assert fires("adjuncts_lost", LIVES, NEAR).conclusion == (3,)
    assert not fires("adjuncts_lost", LIVES, LIVES).value
    assert fires("adjunct_prepositions_changed", LIVES, NEAR).conclusion == (3,)
    assert not fires("adjunct_prepositions_changed", LIVES, LIVES).value


@pytest.mark.parametrize("name", [one.name for one in FEATURES])
def test_silent_where_predicates_are_not_linked(name: str) -> None:
    assert not fires(name, "dogs/NOUN:0:root", "cats/NOUN:0:root").value


def test_the_recipient_of_a_passive_may_be_an_adjunct() -> None:
    gave = "Ann/PROPN:2:nsubj gave/VERB/give:0:root the/DET:4:det girl/NOUN:2:iobj the/DET:6:det book/NOUN:2:obj"
    given = (
        "The/DET:2:det book/NOUN:4:nsubj:pass was/AUX:4:aux:pass given/VERB/give/VBN:0:root to/ADP:7:case "
        "the/DET:7:det girl/NOUN:4:obl by/ADP:9:case Ann/PROPN:4:obl:agent"
    )
    for conclusion, premise, links in ((gave, given, "2-4=lemma"), (given, gave, "4-2=lemma")):
        assert not fires("passive_mishandled", conclusion, premise, links).value
        assert fires("passive_handled", conclusion, premise, links).value == 1
