"""Whose work is compared: annotators to be checked, in a list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from meantree.shown import shown

PAUSE: Final = 400
"""Milliseconds after the last check: several are often changed at once."""
NAME: Final = int(Qt.ItemDataRole.UserRole)
HIGHEST: Final = 140


class People(QListWidget):
    """Space checks the current annotator, or takes the check away.

    Signals:
        chosen: others are checked; some time after the last change.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Annotators to compare")
        self.setToolTip("Whose work is compared; Space checks")
        self.setMaximumHeight(HIGHEST)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.chosen)
        self.itemChanged.connect(lambda _item: self._timer.start())

    def fill(self, names: Sequence[str]) -> None:
        """Show these annotators; whose check was taken away stays without, and who is current stays so."""
        if list(names) == self.names:
            return
        current = self.currentItem()
        kept = current.data(NAME) if current is not None else None
        unchecked = set(self.names) - set(self.checked)
        self.blockSignals(True)
        self.clear()
        for name in names:
            item = QListWidgetItem(shown(name))
            item.setData(NAME, name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked if name in unchecked else Qt.CheckState.Checked)
            self.addItem(item)
        self.setCurrentRow(list(names).index(kept) if kept in names else -1)
        self.blockSignals(False)
        self.setVisible(len(names) > 2)

    def check(self, names: Collection[str]) -> None:
        """Check these and no others, unless the user is just changing the checks; nothing is told of it."""
        if self._timer.isActive():
            return
        self.blockSignals(True)
        for item in self._items():
            is_checked = item.data(NAME) in names
            item.setCheckState(Qt.CheckState.Checked if is_checked else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        self.viewport().update()

    @property
    def names(self) -> list[str]:
        """All of them."""
        return [str(one.data(NAME)) for one in self._items()]

    @property
    def checked(self) -> list[str]:
        """Those that are compared."""
        return [str(one.data(NAME)) for one in self._items() if one.checkState() == Qt.CheckState.Checked]

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]
