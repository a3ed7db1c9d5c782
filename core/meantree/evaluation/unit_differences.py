"""Units that one system matches and another misses: n-grams, labels, relations, roles, units of metrics, findings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import listed, quoted
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.measured import Places
from meantree.evaluation.paired_tests import compare_counts
from meantree.evaluation.unit_counts import CountedUnits, DifferenceKind, UnitCounts, counted_units, fired_features
from meantree.evaluation.unit_tally import UnitTally
from meantree.numbers import NEGLIGIBLE
from meantree.scoring.table import ScoreTable
from meantree.work import Work

SMOOTHING: Final = 1.0
"""Added to both counts before division, as in compare-mt (Neubig et al. 2019)."""


@dataclass(frozen=True, slots=True)
class UnitDifference:
    """A unit in which two systems differ in some segment.

    Units that any reference has are compared by how often each system matches them; units that no reference has, as
    n-grams that translations add, features that fire or findings, by how often each system adds them.

    Attributes:
        first, second: counts for each system over all compared segments. A metric that selects one of several
            references may have selected different ones for each system.
        first_only, second_only: 0-based places of the segments in which that system has more of what is compared.
        p, q: of sign flips over these segments, and corrected
            (:func:`~meantree.evaluation.paired_tests.compare_counts`).
    """

    kind: str
    label: str
    first: UnitCounts
    second: UnitCounts
    first_only: tuple[int, ...]
    second_only: tuple[int, ...]
    p: float
    q: float
    segments: int

    @property
    def counted(self) -> Literal["matched", "extra"]:
        """Which counts are compared."""
        return "matched" if self.first.reference or self.second.reference else "extra"

    @property
    def counts(self) -> tuple[float, float]:
        """The compared counts of both systems."""
        if self.counted == "matched":
            return self.first.matched, self.second.matched
        return self.first.extra, self.second.extra

    @property
    def difference(self) -> float:
        """First count less second count."""
        first, second = self.counts
        return first - second

    @property
    def log_odds(self) -> float:
        """Logarithm of the smoothed ratio of the counts, by which compare-mt ranks."""
        first, second = self.counts
        return math.log((first + SMOOTHING) / (second + SMOOTHING))

    @property
    def rates(self) -> tuple[float | None, float | None]:
        """Recall of each system; for units that no reference has, the mean count by segment."""
        if self.counted == "matched":
            return self.first.recall, self.second.recall
        first, second = self.counts
        return (first / self.segments, second / self.segments) if self.segments else (None, None)

    @property
    def better(self) -> Literal["first", "second"] | None:
        """The system that matches more, or adds less; None if neither does."""
        if abs(self.difference) < NEGLIGIBLE:
            return None
        return "first" if (self.difference > 0) == (self.counted == "matched") else "second"


@dataclass(frozen=True, slots=True)
class UnitDifferences:
    """All units of a kind in which two systems differ in some segment.

    Attributes:
        units: largest difference first.
        segments: number of compared segments: those in which the units of both systems could be counted.
        left_out: number of other requested segments.
        alike: number of units that both systems have equally often in every segment.
    """

    kind: str
    first: str
    second: str
    units: tuple[UnitDifference, ...]
    segments: int
    left_out: int
    alike: int


def unit_differences(
    corpus: Corpus,
    store: AnalysisStore,
    kind: DifferenceKind,
    first: str,
    second: str,
    *,
    places: Places | None = None,
    table: ScoreTable | None = None,
    work: Work = Work(),
) -> UnitDifferences:
    """Count the units of one kind in the translations of two systems, and compare them.

    Args:
        kind: one of :func:`~meantree.evaluation.unit_counts.kinds_of_difference`.
        places: 0-based places of the segments; all by default.
        table: scores from whose statistics entailment features are read; without it, all texts are analysed.

    Raises:
        UsageError: if there is no such system, it was not scored, or the pipeline cannot be loaded.
    """
    corpus.require_systems([first, second])
    requested = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    if table is not None and kind.of_features:
        counted = _fired_features(table, kind.name, (first, second), requested)
    else:
        counted = counted_units(corpus, store, kind, (first, second), requested, work=work)
    tally = UnitTally()
    for place, units in counted:
        tally.add(place, *units)
    return _differences(tally, kind.name, first, second, len(requested))


def _fired_features(
    table: ScoreTable, spec: str, systems: Sequence[str], places: Iterable[int]
) -> Iterator[tuple[int, list[CountedUnits]]]:
    """Yield places of segments with the features that fire for each system, where all systems were scored."""
    values = FeatureValues(table, spec)
    for system in systems:
        if system not in values.systems:
            raise UsageError(f"{quoted(system)} was not scored by {spec}; there are {listed(values.systems) or 'none'}")
    keys = [feature.key for feature in values.features]
    for place in places:
        if all(values.scored(system)[place] for system in systems):
            fired = (np.flatnonzero(values.fired(system)[place]).tolist() for system in systems)
            yield place, [fired_features(keys[feature] for feature in features) for features in fired]


def _differences(tally: UnitTally, kind: str, first: str, second: str, requested: int) -> UnitDifferences:
    """Return the differences between all counted units."""
    ps, qs = compare_counts(unit.compared.values() for unit in tally.units())
    rows = [
        UnitDifference(
            *unit.key,
            unit.first,
            unit.second,
            tuple(place for place, value in unit.compared.items() if value > 0),
            tuple(place for place, value in unit.compared.items() if value < 0),
            p,
            q,
            tally.segments,
        )
        for unit, p, q in zip(tally.units(), ps.tolist(), qs.tolist(), strict=True)
    ]
    left_out, alike = requested - tally.segments, tally.number - len(rows)
    rows.sort(key=lambda unit: (-abs(unit.difference), unit.p, unit.kind, unit.label))
    return UnitDifferences(kind, first, second, tuple(rows), tally.segments, left_out, alike)
