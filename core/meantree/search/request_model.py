"""Requests as plain values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any, Literal

from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.metrics.evidence import Status

SECONDS = 0.2
"""How long one regular expression may look at one value."""
LONGEST_REGEX = 1_000
"""Characters of a regular expression."""
LARGEST_REGEX = 20_000
"""Characters of a regular expression whose repetitions are written out, as they are when it is compiled."""
_COMMENT = r"\s|#[^\n]*\n"
"""What may stand within a number of a verbose expression."""
_TIMES = re.compile(rf"\{{((?:\d|{_COMMENT})+)")

Sign = Literal["=", "<>", "*", "!"]
"""One of the values, defined with another value, defined, not defined."""


@dataclass(frozen=True, slots=True)
class Regex:
    """A Python regular expression that matches a whole value."""

    source: str
    ignore_case: bool = False

    def matches(self, value: str) -> bool:
        """Whether it matches all of ``value``.

        Raises:
            UsageError: if that takes too long, as expressions such as ``(a*)*b`` do.
        """
        try:
            return compiled(self).fullmatch(value, timeout=SECONDS) is not None
        except TimeoutError as error:
            told = f"the regular expression {quoted(self.source)} takes too long on {quoted(value)}"
            raise UsageError(f"{told}, expected one without repetition inside repetition") from error


Value = str | Regex
Found = str | Collection[str] | None
"""What a thing has: a value, several (the features that fired on a word), or nothing."""


@lru_cache(maxsize=256)
def compiled(expression: Regex) -> Any:
    """Return the expression, ready to match.

    Raises:
        ValueError: if it is none, too long or too large; the text says why.
    """
    import regex  # standard expressions cannot be stopped once they run

    if len(expression.source) > LONGEST_REGEX:
        raise ValueError(f"it has {len(expression.source):,} characters, expected at most {LONGEST_REGEX:,}")
    if _size(expression.source) > LARGEST_REGEX:
        raise ValueError("it is too large, expected fewer repetitions such as {100}")
    try:
        return regex.compile(expression.source, regex.IGNORECASE if expression.ignore_case else 0)
    except (regex.error, RecursionError, OverflowError, MemoryError) as error:
        raise ValueError(str(error) or "it nests too deep") from error


def _size(source: str) -> int:
    """Return how many characters an expression has at most when its repetitions are written out."""
    times = (re.sub(_COMMENT, "", found) for found in _TIMES.findall(source))
    return len(source) * prod(max(1, int(number or 1)) for number in times)


@dataclass(frozen=True, slots=True)
class Condition:
    """What is asked of one feature."""

    name: str
    sign: Sign
    values: tuple[Value, ...] = ()

    def holds(self, found: Found) -> bool:
        """Whether what a thing has is what is asked for; several values are another one if none is asked for."""
        if found is None or found == () or found == frozenset():
            return self.sign == "!"
        if self.sign in "!*":
            return self.sign == "*"
        several = (found,) if isinstance(found, str) else found
        return any(is_one(self.values, one) for one in several) == (self.sign == "=")


@lru_cache(maxsize=4096)
def is_one(values: tuple[Value, ...], found: str) -> bool:
    """Whether it is one of the values; kept, since the same few features fire on thousands of words."""
    return any(value == found if isinstance(value, str) else value.matches(found) for value in values)


EdgeKind = Literal["tree", "align", "role"]
"""A head and its dependent, a word of the hypothesis and one of the reference, a predicate and the head of a filler."""
Alternatives = tuple[tuple[Condition, ...], ...]
"""Feature structures of which a node has one."""
STATUSES = tuple(str(status) for status in Status)
SIDE_VALUES = {"hyp": "hypothesis", "ref": "reference", "hypothesis": "hypothesis", "reference": "reference"}
"""What ``side`` may be, and whose words are meant."""


@dataclass(frozen=True, slots=True)
class EdgeClause:
    """An edge that there must be.

    Attributes:
        name: of the edge, empty if it has none: then it is not part of a match.
        source, target: names of nodes, None for ``*``, which is any word or, as a source, the root's missing head.
        kind: what sort of edge.
        labels: of which it has one as a whole; any if there are none.
        negated: it has a label that is none of these.
        tests: of its features: ``1`` and ``2`` before and after the colon of the label, ``deep`` after an @,
            ``status``; of roles ``role``.
    """

    name: str
    source: str | None
    target: str | None
    kind: EdgeKind = "tree"
    labels: tuple[Value, ...] = ()
    negated: bool = False
    tests: tuple[Condition, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        """The names of its nodes."""
        return tuple(end for end in (self.source, self.target) if end is not None)

    def takes_label(self, label: str) -> bool:
        """Whether it may have this label."""
        if self.labels and is_one(self.labels, label) == self.negated:
            return False
        return all(test.holds(edge_feature(label, test.name)) for test in self.tests if test.name != "status")

    def takes_status(self, status: str | None) -> bool:
        """Whether it may have this status."""
        return all(test.holds(status) for test in self.tests if test.name == "status")


def edge_feature(label: str, name: str) -> str | None:
    """A feature of an edge with this label; None where it has none."""
    if name in ("label", "role"):
        return label or None
    base, _, deep = label.partition("@")
    first, _, second = base.partition(":")
    return {"1": first, "2": second, "deep": deep}[name] or None


EDGE_FEATURES = ("1", "2", "deep", "status")
ROLE_FEATURES = ("role", "status")


@dataclass(frozen=True, slots=True)
class Order:
    """One word stands before another of its text, right before it if ``immediate``."""

    first: str
    second: str
    immediate: bool


@dataclass(frozen=True, slots=True)
class Dominates:
    """There is a path of one dependency or more from the upper word to the lower one."""

    upper: str
    lower: str


@dataclass(frozen=True, slots=True)
class Crosses:
    """Two edges cross: one end of either stands between those of the other."""

    one: str
    two: str


@dataclass(frozen=True, slots=True)
class Same:
    """Features ``(name, feature)`` of two nodes or two edges have one value, or two different ones."""

    one: tuple[str, str]
    two: tuple[str, str]
    same: bool


@dataclass(frozen=True, slots=True)
class EdgeTest:
    """A test of a named edge."""

    edge: str
    test: Condition


@dataclass(frozen=True, slots=True)
class Distance:
    """How far the second word stands after the first: below 0 before it where ``signed``, else without a sign."""

    first: str
    second: str
    signed: bool
    sign: str
    number: int


@dataclass(frozen=True, slots=True)
class Ordered:
    """``X.__id__ < Y.__id__``: of all ways to name the same words, one is kept."""

    first: str
    second: str


Constraint = Order | Dominates | Crosses | Same | EdgeTest | Distance | Ordered


def constrained_names(constraint: Constraint) -> tuple[str, ...]:
    """Return the nodes and edges that a constraint is about."""
    match constraint:
        case Dominates(upper=one, lower=two) | Crosses(one=one, two=two):
            return one, two
        case Same(one=(one, _), two=(two, _)):
            return one, two
        case EdgeTest(edge=one):
            return (one,)
    return constraint.first, constraint.second


@dataclass(frozen=True, slots=True)
class Item:
    """What a pattern, a ``with`` or a ``without`` says.

    Attributes:
        nodes: all that it names, in order, each with alternatives that all hold.
        edges, constraints: of these nodes.
    """

    nodes: Mapping[str, tuple[Alternatives, ...]] = field(default_factory=dict)
    edges: tuple[EdgeClause, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def tests(self) -> Iterator[Condition]:
        """All tests of nodes and edges."""
        for groups in self.nodes.values():
            yield from (test for alternatives in groups for tests in alternatives for test in tests)
        yield from (test for edge in self.edges for test in edge.tests)
        yield from (one.test for one in self.constraints if isinstance(one, EdgeTest))

    def features(self) -> Iterator[str]:
        """The names of all features that it asks of nodes and edges."""
        yield from (test.name for test in self.tests())
        for one in self.constraints:
            if isinstance(one, Same):
                yield from (one.one[1], one.two[1])


@dataclass(frozen=True, slots=True)
class Fact:
    """What is asked of a segment.

    Attributes:
        name: of the fact, the rating or the metric.
        sign: ``=`` and ``<>`` with values, ``<`` and the like with a number, ``is`` for a flag.
        line, column: where it stands, from 1.
    """

    name: str
    sign: str
    values: tuple[Value, ...] = ()
    number: float = 0.0
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Request:
    """What is searched.

    Attributes:
        text: as it was written.
        pattern: what is to be found; all ``pattern`` items together.
        filters: further items, each on its own: True keeps the matches that can be continued by it (``with``), False
            those that cannot (``without``).
        facts: what must hold of the segment.
    """

    text: str
    pattern: Item
    filters: tuple[tuple[bool, Item], ...] = ()
    facts: tuple[Fact, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """The pattern and all filters."""
        return self.pattern, *(item for _, item in self.filters)

    @property
    def edge_names(self) -> tuple[str, ...]:
        """Of the pattern's edges."""
        return tuple(edge.name for edge in self.pattern.edges if edge.name)

    def asks(self, *features: str) -> bool:
        """Whether some node or edge is asked for one of these features."""
        return any(name in features for item in self.items for name in item.features())

    def asks_edges(self, kind: EdgeKind) -> bool:
        """Whether it has an edge of this kind."""
        return any(edge.kind == kind for item in self.items for edge in item.edges)

    def asks_fact(self, *names: str) -> bool:
        """Whether the segment is asked for one of these facts."""
        return any(fact.name in names for fact in self.facts)


class RequestError(UsageError):
    """A request is wrong; the text says where, what was found and what is expected.

    Attributes:
        line, column: where, from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        self.line, self.column = line, column
        super().__init__(f"request, line {line}, column {column}: {message}")
