"""Tables of partial matches that grow by a column at a time, in blocks so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import perm

import numpy as np

from meantree.search.word_batch import NOBODY, Bools, Ints

UNIT, ROW = "", "#"
"""Columns that are no names: the unit of a match, and the row of the table that another one continues."""
BLOCK = 1 << 17
"""Rows of a table."""

Ranges = tuple[Ints, Ints]
"""For each row, the first place in a pool and the one after the last."""
Rows = dict[str, Ints]
"""Partial matches: equally long columns, a word or an edge for each name."""
Sieve = Callable[[Rows], Bools]
"""Which rows are kept."""
Ask = Callable[[], None]
"""Called between blocks; raises where the work is to stop."""


@dataclass(frozen=True, slots=True)
class Growth:
    """A step that gives rows a new column, as many new rows for each as it has values there.

    Attributes:
        name: of the column.
        pool: its values.
        ranges: where in the pool those of each row stand.
        beside: further columns that come with it, in the order of the pool.
        differs: columns of which the new one must have another value.
        ordered: the pool ascends, no value twice.
        loose: any value of the pool within the unit of a row is taken, wherever the others stand.
    """

    name: str
    pool: Ints
    ranges: Callable[[Rows], Ranges]
    beside: Mapping[str, Ints] = field(default_factory=dict)
    differs: tuple[str, ...] = ()
    ordered: bool = False
    loose: bool = False


Step = Growth | Sieve


def size_of(rows: Rows) -> int:
    """How many there are."""
    return len(rows[UNIT])


def taken(rows: Rows, kept: Bools | Ints) -> Rows:
    """Some of the rows, by a mask or by their places."""
    return {name: column[kept] for name, column in rows.items()}


def grown(rows: Rows, steps: Sequence[Step], ask: Ask, alive: Sieve | None = None) -> Iterator[Rows]:
    """The rows after all steps, block by block, in the order of the rows.

    Args:
        rows: to begin with.
        steps: one after the other.
        ask: called for each block.
        alive: rows that are still wanted; looked at again for each block.
    """
    if alive is not None:
        rows = taken(rows, alive(rows))
    if not size_of(rows):
        return
    if not steps:
        yield rows
        return
    step, rest = steps[0], steps[1:]
    if not isinstance(step, Growth):
        yield from grown(taken(rows, step(rows)), rest, ask, alive)
        return
    low, high = step.ranges(rows)
    for start, end in blocks(high - low):
        ask()
        yield from grown(_grown(rows, step, low, high, start, end), rest, ask, alive)


def counted(rows: Rows, steps: Sequence[Step], ask: Ask) -> int:
    """How many rows there are after all steps; where the last ones take any candidate, their rows are not made.

    Of several loose steps over one pool each finds one value less than the one before, whichever those took.
    """
    if not steps or not isinstance(steps[-1], Growth) or not steps[-1].ordered:
        return sum(map(size_of, grown(rows, steps, ask)))
    number = _alike_at_the_end(steps)
    first = steps[-number]
    assert isinstance(first, Growth)
    total = 0
    for block in grown(rows, steps[:-number], ask):
        low, high = first.ranges(block)
        left = high - low
        for name in first.differs:  # these differ from each other, so each takes away its own
            left = left - _within(first.pool, low, high, block[name])
        values, times = np.unique(left, return_counts=True)
        total += sum(perm(value, number) * count for value, count in zip(values.tolist(), times.tolist(), strict=True))
    return total


def _alike_at_the_end(steps: Sequence[Step]) -> int:
    """How many of the last steps are loose over one pool, each with another value than those before; 1 at least."""
    number = 1
    for one, two in pairwise(reversed(steps)):
        if not (isinstance(one, Growth) and isinstance(two, Growth) and one.loose and two.loose):
            break
        if one.differs != (*two.differs, two.name) or not np.array_equal(one.pool, two.pool):
            break
        number += 1
    return number


def continued(rows: Rows, steps: Sequence[Step], ask: Ask) -> Bools:
    """Which rows have at least one row after all steps."""
    size = size_of(rows)
    found = np.zeros(size, dtype=bool)
    found[_greedily({**rows, ROW: np.arange(size)}, steps)] = True
    for block in grown({**rows, ROW: np.arange(size)}, steps, ask, lambda some: ~found[some[ROW]]):
        found[block[ROW]] = True
    return found


def _greedily(rows: Rows, steps: Sequence[Step]) -> Ints:
    """Rows that go on through all steps by the first value that each finds: most that can go on at all."""
    for step in steps:
        if isinstance(step, Growth):
            low, high = step.ranges(rows)
            high = np.minimum(high, low + len(step.differs) + 1)  # so many may be taken, and one more is not
            rows = _grown(rows, step, low, high, 0, size_of(rows))
            rows = taken(rows, np.diff(rows[ROW], prepend=-1) > 0)
        else:
            rows = taken(rows, step(rows))
    return rows[ROW]


def blocks(counts: Ints) -> Iterator[tuple[int, int]]:
    """Consecutive rows that together have at most :data:`BLOCK` new ones, or a single row; empty ones are left out."""
    ends = np.cumsum(counts)
    start = 0
    while start < len(counts):
        before = ends[start - 1] if start else 0
        if ends[-1] == before:
            return
        end = max(start + 1, int(np.searchsorted(ends, before + BLOCK, "right")))
        yield start, end
        start = end


def _grown(rows: Rows, step: Growth, low: Ints, high: Ints, start: int, end: int) -> Rows:
    counts = high[start:end] - low[start:end]
    places = np.repeat(low[start:end] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
    old = np.repeat(np.arange(start, end), counts)
    new = step.pool[places]
    kept = np.ones(len(new), dtype=bool)
    for name in step.differs:
        kept &= rows[name][old] != new
    places, old = places[kept], old[kept]
    beside = {name: column[places] for name, column in step.beside.items()}
    return {**taken(rows, old), step.name: new[kept], **beside}


def _within(pool: Ints, low: Ints, high: Ints, values: Ints) -> Bools:
    """Of which rows the value stands in their range of the pool."""
    place = np.searchsorted(pool, values)
    there = np.append(pool, NOBODY)[place] == values
    return np.asarray(there & (low <= place) & (place < high))
