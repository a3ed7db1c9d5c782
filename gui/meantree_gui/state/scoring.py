"""The scores of what is open, made in the background; an edit scores its segment anew. No widgets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import Problem
from meantree_gui.state.offered_metrics import COSTS, SIZES, TREES, in_groups, offered_alike
from meantree_gui.state.scoring_run import Found, ScoringRun
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.analysis.layers.required import Layers
    from meantree.corpus.corpus import Corpus
    from meantree.metrics.metric import Metric
    from meantree.scoring.agenda import Pass
    from meantree.scoring.table import ScoreTable


MOST_KEPT = 20_000
"""So many translations are scored without being asked for, if their analyses are there."""


class Scoring(QObject):
    """Tables of scores, filled in the background, system by system: the one that was asked for last comes first.

    There is a table against all references, and one against each reference that was picked; the chosen one governs.

    Signals:
        system_scored: scores of all segments of the system of that name arrived in the chosen table.
        segments_scored: scores of some segments arrived in it: the system, and their 0-based places.
        segment_scored: the scores of the segment at that 0-based place changed, whichever system's.
        table_chosen: another table governs.
    """

    system_scored = Signal(str)
    segments_scored = Signal(str, object)
    segment_scored = Signal(int)
    table_chosen = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.background = workspace, workspace.background
        self.table: ScoreTable | None = None
        self.run = ScoringRun(workspace)
        self.run.arrived.connect(self._take)
        self._reference: str | None = None
        self._tables: dict[str | None, ScoreTable] = {}
        self._looked_at: dict[str, tuple[int, ...]] = {}
        self._asks_for_kept = False
        self._store = workspace.store
        workspace.opened.connect(self._start)
        workspace.segment_changed.connect(self._change_segment)

    def _start(self) -> None:
        from meantree.scoring.table import ScoreTable

        corpus = self.workspace.corpus
        if corpus is None:
            return
        if self._is_of(corpus):
            self._continue_with(corpus)
            return
        self._store = self.workspace.store
        self.table = self._noted(ScoreTable(corpus, self.workspace.metrics))
        self._tables, self._reference = {None: self.table}, None
        self._looked_at = {}
        self._asks_for_kept = True
        self.run.open(corpus)

    def _is_of(self, corpus: Corpus) -> bool:
        """Whether the tables have the very segments of a corpus, its analyses, and metrics that are offered still."""
        whole = self._tables.get(None)
        if whole is None or whole.corpus.segments is not corpus.segments or self._store is not self.workspace.store:
            return False
        return all(self.workspace.metrics.get(spec) is one for spec, one in whole.metrics.items())

    def _continue_with(self, corpus: Corpus) -> None:
        """Keep all scores, and those that are under way; score by the metrics that are new what others scored."""
        offered, store = self.workspace.metrics, self.workspace.store
        for reference, table in self._tables.items():
            table.corpus = replace(table.corpus, annotator=corpus.annotator)
            new = {spec: one for spec, one in offered.items() if spec not in table.metrics}
            if reference is not None and new:
                new = dict(offered_alike(table.corpus, store, new))
            table.metrics = {spec: new.get(spec) or table.metrics[spec] for spec in offered}
            wanted = {system for system, _ in (*table.columns, *table.begun)}
            wanted |= {one.system for one in self.run.passes if one.table is table}
            for system in sorted(wanted, key=corpus.systems.index, reverse=True):
                self.run.want([self._pass(table, system, name, group) for name, group in in_groups(new)])

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
        return self._noted(ScoreTable(corpus, offered_alike(corpus, self.workspace.store, whole.metrics)))

    def _noted(self, table: ScoreTable) -> ScoreTable:
        """The table, with what is to be said of its texts before any is scored."""
        from meantree.scoring.languages import foreign_texts

        table.problems += foreign_texts(table.corpus, table.metrics.values(), self.workspace.store.parsers)
        return table

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics that the open corpus can be scored by."""
        return tuple(self.workspace.metrics)

    @property
    def depth(self) -> Layers:
        """How deep texts are analysed: for all metrics, so that scoring and looking share their analyses."""
        from meantree.metrics.metric import required_layers

        depth = self.workspace.depth
        return depth if self.table is None else depth | required_layers(self.table.metrics)

    def scored(self, system: str, spec: str) -> bool:
        """Whether the scores of a system are there."""
        return self.table is not None and self.table.is_scored(system, spec)

    @property
    def whole_systems(self) -> tuple[str, ...]:
        """The systems that were scored by every metric."""
        table = self.table
        if table is None:
            return ()
        return tuple(one for one in table.corpus.systems if all(table.is_scored(one, spec) for spec in table.metrics))

    # What is wanted

    def awaits(self, system: str) -> bool:
        """Whether a system is being scored, or will be."""
        return any(not one.stopped for one in self._passes_of(system))

    def score(self, system: str) -> None:
        """Score a system next; what runs goes on afterwards, and so do the systems that were asked for before."""
        table = self.table
        if table is not None and system and table.corpus.references:
            groups = in_groups(self._unscored(system))
            passes = self._passes_of(system) or [self._pass(table, system, name, group) for name, group in groups]
            self.run.want(passes)

    def offer(self, system: str) -> None:
        """Score a system that is looked at, unless somebody stopped just that."""
        if not self._passes_of(system) or self.awaits(system):
            self.score(system)

    def score_all(self, first: str = "") -> None:
        """Score every system that is not scored yet, ``first`` before the others."""
        corpus = self.workspace.corpus
        systems = sorted(corpus.systems if corpus is not None else (), key=lambda one: one != first)
        for system in reversed([one for one in systems if self._unscored(one)]):
            self.score(system)

    def look_at(self, places: Iterable[int], why: str) -> None:
        """Score the segments at these 0-based places before others: the selected one, or those that are seen.

        Args:
            places: of them.
            why: who asks; it takes the place of what was asked so before.
        """
        self._looked_at[why] = tuple(places)
        self.run.look_at(place for one in sorted(self._looked_at) for place in self._looked_at[one])

    def _pass(self, table: ScoreTable, system: str, name: str, metrics: Mapping[str, Metric]) -> Pass:
        """What is analysed at all is analysed as deep as it is looked at."""
        from meantree.analysis.layers.required import Layers
        from meantree.scoring.agenda import Pass

        depth = self.workspace.depth if name == TREES else Layers()
        return Pass(table, system, name, metrics, COSTS[name], SIZES[name], depth)

    def _unscored(self, system: str) -> dict[str, Metric]:
        table = self.table
        return {spec: one for spec, one in table.metrics.items() if not table.is_scored(system, spec)} if table else {}

    def _passes_of(self, system: str) -> tuple[Pass, ...]:
        return tuple(one for one in self.run.passes if one.table is self.table and one.system == system)

    # What came

    def _take(self, found: Sequence[Found]) -> None:
        """Put into the tables what was scored meanwhile, and tell."""
        news: dict[str, list[int]] = {}
        whole = dict[str, None]()
        for one in found:
            table, system = one.done.table, one.done.system
            before = {spec for spec in one.done.metrics if table.is_scored(system, spec)}
            self._fill(one)
            if table is self.table:
                news.setdefault(system, []).extend(one.portion.places)
                if any(table.is_scored(system, spec) for spec in one.done.metrics if spec not in before):
                    whole[system] = None
        for table in {id(one.done.table): one.done.table for one in found}.values():
            table.problems = list(dict.fromkeys(table.problems))  # each pass tells of what is missing
        for system, places in news.items():
            self.segments_scored.emit(system, places)
        for system in whole:
            self.system_scored.emit(system)
        if whole and self._asks_for_kept and self.whole_systems:
            self._asks_for_kept = False
            self._score_kept()

    def _score_kept(self) -> None:
        """After the first system, score those whose analyses the project has: nobody has to wait for a parser."""
        systems = self.workspace.corpus.systems if self.workspace.corpus is not None else ()
        if self.workspace.size * len(systems) > MOST_KEPT:
            return
        for system in reversed([one for one in systems if self._unscored(one) and not self._passes_of(one)]):
            if self.workspace.has_kept(system):
                self.score(system)

    def _fill(self, found: Found) -> None:
        table, portion = found.done.table, found.portion
        for (system, spec), column in found.columns.items():
            table.fill(system, spec, portion.places, column)
        table.makers |= found.makers
        if not _is_over_frames(portion.metrics):  # what nobody has annotated yet is not a problem
            table.problems += found.problems
        for place, then in zip(portion.places, portion.segments, strict=True):
            if then is not table.corpus.segments[place]:  # it was edited meanwhile
                self._score_again(table, place)

    # Edits

    def _change_segment(self, place: int, frames_alone: bool) -> None:
        """Score an edited segment by what it was scored by already."""
        corpus = self.workspace.corpus
        if corpus is None:
            return
        for table in {id(one): one for one in self._tables.values()}.values():
            segments = corpus.segments
            if table.corpus.selected_reference:
                segment, others = segments[place].against(table.corpus.selected_reference), table.corpus.segments
                segments = (*others[:place], segment, *others[place + 1 :])
            table.corpus = replace(table.corpus, segments=segments)
            self._score_again(table, place, frames_alone=frames_alone)
        self.segment_scored.emit(place)

    def _score_again(self, table: ScoreTable, place: int, *, frames_alone: bool = False) -> None:
        from meantree.scoring.run import score_corpus

        segment = table.corpus.segments[place]
        alone = replace(table.corpus, segments=(segment,))
        found: list[Problem] = []
        for _, group in in_groups(table.metrics):
            if frames_alone and not _is_over_frames(group):
                continue
            for system in table.corpus.systems:
                metrics = {spec: one for spec, one in group.items() if table.is_done(system, spec, place)}
                if metrics:
                    part = score_corpus(alone, metrics, self.workspace.store, systems=[system])
                    found += [] if _is_over_frames(metrics) else part.problems
                    for (_, spec), column in part.columns.items():
                        table.fill(system, spec, [place], column)
        if not frames_alone:
            others = [problem for problem in table.problems if problem.segment != segment.key]
            table.problems = list(dict.fromkeys(others + found))


def _is_over_frames(metrics: Mapping[str, Metric]) -> bool:
    return all(metric.needs.frames for metric in metrics.values())


def complete_scores(table: ScoreTable) -> ScoreTable:
    """Return a snapshot of a table with the columns that are complete."""
    return replace(table, columns=dict(table.columns), begun={}, problems=list(table.problems))
