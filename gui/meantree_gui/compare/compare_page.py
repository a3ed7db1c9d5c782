"""The Compare page: ranking, segments, units and buckets of two systems, and one segment as a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QTabWidget, QToolButton, QWidget

from meantree.escaping import counted, escaped, listed
from meantree.numbers import difference, fixed
from meantree_gui.compare.compared_segment_picture import ComparedSegmentPicture
from meantree_gui.compare.compared_segments import ComparedSegmentList, SegmentSubset
from meantree_gui.compare.detail_list import BucketList
from meantree_gui.compare.ranking_list import RankingList
from meantree_gui.compare.unit_difference_list import UnitDifferenceList
from meantree_gui.settings import Settings
from meantree_gui.state.contrast import Contrast
from meantree_gui.state.contrast_details import BucketDetail, BucketRow, UnitDetail
from meantree_gui.state.significance_words import TESTS, of_filter, significance
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import ChooserRow, KeptSplitter
from meantree_gui.widgets.score_prompt import ScorePrompt

if TYPE_CHECKING:
    from meantree.evaluation.unit_differences import UnitDifference


SHORTEST_NAME = 6
"""The number of letters of a choice that are legible in the narrowest window."""
CHOOSERS = (
    ("", "First system", "The system that is compared"),
    ("compared with", "Second system", "The system that it is compared with"),
    ("by", "Metric", "The metric in focus (Ctrl+M chooses the next one)"),
    ("test", "Test", "The significance test: segments are resampled, or exchanged between the two systems"),
)
"""Label, accessible name and tooltip of each chooser."""
NARROW = 820
"""Below this width in pixels the ranking is one of the tabs."""
RANKING_SHARES, PICTURE_SHARES = (4000, 6000), (3800, 4000)
"""Shares of the room until the user moves a splitter."""
COMPARED, PROMPT = range(2)
"""Pages of the stack."""


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
    """Ranking, segments, units and buckets; the current segment is drawn below, and Return inspects it.

    Signals:
        opened: the current segment is to be inspected.
    """

    opened = Signal()

    def __init__(self, contrast: Contrast, settings: Settings) -> None:
        super().__init__()
        self.contrast, self.selection = contrast, contrast.selection
        self.choices, self.ranking, self.segments = (
            CompareChoices(contrast),
            RankingList(),
            ComparedSegmentList(contrast),
        )
        self.units, self.buckets = UnitDifferenceList(UnitDetail(contrast)), BucketList(BucketDetail(contrast))
        self.picture = ComparedSegmentPicture(contrast)
        self.caption, self.outcome = plain_label(wrapped=True), plain_label(role="", wrapped=True)
        self.prompt = ScorePrompt()
        self.tabs = QTabWidget()
        self.across = KeptSplitter(Qt.Orientation.Horizontal, settings, "compare")
        self.down = KeptSplitter(Qt.Orientation.Vertical, settings, "compare")
        self._arrange()
        self._connect()

    def go_to(self, part: QWidget) -> None:
        """Give the focus to the segments, units, buckets or ranking, if the page is visible and has results."""
        if self.isVisible() and self._stack.currentIndex() == COMPARED:
            tab = self._ranked if part is self.ranking else part
            if self.tabs.indexOf(tab) >= 0:
                self.tabs.setCurrentWidget(tab)
            part.setFocus()

    def focus(self) -> None:
        """Give the focus to the segments, or to the prompt in their place."""
        if self._stack.currentIndex() == COMPARED:
            self.go_to(self.segments)
        else:
            self.prompt.setFocus()

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        self.picture.refresh()
        for table in (self.ranking, self.segments.table, self.units.table, self.buckets.table):
            table.viewport().update()

    def _show(self) -> None:
        """Show the results, or a prompt for missing scores."""
        unavailable = self.contrast.unavailable
        self.choices.setVisible(len(self.contrast.systems) > 1)
        had_keys = self.prompt.has_keys
        self._stack.setCurrentIndex(COMPARED if unavailable is None else PROMPT)
        if unavailable is not None:
            self._show_prompt()
            return
        pairing = self.contrast.pairing
        self._show_caption()
        self.ranking.show_ranking(self.contrast.ranking.result, (pairing.first, pairing.second))
        self._show_outcome()
        if had_keys:
            self.focus()

    def _show_caption(self) -> None:
        corpus, ranking = self.contrast.workspace.corpus, self.contrast.ranking.result
        parts = [of_filter(self.contrast.filtering, len(corpus.segments))] if corpus is not None else []
        if ranking is not None and ranking.left_out:
            parts.append(f"{ranking.left_out:,} not scored for every system")
        if self.contrast.ranking.is_busy:
            parts.append("ranking …")
        elif self.contrast.ranking.why_not:
            parts.append(self.contrast.ranking.why_not)
        unscored = len(self.contrast.unscored)
        if unscored:
            parts.append(f"{unscored:,} of {counted(len(self.contrast.systems), 'system')} not scored yet (Shift+F5)")
        self.caption.setText(" · ".join(parts))

    def _show_outcome(self) -> None:
        outcomes, pairing = self.contrast.outcomes.result, self.contrast.pairing
        names = f"{escaped(pairing.first)} compared with {escaped(pairing.second)}"
        if outcomes is None:
            self.outcome.setText(self.contrast.outcomes.why_not or f"{names}: counting …")
        elif outcomes.difference is None or outcomes.first_score is None or outcomes.second_score is None:
            self.outcome.setText(f"{names}: no score on these segments")
        else:
            result = significance(outcomes, higher_is_better=self.contrast.higher_is_better)
            scores = (
                f"{fixed(outcomes.first_score)} and {fixed(outcomes.second_score)}, {difference(outcomes.difference)}"
            )
            self.outcome.setText(f"{names}: {scores} · {result}")

    def _show_prompt(self) -> None:
        unavailable = self.contrast.unavailable
        if unavailable is None:
            return
        names = f"{listed(unavailable.systems)} {'is' if len(unavailable.systems) == 1 else 'are'}"
        spec = escaped(self.contrast.pairing.spec)
        if not unavailable.systems:
            self.prompt.show_prompt(unavailable.reason)
        elif all(map(self.contrast.scoring.awaits, unavailable.systems)):
            self.prompt.show_prompt(f"{names} being scored by {spec}. The comparison appears here when that is done.")
        else:
            text = f"{names} not scored by {spec} yet. Press Return to score all systems."
            self.prompt.show_prompt(text, "Score all systems")

    def _list_segments(self) -> None:
        if self.isVisible():
            self.segments.refresh()

    def _list_unit(self, unit: UnitDifference) -> None:
        """List the segments in which one system has more of a unit."""
        verb, verb_passive = ("matches", "matched by") if unit.counted == "matched" else ("adds", "added by")
        subset = SegmentSubset(
            f"in which one system {verb} more of “{escaped(unit.label)}” ({escaped(unit.kind)})",
            (*unit.first_only, *unit.second_only),
            unit.first_only,
            verb_passive,
        )
        self._list_subset(subset)

    def _list_bucket(self, bucket: BucketRow) -> None:
        heading = self.buckets.detail.titles[self.buckets.detail.chosen].partition(" · ")[2]
        self._list_subset(SegmentSubset(f"with {heading} {escaped(bucket.title)}", bucket.places))

    def _list_subset(self, subset: SegmentSubset) -> None:
        self.segments.show_subset(subset)
        self.go_to(self.segments)
        if self.segments.model.rows and self.segments.model.row_of(self.selection.place) < 0:
            self.segments.table.selectRow(0)

    def _open(self, place: int) -> None:
        """Inspect a segment of one of the two systems."""
        pairing = self.contrast.pairing
        if self.selection.system not in (pairing.first, pairing.second):
            self.selection.choose_system(pairing.first)
        self.selection.select(place)
        self.opened.emit()

    def _score(self) -> None:
        self.contrast.score(self.contrast.unscored)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: compute results while visible."""
        super().showEvent(event)
        self.contrast.set_visible(True)
        self._show()
        self.segments.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: compute nothing while hidden."""
        super().hideEvent(event)
        self.contrast.set_visible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: on a narrow page the ranking is one of the tabs."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW
        is_tab = self.tabs.indexOf(self._ranked) >= 0
        if is_narrow and not is_tab:
            self.tabs.insertTab(0, self._ranked, "Ranking")
        elif is_tab and not is_narrow:
            self.tabs.removeTab(self.tabs.indexOf(self._ranked))
            self.across.insertWidget(0, self._ranked)
            self._ranked.show()
            self.across.share(*RANKING_SHARES)

    def _connect(self) -> None:
        self.contrast.updated.connect(self._show)
        self.contrast.restarted.connect(self._show)
        self.contrast.changed.connect(self._list_segments)
        self.contrast.restarted.connect(lambda: self.segments.show_subset(None))
        self.units.opened.connect(self._list_unit)
        self.buckets.opened.connect(self._list_bucket)
        self.prompt.accepted.connect(self._score)
        self.segments.segment_chosen.connect(self.selection.select)
        self.segments.opened.connect(self._open)
        self.selection.segment_chosen.connect(self.segments.mark)

    def _arrange(self) -> None:
        self._ranked = QWidget()
        in_column(self._ranked, (self.ranking, 1), margins=(0, 2, 0, 0))
        self.tabs.setDocumentMode(True)
        for title, part in (("Segments", self.segments), ("Units", self.units), ("Buckets", self.buckets)):
            self.tabs.addTab(part, title)
        self.across.addWidget(self._ranked)
        self.across.addWidget(self.tabs)
        self.across.share(*RANKING_SHARES)
        self.down.addWidget(self.across)
        self.down.addWidget(self.picture)
        self.down.share(*PICTURE_SHARES)
        compared = QWidget()
        in_column(compared, self.caption, self.outcome, (self.down, 1), margins=(0, 0, 0, 0), gap=4)
        room = QWidget()
        self._stack = QStackedLayout(room)
        self._stack.addWidget(compared)
        self._stack.addWidget(self.prompt)
        in_column(self, self.choices, (room, 1), margins=(8, 6, 8, 4))
