"""The texts of a segment, in less memory than a dict takes."""

from __future__ import annotations

import copy
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.corpus.model import Text, Versions


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=3).map(Text), max_size=4))
def test_versions_are_what_a_dict_of_them_is(texts: dict[str, Text]) -> None:
    found = Versions(tuple(texts), tuple(texts.values()))
    assert found == texts
    assert texts == found
    assert list(found.items()) == list(texts.items())
    assert repr(found) == repr(texts)
    assert copy.deepcopy(found) == texts
    with pytest.raises(KeyError, match="a name that is not there"):
        found["a name that is not there"]


def test_a_string_is_a_text_of_it_alone() -> None:
    found = Versions(("a", "b"), ("x", Text("y", tokens=("y",))))
    assert found == {"a": Text("x"), "b": Text("y", tokens=("y",))}


def test_versions_of_one_text_take_less_memory_than_a_dict() -> None:
    found = Versions(("a",), (Text("x"),))
    assert sys.getsizeof(found) + sys.getsizeof(found._texts) < sys.getsizeof(dict(found))
