"""Graphs of trees and pairs for other tools: GraphML, and networkx's own node-link JSON."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from meantree.analysis.graph import dependency_graph
from meantree.analysis.sentences import Analysis
from meantree.shown import as_json

if TYPE_CHECKING:
    import networkx as nx

# A carriage return is allowed, but read as another character.
_UNHELD = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(graph: nx.DiGraph[Any]) -> str:
    """A graph with its attributes in GraphML.

    A node of a pair is named as in ``hypothesis:3``. In place of each character that XML cannot hold stands the
    replacement character.
    """
    import networkx as nx

    held: nx.DiGraph[str] = nx.DiGraph()
    held.add_nodes_from((_name(node), _held(data)) for node, data in graph.nodes(data=True))
    held.add_edges_from((_name(one), _name(two), _held(data)) for one, two, data in graph.edges(data=True))
    # Not generate_graphml: it breaks lines at separators that stand in labels.
    stream = BytesIO()
    nx.write_graphml_xml(held, stream)
    return stream.getvalue().decode("utf-8")


def node_link_json(graph: nx.DiGraph[Any]) -> str:
    """A graph with its attributes as JSON that ``networkx.node_link_graph`` reads; labels stay as they are."""
    import networkx as nx

    return as_json(nx.node_link_data(graph, edges="edges"))


def texts_graph(analyses: Mapping[str, Analysis]) -> nx.DiGraph[str]:
    """The dependencies of several texts in one graph, as many tools read the first graph of a file alone.

    Nodes are named as in ``0.3``, by the 0-based places of the text and of the token in it; beside the attributes of
    :func:`meantree.analysis.graph.dependency_graph` they have the text's key as ``segment``.
    """
    import networkx as nx

    texts: nx.DiGraph[str] = nx.DiGraph()
    for number, (key, analysis) in enumerate(analyses.items()):
        graph = dependency_graph(analysis)
        names = {token: f"{number}.{token}" for token in graph}
        texts.add_nodes_from((names[token], {"segment": key, **data}) for token, data in graph.nodes(data=True))
        texts.add_edges_from((names[head], names[token], data) for head, token, data in graph.edges(data=True))
    return texts


def _name(node: Hashable) -> str:
    return ":".join(map(str, node)) if isinstance(node, tuple) else str(node)


def _held(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _UNHELD.sub("\ufffd", value) if isinstance(value, str) else value for name, value in data.items()}
