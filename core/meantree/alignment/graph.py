"""Two texts and the links between their words as one graph of networkx."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from meantree.analysis.graph import LINK
from meantree.corpus.model import Side

if TYPE_CHECKING:
    import networkx as nx

Word = tuple[Side, int]
"""A token by its side, 0-based over its text."""


def pair_graph(
    hypothesis: nx.DiGraph[int], reference: nx.DiGraph[int], links: Iterable[tuple[int, int]]
) -> nx.DiGraph[Word]:
    """Both trees with their attributes, the hypothesis first, and an edge for each link between words.

    Nodes are ``(side, token)``. A link leads from hypothesis to reference, with ``kind``
    (:data:`meantree.analysis.graph.LINK`).

    Args:
        hypothesis, reference: the dependencies of each text (:func:`meantree.analysis.graph.dependency_graph`).
        links: ``(hypothesis token, reference token)``, as :func:`meantree.alignment.words.align_words` finds them.

    Raises:
        ValueError: if a link leads to a token that is not there.
    """
    import networkx as nx

    graph: nx.DiGraph[Word] = nx.DiGraph()
    _add(graph, "hypothesis", hypothesis)
    _add(graph, "reference", reference)
    for one, two in links:
        if one not in hypothesis or two not in reference:
            raise ValueError(f"a link {one}-{two} between texts of {len(hypothesis)} and {len(reference)} tokens")
        graph.add_edge(("hypothesis", one), ("reference", two), kind=LINK)
    return graph


def _add(graph: nx.DiGraph[Word], side: Side, tree: nx.DiGraph[int]) -> None:
    graph.add_nodes_from(((side, token), data) for token, data in tree.nodes(data=True))
    graph.add_edges_from(((side, head), (side, token), data) for head, token, data in tree.edges(data=True))
