"""Words, phrases and clauses without a partner."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.phenomena.feature import Firing
from meantree.phenomena.unaligned_words import FEATURES

PHRASES = {
    "nouns_unlinked": ("dep", "NOUN"),
    "proper_nouns_unlinked": ("dep", "PROPN"),
    "verbs_unlinked": ("dep", "VERB"),
    "qualities_unlinked": ("dep", "ADV"),
    "connectives_unlinked": ("cc", "CCONJ"),
    "adjuncts_unlinked": ("obl", "X"),
    "adverbial_clauses_unlinked": ("advcl", "X"),
    "appositions_unlinked": ("appos", "X"),
    "noun_clauses_unlinked": ("acl:relcl", "X"),
    "modifiers_unlinked": ("amod", "X"),
    "conjuncts_unlinked": ("conj", "X"),
    "complements_unlinked": ("ccomp", "X"),
}
BRACKETED = "He/PRON:2:nsubj came/VERB:0:root (/PUNCT:5:punct a/DET:5:det Monday/X:2:dep )/PUNCT:5:punct"
LONG = "He/PRON:2:nsubj came/VERB:0:root on/ADP:6:case a/DET:6:det red/ADJ:6:amod horse/NOUN:2:obl"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


@pytest.mark.parametrize(("name", "phrase"), PHRASES.items())
def test_fires_on_its_kind_alone(name: str, phrase: tuple[str, str]) -> None:
    label, upos = phrase
    text = f"head/NOUN:0:root word/{upos}:1:{label} other/X:1:dep"
    without = "head/NOUN:0:root other/X:1:dep"
    assert fires(name, text, without).conclusion == (1,)
    assert not fires(name, text, "head/NOUN:0:root other/X:1:dep word/X:1:dep", "2-").value, "the word is left over"
    assert not fires(name, text, f"head/NOUN:0:root word/{upos}:1:{label}").value


def test_that_is_no_conjunction_to_miss() -> None:
    pair = view("that/SCONJ:2:mark go/VERB:0:root", "go/VERB:0:root")
    assert not firing(FEATURES, "connectives_unlinked", pair).value


def test_modifiers_of_words_that_have_no_partner_themselves() -> None:
    assert not fires("modifiers_unlinked", "head/NOUN:0:root word/NOUN:1:amod", "x/X:0:root").value


def test_brackets_hold_an_aside_and_quotation_marks_do_not() -> None:
    without = "He/PRON:2:nsubj came/VERB:0:root a/DET:2:dep"
    assert fires("parentheticals_unlinked", BRACKETED, without).conclusion == (4,)
    assert not fires("parentheticals_unlinked", BRACKETED.replace("(", "“").replace(")", "”"), without).value


def test_whole_phrases() -> None:
    assert fires("subtrees_unlinked", LONG, "He/PRON:2:nsubj came/VERB:0:root").conclusion == (2, 3, 4, 5)
    assert not fires("subtrees_unlinked", LONG, "He/PRON:2:nsubj came/VERB:0:root red/ADJ:2:obl").value


def test_a_possessor_is_no_modifier() -> None:
    for label, value in (("nmod:poss", 0), ("nmod", 1)):
        assert fires("modifiers_unlinked", f"dogs/NOUN:0:root owner/X:1:{label}", "dogs/NOUN:0:root").value == value


def test_each_feature_is_tested() -> None:
    assert {feature.name for feature in FEATURES} == {*PHRASES, "parentheticals_unlinked", "subtrees_unlinked"}
