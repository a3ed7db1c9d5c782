"""Edge clauses and constraints of a request over a batch: relations between words, and filters of rows."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np

from meantree.search.partial_matches import Ranges, RowFilter, Rows
from meantree.search.request_model import (
    Constraint,
    Crosses,
    Distance,
    Dominates,
    EdgeClause,
    EdgeKind,
    EdgeTest,
    FeatureValue,
    Order,
    Ordered,
    Same,
)
from meantree.search.word_batch import NO_WORD, Batch, Bools, Column, Ints

SIGNS: Mapping[str, Callable[[Ints, int], Bools]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


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
        case Dominates(upper, lower):
            return lambda rows: _dominates(batch, rows[upper], rows[lower])
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
    holds = SIGNS[constraint.sign](distance, constraint.number)
    return np.asarray(holds & (batch.text_start[first] == batch.text_start[second]))


def _dominates(batch: Batch, upper: Ints, lower: Ints) -> Bools:
    entered, left = batch.visits
    return (entered[upper] < entered[lower]) & (entered[lower] < left[upper])


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
