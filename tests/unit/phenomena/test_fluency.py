"""Wording that machines produce and people do not."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.phenomena import fluency, repetition, untranslated

FEATURES = (*repetition.FEATURES, *untranslated.FEATURES, *fluency.FEATURES)

CAT = "The/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root"
PAIRS = {
    "words_repeated": f"{CAT} cat/NOUN:3:obj",
    "phrases_repeated": f"{CAT} the/DET:5:det cat/NOUN:3:obj",
    "neighbours_doubled": f"{CAT} sleeps/VERB:3:dep",
    "unknown_words": f"{CAT} kasutatakse/VERB:3:dep",
    "foreign_script": f"{CAT} නගරය/NOUN:3:dep",
    "more_words": f"{CAT} well/ADV:3:advmod",
    "more_loose_words": f"{CAT} cats/NOUN:3:dep",
    "punctuation_added": f"{CAT} !/PUNCT:3:punct",
    "brackets_unbalanced": f"{CAT} (/PUNCT:3:punct",
    "verb_missing": "The/DET:2:det cat/NOUN:0:root",
    "ends_early": f"{CAT} in/ADP:3:obl",
}
ALMOST = {
    "words_repeated": f"{CAT} the/DET:3:obj",
    "phrases_repeated": f"{CAT} cat/NOUN:3:obj",
    "neighbours_doubled": f"{CAT} cat/NOUN:3:obj",
    "unknown_words": f"{CAT} sleeping/VERB:3:dep",
    "foreign_script": f"{CAT} Kärjää/NOUN:3:dep",
    "more_words": f"{CAT} !/PUNCT:3:punct",
    "more_loose_words": f"{CAT} cats/NOUN:3:obj",
    "punctuation_added": f"{CAT} well/ADV:3:advmod",
    "brackets_unbalanced": f"{CAT} (/PUNCT:3:punct )/PUNCT:3:punct",
    "verb_missing": "Sleeps/VERB:0:root",
    "ends_early": f"{CAT} in/ADP:3:compound:prt",
}


@pytest.mark.parametrize("name", PAIRS)
def test_fires_where_the_premise_does_better(name: str) -> None:
    result = firing(FEATURES, name, view(PAIRS[name], CAT))
    assert 0 < result.value <= 1
    assert all(word >= 2 for word in result.conclusion)
    assert not firing(FEATURES, name, view(ALMOST[name], CAT)).value
    assert not firing(FEATURES, name, view(PAIRS[name], PAIRS[name])).value


def test_a_word_that_the_premise_has_twice_too() -> None:
    twice = f"{CAT} cat/NOUN:3:obj"
    premise = "Cat/NOUN:4:nsubj the/DET:3:det cat/NOUN:4:nsubj sleeps/VERB:0:root"
    assert not firing(FEATURES, "words_repeated", view(twice, premise)).value


def test_each_feature_is_tested() -> None:
    assert [one.name for one in FEATURES] == list(PAIRS) == list(ALMOST)


def test_what_is_too_many_is_counted() -> None:
    twice, thrice = f"{CAT} cat/NOUN:3:obj", f"{CAT} cat/NOUN:3:obj cat/NOUN:3:obl"
    assert firing(FEATURES, "words_repeated", view(thrice, twice)).conclusion == (4,)


def test_a_word_after_a_mark_does_not_follow_itself() -> None:
    apart = "Jones/PROPN:0:root ;/PUNCT:3:punct Jones/PROPN:1:conj"
    assert not firing(FEATURES, "neighbours_doubled", view(apart, CAT)).value
    together = "Jones/PROPN:0:root Jones/PROPN:1:conj"
    assert firing(FEATURES, "neighbours_doubled", view(together, apart)).conclusion == (1,)


@pytest.mark.parametrize(
    ("word", "is_one"), [("µm", 0), ("5µg", 0), ("1ª", 0), ("nº", 0), ("Ａｂ", 0), ("μόνο", 1), ("я", 1)]
)
def test_scripts(word: str, is_one: int) -> None:
    assert bool(firing(FEATURES, "foreign_script", view(f"{CAT} {word}/NOUN:3:dep", CAT)).value) == is_one


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("agricultural“aircraft/NOUN:3:obj carrier/NOUN:3:obj", (3,)),
        ("agricultural“aircraft/NOUN:3:obj carrier”/NOUN:3:obj", ()),
        ("dogs’/NOUN:3:obj ’tis/NOUN:3:obj", ()),
        ('x"/NOUN:3:obj', (3,)),
        ("a)/NOUN:3:obj (b/NOUN:3:obj", (3, 4)),
    ],
)
def test_marks_within_words(words: str, places: tuple[int, ...]) -> None:
    assert firing(FEATURES, "brackets_unbalanced", view(f"{CAT} {words}", CAT)).conclusion == places


def test_what_the_premise_repeats_in_other_words_is_not_repeated() -> None:
    other = f"{CAT} and/CCONJ:6:cc the/DET:6:det tomcat/NOUN:3:conj"
    repeats = other.replace("tomcat", "cat")
    assert firing(FEATURES, "words_repeated", view(repeats, other)).conclusion == (5,)
    assert not firing(FEATURES, "words_repeated", view(repeats, other, "6-6=synonym")).value


def test_quotation_marks_and_dashes_of_other_shapes_are_the_same() -> None:
    straight, curly = (f"{a}/PUNCT:3:punct The/DET:3:det cat/NOUN:0:root {b}/PUNCT:3:punct" for a, b in ('""', "“”"))
    assert not firing(FEATURES, "punctuation_added", view(straight, curly)).value
    assert firing(FEATURES, "punctuation_added", view(straight, CAT)).conclusion == (0, 3)
