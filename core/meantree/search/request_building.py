"""From a parse tree to a request, with the checks that no grammar makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from meantree.escaping import listed, quoted
from meantree.search.request_model import (
    EDGE_FEATURES,
    ROLE_FEATURES,
    SIDE_VALUES,
    STATUSES,
    Alternatives,
    Condition,
    Constraint,
    Crosses,
    Distance,
    Dominates,
    EdgeClause,
    EdgeKind,
    EdgeTest,
    Fact,
    Item,
    Order,
    Ordered,
    Regex,
    Request,
    RequestError,
    Same,
    Sign,
    Value,
    compiled,
    constrained_names,
)

if TYPE_CHECKING:
    from lark import Token, Tree


KEPT: dict[str, Iterable[str]] = {"status": STATUSES, "side": SIDE_VALUES}
"""Features that have few values."""
RENAMED = {"cat": "upos", "pos": "xpos", "phon": "form"}
"""Features that Grew called otherwise up to version 1.6."""
_ESCAPE = re.compile(r"\\(.)")
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
        tied.update(name for constraint in item.constraints for name in constrained_names(constraint))
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


def label_of(tree: Tree[Token]) -> tuple[EdgeKind, tuple[Value, ...], bool, tuple[Condition, ...]]:
    """Kind of an edge, its labels, whether these are excluded, and what is asked of its features.

    Raises:
        RequestError: if edges of this kind have no such feature.
    """
    labels: tuple[Value, ...] = ()
    negated, tests = False, []
    for part in trees_in(tree):
        if part.data == "labels":
            negated = part.children[0] == "^"
            labels = _values(next(trees_in(part)))
        else:
            tests.append(condition_of(part))
    token = next(tree.scan_values(lambda _: True))
    names = [test.name for test in tests]
    if labels in (("align",), ("role",)) and not negated:
        kind: EdgeKind = "align" if labels == ("align",) else "role"
        labels = ()
    else:
        kind = "role" if "role" in names else "tree"
    if kind == "align" and names:
        raise wrong(token, f"a link has no {names[0]}, expected -[align]-> alone")
    if kind == "role" and labels:
        raise wrong(token, "a role has no label, expected -[role=agent]-> or the like")
    allowed = ROLE_FEATURES if kind == "role" else EDGE_FEATURES
    if unknown := [name for name in names if name not in allowed]:
        raise wrong(token, f"an edge has no feature {quoted(unknown[0])}; there are {listed(allowed)}")
    return kind, labels, negated, tuple(tests)


def condition_of(tree: Tree[Token]) -> Condition:
    """What is asked of one feature.

    Raises:
        RequestError: if the feature cannot have such a value.
    """
    first, *rest = tree.children
    token = cast("Token", first)
    if token == "!" and rest:
        return Condition(str(rest[0]), "!")
    if not rest or rest[1] == "*":
        return Condition(str(token), "*")
    return checked(token, Condition(str(token), cast("Sign", str(rest[0])), _values(cast("Tree[Token]", rest[1]))))


def checked(token: Token, test: Condition) -> Condition:
    """The condition, unless the feature at ``token`` cannot have such a value.

    Raises:
        RequestError: if it cannot.
    """
    if test.name in RENAMED:
        raise wrong(token, f"found the feature {test.name}, expected {RENAMED[test.name]}, as Grew calls it now")
    known = KEPT.get(test.name)
    for value in test.values:
        if known is not None and isinstance(value, str) and value not in known:
            raise wrong(token, f"{test.name} is {quoted(value)}, expected {' or '.join(known)}")
    return test


def _values(tree: Tree[Token]) -> tuple[Value, ...]:
    return tuple(value_of(cast("Token", token)) for token in tree.children)


def value_of(token: Any) -> Value:
    """A word, a text without its quotes, or a regular expression.

    Raises:
        RequestError: if it is no regular expression.
    """
    text = str(token)
    if token.type == "STRING":
        return _ESCAPE.sub(r"\1", text[1:-1])
    if token.type not in ("REGEX", "PCRE"):
        return text
    if token.type == "REGEX":
        found = Regex(text[3:-1].replace('\\"', '"'))
    else:
        source, _, flag = text[1:].rpartition("/")
        found = Regex(source.replace("\\/", "/"), ignore_case=flag == "i")
    try:
        compiled(found)
    except ValueError as error:
        raise wrong(token, f"{quoted(found.source)} is no regular expression: {error}") from error
    return found


def fact_of(tree: Tree[Token]) -> Fact:
    """What is asked of the segment."""
    token = cast("Token", tree.children[0])
    name = str(token) if token.type == "FACT" else cast("str", value_of(token))
    line, column = token.line or 1, token.column or 1
    if tree.data == "flag":
        return Fact(name, "is", line=line, column=column)
    sign, right = str(tree.children[1]), tree.children[2]
    if tree.data == "limit":
        return Fact(name, sign, (), float(str(right)), line, column)
    return Fact(name, sign, _values(cast("Tree[Token]", right)), line=line, column=column)


def whole_number(token: Token) -> int:
    """A distance in words."""
    if len(token) > 9:
        raise wrong(token, f"found {quoted(token)}, expected a distance")
    return int(token)


def require_feature(token: Token, known: Iterable[str]) -> None:
    """See to it that an edge has such a feature.

    Raises:
        RequestError: if not.
    """
    if token not in known:
        raise wrong(token, f"an edge has no feature {quoted(token)}; there are {listed(known)}")


def wrong(token: Any, message: str) -> RequestError:
    """The error of what stands at a token."""
    return RequestError(message, token.line or 1, token.column or 1)


def is_tree(part: Any) -> bool:
    """Whether a child is no token."""
    return hasattr(part, "children")


def trees_in(tree: Tree[Token]) -> Any:
    """The children that are no tokens."""
    return (child for child in tree.children if is_tree(child))
