"""Counts of units of any kind by system, with the segments in which they differ: streamed, segment by segment."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from meantree.evaluation.paired_tests import NEGLIGIBLE
from meantree.evaluation.unit_counts import CountedUnits, UnitCounts, UnitKey, cached_counts

NOTHING: Final = UnitCounts()


@dataclass(frozen=True, slots=True)
class TalliedUnit:
    """A unit in which the systems differ in some segment, or which the only system misses or adds.

    Attributes:
        systems: the sums of each system over all segments.
        matched, extra: by the 0-based place of the segment, where it is not 0, how much more the first system matches
            and adds than the second; for a single system, how much it misses and adds.
    """

    key: UnitKey
    systems: tuple[UnitCounts, ...]
    matched: dict[int, float]
    extra: dict[int, float]

    @property
    def compared(self) -> dict[int, float]:
        """What systems are compared by: how much they match, or add of units that no reference has."""
        return self.matched if any(counts.reference for counts in self.systems) else self.extra


class UnitTally:
    """Counts of the units of one system or two.

    As there may be millions of units, each is four numbers a system in one array, and rows are kept only of segments in
    which the systems differ.

    Attributes:
        segments: number of segments so far.
    """

    def __init__(self, systems: int) -> None:
        self.segments = 0
        self._size = 4 * systems
        self._at: dict[UnitKey, int] = {}
        self._sums = array("d")  # the four counts of each system, unit by unit
        self._rows = array("q"), array("q"), array("d"), array("d")  # unit, segment, difference of matched and extra

    @property
    def number(self) -> int:
        """Number of units so far."""
        return len(self._at)

    def add(self, place: int, first: CountedUnits, second: CountedUnits | None = None) -> None:
        """Add the units of each system in one segment."""
        self.segments += 1
        at_of, sums, nothing = self._at, self._sums, array("d", bytes(8 * self._size))
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
            for column, value in zip(self._rows, (at, place, matched, extra), strict=True):
                column.append(value)

    def units(self) -> Iterator[TalliedUnit]:
        """Yield the units of which there are rows."""
        keys = list(self._at)
        columns = [np.asarray(column) for column in self._rows]
        order = np.argsort(columns[0], kind="stable")
        at, places, matched, extra = (column[order] for column in columns)
        begins = np.flatnonzero(np.diff(at, prepend=-1)).tolist()
        for begin, end in pairwise([*begins, len(at)]):
            first = int(at[begin])
            sums = [cached_counts(*self._sums[start : start + 4]) for start in range(first, first + self._size, 4)]
            by_place = (
                {place: value for place, value in rows if abs(value) > NEGLIGIBLE}
                for rows in (
                    zip(places[begin:end].tolist(), values[begin:end].tolist(), strict=True)
                    for values in (matched, extra)
                )
            )
            yield TalliedUnit(keys[first // self._size], tuple(sums), *by_place)
