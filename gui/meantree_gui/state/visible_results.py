"""What is counted over scored segments while it is looked at, and what has to be scored first. No widgets."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.analysis.store import IN_PROCESS_TEXTS
from meantree.escaping import escaped, listed
from meantree_gui.actions import OPEN

if TYPE_CHECKING:
    from meantree_gui.state.filtering import Filtering


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why there is nothing to show, and the systems that have to be scored, or searched for findings, first.

    Attributes:
        reason: empty if systems have to be scored.
        spec: the metric that has to score them; empty for any.
        action: the title of the button, if there is a reason; by default it opens files.
    """

    reason: str = ""
    systems: tuple[str, ...] = ()
    spec: str = ""
    action: str = ""

    def prompt(self, awaits: Callable[[str], bool]) -> tuple[str, str]:
        """Return a message and the title of the button below it, empty for no button.

        Args:
            awaits: whether a system is being scored, or will be next.
        """
        if self.reason:
            return self.reason, self.action or OPEN
        waiting = [system for system in self.systems if not awaits(system)]
        running = [system for system in self.systems if system not in waiting]
        by = f" by {escaped(self.spec)}" if self.spec else ""
        sentences = [f"{_are(running)} being scored{by}."] if running else []
        sentences.append(
            f"{_are(waiting)} not scored{by} yet. Press Return to score."
            if waiting
            else "The results appear here when that is done."
        )
        action = "Score all systems" if len(waiting) > 2 else f"Score {listed(waiting)}" if waiting else ""
        return " ".join(sentences), action


def _are(systems: list[str]) -> str:
    return f"{listed(systems)} {'is' if len(systems) == 1 else 'are'}"


class VisibleResults(QObject):
    """Results over the segments that the filter accepts, counted anew when these or the scores change.

    They are computed only while they are visible.

    Signals:
        updated: a result arrived or is being computed, or none is available.
        restarted: what can be chosen, or what is chosen, changed.
    """

    updated = Signal()
    restarted = Signal()

    def __init__(self, filtering: Filtering) -> None:
        super().__init__()
        self.filtering, self.selection = filtering, filtering.selection
        self.scoring, self.workspace = filtering.scoring, filtering.workspace
        self._is_visible, self._edition = False, 0
        self.scoring.system_scored.connect(self._take_scores)
        self.scoring.segment_scored.connect(self._forget)
        self.scoring.table_chosen.connect(self._forget)
        filtering.changed.connect(self._follow_filter)
        self.scoring.run.progressed.connect(self._report_unavailable)

    @property
    def unavailable(self) -> Unavailable | None:
        """Why there are no results, ``None`` if there can be some."""
        raise NotImplementedError

    @property
    def basis(self) -> tuple[object, ...]:
        """A key of what is counted: the scores, and the segments that the filter accepts."""
        return self._edition, self.filtering.line, self.filtering.places.tobytes()

    def set_visible(self, is_visible: bool) -> None:
        """Compute results only while they are visible."""
        self._is_visible = is_visible
        self._count()

    def _count(self) -> None:
        """Compute the results if they are visible and available."""
        raise NotImplementedError

    def _take_scores(self, _system: str) -> None:
        self._forget()

    def _forget(self) -> None:
        """Count anew: the scores changed."""
        self._edition += 1
        self._follow_filter()

    def _follow_filter(self) -> None:
        self._count()

    def _report_unavailable(self) -> None:
        if self._is_visible and self.unavailable is not None:
            self.updated.emit()


def jobs_for(texts: int) -> int:
    """Return the number of processes that analyse so many texts."""
    return (os.cpu_count() or 1) if texts > IN_PROCESS_TEXTS else 1
