"""Systems, a tab of the Compare page: ranking, segments and buckets of two systems, and one segment as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QTabWidget, QWidget

from meantree.escaping import counted, escaped
from meantree.evaluation.compared_systems import SCORE
from meantree.evaluation.compared_systems import SYSTEM as NAME
from meantree.metrics.registry import metric
from meantree.numbers import difference, fixed
from meantree_gui import theme
from meantree_gui.compare.bucket_list import BucketList
from meantree_gui.compare.compared_segment_picture import ComparedSegmentPicture
from meantree_gui.compare.compared_segments import ComparedSegmentList
from meantree_gui.settings import Settings
from meantree_gui.state.contrast import Contrast
from meantree_gui.state.contrast_details import BucketDetail
from meantree_gui.state.significance_words import of_filter, of_system, significance
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.score_prompt import ResultStack
from meantree_gui.widgets.tables import Column, ListModel, RowTable, row_at

if TYPE_CHECKING:
    from meantree.evaluation.buckets import Bucket
    from meantree.evaluation.compared_systems import RankedSystem, Ranking
    from meantree.evaluation.value_table import AnswerColumn


NARROW = 820
"""Below this width in pixels the ranking is one of the tabs."""
RANKING_SHARES, PICTURE_SHARES = (4000, 6000), (3300, 4500)
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
        with self.results.keeping_focus(self.focus):
            self.results.setCurrentWidget(self._compared)
            self._show_caption()
            self.ranking.show_ranking(self.contrast.ranking.result, self.contrast.pairing.both)
            self._show_outcome()

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
        if not bucket.places:  # of words
            return
        heading = self.buckets.detail.titles[self.buckets.detail.chosen].partition(" · ")[2]
        self.segments.show_subset(bucket.places, f"with {heading} {escaped(bucket.title)}")
        self.tabs.setCurrentWidget(self.segments)
        self.focus()
        if self.segments.model.rows and self.segments.model.row_of(self.selection.place) < 0:
            self.segments.table.selectRow(0)

    def _open(self, place: int) -> None:
        """Inspect a segment of one of the two systems."""
        first, system = self.contrast.pairing.first, self.selection.system
        self.selection.choose_translation(system if system in self.contrast.pairing.both else first, place)
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
        self.buckets.table.opened.connect(self._list_bucket)
        self.prompt.accepted.connect(lambda: self.contrast.score(self.contrast.unscored))
        self.segments.table.chosen.connect(lambda place: None if place is None else self.selection.select(place))
        self.segments.table.opened.connect(self._open)
        self.selection.segment_chosen.connect(self.segments.table.follow)

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


SYSTEM, INTERVAL = 1, 2
CLUSTER_TIP = "Cluster: each system is significantly better than all systems of the clusters below"
INTERVAL_TIP = "The bootstrap 95 % confidence interval; all systems on one scale"
SCORE_TIP = "The score on the compared segments, on which all these systems were scored"
WHISKER = 4.0
"""Half the height of a whisker in pixels."""
DOT = 4.0
"""The radius of a dot in pixels."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A system of the ranking, whether it is one of the two compared ones, and the scale of all intervals."""

    ranked: RankedSystem
    is_compared: bool
    scale: tuple[float, float]

    @property
    def shares(self) -> list[float]:
        """Low, score and high as shares of the scale; empty without a score."""
        ranked, (low, high) = self.ranked, self.scale
        if ranked.score is None:
            return []
        ends = (ranked.score if end is None else end for end in (ranked.low, ranked.score, ranked.high))
        return [(end - low) / (high - low) for end in ends]


def ranked_rows(ranking: Ranking | None, both: tuple[str, str]) -> tuple[RankedRow, ...]:
    """Return the systems from the best; ``both`` are the compared ones."""
    systems = ranking.systems if ranking is not None else ()
    ends = [end for ranked in systems for end in (ranked.low, ranked.score, ranked.high) if end is not None]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = (high - low) * 0.04 or 0.5
    return tuple(RankedRow(ranked, ranked.system in both, (low - room, high + room)) for ranked in systems)


def columns_of(ranking: Ranking | None, scale: str) -> tuple[Column[RankedRow], ...]:
    """Return the columns of cluster, system, interval (drawn by :class:`IntervalDelegate`) and score."""
    spoken = (lambda row: ". ".join(of_system(row.ranked, ranking))) if ranking is not None else None

    sign = "" if ranking is None or metric(ranking.spec).higher_is_better else " ↓"

    def standing(column: AnswerColumn[RankedSystem], row: RankedRow) -> Cell:
        return Cell(column.shown(row.ranked), is_number=not column.is_name, is_heading=row.is_compared)

    return (
        Column("", lambda row: str(row.ranked.cluster or ""), is_number=True, tip=CLUSTER_TIP, width=26),
        Column("system", partial(standing, NAME), width=70),
        Column(scale, lambda _row: "", tip=INTERVAL_TIP, accessible_text=spoken),
        Column(SCORE.heading + sign, partial(standing, SCORE), tip=SCORE_TIP, width=66, is_title_right=True),
    )


class IntervalDelegate(CellDelegate):
    """Draws an interval as a line with whiskers, and the score as a dot on it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        row = row_at(index)
        if not isinstance(row, RankedRow) or not row.shares:
            return
        palette = theme.current()
        colour = QColor(palette.accent if row.is_compared else palette.muted)
        room = QRectF(option.rect).adjusted(8, 0, -8, 0)
        low, score, high = (room.left() + share * room.width() for share in row.shares)
        y = room.center().y()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 1.6))
        painter.drawLine(QLineF(low, y, high, y))
        for end in (low, high):
            painter.drawLine(QLineF(end, y - WHISKER, end, y + WHISKER))
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(score, y), DOT, DOT)
        painter.restore()


class RankingList(RowTable):
    """The ranking as a table."""

    def __init__(self) -> None:
        self.ranked = ListModel(columns_of(None, ""))
        super().__init__(self.ranked, "Ranking of the systems")
        self.setItemDelegateForColumn(INTERVAL, IntervalDelegate(self))

    def show_ranking(self, ranking: Ranking | None, both: tuple[str, str]) -> None:
        """List the systems; the current row number is kept."""
        current, rows = self.currentIndex().row(), ranked_rows(ranking, both)
        scale = f"{fixed(rows[0].scale[0])} – {fixed(rows[0].scale[1])}" if rows else ""
        tip = (lambda row: of_system(row.ranked, ranking)) if ranking is not None else None
        self.ranked.show(rows, columns_of(ranking, scale), tip)
        self.setColumnWidth(SYSTEM, min(180, max(70, self.sizeHintForColumn(SYSTEM) + 8)))
        if 0 <= current < len(rows):
            self.selectRow(current)
