"""Lists of one kind of difference between two systems, with a chooser of the kind; scores by bucket are one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import bounds, gain_cell, score_cell
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.buckets import Bucket, Buckets
    from meantree_gui.state.contrast_details import BucketDetail, Detail


class DetailList(QWidget):
    """The rows of a detail, which is counted while they are visible; a subclass shows them."""

    def __init__(self, detail: Detail[Any], model: ListModel[Any], name: str, kinds: str) -> None:
        super().__init__()
        self.detail, self.model, self.table = detail, model, RowTable(model, name)
        self.kind, self.summary = StillComboBox(), plain_label(wrapped=True)
        self.kind.setAccessibleName(kinds)
        self.setFocusProxy(self.table)
        self.above = QHBoxLayout()
        self.above.addWidget(self.kind, 1)
        in_column(self, self.above, self.summary, (self.table, 1), margins=(0, 4, 0, 0), gap=4)
        detail.latest.arrived.connect(self.update_rows)
        detail.contrast.changed.connect(self.update_rows)
        self.kind.activated.connect(self._choose)

    def show_rows(self) -> str:
        """Show what was counted, and return what sums it up."""
        raise NotImplementedError

    def fill(self) -> None:
        """Offer the kinds of differences."""
        self.kind.set_entries(((title, name) for name, title in self.detail.titles.items()), self.detail.chosen)

    def update_rows(self) -> None:
        """Show the latest counts, if the list is visible."""
        if self.isVisible():
            self.fill()
            summary = self.show_rows()
            self.table.begin()
            is_counted = self.detail.latest.result is not None
            self.summary.setText(summary if is_counted else self.detail.latest.why_not or "Counting …")

    def _choose(self) -> None:
        self.detail.choose(self.kind.currentData())
        self.update_rows()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: count while visible."""
        super().showEvent(event)
        self.detail.set_visible(True)
        self.update_rows()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: count nothing while hidden."""
        super().hideEvent(event)
        self.detail.set_visible(False)


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


class BucketList(DetailList):
    """The buckets; those of words open no segments."""

    def __init__(self, detail: BucketDetail) -> None:
        model = ListModel(columns_of(None, PLACEHOLDER_NAMES, higher_is_better=True))
        super().__init__(detail, model, "Buckets", "What the segments or words of a bucket have in common")

    def show_rows(self) -> str:
        """Override DetailList.show_rows."""
        contrast, buckets = self.detail.contrast, self.detail.latest.result
        columns = columns_of(buckets, contrast.pairing.both, higher_is_better=contrast.higher_is_better)
        self.model.show(buckets.buckets if buckets is not None else (), columns)
        if buckets is None:
            return ""
        left_out = f" · {buckets.left_out:,} left out" if buckets.left_out else ""
        spec = escaped(contrast.pairing.spec) + ("" if contrast.higher_is_better else " ↓")
        score = "F1 of the words in each bucket" if buckets.spec is None else f"{spec} of each bucket"
        hint = "" if buckets.spec is None else " · Return lists its segments"
        return f"{score} · {counted(buckets.segments, 'segment')}{left_out}{hint}"
