"""Units that systems miss or add, and units that one matches and another misses: n-grams, labels, relations, roles …"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import listed, quoted
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.measured import Places
from meantree.evaluation.paired_tests import compare_counts
from meantree.evaluation.unit_counts import (
    FINDINGS,
    WORD_FACTS,
    CountedUnits,
    DifferenceKind,
    UnitCounts,
    UnitKey,
    cached_counts,
    counted_units,
    fired_features,
    kinds_of_difference,
)
from meantree.language.languages import IN_ENGLISH, Language
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.numbers import NEGLIGIBLE
from meantree.scoring.table import ScoreTable
from meantree.work import Work

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


def kinds_of_missing(metrics: Mapping[str, Metric], language: Language = IN_ENGLISH) -> list[DifferenceKind]:
    """Return the kinds of units that can be counted: words, and those of :func:`kinds_of_difference` of references."""
    others = {*metrics, FINDINGS, WORD_FACTS.name}
    general = [kind for kind in kinds_of_difference(metrics, language) if kind.name not in others]
    grams = next(kind for kind in general if kind.name == "n-grams")

    def words(pair: Pair) -> CountedUnits | None:
        counted = grams.count(pair)
        return None if counted is None else {key: counts for key, counts in counted.items() if key[0] == WORDS}

    claim = "The word also occurs in the translation."
    return [replace(grams, name="words", title="Words", claim=claim, count=words), *general]


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
