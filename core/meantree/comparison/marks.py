"""How words, arcs, constituents and parts of frames fared: as the smallest units that stand for exactly them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from meantree.alignment.word_alignment import quick_links
from meantree.analysis.frames import Part
from meantree.analysis.sentences import Analysis
from meantree.metrics.evidence import MOSTLY, Place, Status, Term, Unit

Anchor = tuple[int, int]
"""Two tokens that tell occurrences of one unit apart: the ends of an arc, or the first and the last word."""
PASSES = ((0, 1), (0,), (1,))
"""Partners are looked for by both anchors, then by either."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A unit at one of its places.

    Attributes:
        unit, place: what, and where.
        count: how much of the unit stands here; less than 1 for an arc that some parses have.
        matched: how much of that matched.
        share: the matched part; of two partners the smaller one, so that both are drawn alike.
    """

    unit: Unit
    place: Place
    count: float
    matched: float
    share: float


def occurrences(
    unit: Unit,
    places: tuple[Sequence[Place], Sequence[Place]],
    anchors: tuple[Sequence[Anchor], Sequence[Anchor]],
    links: Mapping[int, int],
) -> tuple[list[Occurrence], list[Occurrence]]:
    """The occurrences in the hypothesis and in one reference; in each as much is matched as the unit says, if it can.

    Args:
        unit: of the evidence.
        places: where it stands in each of the two texts.
        anchors: of these places.
        links: tokens of the reference by those of the hypothesis that belong to them.
    """
    pairs = _partners(*anchors, links)
    counts = _counts(places[0], unit.hypothesis), _counts(places[1], unit.reference)
    filled = _filled(counts, pairs, unit.matched)
    shares = [
        [part / count if count > 0 else 0.0 for part, count in zip(*side, strict=True)]
        for side in zip(filled, counts, strict=True)
    ]
    for one, two in pairs:
        shares[0][one] = shares[1][two] = min(shares[0][one], shares[1][two])
    mine, theirs = (
        [Occurrence(unit, *values) for values in zip(*columns, strict=True)]
        for columns in zip(places, counts, filled, shares, strict=True)
    )
    return mine, theirs


def _partners(mine: Sequence[Anchor], theirs: Sequence[Anchor], links: Mapping[int, int]) -> list[tuple[int, int]]:
    """One-to-one pairs: the linked ones first, then the rest as they stand in the texts."""
    pairs: list[tuple[int, int]] = []
    free = list(range(len(mine))), list(range(len(theirs)))
    linked = [tuple(links.get(token) for token in anchor) for anchor in mine]
    for ends in PASSES:
        waiting: dict[tuple[int | None, ...], list[int]] = {}
        for two in reversed(free[1]):
            waiting.setdefault(tuple(theirs[two][end] for end in ends), []).append(two)
        for one in free[0]:
            found = waiting.get(tuple(linked[one][end] for end in ends))
            if found:
                pairs.append((one, found.pop()))
        taken = {one for one, _ in pairs}, {two for _, two in pairs}
        free = [one for one in free[0] if one not in taken[0]], [two for two in free[1] if two not in taken[1]]
    ordered = (sorted(side, key=all_of.__getitem__) for side, all_of in zip(free, (mine, theirs), strict=True))
    return [*pairs, *zip(*ordered, strict=False)]


def _counts(places: Sequence[Place], total: float) -> list[float]:
    """How much stands at each place, all together ``total`` at most: units of kernels and frames weigh less than 1."""
    whole = sum(place.count for place in places)
    scale = min(1.0, total / whole) if whole > 0 else 0.0
    return [place.count * scale for place in places]


def _filled(
    counts: tuple[Sequence[float], Sequence[float]], pairs: Sequence[tuple[int, int]], matched: float
) -> tuple[list[float], list[float]]:
    """How much of each count matched: of partners what both have, then whatever is left, in order."""
    filled = [0.0] * len(counts[0]), [0.0] * len(counts[1])
    left = matched
    for one, two in pairs:
        both = min(counts[0][one], counts[1][two], left)
        filled[0][one] = filled[1][two] = both
        left -= both
    for parts, side, place_of in zip(filled, counts, (0, 1), strict=True):
        more = left
        paired = [pair[place_of] for pair in pairs]
        for place in dict.fromkeys((*paired, *range(len(side)))):
            added = min(side[place] - parts[place], more)
            parts[place] += added
            more -= added
    return filled


Thing = TypeVar("Thing", int, tuple[int, int], Part)
Spent = dict[tuple[str, str, Place], Unit]
"""Which unit has matched what stands at a place of the reference: pairs of several spans may claim it (SEPIA)."""

NEGLIGIBLE = 1e-9
"""Shares are sums of floats."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How a thing is drawn: its status, and the matched part of the ``count`` of the ``units`` that stand for it.

    Of a learned metric ``terms`` are the features that looked at it, those that add most first.
    """

    status: Status
    matched: float
    count: float
    units: tuple[Unit, ...] = ()
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one text: arcs by ``(dependent, head)``, tokens and constituents by index, parts of frames by place.

    What has none is neutral.
    """

    arcs: Mapping[tuple[int, int], Mark]
    tokens: Mapping[int, Mark]
    nodes: Mapping[int, Mark] = field(default_factory=dict)
    parts: Mapping[Part, Mark] = field(default_factory=dict)


def pair_marks(
    units: Iterable[Unit],
    texts: tuple[Analysis, Analysis],
    reference: int,
    *,
    links: Iterable[tuple[int, int]] | None = None,
    kind: str = "",
) -> tuple[Marks, Marks]:
    """Marks of the hypothesis, *extra* where nothing matched, and of one reference, *missed* there.

    A unit stands for its parts of frames or constituents, else for its arcs, else for its words. Where several do for
    one thing, the smallest ones count; of one kind the most probable one, as n-best parses have several labels for an
    arc. If these fared differently, the thing is partial. Of equal units of which some matched, those with a partner
    did.

    Args:
        units: of the metric's evidence.
        texts: hypothesis and reference.
        reference: which of the references it is, 0-based.
        links: tokens that belong together, as the metric has it; by default those that look so.
        kind: what is drawn is what units of this kind cover; by default those that stand for one thing each.
    """
    linked = dict(quick_links(*texts) if links is None else links)
    anchored = _Anchors(texts[0]), _Anchors(texts[1])
    mine: list[Occurrence] = []
    theirs: list[Occurrence] = []
    spent: Spent = {}
    for unit in units:
        if unit.kind == kind if kind else unit.single:
            places = _places(unit, reference, spent)
            anchors = anchored[0].of(places[0]), anchored[1].of(places[1])
            here, there = occurrences(unit, places, anchors, linked)
            mine += here
            theirs += there
            spent.update({_part(unit, one.place): unit for one in there if one.matched > one.count - NEGLIGIBLE})
    theirs = [one for one in theirs if spent.get(_part(one.unit, one.place), one.unit) is one.unit]
    return _marks(mine, Status.EXTRA, smallest=not kind), _marks(theirs, Status.MISSED, smallest=not kind)


def _places(unit: Unit, reference: int, spent: Spent) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Where the unit is counted in the two texts; what another unit has already matched is not there for this one."""
    theirs = unit.reference_places[reference] if reference < len(unit.reference_places) else ()
    free = tuple(place for place in theirs if _part(unit, place) not in spent)
    return unit.hypothesis_places if unit.hypothesis > 0 else (), free if unit.reference > 0 else ()


def _part(unit: Unit, place: Place) -> tuple[str, str, Place]:
    """What a unit is at a place, whatever the span it has in the hypothesis."""
    return unit.kind.partition(", span ")[0], unit.label, place


class _Anchors:
    """The two tokens of a text by which a place is known."""

    def __init__(self, text: Analysis) -> None:
        self._text = text
        self._spans: Sequence[tuple[int, int]] | None = None

    def of(self, places: Sequence[Place]) -> list[Anchor]:
        return [self._anchor(place) for place in places]

    def _anchor(self, place: Place) -> Anchor:
        if place.nodes:
            start, end = self._span(place.nodes[0])
            return start, end - 1
        return place.arcs[0] if place.arcs else (place.tokens[0], place.tokens[-1])

    def _span(self, node: int) -> tuple[int, int]:
        if self._spans is None:
            tree = self._text.constituency()
            assert tree is not None  # or it would have no nodes
            self._spans = tree.spans()
        return self._spans[node]


def _marks(found: Iterable[Occurrence], unmatched: Status, *, smallest: bool) -> Marks:
    arcs: dict[tuple[int, int], list[Occurrence]] = {}
    tokens: dict[int, list[Occurrence]] = {}
    nodes: dict[int, list[Occurrence]] = {}
    parts: dict[Part, list[Occurrence]] = {}
    for one in found:
        place = one.place
        if place.parts:
            _add(parts, place.parts, one)
        elif place.nodes:
            _add(nodes, place.nodes, one)
        elif place.arcs:
            _add(arcs, place.arcs, one)
        else:
            _add(tokens, place.tokens, one)
    return Marks(
        {arc: _mark(those, unmatched, smallest=smallest) for arc, those in arcs.items()},
        {token: _mark(those, unmatched, smallest=smallest) for token, those in tokens.items()},
        {node: _mark(those, unmatched, smallest=smallest) for node, those in nodes.items()},
        {part: _mark(those, unmatched, smallest=smallest) for part, those in parts.items()},
    )


def _add(things: dict[Thing, list[Occurrence]], keys: Iterable[Thing], one: Occurrence) -> None:
    for key in keys:
        things.setdefault(key, []).append(one)


def _mark(found: Sequence[Occurrence], unmatched: Status, *, smallest: bool) -> Mark:
    if smallest:
        least = min(map(_size, found))
        found = [one for one in found if _size(one) == least]
    most: dict[str, float] = {}
    for one in found:
        most[one.unit.kind] = max(most.get(one.unit.kind, 0.0), one.count)
    chosen = [one for one in found if one.count >= most[one.unit.kind] - NEGLIGIBLE]
    statuses = {_status(one.share, unmatched) for one in chosen}
    return Mark(
        statuses.pop() if len(statuses) == 1 else Status.PARTIAL,
        math.fsum(one.matched for one in chosen),
        math.fsum(one.count for one in chosen),
        tuple(one.unit for one in chosen),
    )


def _size(one: Occurrence) -> int:
    return len(one.place.parts or one.place.nodes or one.place.arcs or one.place.tokens)


def _status(share: float, unmatched: Status) -> Status:
    return Status.MATCHED if share >= MOSTLY else Status.PARTIAL if share > NEGLIGIBLE else unmatched
