"""Constraints between bound nodes and edges, as sieves of rows."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

import numpy as np

from meantree.search.requests.model import (
    Constraint,
    Crosses,
    Distance,
    Dominates,
    EdgeKind,
    EdgeTest,
    Order,
    Ordered,
    Same,
    edge_feature,
)
from meantree.search.requests.values import Found
from meantree.search.structure.batch import NOBODY, Batch, Bools, Column, Ints
from meantree.search.structure.steps import Rows, Sieve

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
            kept = edge_column(batch, kinds[name], test.name).where(test.holds)
            return lambda rows: kept[rows[name]]
    return _same(batch, constraint, kinds)


def edge_column(batch: Batch, kind: EdgeKind, feature: str) -> Column:
    """A feature of all edges of one kind."""
    edges = batch.edges(kind)
    if feature == "status":
        return edges.status
    values = [edge_feature(value, feature) if isinstance(value, str) else None for value in edges.label.values]
    return Column(edges.label.codes, values)


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
        column = edge_column(batch, kinds[name], feature) if name in kinds else _of_words(batch, feature)
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
