"""Attaches human ratings to segments, by document and id or by position."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from meantree.corpus.corpus import Rating
from meantree.corpus.formats.file_contents import RatingRow
from meantree.errors import Problem
from meantree.escaping import quoted


def number(cell: str) -> float | None:
    """Return the finite number that a cell holds, or None."""
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in cell else None  # Python reads 1_0 as 10


def attach_ratings(
    files: Iterable[Sequence[RatingRow]],
    keys: Sequence[tuple[str, str]],
    systems: Sequence[str],
    problems: list[Problem],
) -> dict[int, list[Rating]]:
    """Ratings by 0-based segment; those whose system or segment is unknown become problems, one a system or file.

    Args:
        files: the ratings of each file.
        keys: document and id of each segment.
        systems: the systems of the corpus.
        problems: is added to.
    """
    found: dict[int, list[Rating]] = {}
    rated = [rows for rows in files if rows]
    if not rated:
        return found
    finder = _Finder(keys)
    for rows in rated:
        lost = _Lost(problems)
        by_id = finder.knows_ids(rows)
        for row in rows:
            system = matching_system(row.system, systems)
            index = finder.position(row, by_id=by_id)
            if system is None:
                lost.system(row)
            elif index is None:
                lost.segment(row)
            else:
                found.setdefault(index, []).append(Rating(system, row.kind, row.value, row.rater))
        lost.report()
    return found


class _Finder:
    """Finds the segment that a rating means."""

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        self._count = len(keys)
        self._by_key = {key: index for index, key in enumerate(keys)}
        by_id = {key[1]: index for index, key in enumerate(keys)}
        # Ids that start anew in each document cannot be meant by a bare number.
        self._by_id = by_id if len(by_id) == len(keys) else {}

    def knows_ids(self, rows: Iterable[RatingRow]) -> bool:
        """Whether the bare ids of a file are those of the corpus: decided once a file, never row by row."""
        return any(row.id in self._by_id for row in rows)

    def position(self, row: RatingRow, *, by_id: bool) -> int | None:
        if row.document is not None and row.id is not None:
            exact = self._by_key.get((row.document, row.id))
            if exact is not None or row.document:
                return exact
        if row.id is not None and (by_id or row.position is None):
            return self._by_id.get(row.id)
        if row.position is not None and 0 <= row.position < self._count:
            return row.position
        return None


class _Lost:
    """Counts ratings without a home: a file can hold thousands for each system that is not loaded."""

    def __init__(self, problems: list[Problem]) -> None:
        self._problems = problems
        self._systems: Counter[tuple[Path | None, str]] = Counter()
        self._segments: Counter[Path | None] = Counter()
        self._first: dict[object, RatingRow] = {}

    def system(self, row: RatingRow) -> None:
        self._systems[row.path, row.system] += 1
        self._first.setdefault((row.path, row.system), row)

    def segment(self, row: RatingRow) -> None:
        self._segments[row.path] += 1
        self._first.setdefault(row.path, row)

    def report(self) -> None:
        for (path, system), count in self._systems.items():
            message = f"{count:,} ratings of {quoted(system)} skipped: the corpus has no such system"
            self._problems.append(Problem(path, self._first[path, system].line, message))
        for path, count in self._segments.items():
            row = self._first[path]
            name = row.id if row.id is not None else row.position
            message = f"{count:,} ratings skipped: the corpus has no such segment, the first {quoted(str(name))}"
            self._problems.append(Problem(path, row.line, message))


def matching_system(name: str, systems: Sequence[str]) -> str | None:
    """The system of the corpus that is meant; WMT's assessments add a running number to the name."""
    if name in systems:
        return name
    bare = re.sub(r"\.\d+$", "", name)
    return bare if bare in systems else None
