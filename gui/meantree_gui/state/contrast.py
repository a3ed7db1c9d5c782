"""Two systems of what is open beside each other, by the metric in focus, where the filter accepts. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree_gui.background import LatestResult
from meantree_gui.state.error_counts import Lack
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import NOTHING_OPEN, Selection

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from meantree.evaluation.compared_systems import Outcomes, Ranking
    from meantree.evaluation.significance import Test
    from meantree.work import Work

WAIT = 80
"""Milliseconds in which a filter that is typed does not start anything."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which two systems are compared, by which metric and test."""

    spec: str = ""
    first: str = ""
    second: str = ""
    test: Test = "bootstrap"


class Contrast(QObject):
    """What is compared, and the answers, made anew when scores arrive; nothing is computed as long as nobody looks.

    Attributes:
        asked: what is compared.
        ranking: of all scored systems by the metric.
        outcomes: of the two systems.

    Signals:
        changed: what :meth:`difference` says may be other: the systems, the scores, or the segments that are asked for.
        restarted: there is something else to choose from, or something else is chosen.
        answered: an answer arrived, or is being made, or it is known why there is none.
    """

    changed = Signal()
    restarted = Signal()
    answered = Signal()

    def __init__(self, selection: Selection, filtering: Filtering) -> None:
        super().__init__()
        self.selection, self.filtering = selection, filtering
        self.scoring, self.workspace = selection.scoring, selection.workspace
        self.asked = Pairing()
        background = self.workspace.background
        self.ranking: LatestResult[Ranking] = LatestResult(background, wait=WAIT)
        self.outcomes: LatestResult[Outcomes] = LatestResult(background, wait=WAIT)
        for one in (self.ranking, self.outcomes):
            one.arrived.connect(self.answered)
        self._edition = 0
        self._is_looked_at = False
        selection.started.connect(self._start)
        selection.comparison_changed.connect(self._follow_focus)
        filtering.changed.connect(self._count_anew)
        for signal in (self.scoring.system_scored, self.scoring.segment_scored, self.scoring.table_chosen):
            signal.connect(self._forget)
        self.scoring.run.progressed.connect(self._tell_lack)

    # What is compared

    @property
    def systems(self) -> tuple[str, ...]:
        """Of the corpus, scored or not."""
        return self.workspace.corpus.systems if self.workspace.corpus else ()

    def ask(self, asked: Pairing) -> None:
        """Compare something else; a system is not compared with itself: the other one takes its place."""
        if asked.first == asked.second:
            before = self.asked
            if asked.first != before.first:
                asked = replace(asked, second=before.first)
            else:
                asked = replace(asked, first=before.second)
        if asked == self.asked:
            return
        self.asked = asked
        if asked.spec != self.selection.focus:
            self.selection.choose_focus(asked.spec)
        self.restarted.emit()
        self.changed.emit()
        self._count()

    def swap(self) -> None:
        """The two systems the other way round."""
        self.ask(replace(self.asked, first=self.asked.second, second=self.asked.first))

    @property
    def higher_is_better(self) -> bool:
        """Whether more is better by the metric in focus."""
        table = self.scoring.table
        return table is None or self.asked.spec not in table.metrics or table.metrics[self.asked.spec].higher_is_better

    # What there is to see

    def look(self, is_looked_at: bool) -> None:
        """Somebody begins to look at it, or looks elsewhere."""
        self._is_looked_at = is_looked_at
        self._count()

    def difference(self, spec: str) -> NDArray[np.float64] | None:
        """Segment scores of the first system less those of the second, NaN where one is undefined or not scored.

        Returns:
            Shape (segments of the corpus,); None as long as one system is not scored by the metric, or there is one.
        """
        import numpy as np

        table = self.scoring.table
        one, two = (table.columns.get((system, spec)) if table else None for system in self._both)
        if one is None or two is None or one is two:
            return None
        return np.where(one.defined & two.defined, one.scores - two.scores, np.nan)

    @property
    def lack(self) -> Lack | None:
        """Why nothing can be compared, None if it can."""
        asked, table = self.asked, self.scoring.table
        if table is None:
            return Lack(NOTHING_OPEN)
        if not table.corpus.references or not self.systems:
            return Lack("Systems are compared by how they fare beside a reference. Open both with Ctrl+O.")
        if len(self.systems) < 2:
            return Lack("There is one system. Open the translations of another one beside it with Ctrl+O.")
        missing = tuple(one for one in self._both if not table.is_scored(one, asked.spec))
        return Lack(f"Not scored by {asked.spec} yet", missing) if missing else None

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems that the metric has not scored yet, those that are compared first."""
        table = self.scoring.table
        found = [one for one in self.systems if table and not table.is_scored(one, self.asked.spec)]
        return tuple(sorted(found, key=lambda one: one not in self._both))

    def score(self, systems: Sequence[str]) -> None:
        """Score these systems, the first of them first."""
        for system in reversed(systems):
            self.scoring.score(system)
        self.answered.emit()

    # Inside

    @property
    def _both(self) -> tuple[str, str]:
        return self.asked.first, self.asked.second

    def _start(self) -> None:
        systems = self.systems
        first = self.selection.system
        others = [one for one in systems if one != first]
        self.asked = Pairing(self.selection.focus, first, others[0] if others else "", self.asked.test)
        self.restarted.emit()
        self._forget()

    def _follow_focus(self) -> None:
        if self.selection.focus != self.asked.spec:
            self.ask(replace(self.asked, spec=self.selection.focus))

    def _forget(self) -> None:
        """Scores are others now."""
        self.ranking.forget()
        self.outcomes.forget()
        self._count_anew()

    def _count_anew(self) -> None:
        self._edition += 1
        self.changed.emit()
        self._count()

    def _tell_lack(self) -> None:
        if self._is_looked_at and self.lack is not None:
            self.answered.emit()

    def _count(self) -> None:
        """Ask in the background, if somebody looks and there is something to ask."""
        if not self._is_looked_at:
            return
        if self.lack is not None:
            self.answered.emit()
            return
        from meantree.evaluation.compared_systems import outcomes, ranking
        from meantree.evaluation.significance import Resampling

        asked, table, places = self.asked, self.scoring.table, self.filtering.places
        assert table is not None  # or there was a lack
        known = replace(table, columns=dict(table.columns))  # it goes on being filled meanwhile
        how = Resampling(asked.test)

        def rank(work: Work) -> Ranking:
            return ranking(known, asked.spec, places=places, how=how, work=work)

        def count(work: Work) -> Outcomes:
            return outcomes(known, asked.spec, asked.first, asked.second, places=places, how=how, work=work)

        self.outcomes.request((asked, self._edition), count)
        self.ranking.request((asked.spec, asked.test, self._edition), rank)
        self.answered.emit()  # or they will be
