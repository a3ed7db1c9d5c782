"""A report of what is open, as it will be printed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from meantree_gui.pages import Page
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import Selection


class ReportPage(QWidget):
    """A report of what is open, as it will be printed."""

    def __init__(self, selection: Selection, filtering: Filtering) -> None:
        super().__init__()
        self.selection, self.filtering = selection, filtering
        self.count = QLabel()
        self.count.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.addWidget(self.count)
        self.page = Page("Report", self, (), "the report", ("F11",), self.count.setFocus, self._show)
        filtering.changed.connect(self._show)

    def _show(self) -> None:
        self.count.setText(f"{len(self.filtering.places):,} segments")
