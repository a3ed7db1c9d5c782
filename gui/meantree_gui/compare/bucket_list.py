"""Both systems bucket by bucket: segments by length or document, words by frequency or part of speech."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.widgets.cells import bounds, gain_cell, score_cell
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree_gui.state.contrast_details import BucketDetail, BucketRow, BucketRows

NAMES = "first", "second"


def columns_of(
    found: BucketRows | None, systems: tuple[str, str], *, higher_is_better: bool
) -> tuple[Column[BucketRow], ...]:
    """A bucket, how much is in it, and the scores of both systems; of words more is always better."""
    is_good = higher_is_better or (found is not None and found.of_words)
    rows = found.rows if found is not None else ()
    within = bounds((score for row in rows for score in (row.first, row.second)), is_bad=not is_good)
    most = max((abs(gap) for row in rows if (gap := _gap(row)) is not None), default=0.0)
    scored = partial(score_cell, is_bad=not is_good, within=within)
    return (
        Column(found.heading.lower() if found is not None else "bucket", lambda row: escaped(row.title)),
        Column(
            "words" if found is not None and found.of_words else "segments",
            lambda row: f"{row.size:,}",
            is_number=True,
            width=84,
        ),
        Column(escaped(systems[0]), lambda row: scored(row.first), width=74),
        Column(escaped(systems[1]), lambda row: scored(row.second), width=74),
        Column("Δ", lambda row: gain_cell(_gap(row), most, is_good=is_good), width=74),
    )


class BucketList(QWidget):
    """Return or a double click on a bucket of segments lists these.

    Signals:
        wanted: a bucket.
    """

    wanted = Signal(object)

    def __init__(self, detail: BucketDetail) -> None:
        super().__init__()
        self.detail = detail
        self.model = ListModel(columns_of(None, NAMES, higher_is_better=True))
        self.by, self.summary = StillComboBox(), QLabel()
        self.table = RowTable(self.model, "Buckets")
        self._arrange()
        detail.latest.arrived.connect(self._show)
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
        self.by.set_entries(((title, name) for name, title in self.detail.titles.items()), self.detail.chosen)

    def _show(self) -> None:
        if not self.isVisible():
            return
        self._fill()
        contrast, found = self.detail.contrast, self.detail.latest.result
        both = contrast.pairing.first, contrast.pairing.second
        columns = columns_of(found, both, higher_is_better=contrast.higher_is_better)
        self.model.show(found.rows if found is not None else (), columns)
        self.table.begin()
        if found is None:
            self.summary.setText(self.detail.latest.why_not or "Counting …")
            return
        left = f" · {found.left_out:,} left out" if found.left_out else ""
        what = "F of the words of each bucket" if found.of_words else f"{escaped(contrast.pairing.spec)} of each bucket"
        ends = "" if found.of_words else " · Return lists its segments"
        self.summary.setText(f"{what} · {counted(found.segments, 'segment')}{left}{ends}")

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: it is looked at."""
        super().showEvent(event)
        self.detail.set_visible(True)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing has to be counted."""
        super().hideEvent(event)
        self.detail.set_visible(False)

    def _arrange(self) -> None:
        self.by.setAccessibleName("What segments or words have in common")
        self.summary.setProperty("role", "muted")
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.by)
        column.addWidget(self.summary)
        column.addWidget(self.table, 1)


def _gap(one: BucketRow) -> float | None:
    return None if one.first is None or one.second is None else one.first - one.second
