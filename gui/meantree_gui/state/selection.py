"""The selected segment, system, reference, metric, structure and parses, and their comparison. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from meantree.alignment.word_status import DIFFERENCES
from meantree.annotation.work_order import standing_for, stood_for
from meantree.corpus.corpus import CHECK, Segment, Side
from meantree_gui.actions import GO_SCORING, Command
from meantree_gui.state.comparer import Comparer, Request, unanalysed
from meantree_gui.state.scoring import Scoring

if TYPE_CHECKING:
    from meantree.comparison.comparison import ComparedText, Comparison
    from meantree.metrics.metric import CompareOn

T = TypeVar("T")
AFTER_PAINTING = 150
"""Milliseconds from opening a translation on the Annotate page to comparing it, which must not delay its painting."""
NOTHING_OPEN = "Open translations and references with Ctrl+O, or drop files here."
ANALYSING = "Analysing this segment …"
ON_OTHER_PAGES = "Segments are compared on other pages while error spans are annotated."
NO_REFERENCE = "There is no reference to compare with; this is the tree of the text alone."


class Selection(QObject):
    """One segment of one system, compared by one metric; its texts are analysed first, then its system is scored.

    Attributes:
        place: 0-based, of the selected segment; -1 for none.
        system, reference, focus, kind, structure: what is selected; ``None`` or empty for the default.
        view: what marks the texts: the metric in focus, or the facts about their words (``DIFFERENCES``).
        is_inspected: whether Inspect is shown, where metrics are chosen for their units.
        doubts: whether improbable parts of the analysis are marked.
        comparison: of the selected segment, ``None`` if there is none.
        single_text: the hypothesis where there is no reference.
        shown: the request of the comparison.

    Signals:
        started: a corpus was opened; ``True`` if it is the same one in another way.
        segment_chosen: another segment, by its 0-based place.
        system_chosen: another system, by name.
        reference_chosen: another reference, by name, or ``None`` for the metric's choice.
        focus_chosen: another metric, kind of units or structure.
        comparison_changed: a :class:`Comparison`, or in words why there is none.
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
        self.focus, self.kind, self.view = "", "", DIFFERENCES
        self.structure: CompareOn | None = None
        self.doubts, self.is_inspected = False, True
        self.comparison: Comparison | None = None
        self.single_text: ComparedText | None = None
        self.shown: Request | None = None
        self._comparer = Comparer(self.workspace.background)
        self._comparer.compared.connect(self._take)
        self._comparer.loaded.connect(self._offer)  # the first tree before the scores of the whole corpus
        self._ranks: dict[Side, dict[int, int]] = {"hypothesis": {}, "reference": {}}
        self._later = QTimer(self, singleShot=True, interval=AFTER_PAINTING)
        self._later.timeout.connect(self.refresh)
        self.workspace.opened.connect(self._start)
        self.workspace.segment_changed.connect(self._follow_edit)
        self.workspace.assessed.connect(self._follow_answers)
        self.workspace.annotating_changed.connect(self._follow_page)
        self.workspace.naming.changed.connect(self._offer)  # who has finished in a blind project sees scores
        scoring.system_scored.connect(self._retry)

    @property
    def views(self) -> tuple[str, ...]:
        """What the texts can be marked by: differences, which are word links in other languages, and metrics."""
        are_drawn = self.is_english() or not self.workspace.is_parsed  # else trees show what a metric counts
        return *((DIFFERENCES,) if are_drawn else ()), *self.scoring.specs

    @property
    def segment(self) -> Segment | None:
        """The selected segment."""
        corpus = self.workspace.corpus
        if corpus is None or not 0 <= self.place < len(corpus.segments):
            return None
        return corpus.segments[self.place]

    # Selecting

    def select(self, place: int) -> None:
        """Select the segment at 0-based ``place``."""
        if place != self.place:
            self.place = place
            self._follow_place()

    def _follow_place(self) -> None:
        if self.segment is not None:
            self.workspace.follow_project(self.segment.key)  # another window may have edited it
        self._forget_ranks()
        self.scoring.prioritize([self.place], "chosen")
        self.segment_chosen.emit(self.place)
        self._follow_move()

    def choose_system(self, system: str) -> None:
        """Select another system."""
        if system and system != self.system:
            self.system = system
            self._forget_ranks()
            self.system_chosen.emit(system)
            self._follow_move()
            self._offer()

    @property
    def listed(self) -> str:
        """The chosen system; while a check is chosen, that in whose place it stands, so that nothing tells it apart."""
        here, corpus = self.segment, self.workspace.corpus
        if self.system != CHECK or here is None or corpus is None:
            return self.system
        system = stood_for(here, corpus.systems)
        return CHECK if system in here.hypotheses else system  # who decides has both

    def system_in(self, segment: Segment) -> str:
        """Return the chosen system or, where an attention check stands in place of its translation, that of checks."""
        here, corpus, system = self.segment, self.workspace.corpus, self.system
        if here is None or corpus is None or (system == CHECK and here.key == segment.key):
            return system
        return standing_for(segment, stood_for(here, corpus.systems) if system == CHECK else system, corpus.systems)

    def choose_translation(self, system: str, place: int) -> None:
        """Select a system and the segment at 0-based ``place``; what lies between the two is not compared."""
        if system and place != self.place and (system != self.system or system == CHECK):
            self.system, self.place = system, place  # a check may be of another system
            self.system_chosen.emit(system)
            self._follow_place()
            self._offer()
        else:
            self.choose_system(system)
            self.select(place)

    def choose_reference(self, reference: str | None) -> None:
        """Compare with one reference only, and score against it; ``None`` lets the metric choose."""
        if reference != self.reference:
            self.reference = reference
            self._forget_ranks()
            self.scoring.choose_reference(reference)
            self.reference_chosen.emit(reference)
            self.refresh()
            self._offer()

    def choose_focus(self, view: str, kind: str = "") -> None:
        """Mark the texts by another metric or by ``DIFFERENCES``, and by one kind of units; an empty kind means all.

        A metric comes into focus; differences leave the metric there, by which segments are sorted and reported.
        """
        if (view, kind) != (self.view, self.kind) and view in self.views:
            before = self._drawn()
            self.view, self.kind = view, kind
            self.focus = self.focus if view == DIFFERENCES else view
            self._redraw(before)

    def choose_metric(self, spec: str) -> None:
        """Bring a metric into focus; where only differences are marked and Inspect is not shown, they stay marked."""
        if self.is_inspected or self.view != DIFFERENCES:
            self.choose_focus(spec)
        elif spec in self.scoring.specs:
            self.focus = spec
            self._redraw(self._drawn())

    def choose_structure(self, structure: CompareOn | None) -> None:
        """Draw dependencies, constituents, words or frames; ``None`` for what the metric in focus compares."""
        if structure != self.structure:
            before = self._drawn()
            self.structure = structure
            self._redraw(before)

    def _drawn(self) -> CompareOn | None:
        """Return what is drawn, ``None`` if nothing is open."""
        from meantree.comparison.compare import drawn_structure

        focus = self.workspace.metrics.get(self.focus)
        if focus is not None and self.view == DIFFERENCES:
            return self.structure or "dependencies"
        return drawn_structure(focus.structure, self.structure) if focus is not None else None

    def _redraw(self, before: CompareOn | None) -> None:
        """Draw again; selected parses are dropped if trees of another kind are drawn."""
        if self._drawn() != before:
            self._forget_ranks()
        self.focus_chosen.emit()
        self.refresh()

    def choose_parse(self, side: Side, sentence: int, rank: int) -> None:
        """Show the parse of 0-based ``rank`` of a sentence, -1 for the parser's best."""
        self._ranks[side][sentence] = rank
        self.refresh()

    def set_doubts(self, are_marked: bool) -> None:
        """Mark the parts of the analysis that are improbable, or not."""
        if are_marked != self.doubts:
            self.doubts = are_marked
            self.refresh()

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that change the selection on every page."""
        return (
            Command("next_system", "Next system", "Go", self.next_system, ("Ctrl+Shift+S",)),
            Command("next_reference", "Next reference", "Go", self.next_reference, ("Ctrl+R",)),
            Command("next_metric", "Next metric", "Go", self.next_metric, ("Ctrl+M",)),
            Command("score", "Score this system", GO_SCORING, self.score, ("F5",)),
            Command("score_all", "Score all systems", GO_SCORING, self.score_all, ("Shift+F5",)),
            Command("next_kind", "Next kind of units", "Go", self.next_kind, ("Ctrl+Shift+M",)),
        )

    def next_system(self) -> None:
        """Select the next system, after the last one the first."""
        systems = self.workspace.corpus.systems if self.workspace.corpus and not self.workspace.naming.why_not else ()
        self.choose_system(_after(systems, self.system) if systems else "")

    def next_reference(self) -> None:
        """Select the next reference, after the last one the metric's choice."""
        references = self.workspace.corpus.references if self.workspace.corpus else ()
        self.choose_reference(_after((None, *references), self.reference))

    def next_metric(self) -> None:
        """Select the next metric, on Inspect after the last one the differences."""
        if self.scoring.specs and self.is_inspected:
            self.choose_focus(_after(self.views, self.view))
        elif self.scoring.specs:
            self.choose_metric(_after(self.scoring.specs, self.focus))

    def next_kind(self) -> None:
        """Select the next kind of unit, after the last one all kinds."""
        kinds = self.comparison.evidence.kinds if self.comparison else ()
        self.choose_focus(self.view, _after(("", *kinds), self.kind))

    def score(self) -> None:
        """Score the selected system in the background, or resume scoring it."""
        self.scoring.score(self.system)

    def score_all(self) -> None:
        """Score every system that is not scored yet, the selected one first."""
        self.scoring.score_all(self.system)

    def _offer(self) -> None:
        self.scoring.offer(self.system)

    def _start(self, again: bool) -> None:
        """Select the first segment of a corpus; the same corpus keeps the selected one."""
        corpus, metrics = self.workspace.corpus, self.workspace.metrics
        if corpus is None:
            return
        if self.focus not in metrics or self.view not in self.views:
            self.focus, self.kind, self.view = next(iter(metrics)), "", self.views[0]
        place = self.place if again else self.workspace.first_place
        if not again:
            self.reference = None
        if not again or self.system not in corpus.systems:
            self.system = next(iter(corpus.systems), "")
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
            if not self.workspace.is_annotating:  # Inspect refreshes when it is shown
                self.refresh()

    def _follow_answers(self, place: int) -> None:
        if place == self.place and self.shown and self.segment and self.shown.segment.answers != self.segment.answers:
            self.refresh()

    def _retry(self) -> None:
        """Compare again when scores arrived, if there is no comparison."""
        if self.comparison is None:
            self.refresh()

    # Comparing

    def refresh(self) -> None:
        """Compare the selected segment again; a comparison of other texts is not shown meanwhile."""
        self._later.stop()
        request = None if self._rests else self._request()
        if request is None:
            self._comparer.forget()
            self._show(ON_OTHER_PAGES if self._rests else NOTHING_OPEN)
            return
        if not self._comparer.compare(request) and not request.has_same_texts(self.shown):
            self._show(ANALYSING)

    def _follow_move(self) -> None:
        """Compare another translation: at once, or after it was painted where it is annotated and needs no analysis."""
        request = self._request() if self.workspace.is_annotating and not self._rests else None
        if request is not None and self._comparer.is_ready(request):
            self._comparer.forget()
            self._later.start()
        else:
            self.refresh()

    def follow_edits(self) -> None:
        """Compare again if the translation was edited or finished while its picture was hidden."""
        request = self._request()
        if request is None or self.shown is None or vars(request) != vars(self.shown):
            self.refresh()

    @property
    def _rests(self) -> bool:
        """Whether nothing is compared, as only error spans are on the screen, which need no analyses."""
        return self.workspace.is_annotating and self.workspace.shows_spans

    def _follow_page(self) -> None:
        if self.workspace.shows_spans:
            self.refresh()

    @property
    def is_busy(self) -> bool:
        """Whether the comparison is still being computed."""
        return self._comparer.is_busy

    @property
    def error(self) -> str:
        """Why the comparison ended without a result: an error's message; empty for none and if the user stopped it."""
        return self._comparer.error

    def analyse_ahead(self, system: str, place: int) -> None:
        """Analyse the texts of a system's translation at 0-based ``place`` in the background, if they are not yet."""
        from meantree.corpus.analyses import analyse

        corpus, store, layers = self.workspace.corpus, self.workspace.store, self.scoring.layers
        texts = unanalysed(corpus.segments[place], system, store, layers) if corpus is not None else []
        if texts:
            # Errors are reported when the segment is selected.
            run = self.workspace.background.run
            run(lambda _work: analyse(texts, store, layers), lambda _: None, lambda _: None)

    def _request(self) -> Request | None:
        from meantree.annotation.frame_annotation import FINISHED
        from meantree.comparison.compare import ComparisonOptions

        segment, table = self.segment, self.scoring.table
        if segment is None or table is None:
            return None
        ranks = {side: dict(chosen) for side, chosen in self._ranks.items()}
        annotator, state = self.workspace.edited_name, self.workspace.annotations.states.get((segment.key, self.system))
        unfinished = state is not None and state not in FINISHED
        options = ComparisonOptions(self.kind, self.structure, ranks, annotator, unfinished, self.doubts, findings=True)
        options = replace(options, english=self.is_english(), differences=self.view == DIFFERENCES)
        store, layers = self.workspace.store, self.scoring.layers
        return Request(segment, self.system, self.reference, table.metrics, self.focus, options, store, layers)

    def is_english(self) -> bool:
        """Return whether the corpus is in English."""
        from meantree.comparison.pair_findings import is_english

        return self.workspace.corpus is None or is_english(self.workspace.corpus)

    def _take(self, request: Request, result: Comparison | ComparedText | str) -> None:
        from meantree.comparison.comparison import Comparison

        if isinstance(result, Comparison):
            self.shown, self.comparison, self.kind, self.single_text = request, result, result.kind, None
            self.comparison_changed.emit(result)
        elif isinstance(result, str):
            self._show(result)
        else:
            self._show(NO_REFERENCE, result)

    def _show(self, why_not: str, single_text: ComparedText | None = None) -> None:
        self.shown, self.comparison, self.single_text = None, None, single_text
        self.comparison_changed.emit(why_not)


def _after(items: Sequence[T], item: T) -> T:
    place = list(items).index(item) if item in items else -1
    return items[(place + 1) % len(items)]
