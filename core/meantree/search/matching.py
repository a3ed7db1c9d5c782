"""All matches of a request in a batch of units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np

from meantree.corpus.corpus import Corpus, Side
from meantree.search.matches import Edge, GroupKey, Match, Node
from meantree.search.partial_matches import (
    UNIT,
    CheckCancelled,
    Rows,
    Step,
    can_extend,
    count_rows,
    extend,
    row_count,
    select_rows,
)
from meantree.search.request_model import EdgeKind, FeatureValue, Request
from meantree.search.search_planning import plan_steps
from meantree.search.word_batch import NO_WORD, Batch, Ints

KeyReader = Callable[[Rows], Sequence[str | None]]
"""Returns the value of a key for each row."""


class Matcher:
    """A request in a batch.

    Args:
        request: to match; its facts are ignored.
        check_cancelled: called between blocks of rows; raises if the user stopped the work.
    """

    def __init__(self, request: Request, batch: Batch, check_cancelled: CheckCancelled) -> None:
        pattern = request.pattern
        self.request, self.batch, self._check_cancelled = request, batch, check_cancelled
        self.edge_kinds: dict[str, EdgeKind] = {edge.name: edge.kind for edge in pattern.edges if edge.name}
        self._steps = plan_steps(pattern, batch)
        self._filters: list[tuple[bool, list[Step]]] = [
            (is_kept, plan_steps(item, batch, pattern.nodes, self.edge_kinds)) for is_kept, item in request.filters
        ]

    def count(self) -> int:
        """Return the number of matches."""
        if not self._filters:
            return count_rows(self._units(), self._steps, self._check_cancelled)
        return sum(map(row_count, self.matches()))

    def matches(self) -> Iterator[Rows]:
        """Yield the matches in blocks, sorted by unit and then by the words and edges in the order of the request."""
        for rows in extend(self._units(), self._steps, self._check_cancelled):
            for is_kept, steps in self._filters:
                rows = select_rows(rows, can_extend(rows, steps, self._check_cancelled) == is_kept)
            yield select_rows(rows, self._order(rows))

    def _units(self) -> Rows:
        return {UNIT: np.arange(len(self.batch.units))}

    def _order(self, rows: Rows) -> Ints:
        names = (UNIT, *self.request.pattern.nodes, *self.request.edge_names)
        return np.lexsort([rows[name] for name in reversed(names)])


def read_matches(matcher: Matcher, keys: Sequence[GroupKey], corpus: Corpus) -> Iterator[Match]:
    """Yield the matches of a batch in order, with their values of ``keys``."""
    batch, kinds, nodes = matcher.batch, matcher.edge_kinds, matcher.request.pattern.nodes
    places = (np.arange(len(batch)) - batch.text_start).tolist()
    sides: list[Side] = np.where(batch.is_reference, "reference", "hypothesis").tolist()
    words = [{side: tuple(t.text for t in text.tokens) for side, text in unit.texts.items()} for unit in batch.units]

    @cache  # many matches share a word
    def node(word: int) -> Node:
        return Node(sides[word], places[word])

    def edge(name: str, number: int) -> Edge:
        edges = batch.edges(kinds[name])
        source, label, status = int(edges.source[number]), edges.label[number], edges.status[number]
        return Edge(
            kinds[name],
            str(label or ""),
            None if source == NO_WORD else node(source),
            node(int(edges.target[number])),
            status if isinstance(status, str) else None,
        )

    readers = [_key_reader(key, batch, kinds, corpus) for key in keys]
    for rows in matcher.matches():
        values = [read(rows) for read in readers]
        columns = {name: column.tolist() for name, column in rows.items()}
        for row, number in enumerate(columns[UNIT]):
            unit = batch.units[number]
            yield Match(
                unit.place,
                unit.system,
                unit.reference,
                {name: node(columns[name][row]) for name in nodes},
                {name: edge(name, columns[name][row]) for name in kinds},
                tuple(value[row] for value in values),
                words[number],
            )


def _key_reader(key: GroupKey, batch: Batch, kinds: Mapping[str, EdgeKind], corpus: Corpus) -> KeyReader:
    if key.second:
        signed = key.feature == "delta"
        return lambda rows: _distances(batch, rows[key.name], rows[key.second], signed=signed)
    if not key.name:
        return lambda rows: [_segment_value(key.feature, batch, unit, corpus) for unit in rows[UNIT].tolist()]
    if key.name not in kinds:
        return lambda rows: _word_values(key.feature, batch, rows[key.name])
    kind = kinds[key.name]
    if key.feature in ("length", "delta"):
        edges, signed = batch.edges(kind), key.feature == "delta"
        return lambda rows: _distances(batch, edges.source[rows[key.name]], edges.target[rows[key.name]], signed=signed)
    column = batch.edge_column(kind, key.feature)
    return lambda rows: [_single_value(column[number]) for number in rows[key.name].tolist()]


def _word_values(feature: str, batch: Batch, words: Ints) -> list[str | None]:
    if feature == "side":
        return ["ref" if is_reference else "hyp" for is_reference in batch.is_reference[words].tolist()]
    column = batch.column(feature)
    return [_single_value(column[word]) for word in words.tolist()]


def _segment_value(name: str, batch: Batch, number: int, corpus: Corpus) -> str | None:
    unit = batch.units[number]
    segment = corpus.segments[unit.place]
    values = {"system": unit.system, "reference": unit.reference, "document": segment.document, "id": segment.id}
    return values[name] or None


def _distances(batch: Batch, first: Ints, second: Ints, *, signed: bool) -> list[str | None]:
    is_defined = (first != NO_WORD) & (batch.text_start[first] == batch.text_start[second])
    distances = (second - first if signed else np.abs(second - first)).tolist()
    return [str(number) if known else None for number, known in zip(distances, is_defined.tolist(), strict=True)]


def _single_value(value: FeatureValue) -> str | None:
    return value if isinstance(value, str) else None
