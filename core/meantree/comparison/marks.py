"""Marks of words, arcs, constituents and parts of frames: the status of the smallest units that cover exactly them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, TypeVar

from meantree.alignment.word_alignment import quick_links
from meantree.analysis.frames import Part
from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import ErrorSpan
from meantree.metrics.evidence import AnyStatus, Place, Status, Term, Unit
from meantree.numbers import NEGLIGIBLE

Statuses: TypeAlias = "tuple[AnyStatus | None, ...]"
"""The status of an element if all translations agree, else that of each."""
Severity = Literal["minor", "major"]
MINOR_NAMES: Final = frozenset({"minor", "neutral"})
"""Severities that are drawn as minor; all others are drawn as major."""
Anchor = tuple[int, int]
"""Two tokens that distinguish occurrences of one unit: the ends of an arc, or the first and the last word."""
PASSES = ((0, 1), (0,), (1,))
"""Partners are searched by both anchors, then by either."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A unit at one of its places.

    Attributes:
        count: of the unit at this place; less than 1 for an arc of some parses.
        matched: part of the count that matched.
        share: the matched share; of two partners the smaller one, so that both have the same status.
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
    """Return the occurrences in the hypothesis and in one reference; the matched count is distributed over them.

    Args:
        links: linked tokens of the reference by those of the hypothesis.
    """
    pairs = _partners(*anchors, links)
    counts = _counts(places[0], unit.hypothesis), _counts(places[1], unit.reference)
    filled = _matched_counts(counts, pairs, unit.matched)
    shares = [
        [part / count if count > 0 else 0.0 for part, count in zip(*side, strict=True)]
        for side in zip(filled, counts, strict=True)
    ]
    for first, second in pairs:
        shares[0][first] = shares[1][second] = min(shares[0][first], shares[1][second])
    in_hypothesis, in_reference = (
        [Occurrence(unit, *values) for values in zip(*columns, strict=True)]
        for columns in zip(places, counts, filled, shares, strict=True)
    )
    return in_hypothesis, in_reference


def _partners(
    anchors: Sequence[Anchor], reference_anchors: Sequence[Anchor], links: Mapping[int, int]
) -> list[tuple[int, int]]:
    """Return one-to-one pairs of places: linked ones first, then the others in the order of the texts."""
    if len(anchors) <= 1 and len(reference_anchors) <= 1:  # as most units, of which no choice is to be made
        return [(0, 0)] if anchors and reference_anchors else []
    pairs: list[tuple[int, int]] = []
    free = list(range(len(anchors))), list(range(len(reference_anchors)))
    linked = [tuple(links.get(token) for token in anchor) for anchor in anchors]
    for ends in PASSES:
        by_anchor: dict[tuple[int | None, ...], list[int]] = {}
        for second in reversed(free[1]):
            by_anchor.setdefault(tuple(reference_anchors[second][end] for end in ends), []).append(second)
        for first in free[0]:
            candidates = by_anchor.get(tuple(linked[first][end] for end in ends))
            if candidates:
                pairs.append((first, candidates.pop()))
        used = {first for first, _ in pairs}, {second for _, second in pairs}
        free = (
            [first for first in free[0] if first not in used[0]],
            [second for second in free[1] if second not in used[1]],
        )
    ordered = (
        sorted(side, key=all_of.__getitem__) for side, all_of in zip(free, (anchors, reference_anchors), strict=True)
    )
    return [*pairs, *zip(*ordered, strict=False)]


def _counts(places: Sequence[Place], total: float) -> list[float]:
    """Return the count of each place, together at most ``total``: units of kernels and frames count less than 1."""
    sum_of_counts = sum(place.count for place in places)
    scale = min(1.0, total / sum_of_counts) if sum_of_counts > 0 else 0.0
    return [place.count * scale for place in places]


def _matched_counts(
    counts: tuple[Sequence[float], Sequence[float]], pairs: Sequence[tuple[int, int]], matched: float
) -> tuple[list[float], list[float]]:
    """Return how much of each count matched: for partners their common count, then the remaining matches in order."""
    filled = [0.0] * len(counts[0]), [0.0] * len(counts[1])
    remaining = matched
    for first, second in pairs:
        common = min(counts[0][first], counts[1][second], remaining)
        filled[0][first] = filled[1][second] = common
        remaining -= common
    for parts, side, place_of in zip(filled, counts, (0, 1), strict=True):
        available = remaining
        paired = [pair[place_of] for pair in pairs]
        for place in dict.fromkeys((*paired, *range(len(side)))):
            added = min(side[place] - parts[place], available)
            parts[place] += added
            available -= added
    return filled


Element = TypeVar("Element")
Item = TypeVar("Item")
MatchedPlaces = dict[tuple[str, str, Place], Unit]
"""The unit that has matched a place of the reference, for which pairs of several spans may compete (SEPIA)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The status of an element, and the matched part of the ``count`` of the ``units`` that cover it.

    By a learned metric, ``terms`` are the features with places at it, the largest contributions first.
    """

    status: AnyStatus
    matched: float
    count: float
    units: tuple[Unit, ...] = ()
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one text: arcs by ``(dependent, head)``, tokens and constituents by index, parts of frames by place.

    Elements without a mark are neutral. ``errors`` are those that annotators marked, by token.
    """

    arcs: Mapping[tuple[int, int], Mark]
    tokens: Mapping[int, Mark]
    nodes: Mapping[int, Mark] = field(default_factory=dict)
    parts: Mapping[Part, Mark] = field(default_factory=dict)
    errors: Mapping[int, Sequence[ErrorSpan]] = field(default_factory=dict)

    def severity(self, token: int) -> Severity | None:
        """Return the gravest severity of the errors that a token is part of; None if it is part of none."""
        errors = self.errors.get(token)
        return None if not errors else gravest(error.severity for error in errors)


def gravest(severities: Iterable[str]) -> Severity:
    """Return ``minor`` if nothing is more than minor, else ``major``."""
    return "minor" if all(name.casefold() in MINOR_NAMES for name in severities) else "major"


def pair_marks(
    units: Iterable[Unit],
    texts: tuple[Analysis, Analysis],
    reference: int,
    *,
    links: Iterable[tuple[int, int]] | None = None,
    kind: str = "",
) -> tuple[Marks, Marks]:
    """Return the marks of the hypothesis (*extra* if nothing matched) and of one reference (*missed* if nothing did).

    A unit covers its parts of frames or constituents, else its arcs, else its words. If several units cover an element,
    the smallest ones count; of one kind the most probable one, as n-best parses have several labels for an arc. If
    these have different statuses, the element is partial. Of equal units some of which matched, those with a partner
    are the matched ones.

    Args:
        reference: 0-based index of the reference.
        links: linked tokens of the metric; by default those of similar words.
        kind: mark what units of this kind cover; by default units that cover a single element.
    """
    linked_tokens = dict(quick_links(*texts) if links is None else links)
    anchors_of = _Anchors(texts[0]), _Anchors(texts[1])
    in_hypothesis: list[Occurrence] = []
    in_reference: list[Occurrence] = []
    matched_places: MatchedPlaces = {}
    for unit in units:
        if unit.kind == kind if kind else unit.single:
            places = _places(unit, reference, matched_places)
            anchors = anchors_of[0].of(places[0]), anchors_of[1].of(places[1])
            first, second = occurrences(unit, places, anchors, linked_tokens)
            in_hypothesis += first
            in_reference += second
            matched_places.update(
                {_unit_key(unit, item.place): unit for item in second if item.matched > item.count - NEGLIGIBLE}
            )
    in_reference = [
        item for item in in_reference if matched_places.get(_unit_key(item.unit, item.place), item.unit) is item.unit
    ]
    return _marks(in_hypothesis, Status.EXTRA, smallest=not kind), _marks(
        in_reference, Status.MISSED, smallest=not kind
    )


def _places(unit: Unit, reference: int, matched_places: MatchedPlaces) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Return the places of a unit in both texts, without places of the reference that another unit has matched."""
    reference_places = unit.reference_places[reference] if reference < len(unit.reference_places) else ()
    free = tuple(place for place in reference_places if _unit_key(unit, place) not in matched_places)
    return unit.hypothesis_places if unit.hypothesis > 0 else (), free if unit.reference > 0 else ()


def _unit_key(unit: Unit, place: Place) -> tuple[str, str, Place]:
    """Return the key of a unit at a place, which ignores its span in the hypothesis."""
    return unit.kind.partition(", span ")[0], unit.label, place


class _Anchors:
    """The two tokens of a text that identify a place."""

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
            assert tree is not None  # since the place has nodes
            self._spans = tree.spans()
        return self._spans[node]


def _marks(occurrences: Iterable[Occurrence], unmatched: Status, *, smallest: bool) -> Marks:
    arcs: dict[tuple[int, int], list[Occurrence]] = {}
    tokens: dict[int, list[Occurrence]] = {}
    nodes: dict[int, list[Occurrence]] = {}
    parts: dict[Part, list[Occurrence]] = {}
    for occurrence in occurrences:
        place = occurrence.place
        if place.parts:
            add_to_each(parts, place.parts, occurrence)
        elif place.nodes:
            add_to_each(nodes, place.nodes, occurrence)
        elif place.arcs:
            add_to_each(arcs, place.arcs, occurrence)
        else:
            add_to_each(tokens, place.tokens, occurrence)

    def marked(found: Mapping[Element, list[Occurrence]]) -> dict[Element, Mark]:
        return {element: _mark(items, unmatched, smallest=smallest) for element, items in found.items()}

    return Marks(marked(arcs), marked(tokens), marked(nodes), marked(parts))


def add_to_each(by_element: dict[Element, list[Item]], elements: Iterable[Element], item: Item) -> None:
    """Add an item to the list of each of some elements."""
    for element in elements:
        by_element.setdefault(element, []).append(item)


def _mark(occurrences: Sequence[Occurrence], unmatched: Status, *, smallest: bool) -> Mark:
    if smallest:
        smallest_size = min(map(_size, occurrences))
        occurrences = [item for item in occurrences if _size(item) == smallest_size]
    largest_counts: dict[str, float] = {}
    for item in occurrences:
        largest_counts[item.unit.kind] = max(largest_counts.get(item.unit.kind, 0.0), item.count)
    chosen = [item for item in occurrences if item.count >= largest_counts[item.unit.kind] - NEGLIGIBLE]
    return merged([Mark(_status(item, unmatched), item.matched, item.count, (item.unit,)) for item in chosen])


def merged(marks: Sequence[Mark]) -> Mark:
    """Return one mark for several; it is partial if their statuses differ."""
    statuses = {mark.status for mark in marks}
    return Mark(
        statuses.pop() if len(statuses) == 1 else Status.PARTIAL,
        math.fsum(mark.matched for mark in marks),
        math.fsum(mark.count for mark in marks),
        tuple(unit for mark in marks for unit in mark.units),
    )


def _size(item: Occurrence) -> int:
    return len(item.place.parts or item.place.nodes or item.place.arcs or item.place.tokens)


def _status(item: Occurrence, unmatched: Status) -> Status:
    if item.share >= item.unit.least_share:
        return Status.MATCHED
    return Status.PARTIAL if item.share > NEGLIGIBLE else unmatched
