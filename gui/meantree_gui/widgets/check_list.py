"""A short list in which entries are checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

LEAST_ROWS, MOST_ROWS = 2, 6
"""That are seen at once."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One of them: its name, what is shown, whether it is checked, and why it cannot be (empty if it can)."""

    name: str
    title: str
    checked: bool
    why_not: str = ""


class CheckList(QListWidget):
    """Arrow keys walk it, the space bar checks.

    Signals:
        toggled: an entry was checked or unchecked.
    """

    toggled = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabKeyNavigation(False)
        self.setSpacing(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(lambda _item: self.toggled.emit())

    def fill(self, entries: Iterable[Entry]) -> None:
        """Show these; the current row stays where it is."""
        row = self.currentRow()
        with QSignalBlocker(self):
            self.clear()
            for entry in entries:
                item = QListWidgetItem(entry.title)
                item.setData(Qt.ItemDataRole.UserRole, entry.name)
                item.setToolTip(entry.why_not or entry.title)
                item.setCheckState(Qt.CheckState.Checked if entry.checked else Qt.CheckState.Unchecked)
                if entry.why_not:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                self.addItem(item)
            self.setCurrentRow(min(max(0, row), self.count() - 1))
        self.updateGeometry()

    @property
    def checked(self) -> tuple[str, ...]:
        """The names of what is checked."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(one.data(Qt.ItemDataRole.UserRole) for one in items if one.checkState() is Qt.CheckState.Checked)

    def sizeHint(self) -> QSize:
        """Override QListWidget.sizeHint: a few rows."""
        rows = min(MOST_ROWS, max(LEAST_ROWS, self.count()))
        return QSize(180, rows * max(20, self.sizeHintForRow(0)) + 2 * self.frameWidth() + 2)

    def minimumSizeHint(self) -> QSize:
        """Override QListWidget.minimumSizeHint."""
        return QSize(120, self.sizeHint().height())
