"""Requests, which texts they look at, and matches: all that trying everything finds, and what networkx finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.requests import CONSTRAINTS, EDGE_LABELS, NODE_TESTS, Found, brute_matches, clause_of, requests, units
from helpers.trees import parsed, trees
from meantree.analysis.layers.required import Layers
from meantree.analysis.tree import DependencyTree, Token
from meantree.errors import UsageError
from meantree.metrics.registry import metric
from meantree.queries import partial_matches
from meantree.queries.absent_values import NamedValues
from meantree.queries.corpus_search import Matcher
from meantree.queries.matches import UNDEFINED, Match, collect_matches, parse_line
from meantree.queries.request_model import RequestError
from meantree.queries.request_parsing import parse_request
from meantree.queries.request_scope import BOTH, Scope
from meantree.queries.search_units import RoleEdge, SearchedText, Unit, is_projective
from meantree.queries.word_batch import NO_WORD, Batch


def found_in(text: str, them: Sequence[Unit]) -> list[tuple[int, Found]]:
    request = parse_request(text)
    batch = Batch(them)
    matcher = Matcher(request, batch, lambda: None)
    words = [(side, place) for unit in them for side, t in unit.texts.items() for place in range(len(t.tokens))]
    kinds = {edge.name: edge.kind for edge in request.pattern.edges if edge.name}
    found = []
    for rows in matcher.matches():
        for row in range(partial_matches.row_count(rows)):
            nodes = tuple((name, words[rows[name][row]]) for name in request.pattern.nodes)
            edges = []
            for name, kind in kinds.items():
                every, number = batch.edges(kind), rows[name][row]
                source = None if every.source[number] == NO_WORD else words[every.source[number]]
                edges.append(
                    (name, (kind, source, words[every.target[number]], every.label[number], every.status[number]))
                )
            found.append((int(rows[partial_matches.UNIT][row]), Found(nodes, tuple(edges))))
    assert matcher.count() == len(found)
    return found


def all_of(text: str, them: Sequence[Unit]) -> list[tuple[int, Found]]:
    request = parse_request(text)
    return [(place, one) for place, unit in enumerate(them) for one in brute_matches(request, unit)]


@pytest.mark.parametrize("constructs", [NODE_TESTS, EDGE_LABELS, CONSTRAINTS], ids=("nodes", "edges", "constraints"))
@settings(max_examples=8)
@given(st.data())
def test_each_construct_alone_finds_all_matches(constructs: Sequence[str], data: st.DataObject) -> None:
    them = data.draw(st.lists(units(), min_size=2, max_size=4))
    for construct in constructs:
        text = f"pattern {{ {clause_of(construct)} }}"
        assert Counter(found_in(text, them)) == Counter(all_of(text, them)), text


@given(requests(), st.lists(units(), min_size=1, max_size=3))
def test_all_matches_are_found_once(text: str, them: list[Unit]) -> None:
    assert Counter(found_in(text, them)) == Counter(all_of(text, them))


def _word(text: str) -> Token:
    return Token(text, text, "NOUN")


TWO_TEXTS = Unit(
    0,
    "s",
    "r",
    {
        "hypothesis": SearchedText(
            tuple(map(_word, "abcde")),
            DependencyTree((-1, 0, 1, 0, 3), ("root", "det", "obj", "obj", "det")),
            roles=(RoleEdge(0, 1, "agent"), RoleEdge(0, 1, "patient"), RoleEdge(3, 3, "agent")),
        ),
        "reference": SearchedText(tuple(map(_word, "fga")), DependencyTree((1, -1, 1), ("det", "root", "obj"))),
    },
    ((0, 1), (2, 0)),
)
"""A request that goes wrong in few texts goes wrong in this one."""


@pytest.mark.parametrize("block", [1, 3, partial_matches.BLOCK])
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("pattern { X < Y; Y[form=f] }", 0),  # no word of another text stands before a first one
        ("pattern { X < Y; Y[form=g] }", 1),
        ("pattern { X < Y; X[form=e] }", 0),
        ("pattern { X[]; Y[] } with { X < Y }", 6),
        ("pattern { X -[align]-> Y; X << Y }", 0),
        ("pattern { X -[role]-> Y }", 1),  # two roles are one edge, unless it is named
        ("pattern { e: X -[role]-> Y }", 2),
        ("pattern { X -[role]-> X }", 1),
        ("pattern { X -> Y; Z << X }", 5),  # the last word differs from one that stands after all that it may be
        ("pattern { X[form=b]; Y[form=d]; Z << Y }", 2),
        ("pattern { X[form=a] } with { X -> Y; Y -> Z; Y[form<>b] }", 1),
        ("pattern { X[form=a] } with { X -> Y; Z << Y; Z[form<>a] }", 1),  # not by the first Y, but by the second
        ("pattern { X[form=a] } without { X -> Y; delta(X, Y) > 2 }", 1),
        ("pattern { X[]; Y[] } without { X.form = Y.form }", 7 * 8 - 2),
        ("pattern { X[] } without { X -[align]-> Y } without { Z -[align]-> X }", 4),
    ],
)
def test_how_often_it_is_found(text: str, number: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partial_matches, "BLOCK", block)
    assert len(found_in(text, [TWO_TEXTS])) == len(all_of(text, [TWO_TEXTS])) == number


@pytest.mark.parametrize(("block", "portions"), [(1, 8), (15, 8), (16, 4), (64, 1)])
def test_matches_are_made_in_portions_as_large_as_allowed(
    block: int, portions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partial_matches, "BLOCK", block)
    matcher = Matcher(parse_request("pattern { X[]; Y[] }"), Batch([TWO_TEXTS]), lambda: None)
    sizes = [partial_matches.row_count(rows) for rows in matcher.matches()]
    assert (sum(sizes), len(sizes)) == (7 * 8, portions)


@pytest.mark.parametrize(
    "text",
    [
        "pattern { X[]; Y[]; Z[] }",
        "pattern { X[side=ref]; Y[side=ref]; Z[side=ref]; V[side=ref] }",
        "pattern { X -> Y; Z[]; V[] }",
        "pattern { X[form=a]; Y[]; Z[] }",
        "pattern { X[form=a]; Y[form=a]; Z[upos=NOUN] }",
        "pattern { X[]; Y[]; Z[]; X << Y }",
        "pattern { X[]; Y[]; Z$[] }",
        "pattern { X[]; Y[]; X.form = Y.form }",
    ],
)
def test_loose_nodes_are_counted_without_their_rows(text: str) -> None:
    assert Matcher(parse_request(text), Batch([TWO_TEXTS]), lambda: None).count() == len(all_of(text, [TWO_TEXTS]))


def test_many_loose_nodes_are_counted_at_once() -> None:
    text = Unit(
        0,
        "s",
        "",
        {"hypothesis": SearchedText(tuple(map(_word, "x" * 25)), DependencyTree((-1, *(0,) * 24), ("x",) * 25))},
    )
    request = "pattern { " + "; ".join(f"N{number}[]" for number in range(19)) + " }"
    asked: list[None] = []
    assert Matcher(parse_request(request), Batch([text]), lambda: asked.append(None)).count() == perm(25, 19)
    assert len(asked) < 10


def test_the_line_to_a_root_crosses_nothing() -> None:
    over = SearchedText(tuple(map(_word, "abcd")), DependencyTree((3, -1, 1, 1), ("det", "root", "obj", "obj")))
    assert found_in("pattern { e: * -> X; f: Y -> Z; e >< f }", [Unit(0, "s", "", {"hypothesis": over})]) == []


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


@pytest.mark.parametrize("size", [3, 4, 9])
def test_of_very_many_the_first_are_listed(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr("meantree.queries.matches.MOST_MATCHES", 3)
    found = collect_matches(parse_line("pattern { V[] }"), map(_match, range(size)), NamedValues())
    assert ([match.place for match in found.matches], found.is_cut) == ([0, 1, 2], size > 3)
