"""Statistics and figures of the segments that the filter accepts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from meantree_gui.pages import Page
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import Selection


class ExplorePage(QWidget):
    """Statistics and figures of the segments that the filter accepts."""

    def __init__(self, selection: Selection, filtering: Filtering) -> None:
        super().__init__()
        self.selection, self.filtering = selection, filtering
        self.count = QLabel()
        self.count.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.addWidget(self.count)
        self.page = Page("Explore", self, (), "the statistics", ("F4",), self.count.setFocus, self._show)
        filtering.changed.connect(self._show)

    def _show(self) -> None:
        self.count.setText(f"{len(self.filtering.places):,} segments")
