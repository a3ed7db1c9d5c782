"""JSON of others: every string can be encoded, every number compared."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.untrusted_json import read_json

CHARACTERS = st.text(st.characters(codec=None) | st.sampled_from('\ud800\udc00\\u"\n\U0001d11e'), max_size=8)


@given(CHARACTERS)
def test_what_can_be_encoded_is_read_and_nothing_else(text: str) -> None:
    written = json.dumps([text])
    try:
        json.loads(written)[0].encode("utf-8")
    except UnicodeEncodeError:
        with pytest.raises(ValueError, match="half a character"):
            read_json(written)
    else:
        assert read_json(written) == json.loads(written)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('["a",\n"\\uD800"]', r"half a character, \\uD800, in line 2"),
        ('["\\\\\\udc00"]', r"half a character, \\udc00, in line 1"),
        ("[" * 100_000, "nested too deeply"),
        ("{", "line 1 column 2"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_json(text)


@pytest.mark.parametrize("digits", [400, 5_000])
def test_numbers_beyond_all_floats_are_infinite(digits: int) -> None:
    assert read_json(f"[{'9' * digits}, -{'9' * digits}]") == [math.inf, -math.inf]
    assert read_json("9" * 300) == int("9" * 300)
