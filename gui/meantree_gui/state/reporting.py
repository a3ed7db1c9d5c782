"""A report of what is open: what it is to hold, its preview, and its file. No widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree_gui.background import LatestResult
from meantree_gui.state.scoring import as_it_is

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.analysis.store import AnalysisStore
    from meantree.project.file import Project
    from meantree.report.annotators import ProjectAnnotations
    from meantree.report.content import ReportContent
    from meantree.report.html_report import Preview
    from meantree.report.report_options import ReportOptions
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work
    from meantree_gui.state.filtering import Filtering
    from meantree_gui.state.selection import Selection

PAUSE_MS = 350
"""The preview waits this long after the last of several changes."""


class Which(Enum):
    """The segments of a report."""

    ALL = "all segments"
    NAMED = "those named here"
    FILTER = "what the filter accepts"
    CHOSEN = "those chosen in the table"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user chose; what is None follows what is open and scored.

    Attributes:
        title: of the report, empty for the name of the corpus.
        specs: the metrics that are listed, None for those of an overview.
        focus: the one that marks, empty for the one in focus.
        systems: whose translations, None for all that are scored.
        which, named: the segments, and what was typed of them.
        most: of all or of the accepted segments so many, the worst.
        parts: names of :data:`meantree.report.report_options.PARTS`, None for all.
        annotator: whose frames and remarks, empty for everybody's.
    """

    title: str = ""
    specs: tuple[str, ...] | None = None
    focus: str = ""
    systems: tuple[str, ...] | None = None
    which: Which = Which.ALL
    named: str = ""
    most: int = 100
    parts: frozenset[str] | None = None
    annotator: str = ""


@dataclass(slots=True)
class _Snapshot:
    """What a report is made of, while the window goes on.

    Attributes:
        table: the scores.
        options: what is asked for.
        project: the file whose annotators are in it, None for none.
        annotator: the one who is meant, empty for all.
        by_hand: the metrics by which the frames of all are scored.
    """

    table: ScoreTable
    options: ReportOptions
    project: Path | None
    annotator: str
    by_hand: tuple[str, ...]

    def content(self, store: AnalysisStore, work: Work) -> ReportContent:
        """The report; this takes a while."""
        from meantree.report.content import report_content

        return report_content(self.table, store, self.options, annotators=self._annotators(work))

    def _annotators(self, work: Work) -> ProjectAnnotations:
        from meantree.project.file import Project
        from meantree.report.annotators import ProjectAnnotations

        if self.project is None:
            return ProjectAnnotations()
        with Project(self.project, passing=True) as project:
            return ProjectAnnotations.of(project, self.annotator or None, self.by_hand, work)


class Reporting(QObject):
    """Makes reports of the window's own scores in the background.

    Signals:
        changed: there is something else to choose from, or other scores.
        previewed: there is another preview, or it is known why there is none.
        written: a report stands in the file of that path.
        failed: why a report could not be written.
    """

    changed = Signal()
    previewed = Signal()
    written = Signal(object)
    failed = Signal(object)

    def __init__(self, selection: Selection, filtering: Filtering, chosen: Callable[[], tuple[int, ...]]) -> None:
        """Take the 0-based places of the segments that are chosen in the table from ``chosen``."""
        super().__init__()
        self.selection, self.filtering, self.chosen = selection, filtering, chosen
        self.scoring, self.workspace = selection.scoring, selection.workspace
        self.wish = Wish()
        self._edition = 0
        self._answers: LatestResult[Preview] = LatestResult(self.workspace.background, wait=PAUSE_MS)
        self._answers.arrived.connect(self.previewed)
        selection.started.connect(self._begin)
        for signal in (
            self.scoring.system_scored,
            self.scoring.segment_scored,
            self.scoring.table_chosen,
        ):
            signal.connect(self._follow)
        filtering.changed.connect(self.changed)

    # What there is to choose from

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
        """Those that can be in a report: every metric that it lists has scored them."""
        return tuple(one for one in self.systems if all(self.scoring.scored(one, spec) for spec in self.listed))

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems that some metric of the report did not score yet."""
        return tuple(one for one in self.systems if one not in self.scored_systems)

    @property
    def listed(self) -> tuple[str, ...]:
        """The metrics that the report lists."""
        from meantree.metrics.registry import OVERVIEW

        wanted = self.wish.specs
        found = tuple(spec for spec in self.specs if (spec in OVERVIEW if wanted is None else spec in wanted))
        return found or self.specs[:1]

    @property
    def focus(self) -> str:
        """The metric that marks the pictures: one of those that are listed."""
        for spec in (self.wish.focus, self.selection.focus):
            if spec in self.listed:
                return spec
        return self.listed[0] if self.listed else ""

    @property
    def chosen_systems(self) -> tuple[str, ...]:
        """The systems that the report shows."""
        wanted = self.wish.systems
        return tuple(one for one in self.scored_systems if wanted is None or one in wanted)

    @property
    def annotators(self) -> tuple[str, ...]:
        """Who annotated what is open."""
        return tuple(self.workspace.project.annotators) if self.workspace.project is not None else ()

    # Asking

    def ask(self, wish: Wish) -> None:
        """Want something else."""
        self.wish = wish

    @property
    def preview(self) -> Preview | None:
        """The preview of what is wanted, None while there is none."""
        return self._answers.result

    @property
    def why_not(self) -> str:
        """Why there is no preview, empty while it is being made."""
        return self._lack() or self._answers.why_not

    @property
    def lacks_scores(self) -> bool:
        """Whether nothing is scored that the report could show."""
        return self.workspace.corpus is not None and not self.scored_systems

    def show(self, width: int) -> None:
        """Ask for a preview with pictures of so many pixels."""
        if self._lack():
            self._answers.forget()
            self.previewed.emit()
            return
        made, store = self._snapshot(), self.workspace.store

        def preview(work: Work) -> Preview:
            from meantree.report.html_report import report_preview

            return report_preview(made.content(store, work), width, work)

        self._answers.request((self._edition, self.wish, made.options, width), preview)

    def write(self, path: Path, form: str) -> None:
        """Write the report in the background, wholly or not at all.

        Raises:
            UsageError: if nothing may be written there, or there is nothing to write.
        """
        from meantree.errors import UsageError
        from meantree.files import require_writable

        require_writable(path)
        if self._lack():
            raise UsageError(self._lack())
        made, store = self._snapshot(), self.workspace.store

        def write(work: Work) -> ReportContent:
            from meantree.report.report_files import write_report

            work.step("Writing the report", 0, 1)
            content = made.content(store, work)
            write_report(content, path, form, work)
            return content

        self.workspace.background.run(write, lambda _content: self.written.emit(path), self.failed.emit)

    def _lack(self) -> str:
        """What is missing for a report, in words; empty if nothing is."""
        if self.workspace.corpus is None:
            return "Nothing is open. Open translations and references with Ctrl+O."
        if not self.scored_systems:
            return "No system is scored yet. A report shows scores."
        if not self.chosen_systems:
            return "No system is chosen. Check one of those that are scored."
        if self.wish.which is Which.FILTER and self.filtering.why_not:
            return f"The filter cannot be understood: {self.filtering.why_not}"
        if self.wish.which is Which.NAMED and not self.wish.named.strip():
            return "No segment is named. Write ids and ranges of them with commas between, as in 1-5, 8."
        return ""

    def _snapshot(self) -> _Snapshot:
        from datetime import date

        from meantree.report.report_options import PARTS, ReportOptions

        wish, table, project = self.wish, self.scoring.table, self.workspace.project
        assert table is not None, "else something is lacking"
        options = ReportOptions(
            title=wish.title,
            specs=self.listed,
            focus=self.focus,
            systems=self.chosen_systems,
            segments=wish.named if wish.which is Which.NAMED else "",
            places=self.chosen() if wish.which is Which.CHOSEN else (),
            parts=frozenset(PARTS) if wish.parts is None else wish.parts,
            most=wish.most,
            date=date.today(),
        )
        if wish.which is Which.FILTER and self.filtering.is_active:
            accepted = tuple(self.filtering.places.tolist())
            by = self.selection.system if len(self.systems) > 1 else ""
            options = replace(options, filter=self.filtering.line, accepted=accepted, filtered_by=by)
        if project is None:
            return _Snapshot(as_it_is(table), options, None, "", ())
        whose = self._whose(project)
        frames = [spec for spec in self.listed if table.metrics[spec].needs.frames]
        by_hand = tuple(frames) if len(project.annotators) > 1 and not whose else ()
        return _Snapshot(as_it_is(table), options, project.path, whose, by_hand)

    def _whose(self, project: Project) -> str:
        """The annotator who is meant, empty for all; in a blind project oneself until the own work is done."""
        from meantree.project.workload import left_blind

        corpus, annotator = self.workspace.corpus, self.workspace.annotator
        is_blind = corpus is not None and left_blind(project, annotator, corpus) > 0
        return annotator if is_blind else self.wish.annotator

    def _begin(self) -> None:
        """Of another corpus a user wants something else; what reports hold stays."""
        self.wish = Wish(most=self.wish.most, parts=self.wish.parts)
        self._follow()

    def _follow(self) -> None:
        self._edition += 1
        self._answers.forget()
        self.changed.emit()
