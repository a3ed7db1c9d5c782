"""Which occurrences of a unit matched, where a text has more of it than the other: those with a partner first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meantree.metrics.evidence import Place, Unit

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
