"""Factivity: what follows of clauses that are told under another predicate."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged
from meantree.phenomena.embedding import embeddings, said_claims, truths
from meantree.phenomena.reading import Reading

CAME = "He/PRON:2:nsubj came/VERB/come:0:root"
NOT_CAME = "He/PRON:4:nsubj did/AUX/do:4:aux not/PART:4:advmod come/VERB/come:0:root"
KNEW = "I/PRON:2:nsubj knew/VERB/know:0:root he/PRON:4:nsubj came/VERB/come:2:ccomp"
NOT_KNEW = "I/PRON:4:nsubj did/AUX/do:4:aux not/PART:4:advmod know/VERB:0:root he/PRON:6:nsubj came/VERB/come:4:ccomp"
SAID = "I/PRON:2:nsubj said/VERB/say:0:root he/PRON:4:nsubj came/VERB/come:2:ccomp"
MANAGED = "He/PRON:2:nsubj managed/VERB/manage:0:root to/PART:4:mark come/VERB/come:2:xcomp"
NOT_MANAGED = (
    "He/PRON:4:nsubj did/AUX/do:4:aux not/PART:4:advmod manage/VERB:0:root to/PART:6:mark come/VERB/come:4:xcomp"
)
FAILED = "He/PRON:2:nsubj failed/VERB/fail:0:root to/PART:4:mark come/VERB/come:2:xcomp"
NOT_FAILED = NOT_MANAGED.replace("manage", "fail")
WANTED = "He/PRON:2:nsubj wanted/VERB/want:0:root to/PART:4:mark come/VERB/come:2:xcomp"
MAY = "He/PRON:3:nsubj may/AUX:3:aux come/VERB/come:0:root"
IF = "I/PRON:2:nsubj stay/VERB:0:root if/SCONJ:5:mark he/PRON:5:nsubj came/VERB/come:2:advcl"
BECAUSE = IF.replace("if", "because")
BESIDE = "He/PRON:2:nsubj came/VERB/come:0:root ,/PUNCT:2:punct he/PRON:5:nsubj said/VERB/say:2:parataxis"
QUESTION = "Came/VERB/come:0:root he/PRON:1:nsubj ?/PUNCT:1:punct"
GLAD = "I/PRON:3:nsubj am/AUX/be:3:cop glad/ADJ:0:root he/PRON:5:nsubj came/VERB/come:3:ccomp"
FACT = "The/DET:2:det fact/NOUN:0:root that/SCONJ:5:mark he/PRON:5:nsubj came/VERB/come:2:acl"
AMAZED = "I/PRON:3:nsubj am/AUX/be:3:cop amazed/ADJ:0:root he/PRON:5:nsubj came/VERB/come:3:ccomp"
STOPPED = "He/PRON:2:nsubj stopped/VERB/stop:0:root coming/VERB/come:2:xcomp"
TO_COME = "He/PRON:2:nsubj ran/VERB/run:0:root to/PART:4:mark come/VERB/come:2:advcl"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CAME, "+"),
        (NOT_CAME, "-"),
        (KNEW, "+"),
        (NOT_KNEW, "+"),
        (SAID, "o"),
        (MANAGED, "+"),
        (NOT_MANAGED, "-"),
        (FAILED, "-"),
        (NOT_FAILED, "+"),
        (WANTED, "o"),
        (MAY, "o"),
        (IF, "o"),
        (BECAUSE, "+"),
        (BESIDE, "o"),
        (QUESTION, "o"),
        (GLAD, "+"),
        (FACT, "+"),
        (AMAZED, "+"),
        (STOPPED, "-"),
        (TO_COME, "o"),
    ],
)
def test_whether_he_came(text: str, expected: str) -> None:
    reading = Reading(tagged(text))
    assert truths(reading)[reading.lemmas.index("come")] == expected


def test_particles_belong_to_the_verb() -> None:
    text = "We/PRON:2:nsubj found/VERB/find:0:root out/ADP:2:compound:prt he/PRON:5:nsubj came/VERB/come:2:ccomp"
    assert embeddings(Reading(tagged(text)))[4].signature == "o+"


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("would/AUX:3:aux like/VERB:0:root", {2: "oo"}),
        ("'d/AUX:3:aux love/VERB:0:root", {2: "oo"}),
        ("will/AUX:3:aux like/VERB:0:root", {}),
        ("would/AUX:3:aux want/VERB:0:root", {2: "oo"}),
        ("would/AUX:3:aux manage/VERB:0:root", {}),
    ],
)
def test_what_somebody_would_like_is_a_wish_as_what_they_want_is(verb: str, expected: dict[int, str]) -> None:
    text = f"He/PRON:3:nsubj {verb} to/PART:5:mark come/VERB:3:xcomp"
    assert said_claims(Reading(tagged(text))) == expected


def test_what_depends_on_a_condition_is_open() -> None:
    assert truths(Reading(tagged(IF)))[1] == "o"


def test_a_conjunct_is_as_open_as_what_it_is_joined_to() -> None:
    both = "He/PRON:3:nsubj may/AUX:3:aux come/VERB:0:root and/CCONJ:5:cc {}/VERB:3:{}"
    assert truths(Reading(tagged(both.format("sing", "conj")))) == {2: "o", 4: "o"}
    assert truths(Reading(tagged(both.format("sings", "parataxis")))) == {2: "o", 4: "+"}
