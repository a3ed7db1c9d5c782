"""What the numbers, dates, sums and measures of a text amount to, and whether two of them may be the same."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged
from meantree.analysis.entities.finder import entities_by_rules
from meantree.analysis.tree import Token
from meantree.analysis.values import Value, bound_before, values
from meantree.phenomena.reading import Reading

TAGS = {"miles": "mile", "hours": "hour", "kilos": "kilo", "pounds": "pound", "kilometres": "kilometre"}


def of(text: str) -> tuple[Value, ...]:
    """The values of words that are separated by blanks; those with a capital are names."""
    words = text.split()
    tokens = [Token(word, TAGS.get(word, word.lower()), "PROPN" if word[0].isupper() else "NOUN", "") for word in words]
    return values(tokens, list(entities_by_rules(tuple(tokens))))


@pytest.mark.parametrize(
    ("text", "other", "agree"),
    [
        ("half of", "50 percent", True),
        ("one in four", "25 %", True),
        ("one out of five", "25 %", False),
        ("a dozen", "12", True),
        ("a dozen", "10", True),
        ("a dozen", "11", False),
        ("−5", "5", False),
        ("4:15 p.m.", "16:15h", True),
        ("4:15", "16:15h", True),
        ("4:15 a.m.", "16:15h", False),
        ("until 2400 hours", "24:00", True),
        ("05/03/2021", "March 5 , 2021", True),
        ("05/03/2021", "June 5 , 2021", False),
        ("July 19", "July 19 , 2021", True),
        ("Sunday , July 19", "Monday , July 19", False),
        ("1968/69", "1968 - 1969", True),
        ("1968/69", "1969/70", False),
        ("1999/00", "1999 - 2000", True),
        ("5 euros", "€ 5", True),
        ("5 euros", "5 dollars", False),
        ("5 euros", "5 kilos", None),
        ("10 miles", "16 kilometres", True),
        ("10 miles", "10 kilometres", False),
        ("8 pounds", "8 kilos", False),
        ("8 pounds", "£ 8", True),
        ("90 min", "an hour and a half", True),
        ("half an hour", "30 min", True),
        ("two hours and 5 min", "125 min", True),
        ("5 °C", "41 °F", True),
        ("10 km/h", "10 kilometres per hour", True),
        ("3 - 2", "2:3", True),
        ("3:2", "3:1", False),
        ("third", "3", None),
        ("A81", "A82", False),
    ],
)
def test_whether_two_values_may_be_the_same(text: str, other: str, agree: bool | None) -> None:
    (first,), (second,) = of(text), of(other)
    assert first.agrees(second) is second.agrees(first) is agree
    assert first.agrees(first)


def test_that_values_do_not_overlap_and_cover_their_units() -> None:
    assert [value.words for value in of("two hours and 5 min for 20 euros on July 19")] == [
        (0, 1, 2, 3, 4),
        (6, 7),
        (9, 10),
    ]
    assert not of("no value here")


@pytest.mark.parametrize(
    ("before", "bound"),
    [("more than", "at least"), ("no more than", "at most"), ("about", "about"), ("only", "exactly"), ("the", "")],
)
def test_bounds(before: str, bound: str) -> None:
    tokens = [Token(word, word, "", "") for word in [*before.split(), "5"]]
    assert bound_before(tokens, len(tokens) - 1) == bound


def test_values_are_read_once_for_a_text() -> None:
    reading = Reading(tagged("5/NUM:2:nummod dogs/NOUN/dog:0:root"))
    assert reading.values is reading.values
