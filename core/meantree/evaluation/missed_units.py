"""What one system misses of the references, and what it adds: words, n-grams, labels, relations, roles, …"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import did_you_mean, listed
from meantree.evaluation.unit_counts import (
    CountedUnits,
    DifferenceKind,
    UnitCounts,
    UnitKey,
    counted_units,
    kinds_of_difference,
)
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.search.filters import Places
from meantree.work import Work

Fault = Literal["missed", "extra"]
WORDS: Final = "1-grams"
"""The kind of n-grams that are words."""
NEGLIGIBLE: Final = 1e-9
"""Counts are sums of floats."""


@dataclass(frozen=True, slots=True)
class MissedUnit:
    """A unit that a system misses or adds somewhere.

    Attributes:
        kind, label: what it is.
        counts: over all segments; ``counts.missed`` of ``counts.reference``, ``counts.extra`` of ``counts.hypothesis``.
        missed_in, extra_in: 0-based places of the segments in which something of it is missed, or added.
    """

    kind: str
    label: str
    counts: UnitCounts
    missed_in: tuple[int, ...]
    extra_in: tuple[int, ...]

    def count(self, fault: Fault) -> float:
        """How often it is missed, or added."""
        return self.counts.missed if fault == "missed" else self.counts.extra

    def total(self, fault: Fault) -> float:
        """How often the reference has it, or the translation."""
        return self.counts.reference if fault == "missed" else self.counts.hypothesis

    def share(self, fault: Fault) -> float | None:
        """Which part of these is missed, or added, in [0, 1]; None if there are none."""
        return self.count(fault) / self.total(fault) if self.total(fault) else None

    def places(self, fault: Fault) -> tuple[int, ...]:
        """The segments in which it is missed, or added."""
        return self.missed_in if fault == "missed" else self.extra_in


@dataclass(frozen=True, slots=True)
class MissedUnits:
    """All units of a kind that a system misses or adds in some segment.

    Attributes:
        kind: what was counted.
        system: whose.
        units: those that are missed most often first.
        segments: how many were counted.
        left_out: how many others were asked for.
    """

    kind: DifferenceKind
    system: str
    units: tuple[MissedUnit, ...]
    segments: int
    left_out: int

    def most(self, fault: Fault) -> list[MissedUnit]:
        """Those that are missed, or added, at all; most often first."""
        found = [one for one in self.units if one.count(fault) > NEGLIGIBLE]
        return sorted(found, key=lambda one: (-one.count(fault), -(one.share(fault) or 0.0), one.kind, one.label))


def kinds_of_missing(metrics: Mapping[str, Metric]) -> tuple[DifferenceKind, ...]:
    """What can be counted: words, and the kinds that need no metric of :func:`kinds_of_difference`."""
    general = tuple(one for one in kinds_of_difference(metrics) if one.name not in metrics)
    grams = next(one for one in general if one.name == "n-grams")

    def words(pair: Pair) -> CountedUnits | None:
        counted = grams.count(pair)
        return None if counted is None else {key: counts for key, counts in counted.items() if key[0] == WORDS}

    return (
        replace(grams, name="words", title="Words", claim="Words that stand in the translation, too.", count=words),
        *general,
    )


def missed_units(
    corpus: Corpus,
    store: AnalysisStore,
    kind: DifferenceKind,
    system: str,
    *,
    places: Places | Sequence[int] | None = None,
    work: Work | None = None,
) -> MissedUnits:
    """Count the units of one kind in the translations of one system.

    Args:
        corpus: texts.
        store: analyses are taken from it, and made if they are not there.
        kind: one of :func:`kinds_of_missing`.
        system: of the corpus.
        places: these segments alone, 0-based; all by default.
        work: progress and cancel.

    Raises:
        UsageError: if there is no such system, or the pipeline cannot be loaded.
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
    """
    if system not in corpus.systems:
        raise UsageError(
            f"there is no system {did_you_mean(system, corpus.systems)}; there are {listed(corpus.systems) or 'none'}"
        )
    asked: Sequence[int] = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    sums: dict[UnitKey, _Sum] = {}
    segments = 0
    for place, (counted,) in counted_units(corpus, store, kind, (system,), asked, work=work):
        segments += 1
        for key, counts in counted.items():
            sums.setdefault(key, _Sum()).add(place, counts)
    return MissedUnits(kind, system, tuple(_sorted(sums.items())), segments, len(asked) - segments)


@dataclass(slots=True)
class _Sum:
    """A unit over the segments so far."""

    counts: UnitCounts = field(default_factory=UnitCounts)
    missed_in: list[int] = field(default_factory=list)
    extra_in: list[int] = field(default_factory=list)

    def add(self, place: int, counts: UnitCounts) -> None:
        """Take in one segment."""
        self.counts = self.counts + counts
        for places, count in ((self.missed_in, counts.missed), (self.extra_in, counts.extra)):
            if count > NEGLIGIBLE:
                places.append(place)


def _sorted(sums: Iterable[tuple[UnitKey, _Sum]]) -> list[MissedUnit]:
    found = [
        MissedUnit(*key, one.counts, tuple(one.missed_in), tuple(one.extra_in))
        for key, one in sums
        if one.missed_in or one.extra_in
    ]
    return sorted(found, key=lambda one: (-one.counts.missed, -one.counts.extra, one.kind, one.label))
