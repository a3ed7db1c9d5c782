"""Units of the references that a system misses, and units that it adds: words, n-grams, labels, relations, roles, …"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.evaluation.measured import Places
from meantree.evaluation.unit_counts import CountedUnits, DifferenceKind, UnitCounts, counted_units, kinds_of_difference
from meantree.evaluation.unit_tally import UnitTally
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.numbers import NEGLIGIBLE
from meantree.work import Work

Fault = Literal["missed", "extra"]
WORDS: Final = "1-grams"
"""The label of single words among n-grams."""


@dataclass(frozen=True, slots=True)
class MissedUnit:
    """A unit that a system misses or adds in some segment.

    Attributes:
        counts: over all segments; ``counts.missed`` of ``counts.reference``, ``counts.extra`` of ``counts.hypothesis``.
        missed_in, extra_in: 0-based places of the segments in which it is missed or extra.
    """

    kind: str
    label: str
    counts: UnitCounts
    missed_in: tuple[int, ...]
    extra_in: tuple[int, ...]

    def count(self, fault: Fault) -> float:
        """Return how often it is missed or extra."""
        return self.counts.missed if fault == "missed" else self.counts.extra

    def total(self, fault: Fault) -> float:
        """Return how often the reference (``missed``) or the translation (``extra``) has it."""
        return self.counts.reference if fault == "missed" else self.counts.hypothesis

    def share(self, fault: Fault) -> float | None:
        """Return the share of these that is missed or extra, in [0, 1]; None if there are none."""
        return self.count(fault) / self.total(fault) if self.total(fault) else None

    def places(self, fault: Fault) -> tuple[int, ...]:
        """Return the segments in which it is missed or extra."""
        return self.missed_in if fault == "missed" else self.extra_in


@dataclass(frozen=True, slots=True)
class MissedUnits:
    """All units of a kind that a system misses or adds in some segment.

    Attributes:
        units: most often missed first.
        left_out: number of other requested segments.
    """

    kind: DifferenceKind
    system: str
    units: tuple[MissedUnit, ...]
    segments: int
    left_out: int

    def most(self, fault: Fault) -> list[MissedUnit]:
        """Return the units that are missed or extra, most often first."""
        faulty = [unit for unit in self.units if unit.count(fault) > NEGLIGIBLE]
        return sorted(faulty, key=lambda unit: (-unit.count(fault), -(unit.share(fault) or 0.0), unit.kind, unit.label))


def kinds_of_missing(metrics: Mapping[str, Metric]) -> tuple[DifferenceKind, ...]:
    """Return the kinds of units that can be counted: words, and :func:`kinds_of_difference` without a metric."""
    general = tuple(kind for kind in kinds_of_difference(metrics) if kind.name not in metrics)
    grams = next(kind for kind in general if kind.name == "n-grams")

    def words(pair: Pair) -> CountedUnits | None:
        counted = grams.count(pair)
        return None if counted is None else {key: counts for key, counts in counted.items() if key[0] == WORDS}

    return (
        replace(grams, name="words", title="Words", claim="The word also occurs in the translation.", count=words),
        *general,
    )


def missed_units(
    corpus: Corpus,
    store: AnalysisStore,
    kind: DifferenceKind,
    system: str,
    *,
    places: Places | Sequence[int] | None = None,
    work: Work = Work(),
) -> MissedUnits:
    """Count the units of one kind in the translations of one system.

    Args:
        kind: one of :func:`kinds_of_missing`.
        places: 0-based places of the segments; all by default.

    Raises:
        UsageError: if there is no such system, or the pipeline cannot be loaded.
    """
    corpus.require_systems([system])
    requested: Sequence[int] = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    tally = UnitTally()
    for place, counted in counted_units(corpus, store, kind, (system,), requested, work=work):
        tally.add(place, *counted)
    units = [MissedUnit(*unit.key, unit.first, tuple(unit.matched), tuple(unit.extra)) for unit in tally.units()]
    units.sort(key=lambda unit: (-unit.counts.missed, -unit.counts.extra, unit.kind, unit.label))
    return MissedUnits(kind, system, tuple(units), tally.segments, len(requested) - tally.segments)
