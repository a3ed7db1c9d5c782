"""Tense, aspect, mood, conditions."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, tagged, view
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.phenomena import moods, tense
from meantree.phenomena.moods import questions
from meantree.phenomena.reading import Reading
from meantree.phenomena.tense import forms

FEATURES = (*tense.FEATURES, *moods.FEATURES)

COMES = "He/PRON:2:nsubj comes/VERB/come/VBZ:0:root"
CAME = "He/PRON:2:nsubj came/VERB/come/VBD:0:root"
WILL = "He/PRON:3:nsubj will/AUX/will/MD:3:aux come/VERB/come/VB:0:root"
WOULD = "He/PRON:3:nsubj would/AUX/would/MD:3:aux come/VERB/come/VB:0:root"
HAS_COME = "He/PRON:3:nsubj has/AUX/have/VBZ:3:aux come/VERB/come/VBN:0:root"
IS_COMING = "He/PRON:3:nsubj is/AUX/be/VBZ:3:aux coming/VERB/come/VBG:0:root"
COMING = "He/PRON:2:nsubj coming/VERB/come/VBG:0:root"
ASKED = "Comes/VERB/come/VBZ:0:root he/PRON:1:nsubj ?/PUNCT:1:punct"
COMMAND = "Come/VERB/come/VB:0:root !/PUNCT:1:punct"
IF = "I/PRON:2:nsubj stay/VERB/stay/VBP:0:root if/SCONJ:5:mark he/PRON:5:nsubj comes/VERB/come/VBZ:2:advcl"
WHEN = IF.replace("if", "when")
WHEN_CAME = WHEN.replace("comes/VERB/come/VBZ", "came/VERB/come/VBD")


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
    ("name", "fires", "silent"),
    [
        ("tense_differs", (COMES, CAME), (COMES, IS_COMING)),
        ("tense_differs", (WILL, CAME), (WOULD, CAME)),
        ("tense_differs", (WHEN, WHEN_CAME), (HAS_COME, CAME)),
        ("progressive_differs", (IS_COMING, COMES), (COMES, CAME)),
        ("mood_differs", (ASKED, COMES), (COMES, CAME)),
        ("mood_differs", (COMES, COMMAND), (COMMAND, COMMAND)),
        ("condition_added", (IF, WHEN), (WHEN, IF)),
    ],
)
def test_a_pair_where_it_fires_and_one_where_it_does_not(
    name: str, fires: tuple[str, str], silent: tuple[str, str]
) -> None:
    def come(text: str) -> int:
        return Reading(tagged(text)).lemmas.index("come")

    def linked(conclusion: str, premise: str) -> str:
        return f"{come(conclusion) + 1}-{come(premise) + 1}=lemma"

    result = firing(FEATURES, name, view(*fires, linked(*fires)))
    assert 0 < result.value <= 1
    assert come(fires[0]) in result.conclusion
    assert come(fires[1]) in result.premise
    assert not firing(FEATURES, name, view(*silent, linked(*silent))).value


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
