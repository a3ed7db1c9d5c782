"""Attaches human ratings to segments, by document and id or by position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from meantree.corpus.corpus import Rating
from meantree.corpus.formats.file_contents import RatingRow
from meantree.corpus.formats.raw_file import parse_number
from meantree.errors import Problem
from meantree.escaping import counted, listed, quoted


def attach_ratings(
    files: Iterable[Sequence[RatingRow]],
    keys: Sequence[tuple[str, str]],
    systems: Sequence[str],
    problems: list[Problem],
) -> dict[int, list[Rating]]:
    """Return the ratings of each segment, by its 0-based position.

    Args:
        keys: document and id of each segment.
        problems: extended by one for each unknown system, and one for each file with ratings of unknown segments.
    """
    attached: dict[int, list[Rating]] = {}
    rated = [rows for rows in files if rows]
    if not rated:
        return attached
    finder = _RatedSegmentFinder(keys)
    for rows in rated:
        skipped = _SkippedRatings()
        by_id = finder.knows_ids(rows)
        for row in rows:
            system = matching_system(row.system, systems)
            place = finder.place(row, by_id=by_id)
            if system is None:
                skipped.add(row.system, row)
            elif place is None:
                skipped.add(None, row)
            else:
                attached.setdefault(place, []).append(Rating(system, row.kind, row.value, row.rater))
        problems += skipped.problems()
    return attached


def matching_system(name: str, systems: Sequence[str]) -> str | None:
    """Return the system that a name means; the names in WMT's assessments may end with a number (``.0``)."""
    if name in systems:
        return name
    bare = re.sub(r"\.\d+$", "", name)
    return bare if bare in systems else None


class _RatedSegmentFinder:
    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        self._count = len(keys)
        self._by_key = {key: place for place, key in enumerate(keys)}
        by_id = {key[1]: place for place, key in enumerate(keys)}
        # If ids start anew in each document, a bare id is ambiguous.
        self._by_id = by_id if len(by_id) == len(keys) else {}

    def knows_ids(self, rows: Iterable[RatingRow]) -> bool:
        """Return whether the bare ids of a file are those of the corpus: all its rows are read alike."""
        return any(row.id in self._by_id for row in rows)

    def place(self, row: RatingRow, *, by_id: bool) -> int | None:
        if row.document is not None and row.id is not None:
            exact = self._by_key.get((row.document, row.id))
            if exact is not None or row.document:
                return exact
        if row.id is not None and (by_id or row.position is None):
            return self._by_id.get(row.id)
        if row.position is not None and 0 <= row.position < self._count:
            return row.position
        return None


class _SkippedRatings:
    """Counts skipped ratings: a file may hold thousands of each system that is not in the corpus."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[Path | None, str | None]] = Counter()
        self._first: dict[tuple[Path | None, str | None], RatingRow] = {}

    def add(self, system: str | None, row: RatingRow) -> None:
        """Count a rating of an unknown system, or of an unknown segment (None)."""
        self._counts[row.path, system] += 1
        self._first.setdefault((row.path, system), row)

    def problems(self) -> list[Problem]:
        # Systems come first.
        return [self._problem(key) for key in sorted(self._counts, key=lambda key: key[1] is None)]

    def _problem(self, key: tuple[Path | None, str | None]) -> Problem:
        (path, system), row, count = key, self._first[key], self._counts[key]
        if system is not None:
            message = f"{count:,} ratings of {quoted(system)} skipped: the corpus has no such system"
        else:
            name = row.id if row.id is not None else row.position
            message = f"{count:,} ratings skipped: the corpus has no such segment, the first {quoted(str(name))}"
        return Problem(path, row.line, message)


def unread_scores(path: Path, cells: Iterable[tuple[int | None, str]]) -> list[Problem]:
    """Return one problem for the scores that are no finite numbers; none without any.

    Args:
        cells: of scores, empty where a row has none, each with its line from 1, if lines mean anything.
    """
    unread = [(line, cell) for line, cell in cells if cell.strip() and parse_number(cell) is None]
    if not unread:
        return []
    found = listed(map(quoted, dict.fromkeys(cell for _, cell in unread)))
    message = f"{counted(len(unread), 'score')} left out: found {found}, expected a number"
    return [Problem(path, unread[0][0], message)]
