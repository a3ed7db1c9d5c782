"""Pairs of words between which there is an edge that a clause accepts, sorted both ways."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from meantree.search.requests.model import EdgeClause
from meantree.search.structure.batch import NOBODY, Batch, Bools, Ints

Ranges = tuple[Ints, Ints]
"""For each row, the first place in a pool and the one after the last."""


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
