"""Words, phrases and clauses without a partner."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.feature import Firing
from meantree.entailment.unaligned_words import FEATURES

TEXT = (
    "And/CCONJ:7:cc the/DET:4:det old/ADJ:4:amod man/NOUN:7:nsubj has/AUX:7:aux not/ADV:7:advmod seen/VERB:0:root "
    "him/PRON:7:obj in/ADP:10:case Paris/PROPN:7:obl 2/NUM:12:nummod times/NOUN:7:obl"
)
PLACES = {
    "connectives_unlinked": 1,
    "determiners_unlinked": 2,
    "adjectives_unlinked": 3,
    "auxiliaries_unlinked": 5,
    "adverbs_unlinked": 6,
    "verbs_unlinked": 7,
    "pronouns_unlinked": 8,
    "prepositions_unlinked": 9,
    "proper_nouns_unlinked": 10,
    "numerals_unlinked": 11,
}
PHRASES = {
    "adjuncts_unlinked": ("obl", "NOUN"),
    "adverbials_unlinked": ("advmod", "ADV"),
    "adverbial_clauses_unlinked": ("advcl", "VERB"),
    "appositions_unlinked": ("appos", "NOUN"),
    "restricting_clauses_unlinked": ("acl:relcl", "VERB"),
    "adjectival_modifiers_unlinked": ("amod", "ADJ"),
    "nominal_modifiers_unlinked": ("nmod", "NOUN"),
    "participles_unlinked": ("acl", "VERB"),
    "conjuncts_unlinked": ("conj", "NOUN"),
    "parentheticals_unlinked": ("parataxis", "VERB"),
    "complements_unlinked": ("ccomp", "VERB"),
}
SMITH = "Smith/PROPN:4:nsubj the/DET:3:det president/NOUN:1:appos sings/VERB:0:root"
PRESIDENT = "President/NOUN:2:compound Smith/PROPN:3:nsubj sings/VERB:0:root"
OTHER = "The/DET:2:det president/NOUN:3:nsubj sings/VERB:0:root to/ADP:5:case Smith/PROPN:3:obl"
ASIDE = "Smith/PROPN:5:nsubj ,/PUNCT:4:punct who/PRON:4:nsubj sings/VERB:1:acl:relcl came/VERB:0:root"
BRACKETED = "He/PRON:2:nsubj came/VERB:0:root (/PUNCT:5:punct a/DET:5:det Monday/PROPN:2:obl )/PUNCT:5:punct"
LONG = "He/PRON:2:nsubj came/VERB:0:root on/ADP:6:case a/DET:6:det red/ADJ:6:amod horse/NOUN:2:obl"


def fires(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


@pytest.mark.parametrize(("name", "place"), PLACES.items())
def test_fires_on_its_kind_alone(name: str, place: int) -> None:
    result = firing(FEATURES, name, view(TEXT, TEXT, f"{place}-"))
    assert (result.value, result.conclusion) == (1.0, (place - 1,))
    assert not firing(FEATURES, name, view(TEXT, TEXT, f"{place % 12 + 1}-")).value


def test_the_share_of_a_kind() -> None:
    assert firing(FEATURES, "nouns_unlinked", view(TEXT, TEXT, "12-")).value == 0.5
    assert not firing(FEATURES, "nouns_unlinked", view(TEXT, TEXT, "3-")).value


def test_the_most_telling_word_without_a_partner() -> None:
    result = firing(FEATURES, "telling_word_unlinked", view(TEXT, TEXT, "4- 7- 12-"))
    assert result.conclusion == (6,)
    assert 0.3 < result.value < 1
    assert not firing(FEATURES, "telling_word_unlinked", view(TEXT, TEXT, "2- 8-")).value


@pytest.mark.parametrize(("name", "phrase"), PHRASES.items())
def test_fires_on_its_construction_alone(name: str, phrase: tuple[str, str]) -> None:
    label, upos = phrase
    text = f"head/NOUN:0:root word/{upos}:1:{label} other/X:1:dep"
    assert fires(name, text, text, "2-").conclusion == (1,)
    assert not fires(name, text, text, "3-").value


def test_modifiers_of_words_that_have_no_partner_themselves() -> None:
    for name, label in (("adjectival_modifiers_unlinked", "amod"), ("nominal_modifiers_unlinked", "nmod")):
        text = f"head/NOUN:0:root word/NOUN:1:{label}"
        assert not fires(name, text, text, "1- 2-").value


def test_unmatched_appositions() -> None:
    assert not fires("appositions_unmatched", SMITH, PRESIDENT).value
    assert fires("appositions_unmatched", SMITH, OTHER).value == 1


def test_an_aside_is_no_restriction() -> None:
    assert fires("describing_clauses_unlinked", ASIDE, ASIDE, "4-").value == 1
    assert not fires("restricting_clauses_unlinked", ASIDE, ASIDE, "4-").value
    assert not fires("describing_clauses_unlinked", ASIDE, ASIDE, "5-").value


def test_brackets_hold_an_aside() -> None:
    assert fires("parentheticals_unlinked", BRACKETED, BRACKETED, "5-").conclusion == (4,)
    assert not fires("parentheticals_unlinked", LONG, LONG, "6-").value


def test_whole_phrases() -> None:
    assert fires("subtrees_unlinked", LONG, LONG, "3- 4- 5- 6-").conclusion == (2, 3, 4, 5)
    assert not fires("subtrees_unlinked", LONG, LONG, "3- 4- 6-").value


def test_long_stretches() -> None:
    assert fires("longest_unlinked_span", LONG, LONG, "1- 3- 4- 6-").conclusion == (2, 3)
    assert not fires("longest_unlinked_span", LONG, LONG).value


def test_heads_of_linked_words() -> None:
    assert fires("heads_unlinked", LONG, LONG, "6-").conclusion == (5,)
    assert not fires("heads_unlinked", LONG, LONG, "3-").value


def test_a_possessor_is_no_nominal_modifier() -> None:
    for label, value in (("nmod:poss", 0), ("nmod", 1)):
        pair = view(f"dogs/NOUN:0:root owner/NOUN:1:{label}", "dogs/NOUN:0:root")
        assert firing(FEATURES, "nominal_modifiers_unlinked", pair).value == value


def test_each_feature_is_tested() -> None:
    others = {"nouns_unlinked", "telling_word_unlinked", "heads_unlinked", "appositions_unmatched"}
    others |= {"describing_clauses_unlinked", "subtrees_unlinked", "longest_unlinked_span"}
    assert {feature.name for feature in FEATURES} == {*PLACES, *PHRASES, *others}
