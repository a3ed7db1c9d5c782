"""Planning a search: nodes are bound with the fewest candidates first, then along edges; relations filter rows."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from meantree.queries.partial_matches import UNIT, Extension, Ranges, RowFilter, Rows, Step
from meantree.queries.request_model import (
    LIMITS,
    Constraint,
    Crosses,
    Distance,
    Dominates,
    EdgeClause,
    EdgeKind,
    EdgeTest,
    FeatureValue,
    Item,
    Order,
    Ordered,
    Same,
    constrained_names,
)
from meantree.queries.word_batch import NO_WORD, Batch, Bools, Column, Ints

PASSES = 2
"""Number of passes that restrict candidates to words with the edges of every clause."""


def plan_steps(
    item: Item, batch: Batch, bound: Iterable[str] = (), kinds: Mapping[str, EdgeKind] | None = None
) -> list[Step]:
    """Return the steps that bind all nodes and named edges of an item.

    Args:
        item: a pattern, or a filter that extends one.
        bound: nodes that are bound in the rows.
        kinds: of the edges that are bound in the rows, by name.
    """
    return _Plan(item, batch, list(bound), dict(kinds or {})).make_steps()


@dataclass(slots=True)
class _Plan:
    item: Item
    batch: Batch
    bound: list[str]
    kinds: dict[str, EdgeKind]
    candidates: dict[str, Bools] = field(init=False)
    relations: list[Relation] = field(init=False)
    constraints: list[Constraint] = field(init=False)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.candidates = {name: self.batch.fits(groups) for name, groups in self.item.nodes.items()}
        self.constraints = list(self.item.constraints)
        self.relations = []
        for relation in (Relation(clause, self.batch) for clause in self.item.edges):
            clause = relation.clause
            if clause.name or len(clause.ends) == 2:
                self.relations.append(relation)
            else:  # an unnamed edge to or from any word only restricts the word at its other end
                self._restrict_candidates(relation)
        for _ in range(PASSES):
            for relation in self.relations:
                clause = relation.clause
                relation.restrict(self.candidates.get(clause.source or ""), self.candidates.get(clause.target or ""))
                self._restrict_candidates(relation)

    def _restrict_candidates(self, relation: Relation) -> None:
        """Keep only candidates that are ends of an edge of the relation."""
        for name, words in ((relation.clause.source, relation.source), (relation.clause.target, relation.target)):
            if name is not None:
                has_edge = np.zeros(len(self.batch), dtype=bool)
                has_edge[words] = True
                self.candidates[name] = self.candidates[name] & has_edge

    def make_steps(self) -> list[Step]:
        for name, candidates in self.candidates.items():
            if name in self.bound and not candidates.all():
                self.steps.append(_candidate_filter(name, candidates))
        unbound = [name for name in self.candidates if name not in self.bound]
        self._add_checks()
        while unbound:
            choices = ((name, along) for name in unbound for along in self._possible_relations(name))
            name, along = min(choices, key=self._cost)
            unbound.remove(name)
            self._bind(name, along)
            self._add_checks()
        return self.steps

    def _possible_relations(self, name: str) -> list[Relation | None]:
        """Return the relations from bound nodes to a node, and None for all candidates."""
        relations = (relation for relation in self.relations if name in relation.clause.ends)
        return [None, *(relation for relation in relations if self._other_end(relation, name) in self.bound)]

    def _other_end(self, relation: Relation, name: str) -> str | None:
        clause = relation.clause
        return clause.target if clause.source == name else clause.source

    def _cost(self, choice: tuple[str, Relation | None]) -> float:
        """Estimate the number of new rows per row."""
        name, along = choice
        words = max(1, len(self.batch))
        if along is not None:
            other = self.candidates.get(self._other_end(along, name) or "")
            return len(along.source) / max(1, words if other is None else int(other.sum()))
        count = int(self.candidates[name].sum())
        if not self.steps and not self.bound:
            return count
        orders = self._orders(name)
        if any(order.immediate for order in orders):
            return count / words
        return count / max(1, len(self.batch.units)) / (2 if orders else 1)

    def _orders(self, name: str) -> list[Order]:
        """Return the orders between a node and bound nodes."""
        orders = [order for order in self.constraints if isinstance(order, Order)]
        return [
            order
            for order in orders
            if name in (order.first, order.second)
            and (order.second if order.first == name else order.first) in self.bound
        ]

    def _bind(self, name: str, along: Relation | None) -> None:
        distinct = () if name.endswith("$") else tuple(other for other in self.bound if not other.endswith("$"))
        if along is None:
            self.steps.append(self._bind_candidates(name, distinct))
        else:
            self.steps.append(_bind_along(name, along, distinct))
            self.relations.remove(along)
            if along.clause.name:
                self.kinds[along.clause.name] = along.clause.kind
        self.bound.append(name)

    def _bind_candidates(self, name: str, distinct: tuple[str, ...]) -> Extension:
        batch, orders = self.batch, self._orders(name)
        self.constraints = [constraint for constraint in self.constraints if constraint not in orders]
        pool = np.flatnonzero(self.candidates[name])

        def ranges(rows: Rows) -> Ranges:
            low, high = batch.unit_start[rows[UNIT]], batch.unit_end[rows[UNIT]]
            for order in orders:
                first, end = _ordered_range(batch, order, rows, name)
                low, high = np.maximum(low, first), np.minimum(high, end)
            start = np.searchsorted(pool, low)
            return start, np.maximum(start, np.searchsorted(pool, high))

        return Extension(name, pool, ranges, distinct_from=distinct, is_sorted=True, is_free=not orders)

    def _add_checks(self) -> None:
        """Add all relations and constraints whose nodes and edges are bound."""
        complete = [relation for relation in self.relations if all(end in self.bound for end in relation.clause.ends)]
        for relation in complete:
            self.relations.remove(relation)
            clause = relation.clause
            if clause.name:
                self.kinds[clause.name] = clause.kind
                self.steps.append(_bind_edge(relation))
            else:
                self.steps.append(_edge_filter(relation))
        known = {*self.bound, *self.kinds}
        for constraint in [item for item in self.constraints if known.issuperset(constrained_names(item))]:
            self.constraints.remove(constraint)
            self.steps.append(constraint_filter(constraint, self.batch, self.kinds))


def _ordered_range(batch: Batch, order: Order, rows: Rows, name: str) -> Ranges:
    """Return the range of words that a node may take by its order with a bound node."""
    if order.second == name:
        before = rows[order.first]
        end = batch.text_end[before]
        return before + 1, np.minimum(before + 2, end) if order.immediate else end
    after = rows[order.second]
    start = batch.text_start[after]
    return np.maximum(after - 1, start) if order.immediate else start, after


def _candidate_filter(name: str, candidates: Bools) -> RowFilter:
    return lambda rows: candidates[rows[name]]


def _bind_along(name: str, relation: Relation, distinct: tuple[str, ...]) -> Extension:
    clause = relation.clause
    if clause.target == name:
        source = clause.source or ""
        edges = {clause.name: relation.edge} if clause.name else {}
        return Extension(name, relation.target, lambda rows: relation.ranges_from(rows[source]), edges, distinct)
    target = clause.target or ""
    _, words, numbers = relation.by_target
    edges = {clause.name: numbers} if clause.name else {}
    return Extension(name, words, lambda rows: relation.ranges_to(rows[target]), edges, distinct)


def _edge_filter(relation: Relation) -> RowFilter:
    source, target = relation.clause.source or "", relation.clause.target or ""

    def has_edge(rows: Rows) -> Bools:
        low, high = relation.ranges_between(rows[source], rows[target])
        return np.asarray(high > low)

    return has_edge


def _bind_edge(relation: Relation) -> Extension:
    """Return the step that binds a named edge whose ends are bound."""
    clause = relation.clause
    if clause.source is None:
        edges = relation.by_target[2]
        return Extension(clause.name, edges, lambda rows: relation.ranges_to(rows[clause.target or ""]))
    if clause.target is None:
        return Extension(clause.name, relation.edge, lambda rows: relation.ranges_from(rows[clause.source or ""]))
    source, target = clause.source, clause.target
    return Extension(clause.name, relation.edge, lambda rows: relation.ranges_between(rows[source], rows[target]))


class Relation:
    """The edges that a clause accepts, sorted by source and target; without a name, one per pair of words.

    Attributes:
        edge: 0-based number of the edge among those of its kind in the batch.
    """

    def __init__(self, clause: EdgeClause, batch: Batch) -> None:
        edges = batch.edges(clause.kind)
        accepted = edges.label.where(lambda label: clause.accepts_label(label if isinstance(label, str) else ""))
        if any(test.name == "status" for test in clause.tests):
            statuses = edges.status
            accepted &= statuses.where(lambda value: clause.accepts_status(value if isinstance(value, str) else None))
        if clause.source is not None:
            accepted &= edges.source != NO_WORD
        self.clause, self._size = clause, len(batch)
        self._set_edges(edges.source[accepted], edges.target[accepted], np.flatnonzero(accepted))

    def _set_edges(self, source: Ints, target: Ints, edge: Ints) -> None:
        order = np.lexsort((edge, target, source))
        self.source, self.target, self.edge = source[order], target[order], edge[order]
        if not self.clause.name and len(order):
            keys = self._pair_keys(self.source, self.target)
            first = np.concatenate([[True], keys[1:] != keys[:-1]])
            self.source, self.target, self.edge = self.source[first], self.target[first], self.edge[first]

    def _pair_keys(self, source: Ints, target: Ints) -> Ints:
        return (source + 1) * (self._size + 1) + target

    def restrict(self, sources: Bools | None, targets: Bools | None) -> None:
        """Keep only the edges between these words; None allows all words."""
        kept = np.ones(len(self.source), dtype=bool)
        if sources is not None:
            kept &= sources[self.source]
        if targets is not None:
            kept &= targets[self.target]
        self._set_edges(self.source[kept], self.target[kept], self.edge[kept])

    def ranges_from(self, words: Ints) -> Ranges:
        """Return the ranges of the edges from these words."""
        return np.searchsorted(self.source, words), np.searchsorted(self.source, words, "right")

    def ranges_between(self, source: Ints, target: Ints) -> Ranges:
        """Return the ranges of the edges from each source to its target."""
        keys, wanted = self._pair_keys(self.source, self.target), self._pair_keys(source, target)
        return np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, "right")

    @cached_property
    def by_target(self) -> tuple[Ints, Ints, Ints]:
        """Targets, sources and edges, sorted by target and source."""
        order = np.lexsort((self.source, self.target))
        return self.target[order], self.source[order], self.edge[order]

    def ranges_to(self, words: Ints) -> Ranges:
        """Return the ranges of the edges to these words in :attr:`by_target`."""
        targets = self.by_target[0]
        return np.searchsorted(targets, words), np.searchsorted(targets, words, "right")


def constraint_filter(constraint: Constraint, batch: Batch, kinds: Mapping[str, EdgeKind]) -> RowFilter:
    """Return the filter that keeps the rows in which a constraint holds.

    Args:
        constraint: everything that it mentions is bound in the rows.
    """
    match constraint:
        case Order(first, second, immediate):
            return lambda rows: _in_order(batch, rows[first], rows[second], immediate=immediate)
        case Ordered(first, second):
            return lambda rows: rows[first] < rows[second]
        case Distance():
            return lambda rows: _at_distance(batch, constraint, rows)
        case Dominates(first, second):
            return lambda rows: _dominates(batch, rows[first], rows[second])
        case Crosses(first, second):
            return lambda rows: _cross(batch, (kinds[first], rows[first]), (kinds[second], rows[second]))
        case EdgeTest(name, test):
            passes = batch.edge_column(kinds[name], test.name).where(test.holds)
            return lambda rows: passes[rows[name]]
    return _same_values(batch, constraint, kinds)


def _in_order(batch: Batch, first: Ints, second: Ints, *, immediate: bool) -> Bools:
    follows = second == first + 1 if immediate else second > first
    return np.asarray(follows & (batch.text_start[first] == batch.text_start[second]))


def _at_distance(batch: Batch, constraint: Distance, rows: Rows) -> Bools:
    first, second = rows[constraint.first], rows[constraint.second]
    distance = second - first if constraint.signed else np.abs(second - first)
    holds = {**LIMITS, "=": operator.eq}[constraint.sign](distance, constraint.number)
    return np.asarray(holds & (batch.text_start[first] == batch.text_start[second]))


def _dominates(batch: Batch, upper: Ints, lower: Ints) -> Bools:
    found, above = np.zeros(len(lower), dtype=bool), lower
    while (above != NO_WORD).any():  # one step up in all trees at once
        above = np.where(above == NO_WORD, NO_WORD, batch.heads[above])
        found |= above == upper
    return found


def _cross(batch: Batch, *edges_by_kind: tuple[EdgeKind, Ints]) -> Bools:
    """Return which pairs of edges cross; edges to roots and links between texts cross nothing."""
    spans = []
    is_within_text = np.ones(len(edges_by_kind[0][1]), dtype=bool)
    for kind, numbers in edges_by_kind:
        edges = batch.edges(kind)
        source, target = edges.source[numbers], edges.target[numbers]
        is_within_text &= (source != NO_WORD) & (batch.text_start[source] == batch.text_start[target])
        spans.append((np.minimum(source, target), np.maximum(source, target)))
    (start, end), (other_start, other_end) = spans
    starts_first = (start < other_start) & (other_start < end) & (end < other_end)
    starts_second = (other_start < start) & (start < other_end) & (other_end < end)
    return (starts_first | starts_second) & is_within_text


def _same_values(batch: Batch, constraint: Same, kinds: Mapping[str, EdgeKind]) -> RowFilter:
    codes_by_value: dict[FeatureValue, int] = {}
    codes = []
    for name, feature in (constraint.first, constraint.second):
        column = batch.edge_column(kinds[name], feature) if name in kinds else _word_column(batch, feature)
        shared = [
            NO_WORD if value is None else codes_by_value.setdefault(value, len(codes_by_value))
            for value in column.values
        ]
        codes.append(np.array(shared, dtype=np.int64)[column.codes])

    def holds(rows: Rows) -> Bools:
        first, second = codes[0][rows[constraint.first[0]]], codes[1][rows[constraint.second[0]]]
        return np.asarray((first != NO_WORD) & (second != NO_WORD) & ((first == second) == constraint.same))

    return holds


def _word_column(batch: Batch, feature: str) -> Column:
    if feature == "side":
        return Column(batch.is_reference.astype(np.int64), ["hypothesis", "reference"])
    return batch.column(feature)
