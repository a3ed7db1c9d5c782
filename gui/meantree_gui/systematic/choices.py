"""What is compared: a system, beside what, in which document, by the features of which metric."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QWidget

from meantree.escaping import escaped
from meantree_gui.state.error_counts import ErrorCounts
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.layouts import FlowLayout, together

ALL_DOCUMENTS = "all documents"
SHORTEST_NAME = 6
"""So many letters of what is chosen can be read in the narrowest window."""
SAID = (
    ("System", "System", "Whose errors are counted"),
    ("beside", "Compared with", "Another system, all others, or the mean of the training data"),
    ("in", "Document", "All documents, or one alone"),
    ("by", "Metric", "The metric whose features are counted"),
)
"""Beside each chooser, aloud, and in its tip."""


class Choices(QWidget):
    """A row of choosers; those with nothing to choose from are hidden."""

    def __init__(self, counts: ErrorCounts) -> None:
        super().__init__()
        self.counts = counts
        self.system, self.against, self.document, self.spec = (StillComboBox() for _ in range(4))
        row = FlowLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self._pairs: dict[QComboBox, QWidget] = {}
        for chooser, (name, accessible, tip) in zip(
            (self.system, self.against, self.document, self.spec), SAID, strict=True
        ):
            chooser.setAccessibleName(accessible)
            chooser.setToolTip(tip)
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chooser.setMinimumContentsLength(SHORTEST_NAME)
            self._pairs[chooser] = together(name, chooser)
            row.addWidget(self._pairs[chooser])
            chooser.activated.connect(self._ask)
        counts.restarted.connect(self._fill)

    def _ask(self) -> None:
        system, against = self.system.currentData(), self.against.currentData()
        chosen = {"system": system, "against": against, "document": self.document.currentData()}
        self.counts.ask(replace(self.counts.question, spec=self.spec.currentData(), **chosen))

    def _fill(self) -> None:
        from meantree.evaluation.systematic_errors import Baseline

        asked, systems = self.counts.question, self.counts.systems
        others = [(escaped(one), one) for one in systems if one != asked.system]
        baselines = [one for one in Baseline if one is Baseline.TRAINING or len(others) > 1]
        documents: list[tuple[str, object]] = [(escaped(one) or "no document", one) for one in self.counts.documents]
        _fill(self.system, [(escaped(one), one) for one in systems], asked.system)
        _fill(self.against, [*((one.value, one) for one in baselines), *others], asked.against)
        _fill(self.document, [(ALL_DOCUMENTS, None), *documents], asked.document)
        _fill(self.spec, [(escaped(one), one) for one in self.counts.specs], asked.spec)
        for chooser in (self.document, self.spec):
            self._pairs[chooser].setVisible(chooser.count() > 1)


def _fill(chooser: QComboBox, entries: Iterable[tuple[str, object]], chosen: object) -> None:
    chooser.clear()
    for place, (text, value) in enumerate(entries):
        chooser.addItem(text, value)
        if value == chosen:
            chooser.setCurrentIndex(place)
