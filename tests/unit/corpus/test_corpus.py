"""Corpora as values."""

from __future__ import annotations

import copy
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.corpus.corpus import Corpus, Segment, Text, TextsByName

BOTH = Segment("1", "d", references={"A": Text("a"), "B": Text("b")}, hypotheses={"s": Text("h")})
ONE = Segment("2", "d", references={"A": Text("a")})
CORPUS = Corpus("c", (BOTH, ONE), ("s",), ("A", "B"))


def test_against_one_reference() -> None:
    found = CORPUS.against("B")
    assert [segment.references for segment in found.segments] == [{"B": Text("b")}, {}]
    assert (found.references, found.selected_reference) == (("B",), "B")
    assert found.segments[0].hypotheses == BOTH.hypotheses
    assert CORPUS.against("A").segments[1] is ONE


def test_the_only_reference_need_not_be_picked() -> None:
    single = Corpus("c", (ONE,), (), ("A",))
    assert single.against("A") is single


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=3).map(Text), max_size=4))
def test_versions_are_what_a_dict_of_them_is(texts: dict[str, Text]) -> None:
    found = TextsByName(tuple(texts), tuple(texts.values()))
    assert found == texts
    assert texts == found
    assert list(found.items()) == list(texts.items())
    assert repr(found) == repr(texts)
    assert copy.deepcopy(found) == texts
    with pytest.raises(KeyError, match="a name that is not there"):
        found["a name that is not there"]


def test_a_string_is_a_text_of_it_alone() -> None:
    found = TextsByName(("a", "b"), ("x", Text("y", tokens=("y",))))
    assert found == {"a": Text("x"), "b": Text("y", tokens=("y",))}


def test_versions_of_one_text_take_less_memory_than_a_dict() -> None:
    found = TextsByName(("a",), (Text("x"),))
    assert sys.getsizeof(found) + sys.getsizeof(found._texts) < sys.getsizeof(dict(found))
