"""Tables of partial matches, extended by a column at a time, in blocks that bound the memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import perm

import numpy as np

from meantree.queries.word_batch import NO_WORD, Bools, Ints

UNIT, ROW = "", "#"
"""Columns without a name in the request: the unit of a match, and the row of the table that it extends."""
BLOCK = 1 << 17
"""Maximum number of rows of a table."""

Ranges = tuple[Ints, Ints]
"""For each row, the first position in a pool and one past the last."""
Rows = dict[str, Ints]
"""Partial matches: columns of equal length, with a word or an edge for each name."""
RowFilter = Callable[[Rows], Bools]
"""Returns which rows to keep."""
CheckCancelled = Callable[[], None]
"""Called between blocks; raises if the user stopped the work."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A step that adds a column; each row is repeated for each of its values.

    Attributes:
        ranges: returns the range of the pool with the values of each row.
        extra_columns: further columns, parallel to the pool.
        distinct_from: columns from which the new value must differ.
        is_sorted: the pool is ascending without duplicates.
        is_free: the values are those of the pool in the unit of the row, whatever the other columns are.
    """

    name: str
    pool: Ints
    ranges: Callable[[Rows], Ranges]
    extra_columns: Mapping[str, Ints] = field(default_factory=dict)
    distinct_from: tuple[str, ...] = ()
    is_sorted: bool = False
    is_free: bool = False


Step = Extension | RowFilter


def row_count(rows: Rows) -> int:
    """Return the number of rows."""
    return len(rows[UNIT])


def select_rows(rows: Rows, selected: Bools | Ints) -> Rows:
    """Return some of the rows, by a mask or by their positions."""
    return {name: column[selected] for name, column in rows.items()}


def extend(
    rows: Rows, steps: Sequence[Step], check_cancelled: CheckCancelled, needed: RowFilter | None = None
) -> Iterator[Rows]:
    """Yield the rows after all steps in blocks, in the order of the rows.

    Args:
        steps: applied in order.
        needed: returns which rows are still needed; called again for each block.
    """
    if needed is not None:
        rows = select_rows(rows, needed(rows))
    if not row_count(rows):
        return
    if not steps:
        yield rows
        return
    step, later = steps[0], steps[1:]
    if not isinstance(step, Extension):
        yield from extend(select_rows(rows, step(rows)), later, check_cancelled, needed)
        return
    low, high = step.ranges(rows)
    for start, end in _blocks(high - low):
        check_cancelled()
        yield from extend(_extended(rows, step, low, high, start, end), later, check_cancelled, needed)


def count_rows(rows: Rows, steps: Sequence[Step], check_cancelled: CheckCancelled) -> int:
    """Return the number of rows after all steps.

    Rows of final free steps are counted, not made: of several such steps over one pool, each has one value fewer than
    the one before, whichever values those took.
    """
    if not steps or not isinstance(steps[-1], Extension) or not steps[-1].is_sorted:
        return sum(map(row_count, extend(rows, steps, check_cancelled)))
    number = _final_free_steps(steps)
    first = steps[-number]
    assert isinstance(first, Extension)
    total = 0
    for block in extend(rows, steps[:-number], check_cancelled):
        low, high = first.ranges(block)
        available = high - low
        for name in first.distinct_from:  # these columns differ from each other, so each excludes another value
            available = available - _is_in_range(first.pool, low, high, block[name])
        values, times = np.unique(available, return_counts=True)
        total += sum(perm(value, number) * count for value, count in zip(values.tolist(), times.tolist(), strict=True))
    return total


def _final_free_steps(steps: Sequence[Step]) -> int:
    """Return how many of the last steps are free over one pool with distinct values; at least 1."""
    number = 1
    for later, earlier in pairwise(reversed(steps)):
        if not (isinstance(later, Extension) and isinstance(earlier, Extension) and later.is_free and earlier.is_free):
            break
        if later.distinct_from != (*earlier.distinct_from, earlier.name) or not np.array_equal(
            later.pool, earlier.pool
        ):
            break
        number += 1
    return number


def can_extend(rows: Rows, steps: Sequence[Step], check_cancelled: CheckCancelled) -> Bools:
    """Return which rows have at least one row after all steps."""
    size = row_count(rows)
    numbered = {**rows, ROW: np.arange(size)}
    extended = np.zeros(size, dtype=bool)
    extended[_extend_greedily(numbered, steps)] = True
    for block in extend(numbered, steps, check_cancelled, lambda some: ~extended[some[ROW]]):
        extended[block[ROW]] = True
    return extended


def _extend_greedily(rows: Rows, steps: Sequence[Step]) -> Ints:
    """Return rows that pass all steps with the first value of each: most of those that can be extended at all."""
    for step in steps:
        if isinstance(step, Extension):
            low, high = step.ranges(rows)
            high = np.minimum(high, low + len(step.distinct_from) + 1)  # one of so many values is not excluded
            rows = _extended(rows, step, low, high, 0, row_count(rows))
            rows = select_rows(rows, np.diff(rows[ROW], prepend=-1) > 0)
        else:
            rows = select_rows(rows, step(rows))
    return rows[ROW]


def _blocks(counts: Ints) -> Iterator[tuple[int, int]]:
    """Yield ranges of rows with at most :data:`BLOCK` new rows, or a single row; final empty rows are omitted."""
    ends = np.cumsum(counts)
    start = 0
    while start < len(counts):
        before = ends[start - 1] if start else 0
        if ends[-1] == before:
            return
        end = max(start + 1, int(np.searchsorted(ends, before + BLOCK, "right")))
        yield start, end
        start = end


def _extended(rows: Rows, step: Extension, low: Ints, high: Ints, start: int, end: int) -> Rows:
    counts = high[start:end] - low[start:end]
    places = np.repeat(low[start:end] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
    old = np.repeat(np.arange(start, end), counts)
    new = step.pool[places]
    kept = np.ones(len(new), dtype=bool)
    for name in step.distinct_from:
        kept &= rows[name][old] != new
    places, old = places[kept], old[kept]
    extra = {name: column[places] for name, column in step.extra_columns.items()}
    return {**select_rows(rows, old), step.name: new[kept], **extra}


def _is_in_range(pool: Ints, low: Ints, high: Ints, values: Ints) -> Bools:
    """Return for which rows the value is in their range of the sorted pool."""
    places = np.searchsorted(pool, values)
    is_in_pool = np.append(pool, NO_WORD)[places] == values
    return np.asarray(is_in_pool & (low <= places) & (places < high))
