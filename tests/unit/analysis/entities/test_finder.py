"""Entities: names by the encoder, dates, times, numbers and amounts by rules, and how they are stored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.pipelines import hand_made_pipeline
from meantree.analysis.analyser import load_analyser
from meantree.analysis.entities.entity import Entity, EntityKind, entities_of
from meantree.analysis.entities.finder import entities_by_rules, without_overlaps
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed, unpacked
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import Token

WANTED = Layers(1, entities=1)


def named(analysis: Analysis) -> dict[str, EntityKind]:
    """Kinds by the words of each entity."""
    return {" ".join(analysis.words[one.start : one.end]): one.kind for one in entities_of(analysis)}


@given(
    st.lists(
        st.builds(
            lambda start, size: Entity(start, start + size, EntityKind.DATE), st.integers(0, 20), st.integers(1, 5)
        )
    )
)
def test_of_overlapping_entities_the_longest_stays(entities: list[Entity]) -> None:
    kept = without_overlaps(entities)
    assert all(one.end <= two.start for one, two in pairwise(kept))
    for one in entities:
        rivals = [two for two in kept if two.start < one.end and one.start < two.end]
        assert rivals
        assert max(two.end - two.start for two in rivals) >= one.end - one.start


def test_of_equally_long_entities_the_first_stays() -> None:
    date, name = Entity(0, 1, EntityKind.DATE, "--04"), Entity(0, 1, EntityKind.PERSON)
    assert without_overlaps([date, name]) == [date]


def test_an_empty_span_is_an_error() -> None:
    with pytest.raises(ValueError, match="from token 1 to 1"):
        Entity(1, 1, EntityKind.DATE)


def test_other_languages_have_no_entities(tmp_path: Path) -> None:
    store = AnalysisStore(hand_made_pipeline(tmp_path / "pipeline"))
    analysis = store.analyse({"am 28. Juli 1999": WANTED})["am 28. Juli 1999"]
    assert entities_of(analysis) == ()
    assert "entities" not in analysis.others
    assert "entities" not in store.fingerprint


@pytest.mark.pipeline
def test_of_the_shipped_pipeline() -> None:
    text = "Barack Obama met Angela Merkel in Berlin on July 28. The United Nations paid 1,000 dollars."
    (analysis,) = load_analyser().analyse([text], WANTED)
    assert named(analysis) == {
        "Barack Obama": EntityKind.PERSON,
        "Angela Merkel": EntityKind.PERSON,
        "Berlin": EntityKind.LOCATION,
        "July 28": EntityKind.DATE,
        "The United Nations".removeprefix("The "): EntityKind.ORGANISATION,
        "1,000 dollars": EntityKind.MONEY,
    }
    assert [one.value for one in entities_of(analysis) if one.value] == ["--07-28", "USD 1000"]
    again = unpacked(packed(analysis))
    assert (again.others, again.layers) == (analysis.others, WANTED)
    assert "+en_names-" in load_analyser().fingerprint


@pytest.mark.pipeline
def test_names_in_lower_and_upper_case() -> None:
    small, capitals, empty = load_analyser().analyse(
        ["she lives in london", "JOHN SMITH LIVES IN LONDON .", ""], WANTED
    )
    assert named(small) == {"london": EntityKind.LOCATION}
    assert named(capitals) == {"JOHN SMITH": EntityKind.PERSON, "LONDON": EntityKind.LOCATION}
    assert entities_of(empty) == ()
    assert "entities" in empty.others, "it was looked for"


def found(text: str) -> list[tuple[str, EntityKind, str]]:
    """Words, kind and value of each entity; tokens are separated by spaces, ``_TAG`` is the part of speech."""
    tokens = tuple(_token(word) for word in text.split())
    words = [token.text for token in tokens]
    return [(" ".join(words[one.start : one.end]), one.kind, one.value) for one in entities_by_rules(tokens)]


def _token(word: str) -> Token:
    form, _, tag = word.partition("_")
    return Token(form, upos="NOUN" if tag == "NNS" else tag, xpos=tag)


def whole(kind: EntityKind, values: dict[str, str]) -> Iterator[tuple[str, EntityKind, str]]:
    """Each way of writing, several between bars, with kind and value."""
    return ((text.strip(), kind, value) for value, texts in values.items() for text in texts.split("|"))


NUMBERS = {
    "1000": "1,000|1000|one thousand|a thousand|1 000|1 thousand|ten hundred",
    "21": "twenty-one|twenty - one|twenty one|21",
    "1500000": "1.5 million|1.5mn|1,5 million|one and a half million|1500000|1,500,000|1.500.000",
    "100321": "one hundred thousand three hundred and twenty-one|100,321",
    "205000": "two hundred and five thousand",
    "500000": "half a million|0.5 million|five hundred thousand",
    "24": "two dozen|24",
    "2.5": "two and a half|2.5|2,5",
    "2/3": "two thirds|two-thirds|2/3",
    "0.75": "three quarters|three-quarters|3/4",
    "#3": "3rd|third",
    "#21": "twenty-first|21st|twenty - first",
    "#105": "one hundred and fifth",
    "1000s": "thousands",
    "10000000s": "tens of millions",
    "-5": "minus 5|minus five",
}
DATES = {
    "1999-07-28": "28 July 1999|July 28 , 1999|July 28th 1999|the 28th of July , 1999|1999-07-28|1999 - 07 - 28"
    "|07/28/1999|7/28/99|28/7/1999|28.07.1999|Wednesday , July 28 , 1999|28-07-1999|28-Jul-99|28-July-1999",
    "--07-28": "July 28|28 July|28th of July|Jul. 28|July the 28th|Wednesday , 28 July|Wed. 28 July",
    "2001-10-17": "10/17/01|October 17 , 2001",
    "1999-07": "July 1999|July , 1999|July of 1999",
    "--07": "July",
    "1999": "1999|nineteen ninety-nine",
    "1990s": "1990s|1990's|'90s|' 90s|nineties|mid-1990s|mid - 1990s",
    "c20": "20th century|twentieth century|20th-century",
    "-W-5": "Friday|Friday",
    "today": "today|Today",
}
TIMES = {
    "17:30": "17:30|5:30 pm|5:30pm|5.30 p.m.|17h30|5:30 PM",
    "17:00": "5 pm|5pm|five p.m.|17:00|17:00:00",
    "05:30": "half past five|5:30|5:30 a.m.",
    "05:45": "quarter to six",
    "12:00": "noon|12 pm|12 o'clock",
    "00:00": "midnight|12 am",
}
AMOUNTS = {
    "USD 5000000": "$5m|$ 5 m|$5 million|5 million dollars|US$5 million|5 million US dollars|five million dollars"
    "|USD 5 million|$5-million|5 million U.S. dollars|$ 5,000,000",
    "EUR 3": "EUR 3|3 euros|€3|3 EUR|3€|three euros",
    "GBP 3500": "£3.5k|£3,500|3,500 pounds|3,500 pounds sterling",
    "USD 5.5": "$5.50|5 dollars and 50 cents|5.5 dollars",
    "USD 0.5": "50 cents",
    "INR 500": "Rs. 500|Rs 500|500 rupees|500 Indian rupees",
    "USD 1000000s": "millions of dollars",
}
PERCENTAGES = {
    "12.5": "12.5%|12.5 %|12.5 percent|12.5 per cent|12,5 %",
    "5": "five percent|5-percent|5 percentage points",
}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        *whole(EntityKind.NUMBER, NUMBERS),
        *whole(EntityKind.DATE, DATES),
        *whole(EntityKind.TIME, TIMES),
        *whole(EntityKind.MONEY, AMOUNTS),
        *whole(EntityKind.PERCENT, PERCENTAGES),
    ],
)
def test_the_same_value_however_it_is_written(text: str, kind: EntityKind, value: str) -> None:
    span = text.removeprefix("the ")
    assert found(text) == [(span, kind, value)]
    assert found(f"so {text} .") == [(span, kind, value)], "and within a sentence"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("between one hundred and two hundred", ["100", "200"]),
        ("from 5 to 10", ["5", "10"]),
        ("2000 people_NNS left in 2000", ["2000", "2000"]),
        ("ten and three", ["10", "3"]),
        ("one two three", ["1", "2", "3"]),
        ("on the first day of May_PROPN", ["#1", "--05"]),
        ("May_PROPN the 21st century", ["--05", "c21"]),
        ("Sept. 11 and Dec. 2001", ["--09-11", "2001-12"]),
        ("5 to 6", ["5", "6"]),
        ("from $5 to $10", ["USD 5", "USD 10"]),
        ("$ 5 $ 10", ["USD 5", "USD 10"]),
        ("July 28 - 30", ["--07-28", "30"]),
    ],
)
def test_several_in_a_row(text: str, values: list[str]) -> None:
    assert [value for _, _, value in found(text)] == values


def test_a_number_before_a_plural_is_no_year() -> None:
    kinds = [kind for _, kind, _ in found("2000 brave_ADJ people_NNS left in 2000 .")]
    assert kinds == [EntityKind.NUMBER, EntityKind.DATE]


@pytest.mark.parametrize(
    "text",
    [
        "no one came",
        "the one that",
        "it may_AUX rain",
        "they march_VERB on",
        "a second_NOUN later",
        "B52 and 5km",
        "half asleep",
        "I am here",
        "the cent and the dollar",
        "a quarter",
        "",
    ],
)
def test_what_is_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["1,2,3,4", "99/99/99", "٣ ٤", "9" * 500, "1" + ",000" * 60, "$", "% 5 %", "25:99", "-"]
)
def test_odd_input_raises_nothing(text: str) -> None:
    found(text)
