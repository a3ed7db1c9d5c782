"""The ranking of the systems: clusters, confidence intervals as dots with whiskers, and scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem

from meantree.escaping import escaped
from meantree.metrics.registry import metric
from meantree.numbers import fixed, score_text
from meantree_gui import theme
from meantree_gui.state.significance_words import of_system
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.compared_systems import RankedSystem, Ranking

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
    return (
        Column("", lambda row: str(row.ranked.cluster or ""), is_number=True, tip=CLUSTER_TIP, width=26),
        Column("system", lambda row: Cell(escaped(row.ranked.system), is_heading=row.is_compared), width=70),
        Column(scale, lambda _row: "", tip=INTERVAL_TIP, accessible_text=spoken),
        Column(f"score{_direction(ranking)}", _score, tip=SCORE_TIP, width=66, is_title_right=True),
    )


def _direction(ranking: Ranking | None) -> str:
    """Return the sign of error rates."""
    return "" if ranking is None or metric(ranking.spec).higher_is_better else " ↓"


def _score(row: RankedRow) -> Cell:
    return Cell(score_text(row.ranked.score), is_number=True, is_heading=row.is_compared)


class IntervalDelegate(CellDelegate):
    """Draws an interval as a line with whiskers, and the score as a dot on it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        model = index.model()
        row = model.rows[index.row()] if isinstance(model, ListModel) else None
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
