"""All matches of a request in a batch of units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np

from meantree.corpus.corpus import Corpus, Side
from meantree.search.matches import Edge, Key, Match, Node
from meantree.search.partial_matches import UNIT, Ask, Rows, Step, continued, counted, grown, size_of, taken
from meantree.search.request_model import EdgeKind, Found, Request
from meantree.search.search_planning import steps_of
from meantree.search.word_batch import NOBODY, Batch, Bools, Ints


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


Valued = Callable[[Rows], Sequence[str | None]]


def found_matches(matcher: Matcher, keys: Sequence[Key], corpus: Corpus) -> Iterator[Match]:
    """The matches of a batch, in order."""
    batch, pattern = matcher.batch, matcher.request.pattern
    kinds: dict[str, EdgeKind] = {edge.name: edge.kind for edge in pattern.edges if edge.name}
    places = (np.arange(len(batch)) - batch.text_start).tolist()
    sides: list[Side] = np.where(batch.is_reference, "reference", "hypothesis").tolist()
    words = [{side: tuple(t.text for t in text.tokens) for side, text in unit.texts.items()} for unit in batch.units]

    @cache  # a word stands in many matches
    def node(word: int) -> Node:
        return Node(sides[word], places[word])

    def edge(name: str, number: int) -> Edge:
        edges = batch.edges(kinds[name])
        source, label, status = int(edges.source[number]), edges.label[number], edges.status[number]
        return Edge(
            kinds[name],
            str(label or ""),
            None if source == NOBODY else node(source),
            node(int(edges.target[number])),
            status if isinstance(status, str) else None,
        )

    valued = [_valued(key, batch, kinds, corpus) for key in keys]
    for rows in matcher.matches():
        values = [value(rows) for value in valued]
        columns = {name: column.tolist() for name, column in rows.items()}
        for row, number in enumerate(columns[UNIT]):
            unit = batch.units[number]
            yield Match(
                unit.place,
                unit.system,
                unit.reference,
                {name: node(columns[name][row]) for name in pattern.nodes},
                {name: edge(name, columns[name][row]) for name in kinds},
                tuple(value[row] for value in values),
                words[number],
            )


def _valued(key: Key, batch: Batch, kinds: Mapping[str, EdgeKind], corpus: Corpus) -> Valued:
    """What gives the values of a key."""
    if key.second:
        signed = key.feature == "delta"
        return lambda rows: _distances(batch, rows[key.name], rows[key.second], signed=signed)
    if not key.name:
        return lambda rows: [_of_unit(key.feature, batch, unit, corpus) for unit in rows[UNIT].tolist()]
    if key.name not in kinds:
        return lambda rows: _of_words(key.feature, batch, rows[key.name])
    kind = kinds[key.name]
    if key.feature in ("length", "delta"):
        edges, signed = batch.edges(kind), key.feature == "delta"
        return lambda rows: _distances(batch, edges.source[rows[key.name]], edges.target[rows[key.name]], signed=signed)
    column = batch.edge_column(kind, key.feature)
    return lambda rows: [_text(column[number]) for number in rows[key.name].tolist()]


def _of_words(feature: str, batch: Batch, words: Ints) -> list[str | None]:
    if feature == "side":
        return ["ref" if there else "hyp" for there in batch.is_reference[words].tolist()]
    column = batch.column(feature)
    return [_text(column[word]) for word in words.tolist()]


def _of_unit(name: str, batch: Batch, number: int, corpus: Corpus) -> str | None:
    unit = batch.units[number]
    segment = corpus.segments[unit.place]
    found = {
        "system": unit.system,
        "reference": unit.reference,
        "document": segment.document,
        "id": segment.id,
    }
    return found[name] or None


def _distances(batch: Batch, one: Ints, two: Ints, *, signed: bool) -> list[str | None]:
    together = (one != NOBODY) & (batch.text_start[one] == batch.text_start[two])
    far = (two - one if signed else np.abs(two - one)).tolist()
    return [str(number) if known else None for number, known in zip(far, together.tolist(), strict=True)]


def _text(found: Found) -> str | None:
    return found if isinstance(found, str) else None
