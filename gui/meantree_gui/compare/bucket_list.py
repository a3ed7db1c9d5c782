"""The scores of both systems by bucket: segments by length or document, words by frequency or part of speech."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.widgets.cells import bounds, gain_cell, score_cell
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree_gui.state.contrast_details import BucketDetail, BucketRow, BucketRows

PLACEHOLDER_NAMES = "first", "second"


def columns_of(
    buckets: BucketRows | None, systems: tuple[str, str], *, higher_is_better: bool
) -> tuple[Column[BucketRow], ...]:
    """Return the columns of bucket, size, both scores and difference; for words higher scores are always better."""
    is_good = higher_is_better or (buckets is not None and buckets.of_words)
    rows = buckets.rows if buckets is not None else ()
    within = bounds((score for row in rows for score in (row.first, row.second)), is_bad=not is_good)
    largest = max((abs(gap) for row in rows if (gap := _difference(row)) is not None), default=0.0)
    scored = partial(score_cell, is_bad=not is_good, within=within)
    return (
        Column(buckets.heading.lower() if buckets is not None else "bucket", lambda row: escaped(row.title)),
        Column(
            "words" if buckets is not None and buckets.of_words else "segments",
            lambda row: f"{row.size:,}",
            is_number=True,
            width=84,
        ),
        Column(escaped(systems[0]), lambda row: scored(row.first), width=74),
        Column(escaped(systems[1]), lambda row: scored(row.second), width=74),
        Column("Δ", lambda row: gain_cell(_difference(row), largest, is_good=is_good), width=74),
    )


class BucketList(QWidget):
    """The buckets and a chooser of their kind.

    Signals:
        opened: a bucket whose segments are to be listed, by Return or a double click.
    """

    opened = Signal(object)

    def __init__(self, detail: BucketDetail) -> None:
        super().__init__()
        self.detail = detail
        self.model = ListModel(columns_of(None, PLACEHOLDER_NAMES, higher_is_better=True))
        self.by, self.summary = StillComboBox(), plain_label(wrapped=True)
        self.table = RowTable(self.model, "Buckets")
        self._arrange()
        detail.latest.arrived.connect(self._show)
        detail.contrast.changed.connect(self._show)
        self.by.activated.connect(self._choose)
        self.table.entered_row.connect(self._open)
        self.table.doubleClicked.connect(self._open)

    def take_keys(self) -> None:
        """Give the focus to the buckets."""
        self.table.setFocus()

    def _choose(self) -> None:
        self.detail.choose(self.by.currentData())
        self._show()

    def _open(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if row.places:
            self.opened.emit(row)

    def _fill(self) -> None:
        self.by.set_entries(((title, name) for name, title in self.detail.titles.items()), self.detail.chosen)

    def _show(self) -> None:
        if not self.isVisible():
            return
        self._fill()
        contrast, buckets = self.detail.contrast, self.detail.latest.result
        both = contrast.pairing.first, contrast.pairing.second
        columns = columns_of(buckets, both, higher_is_better=contrast.higher_is_better)
        self.model.show(buckets.rows if buckets is not None else (), columns)
        self.table.begin()
        if buckets is None:
            self.summary.setText(self.detail.latest.why_not or "Counting …")
            return
        left_out = f" · {buckets.left_out:,} left out" if buckets.left_out else ""
        spec = escaped(contrast.pairing.spec) + ("" if contrast.higher_is_better else " ↓")
        score = "F1 of the words in each bucket" if buckets.of_words else f"{spec} of each bucket"
        hint = "" if buckets.of_words else " · Return lists its segments"
        self.summary.setText(f"{score} · {counted(buckets.segments, 'segment')}{left_out}{hint}")

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: count while visible."""
        super().showEvent(event)
        self.detail.set_visible(True)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: count nothing while hidden."""
        super().hideEvent(event)
        self.detail.set_visible(False)

    def _arrange(self) -> None:
        self.by.setAccessibleName("What the segments or words of a bucket have in common")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.by)
        column.addWidget(self.summary)
        column.addWidget(self.table, 1)


def _difference(row: BucketRow) -> float | None:
    return None if row.first is None or row.second is None else row.first - row.second
