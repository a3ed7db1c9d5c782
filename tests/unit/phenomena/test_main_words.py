"""Main words, verbs of clauses, subjects and objects: missing, replaced, or made dependent."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.phenomena.clauses import FEATURES
from meantree.phenomena.feature import Firing

KIDNAPPED = (
    "Three/NUM:3:nummod aid/NOUN:3:compound workers/NOUN:5:nsubj:pass were/AUX:5:aux:pass "
    "kidnapped/VERB/kidnap/VBN:0:root"
)
BY_PIRATES = f"{KIDNAPPED} by/ADP:7:case pirates/NOUN:5:obl:agent"
SEES = "The/DET:2:det dog/NOUN:3:nsubj sees/VERB:0:root a/DET:5:det cat/NOUN:3:obj"
SAYS = "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:4:nsubj see/VERB:2:ccomp cats/NOUN:4:obj"
SINGS = "Ann/PROPN:2:nsubj sings/VERB:0:root and/CCONJ:4:cc dances/VERB:2:conj"
DISPUTES = "Disputes/NOUN:2:nsubj transposed/VERB:0:root in/ADP:4:case relations/NOUN:2:obl"
ARGUMENTS = "Arguments/NOUN:2:nsubj extended/VERB:0:root to/ADP:4:case relations/NOUN:2:obl"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_the_papers_kidnapped_workers() -> None:
    assert fires("subjects_unlinked", BY_PIRATES, KIDNAPPED).conclusion == (6,)
    assert not fires("subjects_unlinked", BY_PIRATES, BY_PIRATES).value


def test_main_words() -> None:
    """The second sentence of the paper's Table 3."""
    assert fires("root_unlinked", DISPUTES, ARGUMENTS, "1-1=synonym=0.8").conclusion == (1,)
    assert not fires("root_unlinked", DISPUTES, ARGUMENTS, "2-2=synonym=0.8").value


def test_verbs_of_further_main_clauses() -> None:
    sings = "Ann/PROPN:2:nsubj sings/VERB:0:root"
    assert fires("coordinated_verbs_unlinked", SINGS, sings).conclusion == (3,)
    assert not fires("coordinated_verbs_unlinked", sings, SINGS.replace("sings", "hums")).value
    assert not fires("embedded_verbs_unlinked", SINGS, sings).value


def test_verbs_of_dependent_clauses() -> None:
    without = "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:2:obj cats/NOUN:2:obj"
    assert fires("embedded_verbs_unlinked", SAYS, without).conclusion == (3,)
    assert not fires("root_unlinked", SAYS, without).value


@pytest.mark.parametrize(("role", "place"), [("subjects", 1), ("objects", 4)])
def test_subjects_and_objects(role: str, place: int) -> None:
    other, link = SEES.replace("dog" if place == 1 else "cat", "hen"), f"{place + 1}-{place + 1}=path=0.4"
    assert fires(f"{role}_unlinked", SEES, other).conclusion == (place,)
    assert not fires(f"{role}_unlinked", SEES, other, link).value
    assert not fires(f"{role}_replaced", SEES, other).value
    assert fires(f"{role}_replaced", SEES, other, link) == Firing(0.6, (place,), (place,))


def test_a_main_word_that_was_replaced() -> None:
    other = SEES.replace("sees", "hears")
    assert fires("root_replaced", SEES, other, "3-3=context=0.5") == Firing(1.0, (2,), (2,))
    assert not fires("root_replaced", SEES, other, "3-3=synonym=0.9").value


def test_a_dependent_clause_made_a_main_clause() -> None:
    main = "The/DET:2:det man/NOUN:3:nsubj sings/VERB:0:root"
    relative = "The/DET:2:det man/NOUN:0:root who/PRON:4:nsubj sings/VERB:2:acl:relcl"
    assert fires("main_clause_demoted", main, relative).conclusion == (2,)
    assert not fires("main_clause_demoted", relative, relative).value
    said = "He/PRON:2:nsubj says/VERB:0:root the/DET:4:det man/NOUN:5:nsubj sings/VERB:2:ccomp"
    assert not fires("main_clause_demoted", main, said).value, "a claim is another feature"
