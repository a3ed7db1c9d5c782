"""Many texts as arrays: a word is a number, whatever text it stands in."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.tree import Token
from meantree.corpus.corpus import SIDES
from meantree.search.request_model import Alternatives, Condition, EdgeKind, Found, edge_feature
from meantree.search.request_scope import on_side
from meantree.search.search_units import SearchedText, Unit

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
NOBODY = -1
"""The source of an edge to a root."""


@dataclass(frozen=True, slots=True)
class Column:
    """A value for each of many things: ``values[codes[i]]`` is that of thing ``i``."""

    codes: Ints
    values: Sequence[Found]

    @classmethod
    def of(cls, found: Iterable[Hashable]) -> Column:
        """The values, each different one once."""
        values = list(found)
        places = {value: place for place, value in enumerate(dict.fromkeys(values))}
        codes = np.fromiter(map(places.__getitem__, values), dtype=np.int64, count=len(values))
        return cls(codes, list(places))  # type: ignore[arg-type]

    def where(self, holds: Callable[[Found], bool]) -> Bools:
        """Of which things the value holds; each different value is looked at once."""
        told = np.fromiter(map(holds, self.values), dtype=bool, count=len(self.values))
        return np.asarray(told[self.codes], dtype=bool)

    def __getitem__(self, place: int) -> Found:
        return self.values[int(self.codes[place])]


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges of one kind between the words of a batch; the source of one to a root is :data:`NOBODY`."""

    source: Ints
    target: Ints
    label: Column
    status: Column


class Batch:
    """Units as arrays; the words of a unit follow each other, those of the hypothesis first.

    Attributes:
        units: in order.
        unit: of each word, the 0-based place of its unit in the batch; ascending.
        text_start, text_end: of each word, the first word of its text and the one after the last.
        is_reference: of each word, whether it stands in the reference.
        unit_start, unit_end: of each unit, its first word and the one after the last.
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
        every = np.arange(len(units))
        self.unit_start, self.unit_end = np.searchsorted(self.unit, every), np.searchsorted(self.unit, every, "right")
        self._columns: dict[str, Column] = {}
        self._edges: dict[EdgeKind, Edges] = {}

    def __len__(self) -> int:
        return len(self.unit)

    def column(self, name: str) -> Column:
        """A feature of all words."""
        if name not in self._columns:
            self._columns[name] = Column.of(chain.from_iterable(_feature(text, name) for _, _, text in self._texts))
        return self._columns[name]

    def fits(self, groups: Iterable[Alternatives]) -> Bools:
        """Which words have one of the feature structures of every group."""
        found = np.ones(len(self), dtype=bool)
        for alternatives in groups:
            some = np.zeros(len(self), dtype=bool)
            for tests in alternatives:
                every = np.ones(len(self), dtype=bool)
                for test in tests:
                    every &= self._passes(test)
                some |= every
            found &= some
        return found

    def _passes(self, test: Condition) -> Bools:
        if test.name != "side":
            return self.column(test.name).where(test.holds)
        mine, theirs = (on_side(test, side) for side in SIDES)
        return np.where(self.is_reference, theirs, mine)

    def edges(self, kind: EdgeKind) -> Edges:
        """All edges of one kind."""
        if kind not in self._edges:
            rows = {"tree": self._tree_edges, "align": self._links, "role": self._roles}
            self._edges[kind] = rows[kind]()
        return self._edges[kind]

    def edge_column(self, kind: EdgeKind, feature: str) -> Column:
        """Return a feature of all edges of one kind."""
        edges = self.edges(kind)
        if feature == "status":
            return edges.status
        values = [edge_feature(value, feature) if isinstance(value, str) else None for value in edges.label.values]
        return Column(edges.label.codes, values)

    def _tree_edges(self) -> Edges:
        """Those of all words, in order."""
        trees = [text.tree for _, _, text in self._texts]
        heads = np.fromiter(chain.from_iterable(tree.heads for tree in trees), dtype=np.int64, count=len(self))
        statuses = (
            text.arcs_marked.get(arc) if text.arcs_marked else None
            for _, _, text in self._texts
            for arc in enumerate(text.tree.heads)
        )
        return Edges(
            np.where(heads < 0, NOBODY, heads + self.text_start),
            np.arange(len(self)),
            Column.of(chain.from_iterable(tree.labels for tree in trees)),
            Column.of(statuses),
        )

    def _links(self) -> Edges:
        starts = {
            (place, side): start for start, (place, side, _) in zip(self._starts.tolist(), self._texts, strict=True)
        }
        return _edges(
            (starts[place, "hypothesis"] + one, starts[place, "reference"] + two, "align", None)
            for place, unit in enumerate(self.units)
            for one, two in unit.links
        )

    def _roles(self) -> Edges:
        return _edges(
            (start + edge.source, start + edge.target, edge.role, edge.status)
            for start, (_, _, text) in zip(self._starts.tolist(), self._texts, strict=True)
            for edge in text.roles
        )

    @cached_property
    def heads(self) -> Ints:
        """The head of each word, :data:`NOBODY` for a root."""
        return self.edges("tree").source

    @cached_property
    def below(self) -> tuple[Ints, Ints]:
        """When a walk down the trees comes to each word, and when it has left all below it."""
        children: list[list[int]] = [[] for _ in range(len(self))]
        roots: list[int] = []
        for place, head in enumerate(self.heads.tolist()):
            (children[head] if head != NOBODY else roots).append(place)
        entered, left, clock = np.zeros(len(self), dtype=np.int64), np.zeros(len(self), dtype=np.int64), 0
        for root in roots:
            stack = [(root, iter(children[root]))]
            entered[root], clock = clock, clock + 1
            while stack:
                place, rest = stack[-1]
                lower = next(rest, None)
                if lower is None:
                    left[place] = clock
                    stack.pop()
                else:
                    entered[lower], clock = clock, clock + 1
                    stack.append((lower, iter(children[lower])))
        return entered, left


def _edges(rows: Iterable[tuple[int, int, str, str | None]]) -> Edges:
    found = list(rows)
    source, target, label, status = zip(*found, strict=True) if found else ((), (), (), ())
    return Edges(
        np.array(source, dtype=np.int64), np.array(target, dtype=np.int64), Column.of(label), Column.of(status)
    )


def _feature(text: SearchedText, name: str) -> Iterable[Hashable]:
    tokens = text.tokens
    if name in _OF_TOKENS:
        return map(_OF_TOKENS[name], tokens)
    places = range(len(tokens))
    by_token: Mapping[str, Mapping[int, Hashable]] = {
        "status": text.tokens_marked, "ent": text.entities, "feature": text.fired,
    }  # fmt: skip
    if name in by_token:
        return (by_token[name].get(place) for place in places)
    if name == "deprel":
        return (label or None for label in text.tree.labels)
    key = name.replace("__", "[", 1) + "]" if "__" in name else name  # Number[psor], as Grew writes it
    return (_value(token.feats, key) for token in tokens)


_OF_TOKENS: Mapping[str, Callable[[Token], str | None]] = {
    "form": lambda token: token.text or None,
    "lemma": lambda token: token.lemma or None,
    "upos": lambda token: token.upos or None,
    "xpos": lambda token: token.xpos or None,
    "SpaceAfter": lambda token: None if token.space_after or token.is_part else "No",
}


def _value(feats: str, key: str) -> str | None:
    if key not in feats:
        return None
    for pair in feats.split("|"):
        name, _, value = pair.partition("=")
        if name == key:
            return value
    return None
