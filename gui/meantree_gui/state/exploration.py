"""The figure of the Figures tab: its kind, columns and systems, and its data. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from meantree.escaping import escaped, shortened
from meantree_gui.background import LatestResult
from meantree_gui.state.figure_numbers import FigureKind, FigureRequest, Frames, Numbers, numbers_of
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import NOTHING_OPEN
from meantree_gui.state.visible_results import Unavailable, VisibleResults, jobs_for

if TYPE_CHECKING:
    from meantree.evaluation.unit_counts import DifferenceKind
    from meantree.evaluation.unit_differences import MissedUnits
    from meantree.work import Work

WAIT = 60
"""Milliseconds to wait after a change, so that typing a filter does not start a computation at each key."""


class Exploration(VisibleResults):
    """The chosen figure and its data.

    Attributes:
        choice: what the user chose; empty fields follow what is open and selected.
        units: missed or extra units, for a figure of units.
    """

    def __init__(self, filtering: Filtering) -> None:
        super().__init__(filtering)
        self.numbers: LatestResult[Numbers] = LatestResult(self.workspace.background, wait=WAIT)
        self.units: LatestResult[MissedUnits] = LatestResult(self.workspace.background, wait=WAIT, tells_progress=True)
        self.numbers.arrived.connect(self.updated)
        self.units.arrived.connect(self.updated)
        self.choice = FigureRequest()
        self._counted_segments: object = None
        self._ratings: tuple[str, ...] = ()
        self.selection.started.connect(self.start)
        for chosen in (self.selection.system_chosen, self.selection.focus_chosen):
            chosen.connect(self._follow_selection)

    # Choices

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns to choose from: metrics that scored one of the systems, ratings and lengths."""
        from meantree.evaluation.data_frames import LENGTHS

        return (*self.metrics, *self._ratings, *LENGTHS)

    def title_of(self, column: str) -> str:
        """Return the title of a column; an arrow marks columns where lower is better."""
        from meantree.evaluation.data_frames import LENGTHS, higher_is_better, length_title, rating_kind

        kind, table = rating_kind(column), self.scoring.table
        if table is not None and column in LENGTHS and column not in table.metrics:
            return length_title(column, table.corpus)
        title = escaped(column) if kind is None else f"{shortened(kind, 40)} (rating)"
        return title if table is None or higher_is_better(table, column) else f"{title} ↓"

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that scored one of the systems."""
        table, systems = self.scoring.table, self.systems
        if table is None:
            return ()
        return tuple(spec for spec in table.metrics if any(table.is_scored(system, spec) for system in systems))

    @property
    def systems(self) -> tuple[str, ...]:
        """The scored systems whose translations are shown."""
        scored = self.scored_systems
        if self.choice.all_systems and self.choice.kind is not FigureKind.UNITS:
            return scored
        return tuple(system for system in scored if system == self.selection.system)

    @property
    def scored_systems(self) -> tuple[str, ...]:
        """All systems that some metric scored."""
        table = self.scoring.table
        return table.scored_systems if table is not None else ()

    @property
    def request(self) -> FigureRequest:
        """The requested figure: the user's choice where it is available, else defaults."""
        known, choice = self.columns, self.choice
        first = choice.first if choice.first in known else self._default_first()
        second = choice.second if choice.second in known else self._default_second(first)
        columns = tuple(column for column in choice.columns if column in known) or self._default_columns()
        return replace(choice, first=first, second=second, columns=columns, systems=self.systems)

    @property
    def unit_kinds(self) -> Sequence[DifferenceKind]:
        """The kinds of units that can be missed or extra."""
        from meantree.evaluation.unit_differences import kinds_of_missing

        corpus = self.workspace.corpus
        kinds = kinds_of_missing(self.workspace.metrics, *((corpus.language,) if corpus else ()))
        return [kind for kind in kinds if self.workspace.is_parsed or not kind.needs]

    def choose(self, choice: FigureRequest) -> None:
        """Draw something else."""
        if choice != self.choice:
            self.choice = choice
            self._follow_selection()

    # Data

    @property
    def unavailable(self) -> Unavailable | None:
        """Why there is nothing to draw, ``None`` if there is something."""
        table, system = self.scoring.table, self.selection.system
        if table is None:
            return Unavailable(NOTHING_OPEN)
        if not table.corpus.systems or not table.corpus.references:
            return Unavailable(
                "Figures show scores against a reference. Open translations and a reference with Ctrl+O."
            )
        if not self.metrics or (not self._valued and self.scoring.awaits(system)):
            return Unavailable(systems=(system,))
        return None

    # Updates

    def start(self) -> None:
        """Start with the corpus that was opened."""
        from meantree.evaluation.data_frames import rating_column

        corpus = self.workspace.corpus
        self._ratings = tuple(map(rating_column, corpus.rating_kinds)) if corpus is not None else ()
        self._frames = Frames()
        self.choice = replace(self.choice, first="", second="", columns=())
        self._forget()

    @property
    def _valued(self) -> tuple[str, ...]:
        """Metrics by which some segment has a score: others are drawn only if they are chosen."""
        table, systems = self.scoring.table, self.systems
        if table is None:
            return ()
        return tuple(spec for spec in self.metrics if any(table.segments_behind(system, spec) for system in systems))

    def _default_first(self) -> str:
        from meantree.metrics.registry import OVERVIEW

        metrics, focus = self._valued or self.metrics, self.selection.focus
        return focus if focus in metrics else next((spec for spec in metrics if spec in OVERVIEW), (*metrics, "")[0])

    def _default_second(self, first: str) -> str:
        """Return the ratings if there are any, else a metric of another kind."""
        known = (*self._ratings, *(self._valued or self.metrics))
        return next(
            (name for name in (*self._ratings, "chrf", "bleu", *known) if name != first and name in known), first
        )

    def _default_columns(self) -> tuple[str, ...]:
        """Return the metrics of the overview that have values: only rows with a value in each column are used."""
        from meantree.metrics.registry import in_overview

        metrics = self._valued or self.metrics
        chosen = [spec for spec in metrics if in_overview(spec) or spec in ("chrf", self.selection.focus)]
        return (*(chosen if len(chosen) > 1 else metrics), *self._ratings)

    def _follow_selection(self) -> None:
        self.restarted.emit()
        self._count()

    def _follow_filter(self) -> None:
        """Drop the data of other segments, which take much memory."""
        if self.basis != self._counted_segments:
            self._counted_segments = self.basis
            self.numbers.forget()
            self.units.forget()
            self._count()

    def _take_scores(self, system: str) -> None:
        """Follow new scores; a system that is not shown can be chosen now."""
        if system in self.systems:
            self._forget()
        else:
            self.restarted.emit()

    def _forget(self) -> None:
        self.restarted.emit()
        super()._forget()

    def _count(self) -> None:
        """Compute data in the background if they are visible and available."""
        if not self._is_visible:
            return
        table = self.scoring.table
        if self.unavailable is not None or table is None:
            self.updated.emit()
            return
        from meantree.evaluation.data_frames import higher_is_better

        request, edition, places, frames = self.request, self._edition, self.filtering.places, self._frames
        scored = replace(table, columns=dict(table.columns))  # a snapshot: scores keep arriving
        upwards = {column: higher_is_better(scored, column) for column in request.used}

        def count(work: Work) -> Numbers:
            frame = frames.accepted(edition, scored, request, places)
            return numbers_of(frame, request, upwards, work)

        self.numbers.request((replace(request, fault="missed"), self.basis), count)
        if request.kind is FigureKind.UNITS:
            self._count_units(request)
        if self.numbers.result is None:
            self.updated.emit()  # they are being computed now

    def _count_units(self, request: FigureRequest) -> None:
        from meantree.evaluation.unit_differences import missed_units

        corpus, store, places = self.workspace.corpus, self.workspace.store, self.filtering.places
        system = self.selection.system
        kind = next(kind for kind in self.unit_kinds if kind.name == request.unit)
        if corpus is None or system not in corpus.systems:
            return

        def count(work: Work) -> MissedUnits:
            return missed_units(corpus, store, kind, system, places=places, work=work.by(jobs_for(len(places))))

        self.units.request((kind.name, system, self.basis), count)
