"""From rows of numbers to matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np

from meantree.corpus.corpus import Corpus, Side
from meantree.search.matches import Edge, Key, Match, Node
from meantree.search.requests.model import EdgeKind
from meantree.search.requests.values import Found
from meantree.search.structure.batch import NOBODY, Batch, Ints
from meantree.search.structure.constraints import edge_column
from meantree.search.structure.matching import Matcher
from meantree.search.structure.steps import UNIT, Rows

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
    column = edge_column(batch, kind, key.feature)
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
