"""The units behind a score as a report lists them: what went wrong first, and no more than anybody reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meantree.metrics.derivation import COUNTS, Count, Derivation
from meantree.metrics.evidence import Status, Unit

MOST_UNITS = 16
"""So many of one status are named."""
ORDER = (Status.MISSED, Status.EXTRA, Status.PARTIAL, Status.MATCHED)


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Units of one status: the first of them, and how many more there are."""

    status: Status
    units: tuple[Unit, ...]
    more: int

    @property
    def total(self) -> int:
        """All of them."""
        return len(self.units) + self.more


def unit_groups(units: Iterable[Unit], most: int = MOST_UNITS) -> Iterator[UnitGroup]:
    """Units by status, those that stand for one thing first; a status that none has is left out."""
    found: dict[Status, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.status, []).append(unit)
    for status in ORDER:
        ranked = sorted(found.get(status, ()), key=lambda unit: not unit.single)
        if ranked:
            yield UnitGroup(status, tuple(ranked[:most]), max(0, len(ranked) - most))


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of units that a derivation begins with.

    Attributes:
        counts: which counts it uses of any kind.
        rows: by kind these counts, None for those that it does not use of that one.
    """

    counts: tuple[Count, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]


def sums_of(derivation: Derivation) -> Sums:
    """What a derivation takes from units."""
    kinds: dict[str, dict[Count, float]] = {}
    for given in derivation.inputs:
        if given.kind is not None and given.count is not None:
            kinds.setdefault(given.kind, {})[given.count] = given.value
    used = tuple(count for count in COUNTS if any(count in counts for counts in kinds.values()))
    return Sums(used, tuple((kind, tuple(map(counts.get, used))) for kind, counts in kinds.items()))


def others_of(derivation: Derivation) -> list[tuple[str, float]]:
    """What else it begins with, by name: lengths, options, what groups of features add."""
    return [(given.group or given.name, given.value) for given in derivation.inputs if given.kind is None]
