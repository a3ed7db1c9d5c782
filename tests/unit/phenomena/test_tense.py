"""Tense and questions."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.phenomena.moods import questions
from meantree.phenomena.reading import Reading
from meantree.phenomena.tense import forms

COMES = "He/PRON:2:nsubj comes/VERB/come/VBZ:0:root"
CAME = "He/PRON:2:nsubj came/VERB/come/VBD:0:root"
WILL = "He/PRON:3:nsubj will/AUX/will/MD:3:aux come/VERB/come/VB:0:root"
WOULD = "He/PRON:3:nsubj would/AUX/would/MD:3:aux come/VERB/come/VB:0:root"
HAS_COME = "He/PRON:3:nsubj has/AUX/have/VBZ:3:aux come/VERB/come/VBN:0:root"
IS_COMING = "He/PRON:3:nsubj is/AUX/be/VBZ:3:aux coming/VERB/come/VBG:0:root"
COMING = "He/PRON:2:nsubj coming/VERB/come/VBG:0:root"
ASKED = "Comes/VERB/come/VBZ:0:root he/PRON:1:nsubj ?/PUNCT:1:punct"
COMMAND = "Come/VERB/come/VB:0:root !/PUNCT:1:punct"


@pytest.mark.parametrize(
    ("text", "tense", "finite"),
    [
        (COMES, "present", True),
        (CAME, "past", True),
        (WILL, "future", True),
        (WOULD, "", True),
        (HAS_COME, "present", True),
        (IS_COMING, "present", True),
        (COMING, "", False),
        (COMMAND, "", True),
        ("He/PRON:3:nsubj was/AUX/be/VBD:3:cop ill/ADJ/ill/JJ:0:root", "past", True),
    ],
)
def test_tenses(text: str, tense: str, finite: bool) -> None:
    reading = Reading(tagged(text))
    (form,) = forms(reading).values()
    assert (form.tense, form.finite) == (tense, finite)


def test_morphological_features_go_before_tags() -> None:
    token = Token("came", "come", "VERB", "VBD", "Mood=Ind|Tense=Past|VerbForm=Fin")
    part = Token("come", "come", "VERB", "VBD", "Tense=Past|VerbForm=Part")
    for word, expected in ((token, "past"), (part, "")):
        text = Analysis("", (Sentence((word,), DependencyTree((-1,), ("root",))),))
        assert forms(Reading(text))[0].tense == expected


def test_questions() -> None:
    assert questions(Reading(tagged(f"{CAME} | {ASKED}"))) == {2}


@pytest.mark.parametrize(
    ("text", "tense", "perfect"),
    [
        ("He/PRON:3:nsubj 'd/AUX/'d/MD:3:aux come/VERB/come/VB:0:root", "", False),
        ("He/PRON:3:nsubj 'd/AUX/would/VBD:3:aux come/VERB/come/VBN:0:root", "past", True),
        ("He/PRON:4:nsubj ’d/AUX/'d/MD:4:aux been/AUX/be/VBN:4:cop glad/ADJ/glad/JJ:0:root", "past", True),
        ("He/PRON:4:nsubj 'd/AUX/'d/MD:4:aux be/AUX/be/VB:4:aux:pass seen/VERB/see/VBN:0:root", "", False),
    ],
)
def test_a_contracted_auxiliary_is_had_before_a_participle(text: str, tense: str, perfect: bool) -> None:
    (form,) = forms(Reading(tagged(text))).values()
    assert (form.tense, form.perfect) == (tense, perfect)
