"""Corpora as values."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.corpus.corpus import Corpus, Rating, Segment, Text, TextsByName

BOTH = Segment("1", "d", references={"A": Text("a"), "B": Text("b")}, hypotheses={"s": Text("h")})
ONE = Segment("2", "d", references={"A": Text("a")})
CORPUS = Corpus("c", (BOTH, ONE), ("s",), ("A", "B"))


def test_against_one_reference() -> None:
    result = CORPUS.against("B")
    assert [segment.references for segment in result.segments] == [{"B": Text("b")}, {}]
    assert (result.references, result.selected_reference) == (("B",), "B")
    assert result.segments[0].hypotheses == BOTH.hypotheses
    assert CORPUS.against("A").segments[1] is ONE


def test_the_only_reference_need_not_be_picked() -> None:
    single = Corpus("c", (ONE,), (), ("A",))
    assert single.against("A") is single


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=3).map(Text), max_size=4))
def test_versions_are_what_a_dict_of_them_is(texts: dict[str, Text]) -> None:
    texts_by_name = TextsByName(tuple(texts), tuple(texts.values()))
    assert texts_by_name == texts
    assert texts == texts_by_name
    assert list(texts_by_name.items()) == list(texts.items())
    assert repr(texts_by_name) == repr(texts)
    assert copy.deepcopy(texts_by_name) == texts
    with pytest.raises(KeyError, match="a name that is not there"):
        texts_by_name["a name that is not there"]


def test_a_string_is_a_text_of_it_alone() -> None:
    texts_by_name = TextsByName(("a", "b"), ("x", Text("y", tokens=("y",))))
    assert texts_by_name == {"a": Text("x"), "b": Text("y", tokens=("y",))}


@pytest.mark.parametrize(("values", "found"), [((), False), ((0.0,), True), ((0.0, -5.0), False)])
def test_raters_who_found_no_error_looked_for_errors(values: tuple[float, ...], found: bool) -> None:
    ratings = tuple(Rating("x", "mqm", value) for value in values)
    segment = Segment("1", "", hypotheses={"x": Text("a")}, ratings=ratings)
    assert Corpus("c", (segment,), ("x",), ()).has_errors is found
