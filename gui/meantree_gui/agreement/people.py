"""Whose work is compared: annotators to be checked, in a list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal

from meantree.escaping import escaped
from meantree_gui.widgets.choosers import CheckList, Entry

PAUSE: Final = 400
"""Milliseconds after the last check: several are often changed at once."""


class People(CheckList):
    """Space checks the current annotator, or takes the check away.

    Signals:
        chosen: others are checked; some time after the last change.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__("Annotators to compare")
        self.names: tuple[str, ...] = ()
        self.setToolTip("Whose work is compared; Space checks")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.chosen)
        self.toggled.connect(self._timer.start)

    def offer(self, names: Sequence[str]) -> None:
        """Show these annotators; whose check was taken away stays without, and who is current stays so."""
        if tuple(names) == self.names:
            return
        before, row, checked = self.names, self.currentRow(), self.checked
        current = before[row] if 0 <= row < len(before) else None
        self.names = tuple(names)
        self.fill(Entry(name, escaped(name), name in checked or name not in before) for name in names)
        self.setCurrentRow(names.index(current) if current in names else -1)
        self.setVisible(len(names) > 2)

    def check(self, names: Collection[str]) -> None:
        """Check these and no others, unless the user is just changing the checks; nothing is told of it."""
        if not self._timer.isActive():
            self.fill(Entry(name, escaped(name), name in names) for name in self.names)
