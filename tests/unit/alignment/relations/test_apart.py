"""Words of unequal value, and opposites, mean the same by no resource."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged
from meantree.alignment.relations.registry import RELATIONS
from meantree.alignment.text_words import text_words

NOT_THE_SAME = frozenset({"antonym", "entity", "pronoun", "function word"})


def known(hyp: str, ref: str) -> set[str]:
    one, two = (text_words(tagged(f"{word}:0:root")) for word in (hyp, ref))
    return {relation.name for relation in RELATIONS if [*relation.find(one, two)]}


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [
        ("12/NUM", "21/NUM"),
        ("1,500/NUM", "15/NUM"),
        ("1,500/NUM", "1.5/NUM"),
        ("Monday/PROPN", "Tuesday/PROPN"),
        ("June/PROPN", "July/PROPN"),
        ("million/NUM", "billion/NUM"),
        ("sixteen/NUM", "sixty/NUM"),
        ("12-15/NUM", "12/NUM"),
        ("21/NUM", "twenty/NUM"),
        ("always/ADV", "never/ADV"),
        ("ever/ADV", "never/ADV"),
        ("before/ADP", "after/ADP"),
        ("more/ADV", "less/ADV"),
        ("most/ADV", "least/ADV"),
    ],
)
def test_no_resource_makes_unequal_values_or_opposites_the_same(hyp: str, ref: str) -> None:
    assert known(hyp, ref) <= NOT_THE_SAME
    assert known(ref, hyp) <= NOT_THE_SAME


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [("always/ADV", "never/ADV"), ("before/SCONJ", "after/SCONJ"), ("more/ADJ", "less/ADJ"), ("ever/ADV", "never/ADV")],
)
def test_opposites_are_known_as_such(hyp: str, ref: str) -> None:
    assert "antonym" in known(hyp, ref)
    assert "antonym" in known(ref, hyp)


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [("12/NUM", "dozen/NOUN"), ("Monday/PROPN", "Mondays/PROPN/Monday"), ("always/ADV", "constantly/ADV")],
)
def test_what_means_the_same_still_does(hyp: str, ref: str) -> None:
    assert known(hyp, ref) - NOT_THE_SAME
