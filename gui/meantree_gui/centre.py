"""The centre: what is compared, in which view, and the two trees."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from meantree.comparison.comparison import Comparison
from meantree.escaping import escaped
from meantree.metrics.evidence import Term, Unit
from meantree.metrics.metric import CompareOn, OverFrames
from meantree_gui.state.selection import Selection
from meantree_gui.trees.correctors import HeadCorrector, LinkCorrector
from meantree_gui.trees.tree_pair import TreePair
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import ERROR_SIDES, MOST, FewLines, errors_of
from meantree_gui.widgets.layouts import FlowLayout, together

BEST = "all (chosen by the metric)"
MOST_LINES, FEW_LINES = MOST, 2
"""Of a text above the trees, and in a low window; all of it stands in its tip."""
FOLDED: Mapping[str, int] = {"Source": 2, "Hypothesis": 1, "Reference": 1}
"""Lines of texts where the trees, which have the words of two of them, need the room."""
LOW = 680
"""Pixels of height below which trees need the room more than texts."""
BESIDE_TREES = 300
"""Pixels of height that whole texts, choosers and the legend take."""
SHORTEST_NAME, LONGER_NAME = 4, 7
"""So many letters of what is chosen can be read in the narrowest window: of a metric, and of other things."""
WIDEST_CHOOSER, CHOOSER_SHARE = 220, 3
"""Pixels; and the part of the width that choosers beside texts take at most."""
ALL = "all units"
FRAMES_TIP = "Show frames below the trees"
NOT_OFFERED = "There are no frames to show: no metric over frames is offered. Settings has them under Metrics."
NO_FRAMES = "This segment has no frames to show."
AUTO = "auto"
WRAPPINGS: Mapping[str, str] = {
    AUTO: "Sentences of more than 40 words are wrapped",
    "on": "All sentences are wrapped that are wider than the window",
    "off": "No sentence is wrapped",
}
"""When rows are broken, in words; each is followed by the next."""
STRUCTURES: Mapping[str, CompareOn | None] = {
    "as counted": None,
    "dependencies": "dependencies",
    "constituents": "constituents",
    "words": "words",
    "frames": "frames",
}
"""What can be drawn, whatever the metric in focus compares."""


class Centre(QWidget):
    """Choosers above, texts below them, trees in the rest."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.workspace = selection, selection.workspace
        self.focus, self.kind, self.structure, self.system, self.reference = (StillComboBox() for _ in range(5))
        self.structure.addItems(list(STRUCTURES))
        self.frames = QToolButton()
        self.frames.setText("Frames")
        self.frames.setToolTip(FRAMES_TIP)
        self.frames.setCheckable(True)
        self.frames.setChecked(True)
        self.wrap = QToolButton()
        self.trees = TreePair()
        self.show_wrapping(AUTO)
        self.texts = {name: FewLines() for name in ("Source", "Hypothesis", "Reference")}
        self._arrange()
        self.focus.activated.connect(lambda: selection.choose_focus(self.focus.currentText()))
        self.kind.activated.connect(lambda: selection.choose_focus(selection.focus, self._chosen_kind()))
        self.structure.activated.connect(lambda: selection.choose_structure(STRUCTURES[self.structure.currentText()]))
        self.frames.clicked.connect(self.trees.choose_frames)
        self.trees.frames_shown.connect(self.frames.setChecked)
        self.system.activated.connect(lambda: selection.choose_system(self.system.currentData()))
        self.reference.activated.connect(lambda: selection.choose_reference(self.reference.currentData()))
        self.trees.parse_chosen.connect(selection.choose_parse)
        self.corrector = HeadCorrector(selection, self.trees)
        self.link_corrector = LinkCorrector(selection, self.trees)
        edited = self.workspace.opened, self.workspace.segment_changed
        for changed in (*edited, selection.segment_chosen, selection.system_chosen, selection.reference_chosen):
            changed.connect(lambda: self.trees.tell(""))  # what was said there is no longer so
        selection.focus_chosen.connect(lambda: None if self.trees.is_picked else self.trees.tell(""))
        selection.started.connect(self._fill)
        selection.system_chosen.connect(self._follow)
        selection.reference_chosen.connect(self._follow)
        selection.comparison_changed.connect(self._show)

    def light_up(self, unit: Unit | Term | None) -> None:
        """Show where a unit or a feature of the evidence stands."""
        comparison = self.selection.comparison
        if unit is None or comparison is None:
            self.trees.highlight((), ())
            return
        places = unit.reference_places
        place = comparison.reference
        self.trees.highlight(unit.hypothesis_places, places[place] if place < len(places) else ())

    def next_structure(self) -> None:
        """The next structure to draw, then again what the metric compares."""
        wanted = list(STRUCTURES.values())
        self.selection.choose_structure(wanted[(wanted.index(self.selection.structure) + 1) % len(wanted)])

    def toggle_frames(self) -> None:
        """Frames below the trees, or trees alone."""
        if self.frames.isEnabled():
            self.frames.click()

    def show_wrapping(self, wrapping: str) -> None:
        """Say on the button whether sentences are wrapped: ``auto``, ``on`` or ``off``."""
        self.wrap.setText(f"Wrap: {wrapping}")
        self.wrap.setToolTip(f"{WRAPPINGS[wrapping]} (Ctrl+Alt+W)")

    def _arrange(self) -> None:
        bar = FlowLayout(squeezes=True)
        bar.setContentsMargins(8, 6, 8, 0)
        named = (("Focus", self.focus), ("Units", self.kind), ("Structure", self.structure))
        for name, chooser in named:
            bar.addWidget(together(name, _named(chooser, name)))
        for wordy in (self.kind, self.structure):
            wordy.setMinimumContentsLength(LONGER_NAME)
        for toggle in (self.frames, self.wrap):
            toggle.setProperty("role", "page")  # what is on shows in any appearance
            toggle.setProperty("narrow", True)
            bar.addWidget(toggle)
        texts = QGridLayout()
        texts.setContentsMargins(8, 4, 8, 0)
        texts.setColumnStretch(2, 1)
        choosers = {"Hypothesis": _named(self.system, "System"), "Reference": _named(self.reference, "Reference")}
        for longer in choosers.values():
            longer.setMinimumContentsLength(LONGER_NAME)
        for row, (name, text) in enumerate(self.texts.items()):
            texts.addWidget(_label(name, choosers.get(name)), row, 0)
            if name in choosers:
                texts.addWidget(choosers[name], row, 1)
            texts.addWidget(text, row, 2 if name in choosers else 1, 1, 1 if name in choosers else 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(bar)
        column.addLayout(texts)
        column.addWidget(self.trees, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: what was finished or reopened on another page has other frames here."""
        super().showEvent(event)
        if not event.spontaneous() and self.selection.workspace.project is not None:
            self.selection.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: long texts take few lines where the window is low."""
        super().resizeEvent(event)
        for chooser in (self.system, self.reference):
            chooser.setMaximumWidth(max(chooser.minimumSizeHint().width(), self.width() // CHOOSER_SHARE))
        self._fold()

    def _fold(self) -> None:
        """Texts have as many lines as trees that are seen whole leave them."""
        is_folded = self.trees.wanted_height > self.height() - BESIDE_TREES
        lines = FEW_LINES if self.height() < LOW else MOST_LINES
        for name, text in self.texts.items():
            text.allow(FOLDED[name] if is_folded else lines)

    def _chosen_kind(self) -> str:
        return "" if self.kind.currentText() == ALL else self.kind.currentText()

    def _fill(self) -> None:
        corpus = self.workspace.corpus
        self.system.clear()
        self.reference.clear()
        self.focus.clear()
        self.focus.addItems(self.selection.scoring.specs)
        if corpus is not None:
            for system in corpus.systems:
                self.system.addItem(escaped(system), system)
            self.reference.addItem(BEST, None)
            for name in corpus.references:
                self.reference.addItem(escaped(name), name)
            self.reference.setEnabled(bool(corpus.references))
        self._follow()

    def _follow(self) -> None:
        self.system.setCurrentIndex(self.system.findData(self.selection.system))
        self.reference.setCurrentIndex(max(0, self.reference.findData(self.selection.reference)))

    def _offer_frames(self, comparison: Comparison | str) -> None:
        """Frames can be asked for where there are some; what is still being analysed changes nothing."""
        offered = any(isinstance(one, OverFrames) for one in self.workspace.metrics.values())
        there = offered and (isinstance(comparison, str) or comparison.frames is not None)
        self.frames.setEnabled(there)
        self.frames.setToolTip(FRAMES_TIP if there else NO_FRAMES if offered else NOT_OFFERED)

    def _show(self, comparison: Comparison | str) -> None:
        segment = self.selection.segment
        hypothesis = segment.hypotheses.get(self.selection.system) if segment else None
        mine = {side: errors_of(segment, self.selection.system, side) if segment else [] for side in ERROR_SIDES}
        self.texts["Source"].show_text((segment.source or "–") if segment else "", mine["source"])
        self.texts["Hypothesis"].show_text(hypothesis.text if hypothesis else "", mine["hypothesis"])
        self.focus.setCurrentText(self.selection.focus)
        self.structure.setCurrentIndex(list(STRUCTURES.values()).index(self.selection.structure))
        self._offer_frames(comparison)
        if isinstance(comparison, str):
            self.texts["Reference"].show_text("")
            if self.selection.alone is None:
                self.trees.show_message(comparison)
            else:
                self.trees.show_alone(self.selection.alone, self.selection.system, comparison)
            return
        self.texts["Reference"].show_text(comparison.reference_text.analysis.text)
        with QSignalBlocker(self.kind):
            self.kind.clear()
            self.kind.addItems([ALL, *comparison.evidence.kinds])
            self.kind.setCurrentText(self.selection.kind or ALL)
        names = self.selection.system, comparison.pair.reference_names[comparison.reference]
        self.trees.show_pair(comparison, names, segment.key if segment is not None else "")
        self._fold()


def _label(name: str, chooser: QComboBox | None) -> QLabel:
    label = QLabel(name)
    label.setProperty("role", "muted")
    if chooser is not None:
        label.setBuddy(chooser)
    return label


def _named(chooser: QComboBox, name: str) -> QComboBox:
    """A chooser under a name that can be read aloud."""
    chooser.setAccessibleName(name)
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    chooser.setMinimumContentsLength(SHORTEST_NAME)
    chooser.setMaximumWidth(WIDEST_CHOOSER)
    return chooser
