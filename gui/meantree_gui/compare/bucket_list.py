"""The scores of both systems by bucket: segments by length or document, words by frequency or part of speech."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex

from meantree.escaping import counted, escaped
from meantree_gui.compare.detail_list import DetailList
from meantree_gui.widgets.cells import bounds, gain_cell, score_cell
from meantree_gui.widgets.tables import Column, ListModel

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


class BucketList(DetailList):
    """The buckets; those of words open no segments."""

    def __init__(self, detail: BucketDetail) -> None:
        model = ListModel(columns_of(None, PLACEHOLDER_NAMES, higher_is_better=True))
        super().__init__(detail, model, "Buckets", "What the segments or words of a bucket have in common")

    def show_rows(self) -> str:
        """Override DetailList.show_rows."""
        contrast, buckets = self.detail.contrast, self.detail.latest.result
        both = contrast.pairing.first, contrast.pairing.second
        columns = columns_of(buckets, both, higher_is_better=contrast.higher_is_better)
        self.model.show(buckets.rows if buckets is not None else (), columns)
        if buckets is None:
            return ""
        left_out = f" · {buckets.left_out:,} left out" if buckets.left_out else ""
        spec = escaped(contrast.pairing.spec) + ("" if contrast.higher_is_better else " ↓")
        score = "F1 of the words in each bucket" if buckets.of_words else f"{spec} of each bucket"
        hint = "" if buckets.of_words else " · Return lists its segments"
        return f"{score} · {counted(buckets.segments, 'segment')}{left_out}{hint}"

    def _open(self, index: QModelIndex) -> None:
        if self.model.rows[index.row()].places:
            super()._open(index)


def _difference(row: BucketRow) -> float | None:
    return None if row.first is None or row.second is None else row.first - row.second
