"""How the things that a view draws fared: marks of words, arcs and constituents, from the units of the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from meantree.metrics.evidence import MOSTLY, Place, Status, Unit

Key = TypeVar("Key", int, tuple[int, int])


@dataclass(frozen=True, slots=True)
class Mark:
    """How an arc or token is drawn: its status, and the matched part of the ``count`` units that touch it."""

    status: Status
    matched: float
    count: float


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one text: arcs by ``(dependent, head)``, constituents by index, and, for other units, tokens."""

    arcs: dict[tuple[int, int], Mark]
    tokens: dict[int, Mark]
    nodes: dict[int, Mark] = field(default_factory=dict)


def hypothesis_marks(units: Iterable[Unit]) -> Marks:
    """Marks of the hypothesis: an arc or token is *extra* where the units through it did not match."""
    return _marks(((unit.hypothesis_places, unit.matched, unit.hypothesis) for unit in units), Status.EXTRA)


def reference_marks(units: Iterable[Unit], reference: int) -> Marks:
    """Marks of reference number ``reference`` (0-based): *missed* where the units through it did not match."""
    return _marks(
        (
            (unit.reference_places[reference], unit.matched, unit.reference)
            for unit in units
            if reference < len(unit.reference_places)
        ),
        Status.MISSED,
    )


def _marks(rows: Iterable[tuple[Sequence[Place], float, float]], unmatched: Status) -> Marks:
    arcs: dict[tuple[int, int], tuple[float, float]] = {}
    tokens: dict[int, tuple[float, float]] = {}
    nodes: dict[int, tuple[float, float]] = {}
    for places, matched, count in rows:
        sums = min(matched, count), count
        for place in places:
            _add(arcs, place.arcs, sums)
            _add(nodes, place.nodes, sums)
            if not place.arcs and not place.nodes:
                _add(tokens, place.tokens, sums)
    return Marks(_judged(arcs, unmatched), _judged(tokens, unmatched), _judged(nodes, unmatched))


def _add(sums: dict[Key, tuple[float, float]], keys: Iterable[Key], more: tuple[float, float]) -> None:
    for key in keys:
        matched, count = sums.get(key, (0.0, 0.0))
        sums[key] = matched + more[0], count + more[1]


def _judged(sums: dict[Key, tuple[float, float]], unmatched: Status) -> dict[Key, Mark]:
    return {key: _mark(*both, unmatched) for key, both in sums.items()}


def _mark(matched: float, count: float, unmatched: Status) -> Mark:
    share = matched / count if count else 0.0
    status = Status.MATCHED if share >= MOSTLY else unmatched if share <= 1 - MOSTLY else Status.PARTIAL
    return Mark(status, matched, count)
