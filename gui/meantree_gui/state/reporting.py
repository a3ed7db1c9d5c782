"""The report on the open corpus: its contents, preview and file. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QObject, Signal

from meantree.alignment.word_status import DIFFERENCES
from meantree.errors import UsageError
from meantree.files import require_writable
from meantree_gui.background import LatestResult
from meantree_gui.state.scoring import complete_scores

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.analysis.store import AnalysisStore
    from meantree.annotation.rules import Rules
    from meantree.reporting.formats.html import Preview
    from meantree.reporting.request import Kind, ReportRequest, ReportSource
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work
    from meantree_gui.state.filtering import Filtering

PAUSE_MS: Final = 350
"""Milliseconds between the last of several changes and the new preview."""
Which = Literal["marked", "telling", "filter"]
"""The segments that are shown: those added to the report, the most telling ones, or the most telling in the filter."""


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """What the user chose; ``None`` is what fits what is open.

    Attributes:
        title: of the report, empty for the corpus, the kind and the systems.
    """

    title: str = ""
    kind: Kind | None = None
    which: Which | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The data of a report, which do not change while it is written.

    Attributes:
        project: the file with annotations, ``None`` for none.
        annotator: whose annotations alone are shown, empty for all.
        viewer: who looks, from whom scores may be hidden.
        by_hand: the metrics over frames by which annotators are scored, in a report on them.
    """

    table: ScoreTable
    request: ReportRequest
    project: Path | None
    annotator: str
    viewer: str
    by_hand: tuple[str, ...]

    def source(self, store: AnalysisStore, work: Work) -> ReportSource:
        """Return what the report is made from, which takes a while to compute."""
        from meantree.project.file import Project
        from meantree.reporting.annotators import ProjectAnnotations
        from meantree.reporting.request import ReportSource
        from meantree.scoring.run import score_corpus

        table, annotators = self.table, None
        if self.project is not None:
            with Project(self.project, passing=True) as project:
                one = self.annotator or None
                if self.request.kind == "annotation":  # of one annotator, who is scored here; all are one by one
                    shown, corpus = table.corpus, project.corpus(one)
                    corpus = corpus.against(shown.selected_reference) if shown.selected_reference else corpus
                    specs = self.by_hand if one else ()
                    table = score_corpus(replace(corpus, name=shown.name), specs or {}, store, work=work)
                project.viewer = self.viewer
                annotators = ProjectAnnotations.of(project, one, () if one else self.by_hand, work)
        return ReportSource(table, store, annotators, work.jobs)


class Reporting(QObject):
    """Previews and writes reports of the scores in the window, in the background.

    Signals:
        changed: the available choices or the scores changed.
        previewed: the preview, or the reason why there is none, changed.
        written: a report was written to that path.
        failed: the error with which a report could not be written.
    """

    changed = Signal()
    previewed = Signal()
    written = Signal(object)
    failed = Signal(object)

    def __init__(self, filtering: Filtering) -> None:
        super().__init__()
        self.filtering, self.selection = filtering, (selection := filtering.selection)
        self.scoring, self.workspace = filtering.scoring, filtering.workspace
        self.choice = ReportChoice()
        self._goes_on, self._is_stopped = Event(), False
        self._goes_on.set()
        self._answers: LatestResult[Preview] = LatestResult(self.workspace.background, wait=PAUSE_MS)
        self._answers.arrived.connect(self.previewed)
        selection.started.connect(self._begin)
        for signal in (self.scoring.system_scored, self.scoring.segment_scored, self.scoring.table_chosen):
            signal.connect(self._follow)
        for signal in (filtering.changed, self.workspace.annotations.marked_changed, selection.focus_chosen):
            signal.connect(self.changed)

    # Choices

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of reports that there can be, that which fits best first."""
        annotation: tuple[Kind, ...] = ("annotation",) if self._rules is not None else ()
        comparison: tuple[Kind, ...] = ("comparison",) if len(self.systems) > 1 else ()
        return (*annotation, *comparison, "analysis")

    @property
    def kind(self) -> Kind:
        """The kind of the report: that chosen, or the first that there can be now."""
        if self.choice.kind in self.kinds:
            return self.choice.kind
        return next(kind for kind in self.kinds if kind != "comparison" or len(self._scored) > 1)

    @property
    def segments(self) -> Mapping[Which, int]:
        """Which segments can be shown, with the number of those to choose from; what fits best first."""
        corpus, marked = self.workspace.corpus, self.workspace.annotations.marked
        number: dict[Which, int] = {"marked": len(marked)} if marked else {}
        number["telling"] = 0 if corpus is None else len(corpus.segments)
        if self.filtering.is_active:
            number["filter"] = len(self.filtering.places)
        return number

    @property
    def which(self) -> Which:
        """The segments that the report shows."""
        chosen = self.choice.which
        return chosen if chosen is not None and chosen in self.segments else next(iter(self.segments))

    @property
    def systems(self) -> tuple[str, ...]:
        """All systems of the corpus."""
        corpus = self.workspace.corpus
        return corpus.systems if corpus is not None else ()

    @property
    def scored_systems(self) -> tuple[str, ...]:
        """The systems that can be in a report: those scored by every metric that it has, if it needs scores."""
        return self.systems if self.kind == "annotation" else self._scored

    @property
    def _scored(self) -> tuple[str, ...]:
        metrics, scored = self._metrics("analysis"), self.scoring.scored
        return tuple(system for system in self.systems if all(scored(system, spec) for spec in metrics))

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems that some metric of the report has not scored yet."""
        return tuple(system for system in self.systems if system not in self.scored_systems)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics of the report: that in focus, if it scored any system, then those of the overview."""
        return self._metrics(self.kind)

    def _metrics(self, kind: Kind) -> tuple[str, ...]:
        from meantree.reporting.request import default_metrics

        offered, focus = self.scoring.specs, self.selection.focus
        of_frames = [spec for spec, metric in self.workspace.metrics.items() if metric.needs.frames]
        has_one = bool(self.workspace.annotator) and self._rules is not None
        metrics = default_metrics(kind, offered, of_frames, self._rules, is_of_one=has_one)
        if kind == "annotation":
            return metrics
        is_scored = any(self.scoring.scored(system, focus) for system in self.systems)
        return tuple(dict.fromkeys((*(focus,) * is_scored, *metrics))) or offered[:1]

    @property
    def _rules(self) -> Rules | None:
        """The rules of the open project; None if there is none, or nobody annotated it."""
        project = self.workspace.project
        return project.rules if project is not None and project.is_annotated else None

    def choose(self, choice: ReportChoice) -> None:
        """Take another choice; the preview follows when it is shown again."""
        self.choice = choice

    # Preview and file

    @property
    def preview(self) -> Preview | None:
        """The preview of the chosen report, ``None`` as long as there is none."""
        return self._answers.result

    @property
    def why_not(self) -> str:
        """Why there is no preview, empty while it is being made."""
        return self.unavailable or self._answers.why_not

    @property
    def lacks_texts(self) -> bool:
        """Whether there is nothing to report before other texts are open."""
        corpus = self.workspace.corpus
        return not self.scored_systems and (corpus is None or not corpus.systems or not corpus.references)

    @property
    def unavailable(self) -> str:
        """Why there can be no report, in words; empty if there can."""
        if self.workspace.corpus is None:
            return "Nothing is open. Open translations and references with Ctrl+O."
        if self.lacks_texts:
            return "A report shows scores of translations against a reference. Open both with Ctrl+O."
        if not self.scored_systems:
            return "No system is scored yet. A report shows scores."
        is_alone = self.kind == "comparison" and len(self.scored_systems) < 2
        return "Only one system is scored. A comparison needs two." if is_alone else ""

    def show(self, width: int) -> None:
        """Request a preview with pictures of ``width`` pixels."""
        if self.unavailable:
            self._answers.forget()
            self.previewed.emit()
            return
        snapshot, store, project = self.snapshot(), self.workspace.store, self.workspace.project
        saved = None if project is None else project.stamp

        def preview(work: Work) -> Preview:
            from meantree.reporting.formats.html import report_preview

            return report_preview(snapshot.source(store, work), snapshot.request, width, work)

        self._answers.request((saved, snapshot.viewer, snapshot.request, width), preview)

    def snapshot(self) -> Snapshot:
        """Return the data of the chosen report as they are now.

        Raises:
            UsageError: if there is nothing to report.
        """
        if self.unavailable:
            raise UsageError(self.unavailable)
        request, table, project = self.request(), self.scoring.table, self.workspace.project
        assert table is not None, "a report is available"
        by_hand = self.metrics if self.kind == "annotation" else ()
        path, annotator = (None, "") if project is None else (project.path, self._annotator)
        return Snapshot(complete_scores(table), request, path, annotator, self.workspace.edited_name, by_hand)

    def write(self, snapshot: Snapshot, path: Path, form: str) -> None:
        """Write a report in the background, completely or not at all.

        Raises:
            UsageError: if the path is not writable.
        """
        require_writable(path)
        store = self.workspace.store
        self._is_stopped = False

        def write(work: Work) -> None:
            from meantree.reporting.report_files import write_report

            cancelled = work.cancelled
            work = replace(work, cancelled=lambda: self._waits_or_stops(cancelled))
            work.step("Writing the report", 0, 1)
            write_report(snapshot.source(store, work), snapshot.request, path, form, work)

        self.workspace.background.run(write, lambda _none: self.written.emit(path), self.failed.emit)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pause writing, so that no file is replaced meanwhile."""
        self._goes_on.clear()
        try:
            yield
        finally:
            self._goes_on.set()

    def stop(self) -> None:
        """Stop writing at its next step."""
        self._is_stopped = True

    def _waits_or_stops(self, cancelled: Callable[[], bool]) -> bool:
        """Wait in the thread of the writer while it is paused; return whether it was stopped or cancelled."""
        while not (self._goes_on.wait(0.1) or cancelled()):
            pass
        return self._is_stopped or cancelled()

    def request(self) -> ReportRequest:
        """Return the requested content of the report."""
        from datetime import date

        from meantree.reporting.request import ReportRequest

        corpus, which, marked = self.workspace.corpus, self.which, self.workspace.annotations.marked
        assert corpus is not None, "a report is available"
        is_filtered = which == "filter"
        return ReportRequest(
            self.kind,
            () if self.kind == "annotation" else self.metrics,
            self.scored_systems,
            tuple(key for key in corpus.places if key in marked) if which == "marked" else None,
            self.filtering.line if is_filtered else "",
            tuple(self.filtering.places.tolist()) if is_filtered else None,
            self.choice.title,
            date=date.today(),
            differences=self.selection.view == DIFFERENCES,
        )

    @property
    def _annotator(self) -> str:
        """Who alone is reported on: in a blind project, annotators see only their own until they have finished."""
        return self.workspace.annotator if self.workspace.naming.hides_others else ""

    def _begin(self) -> None:
        """Choose what fits another corpus."""
        self.choice = ReportChoice()
        self._follow()

    def _follow(self) -> None:
        self._answers.forget()
        self.changed.emit()
