"""Dependency trees as graphs for other tools, in GraphML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from meantree.analysis.sentences import Analysis

if TYPE_CHECKING:
    import networkx as nx

# A carriage return is allowed, but read as another character.
_UNHELD = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(graph: nx.DiGraph[Any]) -> str:
    """Return a graph with its attributes in GraphML; the replacement character stands for what XML cannot hold."""
    import networkx as nx

    held: nx.DiGraph[str] = nx.DiGraph()
    held.add_nodes_from((str(node), _held(data)) for node, data in graph.nodes(data=True))
    held.add_edges_from((str(one), str(two), _held(data)) for one, two, data in graph.edges(data=True))
    # Not generate_graphml: it breaks lines at separators that stand in labels.
    stream = BytesIO()
    nx.write_graphml_xml(held, stream)
    return stream.getvalue().decode("utf-8")


def dependency_graph(analysis: Analysis) -> nx.DiGraph[int]:
    """Return the dependencies of a whole text, a tree for each sentence.

    Nodes are the tokens, 0-based over the text, with ``text``, ``lemma``, ``upos``, ``xpos``, ``feats`` and the 0-based
    ``sentence``. Edges lead from head to dependent, with ``kind`` ("tree") and ``label``.
    """
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    sentences = [number for number, sentence in enumerate(analysis.sentences) for _ in sentence.tokens]
    for place, (token, sentence) in enumerate(zip(analysis.tokens, sentences, strict=True)):
        forms = {"text": token.text, "lemma": token.lemma, "upos": token.upos, "xpos": token.xpos, "feats": token.feats}
        graph.add_node(place, **forms, sentence=sentence)
    for dependent, head, label in analysis.tree().arcs():
        graph.add_edge(head, dependent, kind="tree", label=label)
    return graph


def texts_graph(analyses: Mapping[str, Analysis]) -> nx.DiGraph[str]:
    """The dependencies of several texts in one graph, as many tools read the first graph of a file alone.

    Nodes are named as in ``0.3``, by the 0-based places of the text and of the token in it; beside the attributes of
    :func:`dependency_graph` they have the text's key as ``segment``.
    """
    import networkx as nx

    texts: nx.DiGraph[str] = nx.DiGraph()
    for number, (key, analysis) in enumerate(analyses.items()):
        graph = dependency_graph(analysis)
        names = {token: f"{number}.{token}" for token in graph}
        texts.add_nodes_from((names[token], {"segment": key, **data}) for token, data in graph.nodes(data=True))
        texts.add_edges_from((names[head], names[token], data) for head, token, data in graph.edges(data=True))
    return texts


def _held(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _UNHELD.sub("\ufffd", value) if isinstance(value, str) else value for name, value in data.items()}
