"""Requests in a line, and what they find."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.errors import UsageError
from meantree.search.absent_values import NamedValues
from meantree.search.matches import MOST_MATCHES, UNDEFINED, Match, collect_matches, parse_line
from meantree.search.request_model import RequestError

LINE = "pattern { V[upos=VERB] } group by V.lemma, system"


def _match(place: int, *keys: str | None) -> Match:
    return Match(place, "north", "A", {}, {}, keys)


def test_a_line_may_group_its_matches() -> None:
    line = parse_line(LINE)
    assert [key.text for key in line.keys] == ["V.lemma", "system"]
    assert parse_line("pattern { V[upos=VERB] }").keys == ()


@pytest.mark.parametrize("text", ["pattern { V[upos=VERB] } group by W.lemma", "pattern { V[upos=VERB] } group by"])
def test_a_key_must_name_what_is_there(text: str) -> None:
    with pytest.raises(UsageError):
        parse_line(text)


def test_a_request_that_is_wrong_says_where() -> None:
    with pytest.raises(RequestError) as raised:
        parse_line("pattern { V[upos=] } group by V.lemma")
    assert raised.value.line == 1


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["a", "b", None]))))
def test_groups_share_the_matches_out(rows: list[tuple[int, str | None]]) -> None:
    line = parse_line("pattern { V[upos=VERB] } group by V.lemma")
    found = collect_matches(line, [_match(*row) for row in rows], NamedValues())
    assert sum(map(len, found.groups.values())) == len(found.matches) == len(rows)
    assert found.places().tolist() == sorted({place for place, _ in rows})
    for group, matches in found.groups.items():
        assert {UNDEFINED if match.keys[0] is None else match.keys[0] for match in matches} == set(group)
        assert found.places(group).tolist() == sorted({match.place for match in matches})
    sizes = [len(matches) for matches in found.groups.values()]
    assert sizes == sorted(sizes, reverse=True)


def test_of_very_many_the_first_are_listed() -> None:
    found = collect_matches(parse_line("pattern { V[] }"), (_match(0) for _ in range(MOST_MATCHES + 5)), NamedValues())
    assert len(found.matches) == MOST_MATCHES
    assert found.is_cut
