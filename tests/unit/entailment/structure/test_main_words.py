"""Main words, subjects and objects."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.feature import Firing
from meantree.entailment.structure.main_words import FEATURES

DISPUTES = "Disputes/NOUN:2:nsubj transposed/VERB:0:root in/ADP:4:case relations/NOUN:2:obl"
ARGUMENTS = "Arguments/NOUN:2:nsubj extended/VERB:0:root to/ADP:4:case relations/NOUN:2:obl"
SEES = "The/DET:2:det dog/NOUN:3:nsubj sees/VERB:0:root a/DET:5:det cat/NOUN:3:obj"
SAYS = "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:4:nsubj see/VERB:2:ccomp cats/NOUN:4:obj"
SEEN = "A/DET:2:det cat/NOUN:4:nsubj:pass is/AUX:4:aux:pass seen/VERB/see/VBN:0:root by/ADP:6:case dog/NOUN:4:obl:agent"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_main_word_without_a_partner() -> None:
    """The second sentence of the paper's Table 3."""
    assert fires("root_unlinked", DISPUTES, ARGUMENTS, "1-1=synonym=0.8").conclusion == (1,)
    assert fires("main_verbs_unlinked", DISPUTES, ARGUMENTS, "1-1=synonym=0.8").value == 1
    for name in ("root_unlinked", "main_verbs_unlinked"):
        assert not fires(name, DISPUTES, ARGUMENTS, "2-2=synonym=0.8").value


def test_main_word_weakly_linked() -> None:
    assert fires("root_weakly_linked", DISPUTES, ARGUMENTS, "2-2=lin=0.3").value == pytest.approx(0.7)
    assert not fires("root_weakly_linked", SEES, SEES).value


def test_main_word_linked_with_another() -> None:
    assert fires("root_moved", SEES, SAYS, "3-4 2-3 5-5").premise == (3,)
    assert not fires("root_moved", SEES, SEEN, "3-4").value


def test_embedded_predicates() -> None:
    assert fires("embedded_verbs_unlinked", SAYS, SAYS, "4-").conclusion == (3,)
    assert not fires("embedded_verbs_unlinked", SAYS, SAYS, "2-").value
    assert not fires("main_verbs_unlinked", SAYS, SAYS, "4-").value


def test_subjects_and_objects_without_partners() -> None:
    assert fires("subjects_unlinked", SEES, SEES, "2-").conclusion == (1,)
    assert not fires("subjects_unlinked", SEES, SEES, "5-").value
    assert fires("objects_unlinked", SEES, SEES, "5-").conclusion == (4,)
    assert not fires("objects_unlinked", SEES, SEES, "2-").value


def test_subjects_and_objects_that_change_places() -> None:
    for name in ("subjects_moved", "objects_moved"):
        assert fires(name, SEES, SEES, "2-5 5-2").value == 1
        assert not fires(name, SEES, SEEN, "3-4").value


def test_prominent_words() -> None:
    assert fires("prominent_words_unlinked", SEES, SEES, "2-").value == pytest.approx(1 / 3)
    assert not fires("any_prominent_word_unlinked", SEES, SEES, "1-").value
    assert fires("any_prominent_word_unlinked", SEES, SEES, "2-").value == 1
    assert fires("prominent_words_unlinked", SEES, SEES, "2- 3- 5-").value == 1


def test_prominent_words_that_do_not_stay_so() -> None:
    assert not fires("prominent_words_lost", SEES, SEES).value
    assert fires("prominent_words_lost", SEES, SEES, "2-1").conclusion == (1,)


def test_predicates_that_become_something_else() -> None:
    assert fires("predicates_lost", SEES, SEES, "3-5 5-").premise == (4,)
    assert not fires("predicates_lost", SEES, SEES).value


def test_each_feature_is_named_here() -> None:
    assert len(FEATURES) == 13


def test_how_weakly_main_words_are_linked_is_told_of_all_sentences() -> None:
    """One is alike, one half so, one has no partner."""
    three = "come/VERB:0:root | go/VERB:0:root | sit/VERB:0:root"
    result = fires("root_weakly_linked", three, "come/VERB:0:root | walk/VERB:0:root", "2-2=lin=0.5")
    assert result.value == pytest.approx(1 / 6)
    assert (result.conclusion, result.premise) == ((1,), (1,))


def test_words_are_told_in_order() -> None:
    nested = "sing/VERB:2:ccomp say/VERB:4:ccomp we/PRON:4:nsubj know/VERB:0:root"
    assert fires("embedded_verbs_unlinked", nested, "they/PRON:0:root").conclusion == (0, 1)
    assert fires("predicates_lost", nested, "a/DET:2:det b/X:0:root c/X:2:dep", "1-1 2-2 4-3").conclusion == (0, 1, 3)
