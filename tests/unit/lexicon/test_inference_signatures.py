"""What follows from predicates that embed clauses."""

from __future__ import annotations

import pytest

from meantree.lexicon.inference_signatures import inference_signature


@pytest.mark.parametrize(
    ("verb", "frame", "expected"),
    [
        ("manage", "to_VP", "+-"),
        ("fail", "to_VP", "-+"),
        ("know", "that_S", "++"),
        ("think", "that_S", "oo"),
        ("forget", "to_VP", "-+"),
        ("forget", "that_S", "++"),
        ("find_out", "that_S", "o+"),
        ("qwertz", "that_S", None),
        ("manage", "that_S", None),
    ],
)
def test_of_the_active(verb: str, frame: str, expected: str | None) -> None:
    assert inference_signature(verb, frame) == expected


def test_voice_and_states_matter() -> None:
    assert inference_signature("admit", "to_VP", passive=True, stative=True) == "+-"
    assert inference_signature("allow", "NP_to_VP") == "+-"
    assert inference_signature("allow", "NP_to_VP", stative=True) == "+o"


def test_the_other_kind_where_one_is_unknown() -> None:
    assert inference_signature("accept", "to_VP") == inference_signature("accept", "to_VP", stative=True) == "+o"
