"""The experiments to choose from; one that cannot be made is grey, and can be gone to, to read why."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QResizeEvent

from meantree_gui import theme
from meantree_gui.experiments.whole_titles import fit_titles
from meantree_gui.widgets.choosers import CheckList, Entry

MOST_ROWS = 14
"""That are seen at once."""


class OfferedList(CheckList):
    """A check list whose grey entries cannot be checked."""

    def __init__(self) -> None:
        super().__init__("Experiments")
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # else Qt cuts what has room in a second line
        self._entries: tuple[Entry, ...] = ()

    def fill(self, entries: Iterable[Entry]) -> None:
        """Override CheckList.fill."""
        self._entries = tuple(entries)
        super().fill(Entry(one.name, one.title, one.checked) for one in self._entries)
        fit_titles(self)
        self.dress()

    def dress(self) -> None:
        """Grey as the appearance has it."""
        with QSignalBlocker(self):
            for row, entry in enumerate(self._entries):
                item = self.item(row)
                if entry.why_not:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
                    item.setForeground(QColor(theme.current().muted))
                item.setToolTip(self.told(row))

    def told(self, row: int) -> str:
        """What a row is, or why it cannot be made."""
        if not 0 <= row < len(self._entries):
            return ""
        entry = self._entries[row]
        return f"{entry.title}: {entry.why_not}." if entry.why_not else entry.title

    def why_not(self, row: int) -> str:
        """Why the experiment of a row cannot be made, empty if it can."""
        return self._entries[row].why_not if 0 <= row < len(self._entries) else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QListWidget.resizeEvent: titles take fewer or more lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            fit_titles(self)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Override CheckList.sizeHint: all rows."""
        rows = range(min(MOST_ROWS, self.count()))
        heights = [self.visualItemRect(self.item(row)).height() + 2 * self.spacing() for row in rows]
        return QSize(super().sizeHint().width(), max(40, sum(heights) + 2 * self.frameWidth() + 4))
