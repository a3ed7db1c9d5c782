"""The list of systems from the best to the worst: clusters, intervals as dots with whiskers, scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem

from meantree.escaping import escaped
from meantree.numbers import fixed
from meantree_gui import theme
from meantree_gui.state.significance_words import of_system
from meantree_gui.widgets.cells import NOTHING, Cell, CellDelegate
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.compared_systems import RankedSystem, Ranking

SYSTEM, INTERVAL = 1, 2
CLUSTER_TIP = "Cluster: each system is significantly better than all of the next clusters"
INTERVAL_TIP = "In which range 95 % of the bootstrap samples score it; all on one scale"
SCORE_TIP = "On the segments that are compared, which all these systems were scored on"
WHISKER = 4.0
DOT = 4.0


@dataclass(frozen=True, slots=True)
class Rival:
    """A system in its place, whether it is one of the two that are compared, and the scale of all intervals."""

    found: RankedSystem
    is_compared: bool
    scale: tuple[float, float]

    @property
    def shares(self) -> list[float]:
        """Low, score and high as shares of the scale; none where there is no score."""
        one, (low, high) = self.found, self.scale
        if one.score is None:
            return []
        ends = (one.score if end is None else end for end in (one.low, one.score, one.high))
        return [(end - low) / (high - low) for end in ends]


def rivals_of(ranking: Ranking | None, both: tuple[str, str]) -> tuple[Rival, ...]:
    """The systems from the best; ``both`` are those that are compared."""
    systems = ranking.systems if ranking is not None else ()
    ends = [end for one in systems for end in (one.low, one.score, one.high) if end is not None]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = (high - low) * 0.04 or 0.5
    return tuple(Rival(one, one.system in both, (low - room, high + room)) for one in systems)


def columns_of(ranking: Ranking | None, scale: str) -> tuple[Column[Rival], ...]:
    """A cluster, a system, its interval on a scale, which :class:`IntervalDelegate` draws, and its score."""
    spoken = (lambda rival: ". ".join(of_system(rival.found, ranking))) if ranking is not None else None
    return (
        Column("", lambda rival: str(rival.found.cluster or ""), is_number=True, tip=CLUSTER_TIP, width=26),
        Column("system", lambda rival: Cell(escaped(rival.found.system), is_heading=rival.is_compared), width=70),
        Column(scale, lambda _rival: "", tip=INTERVAL_TIP, spoken=spoken),
        Column("score", _score, tip=SCORE_TIP, width=66, is_title_right=True),
    )


def _score(rival: Rival) -> Cell:
    score = rival.found.score
    return Cell(NOTHING if score is None else fixed(score), is_number=True, is_heading=rival.is_compared)


class IntervalDelegate(CellDelegate):
    """Draws an interval as a line with ends, and the score on it as a dot."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        model = index.model()
        rival = model.rows[index.row()] if isinstance(model, ListModel) else None
        if not isinstance(rival, Rival) or not rival.shares:
            return
        palette = theme.current()
        colour = QColor(palette.accent if rival.is_compared else palette.muted)
        room = QRectF(option.rect).adjusted(8, 0, -8, 0)
        low, score, high = (room.left() + share * room.width() for share in rival.shares)
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
    """The table of the ranking."""

    def __init__(self) -> None:
        self.rivals = ListModel(columns_of(None, ""))
        super().__init__(self.rivals, "Ranking of the systems")
        self.setItemDelegateForColumn(INTERVAL, IntervalDelegate(self))

    def system(self, row: int) -> str:
        """The system of that row."""
        return self.rivals.rows[row].found.system

    def show_ranking(self, ranking: Ranking | None, both: tuple[str, str]) -> None:
        """List these systems; the row stays where it is."""
        row, rivals = self.currentIndex().row(), rivals_of(ranking, both)
        scale = f"{fixed(rivals[0].scale[0])} – {fixed(rivals[0].scale[1])}" if rivals else ""
        says = (lambda rival: of_system(rival.found, ranking)) if ranking is not None else None
        self.rivals.show(rivals, columns_of(ranking, scale), says)
        self.setColumnWidth(SYSTEM, min(180, max(70, self.sizeHintForColumn(SYSTEM) + 8)))
        if 0 <= row < len(rivals):
            self.selectRow(row)
