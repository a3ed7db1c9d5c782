"""Systematic errors of the open corpus, counted in the background while they are visible. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree_gui.state.selection import NOTHING_OPEN, Selection

if TYPE_CHECKING:
    from meantree.evaluation.feature_values import FeatureValues
    from meantree.evaluation.systematic_errors import Against, FeatureErrors, Occurrence
    from meantree.work import Work


@dataclass(frozen=True, slots=True)
class ErrorQuery:
    """What is counted: features of a metric that fire for a system, compared with ``against``, in a document or all."""

    spec: str = ""
    system: str = ""
    against: Against = ""
    document: str | None = None


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why there is nothing to show, and the systems that have to be scored first."""

    reason: str
    systems: tuple[str, ...] = ()


class ErrorCounts(QObject):
    """Counts of errors, updated when scores arrive, but only while they are visible.

    Attributes:
        query: what was chosen.
        errors: the counts.
        counted_query: what the counts are of, ``None`` if there are none.

    Signals:
        changed: the counts, or the reason why there are none, changed.
        restarted: the available choices changed.
    """

    changed = Signal()
    restarted = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.query = ErrorQuery()
        self.errors: Sequence[FeatureErrors] = ()
        self.counted_query: ErrorQuery | None = None
        self._values: dict[str, FeatureValues] = {}
        self._counts: dict[ErrorQuery, Sequence[FeatureErrors]] = {}
        self._is_visible = self._is_running = False
        self._is_old = True
        selection.started.connect(self.start)
        self.scoring.system_scored.connect(self._forget)
        self.scoring.segment_scored.connect(self._forget)
        self.scoring.table_chosen.connect(self._forget)
        self.scoring.run.progressed.connect(self._report_unavailable)

    # Choices

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics with entailment features."""
        from meantree.evaluation.feature_values import features_of

        table = self.scoring.table
        return tuple(spec for spec, metric in table.metrics.items() if features_of(metric)[1]) if table else ()

    @property
    def systems(self) -> tuple[str, ...]:
        """All systems of the corpus, scored or not."""
        return self.workspace.corpus.systems if self.workspace.corpus else ()

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents of the corpus, none if it names none."""
        corpus = self.workspace.corpus
        names = tuple(corpus.documents) if corpus else ()
        return names if any(names) else ()

    def choose(self, query: ErrorQuery) -> None:
        """Count something else; a system is never compared with itself."""
        from meantree.evaluation.systematic_errors import default_against

        if query.system == query.against:
            query = replace(query, against=default_against(self.systems, query.system))
        if query != self.query:
            self.query, self._is_old = query, True
            self.restarted.emit()
            self._count()

    def swap(self) -> None:
        """Swap the system and the one it is compared with."""
        if isinstance(self.query.against, str):
            self.choose(replace(self.query, system=self.query.against, against=self.query.system))

    # Counts

    def set_visible(self, is_visible: bool) -> None:
        """Compute results only while they are visible."""
        self._is_visible = is_visible
        self._count()

    @property
    def unavailable(self) -> Unavailable | None:
        """Why nothing can be counted, ``None`` if it can."""
        from meantree.evaluation.systematic_errors import Baseline

        query, table = self.query, self.scoring.table
        if table is None:
            return Unavailable(NOTHING_OPEN)
        if not table.corpus.references or not self.systems:
            return Unavailable("Errors are counted against a reference. Open translations and a reference with Ctrl+O.")
        if not query.spec:
            return Unavailable("None of the metrics available for these texts has entailment features, as rte-r has.")
        others = [system for system in self.systems if system != query.system]
        missing = [query.system] if not table.is_scored(query.system, query.spec) else []
        if isinstance(query.against, str) and not table.is_scored(query.against, query.spec):
            missing.append(query.against)
        if query.against is Baseline.OTHERS and not any(table.is_scored(system, query.spec) for system in others):
            missing += others
        return Unavailable(f"Not scored by {query.spec} yet", tuple(missing)) if missing else None

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems that are not scored yet."""
        table = self.scoring.table
        return tuple(system for system in self.systems if table and not table.is_scored(system, self.query.spec))

    def score(self, systems: Sequence[str]) -> None:
        """Score these systems in their order."""
        for system in reversed(systems):
            self.scoring.score(system)
        self.changed.emit()

    def occurrences(self, name: str) -> list[Occurrence]:
        """Return the segments in which the feature of that name fired."""
        from meantree.evaluation.systematic_errors import occurrences

        query = self.counted_query
        if query is None or query.spec not in self._values:
            return []
        values = self._values[query.spec]
        place = next((place for place, feature in enumerate(values.features) if feature.name == name), None)
        return [] if place is None else occurrences(values, place, query.system, query.against, self._places(query))

    # Updates

    def start(self) -> None:
        """Start with the corpus that was opened."""
        from meantree.evaluation.systematic_errors import default_against

        systems, specs = self.systems, self.specs
        system = self.selection.system
        self.query = ErrorQuery(specs[0] if specs else "", system, default_against(systems, system))
        self.restarted.emit()
        self._show(None, ())  # segments of the previous corpus must not be opened
        self._forget()

    def _forget(self) -> None:
        """Drop counts: the scores changed."""
        self._values, self._counts, self._is_old = {}, {}, True
        self._count()

    def _report_unavailable(self) -> None:
        if self._is_visible and self.counted_query is None:
            self.changed.emit()

    def _places(self, query: ErrorQuery) -> Sequence[int] | None:
        table = self.scoring.table
        return None if query.document is None or table is None else table.corpus.documents.get(query.document, ())

    def _count(self) -> None:
        """Count in the background if the counts are visible, outdated and not being computed."""
        if not self._is_visible or not self._is_old or self._is_running:
            return
        self._is_old = False
        if self.unavailable is not None:
            self._show(None, ())
        elif self.query in self._counts:
            self._show(self.query, self._counts[self.query])
        else:
            self._run(self.query)

    def _run(self, query: ErrorQuery) -> None:
        from meantree.evaluation.feature_values import FeatureValues
        from meantree.evaluation.systematic_errors import feature_errors

        if query.spec not in self._values and self.scoring.table is not None:
            self._values[query.spec] = FeatureValues(self.scoring.table, query.spec)
        values, places = self._values[query.spec], self._places(query)
        self._is_running = True
        if self.counted_query is None:
            self.changed.emit()  # they are being computed now

        def count(work: Work) -> Sequence[FeatureErrors]:  # noqa: ARG001  # it takes a moment
            return feature_errors(values, query.system, query.against, places)

        def take(errors: Sequence[FeatureErrors]) -> None:
            self._is_running = False
            if self._values.get(query.spec) is values:  # else the scores changed meanwhile
                self._counts[query] = errors
                if query == self.query:
                    self._show(query, errors)
            self._count()

        self.workspace.background.run(count, take, self._fail)

    def _show(self, query: ErrorQuery | None, errors: Sequence[FeatureErrors]) -> None:
        self.counted_query, self.errors = query, errors
        self.changed.emit()

    def _fail(self, error: BaseException) -> None:
        self._is_running = False
        self.workspace.background.failed.emit(error)
