"""Two systems compared by the metric in focus, over the segments that the filter accepts. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from meantree_gui.background import LatestResult
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import NOTHING_OPEN
from meantree_gui.state.visible_results import Unavailable, VisibleResults

if TYPE_CHECKING:
    from meantree.evaluation.compared_systems import Outcomes, Ranking
    from meantree.evaluation.significance import Test
    from meantree.work import Work

WAIT = 80
"""Milliseconds to wait after a change, so that typing a filter does not start a computation at each key."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which two systems are compared, by which metric and test."""

    spec: str = ""
    first: str = ""
    second: str = ""
    test: Test = "bootstrap"

    @property
    def both(self) -> tuple[str, str]:
        """The two systems."""
        return self.first, self.second


class Contrast(VisibleResults):
    """Which two systems are compared, and the results.

    Attributes:
        ranking: of all scored systems by the metric.

    Signals:
        changed: the systems, the scores, or the accepted segments changed.
    """

    changed = Signal()

    def __init__(self, filtering: Filtering) -> None:
        super().__init__(filtering)
        self.test: Test = "bootstrap"
        background = self.workspace.background
        self.ranking: LatestResult[Ranking] = LatestResult(background, wait=WAIT)
        self.outcomes: LatestResult[Outcomes] = LatestResult(background, wait=WAIT)
        for latest in (self.ranking, self.outcomes):
            latest.arrived.connect(self.updated)
        self.selection.started.connect(self._start)
        self.selection.focus_chosen.connect(self._restart)

    # What is compared

    @property
    def pairing(self) -> Pairing:
        """What is compared: the two systems of the filter, or the selected one alone, by the metric in focus."""
        first, second = self.filtering.compared or (self.selection.system, "")
        return Pairing(self.selection.focus, first, second, self.test)

    @property
    def systems(self) -> tuple[str, ...]:
        """All systems of the corpus, scored or not."""
        return self.workspace.corpus.systems if self.workspace.corpus else ()

    def choose(self, pairing: Pairing) -> None:
        """Compare another pair of systems; if both are the same, they swap places."""
        before = self.pairing
        if pairing.first == pairing.second:
            if pairing.first != before.first:
                pairing = replace(pairing, second=before.first)
            else:
                pairing = replace(pairing, first=before.second)
        if pairing == before:
            return
        self.test = pairing.test
        self.filtering.compare(*pairing.both)
        if pairing.spec != before.spec:
            self.selection.choose_metric(pairing.spec)
        else:
            self._restart()

    def swap(self) -> None:
        """Swap the two systems."""
        self.choose(replace(self.pairing, first=self.pairing.second, second=self.pairing.first))

    @property
    def higher_is_better(self) -> bool:
        """Whether higher scores of the metric in focus are better."""
        return not self.scoring.is_lower_better(self.pairing.spec)

    # Results

    @property
    def unavailable(self) -> Unavailable | None:
        """Why nothing can be compared, ``None`` if it can."""
        table = self.scoring.table
        if table is None:
            return Unavailable(NOTHING_OPEN)
        if not table.corpus.references or not self.systems:
            return Unavailable("Systems are compared by their scores against a reference. Open both with Ctrl+O.")
        if len(self.systems) < 2:
            return Unavailable("There is only one system. Open the translations of another system, too, with Ctrl+O.")
        unscored = self.unscored
        if not set(unscored).intersection(self.pairing.both):
            return None
        return Unavailable(systems=unscored, spec=self.pairing.spec)

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems that the metric has not scored yet, the compared ones first."""
        return self.unscored_by(self.pairing.spec)

    def unscored_by(self, spec: str) -> tuple[str, ...]:
        """Return the systems that a metric has not scored yet, the compared ones first."""
        table = self.scoring.table
        unscored = [system for system in self.systems if table and not table.is_scored(system, spec)]
        return tuple(sorted(unscored, key=lambda system: system not in self.pairing.both))

    def score(self, systems: Sequence[str]) -> None:
        """Score these systems in their order."""
        for system in reversed(systems):
            self.scoring.score(system)
        self.updated.emit()

    # Updates

    def _start(self) -> None:
        self.restarted.emit()
        self._forget()

    def _restart(self) -> None:
        self.restarted.emit()
        self._follow_filter()

    def _follow_filter(self) -> None:
        self.changed.emit()
        super()._follow_filter()

    def _count(self) -> None:
        """Compute results in the background if they are visible and available."""
        if not self._is_visible:
            return
        if self.unavailable is not None:
            self.updated.emit()
            return
        from meantree.evaluation.compared_systems import outcomes, ranking
        from meantree.evaluation.significance import Resampling

        pairing, table, places = self.pairing, self.scoring.table, self.filtering.places
        assert table is not None, "scores are available"
        scored = replace(table, columns=dict(table.columns))  # a snapshot: scores keep arriving
        resampling = Resampling(pairing.test)

        def rank(work: Work) -> Ranking:
            return ranking(scored, pairing.spec, places=places, how=resampling, work=work)

        def count(work: Work) -> Outcomes:
            return outcomes(scored, pairing.spec, *pairing.both, places=places, how=resampling, work=work)

        self.outcomes.request((pairing, self.basis), count)
        self.ranking.request((pairing.spec, pairing.test, self.basis), rank)
        self.updated.emit()
