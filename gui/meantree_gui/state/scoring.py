"""The scores of the open corpus, computed in the background. No widgets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import Problem
from meantree_gui.state.offered_metrics import COSTS, SIZES, TREES, adapted, in_groups, verdicts_on
from meantree_gui.state.scoring_run import PortionResult, ScoringRun
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.analysis.layers.required import Layers
    from meantree.corpus.corpus import Corpus
    from meantree.metrics.metric import Metric
    from meantree.scoring.agenda import Pass
    from meantree.scoring.table import ScoreTable
    from meantree.scoring.verdicts import Verdict


MOST_UNASKED, MOST_KEPT = 2_500, 20_000
"""Translations that are scored without a request: any, and if their analyses are kept."""


class Scoring(QObject):
    """Tables of scores, filled in the background, system by system: the one requested last comes first.

    There is a table against all references, and one against each reference that was selected; ``table`` is the present.

    Signals:
        system_scored: all scores of a system by some metric arrived in the present table.
        segments_scored: scores of some segments arrived in it: the system, and their 0-based places.
        requested: the user requested scores.
        segment_scored: the scores of the segment at that 0-based place changed.
        table_chosen: another table is the present one.
    """

    system_scored = Signal(str)
    segments_scored = Signal(str, object)
    requested = Signal()
    segment_scored = Signal(int)
    table_chosen = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.background = workspace, workspace.background
        self.table: ScoreTable | None = None
        self.verdicts: Mapping[str, Verdict] = {}
        self.run = ScoringRun(workspace)
        self.run.arrived.connect(self._take)
        self._reference: str | None = None
        self._tables: dict[str | None, ScoreTable] = {}
        self._priorities: dict[str, tuple[int, ...]] = {}
        self._begins_others = False
        self._store = workspace.store
        workspace.opened.connect(self._start)
        workspace.segment_changed.connect(self._change_segment)
        workspace.assessed.connect(self._change_segment)

    def _start(self) -> None:
        from meantree.scoring.table import ScoreTable

        corpus = self.workspace.corpus
        if corpus is None:
            return
        if self._is_of(corpus):
            self._continue_with(corpus)
            return
        self._store = self.workspace.store
        self.verdicts = verdicts_on(corpus, self._store, self.workspace.specs)
        self.table = self._with_problems(ScoreTable(corpus, self.workspace.metrics))
        self._tables, self._reference = {None: self.table}, None
        self._priorities = {}
        self._begins_others = True
        self.run.open(corpus)

    def _is_of(self, corpus: Corpus) -> bool:
        """Return whether the tables have the segments of a corpus, its analyses, and the offered metrics."""
        whole = self._tables.get(None)
        if whole is None or whole.corpus.segments is not corpus.segments or self._store is not self.workspace.store:
            return False
        return all(self.workspace.metrics.get(spec) is metric for spec, metric in whole.metrics.items())

    def _continue_with(self, corpus: Corpus) -> None:
        """Keep all scores and the running operation; score by new metrics what the others have scored."""
        offered, store = self.workspace.metrics, self.workspace.store
        self.verdicts = verdicts_on(corpus, store, self.workspace.specs)
        for reference, table in self._tables.items():
            table.corpus = replace(table.corpus, name=corpus.name, annotator=corpus.annotator)
            new = {spec: one for spec, one in offered.items() if spec not in table.metrics}
            if reference is not None and new:
                new = dict(adapted(table.corpus, store, new))
            table.metrics = {spec: new.get(spec) or table.metrics[spec] for spec in offered}
            wanted = {system for system, _ in (*table.columns, *table.begun)}
            wanted |= {each.system for each in self.run.passes if each.table is table}
            for system in sorted(wanted, key=corpus.systems.index, reverse=True):
                self.run.want([self._pass(table, system, name, group) for name, group in in_groups(new)])

    def choose_reference(self, reference: str | None) -> None:
        """Score against one reference, or against all; scores computed so before are kept."""
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
        return self._with_problems(ScoreTable(corpus, adapted(corpus, self.workspace.store, whole.metrics)))

    def _with_problems(self, table: ScoreTable) -> ScoreTable:
        """Return the table with the problems of its texts that are known before scoring."""
        from meantree.scoring.verdicts import language_problems

        table.problems += language_problems(table.corpus, self.verdicts)
        return table

    @property
    def unavailable(self) -> Mapping[str, str]:
        """By spec, why metrics that were chosen are not available in the language of the translations."""
        return {spec: one.reason for spec, one in self.verdicts.items() if not one.is_available}

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics that the open corpus can be scored by."""
        return tuple(self.workspace.metrics)

    @property
    def layers(self) -> Layers:
        """The layers required by all metrics, so that scores and pictures share their analyses."""
        from meantree.metrics.metric import required_layers

        layers = self.workspace.layers
        return layers if self.table is None else layers | required_layers(self.table.metrics)

    def scored(self, system: str, spec: str) -> bool:
        """Return whether a system is completely scored by a metric."""
        return self.table is not None and self.table.is_scored(system, spec)

    @property
    def complete_systems(self) -> tuple[str, ...]:
        """The systems that every metric has scored."""
        table = self.table
        if table is None:
            return ()
        return tuple(
            system for system in table.corpus.systems if all(table.is_scored(system, spec) for spec in table.metrics)
        )

    # Requests

    def is_lower_better(self, spec: str) -> bool:
        """Whether lower scores by a metric are better, as with error rates; not if there are no scores."""
        return self.table is not None and spec in self.table.metrics and not self.table.metrics[spec].higher_is_better

    def awaits(self, system: str) -> bool:
        """Return whether a system is being scored or waits to be scored."""
        return any(not each.stopped for each in self._passes_of(system))

    def score(self, system: str) -> None:
        """Score a system next at the user's request; what was requested before continues afterwards."""
        self._want(system)
        self.requested.emit()

    def offer(self, system: str) -> None:
        """Score the selected system, unless the user stopped that."""
        if not self._passes_of(system) or self.awaits(system):
            self._want(system)
            self._score_others()

    def score_all(self, first: str = "") -> None:
        """Score all systems that are not scored yet, ``first`` before the others."""
        corpus = self.workspace.corpus
        systems = sorted(corpus.systems if corpus is not None else (), key=lambda system: system != first)
        for system in reversed([system for system in systems if self._unscored(system)]):
            self._want(system)
        self.requested.emit()

    def prioritize(self, places: Iterable[int], reason: str) -> None:
        """Score the segments at these 0-based places first, replacing those given before for the same reason."""
        self._priorities[reason] = tuple(places)
        self.run.prioritize(place for key in sorted(self._priorities) for place in self._priorities[key])

    def _want(self, system: str, *, last: bool = False) -> None:
        table = self.table
        if self.workspace.naming.why_not or (table is not None and system not in table.corpus.systems):
            return
        if table is not None and ((unscored := self._unscored(system)) or table.corpus.references):
            groups = in_groups(unscored)
            passes = self._passes_of(system) or [self._pass(table, system, name, group) for name, group in groups]
            self.run.want(passes, last=last)

    def _pass(self, table: ScoreTable, system: str, name: str, metrics: Mapping[str, Metric]) -> Pass:
        """Return a pass; texts that need analyses get the layers that pictures need, too."""
        from meantree.analysis.layers.required import Layers
        from meantree.analysis.store import COMMAND_TEXTS
        from meantree.scoring.agenda import Pass

        layers = self.workspace.layers if name == TREES else Layers()
        size = COMMAND_TEXTS if self.workspace.store.parsers.command and name == TREES else SIZES[name]
        return Pass(table, system, name, metrics, COSTS[name], size, layers)

    def _unscored(self, system: str) -> dict[str, Metric]:
        table = self.table
        if table is None:
            return {}
        usable = (one for one in table.metrics.items() if table.corpus.references or not one[1].needs_references)
        return {spec: metric for spec, metric in usable if not table.is_scored(system, spec)}

    def _passes_of(self, system: str) -> tuple[Pass, ...]:
        return tuple(each for each in self.run.passes if each.table is self.table and each.system == system)

    # Results

    def _take(self, results: Sequence[PortionResult]) -> None:
        """Fill the tables with new scores, and emit what arrived."""
        scored: dict[str, list[int]] = {}
        complete = dict[str, None]()
        for result in results:
            table, system = result.done.table, result.done.system
            before = {spec for spec in result.done.metrics if table.is_scored(system, spec)}
            self._fill(result)
            if table is self.table:
                scored.setdefault(system, []).extend(result.portion.places)
                if any(table.is_scored(system, spec) for spec in result.done.metrics if spec not in before):
                    complete[system] = None
        for table in {id(result.done.table): result.done.table for result in results}.values():
            table.problems = list(dict.fromkeys(table.problems))  # each pass reports what is missing
        for system, places in scored.items():
            self.segments_scored.emit(system, places)
        for system in complete:
            self.system_scored.emit(system)

    def _score_others(self) -> None:
        """After the first system, score others unasked: all if there are few, else those that need no parser."""
        if not self._begins_others:
            return
        self._begins_others = False
        workspace = self.workspace
        systems = workspace.corpus.systems if workspace.corpus is not None else ()
        size = workspace.size * len(systems)
        scores_all = workspace.scores_all and size <= MOST_UNASKED and not workspace.is_for_annotators
        for system in [name for name in systems if self._unscored(name) and not self._passes_of(name)]:
            if scores_all or (size <= MOST_KEPT and workspace.saved_analyses.has(system)):
                self._want(system, last=True)

    def _fill(self, result: PortionResult) -> None:
        table, portion = result.done.table, result.portion
        for (system, spec), column in result.columns.items():
            table.fill(system, spec, portion.places, column)
        table.makers |= result.makers
        if not _is_over_frames(portion.metrics):  # a segment that is not annotated yet is not a problem
            table.problems += result.problems
        for place, scored_segment in zip(portion.places, portion.segments, strict=True):
            if scored_segment is not table.corpus.segments[place]:  # it was edited meanwhile
                self._score_again(table, place)

    # Edits

    def _change_segment(self, place: int, frames_alone: bool | None = None) -> None:
        """Score an edited segment again by all metrics that have scored it; one that was assessed has its scores."""
        corpus = self.workspace.corpus
        if corpus is None:
            return
        for table in {id(table): table for table in self._tables.values()}.values():
            segments = corpus.segments
            if table.corpus.selected_reference:
                segment, others = segments[place].against(table.corpus.selected_reference), table.corpus.segments
                segments = (*others[:place], segment, *others[place + 1 :])
            table.corpus = replace(table.corpus, segments=segments)
            if frames_alone is not None:
                self._score_again(table, place, frames_alone=frames_alone)
        self.segment_scored.emit(place)

    def _score_again(self, table: ScoreTable, place: int, *, frames_alone: bool = False) -> None:
        from meantree.scoring.run import score_corpus

        segment = table.corpus.segments[place]
        alone = replace(table.corpus, segments=(segment,))
        problems: list[Problem] = []
        for _, group in in_groups(table.metrics):
            if frames_alone and not _is_over_frames(group):
                continue
            for system in table.corpus.systems:
                metrics = {spec: metric for spec, metric in group.items() if table.is_done(system, spec, place)}
                if metrics:
                    part = score_corpus(alone, metrics, self.workspace.store, systems=[system])
                    problems += [] if _is_over_frames(metrics) else part.problems
                    for (_, spec), column in part.columns.items():
                        table.fill(system, spec, [place], column)
        if not frames_alone:
            others = [problem for problem in table.problems if problem.segment != segment.key]
            table.problems = list(dict.fromkeys(others + problems))


def _is_over_frames(metrics: Mapping[str, Metric]) -> bool:
    return all(metric.needs.frames for metric in metrics.values())


def complete_scores(table: ScoreTable) -> ScoreTable:
    """Return a snapshot of a table with the columns that are complete."""
    return replace(table, columns=dict(table.columns), begun={}, problems=list(table.problems))
