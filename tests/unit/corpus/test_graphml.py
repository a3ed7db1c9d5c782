"""Graphs out and in again."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from helpers.trees import EMPTY, parsed
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.corpus.formats.graphml import dependency_graph, graphml, texts_graph

XMLNS = "{http://graphml.graphdrawing.org/xmlns}"
HELD = "<&>\"' \t\n\u2028\x85\u202e\U0001f600\ud7ff\ue000\ufffd"
"""What XML holds, if only escaped."""
REPLACED = "\x00\x08\x0b\x1b\x1f\r\ud800\udfff\ufffe\uffff"


def word(text: str, label: str = "root") -> Analysis:
    return Analysis(text, (Sentence((Token(text),), DependencyTree((ROOT,), (label,))),))


def labelled(label: str) -> Analysis:
    return Analysis("a b", (Sentence((Token("a"), Token("b")), DependencyTree((ROOT, 0), ("root", label))),))


def read(text: str) -> Any:
    """What a strict parser, and then networkx, make of GraphML."""
    etree.fromstring(text.encode())
    return nx.parse_graphml(text)


def content(graph: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
    return dict(graph.nodes(data=True)), {(one, two): data for one, two, data in graph.edges(data=True)}


def test_tokens_and_arcs_have_their_attributes() -> None:
    tokens = (Token("Cats", "cat", "NOUN", "NNS", "Number=Plur"), Token("ran", "run", "VERB", "VBD"))
    text = Analysis("Cats ran", (Sentence(tokens, DependencyTree((1, ROOT), ("nsubj", "root"))),))
    again = read(graphml(dependency_graph(text)))
    assert again.is_directed()
    assert content(again) == (
        {
            "0": {"text": "Cats", "lemma": "cat", "upos": "NOUN", "xpos": "NNS", "feats": "Number=Plur", "sentence": 0},
            "1": {"text": "ran", "lemma": "run", "upos": "VERB", "xpos": "VBD", "feats": "", "sentence": 0},
        },
        {("1", "0"): {"kind": "tree", "label": "nsubj"}},
    )


def test_tokens_count_over_all_sentences() -> None:
    graph = dependency_graph(parsed("a:2:det b:0:root", "c:0:root d:1:obj"))
    assert [graph.nodes[token]["sentence"] for token in range(4)] == [0, 0, 1, 1]
    assert set(graph.edges) == {(1, 0), (2, 3)}


def test_texts_stand_side_by_side() -> None:
    nodes, edges = content(texts_graph({"n/1": parsed("a:2:det b:0:root"), "n/2": EMPTY, "n/3": parsed("c:0:root")}))
    assert {name: (data["segment"], data["text"]) for name, data in nodes.items()} == {
        "0.0": ("n/1", "a"),
        "0.1": ("n/1", "b"),
        "2.0": ("n/3", "c"),
    }
    assert edges == {("0.1", "0.0"): {"kind": "tree", "label": "det"}}


def test_nothing_is_a_graph_too() -> None:
    assert len(read(graphml(texts_graph({"1": EMPTY})))) == 0


@pytest.mark.parametrize("character", HELD, ids=ascii)
def test_graphml_holds(character: str) -> None:
    (node,) = read(graphml(texts_graph({character: word(f"a{character}b")}))).nodes.values()
    assert (node["text"], node["segment"]) == (f"a{character}b", character)


@pytest.mark.parametrize("character", REPLACED, ids=ascii)
def test_what_xml_cannot_hold_is_replaced(character: str) -> None:
    (edge,) = read(graphml(dependency_graph(labelled(f"x{character}y")))).edges.values()
    assert edge["label"] == "x\ufffdy"


def test_markup_in_labels_is_text() -> None:
    document = etree.fromstring(graphml(dependency_graph(labelled("</data><node id='9'/>"))).encode())
    assert len(document.findall(f".//{XMLNS}node")) == 2


@given(st.text(st.characters(), max_size=20))
def test_any_word_makes_a_file_that_can_be_read_and_stored(text: str) -> None:
    (node,) = read(graphml(dependency_graph(word(text)))).nodes.values()
    assert len(node["text"]) == len(text)
    assert all(one in (two, "\ufffd") for one, two in zip(node["text"], text, strict=True))
