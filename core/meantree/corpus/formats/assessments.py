"""Attaches human ratings and marked errors to segments, by document and id, by position, or by the marked translation.

Each rater's errors in a translation also make a rating ``mqm``, the negative sum of the errors' weights:

===========  =======================  ======  ====================
severity     category                 weight  source
===========  =======================  ======  ====================
any          Non-translation            25    Freitag et al. 2021
critical     any other                  10    Fonseca et al. 2019
major        any other                   5    Freitag et al. 2021
minor        Fluency/Punctuation         0.1  Freitag et al. 2021
minor        any other                   1    Freitag et al. 2021
neutral      any                         0    Freitag et al. 2021
no error     none                        0    Freitag et al. 2021
===========  =======================  ======  ====================

Freitag et al. 2021, Experts, Errors, and Context, table 1, has no critical errors. The WMT shared tasks of quality
estimation have (Fonseca et al. 2019, Findings of the WMT 2019 Shared Tasks on Quality Estimation, section 2.2): there
minor and major errors have the same weights, and critical ones twice the weight of major ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import ErrorSpan, Rating, Segment
from meantree.corpus.formats.file_contents import ErrorRow, RatingRow
from meantree.errors import Problem
from meantree.escaping import counted, listed, quoted

KIND: Final = "mqm"
"""The kind of the ratings that marked errors make."""
NON_TRANSLATION: Final = 25.0
MINOR_PUNCTUATION: Final = 0.1
BY_SEVERITY: Final = {"critical": 10.0, "major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0}


def attach_ratings(
    files: Iterable[Sequence[RatingRow]],
    keys: Sequence[tuple[str, str]],
    systems: Sequence[str],
    problems: list[Problem],
) -> dict[int, list[Rating]]:
    """Return the ratings of each segment, by its 0-based position.

    Args:
        files: the ratings of each file.
        keys: document and id of each segment.
        systems: the systems of the corpus.
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


def error_weight(category: str, severity: str) -> float | None:
    """Return the weight of one error, None for an unknown severity; upper and lower case are the same."""
    category, severity = category.casefold(), severity.strip().casefold().replace(" ", "-")
    if "non-translation" in category and severity != "no-error":
        return NON_TRANSLATION
    if "punctuation" in category and severity == "minor":
        return MINOR_PUNCTUATION
    return BY_SEVERITY.get(severity)


def attach_errors(
    segments: Sequence[Segment], systems: Sequence[str], rows: Iterable[ErrorRow], problems: list[Problem]
) -> tuple[Segment, ...]:
    """Return the segments with the errors marked in them, and with a rating ``mqm`` of each rater of a translation.

    The rating is 0 where a rater found no error. Rows that cannot be attached are summed up in one problem a file.
    """
    finder = _MarkedSegmentFinder(segments, systems)
    spans: dict[int, list[ErrorSpan]] = {}
    sums: dict[tuple[int, str, str], float] = {}
    reports: dict[Path | None, _Report] = {}
    for row in rows:
        report = reports.setdefault(row.path, _Report())
        report.lines.add(row.line)
        target = finder.find(row)
        if isinstance(target, _Fault):
            report.skip(row, target)
            continue
        weight = row.weight if row.weight is not None else error_weight(row.category, row.severity)
        if weight is None:
            report.unknown_severities.setdefault(row.severity, []).append(row.line)
        key = target.place, target.system, row.rater
        sums[key] = sums.get(key, 0.0) - (weight or 0.0)
        if target.span is not None:
            spans.setdefault(target.place, []).append(target.span)
    for path, report in reports.items():
        problems += report.problems(path)
    ratings: dict[int, list[Rating]] = {}
    for (place, system, rater), value in sums.items():
        ratings.setdefault(place, []).append(Rating(system, KIND, value + 0.0, rater))  # never -0
    return tuple(
        replace(
            segment,
            errors=(*segment.errors, *spans.get(place, ())),
            ratings=(*segment.ratings, *ratings.get(place, ())),
        )
        if place in ratings
        else segment
        for place, segment in enumerate(segments)
    )


class _Fault(Enum):
    """Why rows cannot be attached, in the singular and in the plural."""

    NO_SYSTEM = "of a system that is not in the corpus", "of systems that are not in the corpus"
    NO_SEGMENT = (
        "whose segment is not in the corpus, or has another translation",
        "whose segments are not in the corpus, or have other translations",
    )
    SEVERAL = (
        "of a translation that several segments share, without an id to distinguish them",
        "of translations that several segments share, without ids to distinguish them",
    )
    OTHER_TEXT = "marked in a text that the segment does not have", "marked in texts that their segments do not have"
    AFTER_END = "marked after the end of its text", "marked after the ends of their texts"


@dataclass(slots=True)
class _Report:
    """The rows of one file that cannot be attached or have no weight.

    Attributes:
        lines: of all rows of the file.
        skipped: lines by the fault of their rows.
        systems: names that the corpus lacks, in order of first appearance.
        unknown_severities: lines by severity.
    """

    lines: set[int | None] = field(default_factory=set)
    skipped: dict[_Fault, list[int | None]] = field(default_factory=dict)
    systems: dict[str, None] = field(default_factory=dict)
    unknown_severities: dict[str, list[int | None]] = field(default_factory=dict)

    def skip(self, row: ErrorRow, fault: _Fault) -> None:
        self.skipped.setdefault(fault, []).append(row.line)
        if fault is _Fault.NO_SYSTEM:
            self.systems[row.system] = None

    def problems(self, path: Path | None) -> Iterator[Problem]:
        if self.skipped:
            lines = {line for some in self.skipped.values() for line in some}
            reasons = ", ".join(self._reason(fault, len(set(some))) for fault, some in self.skipped.items())
            message = f"{len(lines):,} of {counted(len(self.lines), 'error row')} skipped: {reasons}"
            yield Problem(path, _first(lines), message)
        if self.unknown_severities:
            lines = {line for some in self.unknown_severities.values() for line in some}
            names = listed(map(quoted, self.unknown_severities))
            is_one = len(self.unknown_severities) == 1
            severity = f"an unknown severity ({names})" if is_one else f"unknown severities ({names})"
            rows, verb = counted(len(lines), "error row"), "has" if is_one else "have"
            yield Problem(path, _first(lines), f"{rows} of {severity}, which {verb} no weight")

    def _reason(self, fault: _Fault, count: int) -> str:
        names = f" ({listed(self.systems)})" if fault is _Fault.NO_SYSTEM else ""
        is_one = len(self.systems) == 1 if fault is _Fault.NO_SYSTEM else count == 1
        return f"{count:,} {fault.value[0 if is_one else 1]}{names}"


def _first(lines: Iterable[int | None]) -> int | None:
    return min((line for line in lines if line is not None), default=None)


@dataclass(frozen=True, slots=True)
class _Target:
    """The translation that a row is about; the span is None where the rater marked nothing."""

    place: int
    system: str
    span: ErrorSpan | None


class _MarkedSegmentFinder:
    def __init__(self, segments: Sequence[Segment], systems: Sequence[str]) -> None:
        self._segments, self._systems = segments, systems
        self._by_text: dict[tuple[str, str], list[int]] = {}
        self._by_key = {(segment.document, segment.id): place for place, segment in enumerate(segments)}

    def find(self, row: ErrorRow) -> _Target | _Fault:
        system = matching_system(row.system, self._systems)
        if system is None:
            return _Fault.NO_SYSTEM
        places = self._places(row, system)
        if not places:
            return _Fault.NO_SEGMENT
        return self._target(row, system, places[0]) if len(places) == 1 else _Fault.SEVERAL

    def _places(self, row: ErrorRow, system: str) -> list[int]:
        if row.text is None:
            return [row.position] if row.position is not None and row.position < len(self._segments) else []
        if (system, "") not in self._by_text:
            self._by_text[system, ""] = []  # marks that this system's texts are indexed
            for place, segment in enumerate(self._segments):
                if system in segment.hypotheses:
                    key = system, _without_blanks(segment.hypotheses[system].text)
                    self._by_text.setdefault(key, []).append(place)
        same = self._by_text.get((system, _without_blanks(row.text)), [])
        if len(same) < 2:
            return same
        named = [self._by_key.get((row.document or "", name)) for name in row.ids]
        # The first id may also be the segment's number in the corpus, from 1.
        named += [int(row.ids[0]) - 1 if row.ids and row.ids[0].isdecimal() and len(row.ids[0]) < 10 else None]
        return next(([place] for place in named if place in same and place is not None), same)

    def _target(self, row: ErrorRow, system: str, place: int) -> _Target | _Fault:
        if row.side is None:
            return _Target(place, system, None)
        segment = self._segments[place]
        hypothesis = segment.hypotheses.get(system)
        text = segment.source if row.side == "source" else hypothesis.text if hypothesis is not None else None
        marked = row.source if row.side == "source" else row.text
        if text is None or (marked is not None and _without_blanks(marked) != _without_blanks(text)):
            return _Fault.OTHER_TEXT
        start, end = (row.start, row.end) if marked is None else _moved(row.start, row.end, marked, text)
        if not start <= end <= len(text):
            return _Fault.AFTER_END
        return _Target(place, system, ErrorSpan(system, row.side, start, end, row.category, row.severity, row.rater))


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _moved(start: int, end: int, marked: str, text: str) -> tuple[int, int]:
    """Return where a span of one text lies in another that differs in blanks alone.

    Tables and tools trim, double and replace blanks.
    """
    if marked.strip() == text.strip():
        shift = (len(text) - len(text.lstrip())) - (len(marked) - len(marked.lstrip()))
        return min(len(text), max(0, start + shift)), min(len(text), max(0, end + shift))
    places = [place for place, character in enumerate(text) if not character.isspace()]
    before, through = len(_without_blanks(marked[:start])), len(_without_blanks(marked[:end]))
    first = places[before] if before < len(places) else len(text)
    return first, max(first, places[through - 1] + 1 if through else 0)
