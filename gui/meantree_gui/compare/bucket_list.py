"""The list of scores of two systems by bucket: by length, document or rating of segments, or of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from meantree.escaping import counted, escaped
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import bounds, gain_cell, score_cell
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.buckets import Bucket, Buckets
    from meantree_gui.state.contrast_details import BucketDetail


PLACEHOLDER_NAMES = "first", "second"


def columns_of(
    buckets: Buckets | None, systems: tuple[str, str], *, higher_is_better: bool
) -> tuple[Column[Bucket], ...]:
    """Return the columns of bucket, size, both scores and difference; for words higher scores are always better."""
    of_words = buckets is not None and buckets.spec is None
    is_good = higher_is_better or of_words
    rows = buckets.buckets if buckets is not None else ()
    within = bounds((score for row in rows for score in row.scores.values()), is_bad=not is_good)

    def gap(row: Bucket) -> float | None:
        first, second = map(row.scores.get, systems)
        return None if first is None or second is None else first - second

    def score(system: str) -> Column[Bucket]:
        return Column(
            escaped(system), lambda row: score_cell(row.scores.get(system), is_bad=not is_good, within=within), width=74
        )

    largest = max((abs(one) for row in rows if (one := gap(row)) is not None), default=0.0)
    size = "words" if of_words else "segments"
    return (
        Column(buckets.title.lower() if buckets is not None else "bucket", lambda row: escaped(row.title)),
        Column(size, lambda row: f"{row.size:,}", is_number=True, width=84),
        *map(score, systems),
        Column("Δ", lambda row: gain_cell(gap(row), largest, is_good=is_good), width=74),
    )


class BucketList(QWidget):
    """The buckets, which are counted while they are visible, below a chooser; those of words open no segments."""

    def __init__(self, detail: BucketDetail) -> None:
        super().__init__()
        self.detail = detail
        self.model = ListModel(columns_of(None, PLACEHOLDER_NAMES, higher_is_better=True))
        self.table = RowTable(self.model, "Buckets")
        self.kind, self.summary = StillComboBox(), plain_label(wrapped=True)
        self.kind.setAccessibleName("What the segments or words of a bucket have in common")
        self.setFocusProxy(self.table)
        in_column(self, self.kind, self.summary, (self.table, 1), margins=(0, 4, 0, 0), gap=4)
        detail.latest.arrived.connect(self._show)
        detail.contrast.changed.connect(self._show)
        self.kind.activated.connect(self._choose)

    def _show(self) -> None:
        """Show the latest counts, if the list is visible."""
        if not self.isVisible():
            return
        contrast, buckets = self.detail.contrast, self.detail.latest.result
        self.kind.set_entries(((title, name) for name, title in self.detail.titles.items()), self.detail.chosen)
        columns = columns_of(buckets, contrast.pairing.both, higher_is_better=contrast.higher_is_better)
        self.model.show(buckets.buckets if buckets is not None else (), columns)
        self.table.begin()
        waiting = self.detail.latest.why_not or "Counting …"
        self.summary.setText(waiting if buckets is None else self._summary(buckets))

    def _summary(self, buckets: Buckets) -> str:
        contrast = self.detail.contrast
        left_out = f" · {buckets.left_out:,} left out" if buckets.left_out else ""
        spec = escaped(contrast.pairing.spec) + ("" if contrast.higher_is_better else " ↓")
        score = "F1 of the words in each bucket" if buckets.spec is None else f"{spec} of each bucket"
        hint = "" if buckets.spec is None else " · Return lists its segments"
        return f"{score} · {counted(buckets.segments, 'segment')}{left_out}{hint}"

    def _choose(self) -> None:
        self.detail.choose(self.kind.currentData())
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: count while visible."""
        super().showEvent(event)
        self.detail.set_visible(True)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: count nothing while hidden."""
        super().hideEvent(event)
        self.detail.set_visible(False)
