"""In which order an item's nodes are bound: the one with fewest candidates first, then along edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from meantree.search.constraints import Relation, sieve_of
from meantree.search.partial_matches import UNIT, Growth, Ranges, Rows, Sieve, Step
from meantree.search.request_model import Constraint, EdgeKind, Item, Order, constrained_names
from meantree.search.word_batch import Batch, Bools

PASSES = 2
"""How often candidates are narrowed to those that have an edge that each clause asks for."""


def steps_of(
    item: Item, batch: Batch, bound: Iterable[str] = (), kinds: Mapping[str, EdgeKind] | None = None
) -> list[Step]:
    """The steps that bind all nodes and named edges of an item.

    Args:
        item: a pattern, or what continues one.
        batch: the words.
        bound: nodes that the rows have already.
        kinds: of the edges that the rows have already, by name.
    """
    return _Plan(item, batch, list(bound), dict(kinds or {})).steps()


@dataclass(slots=True)
class _Plan:
    item: Item
    batch: Batch
    bound: list[str]
    kinds: dict[str, EdgeKind]
    fits: dict[str, Bools] = field(init=False)
    edges: list[Relation] = field(init=False)
    constraints: list[Constraint] = field(init=False)
    made: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fits = {name: self.batch.fits(groups) for name, groups in self.item.nodes.items()}
        self.constraints = list(self.item.constraints)
        self.edges = []
        for relation in (Relation(clause, self.batch) for clause in self.item.edges):
            clause = relation.clause
            if clause.name or len(clause.ends) == 2:
                self.edges.append(relation)
            else:  # an edge to or from anything is a property of the word at its other end
                self._touch(relation)
        for _ in range(PASSES):
            for relation in self.edges:
                clause = relation.clause
                relation.narrow(self.fits.get(clause.source or ""), self.fits.get(clause.target or ""))
                self._touch(relation)

    def _touch(self, relation: Relation) -> None:
        """Keep the words alone that the relation has an edge for."""
        for name, words in ((relation.clause.source, relation.source), (relation.clause.target, relation.target)):
            if name is not None:
                touched = np.zeros(len(self.batch), dtype=bool)
                touched[words] = True
                self.fits[name] = self.fits[name] & touched

    def steps(self) -> list[Step]:
        for name, fit in self.fits.items():
            if name in self.bound and not fit.all():
                self.made.append(_fitting(name, fit))
        new = [name for name in self.fits if name not in self.bound]
        self._check()
        while new:
            name, along = min(((name, along) for name in new for along in self._ways(name)), key=self._cost)
            new.remove(name)
            self._bind(name, along)
            self._check()
        return self.made

    def _ways(self, name: str) -> list[Relation | None]:
        """Edges from what is bound to a node, and None for looking at all candidates."""
        return [None, *(one for one in self.edges if name in one.clause.ends and self._other(one, name) in self.bound)]

    def _other(self, relation: Relation, name: str) -> str | None:
        clause = relation.clause
        return clause.target if clause.source == name else clause.source

    def _cost(self, way: tuple[str, Relation | None]) -> float:
        """About how many rows become of one."""
        name, along = way
        words = max(1, len(self.batch))
        if along is not None:
            other = self.fits.get(self._other(along, name) or "")
            return len(along.source) / max(1, words if other is None else int(other.sum()))
        candidates = int(self.fits[name].sum())
        if not self.made and not self.bound:
            return candidates
        orders = self._orders(name)
        if any(one.immediate for one in orders):
            return candidates / words
        return candidates / max(1, len(self.batch.units)) / (2 if orders else 1)

    def _orders(self, name: str) -> list[Order]:
        """The orders between a node and what is bound."""
        found = (one for one in self.constraints if isinstance(one, Order) and name in (one.first, one.second))
        return [one for one in found if (one.second if one.first == name else one.first) in self.bound]

    def _bind(self, name: str, along: Relation | None) -> None:
        differs = () if name.endswith("$") else tuple(one for one in self.bound if not one.endswith("$"))
        if along is None:
            self.made.append(self._free(name, differs))
        else:
            self.made.append(_along(name, along, differs))
            self.edges.remove(along)
            if along.clause.name:
                self.kinds[along.clause.name] = along.clause.kind
        self.bound.append(name)

    def _free(self, name: str, differs: tuple[str, ...]) -> Growth:
        batch, orders = self.batch, self._orders(name)
        self.constraints = [one for one in self.constraints if one not in orders]
        pool = np.flatnonzero(self.fits[name])

        def ranges(rows: Rows) -> Ranges:
            low, high = batch.unit_start[rows[UNIT]], batch.unit_end[rows[UNIT]]
            for one in orders:
                first, last = _room(batch, one, rows, name)
                low, high = np.maximum(low, first), np.minimum(high, last)
            start = np.searchsorted(pool, low)
            return start, np.maximum(start, np.searchsorted(pool, high))

        return Growth(name, pool, ranges, differs=differs, ordered=True, loose=not orders)

    def _check(self) -> None:
        """Whatever can be checked by now."""
        for relation in [one for one in self.edges if all(end in self.bound for end in one.clause.ends)]:
            self.edges.remove(relation)
            clause = relation.clause
            if clause.name:
                self.kinds[clause.name] = clause.kind
                self.made.append(_named(relation))
            else:
                self.made.append(_joined(relation))
        known = {*self.bound, *self.kinds}
        for constraint in [one for one in self.constraints if known.issuperset(constrained_names(one))]:
            self.constraints.remove(constraint)
            self.made.append(sieve_of(constraint, self.batch, self.kinds))


def _room(batch: Batch, order: Order, rows: Rows, name: str) -> Ranges:
    """Where a node may stand beside the one that is bound."""
    if order.second == name:
        before = rows[order.first]
        end = batch.text_end[before]
        return before + 1, np.minimum(before + 2, end) if order.immediate else end
    after = rows[order.second]
    start = batch.text_start[after]
    return np.maximum(after - 1, start) if order.immediate else start, after


def _fitting(name: str, fit: Bools) -> Sieve:
    return lambda rows: fit[rows[name]]


def _along(name: str, relation: Relation, differs: tuple[str, ...]) -> Growth:
    clause = relation.clause
    if clause.target == name:
        source = clause.source or ""
        beside = {clause.name: relation.edge} if clause.name else {}
        return Growth(name, relation.target, lambda rows: relation.after(rows[source]), beside, differs)
    target = clause.target or ""
    _, words, edges = relation.backward
    return Growth(
        name, words, lambda rows: relation.before(rows[target]), {clause.name: edges} if clause.name else {}, differs
    )


def _joined(relation: Relation) -> Sieve:
    source, target = relation.clause.source or "", relation.clause.target or ""

    def kept(rows: Rows) -> Bools:
        low, high = relation.between(rows[source], rows[target])
        return np.asarray(high > low)

    return kept


def _named(relation: Relation) -> Growth:
    """Binds an edge whose ends are bound."""
    clause = relation.clause
    if clause.source is None:
        edges = relation.backward[2]
        return Growth(clause.name, edges, lambda rows: relation.before(rows[clause.target or ""]))
    if clause.target is None:
        return Growth(clause.name, relation.edge, lambda rows: relation.after(rows[clause.source or ""]))
    source, target = clause.source, clause.target
    return Growth(clause.name, relation.edge, lambda rows: relation.between(rows[source], rows[target]))
