"""Verbs, subjects and objects: those that are missing, and those that changed their roles."""

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
SAYS = "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:4:nsubj see/VERB:2:ccomp cats/NOUN:4:obj"
DISPUTES = "Disputes/NOUN:2:nsubj transposed/VERB:0:root in/ADP:4:case relations/NOUN:2:obl"
ARGUMENTS = "Arguments/NOUN:2:nsubj extended/VERB:0:root to/ADP:4:case relations/NOUN:2:obl"
GAVE = "Ann/PROPN:2:nsubj gave/VERB/give:0:root Bo/PROPN:2:iobj Cy/PROPN:2:obj"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_the_papers_active_and_passive_agree() -> None:
    for feature in FEATURES:
        assert not fires(feature.name, INFECTS, INFECTED, "5-4=lemma 6-2=synonym").value


def test_the_papers_kidnapped_workers() -> None:
    assert fires("subjects_unlinked", BY_PIRATES, KIDNAPPED).conclusion == (6,)
    assert not fires("subjects_unlinked", BY_PIRATES, BY_PIRATES).value


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


def test_main_verbs() -> None:
    """The second sentence of the paper's Table 3."""
    assert fires("main_verbs_unlinked", DISPUTES, ARGUMENTS, "1-1=synonym=0.8").conclusion == (1,)
    assert not fires("main_verbs_unlinked", DISPUTES, ARGUMENTS, "2-2=synonym=0.8").value


def test_verbs_of_dependent_clauses() -> None:
    without = "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:2:obj cats/NOUN:2:obj"
    assert fires("embedded_verbs_unlinked", SAYS, without).conclusion == (3,)
    assert not fires("main_verbs_unlinked", SAYS, without).value


@pytest.mark.parametrize(("name", "place"), [("subjects_unlinked", 1), ("objects_unlinked", 4)])
def test_subjects_and_objects(name: str, place: int) -> None:
    other = SEES.replace("dog" if place == 1 else "cat", "hen")
    assert fires(name, SEES, other).conclusion == (place,)
    assert not fires(name, SEES, other, f"{place + 1}-{place + 1}=path=0.4").value
