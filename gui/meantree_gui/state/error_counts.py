"""Systematic errors of the open corpus, counted in the background while they are visible. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from meantree.escaping import counted
from meantree_gui.background import LatestResult
from meantree_gui.state.contrast import Contrast
from meantree_gui.state.contrast_details import UnitDetail
from meantree_gui.state.selection import NOTHING_OPEN
from meantree_gui.state.visible_results import Unavailable, VisibleResults

if TYPE_CHECKING:
    from meantree.evaluation.feature_values import FeatureValues
    from meantree.evaluation.systematic_errors import Against, FeatureErrors, Occurrence, Values
    from meantree.phenomena.search import Finding
    from meantree.work import Work

FINDINGS = "findings"
"""Stands for findings where a metric can be chosen, of which the features are then counted."""
UNITS = "units"
"""Stands for units, which are listed instead of findings."""
MANY = 5_000
"""If there are more translations, they are searched for findings on request only: it takes a minute or more."""


@dataclass(frozen=True, slots=True)
class ErrorQuery:
    """A request to count findings, or a metric's features, of a system compared with ``against``, in a document or all.

    Attributes:
        spec: the metric, or :data:`FINDINGS`.
        document: the name of the document, None for all.
    """

    spec: str = FINDINGS
    system: str = ""
    against: Against = ""
    document: str | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts that a query requested, and the values that were counted."""

    query: ErrorQuery
    values: Values
    errors: Sequence[FeatureErrors]


class ErrorCounts(VisibleResults):
    """Counts of errors.

    Attributes:
        counted_query: the query of the present counts, ``None`` if there are none.
        units: the units that distinguish the two systems; they are counted instead of errors if chosen.
    """

    def __init__(self, contrast: Contrast) -> None:
        super().__init__(contrast.filtering)
        self.contrast, self.findings = contrast, contrast.filtering.findings
        self.query = ErrorQuery()
        self.errors: Sequence[FeatureErrors] = ()
        self.counted_query: ErrorQuery | None = None
        self._latest: LatestResult[Counts] = LatestResult(self.workspace.background, tells_progress=True)
        self._latest.arrived.connect(self._take)
        self.units = UnitDetail(contrast)
        self.units.latest.arrived.connect(self.updated)
        self._values: Values | None = None
        self._features: dict[str, FeatureValues] = {}
        self._is_stopped = self._is_requested = False
        self.selection.started.connect(self.start)
        contrast.restarted.connect(self._follow_pairing)
        self.workspace.segment_changed.connect(self._forget)

    # Choices

    @property
    def specs(self) -> tuple[str, ...]:
        """What can be counted: findings, units, and the features of the metrics that have any."""
        from meantree.evaluation.feature_values import features_of

        table = self.scoring.table
        metrics = table.metrics.items() if table else ()
        units = (UNITS,) if len(self.contrast.systems) > 1 else ()
        return FINDINGS, *units, *(spec for spec, metric in metrics if features_of(metric)[1])

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents of the corpus, none if it names none."""
        corpus = self.workspace.corpus
        names = tuple(corpus.documents) if corpus else ()
        return names if any(names) else ()

    def baselines(self, spec: str) -> tuple[Against, ...]:
        """Return what the first system can be compared with: findings were not seen in training."""
        from meantree.evaluation.systematic_errors import Baseline

        second = self.contrast.pairing.second
        all_others = (Baseline.OTHERS,) if len(self.contrast.systems) > 2 else ()
        if spec == UNITS:
            return (second,)
        if spec == FINDINGS:
            return (second, *all_others) if second else (Baseline.NOTHING,)
        return (*((second,) if second else ()), *all_others, Baseline.TRAINING)

    def choose(self, query: ErrorQuery) -> None:
        """Count something else."""
        baselines = self.baselines(query.spec)
        if query.against not in baselines:
            query = replace(query, against=baselines[0])
        if query != self.query:
            self.query = query
            self.restarted.emit()
            self._count()

    def _follow_pairing(self) -> None:
        """Compare the systems that the whole page compares."""
        self.choose(replace(self.query, system=self.contrast.pairing.first))
        if self.query.spec == UNITS:
            self._count()

    # Counts

    @property
    def unavailable(self) -> Unavailable | None:
        """Why nothing can be counted, ``None`` if it can."""
        from meantree.evaluation.systematic_errors import Baseline

        query, table = self.query, self.scoring.table
        if table is None:
            return Unavailable(NOTHING_OPEN)
        if query.spec == UNITS:
            return self.contrast.unavailable
        if not table.corpus.references or not self.contrast.systems:
            return Unavailable("Errors are counted against a reference. Open translations and a reference with Ctrl+O.")
        if query.spec == FINDINGS:
            return self._unsearched()
        others = [system for system in self.contrast.systems if system != query.system]
        missing = [query.system] if not table.is_scored(query.system, query.spec) else []
        if isinstance(query.against, str) and not table.is_scored(query.against, query.spec):
            missing.append(query.against)
        if query.against is Baseline.OTHERS and not any(table.is_scored(system, query.spec) for system in others):
            missing += others
        return Unavailable(systems=tuple(missing), spec=query.spec) if missing else None

    def score(self) -> None:
        """Score the systems that have to be, or search them for findings."""
        if self.query.spec == FINDINGS:
            self._is_requested, self._is_stopped = True, False
            self._count()
            return
        if self.unavailable is not None:
            self.contrast.score(self.unavailable.systems)
        self.updated.emit()

    def occurrences(self, name: str) -> list[Occurrence]:
        """Return the segments in which the feature of that name fired."""
        from meantree.evaluation.systematic_errors import occurrences

        query, values = self.counted_query, self._values
        if query is None or values is None:
            return []
        names = [feature.name for feature in values.features]
        if name not in names:
            return []
        return occurrences(values, names.index(name), query.system, query.against, self._places(query))

    def findings_in(self, occurrence: Occurrence, system: str, kind: str) -> tuple[Finding, ...]:
        """Return the shown findings of that kind in a segment's translation by a system; none for features."""
        from meantree.evaluation.systematic_errors import FindingValues

        values = self._values
        found = values.found[system][occurrence.place] if isinstance(values, FindingValues) else None
        return tuple(finding for finding in found or () if finding.kind.name == kind)

    # Updates

    def start(self, again: bool) -> None:
        """Start with the corpus that was opened; segments of the same one can be opened until it is counted again."""
        if not (again and self.query.spec in self.specs and self.query.system in self.contrast.systems):
            spec = FINDINGS if self.selection.is_english() or UNITS not in self.specs else UNITS
            self.query = ErrorQuery(spec, self.contrast.pairing.first, self.baselines(spec)[0])
            self._is_stopped = self._is_requested = False
            self._show(None)
        self.restarted.emit()
        self._forget()

    def _forget(self) -> None:
        """Drop counts: scores or texts changed."""
        self._features = {}
        self._latest.forget()
        super()._forget()

    def _unsearched(self) -> Unavailable | None:
        """Return the systems that are not searched for findings unless the user asks for it."""
        systems = self._compared
        unknown = self.findings.unknown(systems)
        if not unknown or (not self._is_stopped and (self._is_requested or unknown <= MANY)):
            return None
        translations = counted(unknown, "translation")
        reason = f"{translations} of {counted(len(systems), 'system')} are still to be searched for findings."
        return Unavailable(reason, systems, action="Search for findings")

    @property
    def _compared(self) -> tuple[str, ...]:
        """The system and the systems that it is compared with."""
        from meantree.evaluation.systematic_errors import Baseline

        query = self.query
        if query.against is Baseline.OTHERS:
            return self.contrast.systems
        return (query.system, query.against) if isinstance(query.against, str) else (query.system,)

    def accepted(self, query: ErrorQuery) -> int:
        """Return the number of segments of the document that the filter accepts, also those not counted."""
        places, corpus = self._places(query), self.workspace.corpus
        return len(places) if places is not None else 0 if corpus is None else len(corpus.segments)

    def _places(self, query: ErrorQuery) -> Sequence[int] | None:
        """Return the segments of the document that the filter accepts, None for all."""
        table = self.scoring.table
        if table is None:
            return None
        of_document = None if query.document is None else table.corpus.documents.get(query.document, ())
        if not self.filtering.is_active:
            return of_document
        accepted = self.filtering.places.tolist()
        return accepted if of_document is None else sorted({*accepted}.intersection(of_document))

    def _count(self) -> None:
        """Count in the background if the counts are visible and available."""
        self.units.set_visible(self._is_visible and self.query.spec == UNITS)
        if not self._is_visible:
            return
        if self.query.spec == UNITS or self.unavailable is not None:
            self._latest.forget()
            self._show(None)
            return
        self._latest.request((self.query, self.basis), self._operation(self.query))
        if self.counted_query is None:
            self.updated.emit()  # they are being computed now

    def _operation(self, query: ErrorQuery) -> Callable[[Work], Counts]:
        from meantree.evaluation.systematic_errors import feature_errors

        values_of, places = self._reader(query), self._places(query)

        def count(work: Work) -> Counts:
            values = values_of(work)
            return Counts(query, values, feature_errors(values, query.system, query.against, places))

        return count

    def _reader(self, query: ErrorQuery) -> Callable[[Work], Values]:
        """Return an operation that searches for findings, or reads the features of scored systems."""
        from meantree.evaluation.feature_values import FeatureValues
        from meantree.evaluation.systematic_errors import FindingValues

        corpus, table = self.workspace.corpus, self.scoring.table
        assert corpus is not None, "something is open"
        assert table is not None, "something is open"
        if query.spec == FINDINGS:
            search = self.findings.search(self._compared)
            return lambda work: FindingValues(corpus, search(work))
        if query.spec not in self._features:
            self._features[query.spec] = FeatureValues(table, query.spec)
        features = self._features[query.spec]
        return lambda _work: features

    def _take(self) -> None:
        self._is_stopped = self._is_stopped or bool(self._latest.why_not)
        self._show(self._latest.result)

    def _show(self, counts: Counts | None) -> None:
        self.counted_query = counts.query if counts is not None else None
        self._values, self.errors = (counts.values, counts.errors) if counts is not None else (None, ())
        self.updated.emit()
