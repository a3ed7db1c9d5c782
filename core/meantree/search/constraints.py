"""Edge clauses and constraints of a request over a batch: relations between words, and sieves of rows."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np

from meantree.search.partial_matches import Ranges, Rows, Sieve
from meantree.search.request_model import (
    Constraint,
    Crosses,
    Distance,
    Dominates,
    EdgeClause,
    EdgeKind,
    EdgeTest,
    Found,
    Order,
    Ordered,
    Same,
)
from meantree.search.word_batch import NOBODY, Batch, Bools, Column, Ints


class Relation:
    """The edges that a clause accepts; of an edge without a name each pair of words once.

    Attributes:
        clause: which.
        source, target: words.
        edge: which edge of its kind in the batch, 0-based.
    """

    def __init__(self, clause: EdgeClause, batch: Batch) -> None:
        edges = batch.edges(clause.kind)
        kept = edges.label.where(lambda label: clause.takes_label(label if isinstance(label, str) else ""))
        if any(test.name == "status" for test in clause.tests):
            kept &= edges.status.where(lambda status: clause.takes_status(status if isinstance(status, str) else None))
        if clause.source is not None:
            kept &= edges.source != NOBODY
        self.clause, self._size = clause, len(batch)
        self._keep(edges.source[kept], edges.target[kept], np.flatnonzero(kept))

    def _keep(self, source: Ints, target: Ints, edge: Ints) -> None:
        order = np.lexsort((edge, target, source))
        self.source, self.target, self.edge = source[order], target[order], edge[order]
        if not self.clause.name and len(order):
            key = self._keys(self.source, self.target)
            first = np.concatenate([[True], key[1:] != key[:-1]])
            self.source, self.target, self.edge = self.source[first], self.target[first], self.edge[first]

    def narrow(self, source: Bools | None, target: Bools | None) -> None:
        """Keep the edges between these words alone."""
        kept = np.ones(len(self.source), dtype=bool)
        if source is not None:
            kept &= source[self.source]
        if target is not None:
            kept &= target[self.target]
        self._keep(self.source[kept], self.target[kept], self.edge[kept])

    def _keys(self, source: Ints, target: Ints) -> Ints:
        return (source + 1) * (self._size + 1) + target

    def after(self, nodes: Ints) -> Ranges:
        """Where in the order of sources those from these words stand."""
        return np.searchsorted(self.source, nodes), np.searchsorted(self.source, nodes, "right")

    @cached_property
    def _by_target(self) -> Ints:
        return np.lexsort((self.source, self.target))

    @cached_property
    def backward(self) -> tuple[Ints, Ints, Ints]:
        """Targets, sources and edges in the order of targets."""
        order = self._by_target
        return self.target[order], self.source[order], self.edge[order]

    def before(self, nodes: Ints) -> Ranges:
        """Where in the order of targets those to these words stand."""
        targets = self.backward[0]
        return np.searchsorted(targets, nodes), np.searchsorted(targets, nodes, "right")

    def between(self, source: Ints, target: Ints) -> Ranges:
        """Where in the order of sources those from one word to another stand."""
        keys, wanted = self._keys(self.source, self.target), self._keys(source, target)
        return np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, "right")


SIGNS: Mapping[str, Callable[[Ints, int], Bools]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def sieve_of(constraint: Constraint, batch: Batch, kinds: Mapping[str, EdgeKind]) -> Sieve:
    """What keeps the rows in which a constraint holds.

    Args:
        constraint: all that it names is bound in the rows.
        batch: the words.
        kinds: of the named edges.
    """
    match constraint:
        case Order(one, two, immediate):
            return lambda rows: _in_order(batch, rows[one], rows[two], immediate=immediate)
        case Ordered(one, two):
            return lambda rows: rows[one] < rows[two]
        case Distance():
            return lambda rows: _at_distance(batch, constraint, rows)
        case Dominates(one, two):
            return lambda rows: _dominates(batch, rows[one], rows[two])
        case Crosses(one, two):
            return lambda rows: _crosses(batch, (kinds[one], rows[one]), (kinds[two], rows[two]))
        case EdgeTest(name, test):
            kept = batch.edge_column(kinds[name], test.name).where(test.holds)
            return lambda rows: kept[rows[name]]
    return _same(batch, constraint, kinds)


def _in_order(batch: Batch, one: Ints, two: Ints, *, immediate: bool) -> Bools:
    follows = two == one + 1 if immediate else two > one
    return np.asarray(follows & (batch.text_start[one] == batch.text_start[two]))


def _at_distance(batch: Batch, asked: Distance, rows: Rows) -> Bools:
    one, two = rows[asked.first], rows[asked.second]
    far = two - one if asked.signed else np.abs(two - one)
    return np.asarray(SIGNS[asked.sign](far, asked.number) & (batch.text_start[one] == batch.text_start[two]))


def _dominates(batch: Batch, upper: Ints, lower: Ints) -> Bools:
    entered, left = batch.below
    return (entered[upper] < entered[lower]) & (entered[lower] < left[upper])


def _crosses(batch: Batch, one: tuple[EdgeKind, Ints], two: tuple[EdgeKind, Ints]) -> Bools:
    spans = []
    whole = np.ones(len(one[1]), dtype=bool)
    for kind, found in (one, two):
        edges = batch.edges(kind)
        source, target = edges.source[found], edges.target[found]
        whole &= (source != NOBODY) & (batch.text_start[source] == batch.text_start[target])
        spans.append((np.minimum(source, target), np.maximum(source, target)))
    (start, end), (other, last) = spans
    crossing = ((start < other) & (other < end) & (end < last)) | ((other < start) & (start < last) & (last < end))
    return crossing & whole


def _same(batch: Batch, asked: Same, kinds: Mapping[str, EdgeKind]) -> Sieve:
    known: dict[Found, int] = {}
    codes = []
    for name, feature in (asked.one, asked.two):
        column = batch.edge_column(kinds[name], feature) if name in kinds else _of_words(batch, feature)
        own = [NOBODY if value is None else known.setdefault(value, len(known)) for value in column.values]
        codes.append(np.array(own, dtype=np.int64)[column.codes])

    def kept(rows: Rows) -> Bools:
        one, two = codes[0][rows[asked.one[0]]], codes[1][rows[asked.two[0]]]
        return np.asarray((one != NOBODY) & (two != NOBODY) & ((one == two) == asked.same))

    return kept


def _of_words(batch: Batch, feature: str) -> Column:
    if feature == "side":
        return Column(batch.is_reference.astype(np.int64), ["hypothesis", "reference"])
    return batch.column(feature)
