"""The report on the open corpus: its contents, preview and file. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import UsageError
from meantree.files import require_writable
from meantree_gui.background import LatestResult
from meantree_gui.state.scoring import complete_scores

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.analysis.store import AnalysisStore
    from meantree.annotation.rules import Rules
    from meantree.project.file import Project
    from meantree.reporting.formats.html import Preview
    from meantree.reporting.request import Kind, Paper, ReportRequest, ReportSource
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work
    from meantree_gui.state.filtering import Filtering
    from meantree_gui.state.selection import Selection

PAUSE_MS = 350
"""Milliseconds between the last of several changes and the new preview."""


class SegmentSelection(Enum):
    """Which segments are in a report."""

    ALL = "all segments"
    NAMED = "segments named below"
    FILTER = "segments that pass the filter"
    CHOSEN = "segments selected in the table"


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """What the user chose; ``None`` follows what is open and scored.

    Attributes:
        title: of the report, empty for the name of the corpus.
        specs: the metrics that are listed, ``None`` for those of the overview.
        focus: the metric that marks the pictures, empty for the one in focus.
        systems: whose translations are shown, ``None`` for all scored systems.
        which, named: which segments, and their ids as typed.
        kind: of the report.
        annotator: whose frames and comments are shown, empty for all annotators.
    """

    title: str = ""
    specs: tuple[str, ...] | None = None
    focus: str = ""
    systems: tuple[str, ...] | None = None
    which: SegmentSelection = SegmentSelection.ALL
    named: str = ""
    kind: Kind = "analysis"
    annotator: str = ""
    paper: Paper = "A4"


@dataclass(slots=True)
class _Snapshot:
    """The data of a report, which do not change while it is written.

    Attributes:
        project: the file with annotations, ``None`` for none.
        annotator: whose annotations are shown, empty for all.
        by_hand: the metrics over frames by which all annotators are scored.
        is_on_annotators: whether the report is on annotators alone, whose work is scored here.
    """

    table: ScoreTable
    request: ReportRequest
    project: Path | None
    annotator: str
    by_hand: tuple[str, ...]
    is_on_annotators: bool = False

    def source(self, store: AnalysisStore, work: Work) -> ReportSource:
        """Return what the report is made from, which takes a while to compute."""
        from meantree.project.file import Project
        from meantree.reporting.annotators import ProjectAnnotations
        from meantree.reporting.request import ReportSource

        table, annotators = self.table, ProjectAnnotations()
        if self.project is not None:
            with Project(self.project, passing=True) as project:
                table = self._table_by_hand(project, store, work) if self.is_on_annotators else table
                by_hand = () if self.is_on_annotators and self.annotator else self.by_hand
                annotators = ProjectAnnotations.of(project, self.annotator or None, by_hand, work)
        return ReportSource(table, store, annotators, work.jobs)

    def _table_by_hand(self, project: Project, store: AnalysisStore, work: Work) -> ScoreTable:
        """Return the scores of the one annotator who is reported; none if all are, who are scored one by one."""
        from meantree.scoring.run import score_corpus

        shown, corpus = self.table.corpus, project.corpus(self.annotator or None)
        if shown.selected_reference:
            corpus = corpus.against(shown.selected_reference)
        specs = self.by_hand if self.annotator else ()
        return score_corpus(replace(corpus, name=shown.name), specs or {}, store, work=work)


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

    def __init__(self, selection: Selection, filtering: Filtering, chosen: Callable[[], tuple[int, ...]]) -> None:
        """Initialize; ``chosen`` returns the 0-based places of the segments selected in the table."""
        super().__init__()
        self.selection, self.filtering, self.chosen = selection, filtering, chosen
        self.scoring, self.workspace = selection.scoring, selection.workspace
        self.choice = ReportChoice()
        self._edition = 0
        self._goes_on, self._is_stopped = Event(), False
        self._goes_on.set()
        self._answers: LatestResult[Preview] = LatestResult(self.workspace.background, wait=PAUSE_MS)
        self._answers.arrived.connect(self.previewed)
        selection.started.connect(self._begin)
        for signal in (self.scoring.system_scored, self.scoring.segment_scored, self.scoring.table_chosen):
            signal.connect(self._follow)
        filtering.changed.connect(self.changed)

    # Choices

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics that can be listed."""
        return self.scoring.specs

    @property
    def systems(self) -> tuple[str, ...]:
        """All systems of the corpus."""
        corpus = self.workspace.corpus
        return corpus.systems if corpus is not None else ()

    @property
    def scored_systems(self) -> tuple[str, ...]:
        """The systems that can be in a report: those scored by every metric that it lists, if it needs scores."""
        if self.is_on_annotators:
            return self.systems
        return tuple(
            system for system in self.systems if all(self.scoring.scored(system, spec) for spec in self.listed)
        )

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems that some metric of the report has not scored yet."""
        return tuple(system for system in self.systems if system not in self.scored_systems)

    @property
    def listed(self) -> tuple[str, ...]:
        """The metrics that the report lists."""
        from meantree.reporting.request import default_metrics

        wanted = self.choice.specs
        if wanted is None:
            is_of_one = bool(self.choice.annotator or self.workspace.annotator)
            wanted = default_metrics(self.choice.kind, self.specs, self._of_frames, self._rules, is_of_one=is_of_one)
        least = () if self.is_on_annotators else self.specs[:1]
        return tuple(spec for spec in self.specs if spec in wanted) or least

    @property
    def _of_texts(self) -> tuple[str, ...]:
        """The listed metrics without those that score all annotators one by one, if there are others."""
        if self.workspace.annotator or self.choice.annotator:
            return self.listed
        return tuple(spec for spec in self.listed if spec not in self._of_frames) or self.listed

    @property
    def _of_frames(self) -> tuple[str, ...]:
        """The metrics over frames made by hand."""
        return tuple(spec for spec, metric in self.workspace.metrics.items() if metric.needs.frames)

    @property
    def _rules(self) -> Rules | None:
        """The rules of the open project; None if there is none, or nobody annotated it."""
        project = self.workspace.project
        return project.rules if project is not None and project.annotators else None

    @property
    def is_on_annotators(self) -> bool:
        """Whether the report is on what annotators did alone, which needs no scores of the window."""
        return self.choice.specs is None and self._rules is not None and self.choice.kind == "annotation"

    @property
    def of_kind(self) -> tuple[str, ...]:
        """The metrics that the report lists because of its kind: those over the frames of annotators."""
        return self._of_frames if self.choice.kind == "annotation" and self.annotators else ()

    @property
    def focus(self) -> str:
        """The metric that marks the pictures, one of the listed ones."""
        for spec in (self.choice.focus, self.selection.focus):
            if spec in self.listed:
                return spec
        return self.listed[0] if self.listed else ""

    @property
    def chosen_systems(self) -> tuple[str, ...]:
        """The systems that the report shows."""
        wanted = self.choice.systems
        return tuple(system for system in self.scored_systems if wanted is None or system in wanted)

    @property
    def annotators(self) -> tuple[str, ...]:
        """The annotators of the open project."""
        from meantree.annotation.error_annotation import CHECK

        project = self.workspace.project
        return tuple(name for name in project.annotators if name != CHECK) if project is not None else ()

    # Preview and file

    def choose(self, choice: ReportChoice) -> None:
        """Take another choice; the preview follows when it is shown again."""
        self.choice = choice

    @property
    def preview(self) -> Preview | None:
        """The preview of the chosen report, ``None`` as long as there is none."""
        return self._answers.result

    @property
    def why_not(self) -> str:
        """Why there is no preview, empty while it is being made."""
        return self.unavailable or self._answers.why_not

    @property
    def is_unscored(self) -> bool:
        """Whether a corpus is open, but no system is scored."""
        return self.workspace.corpus is not None and not self.scored_systems

    def show(self, width: int) -> None:
        """Request a preview with pictures of ``width`` pixels."""
        if self.unavailable:
            self._answers.forget()
            self.previewed.emit()
            return
        snapshot, store = self._snapshot(), self.workspace.store

        def preview(work: Work) -> Preview:
            from meantree.reporting.formats.html import report_preview

            return report_preview(snapshot.source(store, work), snapshot.request, width, work)

        self._answers.request((self._edition, self.choice, snapshot.request, width), preview)

    def write(self, path: Path, form: str) -> None:
        """Write the report in the background, completely or not at all.

        Raises:
            UsageError: if the path is not writable, or there is nothing to write.
        """
        require_writable(path)
        if self.unavailable:
            raise UsageError(self.unavailable)
        snapshot, store = self._snapshot(), self.workspace.store
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

    @property
    def unavailable(self) -> str:
        """Why there can be no report, in words; empty if there can."""
        if self.workspace.corpus is None:
            return "Nothing is open. Open translations and references with Ctrl+O."
        if not self.scored_systems:
            return "No system is scored yet. A report shows scores."
        if not self.chosen_systems:
            return "No system is chosen. Check a scored one."
        if self.choice.which is SegmentSelection.FILTER and self.filtering.why_not:
            return f"The filter is invalid: {self.filtering.why_not}"
        if self.choice.which is SegmentSelection.NAMED and not self.choice.named.strip():
            return "No segment is named. Enter ids or ranges of ids separated by commas, as in 1-5, 8."
        if self.choice.which is SegmentSelection.NAMED:
            return self._wrong_names()
        return ""

    def _wrong_names(self) -> str:
        """Return what is wrong with the names of segments; empty if nothing is."""
        from meantree.reporting.request import named_segments

        assert self.workspace.corpus is not None
        try:
            named_segments(self.workspace.corpus, self.choice.named)
        except UsageError as error:
            return str(error)
        return ""

    def request(self) -> ReportRequest:
        """Return the requested content of the report.

        Raises:
            UsageError: if the segments are named wrongly.
        """
        from datetime import date

        from meantree.reporting.request import ReportRequest, named_segments

        choice, corpus = self.choice, self.workspace.corpus
        assert corpus is not None, "a report is available"
        segments = None
        if choice.which is SegmentSelection.NAMED:
            segments = named_segments(corpus, choice.named)
        if choice.which is SegmentSelection.CHOSEN:
            segments = tuple(corpus.segments[place].key for place in self.chosen())
        metrics = sorted(self._of_texts, key=lambda spec: spec != self.focus)
        request = ReportRequest(
            choice.kind,
            () if self.is_on_annotators else tuple(metrics),
            self.chosen_systems,
            segments,
            title=choice.title,
            paper=choice.paper,
            date=date.today(),
        )
        if choice.which is SegmentSelection.FILTER and self.filtering.is_active:
            accepted = tuple(self.filtering.places.tolist())
            return replace(request, filter=self.filtering.line, accepted=accepted)
        return request

    def _snapshot(self) -> _Snapshot:
        request, table, project = self.request(), self.scoring.table, self.workspace.project
        assert table is not None, "a report is available"
        if project is None:
            return _Snapshot(complete_scores(table), request, None, "", ())
        annotator = self._annotator(project)
        by_hand = tuple(spec for spec in self.listed if table.metrics[spec].needs.frames)
        if not self.is_on_annotators and (annotator or not project.annotators):
            by_hand = ()
        return _Snapshot(complete_scores(table), request, project.path, annotator, by_hand, self.is_on_annotators)

    def _annotator(self, project: Project) -> str:
        """Return whose annotations are shown, empty for all.

        In a blind project, annotators see only their own until they have finished.
        """
        from meantree.project.blindness import unfinished_if_blind

        corpus, annotator = self.workspace.corpus, self.workspace.annotator
        is_blind = corpus is not None and unfinished_if_blind(project, annotator, corpus) > 0
        return annotator if is_blind else self.choice.annotator

    def _begin(self) -> None:
        """Reset the choice for another corpus, except for the contents of reports."""
        choice = self.choice
        self.choice = ReportChoice(kind=choice.kind, paper=choice.paper)
        self._follow()

    def _follow(self) -> None:
        self._edition += 1
        self._answers.forget()
        self.changed.emit()
