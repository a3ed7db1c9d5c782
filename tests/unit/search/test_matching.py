"""Matches of requests: all that trying everything finds, and what networkx finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import perm

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.algorithms.isomorphism import DiGraphMatcher

from helpers.requests import CONSTRAINTS, EDGE_LABELS, NODE_TESTS, Found, brute_matches, clause_of, requests, units
from meantree.analysis.tree import DependencyTree, Token
from meantree.search import partial_matches
from meantree.search.matching import Matcher
from meantree.search.request_parsing import parse_request
from meantree.search.search_units import RoleEdge, SearchedText, Unit
from meantree.search.word_batch import NO_WORD, Batch


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


EDGES = ("nsubj", "obj", "det")


@st.composite
def patterns(draw: st.DrawFn) -> list[tuple[int, int, str]]:
    """Connected edge patterns over up to four nodes, each node a dependent once at most."""
    size = draw(st.integers(2, 4))
    return [(draw(st.integers(0, place - 1)), place, draw(st.sampled_from(("", *EDGES)))) for place in range(1, size)]


@given(patterns(), units(max_size=7))
def test_edge_patterns_are_monomorphisms(pattern: list[tuple[int, int, str]], unit: Unit) -> None:
    wanted: nx.DiGraph[int] = nx.DiGraph()
    for head, dependent, label in pattern:
        wanted.add_edge(head, dependent, label=label)
    total = 0
    for text in unit.texts.values():
        tree: nx.DiGraph[int] = nx.DiGraph()
        tree.add_nodes_from(range(len(text.tokens)))
        for dependent, head, label in text.tree.arcs():
            tree.add_edge(head, dependent, label=label)
        matcher = DiGraphMatcher(tree, wanted, edge_match=lambda one, two: two["label"] in ("", one["label"]))
        total += sum(1 for _ in matcher.subgraph_monomorphisms_iter())
    clauses = (f"N{head} {f'-[{label}]->' if label else '->'} N{dependent}" for head, dependent, label in pattern)
    assert len(found_in(f"pattern {{ {'; '.join(clauses)} }}", [unit])) == total
