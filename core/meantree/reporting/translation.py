"""What a report says of one segment and one system's translation of it, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction
from meantree.comparison.two_systems import SystemComparison
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.derivation import COUNTS, Count, Derivation
from meantree.metrics.evidence import Status, Unit
from meantree.reporting.annotators import Comment, TitledFrames
from meantree.reporting.marked_errors import MarkedPlaces
from meantree.reporting.score_rows import reference_title


@dataclass(frozen=True, slots=True)
class Translation:
    """The content of a report about one system's translation of a segment.

    Attributes:
        system, text: the system, and its translation.
        scores: by each metric of the report, None where undefined.
        reason: why the translation cannot be compared, empty if it can.
        comparison: by the metric in focus.
        links: the word alignment, if it was corrected and the metric counts by it.
        derivation: of the score in focus, None where it is undefined.
        prediction: of a learned metric, the one in focus or else the first.
        predicted_by: the spec of that metric.
        frames: the drawn frames, with titles.
        differences: between annotators, a table for each reference.
        comments: by annotators.
        errors: that annotators marked, with their comments; None without any.
        error_places: of these errors.
        clean_by: who judged the translation and found no error, if nobody found one.
        beside: name and text of the reference, if nothing is compared.
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
    comments: tuple[Comment, ...] = ()
    errors: ValueTable | None = None
    error_places: tuple[MarkedPlaces, ...] = ()
    clean_by: str = ""
    beside: tuple[str, str] = "", ""

    @property
    def reference(self) -> tuple[str, str]:
        """Name and text of the compared reference, else ``beside``."""
        if self.comparison is None:
            return self.beside
        pair, place = self.comparison.pair, self.comparison.reference
        return pair.reference_names[place], pair.references[place].text

    @property
    def reference_title(self) -> str:
        """Label of the reference's text."""
        return reference_title(self.reference[0])


@dataclass(frozen=True, slots=True)
class SegmentContent:
    """A segment with its existing translations.

    Attributes:
        key: of the segment.
        place: in the table of scores, from 0.
        source: its source text, empty without one.
        translations: by system.
        both: two of them over one reference, if that is requested and can be had.
    """

    key: str
    place: int
    source: str
    translations: tuple[Translation, ...]
    both: SystemComparison | None = None


MOST_UNITS = 16
"""Number of units of one status that are named."""
ORDER = (Status.MISSED, Status.EXTRA, Status.PARTIAL, Status.MATCHED)


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Units of one status: the first of them, and how many more there are."""

    status: Status
    units: tuple[Unit, ...]
    more: int

    @property
    def total(self) -> int:
        """Number of all units of this status."""
        return len(self.units) + self.more


def unit_groups(units: Iterable[Unit]) -> Iterator[UnitGroup]:
    """Yield units by status, single ones first; statuses without units are skipped."""
    by_status: dict[Status, list[Unit]] = {}
    for unit in units:
        by_status.setdefault(unit.status, []).append(unit)
    for status in ORDER:
        ranked = sorted(by_status.get(status, ()), key=lambda unit: not unit.single)
        if ranked:
            yield UnitGroup(status, tuple(ranked[:MOST_UNITS]), max(0, len(ranked) - MOST_UNITS))


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of units that a derivation begins with.

    Attributes:
        counts: the counts that it uses of any kind.
        rows: these counts by kind, None for those that it does not use of that kind.
    """

    counts: tuple[Count, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]


def sums_of(derivation: Derivation) -> Sums:
    """Return the sums of units among a derivation's inputs."""
    kinds: dict[str, dict[Count, float]] = {}
    for input_ in derivation.inputs:
        if input_.kind is not None and input_.count is not None:
            kinds.setdefault(input_.kind, {})[input_.count] = input_.value
    used = tuple(count for count in COUNTS if any(count in counts for counts in kinds.values()))
    return Sums(used, tuple((kind, tuple(map(counts.get, used))) for kind, counts in kinds.items()))


def other_inputs(derivation: Derivation) -> list[tuple[str, float]]:
    """Return a derivation's other inputs by name: lengths, options, contributions of groups of features."""
    return [(input_.group or input_.name, input_.value) for input_ in derivation.inputs if input_.kind is None]
