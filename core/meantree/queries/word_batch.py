"""The words and edges of many texts as arrays; a word is a number, unique over all texts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.tree import Token
from meantree.corpus.corpus import SIDES
from meantree.queries.request_model import Alternatives, Condition, EdgeKind, FeatureValue, edge_feature
from meantree.queries.request_scope import on_side
from meantree.queries.search_units import SearchedText, Unit

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
NO_WORD = -1
"""The source of an edge to a root."""


@dataclass(frozen=True, slots=True)
class Column:
    """A value for each of many words or edges: ``values[codes[i]]`` is that of number ``i``."""

    codes: Ints
    values: Sequence[FeatureValue]

    @classmethod
    def of(cls, items: Iterable[Hashable]) -> Column:
        """Return a column that stores each distinct value once."""
        values = list(items)
        codes_by_value = {value: code for code, value in enumerate(dict.fromkeys(values))}
        codes = np.fromiter(map(codes_by_value.__getitem__, values), dtype=np.int64, count=len(values))
        return cls(codes, list(codes_by_value))  # type: ignore[arg-type]

    def where(self, holds: Callable[[FeatureValue], bool]) -> Bools:
        """Return for which items a predicate holds; it is called once per distinct value."""
        results = np.fromiter(map(holds, self.values), dtype=bool, count=len(self.values))
        return np.asarray(results[self.codes], dtype=bool)

    def __getitem__(self, place: int) -> FeatureValue:
        return self.values[int(self.codes[place])]


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges of one kind between the words of a batch; the source of an edge to a root is :data:`NO_WORD`."""

    source: Ints
    target: Ints
    label: Column
    status: Column


class Batch:
    """Units as arrays; the words of a unit are consecutive, those of the hypothesis first.

    Attributes:
        unit: of each word, the 0-based position of its unit in the batch; ascending.
        text_start, text_end: of each word, the first word of its text and one past the last.
        is_reference: of each word, whether it is in the reference.
        unit_start, unit_end: of each unit, its first word and one past the last.
    """

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self._texts = [(place, side, unit.texts[side]) for place, unit in enumerate(units) for side in SIDES
                       if side in unit.texts]  # fmt: skip
        sizes = np.array([len(text.tokens) for _, _, text in self._texts], dtype=np.int64)
        ends = np.cumsum(sizes)
        self._starts = ends - sizes
        places = np.array([place for place, _, _ in self._texts], dtype=np.int64)
        self.unit = np.repeat(places, sizes)
        self.text_start, self.text_end = np.repeat(self._starts, sizes), np.repeat(ends, sizes)
        self.is_reference = np.repeat(np.array([side == "reference" for _, side, _ in self._texts], dtype=bool), sizes)
        numbers = np.arange(len(units))
        self.unit_start = np.searchsorted(self.unit, numbers)
        self.unit_end = np.searchsorted(self.unit, numbers, "right")
        self._columns: dict[str, Column] = {}
        self._edges: dict[EdgeKind, Edges] = {}

    def __len__(self) -> int:
        return len(self.unit)

    def column(self, name: str) -> Column:
        """Return a feature of all words."""
        if name not in self._columns:
            values = (_feature_values(text, name) for _, _, text in self._texts)
            self._columns[name] = Column.of(chain.from_iterable(values))
        return self._columns[name]

    def fits(self, groups: Iterable[Alternatives]) -> Bools:
        """Return which words satisfy a feature structure of every group."""
        fits_all = np.ones(len(self), dtype=bool)
        for alternatives in groups:
            fits_any = np.zeros(len(self), dtype=bool)
            for tests in alternatives:
                passes = np.ones(len(self), dtype=bool)
                for test in tests:
                    passes &= self._passes(test)
                fits_any |= passes
            fits_all &= fits_any
        return fits_all

    def _passes(self, test: Condition) -> Bools:
        if test.name != "side":
            return self.column(test.name).where(test.holds)
        hypothesis, reference = (on_side(test, side) for side in SIDES)
        return np.where(self.is_reference, reference, hypothesis)

    def edges(self, kind: EdgeKind) -> Edges:
        """Return all edges of one kind."""
        if kind not in self._edges:
            makers = {"tree": self._tree_edges, "align": self._links, "role": self._roles}
            self._edges[kind] = makers[kind]()
        return self._edges[kind]

    def edge_column(self, kind: EdgeKind, feature: str) -> Column:
        """Return a feature of all edges of one kind."""
        edges = self.edges(kind)
        if feature == "status":
            return edges.status
        values = [edge_feature(value, feature) if isinstance(value, str) else None for value in edges.label.values]
        return Column(edges.label.codes, values)

    def _tree_edges(self) -> Edges:
        """Return the edges to all words, in the order of the words."""
        trees = [text.tree for _, _, text in self._texts]
        heads = np.fromiter(chain.from_iterable(tree.heads for tree in trees), dtype=np.int64, count=len(self))
        statuses = (
            text.arcs_marked.get(arc) if text.arcs_marked else None
            for _, _, text in self._texts
            for arc in enumerate(text.tree.heads)
        )
        return Edges(
            np.where(heads < 0, NO_WORD, heads + self.text_start),
            np.arange(len(self)),
            Column.of(chain.from_iterable(tree.labels for tree in trees)),
            Column.of(statuses),
        )

    def _links(self) -> Edges:
        starts = {
            (place, side): start for start, (place, side, _) in zip(self._starts.tolist(), self._texts, strict=True)
        }
        return _edges(
            (starts[place, "hypothesis"] + source, starts[place, "reference"] + target, "align", None)
            for place, unit in enumerate(self.units)
            for source, target in unit.links
        )

    def _roles(self) -> Edges:
        return _edges(
            (start + edge.source, start + edge.target, edge.role, edge.status)
            for start, (_, _, text) in zip(self._starts.tolist(), self._texts, strict=True)
            for edge in text.roles
        )

    @cached_property
    def heads(self) -> Ints:
        """The head of each word, :data:`NO_WORD` for a root."""
        return self.edges("tree").source


def _edges(rows: Iterable[tuple[int, int, str, str | None]]) -> Edges:
    edges = list(rows)
    source, target, label, status = zip(*edges, strict=True) if edges else ((), (), (), ())
    return Edges(
        np.array(source, dtype=np.int64), np.array(target, dtype=np.int64), Column.of(label), Column.of(status)
    )


def _feature_values(text: SearchedText, name: str) -> Iterable[Hashable]:
    tokens = text.tokens
    if name in _TOKEN_FEATURES:
        return map(_TOKEN_FEATURES[name], tokens)
    places = range(len(tokens))
    by_token: Mapping[str, Mapping[int, Hashable]] = {
        "status": text.tokens_marked, "ent": text.entities, "feature": text.fired,
        "finding": text.found,
    }  # fmt: skip
    if name in by_token:
        return (by_token[name].get(place) for place in places)
    if name == "deprel":
        return (label or None for label in text.tree.labels)
    key = name.replace("__", "[", 1) + "]" if "__" in name else name  # Grew writes Number__psor for Number[psor]
    return (_morphological_feature(token.feats, key) for token in tokens)


_TOKEN_FEATURES: Mapping[str, Callable[[Token], str | None]] = {
    "form": lambda token: token.text or None,
    "lemma": lambda token: token.lemma or None,
    "upos": lambda token: token.upos or None,
    "xpos": lambda token: token.xpos or None,
    "SpaceAfter": lambda token: None if token.space_after or token.is_part else "No",
}


def _morphological_feature(feats: str, key: str) -> str | None:
    if key not in feats:
        return None
    for pair in feats.split("|"):
        name, _, value = pair.partition("=")
        if name == key:
            return value
    return None
