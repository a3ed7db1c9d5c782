"""The search for a structural request in the filter line, in the background. No widgets."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.analysis.store import IN_PROCESS_TEXTS
from meantree_gui.background import LatestResult
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.metrics.evidence import Place
    from meantree.search.compared_units import UnitCache
    from meantree.search.filters import Places
    from meantree.search.matches import Match, Matches
    from meantree.work import Work


class Searching(QObject):
    """A search in the translations of the selected system, by the selected reference and metric.

    Attributes:
        found: the matches, ``None`` as long as there are none.
        why_not: the error in the request, empty for none.
        group: the values of the chosen group, ``None`` for all matches.

    Signals:
        changed: the matches, the chosen group, or the error changed.
    """

    changed = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.found: Matches | None = None
        self.why_not = ""
        self.group: tuple[str, ...] | None = None
        self._latest: LatestResult[Matches] = LatestResult(self.workspace.background, tells_progress=True)
        self._latest.arrived.connect(self._take)
        self._units: UnitCache | None = None
        self.workspace.opened.connect(self._latest.forget)
        self.workspace.opened.connect(self._forget_units)
        self.workspace.segment_changed.connect(self._latest.forget)

    def search(self, text: str) -> None:
        """Search for a request; ``changed`` is emitted when the matches are known, perhaps at once."""
        from meantree.search.absent_values import NamedValues
        from meantree.search.compared_units import UnitCache
        from meantree.search.corpus_search import Search
        from meantree.search.matches import collect_matches, parse_line

        corpus, table, chosen = self.workspace.corpus, self.scoring.table, self.selection
        if corpus is None or table is None:
            return
        if self._units is None:
            self._units = UnitCache()
        cache, jobs = self._units, (os.cpu_count() or 1) if len(corpus.segments) > IN_PROCESS_TEXTS else 1
        store, system, reference, focus = self.workspace.store, chosen.system, chosen.reference, chosen.focus

        def look(work: Work) -> Matches:
            line = parse_line(text)  # in the thread: a large regular expression takes a moment
            metric, systems = table.metrics[focus], [system]
            search = Search(line.request, corpus, store, metric, systems, reference, table, work.by(jobs), cache=cache)
            search.values = NamedValues.of(line.request)
            return collect_matches(line, search.matches(line.keys), search.values)

        self._latest.request((text, system, reference, focus), look)

    def clear(self) -> None:
        """Drop the matches and the request."""
        self._latest.forget()
        was_there, self.found, self.why_not, self.group = self.found is not None, None, "", None
        if was_there:
            self.changed.emit()

    def choose_group(self, group: tuple[str, ...] | None) -> None:
        """Choose the matches of one group; ``None`` for all."""
        if group != self.group:
            self.group = group
            self.changed.emit()

    @property
    def places(self) -> Places | None:
        """The segments of the matches in the chosen group; ``None`` as long as there are no matches."""
        return None if self.found is None else self.found.places(self.group)

    @property
    def is_busy(self) -> bool:
        """Whether a search is running."""
        return self._latest.is_busy

    def matches_at(self, place: int) -> list[Match]:
        """Return the matches of the chosen group in the segment at 0-based ``place``."""
        if self.found is None:
            return []
        matches = self.found.matches if self.group is None else self.found.groups.get(self.group, ())
        return [match for match in matches if match.place == place]

    def _forget_units(self) -> None:
        self._units = None

    def _take(self) -> None:
        self.found, self.why_not = self._latest.result, self._latest.why_not
        if self.found is None or self.group not in self.found.groups:
            self.group = None
        self.changed.emit()


def places_of(matches: Iterable[Match], reference: str) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Return the places of matches in the hypothesis, and in the reference of that name."""
    from meantree.metrics.evidence import Place

    by_side: dict[str, list[Place]] = {"hypothesis": [], "reference": []}
    for match in matches:
        for side, places in by_side.items():
            tokens = tuple(sorted({node.token for node in match.nodes.values() if node.side == side}))
            if tokens and (side == "hypothesis" or match.reference == reference):
                places.append(Place(tokens))
    return tuple(by_side["hypothesis"]), tuple(by_side["reference"])
