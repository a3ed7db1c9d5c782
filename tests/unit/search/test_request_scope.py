"""Requests in a line, which texts they look at, and what they find."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.requests import brute_matches, requests, units
from helpers.trees import parsed, trees
from meantree.analysis.layers.required import Layers
from meantree.analysis.tree import DependencyTree
from meantree.errors import UsageError
from meantree.metrics.registry import metric
from meantree.search.absent_values import NamedValues
from meantree.search.matches import MOST_MATCHES, UNDEFINED, Match, collect_matches, parse_line
from meantree.search.request_model import RequestError
from meantree.search.request_parsing import parse_request
from meantree.search.request_scope import BOTH, Scope
from meantree.search.search_units import Unit, is_projective


@given(requests(), units(max_size=3))
def test_nothing_is_found_in_a_text_that_is_not_looked_at(text: str, unit: Unit) -> None:
    request = parse_request(text)
    sides = Scope.of(request).sides
    alone = replace(unit, texts={side: unit.texts[side] for side in unit.texts if side in sides})
    if len(sides) == 1:
        assert brute_matches(request, replace(alone, links=())) == brute_matches(request, unit)
    else:
        assert sides == BOTH


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("pattern { X[side=ref] }", {"reference"}),
        ("pattern { X[side=ref]; X -> Y; Y < Z }", {"reference"}),
        ("pattern { X -> Y; Y -> Z; Z[side=ref] }", {"reference"}),
        ("pattern { X[side=ref]; Y[] }", BOTH),
        ("pattern { X[side=hyp] } without { X -> Y }", {"hypothesis"}),
        ("pattern { X[side=hyp] } without { X -[align]-> Y }", BOTH),
        ("pattern { X[side=ref, status=missed] }", BOTH),
        ('pattern { X[side=ref] } global { feature="f" }', BOTH),
        ("pattern { X[side=ref, upos=VERB]|[side=ref, lemma=a] }", {"reference"}),
        ("pattern { X[side=ref]|[side=hyp] }", BOTH),
        ("pattern { }", BOTH),
    ],
)
def test_sides(text: str, sides: frozenset[str]) -> None:
    assert Scope.of(parse_request(text)).sides == sides


@pytest.mark.parametrize(
    ("text", "spec", "depth"),
    [
        ("global { document=a }", None, Layers()),
        ("global { length > 2 }", None, Layers(1)),
        ("pattern { X[] }", "hwcm", Layers(1)),
        ("pattern { X[ent] }", None, Layers(1, entities=1)),
        ("pattern { X -[align]-> Y }", None, Layers(1, entities=1)),
        ("pattern { X -[role]-> Y }", None, Layers(1, roles=1)),
        ("pattern { X[status=missed] }", "hwcm", Layers(1) | metric("hwcm").needs),
        ("pattern { X[] } without { X.status = X.status }", "bleu", Layers(1)),
    ],
)
def test_texts_are_analysed_as_deep_as_it_takes(text: str, spec: str | None, depth: Layers) -> None:
    chosen = metric(spec) if spec is not None else None
    assert Scope.of(parse_request(text)).layers(chosen) == depth


def below(tree: DependencyTree, token: int, head: int) -> bool:
    while token >= 0 and token != head:
        token = tree.heads[token]
    return token == head


@given(st.integers(1, 7).flatmap(trees))
def test_a_projective_tree_has_all_words_below_the_arcs_over_them(tree: DependencyTree) -> None:
    expected = all(
        below(tree, between, head)
        for dependent, head, _ in tree.arcs()
        for between in range(min(dependent, head), max(dependent, head))
    )
    assert is_projective(tree) == expected


def test_each_sentence_has_a_root_of_its_own() -> None:
    assert is_projective(parsed("a:2:x b:0:root c:2:x", "d:0:root e:1:x").tree())
    assert not is_projective(parsed("a:2:x b:0:root", "d:3:x e:0:root f:2:x").tree())


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
