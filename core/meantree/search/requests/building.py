"""From a parse tree to a request, with the checks that no grammar makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from meantree.escaping import listed, quoted
from meantree.search.requests.errors import RequestError
from meantree.search.requests.model import (
    EDGE_FEATURES,
    Alternatives,
    Constraint,
    Crosses,
    Distance,
    Dominates,
    EdgeClause,
    EdgeTest,
    Item,
    Order,
    Ordered,
    Request,
    Same,
    names_of,
)
from meantree.search.requests.parts import (
    checked,
    condition_of,
    fact_of,
    is_tree,
    label_of,
    require_feature,
    trees_in,
    value_of,
    whole_number,
    wrong,
)
from meantree.search.requests.values import Condition, Sign

if TYPE_CHECKING:
    from lark import Token, Tree

MAX_NODES = 20
"""Nodes of an item: what more of them can match grows without bounds."""
MAX_LOOSE = 4
"""Nodes of an item that end in ``$`` and that nothing ties to others: each of them may be any word of a text."""
DECLARING = ("precedes", "immediately", "dominates")
"""Constraints that may name nodes that nothing else does, as edges may."""


def built(tree: Tree[Token], text: str) -> Request:
    """The request of a parse tree.

    Raises:
        RequestError: if names or features are used in a way that means nothing.
    """
    items: dict[str, list[Tree[Token]]] = {"pattern": [], "with": [], "without": [], "global": []}
    for item in trees_in(tree):
        items[item.data].append(item)
    pattern = _Builder()
    for item in items["pattern"]:
        pattern.add(item)
    found = pattern.item()
    filters = tuple(
        (item.data == "with", _Builder(found).built_of(item)) for item in (*items["with"], *items["without"])
    )
    facts = tuple(fact_of(fact) for item in items["global"] for fact in trees_in(item))
    return Request(text, found, filters, facts)


@dataclass(slots=True)
class _Builder:
    """One item as it is put together; ``within`` is the pattern that a filter continues."""

    within: Item = field(default_factory=Item)
    nodes: dict[str, list[Alternatives]] = field(default_factory=dict)
    edges: list[EdgeClause] = field(default_factory=list)
    later: list[Tree[Token]] = field(default_factory=list)

    def built_of(self, item: Tree[Token]) -> Item:
        self.add(item)
        return self.item()

    def add(self, item: Tree[Token]) -> None:
        for clause in trees_in(item):
            if clause.data == "node":
                self._add_node(clause)
            elif clause.data == "edge":
                self._add_edge(clause)
            else:
                if clause.data in DECLARING:
                    self._declare_both(clause.children[0], clause.children[2])
                self.later.append(clause)

    def _declare_both(self, one: Token, two: Token) -> None:
        for name in (one, two):
            if str(name) not in self.within.nodes:
                self._declare(name)

    def item(self) -> Item:
        """The item, once all of it is added: constraints may name what is declared after them."""
        constraints = [one for clause in self.later if (one := self._constraint(clause)) is not None]
        nodes = {name: tuple(groups) for name, groups in self.nodes.items()}
        item = Item(nodes, tuple(self.edges), tuple(constraints))
        self._require_few_loose(item)
        return item

    def _require_few_loose(self, item: Item) -> None:
        tied = {end for edge in item.edges for end in edge.ends}
        tied.update(name for constraint in item.constraints for name in names_of(constraint))
        loose = [name for name in item.nodes if name.endswith("$") and name not in {*tied, *self.within.nodes}]
        if len(loose) > MAX_LOOSE:
            told = f"{len(loose)} nodes that end in $ are tied to no other ({listed(loose)})"
            raise RequestError(f"{told}, expected at most {MAX_LOOSE}, or edges or orders between them")

    def _add_node(self, clause: Tree[Token]) -> None:
        children: list[Any] = clause.children
        name, *structures = children
        self._declare(name).append(tuple(tuple(map(condition_of, trees_in(one))) for one in structures))

    def _declare(self, name: Token) -> list[Alternatives]:
        if str(name) in self._edge_names():
            raise wrong(name, f"{quoted(name)} is the name of an edge, expected another name for a node")
        groups = self.nodes.setdefault(str(name), [])
        if len(self.nodes) > MAX_NODES:
            raise wrong(name, f"more than {MAX_NODES} nodes, expected fewer")
        return groups

    def _edge_names(self) -> set[str]:
        return {edge.name for edge in (*self.within.edges, *self.edges) if edge.name}

    def _add_edge(self, clause: Tree[Token]) -> None:
        children: list[Any] = list(clause.children)
        name = ""
        if is_tree(children[0]):
            token = children.pop(0).children[0]
            name = str(token)
            if name in self._edge_names() or name in self.nodes or name in self.within.nodes:
                raise wrong(token, f"the name {quoted(name)} is taken, expected another one for the edge")
        source, middle, target = children
        start, end = (None if one == "*" else str(one) for one in (source, target))
        if start is None and end is None:
            raise wrong(source, "an edge from * to *, expected a name at one end")
        for one in (source, target):
            if one != "*":
                self._declare(one)
        kind, labels, negated, tests = label_of(middle) if is_tree(middle) else ("tree", (), False, ())
        self.edges.append(EdgeClause(name, start, end, kind, labels, negated, tests))

    def _constraint(self, clause: Tree[Token]) -> Constraint | None:
        children: list[Any] = clause.children
        match clause.data:
            case "precedes" | "immediately":
                return Order(self._node(children[0]), self._node(children[2]), clause.data == "immediately")
            case "dominates":
                return Dominates(self._node(children[0]), self._node(children[2]))
            case "crosses":
                return Crosses(self._edge(children[0]), self._edge(children[2]))
            case "distance":
                return self._distance(children)
            case "ordered":
                return self._ordered(children[0], children[2])
            case "same":
                return self._same(children[0], children[2], same=children[1] == "=")
        return self._constant(*children)

    def _distance(self, children: Sequence[Token]) -> Distance:
        name, one, two, sign, number = children
        if name not in ("length", "delta"):
            raise wrong(name, f"found {quoted(name)}, expected length(X, Y) or delta(X, Y)")
        return Distance(self._node(one), self._node(two), name == "delta", str(sign), whole_number(number))

    def _ordered(self, one: Any, two: Any) -> Ordered:
        for reference in (one, two):
            if reference.children[1] != "__id__":
                raise wrong(reference.children[1], "found another feature before <, expected __id__")
        return Ordered(self._node(one.children[0]), self._node(two.children[0]))

    def _same(self, one: Any, two: Any, *, same: bool) -> Same:
        (name, feature), (other, second) = one.children, two.children
        edges = self._edge_names()
        if (str(name) in edges) != (str(other) in edges):
            raise wrong(other, f"{quoted(name)} and {quoted(other)} are a node and an edge, expected two of a kind")
        if str(name) in edges:
            for token in (feature, second):
                require_feature(token, ("label", *EDGE_FEATURES, "role"))
        else:
            self._node(name)
            self._node(other)
            for token in (feature, second):
                if token == "feature":
                    raise wrong(token, 'a word has several features, expected a constant, as in feature="…"')
        return Same((str(name), str(feature)), (str(other), str(second)), same)

    def _constant(self, reference: Any, sign: Token, constant: Any) -> EdgeTest | None:
        name, feature = reference.children
        test = checked(feature, Condition(str(feature), cast("Sign", str(sign)), (value_of(constant.children[0]),)))
        if str(name) in self._edge_names():
            require_feature(feature, ("label", *EDGE_FEATURES, "role"))
            return EdgeTest(str(name), test)
        self.nodes.setdefault(self._node(name), []).append(((test,),))
        return None

    def _node(self, name: Any) -> str:
        if str(name) not in self.nodes and str(name) not in self.within.nodes:
            known = listed(dict.fromkeys((*self.within.nodes, *self.nodes))) or "none"
            raise wrong(name, f"no node is called {quoted(name)}; there are {known}")
        return str(name)

    def _edge(self, name: Token) -> str:
        if str(name) not in self._edge_names():
            known = listed(self._edge_names()) or "none"
            raise wrong(name, f"no edge is called {quoted(name)}; there are {known}")
        return str(name)
