"""Experiments on the open corpus, run in the background, and their results. No widgets."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from meantree_gui.state.experiment_choice import ExperimentChoice
from meantree_gui.state.scoring import complete_scores

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree.errors import Problem
    from meantree.evaluation.value_table import ValueTable
    from meantree.experiments.experiment_request import ExperimentRequest
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work
    from meantree_gui.state.selection import Selection

REPORT_SECONDS = 0.1
"""The shortest time between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a run.

    Attributes:
        tables: at least one; the last states the provenance of the numbers.
        problems: what was skipped or could not be scored.
        request: as the command takes it; its paths are those of the further corpora.
        path: of the first corpus, ``None`` if there is no single one.
        scores: from which the tables were computed.
    """

    tables: tuple[ValueTable, ...]
    problems: tuple[Problem, ...]
    request: ExperimentRequest
    path: Path | None
    scores: tuple[ScoreTable, ...]

    def command(self, path: Path | None) -> str:
        """Return the command that computes the same with the first corpus at ``path``; empty for ``None``."""
        from meantree.experiments.experiment_request import command_of

        return command_of(replace(self.request, paths=(path, *self.request.paths))) if path is not None else ""


class Experimenting(QObject):
    """Runs the chosen experiments; texts are analysed once, in the store of the window.

    Signals:
        changed: the :attr:`choice` changed, or a run started or ended.
        made: the :attr:`result` changed.
        progressed: a stage in words, the number of finished steps, and their total.
        failed: the error with which something could not be run or read.
    """

    changed = Signal()
    made = Signal()
    progressed = Signal(str, int, int)
    failed = Signal(object)
    _reported = Signal(str, int, int, object)

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.workspace = selection, selection.workspace
        self.choice = ExperimentChoice(self.workspace)
        self.result: Result | None = None
        self.is_old = self.is_running = False
        self._stop = Event()
        self._segments = self._open_segments
        self.choice.changed.connect(self.changed)
        self.choice.failed.connect(self.failed)
        self._reported.connect(self._report, Qt.ConnectionType.QueuedConnection)
        self.workspace.opened.connect(self._begin)
        self.workspace.segment_changed.connect(self._follow_edit)

    def run(self) -> None:
        """Run the chosen experiments in the background."""
        from meantree.errors import UsageError

        choice = self.choice
        unavailable = choice.unavailable
        if self.is_running or choice.is_reading or (choice.offer is None and not unavailable):
            return
        if unavailable:
            self.failed.emit(UsageError(unavailable))
            return
        corpora, options, chosen = tuple(judged.corpus for judged in choice.corpora), choice.options, choice.chosen
        store, stop, request, edition = self.workspace.store, Event(), choice.request, choice.edition
        known, path = self._known_scores(), choice.corpora[0].path
        self._stop, self.is_running = stop, True

        def make(work: Work) -> Result:
            from meantree.experiments.experiment_registry import make_tables
            from meantree.experiments.study import Study
            from meantree.scoring.run import configured_metrics

            configured_metrics(options.metrics)
            study = Study(corpora, options, store, known=known)
            tables = make_tables(study, chosen, self._reporting(work, stop).by(os.cpu_count() or 1))
            return Result(tuple(tables), tuple(study.problems), request, path, tuple(study.tables))

        def take(result: Result) -> None:
            if stop is self._stop:
                self.is_running, self.is_old = False, edition != choice.edition
                self.result = result
                self.changed.emit()
                self.made.emit()

        def fail(error: BaseException) -> None:
            if stop is self._stop:
                self.is_running = False
                self.changed.emit()
                self.failed.emit(error)

        self.workspace.background.run(make, take, fail, lasting=True)
        self.changed.emit()

    def _known_scores(self) -> tuple[ScoreTable, ...]:
        """Return the scores of the window and of the last run."""
        table = self.selection.scoring.table
        scores = self.result.scores if self.result is not None else ()
        return scores if table is None else (complete_scores(table), *scores)

    def stop(self) -> None:
        """Stop the run at its next step; analyses are kept."""
        self._stop.set()

    @property
    def is_stopping(self) -> bool:
        """Whether the run was stopped and has not ended yet."""
        return self.is_running and self._stop.is_set()

    def _reporting(self, work: Work, stop: Event) -> Work:
        """Return work that also reports its progress here, not at each step, and that can be stopped separately."""
        from meantree.work import Work as Reporting

        last: list[object] = ["", 0.0]

        def report(stage: str, done: int, total: int) -> None:
            now = time.monotonic()
            if stage != last[0] or now - float(str(last[1])) > REPORT_SECONDS:
                last[:] = stage, now
                work.report(stage, done, total)
                self._reported.emit(stage, done, total, stop)

        return Reporting(report, lambda: work.cancelled() or stop.is_set())

    def _report(self, stage: str, done: int, total: int, stop: Event) -> None:
        if stop is self._stop and self.is_running:
            self.progressed.emit(stage, done, total)

    @property
    def command(self) -> str:
        """The command that computes the same tables, empty if there is none."""
        project = self.workspace.project
        if self.result is None:
            return ""
        return self.result.command(project.path if project is not None else self.result.path)

    @property
    def is_outdated(self) -> bool:
        """Whether the tables were computed with other inputs than the present ones."""
        choice, result = self.choice, self.result
        if result is None or choice.offer is None or choice.is_reading:
            return False
        return choice.request != replace(result.request, annotator=choice.request.annotator)  # is_old is for edits

    @property
    def _open_segments(self) -> tuple[Segment, ...]:
        return self.workspace.corpus.segments if self.workspace.corpus is not None else ()

    def _begin(self, is_same: bool) -> None:
        """Start with another corpus, or follow the same one to another annotator or into a project."""
        before, self._segments = self._segments, self._open_segments
        if is_same:
            self.choice.follow()
            if self._segments != before:  # as seen by another annotator
                self.choice.forget()
                self.is_old = self.result is not None
            self.changed.emit()
            return
        self._stop.set()
        self._stop = Event()
        self.choice.begin()
        self.result = None
        self.is_old = self.is_running = False
        self.made.emit()
        self.changed.emit()

    def _follow_edit(self) -> None:
        """Mark the tables as computed from texts that were edited since."""
        self._segments = self._open_segments
        self.choice.forget()
        self.is_old = self.result is not None
        self.changed.emit()
