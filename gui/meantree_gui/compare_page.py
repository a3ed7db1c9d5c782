"""The Compare page: which systems are compared by which metric, and three tabs with the answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QTabBar, QToolButton, QWidget

from meantree.escaping import escaped
from meantree_gui.compare.systems_tab import SystemsTab
from meantree_gui.differences.differences_tab import DifferencesTab
from meantree_gui.figures.figures_tab import FiguresTab
from meantree_gui.state.significance_words import TESTS
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.layouts import ChooserRow

if TYPE_CHECKING:
    from meantree_gui.settings import Settings
    from meantree_gui.state.contrast import Contrast

SHORTEST_NAME: Final = 6
"""The number of letters of a choice that are legible in the narrowest window."""
CHOOSERS: Final = (
    ("", "First system", "The system that is compared"),
    ("compared with", "Second system", "The system with which the first one is compared"),
    ("by", "Metric", "The metric in focus (Ctrl+M: the next one); Inspect still shows differences if it does now"),
    ("test", "Test", "The significance test: segments are resampled, or exchanged between the two systems"),
)
"""Label, accessible name and tooltip of each chooser."""


class CompareChoices(ChooserRow):
    """Choosers of the two systems, the metric and the test."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__(SHORTEST_NAME)
        self.contrast = contrast
        self.first = self.add(*CHOOSERS[0], self._choose)
        self.swap = QToolButton()
        self.swap.setText("⇄")
        self.swap.setToolTip("Swap the two systems (Alt+X)")
        self.swap.setAccessibleName("Swap the two systems")
        self.swap.clicked.connect(contrast.swap)
        self.row.addWidget(self.swap)
        self.second, self.spec, self.test = (self.add(*words, self._choose) for words in CHOOSERS[1:])
        contrast.restarted.connect(self._fill)
        self._fill()

    def _choose(self) -> None:
        choosers = self.first, self.second, self.spec, self.test
        first, second, spec, test = (chooser.currentData() for chooser in choosers)
        self.contrast.choose(replace(self.contrast.pairing, first=first, second=second, spec=spec, test=test))
        self._fill()  # a system chosen on both sides is replaced on one

    def _fill(self) -> None:
        pairing = self.contrast.pairing
        systems = [(escaped(system), system) for system in self.contrast.systems]
        self.first.set_entries(systems, pairing.first)
        self.second.set_entries(systems, pairing.second)
        self.spec.set_entries([(escaped(spec), spec) for spec in self.contrast.scoring.specs], pairing.spec)
        self.test.set_entries([(title, test) for test, title in TESTS.items()], pairing.test)


class ComparePage(QWidget):
    """Scores of systems, what differs between their translations, and figures, over the same segments."""

    def __init__(self, contrast: Contrast, settings: Settings) -> None:
        super().__init__()
        self.contrast = contrast
        self.choices = CompareChoices(contrast)
        self.systems = SystemsTab(contrast, settings)
        self.differences = DifferencesTab(contrast)
        self.figures = FiguresTab(contrast.filtering, settings)
        self.tabs: dict[str, SystemsTab | DifferencesTab | FiguresTab] = {
            "Systems": self.systems,
            "What differs": self.differences,
            "Figures": self.figures,
        }
        self.bar, self.stack = QTabBar(), QStackedWidget()
        self._arrange()
        self.bar.currentChanged.connect(self._show)
        contrast.restarted.connect(self._show_choices)
        self._show_choices()

    @property
    def tab(self) -> str:
        """The title of the tab that is shown."""
        return self.bar.tabText(self.bar.currentIndex())

    def show_tab(self, title: str) -> None:
        """Show the tab of that title."""
        self.bar.setCurrentIndex(list(self.tabs).index(title))

    def focus(self) -> None:
        """Give the focus to the tab that is shown."""
        self.tabs[self.tab].focus()

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        for tab in self.tabs.values():
            tab.refresh()

    def _show(self, place: int) -> None:
        self.stack.setCurrentIndex(place)
        self._show_choices()

    def _show_choices(self) -> None:
        """Show the choosers that the tab uses: figures have their own."""
        self.choices.setVisible(self.tab != "Figures" and len(self.contrast.systems) > 1)
        self.choices.show_only({self.choices.test: self.tab == "Systems"})

    def _arrange(self) -> None:
        self.bar.setDocumentMode(True)
        self.bar.setExpanding(False)
        self.bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.bar.setAccessibleName("Tabs of the Compare page")
        for number, (title, tab) in enumerate(self.tabs.items(), start=1):
            self.bar.addTab(title)
            self.bar.setTabToolTip(number - 1, f"Alt+{number}")
            self.stack.addWidget(tab)
        in_column(self, self.bar, self.choices, (self.stack, 1), margins=(8, 4, 8, 4))
