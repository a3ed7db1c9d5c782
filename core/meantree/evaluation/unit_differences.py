"""What one system gets of the references and another misses: n-grams, labels, relations, roles, units of metrics."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import did_you_mean, listed, quoted
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.measured import Floats
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
from meantree.search.filters import Places
from meantree.work import Work

Order = Literal["difference", "log odds", "p"]
SMOOTHING: Final = 1.0
"""Added to both counts before they are divided, as in compare-mt (Neubig et al. 2019)."""
NEGLIGIBLE: Final = 1e-9
"""Counts are sums of floats."""
FEWEST: Final = 6
"""Segments in which two systems must differ so that p of a unit can be .05 or less: 2 · 0.5⁶ is .031, 2 · 0.5⁵ .063."""


@dataclass(frozen=True, slots=True)
class UnitDifference:
    """A unit beside which two systems differ somewhere.

    What the reference has somewhere is compared by how much of it each system gets; what it never has, as an n-gram
    that translations add or a feature that fires, by how much of it each adds.

    Attributes:
        kind, label: what it is.
        first, second: how it fared with each system, over all segments that are compared. A metric that picks one of
            several references may have picked another for each.
        first_only, second_only: 0-based places of the segments in which that system has more of what is compared.
        p: of the exact sign test, two-sided, over the segments in which either system has more: how probable so uneven
            a division of them is, were each as likely to be the one system's as the other's.
        q: p after Benjamini & Hochberg (1995) over the units of which the systems have more in 6 segments at least,
            taken together; 1 for other units (:func:`sign_tests`).
        segments: how many are compared.
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
        """What is compared."""
        return "matched" if self.first.reference or self.second.reference else "extra"

    @property
    def counts(self) -> tuple[float, float]:
        """How much of it both systems have."""
        if self.counted == "matched":
            return self.first.matched, self.second.matched
        return self.first.extra, self.second.extra

    @property
    def difference(self) -> float:
        """How much more the first system has."""
        one, two = self.counts
        return one - two

    @property
    def log_odds(self) -> float:
        """The logarithm of how many times more the first system has, smoothed; it ranks as compare-mt does."""
        one, two = self.counts
        return math.log((one + SMOOTHING) / (two + SMOOTHING))

    @property
    def rates(self) -> tuple[float | None, float | None]:
        """Matched shares of what the reference has; of what it never has, how much stands in a segment on average."""
        if self.counted == "matched":
            return self.first.recall, self.second.recall
        one, two = self.counts
        return (one / self.segments, two / self.segments) if self.segments else (None, None)

    @property
    def better(self) -> Literal["first", "second"] | None:
        """Which system does better: that which gets more, or adds less; None if neither does."""
        if abs(self.difference) < NEGLIGIBLE:
            return None
        return "first" if (self.difference > 0) == (self.counted == "matched") else "second"


@dataclass(frozen=True, slots=True)
class UnitDifferences:
    """All units of a kind beside which two systems differ in some segment.

    Attributes:
        kind: the name of what was counted.
        first, second: the systems.
        units: those with the largest difference first.
        segments: how many are compared, those in which both systems could be counted.
        left_out: how many others were asked for.
        alike: how many more units there are, of which both systems have as much in every segment.
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
    work: Work | None = None,
) -> UnitDifferences:
    """Count the units of one kind in the translations of two systems, and compare them.

    Args:
        corpus: texts.
        store: analyses are taken from it, and made if they are not there.
        kind: one of :func:`~meantree.evaluation.unit_counts.kinds_of_difference`.
        first, second: two systems of the corpus.
        places: these segments alone, 0-based; all by default.
        work: progress and cancel.

    Raises:
        UsageError: if there is no such system, or the pipeline cannot be loaded.
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
    """
    for system in (first, second):
        if system not in corpus.systems:
            known = listed(corpus.systems) or "none"
            raise UsageError(f"there is no system {did_you_mean(system, corpus.systems)}; there are {known}")
    asked = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    tally = _Tally()
    for place, counted in counted_units(corpus, store, kind, (first, second), asked, work=work):
        tally.add(place, *counted)
    return tally.done(kind.name, first, second, len(asked))


def feature_differences(
    table: ScoreTable, spec: str, first: str, second: str, *, places: Places | None = None
) -> UnitDifferences:
    """The same for the entailment features of a metric, of whose scores it is read off; nothing is analysed.

    Raises:
        UsageError: if the metric has no features, or a system was not scored by it.
    """
    values = FeatureValues(table, spec)
    for system in (first, second):
        if system not in values.systems:
            raise UsageError(f"{quoted(system)} was not scored by {spec}; there are {listed(values.systems) or 'none'}")
    asked = np.arange(values.segments) if places is None else np.asarray(places, dtype=np.intp)
    scored = values.scored(first)[asked] & values.scored(second)[asked]
    keys = [one.key for one in values.features]
    tally = _Tally()
    for place in asked[scored].tolist():
        mine, theirs = (np.flatnonzero(values.fired(system)[place]).tolist() for system in (first, second))
        tally.add(place, fired_features(keys[one] for one in mine), fired_features(keys[one] for one in theirs))
    return tally.done(spec, first, second, len(asked))


def ordered(units: Iterable[UnitDifference], by: Order) -> list[UnitDifference]:
    """Units by the size of their difference, of their logarithmic odds, or by p; those first that tell most."""
    if by == "difference":
        return sorted(units, key=lambda one: (-abs(one.difference), one.p, one.kind, one.label))
    if by == "log odds":
        return sorted(units, key=lambda one: (-abs(one.log_odds), one.p, one.kind, one.label))
    return sorted(units, key=lambda one: (one.p, -abs(one.difference), one.kind, one.label))


NOTHING: Final = UnitCounts()


class _Tally:
    """Counts units segment by segment; of hundreds of thousands of n-grams, so each is but a few numbers in a row."""

    def __init__(self) -> None:
        self._at: dict[UnitKey, int] = {}
        self._sums: list[float] = []  # the four counts of the first system, then those of the second, unit by unit
        # By unit, places of segments in which the first system got or added more; ``~place`` where the second did.
        self._got: dict[int, list[int]] = {}
        self._added: dict[int, list[int]] = {}
        self._segments = 0

    def add(self, place: int, mine: CountedUnits, theirs: CountedUnits) -> None:
        """Take in the units of both systems in one segment."""
        self._segments += 1
        at_of, sums = self._at, self._sums
        for key in mine.keys() | theirs.keys():
            one, two = mine.get(key, NOTHING), theirs.get(key, NOTHING)
            at = at_of.get(key)
            if at is None:
                at = at_of[key] = len(sums)
                sums += (0, 0, 0, 0, 0, 0, 0, 0)
            # Written out: it runs a million times.
            sums[at] += one.reference
            sums[at + 1] += one.matched
            sums[at + 2] += one.hypothesis
            sums[at + 3] += one.extra
            sums[at + 4] += two.reference
            sums[at + 5] += two.matched
            sums[at + 6] += two.hypothesis
            sums[at + 7] += two.extra
            if one is two:
                continue
            got, added = one.matched - two.matched, one.extra - two.extra
            if abs(got) > NEGLIGIBLE:
                self._got.setdefault(at, []).append(place if got > 0 else ~place)
            if abs(added) > NEGLIGIBLE:
                self._added.setdefault(at, []).append(place if added > 0 else ~place)

    def done(self, kind: str, first: str, second: str, asked: int) -> UnitDifferences:
        """The differences of all that was counted."""
        apart = {key: at for key, at in self._at.items() if at in self._got or at in self._added}
        places = [self._places(at) for at in apart.values()]
        numbers = [list(map(len, both)) for both in places]
        ps, qs = sign_tests(np.array(numbers, dtype=np.float64).reshape(-1, 2))
        rows = zip(apart.items(), places, ps.tolist(), qs.tolist(), strict=True)
        units = [UnitDifference(*key, *self._counts(at), *both, p, q, self._segments) for (key, at), both, p, q in rows]
        alike, left_out = len(self._at) - len(apart), asked - self._segments
        return UnitDifferences(
            kind, first, second, tuple(ordered(units, "difference")), self._segments, left_out, alike
        )

    def _counts(self, at: int) -> tuple[UnitCounts, UnitCounts]:
        """Of both systems."""
        return cached_counts(*self._sums[at : at + 4]), cached_counts(*self._sums[at + 4 : at + 8])

    def _places(self, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where either system has more of what is compared."""
        found = (self._got if self._sums[at] or self._sums[at + 4] else self._added).get(at, ())
        return tuple(place for place in found if place >= 0), tuple(~place for place in found if place < 0)


def sign_tests(counts: Floats) -> tuple[Floats, Floats]:
    """Return p of the two-sided sign test for rows of two numbers, and q: p after Benjamini & Hochberg (1995).

    Most n-grams stand in one segment or two and can tell nothing, whoever has them: rows whose sum is below ``FEWEST``
    have q 1, and the others are not corrected for them. How often two systems differ says nothing of which of them has
    more, so this leaves q valid (Tarone 1990).
    """
    ps = sign_p(counts)
    can = counts.sum(axis=1) >= FEWEST
    qs = np.ones(len(ps))
    qs[can] = benjamini_hochberg(ps[can])
    return ps, qs


def sign_p(counts: Floats) -> Floats:
    """The exact sign test, two-sided, of rows of two numbers: how often one, and how often the other had more.

    Returns:
        Shape (rows,), p in (0, 1]; 1 where neither ever had more.
    """
    from scipy.special import bdtr

    fewer, total = counts.min(axis=1), counts.sum(axis=1).astype(np.intc)
    p: Floats = np.minimum(1.0, 2 * bdtr(fewer, total, 0.5))
    return p
