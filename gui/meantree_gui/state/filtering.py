"""The active filter: which segments the table shows, and pages over many segments count. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.search.filters import Places


class Filtering(QObject):
    """One line of the user, and the places of the segments that it accepts for the present system.

    Attributes:
        line: as it was typed; empty where all segments are accepted.
        places: of the accepted segments, 0-based and ascending; of all, if the line cannot be understood.
        why_not: what is wrong with the line, empty if nothing is.

    Signals:
        changed: other segments are accepted, or the line is another.
    """

    changed = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.line, self.why_not = "", ""
        self.places: Places = _none()
        selection.started.connect(self._apply)
        selection.system_chosen.connect(self._apply)
        self.scoring.system_scored.connect(self._apply)
        self.scoring.table_chosen.connect(self._apply)

    @property
    def is_active(self) -> bool:
        """Whether some segments may be left out."""
        return bool(self.line.strip()) and not self.why_not

    def set_line(self, line: str) -> None:
        """Filter by another line."""
        if line != self.line:
            self.line = line
            self._apply()

    def _apply(self) -> None:
        import numpy as np

        from meantree.search.filters import Filter, FilterError, Segments, parse_filter

        corpus = self.workspace.corpus
        if corpus is None:
            return
        chosen, self.why_not = Filter(), ""
        try:
            chosen = parse_filter(self.line, self.scoring.specs)
        except FilterError as error:
            self.why_not = str(error)
        if chosen == Filter():
            self.places = np.arange(len(corpus.segments))
        else:
            self.places = chosen.places(Segments(corpus, self.selection.system, self.scoring.table))
        self.changed.emit()


def _none() -> Places:
    import numpy as np

    return np.arange(0)
