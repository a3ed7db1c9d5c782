"""Trees as graphs, and what is asked of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import EMPTY, analyses, bracketed, parsed
from meantree.analysis.constituents import TOP
from meantree.analysis.graph import (
    TREE,
    Step,
    components,
    constituency_graph,
    dependency_graph,
    lowest_common_ancestor,
    path,
)
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token

BOOK = "She:2:nsubj gave:0:root him:2:iobj the:6:det old:6:amod book:2:obj"


def chain(parents: tuple[int, ...], node: int) -> list[int]:
    """A node and all above it, lowest first."""
    found = [node]
    while (node := parents[node]) != ROOT:
        found.append(node)
    return found


def oracle_nodes(parents: tuple[int, ...], start: int, end: int) -> list[int] | None:
    """The nodes of the way from ``start`` up to where both ways up meet, and down to ``end``."""
    up, down = chain(parents, start), chain(parents, end)
    if up[-1] != down[-1]:
        return None
    while len(up) > 1 and len(down) > 1 and up[-2] == down[-2]:
        up.pop()
        down.pop()
    return [*up[:-1], *reversed(down)]


def test_tokens_and_arcs_have_their_attributes() -> None:
    tokens = (Token("Cats", "cat", "NOUN", "NNS", "Number=Plur"), Token("ran", "run", "VERB", "VBD"))
    text = Analysis("Cats ran", (Sentence(tokens, DependencyTree((1, ROOT), ("nsubj", "root"))),))
    graph = dependency_graph(text)
    assert dict(graph.nodes.items()) == {
        0: {"text": "Cats", "lemma": "cat", "upos": "NOUN", "xpos": "NNS", "feats": "Number=Plur", "sentence": 0},
        1: {"text": "ran", "lemma": "run", "upos": "VERB", "xpos": "VBD", "feats": "", "sentence": 0},
    }
    assert list(graph.edges(data=True)) == [(1, 0, {"kind": TREE, "label": "nsubj"})]


def test_tokens_count_over_all_sentences() -> None:
    graph = dependency_graph(parsed("a:2:det b:0:root", "c:0:root d:1:obj"))
    assert [graph.nodes[token]["sentence"] for token in range(4)] == [0, 0, 1, 1]
    assert set(graph.edges) == {(1, 0), (2, 3)}


def test_another_tree_over_the_same_tokens() -> None:
    graph = dependency_graph(parsed("a:2:det b:0:root"), DependencyTree((ROOT, 0), ("root", "dep")))
    assert list(graph.edges(data="label")) == [(0, 1, "dep")]


@pytest.mark.parametrize("size", [1, 3])
def test_a_tree_over_other_tokens_is_refused(size: int) -> None:
    tree = DependencyTree((ROOT, *[0] * (size - 1)), ("root",) * size)
    with pytest.raises(ValueError, match="zip"):
        dependency_graph(parsed("a:2:det b:0:root"), tree)


def test_constituents_have_their_attributes() -> None:
    graph = constituency_graph(bracketed("(NN oh)", "(S (NP (DT the) (NN cat)) (VBZ sits))"))
    assert graph is not None
    assert dict(graph.nodes.items()) == {
        0: {"label": "NN", "start": 0, "end": 1, "sentence": 0, "text": "oh"},
        1: {"label": "S", "start": 1, "end": 4, "sentence": 1},
        2: {"label": "NP", "start": 1, "end": 3, "sentence": 1},
        3: {"label": "DT", "start": 1, "end": 2, "sentence": 1, "text": "the"},
        4: {"label": "NN", "start": 2, "end": 3, "sentence": 1, "text": "cat"},
        5: {"label": "VBZ", "start": 3, "end": 4, "sentence": 1, "text": "sits"},
    }
    assert list(graph.edges(data="kind")) == [(1, 2, TREE), (1, 5, TREE), (2, 3, TREE), (2, 4, TREE)]


def test_constituents_of_another_tree() -> None:
    text = bracketed("(S (NP (DT the) (NN cat)) (VBZ sits))")
    graph = constituency_graph(text, bracketed("(X (A the) (B cat) (C sits))").constituency())
    assert graph is not None
    assert [data["label"] for data in graph.nodes.values()] == ["X", "A", "B", "C"]
    with pytest.raises(ValueError, match="zip"):
        constituency_graph(text, bracketed("(X (A the) (B cat))").constituency())


def test_no_constituents_no_graph() -> None:
    assert constituency_graph(parsed("a:0:root")) is None


def test_empty_texts_have_empty_graphs() -> None:
    constituents = constituency_graph(EMPTY)
    assert constituents is not None
    assert len(dependency_graph(EMPTY)) == len(constituents) == 0
    assert components(dependency_graph(EMPTY)) == ()


def test_one_word() -> None:
    graph = dependency_graph(parsed("a:0:root"))
    assert path(graph, 0, 0) == ()
    assert lowest_common_ancestor(graph, [0]) == 0
    assert components(graph) == ((0,),)


def test_a_path_goes_up_and_down() -> None:
    graph = dependency_graph(parsed(BOOK))
    assert path(graph, 0, 3) == (
        Step(0, 1, "nsubj", upward=True),
        Step(1, 5, "obj", upward=False),
        Step(5, 3, "det", upward=False),
    )
    assert path(graph, 4, 5) == (Step(4, 5, "amod", upward=True),)


def test_a_path_between_constituents_has_no_labels() -> None:
    graph = constituency_graph(bracketed("(S (NP (NN a)) (VB b))"))
    assert graph is not None
    assert path(graph, 1, 3) == (Step(1, 0, "", upward=True), Step(0, 3, "", upward=False))


def test_nothing_leads_from_one_sentence_to_another() -> None:
    graph = dependency_graph(parsed("a:2:det b:0:root", "c:0:root"))
    assert path(graph, 0, 2) is None
    assert lowest_common_ancestor(graph, [0, 2]) is None
    assert lowest_common_ancestor(graph, [0, 2, 1]) is None
    assert components(graph) == ((0, 1), (2,))


@pytest.mark.parametrize(
    ("tokens", "lowest", "why"),
    [
        ([3, 4], 5, "neither of them"),
        ([0, 3], 1, "of different depth"),
        ([3, 5], 5, "one below the other"),
        ([3, 4, 2], 1, "of three"),
        ([4, 4], 4, "the same twice"),
    ],
)
def test_lowest_common_ancestors(tokens: list[int], lowest: int, why: str) -> None:
    assert lowest_common_ancestor(dependency_graph(parsed(BOOK)), tokens) == lowest, why


def test_what_is_not_there_is_refused() -> None:
    graph = dependency_graph(parsed("a:2:det b:0:root"))
    for ask in (lambda: path(graph, 0, 2), lambda: path(graph, -1, 0), lambda: lowest_common_ancestor(graph, [2])):
        with pytest.raises(ValueError, match=r"no node (2|-1) in a graph of 2"):
            ask()
    with pytest.raises(ValueError, match="no nodes"):
        lowest_common_ancestor(graph, [])


@given(analyses(), st.data())
def test_paths_are_those_found_by_climbing(text: Analysis, data: st.DataObject) -> None:
    tokens = st.integers(0, len(text.tokens) - 1)
    start, end = data.draw(tokens), data.draw(tokens)
    tree = text.tree()
    nodes = oracle_nodes(tree.heads, start, end)
    steps = path(dependency_graph(text), start, end)
    assert (steps is None) == (nodes is None)
    if steps is not None and nodes is not None:
        assert [start, *(step.end for step in steps)] == nodes
        for step in steps:
            dependent, head = (step.start, step.end) if step.upward else (step.end, step.start)
            assert (tree.heads[dependent], tree.labels[dependent]) == (head, step.label)


@given(analyses(), st.data())
def test_the_lowest_common_ancestor_is_the_deepest_of_the_common_ones(text: Analysis, data: st.DataObject) -> None:
    tokens = data.draw(st.lists(st.integers(0, len(text.tokens) - 1), min_size=1, max_size=4))
    heads = text.tree().heads
    common = set.intersection(*(set(chain(heads, token)) for token in tokens))
    lowest = max(common, key=lambda token: len(chain(heads, token)), default=None)
    assert lowest_common_ancestor(dependency_graph(text), tokens) == lowest


@given(analyses())
def test_components_are_the_sentences(text: Analysis) -> None:
    ends = [*text.offsets[1:], len(text.tokens)]
    sentences = tuple(tuple(range(start, end)) for start, end in zip(text.offsets, ends, strict=True))
    assert components(dependency_graph(text)) == sentences
    assert components(dependency_graph(text), ()) == tuple((token,) for token in range(len(text.tokens)))


@given(analyses())
def test_constituents_stand_below_their_parents(text: Analysis) -> None:
    tree, graph = text.constituency(), constituency_graph(text)
    assert tree is not None
    assert graph is not None
    edges = [(parent, node) for node, parent in enumerate(tree.parents) if parent != TOP]
    assert sorted(graph.edges) == sorted(edges)
    leaves = [node for node in graph if not any(parent == node for parent, _ in edges)]
    assert [graph.nodes[node]["text"] for node in leaves] == list(text.words)
