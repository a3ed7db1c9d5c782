"""What is explored: which figure, of which columns and systems, where the filter accepts; its numbers. No widgets."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.analysis.store import SMALL
from meantree_gui.background import LatestResult
from meantree_gui.state.error_counts import Lack
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import NOTHING_OPEN, Selection

if TYPE_CHECKING:
    from meantree.evaluation.correlations import Correlation
    from meantree.evaluation.missed_units import Fault, MissedUnits
    from meantree.evaluation.unit_counts import DifferenceKind
    from meantree.work import Work
    from meantree_gui.state.figure_numbers import Asked, Kind, Numbers

WAIT = 60
"""Milliseconds in which a filter that is typed does not start anything."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody chose; what is empty follows what is open and looked at.

    Attributes:
        kind: of the figure, by name.
        x, y, columns: names of columns.
        correlation: of several columns.
        all_systems: of all that are scored, not of the one that is looked at.
        unit, fault: what is missed or extra.
    """

    kind: str = "SCATTER"
    x: str = ""
    y: str = ""
    columns: tuple[str, ...] = ()
    correlation: Correlation = "spearman"
    all_systems: bool = False
    unit: str = "words"
    fault: Fault = "missed"


class Exploration(QObject):
    """Numbers are made anew when scores arrive or the filter changes; as long as nobody looks, nothing is computed.

    Attributes:
        wish: what somebody chose.
        numbers: what was found.
        units: what is missed or extra, where that is asked for.

    Signals:
        restarted: there is something else to choose from, or something else is chosen.
        answered: numbers arrived, or are on their way, or it is known why there are none.
    """

    restarted = Signal()
    answered = Signal()

    def __init__(self, selection: Selection, filtering: Filtering) -> None:
        super().__init__()
        self.selection, self.filtering = selection, filtering
        self.scoring, self.workspace = selection.scoring, selection.workspace
        self.numbers: LatestResult[Numbers] = LatestResult(self.workspace.background, wait=WAIT)
        self.units: LatestResult[MissedUnits] = LatestResult(self.workspace.background, wait=WAIT, tells_progress=True)
        self.numbers.arrived.connect(self.answered)
        self.units.arrived.connect(self.answered)
        self.wish = Wish()
        self._state = 0
        self._counted: object = None
        self._ratings: tuple[str, ...] = ()
        self._is_looked_at = False
        selection.started.connect(self.start)
        selection.system_chosen.connect(self._follow_system)
        filtering.changed.connect(self._follow_filter)
        for signal in (self.scoring.segment_scored, self.scoring.table_chosen):
            signal.connect(self._forget)
        self.scoring.system_scored.connect(self._take_scores)
        self.scoring.run.progressed.connect(self._tell_lack)

    # What can be chosen

    @property
    def columns(self) -> tuple[str, ...]:
        """Metrics by which one of the systems is scored, ratings and lengths."""
        from meantree.evaluation.data_frames import LENGTHS

        return (*self.metrics, *self._ratings, *LENGTHS)

    def title_of(self, column: str) -> str:
        """A column as people read it; where less is better, an arrow says so."""
        from meantree.escaping import escaped, shortened
        from meantree.evaluation.data_frames import LENGTHS, higher_is_better, length_title, rating_kind

        kind, table = rating_kind(column), self.scoring.table
        if table is not None and column in LENGTHS and column not in table.metrics:
            return length_title(column, table.corpus)
        title = escaped(column) if kind is None else f"{shortened(kind, 40)} (rating)"
        return title if table is None or higher_is_better(table, column) else f"{title} ↓"

    @property
    def metrics(self) -> tuple[str, ...]:
        """Those by which one of the systems is scored."""
        table, systems = self.scoring.table, self.systems
        if table is None:
            return ()
        return tuple(spec for spec in table.metrics if any(table.is_scored(one, spec) for one in systems))

    @property
    def systems(self) -> tuple[str, ...]:
        """Whose translations are explored: those of the scored ones that were chosen."""
        scored = self.scored_systems
        if self.wish.all_systems and self.wish.kind != "UNITS":
            return scored
        return tuple(one for one in scored if one == self.selection.system)

    @property
    def scored_systems(self) -> tuple[str, ...]:
        """All that some metric scored."""
        table = self.scoring.table
        return table.scored_systems if table is not None else ()

    @property
    def asked(self) -> Asked:
        """What is to be drawn: as it was chosen, where that can be had, else what tells most."""
        from meantree_gui.state.figure_numbers import Asked, Kind

        known, wish = self.columns, self.wish
        x = wish.x if wish.x in known else self._default_x()
        y = wish.y if wish.y in known else self._default_y(x)
        columns = tuple(one for one in wish.columns if one in known) or self._default_columns()
        return Asked(Kind[wish.kind], x, y, columns, wish.correlation, self.systems, wish.unit, wish.fault)

    @property
    def unit_kinds(self) -> tuple[DifferenceKind, ...]:
        """What can be missed or extra."""
        from meantree.evaluation.missed_units import kinds_of_missing

        return kinds_of_missing(self.workspace.metrics)

    def choose(self, wish: Wish) -> None:
        """Draw something else."""
        if wish != self.wish:
            self.wish = wish
            self.restarted.emit()
            self._count()

    def choose_kind(self, kind: Kind) -> None:
        """Draw another figure."""
        self.choose(replace(self.wish, kind=kind.name))

    # What is looked at

    def look(self, is_looked_at: bool) -> None:
        """Somebody begins to look at it, or looks elsewhere."""
        self._is_looked_at = is_looked_at
        self._count()

    @property
    def lack(self) -> Lack | None:
        """Why there is nothing to draw, None if there is."""
        table, system = self.scoring.table, self.selection.system
        if table is None:
            return Lack(NOTHING_OPEN)
        if not table.corpus.systems or not table.corpus.references:
            return Lack(
                "What is explored are scores beside a reference. Open translations with a reference with Ctrl+O."
            )
        if not self.metrics or (not self._valued and self.scoring.awaits(system)):
            return Lack("Not scored yet", (system,))
        return None

    # Inside

    def start(self) -> None:
        """Begin with what was opened."""
        from meantree.evaluation.data_frames import rating_column
        from meantree_gui.state.figure_numbers import Frames

        corpus = self.workspace.corpus
        self._ratings = tuple(map(rating_column, corpus.rating_kinds)) if corpus is not None else ()
        self._frames = Frames()
        self.wish = replace(self.wish, x="", y="", columns=())
        self._forget()

    @property
    def _valued(self) -> tuple[str, ...]:
        """Metrics by which some segment has a score: others are drawn only if they are asked for."""
        table, systems = self.scoring.table, self.systems
        if table is None:
            return ()
        return tuple(spec for spec in self.metrics if any(table.segments_behind(one, spec) for one in systems))

    def _default_x(self) -> str:
        from meantree.metrics.registry import OVERVIEW

        metrics, focus = self._valued or self.metrics, self.selection.focus
        return focus if focus in metrics else next((one for one in metrics if one in OVERVIEW), (*metrics, "")[0])

    def _default_y(self, x: str) -> str:
        """What people say, if they said something; else a metric of another sort."""
        known = (*self._ratings, *(self._valued or self.metrics))
        return next((one for one in (*self._ratings, "chrf", "bleu", *known) if one != x and one in known), x)

    def _default_columns(self) -> tuple[str, ...]:
        """Beside a metric without values no segment would have a value in every column."""
        from meantree.metrics.registry import OVERVIEW

        metrics = self._valued or self.metrics
        chosen = [one for one in metrics if one in OVERVIEW or one in ("chrf", self.selection.focus)]
        return (*(chosen if len(chosen) > 1 else metrics), *self._ratings)

    def _follow_system(self) -> None:
        self.restarted.emit()
        self._count()

    def _follow_filter(self) -> None:
        """Numbers of other segments are not kept: those of many take much memory."""
        if self._accepted != self._counted:
            self._counted = self._accepted
            self.numbers.forget()
            self.units.forget()
            self._count()

    def _take_scores(self, system: str) -> None:
        """Scores of a system that is not explored say nothing new; but it can be chosen now."""
        if system in self.systems:
            self._forget()
        else:
            self.restarted.emit()

    def _forget(self) -> None:
        """Scores are others now."""
        self._state += 1
        self.numbers.forget()
        self.units.forget()
        self.restarted.emit()
        self._count()

    @property
    def _accepted(self) -> tuple[object, ...]:
        """What tells the segments that the filter accepts from others."""
        return self._state, self.filtering.line, self.filtering.places.tobytes()

    def _tell_lack(self) -> None:
        if self._is_looked_at and self.lack is not None:
            self.answered.emit()

    def _count(self) -> None:
        """Ask in the background, if somebody looks and there is something to ask."""
        if not self._is_looked_at:
            return
        table = self.scoring.table
        if self.lack is not None or table is None:
            self.answered.emit()
            return
        from meantree.evaluation.data_frames import higher_is_better
        from meantree_gui.state.figure_numbers import Kind, numbers_of

        asked, state, places, frames = self.asked, self._state, self.filtering.places, self._frames
        known = replace(table, columns=dict(table.columns))  # it goes on being filled meanwhile
        upwards = {column: higher_is_better(known, column) for column in asked.used}

        def count(work: Work) -> Numbers:
            frame = frames.accepted(state, known, asked, places)
            return numbers_of(frame, asked, upwards, work)

        self.numbers.request((replace(asked, fault="missed"), self._accepted), count)
        if asked.kind is Kind.UNITS:
            self._count_units(asked)
        if self.numbers.result is None:
            self.answered.emit()  # what was lacking before lacks no more

    def _count_units(self, asked: Asked) -> None:
        from meantree.evaluation.missed_units import missed_units

        corpus, store, places = self.workspace.corpus, self.workspace.store, self.filtering.places
        system = self.selection.system
        kind = next(one for one in self.unit_kinds if one.name == asked.unit)
        if corpus is None or system not in corpus.systems:
            return
        jobs = (os.cpu_count() or 1) if len(places) > SMALL else 1

        def count(work: Work) -> MissedUnits:
            return missed_units(corpus, store, kind, system, places=places, work=work.by(jobs))

        self.units.request((kind.name, system, self._accepted), count)
