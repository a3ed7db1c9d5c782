"""The scores of what is open, made in the background; an edit scores its segment anew. No widgets."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.analysis.store import SMALL
from meantree.errors import Cancelled, Problem
from meantree_gui.state.offer import in_groups, offered_alike
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.analysis.depth import Depth
    from meantree.metrics.base import Metric
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work


class Scoring(QObject):
    """Tables of scores, filled in the background, system by system: the one that was asked for last comes first.

    There is a table against all references, and one against each reference that was picked; the chosen one governs.

    Signals:
        system_scored: scores of the system of that name arrived in the chosen table.
        segment_scored: the scores of the segment at that 0-based place changed, whichever system's.
        table_chosen: another table governs.
    """

    system_scored = Signal(str)
    segment_scored = Signal(int)
    table_chosen = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.background = workspace, workspace.background
        self.table: ScoreTable | None = None
        self._reference: str | None = None
        self._tables: dict[str | None, ScoreTable] = {}
        self._wanted: list[tuple[str | None, str]] = []
        self._busy = False
        workspace.opened.connect(self._start)
        workspace.segment_changed.connect(self._change_segment)

    def _start(self) -> None:
        from meantree.scoring.table import ScoreTable

        if self.workspace.corpus is not None:
            self.table = ScoreTable(self.workspace.corpus, self.workspace.metrics)
            self._tables, self._reference = {None: self.table}, None
        self._wanted, self._busy = [], False

    def choose_reference(self, reference: str | None) -> None:
        """Score against one reference alone, or against all; what was scored so before is there at once."""
        if reference != self._reference and self._tables:
            if reference not in self._tables:
                self._tables[reference] = self._narrowed(self._tables[None], reference)
            self._reference, self.table = reference, self._tables[reference]
            self.table_chosen.emit()

    def _narrowed(self, whole: ScoreTable, reference: str | None) -> ScoreTable:
        from meantree.scoring.table import ScoreTable

        corpus = whole.corpus if reference is None else whole.corpus.against(reference)
        if corpus is whole.corpus:
            return whole
        return ScoreTable(corpus, offered_alike(corpus, self.workspace.store, whole.metrics))

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics that the open corpus can be scored by."""
        return tuple(self.workspace.metrics)

    @property
    def depth(self) -> Depth:
        """How deep texts are analysed: for all metrics, so that scoring and looking share their analyses."""
        from meantree.scoring.needs import needed_depth

        depth = self.workspace.depth
        return depth if self.table is None else depth | needed_depth(self.table.metrics)

    def scored(self, system: str, spec: str) -> bool:
        """Whether the scores of a system are there."""
        return self.table is not None and self.table.is_scored(system, spec)

    def awaits(self, system: str) -> bool:
        """Whether a system is being scored, or will be."""
        return (self._reference, system) in self._wanted

    def score(self, system: str) -> None:
        """Score a system next; what runs goes on, and so do the systems that were asked for before."""
        if self.table is not None and system and self.table.corpus.references:
            first = self._reference, system
            self._wanted = [first, *(one for one in self._wanted if one != first)]
            self._go_on()

    def _go_on(self) -> None:
        """One piece of work at a time, so that texts to look at need not wait: a system by a group of metrics."""
        while self._wanted and not self._busy:
            reference, system = self._wanted[0]
            table = self._tables[reference]
            waiting = {spec: one for spec, one in table.metrics.items() if not table.is_scored(system, spec)}
            if waiting:
                self._busy = True
                self._score(table, system, next(iter(in_groups(waiting))))
            else:
                self._wanted.pop(0)
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
            if self._is_open(table):  # else another corpus was opened meanwhile
                self._busy = False
                self._take(table, part, system)
                self._go_on()

        def stop(error: BaseException) -> None:
            if self._is_open(table):
                self._busy, self._wanted = False, []
            if not isinstance(error, Cancelled):
                self.background.failed.emit(error)

        self.background.run(score, take, stop)

    def _is_open(self, table: ScoreTable) -> bool:
        return any(table is one for one in self._tables.values())

    def _take(self, table: ScoreTable, part: ScoreTable, system: str) -> None:
        table.columns.update(part.columns)
        table.analyser = part.analyser or table.analyser
        known = set(table.problems)
        table.problems += [problem for problem in _problems(part) if problem not in known]
        for place, (then, now) in enumerate(zip(part.corpus.segments, table.corpus.segments, strict=True)):
            if then is not now:  # it was edited meanwhile
                self._score_again(table, place)
        if table is self.table:
            self.system_scored.emit(system)

    def _change_segment(self, place: int, frames_alone: bool) -> None:
        """Score an edited segment by what it was scored by already."""
        corpus = self.workspace.corpus
        if corpus is None:
            return
        for table in {id(one): one for one in self._tables.values()}.values():
            segment = corpus.segments[place]
            if table.corpus.picked:
                segment = segment.against(table.corpus.picked)
            segments = table.corpus.segments
            table.corpus = replace(table.corpus, segments=(*segments[:place], segment, *segments[place + 1 :]))
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
