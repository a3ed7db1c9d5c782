"""Counts of units of any kind by system, with the segments in which they differ: streamed, segment by segment."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from meantree.evaluation.unit_counts import CountedUnits, UnitCounts, UnitKey, cached_counts
from meantree.numbers import NEGLIGIBLE

NOTHING: Final = UnitCounts()


@dataclass(frozen=True, slots=True)
class TalliedUnit:
    """A unit in which the systems differ in some segment, or which the only system misses or adds.

    Attributes:
        first, second: the sums of each system over all segments; of a single system, the second has none.
        matched, extra: by the 0-based place of the segment, where it is not 0, how much more the first system matches
            and adds than the second; for a single system, how much it misses and adds.
    """

    key: UnitKey
    first: UnitCounts
    second: UnitCounts
    matched: dict[int, float]
    extra: dict[int, float]

    @property
    def compared(self) -> dict[int, float]:
        """What systems are compared by: how much they match, or add of units that no reference has."""
        return self.matched if self.first.reference or self.second.reference else self.extra


class UnitTally:
    """Counts of the units of one system or two.

    As there may be millions of units, each is four numbers a system in one array, and rows are kept only of segments in
    which the systems differ.

    Attributes:
        segments: number of segments so far.
    """

    def __init__(self) -> None:
        self.segments = 0
        self._at: dict[UnitKey, int] = {}
        self._sums = array("d")  # the four counts of each system, unit by unit
        self._rows = array("d")  # unit, segment, difference of matched and of extra, row by row

    @property
    def number(self) -> int:
        """Number of units so far."""
        return len(self._at)

    def add(self, place: int, first: CountedUnits, second: CountedUnits | None = None) -> None:
        """Add the units of each system in one segment."""
        self.segments += 1
        at_of, sums, nothing = self._at, self._sums, array("d", bytes(64))
        for key in first.keys() if second is None else first.keys() | second.keys():
            counts = first.get(key, NOTHING)
            at = at_of.get(key)
            if at is None:
                at = at_of[key] = len(sums)
                sums += nothing
            # Written out for speed: this runs a million times.
            sums[at] += counts.reference
            sums[at + 1] += counts.matched
            sums[at + 2] += counts.hypothesis
            sums[at + 3] += counts.extra
            if second is None:
                self._differ(at, place, counts.missed, counts.extra)
                continue
            other = second.get(key, NOTHING)
            sums[at + 4] += other.reference
            sums[at + 5] += other.matched
            sums[at + 6] += other.hypothesis
            sums[at + 7] += other.extra
            if other is not counts:
                self._differ(at, place, counts.matched - other.matched, counts.extra - other.extra)

    def _differ(self, at: int, place: int, matched: float, extra: float) -> None:
        if abs(matched) > NEGLIGIBLE or abs(extra) > NEGLIGIBLE:
            self._rows.extend((at, place, matched, extra))

    def units(self) -> Iterator[TalliedUnit]:
        """Yield the units of which there are rows."""
        keys, rows = list(self._at), np.asarray(self._rows).reshape(-1, 4)
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        begins = np.flatnonzero(np.diff(rows[:, 0], prepend=-1)).tolist()
        for begin, end in pairwise([*begins, len(rows)]):
            at, places, matched, extra = rows[begin:end].T.tolist()
            sums = self._sums[int(at[0]) : int(at[0]) + 8]
            both = cached_counts(*sums[:4]), cached_counts(*sums[4:])
            yield TalliedUnit(keys[int(at[0]) // 8], *both, _known(places, matched), _known(places, extra))


def _known(places: Sequence[float], values: Sequence[float]) -> dict[int, float]:
    return {int(place): value for place, value in zip(places, values, strict=True) if abs(value) > NEGLIGIBLE}
