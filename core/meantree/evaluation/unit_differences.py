"""Units that one system matches and another misses: n-grams, labels, relations, roles, units of metrics, findings."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import listed, quoted
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.measured import Floats, Places
from meantree.evaluation.paired_tests import benjamini_hochberg
from meantree.evaluation.unit_counts import (
    CountedUnits,
    DifferenceKind,
    UnitCounts,
    UnitKey,
    cached_counts,
    counted_units,
    fired_features,
)
from meantree.scoring.table import ScoreTable
from meantree.work import Work

Order = Literal["difference", "log odds", "p"]
SMOOTHING: Final = 1.0
"""Added to both counts before division, as in compare-mt (Neubig et al. 2019)."""
NEGLIGIBLE: Final = 1e-9
"""Counts are sums of floats, so smaller ones are 0."""
FEWEST: Final = 6
"""Minimum number of segments with a difference for p ≤ .05: 2 · 0.5⁶ is .031, 2 · 0.5⁵ .063."""


@dataclass(frozen=True, slots=True)
class UnitDifference:
    """A unit in which two systems differ in some segment.

    Units that any reference has are compared by how often each system matches them; units that no reference has, as
    n-grams that translations add, features that fire or findings, by how often each system adds them.

    Attributes:
        first, second: counts for each system over all compared segments. A metric that selects one of several
            references may have selected different ones for each system.
        first_only, second_only: 0-based places of the segments in which that system has more of what is compared.
        p: of the exact two-sided sign test over these segments.
        q: p corrected by Benjamini & Hochberg (1995) over the units that can be significant; 1 for others
            (:func:`sign_tests`).
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
    work: Work = Work(),
) -> UnitDifferences:
    """Count the units of one kind in the translations of two systems, and compare them.

    Args:
        kind: one of :func:`~meantree.evaluation.unit_counts.kinds_of_difference`.
        places: 0-based places of the segments; all by default.

    Raises:
        UsageError: if there is no such system, or the pipeline cannot be loaded.
    """
    corpus.require_systems([first, second])
    requested = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    tally = _Tally()
    for place, counted in counted_units(corpus, store, kind, (first, second), requested, work=work):
        tally.add(place, *counted)
    return tally.done(kind.name, first, second, len(requested))


def feature_differences(
    table: ScoreTable, spec: str, first: str, second: str, *, places: Places | None = None
) -> UnitDifferences:
    """Compare the entailment features of two systems, read from a metric's statistics; nothing is analysed.

    Raises:
        UsageError: if the metric has no features, or a system was not scored by it.
    """
    values = FeatureValues(table, spec)
    for system in (first, second):
        if system not in values.systems:
            raise UsageError(f"{quoted(system)} was not scored by {spec}; there are {listed(values.systems) or 'none'}")
    requested = np.arange(values.segments) if places is None else np.asarray(places, dtype=np.intp)
    scored = values.scored(first)[requested] & values.scored(second)[requested]
    keys = [feature.key for feature in values.features]
    tally = _Tally()
    for place in requested[scored].tolist():
        first_places, second_places = (
            np.flatnonzero(values.fired(system)[place]).tolist() for system in (first, second)
        )
        tally.add(
            place,
            fired_features(keys[feature_place] for feature_place in first_places),
            fired_features(keys[feature_place] for feature_place in second_places),
        )
    return tally.done(spec, first, second, len(requested))


def ordered(units: Iterable[UnitDifference], by: Order) -> list[UnitDifference]:
    """Sort units by the size of their difference or of their log odds, largest first, or by p, smallest first."""
    if by == "difference":
        return sorted(units, key=lambda unit: (-abs(unit.difference), unit.p, unit.kind, unit.label))
    if by == "log odds":
        return sorted(units, key=lambda unit: (-abs(unit.log_odds), unit.p, unit.kind, unit.label))
    return sorted(units, key=lambda unit: (unit.p, -abs(unit.difference), unit.kind, unit.label))


NOTHING: Final = UnitCounts()


class _Tally:
    """Counts units segment by segment; as there may be hundreds of thousands, each is only a few numbers in a list."""

    def __init__(self) -> None:
        self._at: dict[UnitKey, int] = {}
        self._sums: list[float] = []  # the four counts of the first system, then those of the second, unit by unit
        # By unit, places of segments in which the first system matched or added more; ``~place`` if the second did.
        self._matched_more: dict[int, list[int]] = {}
        self._added_more: dict[int, list[int]] = {}
        self._segments = 0

    def add(self, place: int, first: CountedUnits, second: CountedUnits) -> None:
        """Add the units of both systems in one segment."""
        self._segments += 1
        at_of, sums = self._at, self._sums
        for key in first.keys() | second.keys():
            first_counts, second_counts = first.get(key, NOTHING), second.get(key, NOTHING)
            at = at_of.get(key)
            if at is None:
                at = at_of[key] = len(sums)
                sums += (0, 0, 0, 0, 0, 0, 0, 0)
            # Written out for speed: this runs a million times.
            sums[at] += first_counts.reference
            sums[at + 1] += first_counts.matched
            sums[at + 2] += first_counts.hypothesis
            sums[at + 3] += first_counts.extra
            sums[at + 4] += second_counts.reference
            sums[at + 5] += second_counts.matched
            sums[at + 6] += second_counts.hypothesis
            sums[at + 7] += second_counts.extra
            if first_counts is second_counts:
                continue
            matched, added = first_counts.matched - second_counts.matched, first_counts.extra - second_counts.extra
            if abs(matched) > NEGLIGIBLE:
                self._matched_more.setdefault(at, []).append(place if matched > 0 else ~place)
            if abs(added) > NEGLIGIBLE:
                self._added_more.setdefault(at, []).append(place if added > 0 else ~place)

    def done(self, kind: str, first: str, second: str, requested: int) -> UnitDifferences:
        """Return the differences between all counted units."""
        differing = {key: at for key, at in self._at.items() if at in self._matched_more or at in self._added_more}
        places = [self._places(at) for at in differing.values()]
        numbers = [list(map(len, both)) for both in places]
        ps, qs = sign_tests(np.array(numbers, dtype=np.float64).reshape(-1, 2))
        rows = zip(differing.items(), places, ps.tolist(), qs.tolist(), strict=True)
        units = [UnitDifference(*key, *self._counts(at), *both, p, q, self._segments) for (key, at), both, p, q in rows]
        alike, left_out = len(self._at) - len(differing), requested - self._segments
        return UnitDifferences(
            kind, first, second, tuple(ordered(units, "difference")), self._segments, left_out, alike
        )

    def _counts(self, at: int) -> tuple[UnitCounts, UnitCounts]:
        """Return the counts of a unit for both systems."""
        return cached_counts(*self._sums[at : at + 4]), cached_counts(*self._sums[at + 4 : at + 8])

    def _places(self, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the segments in which the first, and those in which the second system has more of what is compared."""
        places = (self._matched_more if self._sums[at] or self._sums[at + 4] else self._added_more).get(at, ())
        return tuple(place for place in places if place >= 0), tuple(~place for place in places if place < 0)


def sign_tests(counts: Floats) -> tuple[Floats, Floats]:
    """Return p of the two-sided sign test for rows of two numbers, and q: p corrected by Benjamini & Hochberg (1995).

    Most n-grams occur in one segment or two, and cannot be significant: rows with a sum below ``FEWEST`` have q 1 and
    do not count in the correction of the others. This keeps q valid, since the sum is independent of which system has
    more (Tarone 1990).
    """
    ps = sign_p(counts)
    can = counts.sum(axis=1) >= FEWEST
    qs = np.ones(len(ps))
    qs[can] = benjamini_hochberg(ps[can])
    return ps, qs


def sign_p(counts: Floats) -> Floats:
    """Return p of the exact two-sided sign test for rows of two numbers: how often the first and the second had more.

    Returns:
        Shape (rows,), p in (0, 1]; 1 where both numbers are 0.
    """
    from scipy.special import bdtr

    fewer, total = counts.min(axis=1), counts.sum(axis=1).astype(np.intc)
    p: Floats = np.minimum(1.0, 2 * bdtr(fewer, total, 0.5))
    return p
