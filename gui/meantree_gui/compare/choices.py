"""What is compared: the metric in focus, two systems, and the test that tells them apart."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget

from meantree.escaping import escaped
from meantree_gui.state.contrast import Contrast
from meantree_gui.state.significance_words import TESTS
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.layouts import FlowLayout, together

SHORTEST_NAME = 6
"""So many letters of what is chosen can be read in the narrowest window."""
SAID = (
    ("", "First system", "The system that is compared"),
    ("against", "Second system", "The system that it is compared with"),
    ("by", "Metric", "The metric in focus (Ctrl+M is the next one)"),
    ("test", "Test", "How chance is told from a difference: segments drawn again, or exchanged between two systems"),
)


class Choices(QWidget):
    """A row of choosers."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__()
        self.contrast = contrast
        self.first, self.second, self.spec, self.test = (StillComboBox() for _ in SAID)
        self.swap = QToolButton()
        self.swap.setText("⇄")
        self.swap.setToolTip("Swap the two systems (Alt+X)")
        self.swap.setAccessibleName("Swap the two systems")
        self.swap.clicked.connect(contrast.swap)
        row = FlowLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for chooser, (name, accessible, tip) in zip(self._choosers, SAID, strict=True):
            if chooser is self.second:
                row.addWidget(self.swap)
            chooser.setAccessibleName(accessible)
            chooser.setToolTip(tip)
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chooser.setMinimumContentsLength(SHORTEST_NAME)
            chooser.activated.connect(self._ask)
            row.addWidget(together(name, chooser))
        contrast.restarted.connect(self._fill)
        self._fill()

    @property
    def _choosers(self) -> tuple[QComboBox, ...]:
        return self.first, self.second, self.spec, self.test

    def _ask(self) -> None:
        first, second, spec, test = (chooser.currentData() for chooser in self._choosers)
        self.contrast.ask(replace(self.contrast.asked, first=first, second=second, spec=spec, test=test))
        self._fill()  # a system that is compared with itself makes room

    def _fill(self) -> None:
        asked = self.contrast.asked
        systems = [(escaped(one), one) for one in self.contrast.systems]
        specs = [(escaped(one), one) for one in self.contrast.scoring.specs]
        _fill(self.first, systems, asked.first)
        _fill(self.second, systems, asked.second)
        _fill(self.spec, specs, asked.spec)
        _fill(self.test, [(told, test) for test, told in TESTS.items()], asked.test)


def _fill(chooser: QComboBox, entries: list[tuple[str, str]], chosen: str) -> None:
    with QSignalBlocker(chooser):
        if entries != [(chooser.itemText(place), chooser.itemData(place)) for place in range(chooser.count())]:
            chooser.clear()
            for text, value in entries:
                chooser.addItem(text, value)
        chooser.setCurrentIndex(next((place for place, one in enumerate(entries) if one[1] == chosen), -1))
