"""Requests in the documented subset of Grew's language, over one text or two, as plain values."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any, Final, Literal

from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.metrics.evidence import Status

REGEX_SECONDS = 0.2
"""Time limit for matching one regular expression against one value."""
MAX_REGEX_LENGTH = 1_000
MAX_REGEX_SIZE = 20_000
"""Characters of a regular expression after its repetitions are expanded, as compiling it does."""
_COMMENT = r"\s|#[^\n]*\n"
"""May occur inside a number of a verbose expression."""
_REPETITION = re.compile(rf"\{{((?:\d|{_COMMENT})+)")

EdgeKind = Literal["tree", "align", "role"]
"""Head to dependent; word of the hypothesis to word of the reference; predicate to the head of a role's filler."""
EDGE_FEATURES = ("1", "2", "deep", "status")
ROLE_FEATURES = ("role", "status")
STATUS_VALUES = tuple(str(status) for status in Status)
SIDE_VALUES = {"hyp": "hypothesis", "ref": "reference", "hypothesis": "hypothesis", "reference": "reference"}
"""Possible values of ``side``, and the sides that they mean."""
Sign = Literal["=", "<>", "*", "!"]
"""Has one of the values; has another value; is defined; is undefined."""
LIMITS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""The signs before a number that limits another, or many."""


class RequestError(UsageError):
    """A request is invalid; the message says where, what was found and what is expected.

    Attributes:
        line, column: position of the error, from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        self.line, self.column = line, column
        super().__init__(f"request, line {line}, column {column}: {message}")


@dataclass(frozen=True, slots=True)
class Regex:
    """A Python regular expression that must match a whole value."""

    source: str
    ignore_case: bool = False

    def matches(self, value: str) -> bool:
        """Whether the expression matches all of ``value``.

        Raises:
            UsageError: if matching takes too long, as with ``(a*)*b``.
        """
        try:
            return compiled(self).fullmatch(value, timeout=REGEX_SECONDS) is not None
        except TimeoutError as error:
            message = f"the regular expression {quoted(self.source)} takes too long on {quoted(value)}"
            raise UsageError(f"{message}, expected one without repetition inside repetition") from error


Value = str | Regex
FeatureValue = str | Collection[str] | None
"""The value of a feature; several values (entailment features that fired on a word); None if undefined."""


@lru_cache(maxsize=256)
def compiled(expression: Regex) -> Any:
    """Return the compiled expression.

    Raises:
        ValueError: if it is invalid, too long or too large; the message says why.
    """
    import regex  # the standard library's expressions have no time limit

    if len(expression.source) > MAX_REGEX_LENGTH:
        raise ValueError(f"it has {len(expression.source):,} characters, expected at most {MAX_REGEX_LENGTH:,}")
    if _expanded_size(expression.source) > MAX_REGEX_SIZE:
        raise ValueError("it is too large, expected fewer repetitions such as {100}")
    try:
        return regex.compile(expression.source, regex.IGNORECASE if expression.ignore_case else 0)
    except (regex.error, RecursionError, OverflowError, MemoryError) as error:
        raise ValueError(str(error) or "it is nested too deeply") from error


def _expanded_size(source: str) -> int:
    """Return an upper bound of the length of an expression whose repetitions are expanded."""
    numbers = (re.sub(_COMMENT, "", number) for number in _REPETITION.findall(source))
    return len(source) * prod(max(1, int(number or 1)) for number in numbers)


@dataclass(frozen=True, slots=True)
class Condition:
    """A test of one feature."""

    name: str
    sign: Sign
    values: tuple[Value, ...] = ()

    def holds(self, value: FeatureValue) -> bool:
        """Whether a value passes; several values equal a requested one if any of them does."""
        if value is None or value == () or value == frozenset():
            return self.sign == "!"
        if self.sign in "!*":
            return self.sign == "*"
        values = (value,) if isinstance(value, str) else value
        return any(matches_any(self.values, item) for item in values) == (self.sign == "=")


Alternatives = tuple[tuple[Condition, ...], ...]
"""Feature structures of which a node must satisfy at least one."""


@lru_cache(maxsize=4096)
def matches_any(values: tuple[Value, ...], text: str) -> bool:
    """Whether the text matches one of the values; cached, since the same few features fire on thousands of words."""
    return any(value == text if isinstance(value, str) else value.matches(text) for value in values)


@dataclass(frozen=True, slots=True)
class EdgeClause:
    """A required edge.

    Attributes:
        name: of the edge; an edge without a name (empty) is not part of a match.
        source, target: names of nodes, None for ``*``, which is any word or, as a source, the missing head of a root.
        labels: one of which must equal the whole label; any label if empty.
        negated: the label must be none of ``labels``.
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

    def accepts_label(self, label: str) -> bool:
        """Whether the edge may have this label."""
        if self.labels and matches_any(self.labels, label) == self.negated:
            return False
        return all(test.holds(edge_feature(label, test.name)) for test in self.tests if test.name != "status")

    def accepts_status(self, status: str | None) -> bool:
        """Whether the edge may have this status."""
        return all(test.holds(status) for test in self.tests if test.name == "status")


def edge_feature(label: str, name: str) -> str | None:
    """Return a feature of an edge with this label; None if undefined."""
    if name in ("label", "role"):
        return label or None
    base, _, deep = label.partition("@")
    first, _, second = base.partition(":")
    return {"1": first, "2": second, "deep": deep}[name] or None


@dataclass(frozen=True, slots=True)
class Order:
    """One word precedes another of the same text, directly if ``immediate``."""

    first: str
    second: str
    immediate: bool


@dataclass(frozen=True, slots=True)
class Dominates:
    """A path of one or more dependencies leads from the first word down to the second."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Crosses:
    """Two edges cross: exactly one end of each is strictly between the ends of the other."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Same:
    """Features ``(name, feature)`` of two nodes or two edges have the same value; different values if not ``same``."""

    first: tuple[str, str]
    second: tuple[str, str]
    same: bool


@dataclass(frozen=True, slots=True)
class EdgeTest:
    """A test of a named edge."""

    edge: str
    test: Condition


@dataclass(frozen=True, slots=True)
class Distance:
    """The distance in words from the first word to the second: negative if the second precedes and ``signed``."""

    first: str
    second: str
    signed: bool
    sign: str
    number: int


@dataclass(frozen=True, slots=True)
class Ordered:
    """``X.__id__ < Y.__id__``: keeps one of the ways to name the same words."""

    first: str
    second: str


Constraint = Order | Dominates | Crosses | Same | EdgeTest | Distance | Ordered


def constrained_names(constraint: Constraint) -> tuple[str, ...]:
    """Return the nodes and edges that a constraint mentions."""
    match constraint:
        case Same(first=(first, _), second=(second, _)):
            return first, second
        case EdgeTest(edge=edge):
            return (edge,)
    return constraint.first, constraint.second


@dataclass(frozen=True, slots=True)
class Item:
    """The content of a ``pattern``, a ``with`` or a ``without``.

    Attributes:
        nodes: all its nodes in order, each with alternatives that must all hold.
    """

    nodes: Mapping[str, tuple[Alternatives, ...]] = field(default_factory=dict)
    edges: tuple[EdgeClause, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def tests(self) -> Iterator[Condition]:
        """Yield all tests of nodes and edges."""
        for groups in self.nodes.values():
            yield from (test for alternatives in groups for tests in alternatives for test in tests)
        yield from (test for edge in self.edges for test in edge.tests)
        yield from (constraint.test for constraint in self.constraints if isinstance(constraint, EdgeTest))

    def features(self) -> Iterator[str]:
        """Yield the names of all features of nodes and edges that it tests or compares."""
        yield from (test.name for test in self.tests())
        for constraint in self.constraints:
            if isinstance(constraint, Same):
                yield from (constraint.first[1], constraint.second[1])


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition on a segment.

    Attributes:
        name: of the fact, the rating or the metric.
        sign: ``=`` and ``<>`` with values, ``<`` and the like with a number, ``is`` for a flag.
        line, column: its position in the request, from 1.
    """

    name: str
    sign: str
    values: tuple[Value, ...] = ()
    number: float = 0.0
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Request:
    """A request.

    Attributes:
        text: as the user wrote it.
        pattern: all ``pattern`` items together.
        filters: further items, each applied separately: True keeps the matches that it can extend (``with``), False
            those that it cannot (``without``).
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
        """Names of the pattern's edges."""
        return tuple(edge.name for edge in self.pattern.edges if edge.name)

    def uses_feature(self, *features: str) -> bool:
        """Whether it tests or compares one of these features of a node or an edge."""
        return any(name in features for item in self.items for name in item.features())

    def uses_edges(self, kind: EdgeKind) -> bool:
        """Whether it has an edge of this kind."""
        return any(edge.kind == kind for item in self.items for edge in item.edges)

    def uses_fact(self, *names: str) -> bool:
        """Whether it has a condition on the segment with one of these names."""
        return any(fact.name in names for fact in self.facts)
