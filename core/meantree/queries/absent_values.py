"""Relations, roles and parts of speech that a request names and no searched text has, as a misspelt one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from meantree.escaping import closest_name, did_you_mean, listed, quoted
from meantree.queries.request_model import EdgeKind, EdgeTest, Item, Regex, Request, Value, matches_any
from meantree.queries.word_batch import Batch

Kind = EdgeKind | None
"""The kind of the edges that have a feature; None for a feature of words."""
TITLES: Final = {
    ("tree", "label"): "relation",
    ("role", "role"): "role",
    (None, "deprel"): "relation",
    (None, "upos"): "part of speech (upos)",
    (None, "xpos"): "part of speech (xpos)",
}
"""The examined features, each with the word for its values."""


@dataclass(slots=True)
class NamedValues:
    """The values that a request names, and those that the searched texts have.

    Attributes:
        named: the features of :data:`TITLES` with their requested values, in the order of the request.
        known: the values of these features in the texts so far.
    """

    named: dict[tuple[Kind, str], list[Value]] = field(default_factory=dict)
    known: dict[tuple[Kind, str], set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Request) -> NamedValues:
        """Return the values that a request names."""
        values = cls()
        for item in request.items:
            for kind, feature, value in _named(item):
                if (kind, feature) in TITLES:
                    values.named.setdefault((kind, feature), []).append(value)
        return values

    def add(self, batch: Batch) -> None:
        """Add the values that the texts of a batch have."""
        for kind, feature in self.named:
            column = batch.column(feature) if kind is None else batch.edge_column(kind, feature)
            self.known.setdefault((kind, feature), set()).update(v for v in column.values if isinstance(v, str))

    def absent(self) -> list[str]:
        """Return a sentence for each named value that no text has, with the closest one or all that there are."""
        sentences = list[str]()
        for place, values in self.named.items():
            known = sorted(self.known.get(place, ()))
            absent = (value for value in values if not any(matches_any((value,), name) for name in known))
            sentences += [f"no searched text has the {TITLES[place]} {_expected(value, known)}" for value in absent]
        return list(dict.fromkeys(sentences))


def _expected(value: Value, known: list[str]) -> str:
    if isinstance(value, str) and closest_name(value, known):
        return did_you_mean(value, known)
    return f"{quoted(value.source if isinstance(value, Regex) else value)}; there are {listed(known) or 'none'}"


def _named(item: Item) -> Iterator[tuple[Kind, str, Value]]:
    """Yield the values that an item names, with the kinds of their edges and their features."""
    for groups in item.nodes.values():
        tests = (test for alternatives in groups for tests in alternatives for test in tests)
        yield from ((None, test.name, value) for test in tests for value in test.values)
    for edge in item.edges:
        yield from ((edge.kind, "label", value) for value in edge.labels)
        yield from ((edge.kind, test.name, value) for test in edge.tests for value in test.values)
    kinds = {edge.name: edge.kind for edge in item.edges}
    for constraint in item.constraints:
        if isinstance(constraint, EdgeTest) and constraint.edge in kinds:
            test = constraint.test
            yield from ((kinds[constraint.edge], test.name, value) for value in test.values)
