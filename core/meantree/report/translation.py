"""What a report says of one segment and one system's translation of it, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.derivation import COUNTS, Count, Derivation
from meantree.metrics.evidence import Status, Unit
from meantree.report.annotators import Comment, TitledFrames
from meantree.report.score_rows import reference_title


@dataclass(frozen=True, slots=True)
class Translation:
    """What is said of one system's translation of a segment.

    Attributes:
        system, text: whose, and what.
        scores: by each metric of the report, None where undefined.
        reason: why nothing can be compared, empty if it can.
        comparison: by the metric in focus.
        links: the same with words beside each other, where a person corrected the links that the metric counts by.
        derivation: of the score in focus, None where it is undefined.
        prediction: of a learned metric, that in focus or the first one there is, and ``predicted_by`` its spec.
        frames: those that are drawn, with whose they are.
        differences: between annotators, a table for each reference.
        remarks: by annotators.
        beside: name and text of the reference, where nothing is compared.
    """

    system: str
    text: str
    scores: tuple[float | None, ...]
    reason: str = ""
    comparison: Comparison | None = None
    links: Comparison | None = None
    derivation: Derivation | None = None
    prediction: Prediction | None = None
    predicted_by: str = ""
    frames: tuple[TitledFrames, ...] = ()
    differences: tuple[ValueTable, ...] = ()
    remarks: tuple[Comment, ...] = ()
    beside: tuple[str, str] = "", ""

    @property
    def reference(self) -> tuple[str, str]:
        """Name and text of the reference that is drawn; empty where nothing is."""
        if self.comparison is None:
            return self.beside
        pair, place = self.comparison.pair, self.comparison.reference
        return pair.reference_names[place], pair.references[place].text

    @property
    def reference_title(self) -> str:
        """What stands before the text of the reference."""
        return reference_title(self.reference[0])


@dataclass(frozen=True, slots=True)
class SegmentContent:
    """A segment with its translations, those alone that there are."""

    key: str
    source: str
    translations: tuple[Translation, ...]


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
