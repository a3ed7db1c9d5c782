"""The scores of what is open, made in the background; an edit scores its segment anew. No widgets."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.analysis.store import SMALL
from meantree.errors import Cancelled, Problem
from meantree_gui.state.offer import in_groups
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.metrics.base import Metric
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work


class Scoring(QObject):
    """One table of scores, filled in the background, system by system: the one that was asked for last comes first.

    Signals:
        system_scored: scores of the system of that name arrived.
        segment_scored: the scores of the segment at that 0-based place changed, whichever system's.
    """

    system_scored = Signal(str)
    segment_scored = Signal(int)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.background = workspace, workspace.background
        self.table: ScoreTable | None = None
        self._wanted: list[str] = []
        self._busy = False
        workspace.opened.connect(self._start)
        workspace.segment_changed.connect(self._change_segment)

    def _start(self) -> None:
        from meantree.scoring.table import ScoreTable

        if self.workspace.corpus is not None:
            self.table = ScoreTable(self.workspace.corpus, self.workspace.metrics)
        self._wanted, self._busy = [], False

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics that the open corpus can be scored by."""
        return tuple(self.workspace.metrics)

    def scored(self, system: str, spec: str) -> bool:
        """Whether the scores of a system are there."""
        return self.table is not None and self.table.is_scored(system, spec)

    def score(self, system: str) -> None:
        """Score a system next; what runs goes on, and so do the systems that were asked for before."""
        if self.table is not None and system and self.table.corpus.references:
            self._wanted = [system, *(one for one in self._wanted if one != system)]
            self._go_on(self.table)

    def _go_on(self, table: ScoreTable) -> None:
        """One piece of work at a time, so that texts to look at need not wait: a system by a group of metrics."""
        while self._wanted and not self._busy:
            system = self._wanted[0]
            waiting = {spec: one for spec, one in table.metrics.items() if not table.is_scored(system, spec)}
            if waiting:
                self._busy = True
                self._score(table, system, next(iter(in_groups(waiting))))
            else:
                self._wanted.remove(system)
                self.workspace.keep_analyses(system)

    def _score(self, table: ScoreTable, system: str, metrics: Mapping[str, Metric]) -> None:
        corpus, store, first = table.corpus, self.workspace.store, self.workspace.recall()
        texts = len(corpus.segments) * (1 + len(corpus.references))
        jobs = (os.cpu_count() or 1) if texts > SMALL else 1

        def score(work: Work) -> ScoreTable:
            from meantree.scoring.run import score_corpus

            if first is not None:
                first(work)
            return score_corpus(corpus, metrics, store, systems=[system], jobs=jobs, work=work)

        def take(part: ScoreTable) -> None:
            if table is self.table:  # else another corpus was opened meanwhile
                self._busy = False
                self._take(table, part, system)
                self._go_on(table)

        def stop(error: BaseException) -> None:
            if table is self.table:
                self._busy, self._wanted = False, []
            if not isinstance(error, Cancelled):
                self.background.failed.emit(error)

        self.background.run(score, take, stop)

    def _take(self, table: ScoreTable, part: ScoreTable, system: str) -> None:
        table.columns.update(part.columns)
        table.analyser = part.analyser or table.analyser
        known = set(table.problems)
        table.problems += [problem for problem in _problems(part) if problem not in known]
        for place, (then, now) in enumerate(zip(part.corpus.segments, table.corpus.segments, strict=True)):
            if then is not now:  # it was edited meanwhile
                self._score_again(table, place)
        self.system_scored.emit(system)

    def _change_segment(self, place: int, frames_alone: bool) -> None:
        """Score an edited segment by what it was scored by already."""
        table, corpus = self.table, self.workspace.corpus
        if table is None or corpus is None:
            return
        table.corpus = corpus
        self._score_again(table, place, frames_alone=frames_alone)
        self.segment_scored.emit(place)

    def _score_again(self, table: ScoreTable, place: int, *, frames_alone: bool = False) -> None:
        from meantree.scoring.run import score_corpus

        segment = table.corpus.segments[place]
        alone = replace(table.corpus, segments=(segment,))
        found: list[Problem] = []
        for group in in_groups(table.metrics):
            if frames_alone and not _is_over_frames(group):
                continue
            for system in table.scored_systems:
                metrics = {spec: one for spec, one in group.items() if table.is_scored(system, spec)}
                if metrics:
                    part = score_corpus(alone, metrics, self.workspace.store, systems=[system])
                    found += _problems(part)
                    for key, column in part.columns.items():
                        table.columns[key].put(place, column.row(0))
        if not frames_alone:
            table.problems = [problem for problem in table.problems if problem.segment != segment.key] + found


def _problems(part: ScoreTable) -> list[Problem]:
    """What kept segments from being scored; what nobody has annotated yet is not a problem."""
    return [] if _is_over_frames(part.metrics) else part.problems


def _is_over_frames(metrics: Mapping[str, Metric]) -> bool:
    return all(metric.needs.frames for metric in metrics.values())
