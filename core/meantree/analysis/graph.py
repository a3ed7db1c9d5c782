"""Trees as graphs of networkx, for questions about paths and ancestors and for other tools; not for inner loops."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree

if TYPE_CHECKING:
    import networkx as nx

TREE = "tree"
"""The ``kind`` of an edge from a head to its dependent, or from a constituent to a part of it."""
LINK = "link"
"""The ``kind`` of an edge from a word of the hypothesis to one of the reference."""

Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step(Generic[Node]):
    """One edge of a path, walked from one end to the other.

    Attributes:
        start, end: the nodes it leads from and to.
        label: of the arc; empty between constituents.
        upward: whether it leads from a dependent to its head, or from a constituent to the one around it.
    """

    start: Node
    end: Node
    label: str
    upward: bool


def dependency_graph(analysis: Analysis, tree: DependencyTree | None = None) -> nx.DiGraph[int]:
    """The dependencies of a whole text, a tree for each sentence.

    Nodes are the tokens, 0-based over the text, with ``text``, ``lemma``, ``upos``, ``xpos``, ``feats`` and the 0-based
    ``sentence``. Edges lead from head to dependent, with ``kind`` (:data:`TREE`) and ``label``.

    Args:
        analysis: the text.
        tree: over all its tokens; the analyser's own if left out.

    Raises:
        ValueError: if the tree has another number of tokens.
    """
    import networkx as nx

    tree = analysis.tree() if tree is None else tree
    graph: nx.DiGraph[int] = nx.DiGraph()
    for place, (token, sentence, _) in enumerate(zip(analysis.tokens, _sentences(analysis), tree.heads, strict=True)):
        forms = {"text": token.text, "lemma": token.lemma, "upos": token.upos, "xpos": token.xpos, "feats": token.feats}
        graph.add_node(place, **forms, sentence=sentence)
    for dependent, head, label in tree.arcs():
        graph.add_edge(head, dependent, kind=TREE, label=label)
    return graph


def constituency_graph(analysis: Analysis, tree: ConstituencyTree | None = None) -> nx.DiGraph[int] | None:
    """The constituents of a whole text; None where a sentence has no constituency tree.

    Nodes are those of the tree, 0-based in preorder, with ``label``, the tokens ``start`` to ``end`` below (0-based
    over the text, end exclusive) and the 0-based ``sentence``; the part of speech of a token has its ``text``, too.
    Edges lead from a constituent to its parts, with ``kind`` (:data:`TREE`).

    Args:
        analysis: the text.
        tree: over all its tokens; the best of each sentence if left out.

    Raises:
        ValueError: if the tree has another number of tokens.
    """
    import networkx as nx

    tree = analysis.constituency() if tree is None else tree
    if tree is None:
        return None
    sentences = _sentences(analysis)
    words = dict(zip(tree.leaves(), analysis.words, strict=True))
    graph: nx.DiGraph[int] = nx.DiGraph()
    for node, (label, parent, (start, end)) in enumerate(zip(tree.labels, tree.parents, tree.spans(), strict=True)):
        text = {"text": words[node]} if node in words else {}
        graph.add_node(node, label=label, start=start, end=end, sentence=sentences[start], **text)
        if parent != TOP:
            graph.add_edge(parent, node, kind=TREE)
    return graph


def path(graph: nx.DiGraph[Node], start: Node, end: Node) -> tuple[Step[Node], ...] | None:
    """The way from one node to another over the edges of trees: none for one node, None between two trees.

    Raises:
        ValueError: if the graph has no such node.
    """
    import networkx as nx

    _require(graph, (start, end))
    try:
        nodes = nx.shortest_path(_of_kinds(graph, (TREE,)).to_undirected(as_view=True), start, end)
    except nx.NetworkXNoPath:
        return None
    return tuple(_step(graph, one, two) for one, two in itertools.pairwise(nodes))


def lowest_common_ancestor(graph: nx.DiGraph[Node], nodes: Collection[Node]) -> Node | None:
    """The lowest node that each of ``nodes`` is or stands below; None where they stand in several trees.

    Raises:
        ValueError: if there are no nodes, or the graph has no such node.
    """
    import networkx as nx

    if not nodes:
        raise ValueError("no nodes have no common ancestor")
    _require(graph, nodes)
    trees = _of_kinds(graph, (TREE,))
    lowest, *others = nodes
    for node in others:
        above: Node | None = nx.lowest_common_ancestor(trees, lowest, node)
        if above is None:
            return None
        lowest = above
    return lowest


def components(graph: nx.DiGraph[Node], kinds: Collection[str] = (TREE, LINK)) -> tuple[tuple[Node, ...], ...]:
    """Groups of nodes that hang together over edges of these kinds; groups, and nodes in them, in the graph's order."""
    import networkx as nx

    order = {node: place for place, node in enumerate(graph)}
    found = nx.weakly_connected_components(_of_kinds(graph, kinds))
    groups = (tuple(sorted(group, key=order.__getitem__)) for group in found)
    return tuple(sorted(groups, key=lambda group: order[group[0]]))


def _sentences(analysis: Analysis) -> list[int]:
    """The sentence of each token."""
    return [number for number, sentence in enumerate(analysis.sentences) for _ in sentence.tokens]


def _of_kinds(graph: nx.DiGraph[Node], kinds: Collection[str]) -> nx.DiGraph[Node]:
    """All nodes with some of the edges."""
    import networkx as nx

    def wanted(start: Node, end: Node) -> bool:
        return graph.edges[start, end]["kind"] in kinds

    some: nx.DiGraph[Node] = nx.subgraph_view(graph, filter_edge=wanted)
    return some


def _step(graph: nx.DiGraph[Node], start: Node, end: Node) -> Step[Node]:
    upward = graph.has_edge(end, start)
    edge = graph.edges[(end, start) if upward else (start, end)]
    return Step(start, end, edge.get("label", ""), upward)


def _require(graph: nx.DiGraph[Node], nodes: Iterable[Node]) -> None:
    for node in nodes:
        if node not in graph:
            raise ValueError(f"no node {node!r} in a graph of {len(graph)}")
