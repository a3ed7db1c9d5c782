"""Systems, a tab of the Compare page: ranking, segments and buckets of two systems, and one segment as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget

from meantree.escaping import counted, escaped
from meantree.numbers import difference, fixed
from meantree_gui.compare.compared_segment_picture import ComparedSegmentPicture
from meantree_gui.compare.compared_segments import ComparedSegmentList
from meantree_gui.compare.detail_list import BucketList
from meantree_gui.compare.ranking_list import RankingList
from meantree_gui.settings import Settings
from meantree_gui.state.contrast import Contrast
from meantree_gui.state.contrast_details import BucketDetail
from meantree_gui.state.significance_words import of_filter, significance
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.score_prompt import ResultStack

if TYPE_CHECKING:
    from meantree.evaluation.buckets import Bucket

NARROW = 820
"""Below this width in pixels the ranking is one of the tabs."""
RANKING_SHARES, PICTURE_SHARES = (4000, 6000), (3800, 4000)
"""Shares of the room until the user moves a splitter."""


class SystemsTab(QWidget):
    """Ranking, segments and buckets; the current segment is drawn below, and Return inspects it.

    Signals:
        opened: the current segment is to be inspected.
    """

    opened = Signal()

    def __init__(self, contrast: Contrast, settings: Settings) -> None:
        super().__init__()
        self.contrast, self.selection = contrast, contrast.selection
        self.ranking, self.segments = RankingList(), ComparedSegmentList(contrast)
        self.buckets = BucketList(BucketDetail(contrast))
        self.picture = ComparedSegmentPicture(contrast)
        self.caption, self.outcome = plain_label(wrapped=True), plain_label(role="", wrapped=True)
        self._compared = QWidget()
        self.results = ResultStack(self._compared)
        self.prompt = self.results.prompt
        self.tabs = QTabWidget()
        self.across = KeptSplitter(Qt.Orientation.Horizontal, settings, "compare")
        self.down = KeptSplitter(Qt.Orientation.Vertical, settings, "compare")
        self._arrange()
        self._connect()

    def focus(self) -> None:
        """Give the focus to the segments or buckets, or to the prompt in their place."""
        (self.tabs.currentWidget() if self.results.has_results else self.prompt).setFocus()

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        self.picture.refresh()
        for table in (self.ranking, self.segments.table, self.buckets.table):
            table.viewport().update()

    def _show(self) -> None:
        """Show the results, or a prompt for missing scores."""
        unavailable = self.contrast.unavailable
        if unavailable is not None:
            self.results.show_prompt(*unavailable.prompt(self.contrast.scoring.awaits))
            return
        had_focus = not self.results.has_results and self.results.has_focus
        self.results.setCurrentWidget(self._compared)
        pairing = self.contrast.pairing
        self._show_caption()
        self.ranking.show_ranking(self.contrast.ranking.result, (pairing.first, pairing.second))
        self._show_outcome()
        if had_focus:
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

    def _list_segments(self) -> None:
        if self.isVisible():
            self.segments.refresh()

    def _list_bucket(self, bucket: Bucket) -> None:
        heading = self.buckets.detail.titles[self.buckets.detail.chosen].partition(" · ")[2]
        self.segments.show_subset(bucket.places, f"with {heading} {escaped(bucket.title)}")
        self.tabs.setCurrentWidget(self.segments)
        self.focus()
        if self.segments.model.rows and self.segments.model.row_of(self.selection.place) < 0:
            self.segments.table.selectRow(0)

    def _open(self, place: int) -> None:
        """Inspect a segment of one of the two systems."""
        pairing = self.contrast.pairing
        if self.selection.system not in (pairing.first, pairing.second):
            self.selection.choose_system(pairing.first)
        self.selection.select(place)
        self.opened.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: in a narrow tab the ranking is one of the tabs."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW
        is_tab = self.tabs.indexOf(self.ranking) >= 0
        if is_narrow and not is_tab:
            self.tabs.insertTab(0, self.ranking, "Ranking")
        elif is_tab and not is_narrow:
            self.tabs.removeTab(self.tabs.indexOf(self.ranking))
            self.across.insertWidget(0, self.ranking)
            self.ranking.show()
            self.across.share(*RANKING_SHARES)

    def _connect(self) -> None:
        self.results.visible_changed.connect(self.contrast.set_visible)
        self.results.visible_changed.connect(self._show)
        self.results.visible_changed.connect(self._list_segments)
        self.contrast.updated.connect(self._show)
        self.contrast.restarted.connect(self._show)
        self.contrast.changed.connect(self._list_segments)
        self.contrast.restarted.connect(lambda: self.segments.show_subset(None))
        self.buckets.opened.connect(self._list_bucket)
        self.prompt.accepted.connect(lambda: self.contrast.score(self.contrast.unscored))
        self.segments.segment_chosen.connect(self.selection.select)
        self.segments.opened.connect(self._open)
        self.selection.segment_chosen.connect(self.segments.mark)

    def _arrange(self) -> None:
        self.tabs.setDocumentMode(True)
        for title, part in (("Segments", self.segments), ("Buckets", self.buckets)):
            self.tabs.addTab(part, title)
        self.across.addWidget(self.ranking)
        self.across.addWidget(self.tabs)
        self.across.share(*RANKING_SHARES)
        self.down.addWidget(self.across)
        self.down.addWidget(self.picture)
        self.down.share(*PICTURE_SHARES)
        in_column(self._compared, self.caption, self.outcome, (self.down, 1), margins=(0, 0, 0, 0), gap=4)
        in_column(self, (self.results, 1), margins=(0, 0, 0, 0))
