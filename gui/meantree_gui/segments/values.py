"""Numbers of the columns and what rows are sorted by, as arrays; those of many segments are made in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import merge
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.work import chunks
from meantree_gui.segments.columns import ID, TableColumn
from meantree_gui.state.filtering import MANY, Filtering
from meantree_gui.widgets.cells import SHARES, Bounds, bounds

if TYPE_CHECKING:
    from meantree.search.filter_columns import Floats
    from meantree.work import Work


class Values(QObject):
    """Of the segments as they are now, until they change.

    Signals:
        made: the values of the column of that key are there.
    """

    made = Signal(str)

    def __init__(self, filtering: Filtering) -> None:
        super().__init__()
        self._filtering = filtering
        self._numbers: dict[str, Floats] = {}
        self._ranks: dict[str, Floats] = {}
        self._ends: dict[str, tuple[float, float] | None] = {}
        self._making: set[str] = set()
        self._outdated: set[str] = set()
        self._edition = 0

    def forget(self) -> None:
        """The segments are others, or something about them is."""
        self._edition += 1
        self._numbers.clear()
        self._ranks.clear()
        self._ends.clear()
        self._making.clear()
        self._outdated.clear()

    def forget_columns(self, keys: Iterable[str]) -> None:
        """Only these columns are others."""
        for key in keys:
            self._numbers.pop(key, None)
            self._ends.pop(key, None)

    def make_again(self, key: str) -> None:
        """A column that takes its time is another; what it was is shown until it is there."""
        self._outdated.add(key)

    def numbers(self, column: TableColumn) -> Floats | None:
        """One number a segment, NaN where undefined; None while they are being made."""
        found, measure = self._numbers.get(column.key), column.measure
        if measure is None or (found is not None and column.key not in self._outdated):
            return found
        segments = self._filtering.segments
        if segments is None:
            return None
        is_there = measure.kind in ("score", "difference") or segments.columns.has(measure, segments.system)
        if is_there or (len(segments) <= MANY and not measure.is_slow):
            found = self._numbers[column.key] = segments.numbers(measure)
            return found
        self._make(column.key, self._numbers, lambda work: replace(segments, work=work).numbers(measure))
        return found

    def sort_keys(self, column: TableColumn) -> Floats | None:
        """What rows are sorted by, NaN where there is nothing; None while it is being made."""
        import numpy as np

        segments = self._filtering.segments
        if segments is None or column.measure is not None:
            return self.numbers(column)
        if column.key == ID or column.field is None:
            return np.arange(len(segments), dtype=np.float64)
        found, field = self._ranks.get(column.key), column.field
        if found is None and len(segments) <= MANY:
            found = self._ranks[column.key] = ranks(segments.texts(field))
        elif found is None:
            self._make(column.key, self._ranks, lambda _work: ranks(segments.texts(field)))
        return found

    def ends(self, column: TableColumn) -> tuple[float, float] | None:
        """The smallest and the largest number of a column; None where there is none yet."""
        import numpy as np

        numbers = self.numbers(column)
        if column.key not in self._ends and numbers is not None:
            known = numbers[~np.isnan(numbers)]
            self._ends[column.key] = (float(known.min()), float(known.max())) if len(known) else None
        return self._ends.get(column.key)

    def bounds(self, column: TableColumn, *, is_bad: bool) -> Bounds:
        """Where the bars of a column begin and end."""
        ends = self.ends(column)
        if ends is None:
            return SHARES
        if column.kind == "difference":
            most = max(map(abs, ends)) or 1.0
            return -most, most
        return bounds(ends, is_bad=is_bad)

    def _make(self, key: str, kept: dict[str, Floats], operation: Callable[[Work], Floats]) -> None:
        if key in self._making:
            return
        self._making.add(key)
        self._outdated.discard(key)
        edition = self._edition

        def take(found: Floats) -> None:
            if edition == self._edition:
                kept[key] = found
                self._ends.pop(key, None)
                self._making.discard(key)
                self.made.emit(key)

        self._filtering.workspace.background.run(operation, take)


def ranks(texts: Sequence[str]) -> Floats:
    """The place of each text in their order, equal for equal ones, NaN for empty ones."""
    import numpy as np

    # In parts, and gathered by Python: one long sort, or one large set, would stop all other threads.
    different = dict.fromkeys(text for text in texts if text)
    ordered = merge(*(sorted(part) for part in chunks(list(different), MANY // 4)))
    rank = {text: place for place, text in enumerate(ordered)} | {"": np.nan}
    return np.array([rank[text] for text in texts], dtype=np.float64)
