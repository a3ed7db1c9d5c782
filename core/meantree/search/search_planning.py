"""The order in which the nodes of an item are bound: the one with fewest candidates first, then along edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from meantree.search.constraints import Relation, constraint_filter
from meantree.search.partial_matches import UNIT, Extension, Ranges, RowFilter, Rows, Step
from meantree.search.request_model import Constraint, EdgeKind, Item, Order, constrained_names
from meantree.search.word_batch import Batch, Bools

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
