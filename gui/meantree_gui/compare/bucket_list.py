"""Both systems bucket by bucket: segments by length or document, words by frequency or part of speech."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QVBoxLayout, QWidget

from meantree.metrics.evidence import Status
from meantree.picture.numbers import difference, fixed
from meantree.shown import shown
from meantree_gui import theme
from meantree_gui.state.significance_words import number_of
from meantree_gui.widgets.cells import Cell, bounds, score_cell
from meantree_gui.widgets.still_combo_box import StillComboBox
from meantree_gui.widgets.tables import FixedColumns, RowTable

if TYPE_CHECKING:
    from meantree_gui.state.contrast_details import BucketDetail, BucketRow, BucketRows

BUCKET, SIZE, FIRST, SECOND, DIFFERENCE = range(5)
WIDTHS = {SIZE: 84, FIRST: 74, SECOND: 74, DIFFERENCE: 74}


class BucketModel(FixedColumns):
    """One row a bucket."""

    columns: ClassVar[tuple[str, ...]] = ("bucket", "segments", "first", "second", "Δ")

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[BucketRow] = ()
        self.names = ("first", "second")
        self._heads = "bucket", "segments"
        self._better, self._most, self._within = 1.0, 0.0, (0.0, 1.0)

    def show_buckets(self, found: BucketRows | None, systems: tuple[str, str], *, higher_is_better: bool) -> None:
        """List these buckets; of words more is always better."""
        self.beginResetModel()
        self.rows = found.rows if found is not None else ()
        self.names = shown(systems[0]), shown(systems[1])
        self._heads = (
            (found.heading.lower(), "words" if found.of_words else "segments") if found else ("bucket", "segments")
        )
        is_good = higher_is_better or (found is not None and found.of_words)
        self._better = 1.0 if is_good else -1.0
        self._within = bounds((score for row in self.rows for score in (row.first, row.second)), is_bad=not is_good)
        self._most = max((abs(gap) for row in self.rows if (gap := _gap(row)) is not None), default=0.0)
        self.endResetModel()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, BUCKET, DIFFERENCE)

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.rows)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        one = self.rows[row]
        if column == BUCKET:
            return Cell(shown(one.title))
        if column == SIZE:
            return Cell(f"{one.size:,}", is_number=True)
        if column == DIFFERENCE:
            return self._difference(one)
        score = one.first if column == FIRST else one.second
        if score is None:
            return Cell("–", is_number=True)
        return score_cell(fixed(score), score, is_bad=self._better < 0, within=self._within)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        return f"<p>{escape(shown(self.rows[row].title))}</p>"

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData: scores stand under names."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole and section < DIFFERENCE:
            return (*self._heads, *self.names)[section]
        return super().headerData(section, orientation, role)

    def _difference(self, one: BucketRow) -> Cell:
        gap = _gap(one)
        if gap is None:
            return Cell("–", is_number=True)
        palette = theme.current()
        status = Status.MATCHED if gap * self._better > 0 else Status.MISSED
        colour = QColor(palette.status[status] if gap else palette.muted)
        share = 0.5 + gap / (2 * self._most) if self._most else 0.5
        return Cell(difference(gap), is_number=True, colour=colour, share=share, zero=0.5, bar=colour)


class BucketList(QWidget):
    """Return or a double click on a bucket of segments lists these.

    Signals:
        wanted: a bucket.
    """

    wanted = Signal(object)

    def __init__(self, detail: BucketDetail) -> None:
        super().__init__()
        self.detail, self.model = detail, BucketModel()
        self.by, self.summary = StillComboBox(), QLabel()
        self.table = RowTable(self.model, "Buckets")
        self._arrange()
        detail.answers.arrived.connect(self._show)
        detail.contrast.changed.connect(self._show)
        self.by.activated.connect(self._choose)
        self.table.entered_row.connect(self._want)
        self.table.doubleClicked.connect(self._want)

    def take_keys(self) -> None:
        """Keys go to the buckets."""
        self.table.setFocus()

    def _choose(self) -> None:
        self.detail.choose(self.by.currentData())
        self._show()

    def _want(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if row.places:
            self.wanted.emit(row)

    def _fill(self) -> None:
        with QSignalBlocker(self.by):
            self.by.clear()
            for name, title in self.detail.titles.items():
                self.by.addItem(title, name)
            self.by.setCurrentIndex(max(0, self.by.findData(self.detail.chosen)))

    def _show(self) -> None:
        if not self.isVisible():
            return
        self._fill()
        contrast, found = self.detail.contrast, self.detail.answers.answer
        both = contrast.asked.first, contrast.asked.second
        self.model.show_buckets(found, both, higher_is_better=contrast.higher_is_better)
        self.table.begin()
        if found is None:
            self.summary.setText(self.detail.answers.why_not or "Counting …")
            return
        left = f" · {found.left_out:,} left out" if found.left_out else ""
        what = "F of the words of each bucket" if found.of_words else f"{shown(contrast.asked.spec)} of each bucket"
        ends = "" if found.of_words else " · Return lists its segments"
        self.summary.setText(f"{what} · {number_of(found.segments, 'segment')}{left}{ends}")

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: it is looked at."""
        super().showEvent(event)
        self.detail.look(True)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing has to be counted."""
        super().hideEvent(event)
        self.detail.look(False)

    def _arrange(self) -> None:
        self.by.setAccessibleName("What segments or words have in common")
        self.summary.setProperty("role", "muted")
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        for column, width in WIDTHS.items():
            self.table.setColumnWidth(column, width)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(BUCKET, QHeaderView.ResizeMode.Stretch)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 4, 0, 0)
        column_.setSpacing(4)
        column_.addWidget(self.by)
        column_.addWidget(self.summary)
        column_.addWidget(self.table, 1)


def _gap(one: BucketRow) -> float | None:
    return None if one.first is None or one.second is None else one.first - one.second
