"""What is open and what is looked at: corpus, scores, segment, system, reference, focus. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.analysis.store import AnalysisStore
from meantree.errors import Cancelled, MeantreeError, Problem
from meantree_gui.background import Background
from meantree_gui.kept_analyses import KeptAnalyses
from meantree_gui.scoring import FRAME_METRICS, SPECS, Scoring, empty_table

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.analysis.depth import Depth
    from meantree.comparison.content import Comparison
    from meantree.corpus.formats import InputFile
    from meantree.corpus.model import Corpus, Segment, Side
    from meantree.metrics.base import Structure
    from meantree.project.annotation import State
    from meantree.project.file import Project
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work


class Session(QObject):
    """The state behind the window; views listen and ask.

    Signals:
        corpus_changed: another corpus is open.
        scores_changed: scores of a system arrived.
        selection_changed: another segment, system or reference.
        comparison_changed: what the centre shows changed; a :class:`Comparison`, or a text saying why there is none.
        focus_changed: another metric or kind of unit is in focus.
        states_changed: an annotation was begun, done or opened again.
        annotator_changed: somebody else annotates.
    """

    corpus_changed = Signal()
    scores_changed = Signal()
    selection_changed = Signal()
    comparison_changed = Signal(object)
    focus_changed = Signal()
    states_changed = Signal()
    annotator_changed = Signal()

    def __init__(self, background: Background, store: AnalysisStore) -> None:
        super().__init__()
        self.background, self.store = background, store
        self.scoring = Scoring(background, store)
        self.project: Project | None = None
        self.annotator = ""
        self.states: dict[tuple[str, str], State] = {}
        self.place = -1
        self.system = ""
        self.reference: str | None = None
        self.focus, self.kind = SPECS[0], ""
        self.comparison: Comparison | None = None
        self.structure: Structure | None = None
        self._kept = KeptAnalyses(store)
        self._ranks: dict[Side, dict[int, int]] = {"hypothesis": {}, "reference": {}}
        self.scoring.prepare = lambda: self._kept.recall(self.project)
        self.scoring.changed.connect(self._scores_arrived)
        self.scoring.finished.connect(self._keep_analyses)

    @property
    def table(self) -> ScoreTable | None:
        """The scores of what is open, as far as there are any."""
        return self.scoring.table

    @property
    def corpus(self) -> Corpus | None:
        """What is open, with what the annotator did of it."""
        return self.scoring.table.corpus if self.scoring.table is not None else None

    # Opening and scoring

    def open(self, files: Sequence[InputFile]) -> None:
        """Read files in the background; what is open stays until they turn out to be good."""
        chosen = list(files)

        def read(work: Work) -> ScoreTable:
            # Imported here, so that the main thread need not wait for it later.
            from meantree.corpus.formats import read_corpus

            work.step("Reading files", 0, len(chosen))
            return empty_table(read_corpus(chosen), self.store)

        self.background.run(read, self.show)

    def open_project(self, path: Path, annotator_of: Callable[[Project], str]) -> None:
        """Open a project, to look at with what its annotator did, and to annotate; none is an empty name.

        Raises:
            InputError: if the file is no project, or was made by a later version.
            UsageError: if it does not exist.
        """
        from meantree.project.file import Project

        project = Project(path)
        try:
            # All of it is read before anything of what is open goes.
            annotator = annotator_of(project)
            project.states(annotator)
            table = empty_table(project.corpus_of(annotator), self.store, frames=True)
        except BaseException:
            project.close()
            raise
        self.show(table, project, annotator)

    def choose_annotator(self, annotator: str) -> None:
        """Look at what another annotator did, and annotate in that name."""
        if self.project is None or self.table is None or annotator in ("", self.annotator):
            return
        if not {annotator, self.annotator} & set(self.project.annotators):
            self.annotator = annotator  # nothing looks different
            self.annotator_changed.emit()
            return
        place, system = self.place, self.system
        # Syntactic scores follow corrected trees, so all is scored anew; the analyses are kept.
        self.show(empty_table(self.project.corpus_of(annotator), self.store, frames=True), self.project, annotator)
        self.choose_system(system)
        self.select(place)

    def close_project(self) -> None:
        """Let the file go; every edit is in it already."""
        if self.project is not None:
            self.project.close()
            self.project = None

    def read_states(self) -> None:
        """How far the annotator is, by segment and system."""
        found = self.project.states(self.annotator) if self.project is not None else {}
        self.states = {(key.segment, key.system): state for key, state in found.items() if key.system and key.reference}
        self.states_changed.emit()

    def set_state(self, segment: str, system: str, state: State) -> None:
        """One annotation is so far now."""
        if self.states.get((segment, system)) is not state:
            self.states[segment, system] = state
            self.states_changed.emit()

    def show_corpus(self, corpus: Corpus) -> None:
        """Make ``corpus`` the open one, and score its first system."""
        self.show(empty_table(corpus, self.store))

    def show(self, table: ScoreTable, project: Project | None = None, annotator: str = "") -> None:
        """Make a corpus with its metrics the open one, and score its first system."""
        self.background.cancel()
        if project is not self.project:
            self.close_project()
            self._kept = KeptAnalyses(self.store)
        self.project, self.annotator = project, annotator
        self.scoring.show(table)
        corpus = table.corpus
        self.read_states()
        if self.focus not in table.metrics:
            self.focus, self.kind = next(iter(table.metrics)), ""
        self.system = corpus.systems[0] if corpus.systems else ""
        self.reference, self.place = None, -1
        self.corpus_changed.emit()
        self.annotator_changed.emit()
        self.select(0)
        if self.comparison is not None:
            self.score()

    def score(self) -> None:
        """Score the present system in the background."""
        self.scoring.score(self.system)

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics that the open corpus can be scored by."""
        return self.scoring.specs

    def scored(self, system: str, spec: str) -> bool:
        """Whether the scores of a system are there."""
        return self.scoring.scored(system, spec)

    def _scores_arrived(self) -> None:
        self.scores_changed.emit()
        if self.comparison is None:
            self.refresh()

    def undone_place(self, step: int) -> int | None:
        """The 0-based place of the next segment (of the one before, for -1) whose annotation is not done, if any."""
        from meantree.project.annotation import State

        segments = self.corpus.segments if self.corpus is not None else ()
        places = range(self.place + 1, len(segments)) if step > 0 else range(self.place - 1, -1, -1)
        for place in places:
            segment = segments[place]
            state = self.states.get((segment.key, self.system), State.OPEN)
            if self.system in segment.hypotheses and segment.references and state is State.OPEN:
                return place
        return None

    def follow_project(self, key: str) -> None:
        """Let a segment, its scores and its picture follow what the annotator did of it in the project."""
        segment = next((one for one in self.corpus.segments if one.key == key), None) if self.corpus else None
        if self.project is not None and segment is not None:
            now = self.project.laid_over(segment, self.annotator)
            if now != segment:
                self.change_segment(now)

    def change_segment(self, segment: Segment) -> None:
        """Put another state of a segment in its place: its scores and its picture follow at once."""
        if self.corpus is None:
            return
        place = next(number for number, one in enumerate(self.corpus.segments) if one.key == segment.key)
        frames_alone = _without_frames(segment) == _without_frames(self.corpus.segments[place])
        self.scoring.change_segment(place, segment, frames_alone=frames_alone)
        if place == self.place and (self.focus in FRAME_METRICS or not frames_alone):
            self._ranks = {"hypothesis": {}, "reference": {}}  # a corrected sentence has one parse
            self.refresh()

    def _keep_analyses(self, system: str) -> None:
        """Put the analyses that the project does not have yet into it, in the background."""
        from meantree.scoring.chunks import versions

        if self.corpus is not None and self.project is not None:
            texts = [text for one in self.corpus.segments for text in versions(one, [system])]
            keep = self._kept.keep(self.project, texts, self.depth)
            if keep is not None:
                self.background.run(keep, lambda _nothing: None, self._not_kept)

    def _not_kept(self, error: BaseException) -> None:
        """Say once that analyses are not kept, as on a full disk; they can be made anew."""
        if not isinstance(error, Cancelled):
            self._kept.give_up()
            self.background.failed.emit(error)

    # Looking around

    @property
    def segment(self) -> Segment | None:
        """The segment that is looked at."""
        if self.corpus is None or not 0 <= self.place < len(self.corpus.segments):
            return None
        return self.corpus.segments[self.place]

    def select(self, place: int) -> None:
        """Look at the segment at 0-based ``place``."""
        if place != self.place:
            self.place = place
            if self.project is not None and self.segment is not None:
                self.follow_project(self.segment.key)  # another window may have edited it
            self._look_afresh()

    def choose_system(self, system: str) -> None:
        """Look at another system's translations."""
        if system and system != self.system:
            self.system = system
            self.scores_changed.emit()
            self._look_afresh()
            self.score()

    def choose_reference(self, reference: str | None) -> None:
        """Compare with one reference only; None lets the metric choose."""
        if reference != self.reference:
            self.reference = reference
            self._look_afresh()

    def choose_focus(self, spec: str, kind: str = "") -> None:
        """Mark by another metric, and by one kind of its units; an empty kind means all."""
        if (spec, kind) != (self.focus, self.kind) and self.table is not None and spec in self.table.metrics:
            self.focus, self.kind = spec, kind
            self.focus_changed.emit()
            self.refresh()

    def choose_structure(self, structure: Structure | None) -> None:
        """Draw dependencies, constituents, words or frames; None for what the metric in focus compares."""
        if structure != self.structure:
            self.structure = structure
            self.refresh()

    def choose_parse(self, side: Side, sentence: int, rank: int) -> None:
        """Show the parse of 0-based ``rank`` of one sentence, -1 for the parser's own."""
        self._ranks[side][sentence] = rank
        self.refresh()

    def _look_afresh(self) -> None:
        self._ranks = {"hypothesis": {}, "reference": {}}
        self.selection_changed.emit()
        self.refresh()

    def refresh(self) -> None:
        """Make the view of the present segment anew; texts that are not analysed yet are, in the background."""
        segment = self.segment
        if segment is None:
            self._show("Open translations and references with Ctrl+O, or drop files here.")
            return
        from meantree.corpus.analysed import analyse, is_analysed

        depth = self.depth
        hypothesis = segment.hypotheses.get(self.system)
        texts = [*segment.references.values(), *([hypothesis] if hypothesis is not None else [])]
        if all(is_analysed(text, self.store, depth) for text in texts):
            self._compare(segment)
            return
        self._show("Analysing this segment …")

        def make(work: Work) -> Segment:  # noqa: ARG001  # a handful of texts: not worth a progress bar
            analyse(texts, self.store, depth)
            return segment

        self.background.run(make, self._analysed, lambda error: self._not_analysed(segment, error))

    def analyse_ahead(self, place: int) -> None:
        """Analyse the texts of the segment at 0-based ``place`` in the background, if that is still to be done."""
        from meantree.corpus.analysed import analyse, is_analysed

        if self.corpus is None:
            return
        segment, depth = self.corpus.segments[place], self.depth
        texts = [*segment.references.values(), *filter(None, [segment.hypotheses.get(self.system)])]
        lacking = [text for text in texts if not is_analysed(text, self.store, depth)]
        if lacking:
            # What goes wrong is told when the segment is looked at.
            self.background.run(lambda _work: analyse(lacking, self.store, depth), lambda _: None, lambda _: None)

    def _analysed(self, segment: Segment) -> None:
        if segment is self.segment:
            self.refresh()
        self.score()  # the first tree comes before the scores of the whole corpus

    def _not_analysed(self, segment: Segment, error: BaseException) -> None:
        if segment is self.segment:
            self._show("This segment was not analysed." if isinstance(error, Cancelled) else str(error))
        if not isinstance(error, MeantreeError):
            self.background.failed.emit(error)

    def _show(self, why_not: str) -> None:
        self.comparison = None
        self.comparison_changed.emit(why_not)

    @property
    def depth(self) -> Depth:
        """Deep enough for all metrics, so that scoring and looking share their analyses."""
        from meantree.analysis.depth import WORDS
        from meantree.scoring.run import needed_depth

        return WORDS | needed_depth(self.table.metrics) if self.table is not None else WORDS

    def _compare(self, segment: Segment) -> None:
        from meantree.comparison.compare import Wishes, compare
        from meantree.comparison.frames import frame_metric
        from meantree.scoring.pairing import lack_of, pair_of

        pair = pair_of(segment, self.system, self.store, self.depth, reference=self.reference)
        if isinstance(pair, Problem) or self.table is None:
            self._show(f"{pair.message}." if isinstance(pair, Problem) else "")
            return
        metric = self.table.metrics[self.focus]
        if lacking := lack_of(pair, metric):
            self._show(f"This segment cannot be scored: {lacking}, needed by {self.focus}.")
            return
        wishes = Wishes(self.kind, self.structure, self._ranks)
        frames_by = frame_metric(self.table.metrics.values(), pair)
        self.comparison = compare(pair, metric, wishes, frames_by=frames_by)
        if self.kind not in ("", *self.comparison.evidence.kinds):  # this segment has none: all are shown
            self.kind = ""
            self.comparison = compare(pair, metric, replace(wishes, kind=""), frames_by=frames_by)
        self.comparison_changed.emit(self.comparison)


def _without_frames(segment: Segment) -> Segment:
    """The segment as all metrics but those over frames see it."""
    hypotheses = {name: replace(text, annotation=None) for name, text in segment.hypotheses.items()}
    return replace(segment, hypotheses=hypotheses)
