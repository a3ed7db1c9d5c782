"""The groups of what a request found, to choose one of them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker

from meantree.escaping import counted, escaped
from meantree_gui.state.searching import Searching
from meantree_gui.widgets.choosers import StillComboBox


class GroupChooser(StillComboBox):
    """There where matches are grouped; the largest groups stand first."""

    def __init__(self, searching: Searching) -> None:
        super().__init__()
        self.searching = searching
        self.setAccessibleName("Groups of matches")
        self.setSizeAdjustPolicy(StillComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.hide()
        self.activated.connect(lambda place: searching.choose_group(self.itemData(place)))
        searching.changed.connect(self.fill)

    def fill(self) -> None:
        """Show the groups that there are now."""
        found = self.searching.found
        groups = found.groups if found is not None else {}
        with QSignalBlocker(self):
            self.clear()
            self.addItem(f"all {counted(len(groups), 'group')}", None)
            for group, matches in groups.items():
                self.addItem(f"{escaped(', '.join(group))}: {len(matches):,}", group)
            chosen = [None, *groups]
            self.setCurrentIndex(chosen.index(self.searching.group) if self.searching.group in chosen else 0)
        self.setVisible(bool(groups))
