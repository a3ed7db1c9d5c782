"""Experiments on what is open, made in the background, and what came of them. No widgets."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from meantree_gui.settings import Settings
from meantree_gui.state.experiment_choice import ExperimentChoice
from meantree_gui.state.scoring import as_it_is

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree.errors import Problem
    from meantree.evaluation.value_table import ValueTable
    from meantree.experiments.experiment_request import ExperimentRequest
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work
    from meantree_gui.state.selection import Selection

TELLING_SECONDS = 0.1
"""Progress is told at most so often."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was made.

    Attributes:
        tables: at least one; the last says where the numbers come from.
        problems: what was skipped or could not be scored.
        asked: what the command would be asked for; its paths are those of the further corpora.
        path: where the first corpus was read from, None if in no one place.
        scores: what the tables were made of.
    """

    tables: tuple[ValueTable, ...]
    problems: tuple[Problem, ...]
    asked: ExperimentRequest
    path: Path | None
    scores: tuple[ScoreTable, ...]

    def command(self, path: Path | None) -> str:
        """The command that makes the same, where the first corpus is read from ``path``; empty where there is none."""
        from meantree.experiments.experiment_request import command_of

        return command_of(replace(self.asked, paths=(path, *self.asked.paths))) if path is not None else ""


class Experimenting(QObject):
    """Texts are analysed by the window's own store, each once.

    Signals:
        changed: the :attr:`choice` changed, or something began or came to its end.
        made: there is another :attr:`result`, or none any more.
        progressed: a stage in words, what is done of it, of how many.
        failed: why something could not be made or read.
    """

    changed = Signal()
    made = Signal()
    progressed = Signal(str, int, int)
    failed = Signal(object)
    _reported = Signal(str, int, int, object)

    def __init__(self, selection: Selection, settings: Settings) -> None:
        super().__init__()
        self.selection, self.workspace = selection, selection.workspace
        self.choice = ExperimentChoice(self.workspace, settings)
        self.result: Result | None = None
        self.is_old = self.is_running = False
        self._stop = Event()
        self._segments = self._open_segments
        self.choice.changed.connect(self.changed)
        self.choice.failed.connect(self.failed)
        self._reported.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self.workspace.opened.connect(self._begin)
        self.workspace.segment_changed.connect(self._follow_edit)

    def run(self) -> None:
        """Make what is chosen, in the background."""
        from meantree.errors import UsageError

        choice = self.choice
        lack = choice.lack
        if self.is_running or choice.is_reading or (choice.offer is None and not lack):
            return
        if lack:
            self.failed.emit(UsageError(lack))
            return
        corpora, options, chosen = tuple(one.corpus for one in choice.pairs), choice.options, choice.chosen
        store, stop, asked, edition = self.workspace.store, Event(), choice.asked, choice.edition
        known, path = self._known_scores(), choice.pairs[0].path
        self._stop, self.is_running = stop, True

        def make(work: Work) -> Result:
            from meantree.experiments.experiment_registry import make_tables
            from meantree.experiments.study import Study
            from meantree.scoring.run import configured_metrics

            configured_metrics(options.metrics)
            study = Study(corpora, options, store, known=known)
            tables = make_tables(study, chosen, self._telling(work, stop).by(os.cpu_count() or 1))
            return Result(tuple(tables), tuple(study.problems), asked, path, tuple(study.tables))

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
        """Of the window, and of the tables that were made last."""
        table = self.selection.scoring.table
        found = self.result.scores if self.result is not None else ()
        return found if table is None else (as_it_is(table), *found)

    def stop(self) -> None:
        """Stop what is being made at its next step; analyses are kept."""
        self._stop.set()

    @property
    def is_stopping(self) -> bool:
        """Whether it was stopped and has not come to its end yet."""
        return self.is_running and self._stop.is_set()

    def _telling(self, work: Work, stop: Event) -> Work:
        """Work that tells its progress here too, not at each of very many steps, and that can be stopped alone."""
        from meantree.work import Work as Telling

        last: list[object] = ["", 0.0]

        def report(stage: str, done: int, total: int) -> None:
            now = time.monotonic()
            if stage != last[0] or now - float(str(last[1])) > TELLING_SECONDS:
                last[:] = stage, now
                work.report(stage, done, total)
                self._reported.emit(stage, done, total, stop)

        return Telling(report, lambda: work.cancelled() or stop.is_set())

    def _tell(self, stage: str, done: int, total: int, stop: Event) -> None:
        if stop is self._stop and self.is_running:
            self.progressed.emit(stage, done, total)

    @property
    def command(self) -> str:
        """The command that makes the same tables, empty where there is none."""
        project = self.workspace.project
        if self.result is None:
            return ""
        return self.result.command(project.path if project is not None else self.result.path)

    @property
    def is_other(self) -> bool:
        """Whether the tables are of other choices than those that are made now."""
        choice, result = self.choice, self.result
        if result is None or choice.offer is None or choice.is_reading:
            return False
        return choice.asked != replace(result.asked, annotator=choice.asked.annotator)  # edits are told as such

    @property
    def _open_segments(self) -> tuple[Segment, ...]:
        return self.workspace.corpus.segments if self.workspace.corpus is not None else ()

    def _begin(self, is_same: bool) -> None:
        """Of another corpus nothing is known yet, and what was made of the one before goes."""
        before, self._segments = self._segments, self._open_segments
        if is_same:
            self.choice.follow()
            if self._segments != before:  # as another annotator sees them
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
        """Tables are of the texts as they were."""
        self._segments = self._open_segments
        self.choice.forget()
        self.is_old = self.result is not None
        self.changed.emit()
