"""All matches of a request in a batch of units."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from meantree.search.requests.model import EdgeKind, Request
from meantree.search.structure.batch import Batch, Bools, Ints
from meantree.search.structure.planning import steps_of
from meantree.search.structure.steps import UNIT, Ask, Rows, Step, continued, counted, grown, size_of, taken


class Matcher:
    """A request against a batch.

    Args:
        request: what is looked for; its facts are not looked at.
        batch: where.
        ask: called now and then, raises where the work is to stop.
    """

    def __init__(self, request: Request, batch: Batch, ask: Ask) -> None:
        pattern = request.pattern
        self.request, self.batch, self._ask = request, batch, ask
        self._steps = steps_of(pattern, batch)
        kinds: dict[str, EdgeKind] = {edge.name: edge.kind for edge in pattern.edges if edge.name}
        self._filters: list[tuple[bool, list[Step]]] = [
            (wanted, steps_of(item, batch, pattern.nodes, kinds)) for wanted, item in request.filters
        ]

    def count(self) -> int:
        """How many matches there are."""
        if not self._filters:
            return counted(self._start(), self._steps, self._ask)
        return sum(map(size_of, self.matches()))

    def matched(self) -> Bools:
        """Which units have a match."""
        found = np.zeros(len(self.batch.units), dtype=bool)
        if not self._filters:
            return continued(self._start(), self._steps, self._ask)
        for rows in self.matches():
            found[rows[UNIT]] = True
        return found

    def matches(self) -> Iterator[Rows]:
        """The matches: units, words and edges, unit by unit, and in each by the words in the order of the request."""
        for rows in grown(self._start(), self._steps, self._ask):
            for wanted, steps in self._filters:
                rows = taken(rows, continued(rows, steps, self._ask) == wanted)
            yield taken(rows, self._order(rows))

    def _start(self) -> Rows:
        return {UNIT: np.arange(len(self.batch.units))}

    def _order(self, rows: Rows) -> Ints:
        names = (UNIT, *self.request.pattern.nodes, *self.request.edge_names)
        return np.lexsort([rows[name] for name in reversed(names)])
