"""Parts of clauses: labels, conditions, values and facts, from a parse tree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from meantree.escaping import listed, quoted
from meantree.search.requests.errors import RequestError
from meantree.search.requests.model import (
    EDGE_FEATURES,
    ROLE_FEATURES,
    SIDES,
    STATUSES,
    EdgeKind,
    Fact,
)
from meantree.search.requests.values import Condition, Regex, Sign, Value, compiled

if TYPE_CHECKING:
    from lark import Token, Tree

KEPT: dict[str, Iterable[str]] = {"status": STATUSES, "side": SIDES}
"""Features that have few values."""
RENAMED = {"cat": "upos", "pos": "xpos", "phon": "form"}
"""Features that Grew called otherwise up to version 1.6."""
_ESCAPE = re.compile(r"\\(.)")


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
