"""Dependency trees as graphs for other tools, in GraphML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from meantree.analysis.sentences import Analysis

if TYPE_CHECKING:
    import networkx as nx

# XML allows a carriage return, but reads it as a line end.
_NOT_IN_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(graph: nx.DiGraph[Any]) -> str:
    """Return a graph with its attributes in GraphML; the replacement character stands for what XML forbids."""
    import networkx as nx

    written: nx.DiGraph[str] = nx.DiGraph()
    written.add_nodes_from((str(node), _printable(data)) for node, data in graph.nodes(data=True))
    written.add_edges_from((str(start), str(end), _printable(data)) for start, end, data in graph.edges(data=True))
    # Not generate_graphml: it breaks lines at separators that stand in labels.
    stream = BytesIO()
    nx.write_graphml_xml(written, stream)
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
    """Return the dependencies of several texts in one graph, as many tools read only the first graph of a file.

    Nodes are named by the 0-based numbers of text and token, as in ``0.3``. They have the attributes of
    :func:`dependency_graph` and the text's key as ``segment``.
    """
    import networkx as nx

    texts: nx.DiGraph[str] = nx.DiGraph()
    for number, (key, analysis) in enumerate(analyses.items()):
        graph = dependency_graph(analysis)
        names = {token: f"{number}.{token}" for token in graph}
        texts.add_nodes_from((names[token], {"segment": key, **data}) for token, data in graph.nodes(data=True))
        texts.add_edges_from((names[head], names[token], data) for head, token, data in graph.edges(data=True))
    return texts


def _printable(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _NOT_IN_XML.sub("\ufffd", value) if isinstance(value, str) else value for name, value in data.items()}
