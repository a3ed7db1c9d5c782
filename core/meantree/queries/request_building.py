"""Conversion of a parse tree to a request, with the checks that the grammar cannot make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from meantree.escaping import listed, quoted
from meantree.queries.request_model import (
    EDGE_FEATURES,
    ROLE_FEATURES,
    SIDE_VALUES,
    STATUS_VALUES,
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

MAX_NODES = 20
"""Nodes of an item; the number of matches grows exponentially with them."""
MAX_FREE_NODES = 4
"""Nodes of an item that end in ``$`` and are in no edge or constraint: each of them may be any word of a text."""
DECLARING: Mapping[str, Callable[[str, str], Constraint]] = {
    "precedes": partial(Order, immediate=False),
    "immediately": partial(Order, immediate=True),
    "dominates": Dominates,
}
"""Constraints between two nodes that, like edges, may introduce them."""
CLOSED_FEATURES: dict[str, Iterable[str]] = {"status": STATUS_VALUES, "side": SIDE_VALUES}
"""Features with a fixed set of values."""
RENAMED_FEATURES = {"cat": "upos", "pos": "xpos", "phon": "form"}
"""Features that Grew named differently up to version 1.6."""
_ESCAPE = re.compile(r"\\(.)")


def build_request(tree: Tree[Token], text: str) -> Request:
    """Return the request of a parse tree.

    Raises:
        RequestError: if it uses a name or a feature that is unknown or does not fit.
    """
    items: dict[str, list[Tree[Token]]] = {"pattern": [], "with": [], "without": [], "global": []}
    for item in _subtrees(tree):
        items[item.data].append(item)
    builder = _ItemBuilder()
    for item in items["pattern"]:
        builder.add(item)
    pattern = builder.item()
    filters = tuple(
        (item.data == "with", _ItemBuilder(pattern).build(item)) for item in (*items["with"], *items["without"])
    )
    facts = tuple(_fact(fact) for item in items["global"] for fact in _subtrees(item))
    return Request(text, pattern, filters, facts)


@dataclass(slots=True)
class _ItemBuilder:
    """Builds one item; ``pattern`` is the pattern that a filter extends."""

    pattern: Item = field(default_factory=Item)
    nodes: dict[str, list[Alternatives]] = field(default_factory=dict)
    edges: list[EdgeClause] = field(default_factory=list)
    constraints: list[Tree[Token]] = field(default_factory=list)

    def build(self, item: Tree[Token]) -> Item:
        self.add(item)
        return self.item()

    def add(self, item: Tree[Token]) -> None:
        for clause in _subtrees(item):
            if clause.data == "node":
                self._add_node(clause)
            elif clause.data == "edge":
                self._add_edge(clause)
            else:
                if clause.data in DECLARING:
                    for name in (clause.children[0], clause.children[2]):
                        if str(name) not in self.pattern.nodes:
                            self._declare(name)
                self.constraints.append(clause)

    def item(self) -> Item:
        # Constraints are built last, since they may mention what is declared after them.
        built = [self._constraint(clause) for clause in self.constraints]
        nodes = {name: tuple(groups) for name, groups in self.nodes.items()}
        constraints = tuple(constraint for constraint in built if constraint is not None)
        item = Item(nodes, tuple(self.edges), constraints)
        self._require_few_free_nodes(item)
        return item

    def _require_few_free_nodes(self, item: Item) -> None:
        tied = {end for edge in item.edges for end in edge.ends}
        tied.update(name for constraint in item.constraints for name in constrained_names(constraint))
        free = [name for name in item.nodes if name.endswith("$") and name not in {*tied, *self.pattern.nodes}]
        if len(free) > MAX_FREE_NODES:
            problem = f"{len(free)} nodes whose names end in $ are not connected to others ({listed(free)})"
            raise RequestError(f"{problem}, expected at most {MAX_FREE_NODES}, or edges or orders between them")

    def _add_node(self, clause: Tree[Token]) -> None:
        children: list[Any] = clause.children
        name, *structures = children
        self._declare(name).append(tuple(tuple(map(_condition, _subtrees(structure))) for structure in structures))

    def _declare(self, name: Token) -> list[Alternatives]:
        if str(name) in self._edge_names():
            raise _error_at(name, f"{quoted(name)} is the name of an edge, expected another name for a node")
        groups = self.nodes.setdefault(str(name), [])
        if len(self.nodes) > MAX_NODES:
            raise _error_at(name, f"more than {MAX_NODES} nodes, expected at most that many")
        return groups

    def _edge_names(self) -> set[str]:
        return {edge.name for edge in (*self.pattern.edges, *self.edges) if edge.name}

    def _add_edge(self, clause: Tree[Token]) -> None:
        children: list[Any] = list(clause.children)
        name = ""
        if _is_tree(children[0]):
            token = children.pop(0).children[0]
            name = str(token)
            if name in self._edge_names() or name in self.nodes or name in self.pattern.nodes:
                raise _error_at(token, f"the name {quoted(name)} is taken, expected another one for the edge")
        source, middle, target = children
        start, end = (None if token == "*" else str(token) for token in (source, target))
        if start is None and end is None:
            raise _error_at(source, "an edge from * to *, expected a name at one end")
        for token in (source, target):
            if token != "*":
                self._declare(token)
        kind, labels, negated, tests = _label(middle) if _is_tree(middle) else ("tree", (), False, ())
        self.edges.append(EdgeClause(name, start, end, kind, labels, negated, tests))

    def _constraint(self, clause: Tree[Token]) -> Constraint | None:
        children: list[Any] = clause.children
        if clause.data in DECLARING:
            return DECLARING[clause.data](self._node(children[0]), self._node(children[2]))
        match clause.data:
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
        name, first, second, sign, number = children
        if name not in ("length", "delta"):
            raise _error_at(name, f"found {quoted(name)}, expected length(X, Y) or delta(X, Y)")
        return Distance(self._node(first), self._node(second), name == "delta", str(sign), _whole_number(number))

    def _ordered(self, first: Any, second: Any) -> Ordered:
        for reference in (first, second):
            if reference.children[1] != "__id__":
                raise _error_at(reference.children[1], "found another feature before <, expected __id__")
        return Ordered(self._node(first.children[0]), self._node(second.children[0]))

    def _same(self, first: Any, second: Any, *, same: bool) -> Same:
        (name, feature), (other_name, other_feature) = first.children, second.children
        edges = self._edge_names()
        if (str(name) in edges) != (str(other_name) in edges):
            message = f"{quoted(name)} and {quoted(other_name)} are a node and an edge, expected two of a kind"
            raise _error_at(other_name, message)
        if str(name) in edges:
            for token in (feature, other_feature):
                _require_feature(token)
        else:
            self._node(name)
            self._node(other_name)
            for token in (feature, other_feature):
                if token in ("feature", "finding"):
                    raise _error_at(token, f'a word has several {token}s, expected a constant, as in {token}="…"')
        return Same((str(name), str(feature)), (str(other_name), str(other_feature)), same)

    def _constant(self, reference: Any, sign: Token, constant: Any) -> EdgeTest | None:
        """Return a test of an edge; a test of a node is added to the node instead."""
        name, feature = reference.children
        test = _checked(feature, Condition(str(feature), cast("Sign", str(sign)), (_value(constant.children[0]),)))
        if str(name) in self._edge_names():
            _require_feature(feature)
            return EdgeTest(str(name), test)
        self.nodes.setdefault(self._node(name), []).append(((test,),))
        return None

    def _node(self, name: Any) -> str:
        if str(name) not in self.nodes and str(name) not in self.pattern.nodes:
            known = listed(dict.fromkeys((*self.pattern.nodes, *self.nodes))) or "none"
            raise _error_at(name, f"no node is called {quoted(name)}; there are {known}")
        return str(name)

    def _edge(self, name: Token) -> str:
        if str(name) not in self._edge_names():
            known = listed(self._edge_names()) or "none"
            raise _error_at(name, f"no edge is called {quoted(name)}; there are {known}")
        return str(name)


def _label(tree: Tree[Token]) -> tuple[EdgeKind, tuple[Value, ...], bool, tuple[Condition, ...]]:
    """Return the kind of an edge, its labels, whether these are excluded, and the tests of its features."""
    labels: tuple[Value, ...] = ()
    negated, tests = False, []
    for part in _subtrees(tree):
        if part.data == "labels":
            negated = part.children[0] == "^"
            labels = _values(next(_subtrees(part)))
        else:
            tests.append(_condition(part))
    token = next(tree.scan_values(lambda _: True))
    names = [test.name for test in tests]
    if labels in (("align",), ("role",)) and not negated:
        kind: EdgeKind = "align" if labels == ("align",) else "role"
        labels = ()
    else:
        kind = "role" if "role" in names else "tree"
    if kind == "align" and names:
        raise _error_at(token, f"a link has no {names[0]}, expected -[align]-> alone")
    if kind == "role" and labels:
        raise _error_at(token, "a role has no label, expected one, as in -[role=agent]->")
    allowed = ROLE_FEATURES if kind == "role" else EDGE_FEATURES
    if unknown := [name for name in names if name not in allowed]:
        raise _error_at(token, f"an edge has no feature {quoted(unknown[0])}; there are {listed(allowed)}")
    return kind, labels, negated, tuple(tests)


def _condition(tree: Tree[Token]) -> Condition:
    first, *others = tree.children
    token = cast("Token", first)
    if token == "!" and others:
        return Condition(str(others[0]), "!")
    if not others or others[1] == "*":
        return Condition(str(token), "*")
    values = _values(cast("Tree[Token]", others[1]))
    return _checked(token, Condition(str(token), cast("Sign", str(others[0])), values))


def _checked(token: Token, test: Condition) -> Condition:
    """Return the condition after checking that the feature at ``token`` can have its values."""
    if test.name in RENAMED_FEATURES:
        current = RENAMED_FEATURES[test.name]
        raise _error_at(token, f"found the feature {test.name}, expected {current}, as Grew calls it now")
    known = CLOSED_FEATURES.get(test.name)
    for value in test.values:
        if known is not None and isinstance(value, str) and value not in known:
            raise _error_at(token, f"{test.name} is {quoted(value)}, expected {' or '.join(known)}")
    return test


def _values(tree: Tree[Token]) -> tuple[Value, ...]:
    return tuple(_value(cast("Token", token)) for token in tree.children)


def _value(token: Any) -> Value:
    """Return a word, a text without its quotes, or a regular expression."""
    text = str(token)
    if token.type == "STRING":
        return _ESCAPE.sub(r"\1", text[1:-1])
    if token.type not in ("REGEX", "PCRE"):
        return text
    if token.type == "REGEX":
        expression = Regex(text[3:-1].replace('\\"', '"'))
    else:
        source, _, flag = text[1:].rpartition("/")
        expression = Regex(source.replace("\\/", "/"), ignore_case=flag == "i")
    try:
        compiled(expression)
    except ValueError as error:
        raise _error_at(token, f"{quoted(expression.source)} is not a valid regular expression: {error}") from error
    return expression


def _fact(tree: Tree[Token]) -> Fact:
    token = cast("Token", tree.children[0])
    name = str(token) if token.type == "FACT" else cast("str", _value(token))
    line, column = token.line or 1, token.column or 1
    if tree.data == "flag":
        return Fact(name, "is", line=line, column=column)
    sign, right = str(tree.children[1]), tree.children[2]
    if tree.data == "limit":
        return Fact(name, sign, (), float(str(right)), line, column)
    return Fact(name, sign, _values(cast("Tree[Token]", right)), line=line, column=column)


def _whole_number(token: Token) -> int:
    if len(token) > 9:
        raise _error_at(token, f"found {quoted(token)}, expected a distance")
    return int(token)


def _require_feature(token: Token) -> None:
    known = ("label", *EDGE_FEATURES, "role")
    if token not in known:
        raise _error_at(token, f"an edge has no feature {quoted(token)}; there are {listed(known)}")


def _error_at(token: Any, message: str) -> RequestError:
    return RequestError(message, token.line or 1, token.column or 1)


def _is_tree(part: Any) -> bool:
    return hasattr(part, "children")


def _subtrees(tree: Tree[Token]) -> Any:
    """Yield the children that are not tokens."""
    return (child for child in tree.children if _is_tree(child))
