"""The list of systems from the best to the worst: clusters, intervals as dots with whiskers, scores."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QLineF, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem

from meantree.picture.numbers import fixed
from meantree.shown import shown
from meantree_gui import theme
from meantree_gui.state.significance_words import of_system
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.tables import FixedColumns, Index, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.rankings import Ranking

CLUSTER, SYSTEM, INTERVAL, SCORE = range(4)
INTERVAL_ROLE = int(Qt.ItemDataRole.UserRole) + 21
"""Low, score and high as shares of the scale, and the colour; nothing where there is no score."""
WIDTHS = {CLUSTER: 26, SCORE: 66}
HEADS = {
    CLUSTER: "Cluster: each system is significantly better than all of the next clusters",
    INTERVAL: "In which range 95 % of the bootstrap samples score it; all on one scale",
    SCORE: "On the segments that are compared, which all these systems were scored on",
}
WHISKER = 4.0
DOT = 4.0


class RankingModel(FixedColumns):
    """One row a system."""

    columns: ClassVar[tuple[str, ...]] = ("", "system", "", "score")

    def __init__(self) -> None:
        super().__init__()
        self.ranking: Ranking | None = None
        self.both: tuple[str, str] = ("", "")
        self._scale = 0.0, 1.0

    def show_ranking(self, ranking: Ranking | None, both: tuple[str, str]) -> None:
        """List these systems; ``both`` are those that are compared."""
        self.beginResetModel()
        self.ranking, self.both = ranking, both
        systems = ranking.systems if ranking is not None else ()
        ends = [end for one in systems for end in (one.low, one.score, one.high) if end is not None]
        low, high = min(ends, default=0.0), max(ends, default=1.0)
        room = (high - low) * 0.04 or 0.5
        self._scale = low - room, high + room
        self.endResetModel()

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.ranking.systems) if self.ranking is not None else 0

    def system(self, row: int) -> str:
        """The system of that row."""
        return self.ranking.names[row] if self.ranking is not None else ""

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        assert self.ranking is not None  # or there are no rows
        one = self.ranking.systems[row]
        is_compared = one.system in self.both
        if column == CLUSTER:
            return Cell("" if one.cluster is None else str(one.cluster), is_number=True)
        if column == SYSTEM:
            return Cell(shown(one.system), is_heading=is_compared)
        if column == SCORE:
            return Cell("–" if one.score is None else fixed(one.score), is_number=True, is_heading=is_compared)
        return Cell("")

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        if self.ranking is None:
            return ""
        return "".join(f"<p>{escape(line)}</p>" for line in of_system(self.ranking.systems[row], self.ranking))

    def spoken(self, row: int, column: int) -> str:
        """Override FixedColumns.spoken."""
        if self.ranking is not None and column == INTERVAL:
            return ". ".join(of_system(self.ranking.systems[row], self.ranking))
        return super().spoken(row, column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override FixedColumns.data: the interval, too."""
        if role != INTERVAL_ROLE or self.ranking is None or not index.isValid() or index.row() >= self.count:
            return super().data(index, role)
        one = self.ranking.systems[index.row()]
        if one.score is None:
            return None
        low, high = self._scale
        ends = (one.score if end is None else end for end in (one.low, one.score, one.high))
        return [(end - low) / (high - low) for end in ends], one.system in self.both

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.ToolTipRole:
                return HEADS.get(section)
            if role == Qt.ItemDataRole.TextAlignmentRole and section == SCORE:
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if role == Qt.ItemDataRole.DisplayRole and section == INTERVAL and self.ranking is not None:
                low, high = self._scale
                return f"{fixed(low)} – {fixed(high)}"
        return super().headerData(section, orientation, role)


class IntervalDelegate(CellDelegate):
    """Draws an interval as a line with ends, and the score on it as a dot."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        found = index.data(INTERVAL_ROLE)
        if found is None:
            return
        shares, is_compared = found
        palette = theme.current()
        colour = QColor(palette.accent if is_compared else palette.muted)
        room = QRectF(option.rect).adjusted(8, 0, -8, 0)
        low, score, high = (room.left() + share * room.width() for share in shares)
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
        self.ranking = RankingModel()
        super().__init__(self.ranking, "Ranking of the systems")
        self.setItemDelegateForColumn(INTERVAL, IntervalDelegate(self))
        header = self.horizontalHeader()
        header.setMinimumSectionSize(24)
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, width)
        header.setSectionResizeMode(INTERVAL, QHeaderView.ResizeMode.Stretch)

    def show_ranking(self, ranking: Ranking | None, both: tuple[str, str]) -> None:
        """List these systems; the row stays where it is."""
        row = self.currentIndex().row()
        self.ranking.show_ranking(ranking, both)
        self.setColumnWidth(SYSTEM, min(180, max(70, self.sizeHintForColumn(SYSTEM) + 8)))
        if 0 <= row < self.ranking.count:
            self.selectRow(row)
