"""What is looked at: segment, system, reference, metric in focus, structure, parses; and its comparison. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from meantree_gui.actions import Command
from meantree_gui.state.comparer import Comparer, Request, texts_to_analyse
from meantree_gui.state.scoring import Scoring

if TYPE_CHECKING:
    from meantree.comparison.comparison import ComparedText, Comparison
    from meantree.corpus.corpus import Segment, Side
    from meantree.metrics.metric import CompareOn

T = TypeVar("T")
NOTHING_OPEN = "Open translations and references with Ctrl+O, or drop files here."
ANALYSING = "Analysing this segment …"
ALONE = "There is no reference to compare with; this is the text's own tree."


class Selection(QObject):
    """One segment of one system, compared by one metric; its texts are analysed first, then its system is scored.

    Signals:
        started: what is open is looked at from the beginning; True if it is the same corpus in another way.
        segment_chosen: another segment, by its 0-based place.
        system_chosen: another system, by name.
        reference_chosen: another reference, by name, or None for the one that the metric chooses.
        focus_chosen: another metric, kind of units or structure.
        comparison_changed: what is shown changed; a :class:`Comparison`, or a text saying why there is none. What has
            nothing to be compared with is ``alone``.
    """

    started = Signal(bool)
    segment_chosen = Signal(int)
    system_chosen = Signal(str)
    reference_chosen = Signal(object)
    focus_chosen = Signal()
    comparison_changed = Signal(object)

    def __init__(self, scoring: Scoring) -> None:
        super().__init__()
        self.scoring, self.workspace = scoring, scoring.workspace
        self.place = -1
        self.system = ""
        self.reference: str | None = None
        self.focus, self.kind = "", ""
        self.structure: CompareOn | None = None
        self.doubts = False
        self.comparison: Comparison | None = None
        self.alone: ComparedText | None = None
        self.shown: Request | None = None
        self._comparer = Comparer(self.workspace.background)
        self._comparer.made.connect(self._take)
        self._comparer.loaded.connect(self._offer)  # the first tree comes before the scores of the whole corpus
        self._ranks: dict[Side, dict[int, int]] = {"hypothesis": {}, "reference": {}}
        self.workspace.opened.connect(self._start)
        self.workspace.segment_changed.connect(self._follow_edit)
        scoring.system_scored.connect(self._retry)

    @property
    def segment(self) -> Segment | None:
        """The segment that is looked at."""
        corpus = self.workspace.corpus
        if corpus is None or not 0 <= self.place < len(corpus.segments):
            return None
        return corpus.segments[self.place]

    # Choosing

    def select(self, place: int) -> None:
        """Look at the segment at 0-based ``place``."""
        if place != self.place:
            self.place = place
            if self.segment is not None:
                self.workspace.follow_project(self.segment.key)  # another window may have edited it
            self._forget_ranks()
            self.scoring.look_at([place], "chosen")
            self.segment_chosen.emit(place)
            self.refresh()

    def choose_system(self, system: str) -> None:
        """Look at another system's translations."""
        if system and system != self.system:
            self.system = system
            self._forget_ranks()
            self.system_chosen.emit(system)
            self.refresh()
            self._offer()

    def choose_reference(self, reference: str | None) -> None:
        """Compare with one reference alone, and score against it; None lets the metric choose."""
        if reference != self.reference:
            self.reference = reference
            self._forget_ranks()
            self.scoring.choose_reference(reference)
            self.reference_chosen.emit(reference)
            self.refresh()
            self._offer()

    def choose_focus(self, spec: str, kind: str = "") -> None:
        """Mark by another metric, and by one kind of its units; an empty kind means all."""
        if (spec, kind) != (self.focus, self.kind) and spec in self.workspace.metrics:
            before = self._drawn()
            self.focus, self.kind = spec, kind
            self._redraw(before)

    def choose_structure(self, structure: CompareOn | None) -> None:
        """Draw dependencies, constituents, words or frames; None for what the metric in focus compares."""
        if structure != self.structure:
            before = self._drawn()
            self.structure = structure
            self._redraw(before)

    def _drawn(self) -> CompareOn | None:
        """Return what is drawn; None while nothing is open, and so no metric in focus."""
        from meantree.comparison.compare import drawn_structure

        focus = self.workspace.metrics.get(self.focus)
        return drawn_structure(focus.structure, self.structure) if focus is not None else None

    def _redraw(self, before: CompareOn | None) -> None:
        """Draw anew; the parses that were chosen are of no use where trees of another sort are drawn."""
        if self._drawn() != before:
            self._forget_ranks()
        self.focus_chosen.emit()
        self.refresh()

    def choose_parse(self, side: Side, sentence: int, rank: int) -> None:
        """Show the parse of 0-based ``rank`` of one sentence, -1 for the parser's own."""
        self._ranks[side][sentence] = rank
        self.refresh()

    def set_doubts(self, wanted: bool) -> None:
        """Mark what is improbable to the parser, or not."""
        if wanted != self.doubts:
            self.doubts = wanted
            self.refresh()

    @property
    def commands(self) -> tuple[Command, ...]:
        """What changes it, whatever page is shown."""
        return (
            Command("next_system", "Next system", "Go", self.next_system, ("Ctrl+Shift+S",)),
            Command("next_reference", "Next reference", "Go", self.next_reference, ("Ctrl+R",)),
            Command("next_metric", "Next metric", "Go", self.next_metric, ("Ctrl+M",)),
            Command("score", "Score this system", "Go", self.score, ("F5",)),
            Command("score_all", "Score all systems", "Go", self.score_all, ("Shift+F5",)),
            Command("next_kind", "Next kind of units", "Go", self.next_kind, ("Ctrl+Shift+M",)),
        )

    def next_system(self) -> None:
        """The next system, round and round."""
        systems = self.workspace.corpus.systems if self.workspace.corpus else ()
        self.choose_system(_after(systems, self.system) if systems else "")

    def next_reference(self) -> None:
        """The next reference, then again the metric's own choice."""
        references = self.workspace.corpus.references if self.workspace.corpus else ()
        self.choose_reference(_after((None, *references), self.reference))

    def next_metric(self) -> None:
        """The next metric in focus."""
        if self.scoring.specs:
            self.choose_focus(_after(self.scoring.specs, self.focus))

    def next_kind(self) -> None:
        """The next kind of unit, then again all."""
        kinds = self.comparison.evidence.kinds if self.comparison else ()
        self.choose_focus(self.focus, _after(("", *kinds), self.kind))

    def score(self) -> None:
        """Score the present system in the background, or go on with it."""
        self.scoring.score(self.system)

    def score_all(self) -> None:
        """Score every system that is not scored yet, the present one first."""
        self.scoring.score_all(self.system)

    def _offer(self) -> None:
        self.scoring.offer(self.system)

    def _start(self, again: bool) -> None:
        """Begin with the first segment of what was opened; another annotator's view of it begins where this one was."""
        corpus, metrics = self.workspace.corpus, self.workspace.metrics
        if corpus is None:
            return
        if self.focus not in metrics:
            self.focus, self.kind = next(iter(metrics)), ""
        place = self.place if again else self.workspace.first_place
        if not again:
            self.system, self.reference = next(iter(corpus.systems), ""), None
        self.scoring.choose_reference(self.reference)
        self.place = -1
        self.started.emit(again)
        self.select(max(0, place))
        if not self.is_busy:
            self._offer()

    def _forget_ranks(self) -> None:
        self._ranks = {"hypothesis": {}, "reference": {}}

    def _follow_edit(self, place: int, frames_alone: bool) -> None:
        if place == self.place:
            if not frames_alone:
                self._forget_ranks()  # a corrected sentence has one parse
            self.refresh()

    def _retry(self) -> None:
        """Scores arrived: what could not be shown before perhaps can be now."""
        if self.comparison is None:
            self.refresh()

    # Comparing

    def refresh(self) -> None:
        """Compare the present segment anew; what is shown meanwhile is never of other texts."""
        request = self._request()
        if request is None:
            self._comparer.forget()
            self._show(NOTHING_OPEN)
            return
        is_made = self._comparer.make(request)
        if not is_made and (request.lacking() or not request.is_of(self.shown)):
            self._show(ANALYSING)

    @property
    def is_busy(self) -> bool:
        """Whether what is to be shown is still being made."""
        return self._comparer.is_busy

    def analyse_ahead(self, place: int) -> None:
        """Analyse the texts of the segment at 0-based ``place`` in the background, if that is still to be done."""
        from meantree.corpus.analyses import analyse

        corpus, store, depth = self.workspace.corpus, self.workspace.store, self.scoring.depth
        lacking = texts_to_analyse(corpus.segments[place], self.system, store, depth) if corpus is not None else []
        if lacking:
            # What goes wrong is told when the segment is looked at.
            run = self.workspace.background.run
            run(lambda _work: analyse(lacking, store, depth), lambda _: None, lambda _: None)

    def _request(self) -> Request | None:
        from meantree.comparison.compare import ComparisonOptions

        segment, table = self.segment, self.scoring.table
        if segment is None or table is None:
            return None
        ranks = {side: dict(chosen) for side, chosen in self._ranks.items()}
        annotator, unfinished = self.workspace.annotator, self.workspace.is_unfinished(segment.key, self.system)
        wishes = ComparisonOptions(self.kind, self.structure, ranks, annotator, unfinished, self.doubts)
        store, depth = self.workspace.store, self.scoring.depth
        return Request(segment, self.system, self.reference, table.metrics, self.focus, wishes, store, depth)

    def _take(self, request: Request, found: Comparison | ComparedText | str) -> None:
        from meantree.comparison.comparison import Comparison

        if isinstance(found, Comparison):
            self.shown, self.comparison, self.kind, self.alone = request, found, found.kind, None
            self.comparison_changed.emit(found)
        elif isinstance(found, str):
            self._show(found)
        else:
            self._show(ALONE, alone=found)

    def _show(self, why_not: str, *, alone: ComparedText | None = None) -> None:
        self.shown, self.comparison, self.alone = None, None, alone
        self.comparison_changed.emit(why_not)


def _after(items: Sequence[T], item: T) -> T:
    place = list(items).index(item) if item in items else -1
    return items[(place + 1) % len(items)]
